"""Distances of many hands at once, against plain searches that share nothing with them."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from tests.engine.advice.search import searched

from paiyan.engine.advice.reach import Goal, distances
from paiyan.engine.advice.special import FAR
from paiyan.engine.distance import tiles_away
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.conditions import CONDITIONS, interpretations
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.shapes import completing_kinds
from paiyan.engine.tiles import ALL_TILES

KINDS = [*range(27), 33]
ALL = frozenset(range(3))
JINZHOU = Goal(4, True, ALL, True, True, 33, ALL, True)
OPTIONS = JinzhouOptions()


def counts_of(kinds: list[int]) -> list[int]:
    return [kinds.count(kind) for kind in range(34)]


def distance(counts: list[int], goal: Goal, caps: list[int] | None = None) -> tuple[int, int]:
    most = caps or [4 * (kind in KINDS) for kind in range(34)]
    found = distances(np.array([counts], dtype=np.int16), np.array([most], dtype=np.int16), goal)
    return int(found.shape[0]), int(found.win[0])


@cache
def waits_validly(counts: tuple[int, ...]) -> bool:
    """Whether some tile makes the thirteen a win that meets every condition, by the rules themselves."""
    hand = Hand(tuple(ALL_TILES[kind] for kind in range(34) for _ in range(counts[kind])))
    return any(
        all(rule.way(one, OPTIONS) is not None for rule in CONDITIONS)
        for kind in completing_kinds(counts)
        if hand.total[kind] < 4 and kind in KINDS
        for one in interpretations(hand, kind)
    )


def near_hand(roll: random.Random, changes: int) -> list[int]:
    """Thirteen tiles of a random complete shape, some of them exchanged."""
    while True:
        kinds: list[int] = []
        for _ in range(4):
            first = roll.choice(KINDS)
            kinds += (
                [first] * 3 if roll.random() < 0.4 or first % 9 > 6 or first == 33 else [first, first + 1, first + 2]
            )
        kinds += [roll.choice(KINDS)] * 2
        roll.shuffle(kinds)
        kinds = kinds[: 13 - changes] + [roll.choice(KINDS) for _ in range(changes)]
        if max(counts_of(kinds)) <= 4:
            return counts_of(kinds)


def test_the_distance_from_a_shape_is_that_of_a_single_hand() -> None:
    roll = random.Random(1)
    for number in range(300):
        wall = [kind for kind in KINDS for _ in range(4)]
        counts = counts_of(roll.sample(wall, 13 + number % 2))
        assert distance(counts, JINZHOU)[0] == tiles_away(counts, 0, seven_pairs=True)


@pytest.mark.parametrize("changes", [0, 1, 2])
def test_the_distance_from_a_win_is_what_trying_everything_finds(changes: int) -> None:
    roll = random.Random(changes)
    found = set()
    for _ in range(40):
        counts = near_hand(roll, changes)
        draws = [kind for kind in KINDS if counts[kind] < 4]
        expected = searched(tuple(counts), waits_validly, draws, lambda gone: True)
        found.add(expected)
        assert min(distance(counts, JINZHOU)[1], 3) == expected, counts
    assert len(found) > 1


def test_a_shape_that_needs_tiles_of_which_none_is_left_does_not_count() -> None:
    counts = counts_of([0, 1, 2, 9, 10, 11, 18, 19, 20, 24, 24, 3, 4])
    caps = [4 * (kind in KINDS) for kind in range(34)]
    assert distance(counts, Goal(4, False), caps)[0] == 1
    gone = list(caps)
    gone[2], gone[5] = 1, 0
    assert distance(counts, Goal(4, False), gone)[0] == 2


def test_where_no_sets_and_pair_can_win_only_seven_pairs_count() -> None:
    counts = counts_of([0, 0, 9, 9, 18, 18, 20, 20, 22, 22, 24, 24, 3])
    assert distance(counts, Goal(4, True, barred=True))[1] == 1
    assert distance(counts, Goal(4, False, barred=True))[1] >= FAR


def test_many_hands_at_once_are_each_as_alone() -> None:
    roll = random.Random(5)
    hands = [near_hand(roll, 3) for _ in range(50)]
    caps = [[4 * (kind in KINDS) for kind in range(34)]] * len(hands)
    together = distances(np.array(hands, dtype=np.int16), np.array(caps, dtype=np.int16), JINZHOU)
    assert list(zip(together.shape, together.win, strict=True)) == [distance(one, JINZHOU) for one in hands]
