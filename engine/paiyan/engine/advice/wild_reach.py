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

from paiyan.engine.advice.reach import Costs, different_suits, missing_of_each
from paiyan.engine.advice.special import FAR, Counts

_ENDS: Final = (0, 8)
_NO_END, _ANY, _REAL_END, _HELD_END = range(4)
"""Of the ones and nines in a suit of the shape: there is none; there may be; one can be a real tile to come; one is
held."""
_BESIDE: Final = (_NO_END, _ANY, _ANY, _ANY)
"""What the other suits may have where one of them has what is asked for."""
_SPLITS: Final = ((0, 0), (0, 1), (1, 0))
"""Which of two groups has what only one needs to have."""
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


def wild_distances(natural: Counts, caps: Counts, wilds: Counts, all_wilds: Counts, goal: WildGoal) -> Counts:
    """Tiles to come until each hand wins, at least :data:`FAR` for never.

    ``natural`` and ``caps`` (hands, 34) leave out the 会, of which a hand holds ``wilds`` and may come to hold
    ``all_wilds``.
    """
    held, most, extra, places = different_suits(natural[:, :27], caps[:, :27], all_wilds)
    numbers = _suit_costs(held, most, extra, goal.sets)
    suits = [_real_tiles(numbers[..., places[suit::3]], suit in goal.suits) for suit in range(3)]
    strict = _joined(suits, _cells(goal.sets))
    ways = list(_ways_of_reds(natural[:, 33], caps[:, 33], all_wilds, goal))
    loose = strict
    if goal.suits and any(way.suits for way in ways):
        loose = _joined([_left_out(part) for part in suits], [cell for cell in _cells(goal.sets) if not cell[1]])
    best = np.full(len(natural), FAR, dtype=np.int16)
    for way in ways:
        cell = goal.sets - way.sets, 1 - way.pairs
        if cell[0] < 0:
            continue
        costs = (loose if way.suits else strict)[cell][:, int(goal.triplet and not way.triplet)]
        needed = np.maximum(way.wilds, goal.least_wilds)
        drawn = np.maximum(needed - wilds, 0)
        if not goal.terminal:
            ends: tuple[int, ...] = (_ANY,)
        else:
            ends = (_NO_END, _REAL_END, _HELD_END) if way.ends else (_REAL_END, _HELD_END)
        for real in range(costs.shape[0]):
            missing = costs[real, ends].min(axis=0).astype(np.int16)
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


def _joined(parts: Sequence[Costs], cells: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Costs]:
    """The three suits together: for each of ``cells`` (sets, pairs) costs by (real, triplet, ends, hand)."""
    first, second, last = parts
    sizes = range(first.shape[1])
    halves = {
        (sets, pair): _beside([(first, second, one, sets - one, pair) for one in sizes if one <= sets])
        for sets in sizes
        for pair in sorted({pair for _, most in cells for pair in range(most + 1)})
    }
    whole: dict[tuple[int, int], Costs] = {}
    for sets, pair in cells:
        found = None
        for one in range(sets + 1):
            for ours, theirs in ((pair, 0), (0, pair))[: pair + 1]:
                found = _lowered(found, halves[one, ours], last[:, sets - one, theirs])
        assert found is not None
        whole[sets, pair] = found
    return whole


def _beside(splits: Sequence[tuple[Costs, Costs, int, int, int]]) -> Costs:
    """The best of the ``splits`` of sets over two suits, the pair in either."""
    found = None
    for first, second, one, other, pair in splits:
        for ours, theirs in ((pair, 0), (0, pair))[: pair + 1]:
            found = _lowered(found, first[:, one, ours], second[:, other, theirs])
    assert found is not None
    return found


def _lowered(found: Costs | None, first: Costs, second: Costs) -> Costs:
    """``found``, or nothing yet, lowered to ``first`` and ``second`` (real, triplet, ends, hand) side by side."""
    if found is None:
        real = min(_MOST_REAL, first.shape[0] + second.shape[0] - 2) + 1
        found = np.full((real, *first.shape[1:]), FAR, dtype=np.uint8)
    for more in range(second.shape[0]):
        for triplet, their_triplet in _SPLITS:
            ours, theirs = first[: found.shape[0] - more, triplet], second[more, their_triplet]
            target = found[more : more + len(ours), triplet + their_triplet]
            np.minimum(target, ours + theirs[_BESIDE, :], out=target)
            np.minimum(target, ours[:, _BESIDE, :] + theirs, out=target)
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
