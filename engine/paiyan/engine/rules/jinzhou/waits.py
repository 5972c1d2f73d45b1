"""W: every tile on which 13 tiles would be a valid win (rules/spec.md §1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from paiyan.engine.facts import EventKind, KongKind, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.conditions import KINDS, Interpretation, Rule, interpretations, meeting
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.shapes import SetsReading, WaitShape, completing_kinds, wait_shapes


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


def valid_waits(
    hand: Hand, win: WinContext, valid: Sequence[Interpretation], rules: Sequence[Rule], options: JinzhouOptions
) -> Waits:
    """Every wait of :func:`each_wait`."""
    found = list(each_wait(hand, win, valid, rules, options))
    return Waits(tuple([kind for kind, _ in found]), bool(found) and all(as_pair for _, as_pair in found))


def each_wait(
    hand: Hand, win: WinContext, valid: Sequence[Interpretation], rules: Sequence[Rule], options: JinzhouOptions
) -> Iterator[tuple[int, bool]]:
    """The kinds, ascending, that would make ``hand`` a win meeting all ``rules``; whether each can complete the pair.

    ``valid`` are the readings with the claimed tile that do. Kinds that cannot come any more are left out as
    ``wait_count_dead_tiles`` says; the claimed tile itself did come.
    """
    dead = dead_kinds(hand, win, options)
    for kind in sorted(completing_kinds(hand.counts, hand.parts)):
        if kind in dead:
            continue
        ways = valid if kind == win.win_tile.index else meeting(interpretations(hand, kind), rules, options)
        if ways:
            yield kind, any(map(completes_pair, ways))


def completes_pair(one: Interpretation) -> bool:
    """Whether the winning tile may be what completes the pair."""
    return isinstance(one.reading, SetsReading) and WaitShape.PAIR in wait_shapes(one.reading, one.win)


def dead_kinds(hand: Hand, win: WinContext, options: JinzhouOptions) -> set[int]:
    """Kinds that cannot come any more as ``wait_count_dead_tiles`` says, other than the claimed tile."""
    if options.wait_count_dead_tiles == "structural":
        return set()
    seen = list(hand.total)
    if win.table.wild is not None:
        # The 明牌 itself is out of play: who holds the other three holds all.
        seen[win.table.wild.ming.index] += 1
    if options.wait_count_dead_tiles == "visible_excluded":
        for kong in win.table.kongs:
            if kong.seat != win.winner and kong.kind is not KongKind.AN:
                seen[kong.tile.index] += 4
        followed = win.table.event(EventKind.GENZHUANG)
        for tile in followed.tiles if followed else ():
            seen[tile.index] += 4
        for tile in win.table.visible:
            seen[tile.index] += 1
    if max(seen) < 4:
        return set()
    return {kind for kind in KINDS if seen[kind] >= 4} - {win.win_tile.index}
