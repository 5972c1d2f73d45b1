"""How far many hands at once are from a legal win of 锦州带会 (rules/spec.md J8–J10, W2, W3).

Of the tiles that a shape still misses, the 会 in hand take as many as they may. Some may not be 会: the tile that
brings a suit or the only one or nine, and real 红中. A win is reached by ``max(missing - wilds, real)`` tiles, ``real``
being how many have to be real ones: where these leave a 会 over, it takes the place of a tile there is already.

Each suit is worked out by itself as in :mod:`~paiyan.engine.advice.reach`, 红中 way by way. Whether tiles are left is
looked at kind by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paiyan.engine.advice.reach import Costs, Distances, different_suits, joined_sets, missing_of_each
from paiyan.engine.advice.special import FAR, Counts

_RED: Final = 33
_ENDS: Final = (0, 8)
_NO_END, _ANY, _REAL_END, _HELD_END = range(4)
"""Of the ones and nines in a suit of the shape: there is none; there may be; one can be a real tile to come; one is
held."""
_BESIDE: Final = (_NO_END, _ANY, _ANY, _ANY)
"""What the other suits may have where one of them has what is asked for, by what that is."""
_MOST_REAL: Final = 3
"""Suits of which a real tile has to come, at most; it may bring the one or nine."""


@dataclass(frozen=True, slots=True)
class WildGoal:
    """Sets and a pair that hold what the melds do not bring already.

    ``suits``: number suits of which there is no real tile yet; ``terminal``: nor a one or nine; ``triplet``: nor a 横;
    ``reds``: real 红中 set apart. ``reds_count``: 红中 is not the 会. ``pair_brings_suits``, ``pair_is_triplet``: what
    a 会 and a 红中 as the pair are good for. ``least_wilds``: as many 会 have to be in the hand won with.
    """

    sets: int
    suits: frozenset[int]
    terminal: bool
    triplet: bool
    reds: int
    reds_count: bool
    pair_brings_suits: bool
    pair_is_triplet: bool
    least_wilds: int = 0


class _Reds(NamedTuple):
    """One way to use 红中: sets and pairs of them, and for each hand what is ``missing`` and has to be ``real``.

    ``wilds``: 会 it needs; ``ends``: it serves for 幺九; ``suits`` and ``triplet`` likewise.
    """

    sets: int
    pairs: int
    missing: Counts
    real: Counts
    wilds: int
    ends: bool
    suits: bool
    triplet: bool


def wild_distances(
    natural: Counts, caps: Counts, wilds: Counts, all_wilds: Counts, sets: int, goals: Sequence[WildGoal]
) -> Distances:
    """Distances of each hand from any ``sets`` and a pair, and from those that meet one of ``goals``.

    ``natural`` and ``caps`` (hands, 34) leave out the 会, of which a hand holds ``wilds`` and may come to hold
    ``all_wilds``.
    """
    held, most, extra, places = different_suits(natural[:, :27], caps[:, :27], all_wilds)
    costs = _suit_costs(held, most, extra, sets)
    suits = [places[suit::3] for suit in range(3)]
    shapes = [costs[:, :, :1, _ANY : _ANY + 1].take(suit, axis=-1) for suit in suits]
    reds = _shapes_of_reds(natural[:, _RED], caps[:, _RED] + all_wilds, sets)
    shape = joined_sets([*shapes, reds])[sets, 1, 0, 0].astype(np.int16) - wilds
    win = np.full_like(shape, FAR)
    for goal in goals:
        win = np.minimum(win, _wins_away(costs, suits, natural[:, _RED], caps[:, _RED], wilds, all_wilds, goal))
    return Distances(shape, win)


def _shapes_of_reds(held: Counts, most: Counts, sets: int) -> Costs:
    """What 红中 of any kind of use miss, as of the suits (sets, pairs, –, –, hand)."""
    found = np.full((sets + 1, 2, 1, 1, len(held)), FAR, dtype=np.uint8)
    for count in range(min(sets, 1) + 1):
        for pair in range(2):
            size = 3 * count + 2 * pair
            found[count, pair] = np.where(size <= most, np.maximum(size - held, 0), FAR)
    return found


def _wins_away(
    costs: Costs,
    suits: Sequence[npt.NDArray[np.intp]],
    reds: Counts,
    most_reds: Counts,
    wilds: Counts,
    all_wilds: Counts,
    goal: WildGoal,
) -> Counts:
    """Tiles to come until each hand meets ``goal``, given the costs of the different suits and which each hand has."""
    parts = [_real_tiles(costs, suit in goal.suits) for suit in range(3)]
    strict = _joined(parts, suits, _cells(goal.sets))
    ways = list(_ways_of_reds(reds, most_reds, all_wilds, goal))
    loose = strict
    if goal.suits and any(way.suits for way in ways):
        loose = _joined(list(map(_left_out, parts)), suits, [cell for cell in _cells(goal.sets) if not cell[1]])
    best = np.full(len(reds), FAR, dtype=np.int16)
    for way in ways:
        cell = goal.sets - way.sets, 1 - way.pairs
        if cell[0] < 0:
            continue
        missing_by = (loose if way.suits else strict)[cell][:, int(goal.triplet and not way.triplet)]
        needed = np.maximum(way.wilds, goal.least_wilds)
        drawn = np.maximum(needed - wilds, 0)
        if not goal.terminal:
            ends: tuple[int, ...] = (_ANY,)
        else:
            ends = (_NO_END, _REAL_END, _HELD_END) if way.ends else (_REAL_END, _HELD_END)
        for real in range(missing_by.shape[0]):
            missing = missing_by[real, ends].min(axis=0).astype(np.int16)
            reached = np.maximum(missing + way.missing - wilds, real + way.real + drawn)
            possible = (missing < FAR) & (way.missing < FAR) & (needed <= all_wilds)
            best = np.where(possible, np.minimum(best, reached), best)
    return best


def _cells(sets: int) -> tuple[tuple[int, int], ...]:
    """Sets and pairs that the suits may have to hold, the rest being 红中."""
    return tuple((count, pair) for count in (sets, sets - 1) if count >= 0 for pair in (0, 1))


def _suit_costs(held: Counts, most: Counts, extra: Counts, sets: int) -> Costs:
    """Least tiles missing by (sets, pairs, triplet asked for, ends of ``_NO_END`` …, suit)."""
    each = missing_of_each(held, most + extra)
    hands = each.shape[2]
    size = (sets + 1, 2, 2, 4, hands)
    start = np.full(size, FAR, dtype=np.uint8)
    start[0, 0, 0, :_REAL_END] = 0
    states = {(0, 0): start}
    for rank in range(9):
        following: dict[tuple[int, int], Costs] = {}
        ended: dict[tuple[int, int], Costs] = {}
        for (last, before), state in states.items():
            for begun in range(3 if rank <= 6 else 1):
                for triplet, pair in ((0, 0), (0, 1), (1, 0), (1, 1)):
                    count = last + before + begun + 3 * triplet + 2 * pair
                    new = begun + triplet
                    if count >= each.shape[1] or new > sets:
                        continue
                    if count and rank in _ENDS:
                        if (last, before) not in ended:
                            ended[last, before] = _with_end(state, held[:, rank], most[:, rank])
                        source = ended[last, before]
                    else:
                        source = state
                    moved = source[: sets + 1 - new, : 2 - pair] + each[rank, count]
                    target = following.setdefault((begun, last), np.full(size, FAR, dtype=np.uint8))[new:, pair:]
                    if triplet:
                        moved = np.minimum(moved[:, :, :1], moved[:, :, 1:])
                        target = target[:, :, 1:]
                    np.minimum(target, moved, out=target)
        states = following
    result = np.minimum(states[0, 0], FAR)
    # A triplet that nobody asks for does no harm.
    np.minimum(result[:, :, 0], result[:, :, 1], out=result[:, :, 0])
    return result


def _with_end(state: Costs, held: Counts, most: Counts) -> Costs:
    """``state`` with a one or nine among the tiles, of which ``held`` are there and ``most`` can be."""
    found = state.copy()
    found[:, :, :, _NO_END] = FAR
    for end, can_be in ((_REAL_END, most > 0), (_HELD_END, held > 0)):
        np.minimum(found[:, :, :, end], np.where(can_be, state[:, :, :, _ANY], FAR), out=found[:, :, :, end])
    return found


def _real_tiles(part: Costs, needed: bool) -> Costs:
    """A suit with a leading axis: how many tiles to come have to be real.

    Where the suit is ``needed`` and none of it that is held is used, one is; it can be the one or nine that comes.
    """
    split = np.full((2, *part.shape), FAR, dtype=np.uint8)
    split[0] = part
    split[:, :, :, :, _REAL_END] = (np.full_like(part[:, :, :, _REAL_END], FAR), part[:, :, :, _REAL_END])
    if needed:
        split[0, 0, 0] = FAR
        for sets in range(part.shape[0]):
            for pair in range(2):
                if whole := 3 * sets + 2 * pair:
                    cells = part[sets, pair, :, :_REAL_END]
                    split[0, sets, pair, :, :_REAL_END] = np.where(cells < whole, cells, FAR)
                    split[1, sets, pair, :, :_REAL_END] = cells
    return split


def _left_out(part: Costs) -> Costs:
    """``part`` where the suit may be left out."""
    part = part.copy()
    part[0, 0, 0, 0, :_REAL_END] = 0
    return part


def _joined(
    parts: Sequence[Costs], suits: Sequence[npt.NDArray[np.intp]], cells: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], Costs]:
    """The three suits of each hand together: for each of ``cells`` (sets, pairs) costs by (real, triplet, ends, hand).

    Many hands share 万 and 饼; these are put together once for each different two.
    """
    _, firsts, both = np.unique(suits[0] * parts[0].shape[-1] + suits[1], return_index=True, return_inverse=True)
    first = _spread(parts[0].take(suits[0][firsts], axis=-1), ours=True)
    second = _spread(parts[1].take(suits[1][firsts], axis=-1), ours=False)
    pairs = max(pair for _, pair in cells) + 1
    two = np.stack(
        [
            np.stack([_beside(first, second, sets, pair) for pair in range(pairs)], axis=1)
            for sets in range(parts[0].shape[1])
        ],
        axis=1,
    )
    whole = _spread(two.take(both, axis=-1), ours=True)
    last = _spread(parts[2].take(suits[2], axis=-1), ours=False)
    return {(sets, pair): _beside(whole, last, sets, pair) for sets, pair in cells}


def _spread(part: Costs, *, ours: bool) -> Costs:
    """``part`` (…, triplet, ends, hand) laid out so that adding ours and theirs gives every way to share what is asked
    for: axes (…, who has the triplet: nobody, they or we; who has the end: we or they; triplet and ends, hand)."""
    spread = part.take((0, 0, 1) if ours else (0, 1, 0), axis=-3)
    any_ends = spread.take(_BESIDE, axis=-2)
    return np.stack([spread, any_ends] if ours else [any_ends, spread], axis=-3)


def _beside(first: Costs, second: Costs, sets: int, pair: int) -> Costs:
    """So many ``sets`` and pairs in two groups that are spread: costs by (real, triplet, ends, hand)."""
    most = min(_MOST_REAL, first.shape[0] + second.shape[0] - 2) + 1
    found = np.full((most, 2, *first.shape[-2:]), FAR, dtype=np.uint8)
    for ours, theirs in ((pair, 0), (0, pair))[: pair + 1]:
        for more in range(second.shape[0]):
            # Every way to share the sets, the last axis but four.
            whole = first[: most - more, : sets + 1, ours] + second[more, sets::-1, theirs]
            best = whole.min(axis=1).min(axis=2)
            np.minimum(best[:, 1], best[:, 2], out=best[:, 1])
            target = found[more : more + len(best)]
            np.minimum(target, best[:, :2], out=target)
    return found


def _ways_of_reds(held: Counts, most: Counts, all_wilds: Counts, goal: WildGoal) -> Iterator[_Reds]:
    """The ways to use 红中; where it is the 会 it is a tile like any other."""
    none = np.zeros_like(held)
    yield _Reds(0, 0, none, none, 0, goal.reds >= 2, suits=False, triplet=False)
    if not goal.reds_count:
        return

    def way(sets: int, pairs: int, real: int, wilds: int, *, ends: bool, suits: bool, triplet: bool) -> _Reds:
        """With at least so many ``real`` ones and ``wilds``, and the rest whatever there is."""
        size = 3 * sets + 2 * pairs
        lacking = np.maximum(real - held, 0)
        possible = (real <= most) & (size <= most + all_wilds)
        missing = np.where(possible, size - np.minimum(held, size - wilds), FAR).astype(np.int16)
        return _Reds(sets, pairs, missing, lacking.astype(np.int16), wilds, ends, suits, triplet)

    suits = goal.pair_brings_suits
    yield way(1, 0, max(1, 2 - goal.reds), 0, ends=True, suits=False, triplet=True)
    yield way(1, 0, 1, 0, ends=goal.reds >= 1, suits=False, triplet=True)
    yield way(0, 1, 2, 0, ends=True, suits=False, triplet=True)
    yield way(0, 1, 1, 1, ends=True, suits=suits, triplet=goal.pair_is_triplet)
    yield way(1, 1, 1, 1, ends=True, suits=suits, triplet=True)
