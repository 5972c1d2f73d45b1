"""Winning shapes: all ways to read concealed tiles as sets and a pair, or as seven pairs.

Works on 34 counts. The decomposition of each suit is remembered by its nine counts; no whole hand is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

NUMBER_SUITS: Final = (0, 9, 18)
"""Index of the first tile of 万, 饼 and 条."""
HONOURS: Final = 27
"""Index of the first honour."""
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
    if sum(counts) % 3 == 0:
        return ()
    return tuple(rank for rank in range(9) if _suit_readings(_more(counts, rank)))


@lru_cache(maxsize=1 << 12)
def _honour_completions(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks that make the counts of the honours readable."""
    return tuple(rank for rank in range(7) if _honour_readings(_more(counts, rank)))


class Part:
    """One suit or the honours of a hand, by kinds of the whole hand; see :func:`split`.

    ``over``: tiles over a multiple of three.
    """

    __slots__ = ("_base", "_completions", "_counts", "_plus", "over", "readings")

    def __init__(self, base: int, counts: tuple[int, ...]) -> None:
        """``base``: the first kind of the suit, or of the honours."""
        readings = _honour_readings(counts) if base == HONOURS else _suit_readings(counts)
        self.over = sum(counts) % 3
        self.readings = tuple([_placed(base, one) for one in readings]) if any(counts) else _EMPTY
        self._base = base
        self._counts = counts
        self._plus: dict[int, Part] = {}
        self._completions: tuple[int, ...] | None = None

    @property
    def completions(self) -> tuple[int, ...]:
        """Kinds that make it readable."""
        if self._completions is None:
            honours = self._base == HONOURS
            ranks = _honour_completions(self._counts) if honours else _suit_completions(self._counts)
            self._completions = tuple([self._base + rank for rank in ranks])
        return self._completions

    def plus(self, kind: int) -> Part:
        """The part with another tile of ``kind``."""
        part = self._plus.get(kind)
        if part is None:
            part = self._plus[kind] = _part(self._base, _more(self._counts, kind - self._base))
        return part


Parts = tuple[Part, ...]
"""万, 饼, 条 and honours."""
_part: Final = lru_cache(maxsize=1 << 16)(Part)


def _placed(base: int, reading: _SuitReading) -> _SuitReading:
    chows, triplets, pair = reading
    return (
        tuple([base + rank for rank in chows]),
        tuple([base + rank for rank in triplets]),
        pair if pair == _NO_PAIR else base + pair,
    )


def split(counts: tuple[int, ...]) -> Parts:
    """The parts of concealed tiles."""
    return (_part(0, counts[:9]), _part(9, counts[9:18]), _part(18, counts[18:27]), _part(HONOURS, counts[HONOURS:]))


def with_tile(parts: Parts, kind: int) -> Parts:
    """The parts with another tile of ``kind``."""
    place = kind // 9
    return (*parts[:place], parts[place].plus(kind), *parts[place + 1 :])


def sets_readings(counts: Sequence[int]) -> list[SetsReading]:
    """Every reading of 3n+2 concealed tiles as n sets and a pair; empty if there is none."""
    return readings_of(split(tuple(counts)))


def readings_of(parts: Parts) -> list[SetsReading]:
    """The same of tiles that are split already."""
    readings: tuple[_SuitReading, ...] = _EMPTY
    for part in parts:
        options = part.readings
        if not options:
            return []
        if options is _EMPTY:
            continue
        if readings is _EMPTY:
            readings = options
        elif options[0][2] != _NO_PAIR and readings[0][2] != _NO_PAIR:
            # A pair in two parts leaves tiles over in none, but makes no hand.
            return []
        else:
            readings = tuple(
                [
                    (chows + more_chows, triplets + more_triplets, max(pair, other))
                    for chows, triplets, pair in readings
                    for more_chows, more_triplets, other in options
                ]
            )
    if readings[0][2] == _NO_PAIR:
        return []
    return [SetsReading(*reading) for reading in readings]


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
    parts = parts or split(tuple(counts))
    unread = [part for part in parts if not part.readings]
    paired = [part for part in parts if part.over == 2]
    found: set[int] = set()
    # The tile goes to a part beside which all others are readable, and no more than one of them holds a pair.
    if len(unread) <= 1:
        for part in unread or parts:
            if len(paired) - (part in paired) <= 1:
                found.update(part.completions)
    odd = counts.count(1) + counts.count(3)
    if odd == 1 and sum(counts) == 13:
        found.add(counts.index(1) if 1 in counts else counts.index(3))
    return found


def is_only_completion(counts: Sequence[int], kind: int, parts: Parts | None = None) -> bool:
    """Whether ``kind``, which completes 3n+1 concealed tiles, is the only one that does (see completing_kinds)."""
    parts = parts or split(tuple(counts))
    part = parts[kind // 9]
    if len(part.completions) != 1:
        return False
    # Its suit may be complete without it, with a pair; then the suit of the other pair may take a tile.
    if part.over == 2 and part.readings:
        return len(completing_kinds(counts, parts)) == 1
    if sum(counts) != 13 or counts.count(1) + counts.count(3) != 1:
        return True
    return counts[kind] % 2 == 1


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
