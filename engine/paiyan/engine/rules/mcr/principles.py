"""Which combinations of sets may be counted at once.

The principles of the official rules: 不拆移, the sets of a fan are not combined among themselves once more;
不得相同, a set makes the same fan only once; 套算一次, a set not yet combined may be combined with one that is,
once; 就高不就低, of what excludes each other the dearer counts. So the fans chosen link the sets without a ring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import Final, NamedTuple

from paiyan.engine.rules.mcr.fan import Combination
from paiyan.engine.rules.mcr.fans.combinations import DOUBLE_DRAGONS, PUNG_COMBINATIONS, RUN_COMBINATIONS
from paiyan.engine.rules.mcr.table import RANK
from paiyan.engine.shapes import HONOURS

Sets = tuple[int, ...]
"""The lowest tiles of sets, ascending."""
Fans = Mapping[Sets, tuple[int, ...]]
"""The fans that just these sets make, by their places in the table of fans."""

_SIZES: Final = (2, 3, 4)
_COMBINATIONS: Final = {RANK[fan.id]: fan for fan in (*RUN_COMBINATIONS, *PUNG_COMBINATIONS)}
_PARTS: Final = {
    number: tuple(
        (sum(1 << place for place in places), itemgetter(*places))
        for size in _SIZES
        for places in combinations(range(number), size)
    )
    for number in range(5)
}
"""Every way to take two or more of up to four sets: the bits of the sets, and what picks them."""


class Placed(NamedTuple):
    """A combination found among sets: its rank in the table of fans; bit ``i`` of ``place`` is set ``i``."""

    rank: int
    place: int

    @property
    def fan(self) -> Combination:
        """The fan itself."""
        return _COMBINATIONS[self.rank]


_RANK_OF: Final = itemgetter(0)


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


_NOTHING: Final[Choice] = ((), ())


def combined_runs(chows: Sets, pair: int) -> Choice:
    """The combinations counted among runs beside the pair ``pair``."""
    if len(chows) == 4 and 0 <= pair < HONOURS and pair % 9 == 4 and _is_double_dragon(chows, pair // 9):
        return _chosen(_found(chows, _fans_of_runs()))
    return _choices_of_runs().get(chows, _NOTHING)


def combined_pungs(pungs: Sets) -> Choice:
    """The combinations counted among triplets and kongs of the suits."""
    return _chosen(_found(pungs, _fans_of_pungs()))


def _is_double_dragon(chows: Sets, suit_of_fives: int) -> bool:
    """一色双龙会 takes the fives of its own suit, 三色双龙会 those of the suit that is left."""
    suits = {chow // 9 for chow in chows}
    dragon = any(_COMBINATIONS[rank].id in DOUBLE_DRAGONS for rank in _fans_of_runs().get(chows, ()))
    return dragon and (suit_of_fives in suits) == (len(suits) == 1)


def _all_runs() -> list[Sets]:
    """Any two to four runs."""
    runs = [9 * suit + rank for suit in range(3) for rank in range(7)]
    return [some for size in _SIZES for some in combinations_with_replacement(runs, size)]


@cache
def _fans_of_runs() -> Fans:
    return _fans(_all_runs(), RUN_COMBINATIONS)


@cache
def _fans_of_pungs() -> Fans:
    """Of triplets and kongs of the suits."""
    return _fans((some for size in _SIZES for some in combinations(range(HONOURS), size)), PUNG_COMBINATIONS)


def _fans(sets: Iterable[Sets], fans: Sequence[Combination]) -> Fans:
    """Those of ``sets`` that make any of ``fans``."""
    of_size = {size: [fan for fan in fans if fan.size == size] for size in _SIZES}
    made = {some: tuple([RANK[fan.id] for fan in of_size[len(some)] if fan.holds(some)]) for some in sets}
    return {some: ranks for some, ranks in made.items() if ranks}


@cache
def _choices_of_runs() -> Mapping[Sets, Choice]:
    """What is counted of any two to four runs that make a fan without a pair; complete, made when first asked for."""
    dragons = {RANK[name] for name in DOUBLE_DRAGONS}
    fans = _fans_of_runs()
    # Many runs lie to each other in the same way.
    alike: dict[tuple[Placed, ...], Choice] = {}
    choices: dict[Sets, Choice] = {}
    for chows in _all_runs():
        found = tuple([one for one in _found(chows, fans) if one.rank not in dragons])
        if found:
            if found not in alike:
                alike[found] = _chosen(found)
            choices[chows] = alike[found]
    return choices


def _found(kinds: Sets, fans: Fans) -> list[Placed]:
    """Every combination among up to four sets, dearest first."""
    found = [Placed(rank, place) for place, pick in _PARTS[len(kinds)] for rank in fans.get(pick(kinds), ())]
    return sorted(found, key=_RANK_OF)


def _chosen(found: Sequence[Placed]) -> Choice:
    if len(found) < 2:
        return tuple(found), ()
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
    if any(other.rank == one.rank and other.place & one.place for other in taken):
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
    return sum(one.fan.points for one in taken), len({one.rank for one in taken})


def _bar(one: Placed, taken: Sequence[Placed]) -> tuple[Bar, Placed]:
    """Why ``one`` is not counted beside ``taken``."""
    for other in taken:
        if one.place & ~other.place == 0:
            return Bar.WITHIN, other
    for other in taken:
        if other.rank == one.rank and other.place & one.place:
            return Bar.IDENTICAL, other
    return Bar.ONCE, next(other for other in taken if other.place & one.place)
