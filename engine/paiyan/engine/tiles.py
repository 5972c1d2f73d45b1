"""The 42 tile faces and their MPSZ notation.

A tile knows its suit and rank and nothing else: not how it looks, not which rules use it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_SUITS: Final = (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 4), ("g", 4))

TILE_CODES: Final[tuple[str, ...]] = tuple(
    f"{suit}{rank}" if suit in "fg" else f"{rank}{suit}" for suit, ranks in _SUITS for rank in range(1, ranks + 1)
)
"""Codes of all faces in class order: ``1m``…``9m 1p``…``9p 1s``…``9s 1z``…``7z f1``…``f4 g1``…``g4``."""

_SUIT_OF: Final = tuple(suit for suit, ranks in _SUITS for _ in range(ranks))
_RANK_OF: Final = tuple(rank for _, ranks in _SUITS for rank in range(1, ranks + 1))


class NotationError(ValueError):
    """A text that is not tile notation; ``text`` is the part that could not be read."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not a tile: {text!r}")
        self.text = text


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One face: ``index`` is its place in :data:`TILE_CODES` (0–41).

    Get tiles by :meth:`parse` or :meth:`from_index`; equal faces compare equal and sort in class order.
    """

    index: int

    def __post_init__(self) -> None:
        if not 0 <= self.index < len(TILE_CODES):
            raise ValueError(f"tile index {self.index} is outside 0–{len(TILE_CODES) - 1}")

    @classmethod
    def parse(cls, code: str) -> Tile:
        """The tile written ``code`` (``6m``, ``7z``, ``f1``); :class:`NotationError` otherwise."""
        try:
            return _BY_CODE[code]
        except KeyError:
            raise NotationError(code) from None

    @classmethod
    def from_index(cls, index: int) -> Tile:
        """The tile at ``index`` of the class order."""
        return ALL_TILES[index]

    @property
    def code(self) -> str:
        """Notation of this face, for example ``6m``."""
        return TILE_CODES[self.index]

    @property
    def suit(self) -> str:
        """``m`` 万, ``p`` 饼, ``s`` 条, ``z`` 字, ``f`` 花 (梅兰竹菊) or ``g`` 季 (春夏秋冬)."""
        return _SUIT_OF[self.index]

    @property
    def rank(self) -> int:
        """Number within the suit, from 1."""
        return _RANK_OF[self.index]

    def __str__(self) -> str:
        return self.code


ALL_TILES: Final[tuple[Tile, ...]] = tuple(Tile(index) for index in range(len(TILE_CODES)))
_BY_CODE: Final = {tile.code: tile for tile in ALL_TILES}


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles of an MPSZ text such as ``123m55z f1``, in the order written; spaces are ignored.

    Raises :class:`NotationError` naming the part that is not a tile.
    """
    tiles: list[Tile] = []
    digits = ""
    letter = ""
    for char in text:
        if char.isspace():
            continue
        if letter:
            tiles.append(Tile.parse(letter + char))
            letter = ""
        elif char.isascii() and char.isdigit():
            digits += char
        elif char in "fg" and not digits:
            letter = char
        elif not digits:
            raise NotationError(char)
        else:
            tiles.extend(Tile.parse(digit + char) for digit in digits)
            digits = ""
    if digits or letter:
        raise NotationError(digits or letter)
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """MPSZ text of ``tiles`` in the order given; neighbours of one suit share the letter."""
    parts: list[str] = []
    run = ""
    suit = ""
    for tile in tiles:
        code = TILE_CODES[tile.index]
        own_suit = _SUIT_OF[tile.index]
        if own_suit != suit and run:
            parts.append(run + suit)
            run = ""
        suit = own_suit
        if suit in "fg":
            parts.append(code)
        else:
            run += code[0]
    if run:
        parts.append(run + suit)
    return "".join(parts)
