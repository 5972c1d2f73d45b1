"""Other programs' names of the tiles: Unicode characters, Tenhou text and ids, PyMahjongGB codes.

Every table goes by the name of the face. Orders differ between programs (Unicode has bamboo before circles
and the red dragon first), so nothing here converts an index to an index.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from paiyan.engine.tiles import ALL_TILES, NotationError, Tile, format_tiles, parse_tiles

_NUMBERS: Final = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
_SUIT_NAMES: Final = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOOS"}
_SINGLE_NAMES: Final = {
    "1z": "EAST WIND",
    "2z": "SOUTH WIND",
    "3z": "WEST WIND",
    "4z": "NORTH WIND",
    "5z": "WHITE DRAGON",
    "6z": "GREEN DRAGON",
    "7z": "RED DRAGON",
    "f1": "PLUM",
    "f2": "ORCHID",
    "f3": "BAMBOO",
    "f4": "CHRYSANTHEMUM",
    "g1": "SPRING",
    "g2": "SUMMER",
    "g3": "AUTUMN",
    "g4": "WINTER",
}
_GB_SUITS: Final = {"m": "W", "p": "B", "s": "T"}
_GB_HONOURS: Final = {"1z": "F1", "2z": "F2", "3z": "F3", "4z": "F4", "7z": "J1", "6z": "J2", "5z": "J3"}
_TENHOU_ORDER: Final = tuple(tile for suit in "mpsz" for tile in ALL_TILES if tile.suit == suit)


def _unicode_name(tile: Tile) -> str:
    if tile.suit in _SUIT_NAMES:
        return f"{_NUMBERS[tile.rank - 1]} OF {_SUIT_NAMES[tile.suit]}"
    return _SINGLE_NAMES[tile.code]


_TO_UNICODE: Final = {tile: unicodedata.lookup(f"MAHJONG TILE {_unicode_name(tile)}") for tile in ALL_TILES}
_FROM_UNICODE: Final = {char: tile for tile, char in _TO_UNICODE.items()}
_TO_GB: Final = {
    tile: f"{_GB_SUITS[tile.suit]}{tile.rank}" if tile.suit in _GB_SUITS else _GB_HONOURS[tile.code]
    for tile in _TENHOU_ORDER
}
_FROM_GB: Final = {code: tile for tile, code in _TO_GB.items()}


def to_unicode(tiles: Iterable[Tile]) -> str:
    """The characters of the faces in the Unicode block Mahjong Tiles."""
    return "".join(_TO_UNICODE[tile] for tile in tiles)


def from_unicode(text: str) -> tuple[Tile, ...]:
    """Tiles of a text of such characters; spaces and variation selectors are skipped, others are a NotationError."""
    tiles: list[Tile] = []
    for char in text:
        if char.isspace() or char in "\ufe0e\ufe0f":
            continue
        if char not in _FROM_UNICODE:
            raise NotationError(char)
        tiles.append(_FROM_UNICODE[char])
    return tuple(tiles)


def to_tenhou(tiles: Iterable[Tile]) -> str:
    """Tenhou text of ``tiles``, without red fives; flowers and seasons are a NotationError."""
    listed = tuple(tiles)
    for tile in listed:
        if tile not in _TO_GB:
            raise NotationError(tile.code)
    return format_tiles(listed)


def from_tenhou(text: str) -> tuple[Tile, ...]:
    """Tiles of a Tenhou text; ``0`` is a red five and reads as the five of its suit."""
    tiles = parse_tiles(text.replace("0", "5"))
    for tile in tiles:
        if tile not in _TO_GB:
            raise NotationError(tile.code)
    return tiles


def from_tenhou_id(number: int) -> Tile:
    """The face of one of Tenhou's 136 tile ids, four to a face."""
    if not 0 <= number < 4 * len(_TENHOU_ORDER):
        raise NotationError(str(number))
    return _TENHOU_ORDER[number // 4]


def to_gb(tile: Tile) -> str:
    """The code of PyMahjongGB: W 万, T 条, B 饼, F 风, J1 中, J2 发, J3 白; flowers are a NotationError."""
    try:
        return _TO_GB[tile]
    except KeyError:
        raise NotationError(tile.code) from None


def from_gb(code: str) -> Tile:
    """The tile PyMahjongGB calls ``code``."""
    try:
        return _FROM_GB[code]
    except KeyError:
        raise NotationError(code) from None
