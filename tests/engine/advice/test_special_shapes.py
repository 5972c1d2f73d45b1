"""Distances and advice for hands near 十三幺, 全不靠 and 组合龙, and for hands that no tile can make a win."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from paiyan.engine.advice import advise_case
from paiyan.engine.advice.expectation import Outlook, before_waiting, outlook
from paiyan.engine.advice.reach import Goal, distances
from paiyan.engine.advice.special import FAR
from paiyan.engine.distance import tiles_away
from paiyan.engine.tiles import parse_tiles

ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
ARRANGEMENTS = [
    [9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6)]
    for starts in permutations(range(3))
]


def counts_of(tiles: str) -> list[int]:
    kinds = [tile.index for tile in parse_tiles(tiles)]
    return [kinds.count(kind) for kind in range(34)]


def away(counts: list[int], shape: str, caps: list[int] | None = None) -> int:
    goal = Goal(4, False, **{shape: True})  # type: ignore[arg-type]  # Each of the shapes is a switch.
    most = [caps or [4] * 34]
    found = distances(np.array([counts], dtype=np.int16), np.array(most, dtype=np.int16), goal)
    assert found.shape == found.win
    return int(found.shape[0])


def advise(ruleset: str, hand: str, **facts: Any) -> dict[str, Any]:
    return advise_case({"ruleset": ruleset, "hand": hand, **facts})


def random_counts(roll: random.Random, mostly: list[int]) -> list[int]:
    while True:
        held = [roll.choice(mostly) if roll.random() < 0.75 else roll.randrange(34) for _ in range(14)]
        if max(map(held.count, held)) <= 4:
            return [held.count(kind) for kind in range(34)]


def test_the_distances_are_those_of_counting_tile_by_tile() -> None:
    roll = random.Random(3)
    for _ in range(60):
        knitted = roll.choice(ARRANGEMENTS)
        counts = random_counts(roll, roll.choice([ORPHANS, knitted, [*knitted, *range(27, 34)]]))
        sets = tiles_away(counts, 0, seven_pairs=False)
        orphans = 14 - sum(counts[kind] > 0 for kind in ORPHANS) - any(counts[kind] > 1 for kind in ORPHANS)
        assert away(counts, "orphans") == min(sets, orphans)
        unrelated = min(14 - sum(counts[kind] > 0 for kind in [*one, *range(27, 34)]) for one in ARRANGEMENTS)
        assert away(counts, "unrelated") == min(sets, unrelated)
        dragons = []
        for one in ARRANGEMENTS:
            rest = [count - (kind in one and count > 0) for kind, count in enumerate(counts)]
            dragons.append(sum(counts[kind] == 0 for kind in one) + tiles_away(rest, 3, seven_pairs=False))
        assert away(counts, "knitted") == min(sets, *dragons)


@pytest.mark.parametrize(
    ("tiles", "gone", "shape"),
    [
        ("19m19p19s123456z1m", "7z", "orphans"),
        ("147m258p36s12345z", "9s67z", "unrelated"),
        ("147m258p36s23455m", "9s", "knitted"),
    ],
)
def test_a_shape_of_which_a_tile_is_gone_does_not_count(tiles: str, gone: str, shape: str) -> None:
    counts = counts_of(tiles)
    caps = [count if lacking else 4 for count, lacking in zip(counts, counts_of(gone), strict=True)]
    assert away(counts, shape) < away(counts, shape, caps) < FAR


@pytest.mark.parametrize(
    ("ruleset", "hand", "best", "useful"),
    [
        ("mcr", "19m19p19s12345z55p1m", "5p", ["6z", "7z"]),
        ("guangdong_jipinghu", "19m19p19s12345z55p1m", "5p", ["6z", "7z"]),
        ("hukou", "19m19p19s12345z55p1m", "5p", ["6z", "7z"]),
        ("mcr", "147m258p36s12344z8m", "8m", ["9s", "5z", "6z", "7z"]),
        ("mcr", "147m258p36s23m55z19p", "1p", ["1m", "4m", "9s"]),
    ],
)
def test_the_way_to_a_special_shape_is_advised_where_the_rules_know_it(
    ruleset: str, hand: str, best: str, useful: list[str]
) -> None:
    first = next(one for one in advise(ruleset, hand)["choices"] if one["discard"] == best)
    assert first["shanten"] == 1
    assert {one["tile"] for one in first["useful"]} >= {*useful}


def test_as_the_source_has_it_there_is_no_knitted_straight() -> None:
    assert advise("mcr", "147m258p36s23455m")["shanten"] == 0
    assert advise("mcr", "147m258p36s23455m", options={"values": "source_literal"})["shanten"] > 0


def test_who_discards_a_wild_tile_cannot_win_and_is_told_so() -> None:
    *_, last = advise("jinzhou_wild", "123m567s99s45m555p8s", wild={"ming": "7s"})["choices"]
    assert (last["discard"], last["win_shanten"], last["waits"], last["expected"]) == ("8s", None, [], None)
    assert [risk["key"] for risk in last["risks"]] == ["risk.wild_gone"]
    assert {fault["id"] for one in last["blocked"] for fault in one["faults"]} == {"wild_discarded"}


@pytest.mark.parametrize("flag", ["wild_discarded", "wild_claimed"])
def test_who_has_discarded_or_claimed_a_wild_tile_cannot_win_any_more(flag: str) -> None:
    advice = advise("jinzhou_wild", "123m567s99s45m555p", wild={"ming": "7s"}, flags={flag: True})
    assert (advice["shanten"], advice["win_shanten"]) == (0, None)
    assert advice["choices"][0]["waits"] == []


def test_tiles_of_the_void_suit_have_to_go_before_the_hand_can_win() -> None:
    advice = advise("dingque", "123m456m789m23p55p1s", void_suit="s")
    by_discard = {one["discard"]: one for one in advice["choices"]}
    assert (by_discard["1s"]["win_shanten"], by_discard["1s"]["risks"]) == (0, [])
    assert (by_discard["2p"]["shanten"], by_discard["2p"]["win_shanten"]) == (1, 1)
    assert [risk["key"] for risk in by_discard["5p"]["risks"]] == ["risk.void_held"]


def best_outlook(advice: dict[str, Any], rounds: int) -> Outlook:
    """Of the waiting hands after each discard the best, by what its waits are said to pay."""
    outlooks = [
        outlook(
            [(wait["left"], [wait["zimo"][1], *(paid[1] for paid in wait["ron"].values())]) for wait in one["waits"]],
            advice["unseen"],
        )
        for one in advice["choices"]
        if one["waits"]
    ]
    return max(outlooks, key=lambda one: one.over(rounds))


@pytest.mark.parametrize(
    ("ruleset", "hand"),
    [("guangdong_jipinghu", "123456m78m23p55s1z"), ("beijing", "123456m78m23p55s1z"), ("mcr", "19m19p19s12345z1m5p")],
)
def test_under_every_rule_system_a_hand_before_waiting_is_worth_the_best_wait_after_each_draw(
    ruleset: str, hand: str
) -> None:
    advice = advise(ruleset, hand, rounds=6)
    (one,) = advice["choices"]
    steps = [
        (draw["left"], best_outlook(advise(ruleset, hand + draw["tile"], rounds=6), rounds=5)) for draw in one["useful"]
    ]
    assert one["expected"] == pytest.approx(before_waiting(steps, advice["unseen"], 6), abs=0.01)
    assert one["expected"] > 0


def test_a_meld_of_the_void_suit_can_never_go_so_that_no_tile_wins() -> None:
    melds = [{"type": "peng", "tiles": "999s"}]
    (one,) = advise("dingque", "123m456m7p99p7p", melds=melds, void_suit="s")["choices"]
    assert (one["win_shanten"], one["waits"], one["useful"]) == (None, [], [])
