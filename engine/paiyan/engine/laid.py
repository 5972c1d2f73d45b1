"""Fourteen tiles laid out as a winning hand, melds included: what 北京, 广东鸡平和 and the fragments score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from paiyan.engine.distance import tiles_away
from paiyan.engine.hand import KINDS, Hand, Meld, MeldKind
from paiyan.engine.shapes import (
    HONOURS,
    NUMBER_SUITS,
    PairsReading,
    SetsReading,
    WaitShape,
    completing_kinds,
    pairs_reading,
    sets_readings,
    wait_shapes,
)
from paiyan.engine.tiles import Tile, format_tiles

WINDS: Final = tuple(range(27, 31))
DRAGONS: Final = tuple(range(31, 34))
TERMINALS: Final = tuple(base + rank for base in NUMBER_SUITS for rank in (0, 8))
"""幺九: the ones and nines."""
ORPHANS: Final = frozenset((*TERMINALS, *WINDS, *DRAGONS))
"""The thirteen kinds of 十三幺."""


class Shape(StrEnum):
    """The shapes that win; the values name the texts of the condition ``complete``."""

    SETS = "sets"
    PAIRS = "qidui"
    ORPHANS = "orphans"


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A win laid out one way. Tiles are indices 0–33; ``total`` counts all of them, kongs with four.

    ``reading`` are the concealed tiles with the winning one; None where the fourteen are 十三幺.
    """

    melds: tuple[Meld, ...]
    win: int
    total: tuple[int, ...]
    reading: SetsReading | PairsReading | None

    @property
    def shape(self) -> Shape:
        """Which of the winning shapes it is."""
        if self.reading is None:
            return Shape.ORPHANS
        return Shape.PAIRS if isinstance(self.reading, PairsReading) else Shape.SETS

    @property
    def chows(self) -> tuple[int, ...]:
        """Lowest tile of each run, melds first."""
        own = self.reading.chows if isinstance(self.reading, SetsReading) else ()
        return (*(meld.first.index for meld in self.melds if meld.kind is MeldKind.CHI), *own)

    @property
    def triplets(self) -> tuple[int, ...]:
        """Tile of each triplet and kong, melds first."""
        own = self.reading.triplets if isinstance(self.reading, SetsReading) else ()
        return (*(meld.first.index for meld in self.melds if meld.kind is not MeldKind.CHI), *own)

    @property
    def pair(self) -> int | None:
        """The pair beside the sets."""
        return self.reading.pair if isinstance(self.reading, SetsReading) else None

    @property
    def all_chows(self) -> bool:
        """Every set is a run."""
        return self.shape is Shape.SETS and not self.triplets

    @property
    def all_triplets(self) -> bool:
        """Every set is a triplet or kong."""
        return self.shape is Shape.SETS and not self.chows

    @property
    def suits(self) -> tuple[int, ...]:
        """First tile of each number suit that is there."""
        return tuple(base for base in NUMBER_SUITS if any(self.total[base : base + 9]))

    @property
    def honours(self) -> bool:
        """Whether there are winds or dragons."""
        return any(self.total[HONOURS:])

    @property
    def wait_shapes(self) -> list[WaitShape]:
        """What the winning tile may have completed."""
        if isinstance(self.reading, SetsReading):
            return wait_shapes(self.reading, self.win)
        return [WaitShape.PAIR] if isinstance(self.reading, PairsReading) else []

    @property
    def groups(self) -> list[tuple[Tile, ...]]:
        """The tiles set by set: melds as they lie, then runs, triplets and the pair or pairs."""
        if self.reading is None:
            return [tuple(self.tiles_of(ORPHANS))]
        if isinstance(self.reading, PairsReading):
            return [_equal(kind, 2) for kind in self.reading.pairs]
        chows = [_run(kind) for kind in self.reading.chows]
        triplets = [_equal(kind, 3) for kind in self.reading.triplets]
        return [*(meld.tiles for meld in self.melds), *chows, *triplets, _equal(self.reading.pair, 2)]

    @property
    def text(self) -> str:
        """The groups in notation, for example ``555p 123m 678s 99s``."""
        return texts(self.groups)

    def tiles_of(self, kinds: Iterable[int]) -> list[Tile]:
        """All tiles of these kinds, in class order."""
        return [tile for kind in sorted(kinds) for tile in _equal(kind, self.total[kind])]

    def sets_of(self, kinds: Iterable[int]) -> list[tuple[Tile, ...]]:
        """The groups that hold any tile of these kinds."""
        wanted = set(kinds)
        return [group for group in self.groups if any(tile.index in wanted for tile in group)]


def texts(groups: Iterable[Sequence[Tile]]) -> str:
    """Groups of tiles in notation, parted by spaces."""
    return " ".join(map(format_tiles, groups))


def lay_out(hand: Hand, win: int, shapes: Iterable[Shape]) -> list[LaidHand]:
    """Every way to lay out ``hand`` with the tile ``win`` as one of ``shapes``."""
    counts = list(hand.counts)
    counts[win] += 1
    readings: list[SetsReading | PairsReading | None] = []
    if Shape.SETS in shapes:
        readings += sets_readings(counts)
    if Shape.PAIRS in shapes and not hand.melds and (pairs := pairs_reading(counts)):
        readings.append(pairs)
    if Shape.ORPHANS in shapes and not hand.melds and _is_orphans(counts):
        readings.append(None)
    total = (*hand.total[:win], hand.total[win] + 1, *hand.total[win + 1 :])
    return [LaidHand(hand.melds, win, total, reading) for reading in readings]


def winning_kinds(hand: Hand, win: int, shapes: frozenset[Shape]) -> tuple[int, ...]:
    """Kinds that complete ``hand``, ascending; those held four times left out unless ``win`` itself is one."""
    candidates = completing_kinds(hand.counts)
    if Shape.ORPHANS in shapes and _orphan_kinds(hand.counts) >= 12:
        candidates |= ORPHANS
    return tuple(
        kind for kind in sorted(candidates) if (kind == win or hand.total[kind] < 4) and lay_out(hand, kind, shapes)
    )


def tiles_missing(hand: Hand, win: int, shapes: frozenset[Shape]) -> int:
    """Least number of tiles to exchange until the fourteen have one of ``shapes``."""
    counts = list(hand.counts)
    counts[win] += 1
    away = tiles_away(counts, len(hand.melds), seven_pairs=Shape.PAIRS in shapes)
    if Shape.ORPHANS in shapes and not hand.melds:
        pair = any(counts[kind] > 1 for kind in ORPHANS)
        away = min(away, 14 - _orphan_kinds(counts) - pair)
    return away


def _orphan_kinds(counts: Sequence[int]) -> int:
    return sum(counts[kind] > 0 for kind in ORPHANS)


def _is_orphans(counts: Sequence[int]) -> bool:
    return _orphan_kinds(counts) == 13 and all(kind in ORPHANS or not counts[kind] for kind in range(KINDS))


def _equal(kind: int, count: int) -> tuple[Tile, ...]:
    return (Tile.from_index(kind),) * count


def _run(kind: int) -> tuple[Tile, ...]:
    return tuple(Tile.from_index(kind + step) for step in range(3))
