"""What a rule system's tiles are, as far as reading a photo needs to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from paiyan.engine.rules import RULESETS, find_ruleset
from paiyan.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class TileSet:
    """The faces of the hands of a rule system, how many there are of each, and how many tiles a hand has before it
    wins. Flowers never belong to a hand."""

    name: str
    faces: frozenset[Tile]
    copies: int = 4
    hand_size: int = 13


TILE_SETS: Final = RULESETS
"""The rule systems whose tiles are known: all there are."""


def tile_set(name: str | None) -> TileSet | None:
    """The tile set of a rule system, None for None; `KeyError` for a name that is not in :data:`TILE_SETS`."""
    if name is None:
        return None
    if name not in TILE_SETS:
        raise KeyError(name)
    return TileSet(name, frozenset(Tile.from_index(index) for index in find_ruleset(name).kinds))
