"""What the tiles of one suit can be read as: a table over every way to hold up to four sets and a pair of it.

The tiles of a suit are written as one number, byte ``r`` of which counts the tiles of rank ``r``. The table is made
when first asked for (some hundredths of a second) and is complete: nothing about a hand is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

TILE: Final = tuple(1 << 8 * rank for rank in range(9))
"""What a tile of each rank adds to the number of its suit."""
NO_PAIR: Final = -1
_RUN: Final = tuple(TILE[rank] + TILE[rank + 1] + TILE[rank + 2] for rank in range(7))
_MOST_SETS: Final = 4
_MOST_COPIES: Final = 4


class SuitReading(NamedTuple):
    """Lowest ranks of the runs, ranks of the triplets, each ascending, and of the pair or :data:`NO_PAIR`."""

    chows: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int


class SuitReadings(NamedTuple):
    """All readings of the tiles of a suit. They hold the pair either all or none (``paired``).

    ``with_triplet`` and ``without_run``: whether there is such a reading among them.
    """

    readings: tuple[SuitReading, ...]
    paired: bool
    with_triplet: bool
    without_run: bool


SuitTable = Mapping[int, SuitReadings]
"""Readings of every suit that has any, by its number."""


def suit_number(counts: Sequence[int]) -> int:
    """The number of a suit of which there are so many of each rank."""
    return int.from_bytes(bytes(counts), "little")


@cache
def number_suits() -> SuitTable:
    """The table of 万, 饼 and 条, which also knows suits with a fifth tile of a rank."""
    return _table(range(9), range(7))


@cache
def honours() -> SuitTable:
    """The table of the honours, which form no runs."""
    return _table(range(7), ())


def _table(ranks: Sequence[int], runs: Sequence[int]) -> SuitTable:
    found: dict[int, list[SuitReading]] = {}
    for chows, triplets in _sets(ranks, runs):
        number = sum([_RUN[rank] for rank in chows]) + sum([3 * TILE[rank] for rank in triplets])
        for pair in (NO_PAIR, *ranks):
            held = number if pair == NO_PAIR else number + 2 * TILE[pair]
            if _can_be_held(held):
                found.setdefault(held, []).append(SuitReading(chows, triplets, pair))
    return {number: _together(readings) for number, readings in found.items()}


def _sets(ranks: Sequence[int], runs: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Runs and triplets of up to four sets."""
    for number in range(_MOST_SETS + 1):
        for triplets in combinations(ranks, number):
            for more in range(_MOST_SETS - number + 1):
                for chows in combinations_with_replacement(runs, more):
                    yield chows, triplets


def _can_be_held(number: int) -> bool:
    """Whether no rank is there more than four times, but for one that may be waited for in vain."""
    counts = number.to_bytes(9, "little")
    return max(counts) <= _MOST_COPIES + 1 and counts.count(_MOST_COPIES + 1) <= 1


def _together(readings: list[SuitReading]) -> SuitReadings:
    if len(readings) > 1:
        readings.sort(key=_lowest_first)
    with_triplet = any(one.triplets for one in readings)
    without_run = not all(one.chows for one in readings)
    return SuitReadings(tuple(readings), readings[0].pair != NO_PAIR, with_triplet, without_run)


def _lowest_first(reading: SuitReading) -> list[tuple[int, int]]:
    """The order of readings: by what the lowest tiles are in, a pair before a triplet before a run."""
    groups = [(rank, 1) for rank in reading.triplets] + [(rank, 2) for rank in reading.chows]
    return sorted([*groups, (reading.pair, 0)])
