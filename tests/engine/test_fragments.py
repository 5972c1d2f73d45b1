"""The fragments 定缺, 糊牌 and 湖口 (rules/spec.md §0): validity and names as far as the sources go, no payments."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError

FACTS: dict[str, Any] = {"dealer": 0, "winner": 1, "discarder": 2, "win_tile": "6m", "win_method": "ron"}
DRAWN = {"win_method": "zimo", "discarder": None}
PENG_5P = {"type": "peng", "tiles": "555p", "from": 3}


def dingque(hand: str = "123m678s99s45m", options: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    plain = {"ruleset": "dingque", "void_suit": "p", "hand": hand, "options": options or {}}
    return rule_case(FACTS | {"melds": [{"type": "peng", "tiles": "555s"}]} | plain | facts)


def hupai(hand: str, options: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    return rule_case(FACTS | {"ruleset": "hupai", "hand": hand, "options": options or {}} | facts)


def hukou(hand: str, win_tile: str, options: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    plain = {"ruleset": "hukou", "round": 0, "hand": hand, "win_tile": win_tile, "options": options or {}}
    return rule_case(FACTS | plain | facts)


def test_a_hand_without_the_void_suit_wins_and_nobody_pays() -> None:
    answer = dingque()
    assert (answer["valid"], answer["waits"], answer["settlement"]) == (True, ["3m", "6m"], [0, 0, 0, 0])
    conditions = {one["id"]: (one["holds"], one["by"]) for one in answer["explanation"]["conditions"]}
    assert conditions == {"complete": (True, "sets"), "void_suit": (True, "free.p")}
    assert [note["id"] for note in answer["explanation"]["notes"]] == ["no_payments"]
    assert (answer["fans"], answer["tags"], answer["points"]) == (None, None, None)


@pytest.mark.parametrize(
    ("void", "tiles"), [("m", ["1m", "2m", "3m", "4m", "5m", "6m"]), ("s", ["5s", "6s", "7s", "8s", "9s"])]
)
def test_tiles_of_the_void_suit_bar_the_win_and_are_named(void: str, tiles: list[str]) -> None:
    answer = dingque(void_suit=void)
    assert (answer["valid"], answer["reasons"]) == (False, ["void_suit_left"])
    fault, fix = answer["explanation"]["faults"][0], answer["explanation"]["nearest"][0]
    assert (fault["key"], fix["key"]) == (f"fault.void_suit_left.{void}", f"nearest.void_suit_left.{void}")
    assert fault["params"] == {"tiles": tiles}


def test_melds_of_the_void_suit_bar_the_win_too() -> None:
    assert dingque(melds=[PENG_5P])["reasons"] == ["void_suit_left"]


def test_a_wait_in_the_void_suit_is_none() -> None:
    answer = dingque(hand="123m678s9s1p45m", win_tile="6m")
    assert answer["reasons"] == ["not_complete"]
    assert [one["id"] for one in answer["explanation"]["nearest"]] == ["tiles_away"]
    single = dingque(hand="123m678s456m1p", win_tile="2m")
    assert [one["id"] for one in single["explanation"]["nearest"]] == ["tiles_away"]


def test_seven_pairs_win_without_the_void_suit_only_where_the_house_says_so() -> None:
    pairs: dict[str, Any] = {"hand": "1133557799m22s8s", "melds": [], "win_tile": "8s"}
    assert dingque(**pairs)["reasons"] == ["not_complete"]
    assert dingque(**pairs, options={"seven_pairs": True})["valid"]


def test_each_of_several_winners_has_an_own_void_suit() -> None:
    first = {"winner": 1, "hand": "123m678s99s45m555s", "void_suit": "p"}
    second = {"winner": 3, "hand": "123p678p99p45m555p", "void_suit": "s"}
    case = FACTS | {"ruleset": "dingque", "winner": None, "winners": [first, second], "melds": []}
    claims = rule_case(case)["explanation"]["claims"]
    assert [claim["valid"] for claim in claims] == [True, True]
    wrong = rule_case(case | {"winners": [first, second | {"void_suit": "m"}]})["explanation"]["claims"]
    assert [claim["valid"] for claim in wrong] == [True, False]


@pytest.mark.parametrize(
    ("why", "facts", "code", "field"),
    [
        ("no void suit", {"void_suit": None}, "missing_field", "void_suit"),
        ("a void suit there is not", {"void_suit": "z"}, "bad_void_suit", "void_suit"),
        ("a run claimed", {"melds": [{"type": "chi", "tiles": "345s"}]}, "meld_not_in_ruleset", "melds[0].type"),
        ("a wind", {"win_tile": "1z"}, "tile_not_in_ruleset", "win_tile"),
        ("a fifth copy", {"hand": "123m5555s9s45m"}, "too_many_copies", "hand"),
        ("a way of winning of other rules", {"win_method": "rob_kong"}, "method_not_in_ruleset", "win_method"),
        ("a round wind", {"round": 0}, "field_not_in_ruleset", "round"),
        ("a flag", {"flags": {"bao_seat": 0}}, "flag_not_in_ruleset", "flags.bao_seat"),
    ],
)
def test_a_hand_without_a_suit_is_refused_for(why: str, facts: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(InputError) as refused:
        dingque(**facts)
    assert (refused.value.code, refused.value.field) == (code, field), why


@pytest.mark.parametrize(
    ("hand", "win_tile", "label"),
    [
        ("123m678s99s45m555p", "6m", None),
        ("111m222p333s44z55m", "5m", "碰碰糊"),
        ("11m33m55p77p22s88s9s", "9s", "小七对"),
        ("11m33m5555p22s88s9s", "9s", "小七对"),
    ],
)
def test_names_of_winning_hands(hand: str, win_tile: str, label: str | None) -> None:
    answer = hupai(hand, win_tile=win_tile)
    assert (answer["valid"], answer["hu_label"], answer["settlement"]) == (True, label, [0, 0, 0, 0])
    assert answer["tags"] == (None if label is None else [label])
    assert answer["fans"] == (None if label is None else {label: None})


def test_a_named_hand_shows_its_tiles_and_that_the_source_gives_no_value() -> None:
    named = hupai("111m222p333s44z55m", win_tile="5m")["explanation"]["conditions"][1]
    assert (named["by"], named["params"]["reading"], len(named["tiles"])) == ("unvalued", "111m 555m 222p 333s 44z", 14)


def test_only_the_nearest_of_several_wins() -> None:
    winners = [{"winner": seat, "hand": hand} for seat, hand in ((0, "123p678s99s45m555p"), (1, "123m678s22z45m444z"))]
    answer = rule_case(FACTS | {"ruleset": "hupai", "winner": None, "winners": winners})
    assert [(claim["winner"], claim["paid"]) for claim in answer["explanation"]["claims"]] == [(0, True), (1, False)]


@pytest.mark.parametrize(("kind", "zhua", "any_kind"), [("zhua", True, True), ("an", False, True), ("da", False, True)])
def test_which_kongs_can_be_robbed(kind: str, zhua: bool, any_kind: bool) -> None:
    kong = {"seat": 2, "kind": kind, "tile": "6m", "from": 0 if kind == "da" else None, "void": True}
    facts: dict[str, Any] = {"win_method": "rob_kong", "kongs": [kong]}
    assert hupai("123m678s99s45m555p", **facts)["valid"] is zhua
    assert hupai("123m678s99s45m555p", {"robbable_kong": "any"}, **facts)["valid"] is any_kind


@pytest.mark.parametrize(
    ("hand", "melds", "win_tile", "fans"),
    [
        ("123m678s99s45m", [PENG_5P], "6m", {"鸡胡": None}),
        ("123m456p789s22z67m", [], "8m", {"平胡": None}),
        ("333s44z55m111m222p", [], "5m", {"碰碰": 2}),
        ("123m555m789m33z67m", [], "8m", {"混一色": None}),
        ("123m456m789m33z67m", [], "8m", {"平胡": None, "混一色": None}),
        ("123m999m555m789m6m", [], "6m", {"清一色": None}),
        ("11133399955m77m", [], "5m", {"碰碰": 2, "清一色": None}),
        ("19m19p19s1234567z", [], "1m", {"十三幺": None}),
        ("123m99s45m", [PENG_5P, {"type": "peng", "tiles": "777z"}], "6m", {"鸡胡": None, "三元": 1}),
        ("123m77s666z777z45m", [], "6m", {"鸡胡": None, "三元": 2}),
        ("123m77s111z222z45m", [], "6m", {"鸡胡": None, "圈风": 1, "位风": 1}),
        ("111222333m777z9m", [], "9m", {"碰碰": 2, "混一色": None, "三元": 1}),
    ],
)
def test_names_and_values_as_far_as_the_source_gives_them(
    hand: str, melds: list[dict[str, Any]], win_tile: str, fans: dict[str, int | None]
) -> None:
    answer = hukou(hand, win_tile, melds=melds)
    assert (answer["fans"], set(answer["tags"])) == (fans, set(fans))
    assert answer["hu_label"] == next(iter(fans))
    named = [one["by"] for one in answer["explanation"]["conditions"] if one["id"] == "named"]
    assert named == ["unvalued" if fan is None else "valued" for fan in fans.values()]


def test_concealed_triplets_of_honours_count_unless_the_house_wants_them_claimed() -> None:
    option = {"concealed_triplets_count": False}
    assert hukou("123m77s666z777z45m", "6m", option)["fans"] == {"鸡胡": None}
    claimed = [{"type": "peng", "tiles": "666z"}, {"type": "angang", "tiles": "7777z"}]
    assert hukou("123m77s45m", "6m", option, melds=claimed)["fans"] == {"鸡胡": None, "三元": 1}
    assert hukou("123m77s45m", "6m", melds=claimed)["fans"] == {"鸡胡": None, "三元": 2}


def test_seven_pairs_have_no_name_in_hukou() -> None:
    assert hukou("11m33m55p77p22s88s9s", "9s")["reasons"] == ["not_complete"]


def test_the_round_must_be_known_where_it_may_count() -> None:
    with pytest.raises(InputError) as refused:
        hukou("123m77s111z222z45m", "6m", round=None)
    assert (refused.value.code, refused.value.field) == ("missing_field", "round")
    assert hukou("123m678s99s45m555p", "6m", round=None)["valid"]


@pytest.mark.parametrize("ruleset", ["dingque", "hupai", "hukou"])
def test_a_drawn_hand_can_be_noted_and_costs_nothing(ruleset: str) -> None:
    case = {"ruleset": ruleset, "kind": "events_only", "dealer": 0, "events": [{"type": "huangzhuang"}]}
    answer = rule_case(case)
    assert (answer["valid"], answer["settlement"]) == (None, [0, 0, 0, 0])
