"""How far many hands at once are from a winning shape, and from a win that meets a system's conditions.

The distance of concealed tiles is the least number of tiles still to come until they hold a winning shape; it is
exact, and a shape that needs tiles of which too few are left does not count. Each suit is worked out by itself:
rank by rank over all ways to lay sets and a pair, for every different suit among the hands at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from paiyan.engine.advice.special import FAR, Counts, orphans_away, unrelated_away, without_knitted

Costs: TypeAlias = npt.NDArray[np.uint8]
"""Numbers of tiles missing; the last axis is that of the hands."""

_ENDS: Final = (0, 8)
_MOST_USED: Final = 6
"""With 会 a kind may be used more than four times: a triplet, a pair and a run hold six."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What the concealed tiles are to become: ``sets`` sets and a pair, or with ``seven_pairs`` seven pairs.

    For a win the sets and pair must hold every number suit of ``suits`` (0 万, 1 饼, 2 条), with ``terminal`` a one or
    nine and with ``triplet`` a triplet. A pair or triplet of ``stand_in`` serves for both of these. ``pair_suits`` and
    ``pair_terminal`` ask the same of seven pairs. ``barred``: no sets and pair can win. ``orphans``: 十三幺 is a shape,
    ``unrelated``: 全不靠 and 七星不靠 are, ``knitted``: 组合龙 takes the place of three sets.
    """

    sets: int
    seven_pairs: bool
    suits: frozenset[int] = frozenset()
    terminal: bool = False
    triplet: bool = False
    stand_in: int | None = None
    pair_suits: frozenset[int] = frozenset()
    pair_terminal: bool = False
    barred: bool = False
    orphans: bool = False
    unrelated: bool = False
    knitted: bool = False

    @property
    def other_shapes(self) -> bool:
        """Whether there are shapes beside sets and a pair and seven pairs."""
        return self.orphans or self.unrelated or self.knitted


@dataclass(frozen=True, slots=True)
class Distances:
    """For each hand the distance from any winning ``shape`` and from a ``win``, at least :data:`FAR` for none."""

    shape: Counts
    win: Counts


def distances(hands: Counts, caps: Counts, goal: Goal) -> Distances:
    """The distances of ``hands`` where no hand may come to hold more than ``caps`` of a kind (both (hands, 34))."""
    by_sets = _parts(hands, caps, goal, _sets_costs)
    shape = joined_sets([part[:, :, :1, :1] for part in by_sets])[goal.sets, 1, 0, 0]
    if goal.barred:
        win = np.full_like(shape, FAR)
    elif goal.suits or goal.terminal or goal.triplet:
        win = joined_sets(_present(by_sets, goal.suits))[goal.sets, 1, int(goal.triplet), int(goal.terminal)]
    else:
        win = shape
    if goal.seven_pairs:
        by_pairs = _parts(hands, caps, goal, _pairs_costs)
        shape = np.minimum(shape, _joined_pairs([part[:, :1] for part in by_pairs])[7, 0])
        pairs = _joined_pairs(_present(by_pairs, goal.pair_suits))
        win = np.minimum(win, pairs[7, int(goal.pair_terminal)])
    found = Distances(shape.astype(np.int16), win.astype(np.int16))
    for special in _special(hands, caps, goal):
        found = Distances(np.minimum(found.shape, special), np.minimum(found.win, special))
    return found


def _special(hands: Counts, caps: Counts, goal: Goal) -> Iterator[Counts]:
    """The distances from each of the other shapes of ``goal``."""
    if goal.orphans:
        yield orphans_away(hands, caps)
    if goal.unrelated:
        yield unrelated_away(hands, caps)
    if goal.knitted:
        rest = Goal(goal.sets - 3, False)
        for missing, others, most in without_knitted(hands, caps):
            yield missing + distances(others, most, rest).shape


_CostsOf: TypeAlias = Callable[[Costs, bool, Goal], Costs]
"""Costs of suits, given what holding 0, 1, … of each rank costs (ranks, counts, suits) and whether they are honours."""


def _parts(hands: Counts, caps: Counts, goal: Goal, costs: _CostsOf) -> list[Costs]:
    """What ``costs`` gives for 万, 饼, 条 and the honours of every hand, worked out once for each different suit."""
    numbers, places = _different(hands[:, :27].reshape(-1, 9), caps[:, :27].reshape(-1, 9), False, goal, costs)
    honours, last = _different(hands[:, 27:], caps[:, 27:], True, goal, costs)
    return [*(numbers[..., places[suit::3]] for suit in range(3)), honours[..., last]]


def _different(
    held: Counts, most: Counts, honours: bool, goal: Goal, costs: _CostsOf
) -> tuple[Costs, npt.NDArray[np.intp]]:
    """Costs of the different suits, and which of them each suit is."""
    first, places = _first_of_each(held + 8 * most)
    each = missing_of_each(held[first], most[first])
    return np.minimum(costs(each, honours, goal), FAR), places


def different_suits(held: Counts, most: Counts, extra: Counts) -> tuple[Counts, Counts, Counts, npt.NDArray[np.intp]]:
    """The different suits among the number tiles of hands (hands, 27), with a number that each hand has as well.

    Gives what is ``held`` and at ``most`` of each rank (suits, 9), ``extra`` (suits, 1), and which each suit is.
    """
    held, most, extra = held.reshape(-1, 9), most.reshape(-1, 9), extra.repeat(3)[:, None]
    first, places = _first_of_each(np.concatenate([held + 8 * most, extra], axis=1))
    return held[first], most[first], extra[first], places


def _first_of_each(numbers: Counts) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Of rows of numbers below 64 the first of each different one, and which of these each row is."""
    keys = numbers @ (np.int64(64) ** np.arange(numbers.shape[1], dtype=np.int64))
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    return first, places


def missing_of_each(held: Counts, most: Counts) -> Costs:
    """What holding 0, 1, … of each rank costs where so many are held and can be at ``most``: (ranks, counts, suits)."""
    held, most = held.T[:, None, :], most.T[:, None, :]
    wanted = np.arange(max(4, min(_MOST_USED, int(most.max()))) + 1, dtype=np.int16)[None, :, None]
    return np.where(wanted <= most, np.maximum(wanted - held, 0), FAR).astype(np.uint8)


def _sets_costs(each: Costs, honours: bool, goal: Goal) -> Costs:
    """Least tiles missing by (sets, pairs, triplet asked for, terminal asked for, hand)."""
    ranks, _, hands = each.shape
    size = (goal.sets + 1, 2, 2, 2, hands)
    start = np.full(size, FAR, dtype=np.uint8)
    start[0, 0, 0, 0] = 0
    # Runs begun one and two ranks before still need a tile of this rank. Three equal runs are three triplets.
    states = {(0, 0): start}
    runs = 1 if honours else 3
    for rank in range(ranks):
        following: dict[tuple[int, int], Costs] = {}
        for (last, before), state in states.items():
            for begun in range(runs if rank <= 6 else 1):
                for triplet, pair in ((0, 0), (0, 1), (1, 0), (1, 1)):
                    count = last + before + begun + 3 * triplet + 2 * pair
                    sets = begun + triplet
                    if count >= each.shape[1] or sets > goal.sets:
                        continue
                    stands_in = honours and rank + 27 == goal.stand_in and count > 0
                    end = stands_in or (not honours and rank in _ENDS and count > 0)
                    moved = state[: goal.sets + 1 - sets, : 2 - pair] + each[rank, count]
                    target = following.setdefault((begun, last), np.full(size, FAR, dtype=np.uint8))
                    _lower(target[sets:, pair:], moved, bool(triplet) or stands_in, end)
        states = following
    result = states[0, 0]
    # A triplet or terminal that nobody asks for does no harm.
    np.minimum(result[:, :, 0], result[:, :, 1], out=result[:, :, 0])
    np.minimum(result[:, :, :, 0], result[:, :, :, 1], out=result[:, :, :, 0])
    return result


def _lower(target: Costs, moved: Costs, triplet: bool, end: bool) -> None:
    """Lower ``target`` to ``moved``, which now has a triplet or a terminal."""
    if triplet:
        moved = np.minimum(moved[:, :, :1], moved[:, :, 1:])
        target = target[:, :, 1:]
    if end:
        moved = np.minimum(moved[:, :, :, :1], moved[:, :, :, 1:])
        target = target[:, :, :, 1:]
    np.minimum(target, moved, out=target)


def _pairs_costs(each: Costs, honours: bool, goal: Goal) -> Costs:
    """Least tiles missing by (pairs, terminal asked for, hand); four equal tiles are two pairs."""
    ranks, _, hands = each.shape
    state = np.full((8, 2, hands), FAR, dtype=np.uint8)
    state[0, 0] = 0
    for rank in range(ranks):
        end = rank + 27 == goal.stand_in if honours else rank in _ENDS
        following = state + each[rank, 0]
        for pairs in (1, 2):
            moved = state[: 8 - pairs] + each[rank, 2 * pairs]
            if end:
                moved = np.minimum(moved[:, :1], moved[:, 1:])
            target = following[pairs:, 1:] if end else following[pairs:]
            np.minimum(target, moved, out=target)
        state = following
    np.minimum(state[:, 0], state[:, 1], out=state[:, 0])
    return state


def _present(parts: list[Costs], suits: Collection[int]) -> list[Costs]:
    """``parts`` where the number suits of ``suits`` may not be left out."""
    found: list[Costs] = []
    for group, part in enumerate(parts):
        if group in suits:
            part = part.copy()
            part[(0,) * (part.ndim // 2)] = FAR
        found.append(part)
    return found


_NOTHING: Final = (((0, 0), (0, 0)),)
_SHARED: Final = tuple(
    ((triplet, end), (their_triplet, their_end))
    for triplet, their_triplet in ((0, 0), (0, 1), (1, 0))
    for end, their_end in ((0, 0), (0, 1), (1, 0))
)
"""Who of two groups meets which of (triplet, terminal) asked for."""


def joined_sets(parts: list[Costs]) -> Costs:
    """Costs of all groups together: sets and pairs add up, what is asked for may be met by any of them."""
    whole = parts[0]
    for part in parts[1:]:
        joined = np.full_like(whole, FAR)
        for sets in range(whole.shape[0]):
            for pair, other in ((0, 0), (0, 1), (1, 0)):
                target = joined[sets:, pair + other]
                for (triplet, end), (their_triplet, their_end) in _SHARED if whole.shape[2] == 2 else _NOTHING:
                    met = target[:, triplet + their_triplet, end + their_end]
                    rest = part[: part.shape[0] - sets, other, their_triplet, their_end]
                    np.minimum(met, whole[sets, pair, triplet, end] + rest, out=met)
        whole = joined
    return whole


def _joined_pairs(parts: list[Costs]) -> Costs:
    """Costs of all groups together, as with sets."""
    whole = parts[0]
    for part in parts[1:]:
        joined = np.full_like(whole, FAR)
        for pairs in range(8):
            for ours, theirs in ((0, 0), (0, 1), (1, 0))[: 3 if whole.shape[1] == 2 else 1]:
                target = joined[pairs:, ours + theirs]
                np.minimum(target, whole[pairs, ours] + part[: 8 - pairs, theirs], out=target)
        whole = joined
    return whole
