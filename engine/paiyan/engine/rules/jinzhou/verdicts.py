"""Whether a claimed win is one and its class, without what explains it (rules/spec.md §1.3, §1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from paiyan.engine.facts import WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.classes import class_points, is_second_class, pairs_worth
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.standing import Standing, sets_can_win
from paiyan.engine.rules.jinzhou.waits import WaitSearch, each_wait, must_open
from paiyan.engine.shapes import wait_shapes
from paiyan.engine.suits import SuitReadings


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claimed win is one, its class and the points of the class; None where it is none."""

    valid: bool
    hu_class: int | None = None
    points: int | None = None


INVALID: Final = Verdict(False)


def verdict(hand: Hand, win: WinContext, options: JinzhouOptions) -> Verdict:
    """The verdict on the tiles, whatever else forbids the win."""
    kind = win.win_tile.index
    standing = Standing(hand)
    # Seven pairs are worth more than any sets that are no 飘, and cannot be 飘.
    if standing.pairs_kind(options) == kind:
        return Verdict(True, *pairs_worth(hand.counts.count(4) + (hand.counts[kind] == 3), options))
    completed = standing.completed(kind)
    if completed is None or not sets_can_win(hand, options, must_open=must_open(win, options)):
        return INVALID
    taken, met = completed
    if standing.without_run(kind, taken):
        number = 4 if hand.counts[kind] == 1 else 3
    else:
        number = 2 if _is_second_class(standing, win, taken, met, options) else 1
    return Verdict(True, number, class_points(number, options))


def _is_second_class(
    standing: Standing, win: WinContext, taken: SuitReadings, met: bool, options: JinzhouOptions
) -> bool:
    """Whether any reading of the part ``taken`` that brings 横, where it is not ``met``, gives 二类."""
    waits = WaitSearch(each_wait(standing, win, options))
    kind = win.win_tile.index
    return any(
        is_second_class(shape, kind, waits, options)
        for one in taken.readings
        if met or one.triplets
        for shape in wait_shapes(one, kind % 9)
    )
