"""Winning shapes: all ways to read concealed tiles as sets and a pair, or as seven pairs.

Works on 34 counts. What the tiles of one suit can be read as comes from a table (:mod:`~paiyan.engine.suits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final

from paiyan.engine.suits import (
    NO_PAIR,
    TILE,
    SuitReading,
    SuitReadings,
    SuitTable,
    honours,
    number_suits,
    suit_number,
)

NUMBER_SUITS: Final = (0, 9, 18)
"""Index of the first tile of 万, 饼 and 条."""
HONOURS: Final = 27
"""Index of the first honour."""


@dataclass(frozen=True, slots=True)
class SetsReading:
    """Concealed tiles as sets and a pair: indices of the lowest tile of each run, of triplets and of the pair."""

    chows: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int


@dataclass(frozen=True, slots=True)
class PairsReading:
    """Fourteen tiles as seven pairs; four equal tiles are two pairs of the same index."""

    pairs: tuple[int, ...]

    @property
    def quads(self) -> int:
        """How many kinds appear four times; with 会 there may be more of one."""
        return sum(self.pairs.count(kind) >= 2 for kind in set(self.pairs))


Reading = SetsReading | PairsReading


class WaitShape(StrEnum):
    """What the winning tile completes, seen in one reading."""

    MIDDLE = "middle"
    """夹: the middle of a run (46→5)."""
    EDGE = "edge"
    """边: 12→3 or 89→7."""
    PAIR = "pair"
    """单粘: the pair."""
    TRIPLET = "triplet"
    """对倒: a triplet."""
    TWO_SIDED = "two_sided"
    """Either end of a run."""


_RUN_SHAPES: Final = tuple(
    (
        WaitShape.EDGE if lowest == 6 else WaitShape.TWO_SIDED,
        WaitShape.MIDDLE,
        WaitShape.EDGE if lowest == 0 else WaitShape.TWO_SIDED,
    )
    for lowest in range(7)
)
"""What each tile of a run completes, by the rank of the lowest."""
Parts = tuple[int, ...]
"""The tiles of 万, 饼, 条 and of the honours, each as the number of a suit (:mod:`~paiyan.engine.suits`)."""
PartReadings = tuple[SuitReadings | None, ...]
"""What each part can be read as, None where it cannot."""
_BASES: Final = (*NUMBER_SUITS, HONOURS)


def split(counts: Sequence[int]) -> Parts:
    """The parts of concealed tiles."""
    return (
        suit_number(counts[:9]),
        suit_number(counts[9:18]),
        suit_number(counts[18:27]),
        suit_number(counts[HONOURS:]),
    )


def with_tile(parts: Parts, kind: int) -> Parts:
    """The parts with another tile of ``kind``."""
    place, rank = divmod(kind, 9)
    return (*parts[:place], parts[place] + TILE[rank], *parts[place + 1 :])


@cache
def tables() -> tuple[SuitTable, ...]:
    """The table of each part."""
    suits = number_suits()
    return suits, suits, suits, honours()


def read_parts(parts: Parts) -> PartReadings:
    """The readings of each part by itself."""
    suits = number_suits()
    return suits.get(parts[0]), suits.get(parts[1]), suits.get(parts[2]), honours().get(parts[3])


def sets_readings(counts: Sequence[int]) -> list[SetsReading]:
    """Every reading of 3n+2 concealed tiles as n sets and a pair; empty if there is none."""
    return readings_of(split(counts))


def readings_of(parts: Parts) -> list[SetsReading]:
    """The same of tiles that are split already."""
    options: list[tuple[SuitReading, ...]] = []
    pairs = 0
    for part in read_parts(parts):
        if part is None:
            return []
        options.append(part.readings)
        pairs += part.paired
    return [_together(readings) for readings in product(*options)] if pairs == 1 else []


def _together(readings: Iterable[SuitReading]) -> SetsReading:
    """The reading of the whole tiles, given that of each part."""
    chows: list[int] = []
    triplets: list[int] = []
    pair = NO_PAIR
    for base, one in zip(_BASES, readings, strict=True):
        for rank in one.chows:
            chows.append(base + rank)
        for rank in one.triplets:
            triplets.append(base + rank)
        if one.pair != NO_PAIR:
            pair = base + one.pair
    return SetsReading(tuple(chows), tuple(triplets), pair)


def pairs_reading(counts: Sequence[int]) -> PairsReading | None:
    """Fourteen concealed tiles as seven pairs, if they are."""
    if 1 in counts or 3 in counts or sum(counts) != 14:
        return None
    return PairsReading(tuple([index for index, count in enumerate(counts) for _ in range(count // 2)]))


def completing_kinds(counts: Sequence[int], parts: Parts | None = None) -> set[int]:
    """Kinds that turn 3n+1 concealed tiles into n sets and a pair, or thirteen into seven pairs.

    ``parts``: the tiles split, where that is done already. Copies are not counted here: a kind held four times may be
    among them.
    """
    parts = parts or split(counts)
    read = read_parts(parts)
    unread = read.count(None)
    pairs = sum([part.paired for part in read if part])
    # The tile goes to a part beside which all others are readable, and no more than one of them holds a pair.
    found = {
        9 * place + rank
        for place, part in enumerate(read)
        if unread == (part is None) and pairs - (part is not None and part.paired) <= 1
        for rank in part_completions(parts, place)
    }
    if (odd := seventh_pair(counts)) is not None:
        found.add(odd)
    return found


def part_completions(parts: Parts, place: int) -> list[int]:
    """Ranks of the part at ``place`` that make it readable by itself."""
    number, table = parts[place], tables()[place]
    return [rank for rank, tile in enumerate(TILE) if number + tile in table]


def seventh_pair(counts: Sequence[int]) -> int | None:
    """The kind that makes seven pairs of thirteen concealed tiles, if one does."""
    if counts.count(1) + counts.count(3) != 1 or sum(counts) != 13:
        return None
    return counts.index(1) if 1 in counts else counts.index(3)


def is_only_completion(counts: Sequence[int], kind: int, parts: Parts | None = None) -> bool:
    """Whether ``kind``, which completes 3n+1 concealed tiles, is the only one that does (see completing_kinds)."""
    parts = parts or split(counts)
    place = kind // 9
    if len(part_completions(parts, place)) != 1:
        return False
    # Its suit may be complete without it, with a pair; then the suit of the other pair may take a tile.
    if parts[place] in tables()[place]:
        return len(completing_kinds(counts, parts)) == 1
    return seventh_pair(counts) in (None, kind)


def wait_shapes(reading: SetsReading | SuitReading, win: int) -> list[WaitShape]:
    """What the concealed tile ``win`` (its rank in the reading of a suit) may have completed, without repeats."""
    shapes: list[WaitShape] = []
    if reading.pair == win:
        shapes.append(WaitShape.PAIR)
    if win in reading.triplets:
        shapes.append(WaitShape.TRIPLET)
    for chow in reading.chows:
        place = win - chow
        if 0 <= place <= 2:
            shape = _RUN_SHAPES[chow % 9][place]
            if shape not in shapes:
                shapes.append(shape)
    return shapes


def run_shape(lowest: int, place: int) -> WaitShape:
    """What the tile at ``place`` (0–2) of a run completes; ``lowest`` is the rank, from 0, of the run's first tile."""
    return _RUN_SHAPES[lowest][place]
