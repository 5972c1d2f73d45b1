"""What the tiles of one suit can be read as, for every way to hold them, in tables by their number in base five."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.engine.shapes import WaitShape, run_shape

POWERS: Final = 5 ** np.arange(9)
"""What one tile of each rank adds to the number of its suit."""
SIZE: Final = 5**9

PLAIN: Final = 1
"""There is a reading without a triplet."""
TRIPLET: Final = 2
"""There is a reading with a triplet."""
TRIPLETS_ONLY: Final = 4
"""There is a reading without a run."""
PAIR: Final = 8
"""The readings hold the pair."""
READABLE: Final = PLAIN | TRIPLET

AS_PAIR: Final = 1
AS_MIDDLE: Final = 2
AS_EDGE: Final = 4
AS_OTHER: Final = 8
"""What the winning tile completes."""
_BITS: Final = {WaitShape.PAIR: AS_PAIR, WaitShape.MIDDLE: AS_MIDDLE, WaitShape.EDGE: AS_EDGE}

# Seven runs, then nine triplets, then the pairs.
_SETS: Final = np.array(
    [[int(low <= rank <= low + 2) for rank in range(9)] for low in range(7)]
    + [[3 * int(rank == kind) for rank in range(9)] for kind in range(9)],
    dtype=np.uint8,
)
_COMPLETED: Final = np.array(
    [
        [_BITS.get(run_shape(low, rank - low), AS_OTHER) if low <= rank <= low + 2 else 0 for rank in range(9)]
        for low in range(7)
    ]
    + [[AS_OTHER * int(rank == kind) for rank in range(9)] for kind in range(9)],
    dtype=np.uint8,
)
"""What a tile completes in each set."""
_RUNS: Final = 7
_NO_PAIR: Final = 9

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class SuitTables:
    """Tables over the tiles of a suit.

    ``read``: flags of the readings, 0 if there is none. ``complete``: row of ``shapes`` for the readable ones, by the
    rank that came last; the low half of a byte is of readings without a triplet, the high half of those with one.
    ``waiting``: row of ``waits``, four masks of ranks that make the tiles readable: without and with a triplet, and the
    same where the rank can complete the pair. Row 0 is empty.
    """

    read: U8
    complete: U16
    shapes: U8
    waiting: NDArray[np.int32]
    waits: U16


@dataclass(frozen=True, slots=True)
class _Readings:
    """All readings of up to four sets and a pair of a suit; a rank may be there five times."""

    counts: U8
    """(R, 9)."""
    triplet: NDArray[np.bool_]
    runs: NDArray[np.bool_]
    pair: NDArray[np.int64]
    completed: U8
    """(R, 9): what a tile of the rank may have completed."""


@cache
def suit_tables() -> SuitTables:
    """The tables, made when first asked for (a fraction of a second)."""
    readings = _all_readings()
    held = (readings.counts <= 4).all(axis=1)
    numbers = readings.counts @ POWERS
    read = np.zeros(SIZE, np.uint8)
    flags = np.where(readings.triplet, TRIPLET, PLAIN) | np.where(readings.runs, 0, TRIPLETS_ONLY)
    flags |= np.where(readings.pair == _NO_PAIR, 0, PAIR)
    np.bitwise_or.at(read, numbers[held], flags[held].astype(np.uint8))

    readable, rows = np.unique(numbers[held], return_inverse=True)
    complete = np.zeros(SIZE, np.uint16)
    complete[readable] = np.arange(1, len(readable) + 1)
    shapes = np.zeros((len(readable) + 1, 9), np.uint8)
    sides = readings.completed << np.where(readings.triplet, 4, 0)[:, None].astype(np.uint8)
    np.bitwise_or.at(shapes, rows + 1, sides[held])
    return SuitTables(read, complete, shapes, *_waits(readings, numbers))


def _waits(readings: _Readings, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int32], U16]:
    """The tables of tiles one short of readable ones."""
    found: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]] = []
    for rank in range(9):
        less = readings.counts.copy()
        present = less[:, rank] > 0
        less[present, rank] -= 1
        usable = present & (less <= 4).all(axis=1)
        before = numbers[usable] - POWERS[rank]
        found.append((before, readings.triplet[usable].astype(np.int64), readings.pair[usable], rank))
    waiting = np.zeros(SIZE, np.int32)
    known = np.unique(np.concatenate([before for before, *_ in found]))
    waiting[known] = np.arange(1, len(known) + 1)
    waits = np.zeros((len(known) + 1, 4), np.uint16)
    for before, triplet, pair, rank in found:
        np.bitwise_or.at(waits, (waiting[before], triplet), np.uint16(1 << rank))
        paired = pair == rank
        np.bitwise_or.at(waits, (waiting[before[paired]], triplet[paired] + 2), np.uint16(1 << rank))
    return waiting, waits


def _all_readings() -> _Readings:
    parts = [_readings_of(number) for number in range(5)]
    counts, triplet, runs, pair, completed = (np.concatenate(column) for column in zip(*parts, strict=True))
    possible = ((counts <= 5).all(axis=1)) & ((counts == 5).sum(axis=1) <= 1)
    return _Readings(counts[possible], triplet[possible], runs[possible], pair[possible], completed[possible])


def _readings_of(number: int) -> tuple[U8, NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64], U8]:
    """The readings of ``number`` sets, each without and with every pair."""
    several = list(combinations_with_replacement(range(len(_SETS)), number))
    chosen = np.array(several, dtype=np.int64).reshape(len(several), number).repeat(10, axis=0)
    pair = np.tile(np.arange(10), len(chosen) // 10)
    paired = np.eye(10, 9, dtype=np.uint8)[pair]
    counts = _SETS[chosen].sum(axis=1, dtype=np.uint8) + 2 * paired
    completed = np.bitwise_or.reduce(_COMPLETED[chosen], axis=1) | AS_PAIR * paired
    triplet: NDArray[np.bool_] = np.any(chosen >= _RUNS, axis=1)
    runs: NDArray[np.bool_] = np.any(chosen < _RUNS, axis=1)
    return counts, triplet, runs, pair, completed.astype(np.uint8)
