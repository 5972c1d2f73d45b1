"""Advice: waits and settlements as the rules give them, conditions at risk, expected value by the method stated."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from paiyan.engine.advice import advise_case
from paiyan.engine.advice.expectation import ENDED, Outlook, before_waiting, outlook
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import RULESETS, find_ruleset
from paiyan.engine.tiles import Tile, format_tiles, parse_tiles

READY = {"ruleset": "jinzhou", "hand": "123m678s99s45m555p7z", "seat": 1, "dealer": 0, "rounds": 8}
KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + ["7z"]


def advise(**changes: Any) -> dict[str, Any]:
    return advise_case({**READY, **changes})


def choice(advice: dict[str, Any], discard: str | None) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in advice["choices"] if one["discard"] == discard)
    return found


def case(hand: str, tile: str, **facts: Any) -> dict[str, Any]:
    return {
        "ruleset": "jinzhou",
        "dealer": 0,
        "winner": 1,
        "hand": hand,
        "win_tile": tile,
        "win_method": "zimo",
        "open": [True, False, True, True],
        **facts,
    }


def test_the_best_discard_of_a_ready_hand_keeps_it_ready() -> None:
    advice = advise()
    best = advice["choices"][0]
    assert (best["discard"], best["shanten"], best["win_shanten"]) == ("7z", 0, 0)
    assert [(wait["tile"], wait["left"], wait["hu_class"]) for wait in best["waits"]] == [("3m", 3, 1), ("6m", 4, 1)]


def test_each_wait_has_the_settlement_of_the_ruling_however_the_tile_comes() -> None:
    for wait in choice(advise(), "7z")["waits"]:
        ready = "123m678s99s45m555p"
        assert wait["zimo"] == rule_case(case(ready, wait["tile"]))["settlement"]
        for seat in (0, 2, 3):
            facts = {"win_method": "ron", "discarder": seat}
            assert wait["ron"][str(seat)] == rule_case(case(ready, wait["tile"], **facts))["settlement"]


def test_house_rules_change_what_the_waits_are_worth() -> None:
    options = {"discard_double_scope": "discarder_only"}
    (wait, *_) = choice(advise(options=options), "7z")["waits"]
    facts = {"win_method": "ron", "discarder": 2, "options": options}
    assert wait["ron"]["2"] == rule_case(case("123m678s99s45m555p", wait["tile"], **facts))["settlement"]


def test_the_waits_after_every_discard_are_those_that_the_rules_find_by_trying_every_tile() -> None:
    roll = random.Random(3)
    hands = ["123m678s99s45m555p7z", "123m678s99s456m555p", "111m234p5678s77z99p", "2345m678s99s45p77z6p"]
    for hand in hands:
        tiles = list(parse_tiles(hand))
        roll.shuffle(tiles)
        advice = advise(hand=format_tiles(tiles))
        for one in advice["choices"]:
            rest = [tile.code for tile in tiles]
            rest.remove(one["discard"])
            expected = {
                kind
                for kind in KINDS
                if [tile.code for tile in tiles].count(kind) < 4 and rule_case(case("".join(rest), kind))["valid"]
            }
            assert {wait["tile"] for wait in one["waits"]} == expected, (hand, one["discard"])


def test_useful_tiles_are_those_that_bring_a_win_one_tile_closer() -> None:
    (now,) = advise(hand="123m678s99s45m55p7z")["choices"]
    for kind in KINDS:
        after = advise(hand="123m678s99s45m55p7z" + kind)
        assert (after["win_shanten"] < now["win_shanten"]) == (kind in {one["tile"] for one in now["useful"]}), kind


def test_copies_left_follow_what_has_been_seen() -> None:
    advice = advise(seen="66m3m7z")
    assert [(wait["tile"], wait["left"]) for wait in choice(advice, "7z")["waits"]] == [("3m", 2), ("6m", 2)]
    assert advice["unseen"] == 112 - 14 - 4
    assert [wait["tile"] for wait in choice(advise(seen="6666m"), "7z")["waits"]] == ["3m"]


def test_a_tile_that_completes_the_shape_without_winning_is_told_with_its_reasons() -> None:
    (one,) = advise(hand="123456m234p456s1p")["choices"]
    assert one["waits"] == []
    assert [(each["tile"], [fault["id"] for fault in each["faults"]]) for each in one["blocked"]] == [
        ("1p", ["no_triplet"]),
        ("4p", ["no_triplet"]),
    ]
    assert (one["shanten"], one["win_shanten"]) == (0, 1)


@pytest.mark.parametrize(
    ("hand", "discard", "risk"),
    [
        ("123m678s99s45m555p7z", "7z", None),
        ("123m678m99m555p78p1s", "1s", "risk.suit_missing.s"),
        ("123m678m99m555p78p1s", "8p", "risk.suit_thin.s"),
        ("234m678m44s45m555p8p", "8p", "risk.yaojiu_missing"),
        ("234m678m44s45m555p1p", "5m", "risk.yaojiu_thin"),
        ("123m678m49s45m567p9p", "9p", "risk.triplet_missing"),
        ("123m678m99s44m567p9p", "9p", "risk.triplet_open"),
    ],
)
def test_conditions_at_risk_are_named(hand: str, discard: str, risk: str | None) -> None:
    risks = {one["key"] for one in choice(advise(hand=hand), discard)["risks"]}
    assert risks == set() if risk is None else risk in risks


def test_a_hand_waiting_for_seven_pairs_needs_neither_a_triplet_nor_to_be_open() -> None:
    six_pairs = choice(advise(hand="11m33m55p77p22s88s9s1p", options={"require_open": True}), "1p")
    assert [wait["tile"] for wait in six_pairs["waits"]] == ["9s"]
    assert six_pairs["risks"] == []


def test_where_no_seven_pairs_are_won_six_pairs_still_need_a_triplet() -> None:
    facts = {"ruleset": "jinzhou_wild", "wild": {"ming": "3p"}, "hand": "11m33m55p77p22s88s9s1p"}
    keys = [
        {risk["key"] for risk in choice(advise(**facts, options={"allow_qidui": allowed}), "1p")["risks"]}
        for allowed in (False, True)
    ]
    assert keys == [{"risk.triplet_open"}, set()]


def test_where_only_open_hands_win_a_closed_one_is_warned_and_has_no_waits() -> None:
    one = choice(advise(options={"require_open": True}), "7z")
    assert (one["waits"], [risk["id"] for risk in one["risks"]]) == ([], ["not_open"])
    assert {fault["id"] for each in one["blocked"] for fault in each["faults"]} == {"not_open"}


def test_four_melds_with_a_run_can_never_win_but_by_the_house_rule() -> None:
    melds = [{"type": "peng", "tiles": one} for one in ("555p", "111m", "222s")] + [{"type": "chi", "tiles": "678s"}]
    assert advise(hand="9s", melds=melds)["win_shanten"] is None
    assert advise(hand="9s", melds=melds, options={"min_hand_rule": False})["win_shanten"] == 0


def test_a_complete_hand_is_told_with_the_tiles_it_may_have_been_won_on() -> None:
    advice = advise(hand="123m678s99s456m555p")
    assert (advice["shanten"], advice["win_shanten"]) == (-1, -1)
    by_tile = {one["tile"]: one["hu_class"] for one in advice["wins"]}
    assert (by_tile["6m"], by_tile["2m"], by_tile["9s"]) == (1, 2, 2)


def test_the_expected_value_of_a_ready_hand_is_that_of_playing_it_out() -> None:
    one = choice(advise(), "7z")
    rest = {"unseen": advise()["unseen"], "keep": 1 - ENDED}
    chance = sum(wait["left"] for wait in one["waits"]) * 4 / rest["unseen"]
    gain = sum(
        wait["left"] / rest["unseen"] * (wait["zimo"][1] + sum(paid[1] for paid in wait["ron"].values()))
        for wait in one["waits"]
    )
    going_on, value = 1.0, 0.0
    for _ in range(8):
        value += going_on * gain
        going_on *= (1 - chance) * rest["keep"]
    assert one["expected"] == pytest.approx(value, abs=0.01)


def test_a_hand_before_waiting_is_worth_the_wait_that_each_useful_tile_leads_to() -> None:
    ready = outlook([(4, [10, 10, 10, 10])], 100)
    assert ready == Outlook(pytest.approx(0.16), pytest.approx(1.6))
    by_hand = sum(0.9 ** (n - 1) * (1 - ENDED) ** (n - 1) * 0.1 * ready.over(5 - n) for n in range(1, 6))
    assert before_waiting([(10, ready)], 100, 5) == pytest.approx(by_hand)
    assert before_waiting([], 100, 5) == 0


def test_choices_are_ranked_by_expected_value_and_then_by_distance() -> None:
    values = [one["expected"] for one in advise()["choices"]]
    known = [value for value in values if value is not None]
    assert values[: len(known)] == known
    assert all(first >= second for first, second in pairwise(known))
    far = advise(hand="19m19p19s1234m77z23p")["choices"]
    assert [one["win_shanten"] for one in far] == sorted(one["win_shanten"] for one in far)


def test_facts_that_are_not_said_are_assumed_and_named() -> None:
    assert set(advise_case({"ruleset": "jinzhou", "hand": READY["hand"]})["assumed"]) == {
        "seat",
        "dealer",
        "open",
        "rounds",
    }
    assert advise(open=[True, None, True, False])["assumed"] == {}


SPECIAL = {
    "mcr": ["19m19p19s1234567z", "147m258p369s1234z", "147m258p369s23m55z"],
    "guangdong_jipinghu": ["19m19p19s1234567z", "19m19p19s123456z1m"],
    "hukou": ["19m19p19s1234567z"],
    "jinzhou_wild": ["55599m67999p123s"],
}
"""Hands that wait for other shapes than sets and a pair, and for a fifth of a kind that a 会 stands for."""


def random_ready(roll: random.Random, kinds: list[int]) -> str:
    while True:
        held: list[int] = []
        for _ in range(4):
            first = roll.choice(kinds)
            triplet = roll.random() < 0.4 or first % 9 > 6 or first >= 27
            held += [first] * 3 if triplet else [first, first + 1, first + 2]
        held += [roll.choice(kinds)] * 2
        roll.shuffle(held)
        if max(map(held.count, held)) <= 4:
            return format_tiles(sorted(Tile.from_index(kind) for kind in held[:13]))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_under_every_rule_system_the_waits_are_those_that_trying_every_tile_finds(ruleset: str) -> None:
    rules = find_ruleset(ruleset)
    kinds = sorted(rules.kinds)
    facts: dict[str, Any] = {"wild": {"ming": "8m"}} if rules.uses_wild else {}
    facts |= {"void_suit": "s"} if rules.uses_void_suit else {}
    roll = random.Random(11)
    found: set[str] = set()
    # Of the 明牌 only three are left.
    plenty = [kind for kind in kinds if not (rules.uses_wild and kind == 7)]
    for hand in [*(random_ready(roll, plenty) for _ in range(15)), *SPECIAL.get(ruleset, [])]:
        more = {"open": [True, False, True, True]} if rules.needs_open else {}
        more |= {"round": 0} if rules.uses_winds else {}
        expected = set()
        for tile in (Tile.from_index(kind).code for kind in kinds):
            try:
                ruled = rule_case({**case(hand, tile), "ruleset": ruleset, "open": None, **facts, **more})
            except InputError as error:
                assert error.code in ("too_many_copies", "too_many_of_ming")
            else:
                expected |= {tile} if ruled["valid"] else set()
        (one,) = advise_case({"ruleset": ruleset, "hand": hand, **facts})["choices"]
        assert {wait["tile"] for wait in one["waits"]} == expected, hand
        found |= expected
    assert len(found) > 2


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"hand": "123m"}, "hand", "advice_hand_size"),
        ({"hand": "123m678s99s45m555p1z"}, "hand", "tile_not_in_ruleset"),
        ({"hand": "123m678s99s45m555p7"}, "hand", "bad_tile"),
        ({"hand": "99999s78s45m555p7z1m"}, "hand", "too_many_copies"),
        ({"seen": "555p"}, "hand", "too_many_copies"),
        ({"seen": "1z"}, "seen", "tile_not_in_ruleset"),
        ({"seat": 4}, "seat", "bad_seat"),
        ({"rounds": 0}, "rounds", "number_out_of_range"),
        ({"open": [True]}, "open", "wrong_length"),
        ({"open": [True, 1, True, True]}, "open[1]", "wrong_type"),
        ({"hand": "123m678s99s45m", "melds": [{"type": "chi", "tiles": "555p"}]}, "melds[0].tiles", "bad_meld_tiles"),
        ({"options": {"score_cap": 5}}, "options.score_cap", "bad_option_value"),
        ({"winner": 1}, "winner", "unknown_field"),
        ({"ruleset": "riichi"}, "ruleset", "unknown_ruleset"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(changes: dict[str, Any], field: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        advise(**changes)
    assert (caught.value.field, caught.value.code) == (field, code)


@pytest.mark.parametrize("ruleset", ["dingque", "hupai", "hukou"])
def test_where_the_source_knows_no_payments_nothing_is_valued(ruleset: str) -> None:
    facts = {"void_suit": "s"} if ruleset == "dingque" else {}
    choices = advise_case({"ruleset": ruleset, "hand": "123m456m789m23p55p1s", **facts})["choices"]
    assert {one["expected"] for one in choices} == {None}
    assert choices[0]["discard"] == "1s"
