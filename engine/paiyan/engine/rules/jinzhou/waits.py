"""W: every tile on which 13 tiles would be a valid win (rules/spec.md §1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from paiyan.engine.facts import EventKind, KongKind, Method, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.conditions import Interpretation
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.standing import Standing, sets_can_win
from paiyan.engine.shapes import SetsReading, WaitShape, wait_shapes
from paiyan.engine.suits import SuitReadings


class WaitCount(Protocol):
    """What the class of a hand depends on among its waits."""

    @property
    def single(self) -> bool:
        """Whether the hand waits for no more than one kind."""

    @property
    def pairs_only(self) -> bool:
        """Whether it waits for something, and every kind can complete the pair (2345 type)."""


@dataclass(frozen=True, slots=True)
class Waits:
    """What 13 tiles wait for: kinds, ascending; see :class:`WaitCount`."""

    kinds: tuple[int, ...]
    pairs_only: bool

    @property
    def single(self) -> bool:
        """See :class:`WaitCount`."""
        return len(self.kinds) <= 1


class WaitSearch:
    """A :class:`WaitCount` that looks for waits no further than it is asked."""

    def __init__(self, waits: Iterator[tuple[int, bool]]) -> None:
        """``waits`` as of :func:`each_wait`."""
        self._waits = waits
        self._as_pair: list[bool] = []

    @property
    def single(self) -> bool:
        """See :class:`WaitCount`."""
        while len(self._as_pair) < 2 and self._next():
            pass
        return len(self._as_pair) < 2

    @property
    def pairs_only(self) -> bool:
        """See :class:`WaitCount`."""
        while all(self._as_pair) and self._next():
            pass
        return bool(self._as_pair) and all(self._as_pair)

    def _next(self) -> bool:
        found = next(self._waits, None)
        if found is not None:
            self._as_pair.append(found[1])
        return found is not None


def valid_waits(hand: Hand, win: WinContext, options: JinzhouOptions) -> Waits:
    """Every wait of :func:`each_wait`."""
    found = sorted(each_wait(Standing(hand), win, options))
    if not found:
        return Waits((), False)
    kinds, as_pairs = zip(*found, strict=True)
    return Waits(kinds, all(as_pairs))


def each_wait(standing: Standing, win: WinContext, options: JinzhouOptions) -> Iterator[tuple[int, bool]]:
    """The kinds that would make a valid win; whether each can complete the pair beside sets.

    Kinds that cannot come any more are left out as ``wait_count_dead_tiles`` says; the claimed tile itself did come.
    """
    gone = copies_gone(standing.hand, win, options)
    pairs_kind = standing.pairs_kind(options)
    if sets_can_win(standing.hand, options, must_open=must_open(win, options)):
        for kind, taken, met in standing.completions():
            if gone[kind] < 4:
                yield kind, taken.paired and _may_be_pair(kind % 9, taken, met)
                if kind == pairs_kind:
                    pairs_kind = None
    if pairs_kind is not None and gone[pairs_kind] < 4:
        yield pairs_kind, False


def _may_be_pair(rank: int, taken: SuitReadings, met: bool) -> bool:
    """Whether the tile of ``rank`` is the pair in a reading that brings 横, where it is not ``met``."""
    return rank in [one.pair for one in taken.readings if met or one.triplets]


def must_open(win: WinContext, options: JinzhouOptions) -> bool:
    """Whether sets and a pair win only 开门 (J11); the hand of 天胡 could not open."""
    return options.require_open and win.method is not Method.TIANHU


def completes_pair(one: Interpretation) -> bool:
    """Whether the winning tile may be what completes the pair."""
    return isinstance(one.reading, SetsReading) and WaitShape.PAIR in wait_shapes(one.reading, one.win)


def copies_gone(hand: Hand, win: WinContext, options: JinzhouOptions) -> list[int]:
    """How many of each kind cannot come any more as ``wait_count_dead_tiles`` says; none of the claimed tile's."""
    if options.wait_count_dead_tiles == "structural":
        return [0] * len(hand.total)
    gone = list(hand.total)
    if win.table.wild is not None:
        # The 明牌 itself is out of play: who holds the other three holds all.
        gone[win.table.wild.ming.index] += 1
    if options.wait_count_dead_tiles == "visible_excluded":
        for kong in win.table.kongs:
            if kong.seat != win.winner and kong.kind is not KongKind.AN:
                gone[kong.tile.index] += 4
        followed = win.table.event(EventKind.GENZHUANG)
        for tile in followed.tiles if followed else ():
            gone[tile.index] += 4
        for tile in win.table.visible:
            gone[tile.index] += 1
    gone[win.win_tile.index] = 0
    return gone
