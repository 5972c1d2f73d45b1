"""What a rule system's tiles are, as far as reading a photo needs to know."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from paiyan.engine.tiles import ALL_TILES, Tile


@dataclass(frozen=True, slots=True)
class TileSet:
    """The faces a rule system plays with, how many there are of each, and how many tiles a hand has before it wins."""

    name: str
    faces: frozenset[Tile]
    copies: int = 4
    hand_size: int = 13


_SUITED: Final = frozenset(tile for tile in ALL_TILES if tile.suit in "mps")
_RED: Final = frozenset({Tile.parse("7z")})
_HONOURS: Final = frozenset(tile for tile in ALL_TILES if tile.suit == "z")

TILE_SETS: Final = MappingProxyType(
    {
        "jinzhou": TileSet("jinzhou", _SUITED | _RED),
        "jinzhou_wild": TileSet("jinzhou_wild", _SUITED | _RED),
        "beijing": TileSet("beijing", _SUITED | _HONOURS),
        "guangdong_jipinghu": TileSet("guangdong_jipinghu", _SUITED | _HONOURS),
        "mcr": TileSet("mcr", _SUITED | _HONOURS),
    }
)
"""Tile sets by the name of the rule system (rules/spec.md J1, §2, §4–§6); flowers never belong to a hand."""


def tile_set(name: str | None) -> TileSet | None:
    """The tile set of a rule system, None for None; `KeyError` for a name that is not in :data:`TILE_SETS`."""
    return TILE_SETS[name] if name is not None else None
