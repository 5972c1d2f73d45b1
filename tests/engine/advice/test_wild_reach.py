"""Advice for 锦州带会: the distance to a legal win against plain search, the worth of waits against rulings on each."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.engine.advice.search import searched
from tests.engine.advice.test_special_shapes import best_outlook

from paiyan.engine.advice import advise_case, read_position
from paiyan.engine.advice.advisor import find_advisor
from paiyan.engine.advice.expectation import before_waiting
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.conditions import KINDS
from paiyan.engine.rules.jinzhou_wild.naturals import Naturals
from paiyan.engine.rules.jinzhou_wild.waits import Completions
from paiyan.engine.ruling import ScoreSheet
from paiyan.engine.tiles import ALL_TILES, Tile, format_tiles

SWITCHES = ("wild_red_pair_waives_three_suits", "wild_red_pair_waives_triplet", "wild_face_counts_as_natural")


def tiles_of(counts: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(ALL_TILES[kind] for kind, count in enumerate(counts) for _ in range(count))


class Dealt:
    """A random hand of 带会 near a win, with melds and house rules, by the position that advice works on."""

    def __init__(self, roll: random.Random, *, changes: int, wilds: int) -> None:
        self.ming = roll.choice(["7z", *(f"{roll.randrange(1, 10)}{suit}" for suit in "mmppss")])
        self.options = {name: roll.random() < 0.5 for name in SWITCHES if roll.random() < 0.6}
        hui = "7z" if self.ming == "7z" else f"{int(self.ming[0]) % 9 + 1}{self.ming[1]}"
        self.hui = Tile.parse(hui).index
        while not self._deal(roll, changes, wilds):
            pass

    def _deal(self, roll: random.Random, changes: int, wilds: int) -> bool:
        kinds = [kind for kind in KINDS if kind != self.hui and (kind % 9 not in (0, 8) or roll.random() < 0.6)]
        kinds = [kind for kind in kinds if kind // 9 != roll.choice([0, 1, 2, 5, 5, 5, 5])] + [33] * 3
        sets = [roll.choice(kinds) for _ in range(4)]
        triplets = roll.choice([0.3, 0.3, 1])
        sets = [
            [first] * 3 if roll.random() < triplets or first % 9 > 6 or first == 33 else [first, first + 1, first + 2]
            for first in sets
        ]
        melded = roll.choice([0, 0, 0, 1, 2, 3])
        tiles = [kind for one in sets[melded:] for kind in one] + [roll.choice(kinds)] * 2
        roll.shuffle(tiles)
        tiles = tiles[: -1 - changes - wilds] + roll.choices(KINDS, k=changes) + [self.hui] * wilds
        self.melds = [
            {"type": "peng" if one[0] == one[1] else "chi", "tiles": "".join(ALL_TILES[kind].code for kind in one)}
            for one in sets[:melded]
        ]
        held = [kind for one in sets[:melded] for kind in one]
        most = max(map([*tiles, *held, Tile.parse(self.ming).index].count, range(34)))
        self.hand = format_tiles(sorted(map(Tile.from_index, tiles)))
        return most <= 4 and self.hui not in held and len(tiles) == 13 - 3 * melded

    @property
    def position(self) -> Any:
        given = {"ruleset": "jinzhou_wild", "hand": self.hand, "melds": self.melds, "options": self.options}
        return read_position({**given, "wild": {"ming": self.ming}, "seat": 1, "dealer": 0})


def expected_distance(dealt: Dealt) -> int:
    """1 or 2 by trying every draw and every discard that is no 会, 3 for anything farther."""
    position, hui = dealt.position, dealt.hui

    @cache
    def waits(counts: tuple[int, ...]) -> bool:
        hand = Hand(tiles_of(counts), position.melds)
        naturals = Naturals.of(hand, ALL_TILES[hui], faces_count=position.options.wild_face_counts_as_natural)
        found = Completions(hand, naturals, position.options)
        come = any(has_copies(counts, kind) for kind in found.kinds() if kind != hui)
        return come or (has_copies(counts, hui) and found.drawn_wild())

    def has_copies(counts: tuple[int, ...], kind: int) -> bool:
        return counts[kind] < held[kind] + position.left[kind]

    held = tuple(position.tiles.count(tile) for tile in ALL_TILES[:34])
    draws = [drawn for drawn in KINDS if has_copies(held, drawn)]
    return searched(held, waits, draws, lambda gone: gone != hui)


def distance(dealt: Dealt) -> int:
    position = dealt.position
    held = np.array([[position.tiles.count(tile) for tile in ALL_TILES[:34]]], dtype=np.int16)
    found = find_advisor(position).distances(held, held + np.array(position.left[:34], dtype=np.int16))
    return min(int(found.win[0]), 3)


@pytest.mark.parametrize("wilds", range(4))
def test_the_distance_from_a_legal_win_with_wild_tiles_is_what_trying_everything_finds(wilds: int) -> None:
    roll = random.Random(wilds)
    found = set()
    for number in range(20):
        dealt = Dealt(roll, changes=number % 3, wilds=wilds)
        expected = expected_distance(dealt)
        found.add(expected)
        assert distance(dealt) == expected, (dealt.hand, dealt.melds, dealt.ming, dealt.options)
    assert len(found) > 1


@pytest.mark.parametrize("wilds", range(4))
def test_what_waits_are_worth_is_what_ruling_on_every_tile_says(wilds: int) -> None:
    roll = random.Random(wilds)
    found = set()
    for number in range(20):
        dealt = Dealt(roll, changes=number % 2, wilds=wilds)
        position = dealt.position
        advisor = find_advisor(position)
        hand = position.hand_without(None)
        expected = {}
        for kind in KINDS:
            if position.left[kind]:
                sheets = [
                    position.rules.rule(hand, position.win(ALL_TILES[kind], giver), position.options)
                    for giver in (None, 2)
                ]
                grades = tuple(advisor.grade(one) if isinstance(one, ScoreSheet) else None for one in sheets)
                if any(grades):
                    expected[kind] = grades
        graded = {kind: tuple(one) for kind, one in advisor.grades(hand).items() if position.left[kind]}
        assert graded == expected, (dealt.hand, dealt.melds, dealt.ming, dealt.options)
        found |= {grade for grades in expected.values() for grade in grades}
    assert len(found) > 2


@pytest.mark.parametrize(
    ("hand", "ming", "distance", "useful"),
    [
        # Waiting but for 条, which only a real tile brings: the 会 makes a pair with it.
        ("123m456m888p235p7m", "6m", 1, None),
        # One 红中 and a 会 as the pair bring 条, 幺九 and 横, so that the hand wins on the last run.
        ("234m567m456p67p8s7z", "7s", 0, ["5p", "8p", "8s"]),
        # Without 幺九 the 会 may not be a one: 3m waits only beside a real 1m.
        ("23m567m888p456s55p", "4m", 0, ["1m"]),
    ],
)
def test_a_wild_tile_does_not_bring_what_only_real_tiles_can(
    hand: str, ming: str, distance: int, useful: list[str] | None
) -> None:
    (one,) = advise_case({"ruleset": "jinzhou_wild", "hand": hand, "wild": {"ming": ming}})["choices"]
    assert one["win_shanten"] == distance
    assert useful is None or [each["tile"] for each in one["useful"]] == useful


@pytest.mark.parametrize("hand", ["13m67s9s45m55p999p2p", "22m67s99s45m55p99p8p"])
def test_a_hand_before_waiting_is_worth_the_best_wait_after_each_draw(hand: str) -> None:
    facts: dict[str, Any] = {"wild": {"ming": "8p"}, "rounds": 6}
    advice = advise_case({"ruleset": "jinzhou_wild", "hand": hand, **facts})
    (one,) = advice["choices"]
    assert one["win_shanten"] == 1
    steps = []
    for draw in one["useful"]:
        after = advise_case({"ruleset": "jinzhou_wild", "hand": hand + draw["tile"], **facts})
        steps.append((draw["left"], best_outlook(after, rounds=5)))
    assert one["expected"] == pytest.approx(before_waiting(steps, advice["unseen"], 6), abs=0.01)


def test_by_house_rules_that_look_at_every_reading_only_waiting_hands_are_valued() -> None:
    facts = {"ruleset": "jinzhou_wild", "hand": "13m67s9s45m55p999p2p", "wild": {"ming": "8p"}}
    for options in ({"allow_qidui": True}, {"nobetan_is_danzhan": True}, {"wait_class_basis": "shape"}):
        assert {one["expected"] for one in advise_case({**facts, "options": options})["choices"]} == {None}
    open_only = advise_case({**facts, "options": {"require_open": True}})["choices"]
    assert {one["expected"] for one in open_only} == {0}
