"""W: every tile on which 13 tiles would be a valid win (rules/spec.md §1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paiyan.engine.facts import EventKind, KongKind, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.conditions import KINDS, ConditionRule, Interpretation, interpretations
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.shapes import SetsReading, WaitShape, completing_kinds, wait_shapes


@dataclass(frozen=True, slots=True)
class Waits:
    """What 13 tiles wait for: kinds, ascending. ``pairs_only``: every one can complete the pair (2345 type)."""

    kinds: tuple[int, ...]
    pairs_only: bool


def valid_waits(
    hand: Hand,
    win: WinContext,
    rules: Sequence[ConditionRule[Interpretation, JinzhouOptions]],
    options: JinzhouOptions,
) -> Waits:
    """The waits that would make ``hand`` a win meeting all ``rules``.

    Kinds that cannot come any more are left out as ``wait_count_dead_tiles`` says; the claimed tile itself did come.
    """
    dead = dead_kinds(hand, win, options)
    kinds: list[int] = []
    pairs_only = True
    for kind in sorted(completing_kinds(hand.counts)):
        if kind in dead:
            continue
        valid = [
            one for one in interpretations(hand, kind) if all(rule.way(one, options) is not None for rule in rules)
        ]
        if valid:
            kinds.append(kind)
            pairs_only = pairs_only and any(map(completes_pair, valid))
    return Waits(tuple(kinds), pairs_only and bool(kinds))


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
    return {kind for kind in KINDS if seen[kind] >= 4} - {win.win_tile.index}
