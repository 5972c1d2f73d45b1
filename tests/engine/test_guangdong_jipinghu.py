"""广东鸡平和 (rules/spec.md §6): tags, special hands, the cap, who pays, and every house rule with all its values."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import find_ruleset
from paiyan.engine.rules.guangdong_jipinghu.options import JipinghuOptions

PENG_5P = {"type": "peng", "tiles": "555p", "from": 3}
PLAIN: dict[str, Any] = {
    "ruleset": "guangdong_jipinghu",
    "dealer": 0,
    "round": 0,
    "winner": 1,
    "discarder": 2,
    "hand": "123m678s99s45m",
    "melds": [PENG_5P],
    "win_tile": "6m",
    "win_method": "ron",
}
DRAWN = {"win_method": "zimo", "discarder": None}
CLOSED = {"hand": "123m678s99s45m555p", "melds": []}
RUNS = {"hand": "123m456p789s22z67m", "melds": [], "win_tile": "8m"}


def rule(options: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    return rule_case(PLAIN | {"options": options or {}} | facts)


def worth(options: dict[str, Any] | None = None, **facts: Any) -> tuple[set[str], int]:
    answer = rule(options, **facts)
    assert answer["valid"], answer["reasons"]
    return set(answer["tags"]), answer["points"]


def peng(tiles: str, source: int | None = 0) -> dict[str, Any]:
    return {"type": "peng", "tiles": tiles, "from": source}


@pytest.mark.parametrize(
    ("hand", "melds", "win_tile", "tags", "points"),
    [
        ("123m678s99s45m", [PENG_5P], "6m", {"鸡和"}, 1),
        ("123m456p789s22z67m", [], "8m", {"平和"}, 2),
        ("123m456p22z67m", [{"type": "chi", "tiles": "789s"}], "8m", {"平和"}, 2),
        ("333s44z55m", [peng("111m"), peng("222p")], "5m", {"碰碰和"}, 4),
        ("123m555m789m11z67m", [], "8m", {"混一色"}, 4),
        ("123m789m111z22z67m", [], "8m", {"混一色", "圈风"}, 8),
        ("123m456s77z22p", [peng("333p")], "7z", {"鸡和", "三元"}, 2),
        ("123m222p5z777z", [peng("666z")], "5z", {"小三元"}, 32),
        ("123m77z22p", [peng("555z"), peng("666z")], "7z", {"大三元"}, 64),
        ("123m22p55z", [peng("222z"), peng("666z")], "5z", {"鸡和", "门风", "三元"}, 8),
        ("123m999m55m66m", [peng("111m")], "5m", {"清一色"}, 16),
        ("555m99m77z", [peng("111m"), peng("222z")], "7z", {"混碰"}, 16),
        ("555m99m77m", [peng("111m"), peng("222m")], "7m", {"清碰"}, 32),
        ("999m222z1p", [peng("111m"), peng("999s")], "1p", {"混幺九"}, 32),
        ("999m222z1m", [peng("111z"), peng("333z")], "1m", {"混幺九"}, 32),
        ("11z789p4z4z", [peng("222z"), peng("333z")], "1z", {"小四喜"}, 32),
        ("5p", [peng("111z"), peng("222z"), peng("333z"), peng("444z")], "5p", {"大四喜"}, 64),
        ("111z33z5z5z", [peng("222z"), peng("666z")], "5z", {"字一色"}, 64),
        ("111m999m1p", [peng("999s"), peng("111s")], "1p", {"清幺九"}, 64),
        ("1112345678999p", [], "5p", {"九莲宝灯"}, 64),
        ("1112345678999p", [], "1p", {"九莲宝灯"}, 64),
        ("19m19p19s1234567z", [], "1m", {"十三幺"}, 64),
        ("199m19p19s123456z", [], "7z", {"十三幺"}, 64),
    ],
)
def test_tags_and_points_of_a_discard(
    hand: str, melds: list[dict[str, Any]], win_tile: str, tags: set[str], points: int
) -> None:
    assert worth(hand=hand, melds=melds, win_tile=win_tile) == (tags, points)


def test_what_is_drawn_adds_to_hands_within_the_cap_only() -> None:
    assert worth(**DRAWN) == ({"鸡和", "自摸"}, 2)
    assert worth(**DRAWN, **RUNS) == ({"平和", "自摸"}, 4)
    assert worth(**DRAWN, hand="1112345678999p", melds=[], win_tile="5p") == ({"九莲宝灯"}, 64)


@pytest.mark.parametrize(
    ("dealer", "wind", "expected"),
    [
        (1, 0, {"鸡和", "门风", "圈风"}),
        (1, 2, {"鸡和", "门风"}),
        (0, 0, {"鸡和", "圈风"}),
        (2, 3, {"鸡和"}),
    ],
)
def test_a_triplet_of_east_counts_by_seat_and_round(dealer: int, wind: int, expected: set[str]) -> None:
    tags, points = worth(dealer=dealer, round=wind, melds=[peng("111z", 3)])
    assert (tags, points) == (expected, 1 << len(expected) - 1)


def test_the_seat_wind_may_be_given() -> None:
    assert worth(melds=[peng("444z")], seat_wind=3)[0] == {"鸡和", "门风"}
    assert worth(melds=[peng("444z")], round_wind=3, round=None)[0] == {"鸡和", "圈风"}


def test_a_concealed_triplet_of_dragons_counts_and_a_pair_does_not() -> None:
    assert worth(hand="123m777z99s45m", melds=[PENG_5P])[0] == {"鸡和", "三元"}
    assert worth(hand="123m678s77z45m")[0] == {"鸡和"}


@pytest.mark.parametrize(("cap", "points"), [(1, 2), (2, 4), (3, 8), (4, 16), (9, 32)])
def test_fans_are_capped(cap: int, points: int) -> None:
    facts = {"hand": "333s44z55m", "melds": [peng("777z"), peng("666z")], "win_tile": "5m"}
    answer = rule({"cap_fan": cap}, **facts, **DRAWN)
    assert answer["points"] == points
    capped = [line["points"] for line in answer["explanation"]["lines"] if line["id"] == "gd_cap"]
    assert capped == ([points] if cap < 5 else [])


def test_a_special_hand_is_not_capped_and_nothing_adds_to_it() -> None:
    assert worth({"cap_fan": 1}, hand="555m99m77z", melds=[peng("111m"), peng("222z")], win_tile="7z")[1] == 16
    lines = rule(**DRAWN, hand="555m99m77z", melds=[peng("111m"), peng("222z")], win_tile="7z")["explanation"]["lines"]
    assert [(line["id"], line["points"]) for line in lines] == [("gd_hunpeng", 16)]


@pytest.mark.parametrize(("how", "points"), [("sum", 8), ("max", 4)])
def test_how_runs_and_one_suit_with_honours_go_together(how: str, points: int) -> None:
    answer = rule({"combine": how}, hand="123m456m789m11z67m", melds=[], win_tile="8m")
    assert (set(answer["tags"]), answer["points"]) == ({"平和", "混一色"}, points)
    left = [(one["label"], one["why"]) for one in answer["explanation"]["alternatives"]]
    assert left == ([] if how == "sum" else [("pinghu", "only_highest")])


def test_where_only_the_higher_pattern_counts_the_rest_still_adds() -> None:
    facts = {"hand": "123m456m789m11z67m", "melds": [], "win_tile": "8m"}
    assert worth({"combine": "max"}, **facts, **DRAWN) == ({"平和", "混一色", "自摸"}, 8)


def test_of_several_special_hands_the_dearest_counts_and_the_others_are_told() -> None:
    mixed = rule(hand="999m222z1m", melds=[peng("111z"), peng("333z")], win_tile="1m")
    assert [one["label"] for one in mixed["explanation"]["alternatives"]] == ["hunpeng"]


@pytest.mark.parametrize(
    ("hand", "win_tile", "strict", "loose"),
    [
        ("1112345678999p", "5p", {"九莲宝灯"}, {"九莲宝灯"}),
        ("1112345567899p", "9p", {"清一色"}, {"九莲宝灯"}),
    ],
)
def test_nine_gates_need_the_wait_for_all_nine(hand: str, win_tile: str, strict: set[str], loose: set[str]) -> None:
    facts: dict[str, Any] = {"hand": hand, "melds": [], "win_tile": win_tile}
    assert worth(**facts)[0] == strict
    assert worth({"jiulian_requires_nine_waits": False}, **facts)[0] == loose


def test_kongs_add_a_fan_only_where_the_house_says_so() -> None:
    kongs = {"hand": "99s45m", "melds": [PENG_5P, *({"type": kind, "tiles": tiles} for kind, tiles in KONGS)]}
    assert worth(**kongs) == ({"鸡和"}, 1)
    assert worth({"kong_points": "+1 fan"}, **kongs) == ({"鸡和", "杠"}, 4)


KONGS = (("angang", "1111s"), ("minggang_zhua", "8888s"))
KONG_WIN = {"win_method": "gangkai", "discarder": None}


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        (KONG_WIN | {"melds": [{"type": "angang", "tiles": "5555p"}]}, "gd_least_kong_open"),
        (DRAWN | {"win_method": "haidi"}, "gd_least_haidi"),
        ({"win_method": "rob_kong"}, "gd_least_rob_kong"),
    ],
)
def test_some_wins_are_worth_three_fans_at_least(facts: dict[str, Any], lines: str) -> None:
    answer = rule(**facts)
    assert (set(answer["tags"]), answer["points"]) == ({"鸡和", "自摸"}, 8)
    assert answer["explanation"]["lines"][-1]["id"] == lines
    assert rule({"special_win_min_fan": 1}, **facts)["points"] == 2
    assert rule({"special_win_min_fan": 5}, **facts)["points"] == 32


def test_a_dearer_hand_keeps_its_own_points() -> None:
    pure = {"hand": "123m999m55m66m", "melds": [peng("111m")], "win_tile": "5m"}
    assert worth(**pure, **DRAWN | {"win_method": "haidi"}) == ({"清一色"}, 16)


@pytest.mark.parametrize(
    ("method", "winner", "discarder"), [("tianhe", 0, None), ("dihe", 1, None), ("renhe", 1, 0), ("renhe", 0, 3)]
)
def test_wins_of_the_first_round(method: str, winner: int, discarder: int | None) -> None:
    facts = CLOSED | {"win_method": method, "winner": winner, "discarder": discarder}
    assert worth(**facts) == ({"鸡和"}, 64)
    assert rule(**facts)["hu_label"] == {"tianhe": "天和", "dihe": "地和", "renhe": "人和"}[method]
    assert worth({"tianhe_points": 4}, **facts)[1] == 4
    assert worth({"tianhe_points": 20}, **facts | {"hand": "1112345678999m", "win_tile": "5m"})[1] == 64


@pytest.mark.parametrize(
    ("facts", "options", "expected"),
    [
        ({}, {}, [0, 1, -1, 0]),
        ({}, {"discard_payer": "discarder_pays_three"}, [0, 3, -3, 0]),
        (DRAWN, {}, [-2, 6, -2, -2]),
        (DRAWN | {"flags": {"bao_seat": 3}}, {}, [0, 6, 0, -6]),
        ({"flags": {"bao_seat": 3}}, {}, [0, 1, -1, 0]),
        ({"win_method": "rob_kong"}, {}, [0, 24, -24, 0]),
        ({"win_method": "rob_kong", "flags": {"bao_seat": 3}}, {}, [0, 24, -24, 0]),
        (DRAWN | {"win_method": "haidi", "flags": {"bao_seat": 0}}, {}, [-24, 24, 0, 0]),
        (CLOSED | {"win_method": "renhe", "discarder": 0}, {}, [-64, 64, 0, 0]),
        (CLOSED | DRAWN | {"win_method": "dihe"}, {}, [-64, 192, -64, -64]),
    ],
)
def test_who_pays(facts: dict[str, Any], options: dict[str, Any], expected: list[int]) -> None:
    assert rule(options, **facts)["settlement_hu"] == expected


DA = {"type": "minggang_da", "tiles": "5555p", "from": 3}


@pytest.mark.parametrize(
    ("melds", "flags", "expected", "note"),
    [
        ([DA], {}, [0, 24, 0, -24], []),
        ([DA], {"bao_seat": 3}, [0, 24, 0, -24], []),
        ([DA | {"type": "minggang_zhua", "from": None}], {}, [-8, 24, -8, -8], []),
        ([{"type": "angang", "tiles": "5555p"}], {}, [-8, 24, -8, -8], []),
        ([DA, {"type": "angang", "tiles": "8888s"}], {}, [-8, 24, -8, -8], ["bao_likely_kong"]),
    ],
)
def test_whoever_gave_the_tile_of_the_kong_pays_for_all(
    melds: list[dict[str, Any]], flags: dict[str, int], expected: list[int], note: list[str]
) -> None:
    answer = rule(**KONG_WIN, melds=melds, flags=flags, hand=PLAIN["hand"] if len(melds) == 1 else "123m99s45m")
    assert answer["settlement_hu"] == expected
    assert [one["id"] for one in answer["explanation"]["notes"]] == note


@pytest.mark.parametrize(
    ("hand", "melds", "win_tile", "note"),
    [
        ("5s", [peng("111m"), peng("222p", 2), peng("333s", 2), peng("888p", 2)], "5s", "bao_likely_twelve"),
        ("45m22p", [peng("555z"), peng("666z", 2), peng("777z", 3)], "6m", "bao_likely_dragons"),
        ("5p", [peng("111z"), peng("222z", 2), peng("333z", 2), peng("444z", 3)], "5p", "bao_likely_winds"),
    ],
)
def test_hands_that_somebody_may_be_liable_for_ask_who_it_is(
    hand: str, melds: list[dict[str, Any]], win_tile: str, note: str
) -> None:
    facts: dict[str, Any] = {"hand": hand, "melds": melds, "win_tile": win_tile}
    assert [one["id"] for one in rule(**facts, **DRAWN)["explanation"]["notes"]] == [note]
    assert rule(**facts, **DRAWN, flags={"bao_seat": 2})["explanation"]["notes"] == []
    assert rule(**facts)["explanation"]["notes"] == []
    noted = rule(**facts, flags={"bao_seat": 3})["explanation"]["notes"]
    assert [one["id"] for one in noted] == ["bao_not_for_discards"]


def test_whoever_is_liable_pays_for_each_seat_by_name() -> None:
    payments = rule(**DRAWN, flags={"bao_seat": 3})["explanation"]["payments"]
    assert [(one["payer"], one["reason"], one["params"]["seat"]) for one in payments] == [
        (3, "bao_for_seat", 0),
        (3, "bao_for_seat", 2),
        (3, "own_share", 3),
    ]


CHICKEN = {"hand": PLAIN["hand"], "melds": [PENG_5P]}
PURE = {"hand": "123m789m22m45m789m", "melds": []}
NO_HAND = {"hand": "147p258s369m1234z", "melds": []}


def several(*hands: tuple[int, dict[str, Any]], **facts: Any) -> dict[str, Any]:
    winners = [{"winner": seat, **hand} for seat, hand in hands]
    return {"winner": None, "winners": winners, "hand": None, "melds": [], **facts}


def test_two_on_one_discard_are_paid_their_own_points() -> None:
    answer = rule(**several((0, CHICKEN), (1, PURE)))
    assert (answer["valid"], answer["settlement_hu"]) == (True, [1, 16, -17, 0])


def test_three_on_one_discard_are_worth_three_fans_each_at_least() -> None:
    third = RUNS | {"hand": "123p456p789s22z78m"}
    del third["win_tile"]
    three = several((0, CHICKEN), (1, PURE), (3, third))
    answer = rule(**three)
    assert answer["settlement_hu"] == [8, 16, -32, 8]
    claims = answer["explanation"]["claims"]
    assert [(claim["tags"], claim["points"]) for claim in claims] == [(["鸡和"], 8), (["清一色"], 16), (["平和"], 8)]
    lines = [claim["lines"][-1]["id"] for claim in claims]
    assert lines == ["gd_least_three", "gd_qingyise", "gd_least_three"]
    assert rule({"triple_ron_min_fan": 5}, **three)["settlement_hu"] == [32, 32, -96, 32]
    assert rule({"triple_ron_min_fan": 1}, **three)["settlement_hu"] == [2, 16, -20, 2]
    assert rule({"multi_ron": "head_bump"}, **three)["settlement_hu"] == [0, 0, -2, 2]


def test_a_claim_that_does_not_win_makes_no_three() -> None:
    answer = rule(**several((0, CHICKEN), (1, PURE), (3, NO_HAND)))
    assert (answer["valid"], answer["reasons"]) == (False, ["not_complete"])
    assert answer["settlement_hu"] == [1, 16, -17, 0]


def test_a_tile_that_was_passed_may_be_drawn_and_robbed_but_not_won_by_discard() -> None:
    passed = {"flags": {"louhe_blocked": True}}
    answer = rule(**passed)
    assert (answer["valid"], answer["reasons"], answer["settlement"]) == (False, ["louhe_blocked"], [0, 0, 0, 0])
    assert (answer["tags"], answer["points"]) == ([], None)
    assert [one["key"] for one in answer["explanation"]["nearest"]] == ["nearest.louhe_blocked"]
    assert rule(**passed, **DRAWN)["valid"]
    assert rule(**passed, win_method="rob_kong")["valid"]
    assert rule({"louhe": "off"}, **passed)["valid"]


@pytest.mark.parametrize(("kind", "valid"), [("zhua", True), ("an", False), ("da", False)])
def test_only_a_kong_added_to_a_triplet_can_be_robbed(kind: str, valid: bool) -> None:
    kong = {"seat": 2, "kind": kind, "tile": "6m", "from": 0 if kind == "da" else None, "void": True}
    answer = rule(win_method="rob_kong", kongs=[kong])
    assert answer["valid"] is valid
    assert answer["reasons"] == ([] if valid else ["kong_not_robbable"])


def test_seven_pairs_are_no_hand_here() -> None:
    answer = rule(hand="11m33m55p77p22s88s9s", melds=[], win_tile="9s")
    assert answer["reasons"] == ["not_complete"]
    assert answer["explanation"]["conditions"][0]["by"] == "no_sets_orphans"


def test_near_thirteen_orphans_tell_what_would_win() -> None:
    answer = rule(hand="19m19p19s1234567z", melds=[], win_tile="5m")
    nearest = {one["id"]: one["params"] for one in answer["explanation"]["nearest"]}
    assert nearest == {"wins_on": {"tiles": "19m19p19s1234567z"}, "tiles_away": {"count": 1}}


def test_kongs_are_not_paid() -> None:
    answer = rule(melds=[DA], kongs=[{"seat": 1, "kind": "da", "tile": "5p", "from": 3}])
    assert (answer["settlement_kong"], answer["explanation"]["notes"]) == ([0, 0, 0, 0], [])


def test_each_tag_names_its_tiles() -> None:
    lines = rule(**DRAWN, hand="333s44z55m", melds=[peng("777z"), peng("666z")], win_tile="5m")["explanation"]["lines"]
    shown = {line["id"]: line["params"].get("reading") for line in lines}
    assert shown == {
        "gd_base": None,
        "gd_pengpenghu": "777z 666z 555m 333s 44z",
        "gd_zimo": "5m",
        "gd_sanyuan": "777z 666z",
        "gd_cap": None,
    }
    factors = [line["factor"] for line in lines if line["id"] not in ("gd_base", "gd_cap")]
    assert factors == [4, 2, 4]
    great = rule(hand="123m77z22p", melds=[peng("555z"), peng("666z")], win_tile="7z")["explanation"]["lines"]
    assert [line["params"]["reading"] for line in great] == ["555z 666z 777z"]


TIANHE = CLOSED | DRAWN | {"win_method": "tianhe", "winner": 0}


@pytest.mark.parametrize(
    ("why", "facts", "code", "field"),
    [
        ("a flower", {"win_tile": "g1"}, "tile_not_in_ruleset", "win_tile"),
        ("a fifth copy", {"hand": "123m6666s99s45m", "win_tile": "6s"}, "wrong_hand_size", "hand"),
        ("five of a kind", {"hand": "123m66666s45m"}, "too_many_copies", "hand"),
        ("a run of winds", {"melds": [{"type": "chi", "tiles": "123z"}]}, "bad_meld_tiles", "melds[0].tiles"),
        ("a drawn tile with a discarder", {"win_method": "zimo"}, "self_draw_with_discarder", "discarder"),
        ("a robbed kong the winner holds", {"win_method": "rob_kong", "win_tile": "9s"}, "too_many_copies", "win_tile"),
        ("a win on a kong without kong", KONG_WIN, "kong_open_without_kong", "win_method"),
        ("a way of winning of other rules", {"win_method": "kong_leak"}, "method_not_in_ruleset", "win_method"),
        ("no round where winds may count", {"round": None, "melds": [peng("111z")]}, "missing_field", "round"),
        ("a fifth round", {"round": 4}, "number_out_of_range", "round"),
        ("the winner as liable", {"flags": {"bao_seat": 1}}, "bao_seat_is_winner", "flags.bao_seat"),
        ("a flag of other rules", {"flags": {"hubao_partner": 2}}, "flag_not_in_ruleset", "flags.hubao_partner"),
        (
            "a partner of other rules",
            several((0, CHICKEN | {"hubao_partner": 3})),
            "flag_not_in_ruleset",
            "winners[0].hubao_partner",
        ),
        ("天和 of another than the dealer", TIANHE | {"winner": 1}, "tianhu_not_dealer", "winner"),
        ("地和 of the dealer", TIANHE | {"win_method": "dihe"}, "dihe_by_dealer", "winner"),
        ("天和 after a claim", DRAWN | {"win_method": "tianhe", "winner": 0}, "first_round_after_claim", "melds"),
        (
            "人和 after a kong",
            CLOSED | {"win_method": "renhe", "kongs": [{"seat": 3, "kind": "an", "tile": "1z"}]},
            "first_round_after_claim",
            "kongs",
        ),
        ("several who drew", several((0, CHICKEN), (1, PURE)) | DRAWN, "winners_contradict", "winners"),
        (
            "an event of other rules",
            {"events": [{"type": "early_draw", "seat": 1}]},
            "event_not_in_ruleset",
            "events[0].type",
        ),
        ("a value that is not allowed", {"options": {"kong_points": 1}}, "bad_option_value", "options.kong_points"),
        ("no cap", {"options": {"cap_fan": 0}}, "bad_option_value", "options.cap_fan"),
    ],
)
def test_a_case_is_refused_for(why: str, facts: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(InputError) as refused:
        rule_case(PLAIN | facts)
    assert (refused.value.code, refused.value.field) == (code, field), why


def test_the_round_is_needed_only_where_a_wind_may_count() -> None:
    assert rule(round=None)["valid"]


@pytest.mark.parametrize(
    ("repeat", "after_win", "after_draw"),
    [("dealer_win_or_draw", 1, 1), ("dealer_win_only", 1, 2), ("never", 2, 2)],
)
def test_when_the_dealer_stays(repeat: Any, after_win: int, after_draw: int) -> None:
    rules, options = find_ruleset("guangdong_jipinghu"), JipinghuOptions(dealer_repeat=repeat)
    assert rules.next_dealer(1, (3, 1), options) == after_win
    assert rules.next_dealer(1, (), options) == after_draw
    assert rules.next_dealer(1, (3,), options) == 2
