"""Course of play in 北京麻将: where the wall ends and who must copy the dealer."""

from __future__ import annotations

from typing import Final

from paiyan.engine.laid import WINDS
from paiyan.engine.rules.beijing.options import BeijingOptions
from paiyan.engine.tiles import Tile

WALL_AFTER_DEAL: Final = 136 - 4 * 13 - 1
"""83 tiles: 13 for each seat and a fourteenth for the dealer are dealt."""
TILES_IN_STACK: Final = 2


def dead_stacks(kongs: int, options: BeijingOptions) -> int:
    """砘 at the end of the wall that are not drawn: 7, with two kongs 8, counted before the replacements."""
    more = kongs // 2 if options.dead_wall_growth == "per_two_kongs" else max(kongs - 1, 0)
    return options.dead_wall_stacks + more


def draws_left(drawn: int, kongs: int, options: BeijingOptions) -> int:
    """Tiles still to be drawn from the front after ``drawn`` such draws; replacements come out of the dead stacks."""
    return max(0, WALL_AFTER_DEAL - TILES_IN_STACK * dead_stacks(kongs, options) - drawn)


def is_haidi(drawn: int, kongs: int, options: BeijingOptions) -> bool:
    """Whether the next tile drawn is the 海底牌, the last before the hand is drawn."""
    return draws_left(drawn, kongs, options) == 1


def must_copy(first_discard: Tile) -> bool:
    """Whether the others must discard the tile of the dealer's first discard if they have it (烧庄, b)."""
    return first_discard.index in WINDS
