"""Which combinations of sets may be counted at once.

The principles of the official rules: 不拆移, the sets of a fan are not combined among themselves once more;
不得相同, a set makes the same fan only once; 套算一次, a set not yet combined may be combined with one that is,
once; 就高不就低, of what excludes each other the dearer counts. So the fans chosen link the sets without a ring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Final

from paiyan.engine.rules.mcr.fan import Combination
from paiyan.engine.rules.mcr.fans.combinations import DOUBLE_DRAGONS, PUNG_COMBINATIONS, RUN_COMBINATIONS
from paiyan.engine.shapes import HONOURS

_MOST_HANDS: Final = 1 << 16
_RANKS: Final = {fan.id: rank for rank, fan in enumerate((*RUN_COMBINATIONS, *PUNG_COMBINATIONS))}
"""The order of dearness."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A combination found among sets: bit ``i`` of ``place`` is set ``i``."""

    fan: Combination
    place: int


class Bar(StrEnum):
    """Why a combination cannot be counted beside the chosen ones."""

    WITHIN = "within"
    """不拆移: its sets are all part of one dearer fan."""
    IDENTICAL = "identical"
    """不得相同: one of its sets is in the same fan already."""
    ONCE = "once"
    """套算一次: its sets are combined already."""


Barred = tuple[Placed, Bar, Placed]
"""A combination that is not counted, why, and the counted one that stands against it."""
Choice = tuple[tuple[Placed, ...], tuple[Barred, ...]]
"""The combinations counted and those that are not."""


def combined_runs(chows: tuple[int, ...], pair: int) -> Choice:
    """The combinations counted among runs (lowest tiles, ascending) beside the pair ``pair``."""
    fives = len(chows) == 4 and 0 <= pair < HONOURS and pair % 9 == 4
    return _combined_runs(chows, pair // 9 if fives else -1)


@lru_cache(maxsize=_MOST_HANDS)
def _combined_runs(chows: tuple[int, ...], suit_of_fives: int) -> Choice:
    found = [one for one in _found(chows, _runs_together) if _pair_fits(one.fan, chows, suit_of_fives)]
    return _chosen(found)


@lru_cache(maxsize=_MOST_HANDS)
def combined_pungs(pungs: tuple[int, ...]) -> Choice:
    """The combinations counted among triplets and kongs of the suits, ascending."""
    return _chosen(_found(pungs, _pungs_together))


@lru_cache(maxsize=1 << 12)
def _runs_together(kinds: tuple[int, ...]) -> tuple[Combination, ...]:
    """The fans that just these runs make."""
    return tuple(fan for fan in RUN_COMBINATIONS if fan.size == len(kinds) and fan.holds(kinds))


@lru_cache(maxsize=1 << 12)
def _pungs_together(kinds: tuple[int, ...]) -> tuple[Combination, ...]:
    """The fans that just these triplets make."""
    return tuple(fan for fan in PUNG_COMBINATIONS if fan.size == len(kinds) and fan.holds(kinds))


def _found(kinds: tuple[int, ...], together: Callable[[tuple[int, ...]], tuple[Combination, ...]]) -> list[Placed]:
    """Every combination among sets, dearest first."""
    found = [
        Placed(fan, sum(1 << place for place in places))
        for size in range(len(kinds), 1, -1)
        for places in combinations(range(len(kinds)), size)
        for fan in together(tuple([kinds[place] for place in places]))
    ]
    return sorted(found, key=lambda one: _RANKS[one.fan.id])


def _pair_fits(fan: Combination, chows: Sequence[int], suit_of_fives: int) -> bool:
    """一色双龙会 takes the fives of its own suit, 三色双龙会 those of the suit that is left."""
    if fan.id not in DOUBLE_DRAGONS:
        return True
    suits = {chow // 9 for chow in chows}
    return suit_of_fives >= 0 and (suit_of_fives in suits) == (len(suits) == 1)


def _chosen(found: Sequence[Placed]) -> Choice:
    best = max(_selections(found, ()), key=_worth, default=())
    left = [(one, *_bar(one, best)) for one in found if one not in best]
    return best, tuple(left)


def _selections(found: Sequence[Placed], taken: tuple[Placed, ...]) -> list[tuple[Placed, ...]]:
    """Every way to count some of ``found`` beside ``taken``, the earlier ones first."""
    if not found:
        return [taken]
    first, *rest = found
    with_first = _selections(rest, (*taken, first)) if _may_join(first, taken) else []
    return with_first + _selections(rest, taken)


def _may_join(one: Placed, taken: Sequence[Placed]) -> bool:
    if any(other.fan is one.fan and other.place & one.place for other in taken):
        return False
    return all((group & one.place).bit_count() <= 1 for group in _groups(taken))


def _groups(taken: Sequence[Placed]) -> list[int]:
    """The sets linked with each other by the combinations ``taken``."""
    groups: list[int] = []
    for one in taken:
        linked = one.place
        for group in groups:
            linked |= group if group & linked else 0
        groups = [group for group in groups if not group & linked] + [linked]
    return groups


def _worth(taken: Sequence[Placed]) -> tuple[int, int]:
    """Points, then how many different fans."""
    return sum(one.fan.points for one in taken), len({one.fan.id for one in taken})


def _bar(one: Placed, taken: Sequence[Placed]) -> tuple[Bar, Placed]:
    """Why ``one`` is not counted beside ``taken``."""
    for other in taken:
        if one.place & ~other.place == 0:
            return Bar.WITHIN, other
    for other in taken:
        if other.fan is one.fan and other.place & one.place:
            return Bar.IDENTICAL, other
    return Bar.ONCE, next(other for other in taken if other.place & one.place)
