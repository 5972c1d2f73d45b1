"""Course of play in 锦州麻将: the wall, 分张, 黄庄 and who deals next (rules/spec.md J1, J2, J14)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from paiyan.engine.rules.jinzhou.options import JinzhouOptions

WALL_AFTER_DEAL: Final = 112 - 4 * 13 - 1
"""59 tiles: 13 for each seat and a fourteenth for the dealer are dealt."""
FENZHANG: Final = 4
"""分张: the last tiles before the dead wall, one for each seat."""


class Phase(StrEnum):
    """Where the wall stands before the next draw."""

    PLAY = "play"
    FENZHANG = "fenzhang"
    EXHAUSTED = "exhausted"


def draws_left(drawn: int, kongs: int, options: JinzhouOptions) -> int:
    """Tiles still to be drawn from the front after ``drawn`` such draws and ``kongs`` replacements from the tail.

    A single tile left over at the tail by an odd number of kongs is not counted (J14).
    """
    return max(0, WALL_AFTER_DEAL - options.dead_wall_tiles - kongs - kongs % 2 - drawn)


def phase(drawn: int, kongs: int, options: JinzhouOptions) -> Phase:
    """Ordinary play, 分张 (a win by the drawn tile is 海底捞), or exhausted, which is 黄庄."""
    left = draws_left(drawn, kongs, options)
    if left == 0:
        return Phase.EXHAUSTED
    return Phase.FENZHANG if left <= FENZHANG else Phase.PLAY


def may_discard(now: Phase, options: JinzhouOptions) -> bool:
    """Whether the tile drawn in phase ``now`` is followed by a discard; in 分张 only by house rule."""
    return now is Phase.PLAY or (now is Phase.FENZHANG and options.fenzhang_discard)


def next_dealer(dealer: int, winner: int | None, options: JinzhouOptions) -> int:
    """The dealer of the next hand: the same after 黄庄 and, by house rule, after an own win; else the next seat."""
    stays = winner is None or (winner == dealer and options.dealer_repeat_on_win)
    return dealer if stays else (dealer + 1) % 4
