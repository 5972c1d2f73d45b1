"""Winning shapes: all ways to read concealed tiles as sets and a pair, or as seven pairs.

Works on 34 counts. The decomposition of each suit is remembered by its nine counts; no whole hand is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

NUMBER_SUITS: Final = (0, 9, 18)
"""Index of the first tile of 万, 饼 and 条."""
HONOURS: Final = 27
"""Index of the first honour."""
_GROUPS: Final = (*NUMBER_SUITS, HONOURS)
_NO_PAIR: Final = -1


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


_SuitReading = tuple[tuple[int, ...], tuple[int, ...], int]
"""Runs, triplets and pair."""
_EMPTY: Final[tuple[_SuitReading, ...]] = (((), (), _NO_PAIR),)


@lru_cache(maxsize=1 << 15)
def _suit_readings(counts: tuple[int, ...]) -> tuple[_SuitReading, ...]:
    """All (runs, triplets, pair) of one number suit; pair -1 when the number of tiles leaves none."""
    tiles = sum(counts)
    if tiles == 0:
        return _EMPTY
    if tiles % 3 == 1:
        return ()
    lowest = next(rank for rank, count in enumerate(counts) if count)
    found: list[_SuitReading] = []
    if counts[lowest] >= 2 and tiles % 3 == 2:
        rest = _less(counts, lowest, lowest)
        found += [(chows, triplets, lowest) for chows, triplets, _ in _suit_readings(rest)]
    if counts[lowest] >= 3:
        rest = _less(counts, lowest, lowest, lowest)
        found += [(chows, (lowest, *triplets), pair) for chows, triplets, pair in _suit_readings(rest)]
    if lowest <= 6 and counts[lowest + 1] and counts[lowest + 2]:
        rest = _less(counts, lowest, lowest + 1, lowest + 2)
        found += [((lowest, *chows), triplets, pair) for chows, triplets, pair in _suit_readings(rest)]
    # Sets of one lowest tile are found in every order.
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1 << 12)
def _honour_readings(counts: tuple[int, ...]) -> tuple[_SuitReading, ...]:
    """The reading of the honours if there is one; they form no runs."""
    pairs = [rank for rank, count in enumerate(counts) if count % 3 == 2]
    if len(pairs) > 1 or any(count % 3 == 1 for count in counts):
        return ()
    triplets = tuple(rank for rank, count in enumerate(counts) for _ in range(count // 3))
    return (((), triplets, pairs[0] if pairs else _NO_PAIR),)


def _less(counts: tuple[int, ...], *ranks: int) -> tuple[int, ...]:
    rest = list(counts)
    for rank in ranks:
        rest[rank] -= 1
    return tuple(rest)


def _more(counts: tuple[int, ...], rank: int) -> tuple[int, ...]:
    return (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])


@lru_cache(maxsize=1 << 15)
def _suit_completions(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks that make the counts of one number suit readable."""
    return tuple(rank for rank in range(9) if _suit_readings(_more(counts, rank)))


@lru_cache(maxsize=1 << 12)
def _honour_completions(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks that make the counts of the honours readable."""
    return tuple(rank for rank in range(7) if _honour_readings(_more(counts, rank)))


class _Part(NamedTuple):
    """One suit or the honours of a hand, by kinds of the whole hand.

    ``over``: tiles over a multiple of three. ``completions``: kinds that make it readable.
    """

    readings: tuple[_SuitReading, ...]
    over: int
    completions: tuple[int, ...]


@lru_cache(maxsize=1 << 16)
def _part(base: int, counts: tuple[int, ...]) -> _Part:
    """The tiles of the suit, or the honours, of which ``base`` is the first kind."""
    honours = base == HONOURS
    readings = _honour_readings(counts) if honours else _suit_readings(counts)
    ranks = _honour_completions(counts) if honours else _suit_completions(counts)
    placed = tuple(
        (
            tuple([base + rank for rank in chows]),
            tuple([base + rank for rank in triplets]),
            pair if pair == _NO_PAIR else base + pair,
        )
        for chows, triplets, pair in readings
    )
    return _Part(placed if any(counts) else _EMPTY, sum(counts) % 3, tuple([base + rank for rank in ranks]))


def sets_readings(counts: Sequence[int]) -> list[SetsReading]:
    """Every reading of 3n+2 concealed tiles as n sets and a pair; empty if there is none."""
    counts = tuple(counts)
    readings: tuple[_SuitReading, ...] = _EMPTY
    for base in _GROUPS:
        options = _part(base, counts[base : base + 9]).readings
        if not options:
            return []
        if options is _EMPTY:
            continue
        if readings is _EMPTY:
            readings = options
        elif options[0][2] != _NO_PAIR and readings[0][2] != _NO_PAIR:
            # A pair in two groups leaves tiles over in none, but makes no hand.
            return []
        else:
            readings = tuple([_joined(reading, option) for reading in readings for option in options])
    if readings[0][2] == _NO_PAIR:
        return []
    return [SetsReading(*reading) for reading in readings]


def _joined(reading: _SuitReading, option: _SuitReading) -> _SuitReading:
    return reading[0] + option[0], reading[1] + option[1], max(reading[2], option[2])


def pairs_reading(counts: Sequence[int]) -> PairsReading | None:
    """Fourteen concealed tiles as seven pairs, if they are."""
    if 1 in counts or 3 in counts or sum(counts) != 14:
        return None
    return PairsReading(tuple([index for index, count in enumerate(counts) for _ in range(count // 2)]))


def completing_kinds(counts: Sequence[int]) -> set[int]:
    """Kinds that turn 3n+1 concealed tiles into n sets and a pair, or thirteen into seven pairs.

    Copies are not counted here: a kind held four times may be among them.
    """
    counts = tuple(counts)
    parts = [_part(base, counts[base : base + 9]) for base in _GROUPS]
    unread = [part for part in parts if not part.readings]
    paired = [part.over for part in parts].count(2)
    found: set[int] = set()
    # The tile goes to a part beside which all others are readable, and no more than one of them holds a pair.
    if len(unread) <= 1:
        for part in unread or parts:
            if paired - (part.over == 2) <= 1:
                found.update(part.completions)
    if counts.count(1) + counts.count(3) == 1 and sum(counts) == 13:
        found.add(counts.index(1) if 1 in counts else counts.index(3))
    return found


def is_only_completion(counts: Sequence[int], kind: int) -> bool:
    """Whether ``kind``, which completes 3n+1 concealed tiles, is the only one that does (see completing_kinds)."""
    base = HONOURS if kind >= HONOURS else kind - kind % 9
    part = _part(base, tuple(counts[base : base + 9]))
    if len(part.completions) != 1:
        return False
    # Its suit may be complete without it, with a pair; then the suit of the other pair may take a tile.
    if part.over == 2 and part.readings:
        return len(completing_kinds(counts)) == 1
    if sum(counts) != 13:
        return True
    odd = [index for index, count in enumerate(counts) if count % 2]
    return len(odd) != 1 or odd == [kind]


def wait_shapes(reading: SetsReading, win: int) -> list[WaitShape]:
    """What the concealed tile ``win`` may have completed in ``reading``, without repeats."""
    shapes: list[WaitShape] = []
    if reading.pair == win:
        shapes.append(WaitShape.PAIR)
    if win in reading.triplets:
        shapes.append(WaitShape.TRIPLET)
    for chow in reading.chows:
        place = win - chow
        if 0 <= place <= 2:
            shape = run_shape(chow % 9, place)
            if shape not in shapes:
                shapes.append(shape)
    return shapes


def run_shape(lowest: int, place: int) -> WaitShape:
    """What the tile at ``place`` (0–2) of a run completes; ``lowest`` is the rank, from 0, of the run's first tile."""
    if place == 1:
        return WaitShape.MIDDLE
    edge = (place == 2 and lowest == 0) or (place == 0 and lowest == 6)
    return WaitShape.EDGE if edge else WaitShape.TWO_SIDED
