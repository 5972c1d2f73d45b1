"""A player's hand: concealed tiles and melds, checked when made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from paiyan.engine.errors import InputError
from paiyan.engine.shapes import Parts, split
from paiyan.engine.tiles import ALL_TILES, Tile, format_tiles

KINDS: Final = 34
"""Number of faces a hand can hold: the three suits and the honours, without flowers and seasons."""


class MeldKind(StrEnum):
    """How a meld was made; the values are the names used in cases (rules/spec.md J3–J5)."""

    CHI = "chi"
    PENG = "peng"
    DA = "minggang_da"
    ZHUA = "minggang_zhua"
    AN = "angang"

    @property
    def is_kong(self) -> bool:
        """Four tiles rather than three."""
        return self in _KONGS

    @property
    def opens(self) -> bool:
        """Whether it makes its owner 开门; a concealed kong does not (rules/spec.md J6)."""
        return self is not MeldKind.AN


_KONGS: Final = frozenset({MeldKind.DA, MeldKind.ZHUA, MeldKind.AN})
_RUNS: Final = tuple(
    ALL_TILES[tile.index : tile.index + 3] if tile.suit in "mps" and tile.rank <= 7 else () for tile in ALL_TILES
)
_TRIPLETS: Final = tuple((tile,) * 3 for tile in ALL_TILES)
_QUADS: Final = tuple((tile,) * 4 for tile in ALL_TILES)
RUN_TEXTS: Final = tuple(map(format_tiles, _RUNS))
"""Notation of the run that begins with each face, empty where there is none; so too of the sets below."""
TRIPLET_TEXTS: Final = tuple(map(format_tiles, _TRIPLETS))
_TILES_OF: Final = {MeldKind.CHI: _RUNS, MeldKind.PENG: _TRIPLETS} | dict.fromkeys(_KONGS, _QUADS)
_TEXTS_OF: Final = {kind: tuple(map(format_tiles, tiles)) for kind, tiles in _TILES_OF.items()}
"""Tiles and notation of each kind of meld, by its first face."""


@dataclass(frozen=True, slots=True)
class Meld:
    """Three or four tiles set apart; ``first`` is the lowest, ``source`` the seat of the claimed tile if known.

    ``laid`` are the tiles as they lie if they differ from what the meld counts as: a kong of three, a 会 among them.
    """

    kind: MeldKind
    first: Tile
    source: int | None = None
    laid: tuple[Tile, ...] | None = None

    @classmethod
    def of(cls, kind: MeldKind, tiles: Sequence[Tile], source: int | None = None) -> Meld:
        """The meld of ``tiles`` in any order; :class:`InputError` ``bad_meld_tiles`` if they are not one."""
        ordered = sorted(tiles)
        if not ordered or (meld := cls(kind, ordered[0], source)).tiles != tuple(ordered):
            raise InputError("bad_meld_tiles", "tiles", type=str(kind), tiles=format_tiles(tiles))
        return meld

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles as they lie."""
        return self.counts_as if self.laid is None else self.laid

    @property
    def counts_as(self) -> tuple[Tile, ...]:
        """The tiles it stands for, lowest first; empty for a run that would leave its suit."""
        return _TILES_OF[self.kind][self.first.index]

    @property
    def text(self) -> str:
        """The tiles in notation, ``456p`` or ``7777z``."""
        if self.laid is not None:
            return format_tiles(self.laid)
        return _TEXTS_OF[self.kind][self.first.index]


@dataclass(frozen=True, slots=True)
class Hand:
    """The 13 tiles before the winning tile: ``concealed`` (13 - 3 per meld) and ``melds``.

    ``counts`` and ``total`` count each of the 34 faces in the concealed part and in the whole hand.
    Raises :class:`InputError` for a wrong number of tiles or more than four of a kind.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    counts: tuple[int, ...] = field(init=False, compare=False, repr=False)
    total: tuple[int, ...] = field(init=False, compare=False, repr=False)
    _parts: Parts | None = field(init=False, compare=False, repr=False, default=None)

    def __post_init__(self) -> None:
        if len(self.melds) > 4:
            raise InputError("too_many_melds", "melds", count=len(self.melds))
        expected = 13 - 3 * len(self.melds)
        if len(self.concealed) != expected:
            raise InputError(
                "wrong_hand_size", "hand", expected=expected, count=len(self.concealed), melds=len(self.melds)
            )
        counts = count_tiles(self.concealed)
        concealed = tuple(counts)
        total = counts
        for meld in self.melds:
            for tile in meld.tiles:
                total[tile.index] += 1
        object.__setattr__(self, "counts", concealed)
        object.__setattr__(self, "total", tuple(total) if self.melds else concealed)
        if max(total) > 4:
            index = next(index for index, count in enumerate(total) if count > 4)
            raise InputError("too_many_copies", "hand", tile=Tile.from_index(index).code, count=total[index])

    @property
    def is_open(self) -> bool:
        """开门: has 吃, 碰 or 明杠 (rules/spec.md J6)."""
        return any(meld.kind.opens for meld in self.melds)

    @property
    def parts(self) -> Parts:
        """The concealed tiles split into suits and honours."""
        parts = self._parts
        if parts is None:
            parts = split(self.counts)
            object.__setattr__(self, "_parts", parts)
        return parts

    @property
    def has_chi(self) -> bool:
        """Whether a run is set apart."""
        return MeldKind.CHI in [meld.kind for meld in self.melds]

    @property
    def has_triplet(self) -> bool:
        """Whether a triplet or kong is set apart."""
        return bool([meld for meld in self.melds if meld.kind is not MeldKind.CHI])


def one_more(counts: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """The counts with another tile of ``kind``."""
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def count_tiles(tiles: Iterable[Tile]) -> list[int]:
    """How many of each of the 34 faces; flowers and seasons raise :class:`InputError`."""
    counts = [0] * KINDS
    for tile in tiles:
        try:
            counts[tile.index] += 1
        except IndexError:
            raise InputError("tile_not_in_ruleset", "hand", tile=tile.code) from None
    return counts
