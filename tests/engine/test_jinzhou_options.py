"""Every house rule of 锦州麻将 changes what it says and nothing else (rules/spec.md §3)."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.engine.cases import rule_case

OPEN = [True] * 4
SHUT = [False] * 4
PENG_5P = {"type": "peng", "tiles": "555p", "from": 3}
CHI_678P = {"type": "chi", "tiles": "678p", "from": 0}
PENG_5S = {"type": "peng", "tiles": "555s", "from": 2}


def case(**changes: Any) -> dict[str, Any]:
    """Seat 1 wins 一类 from an open hand; seat 0 deals."""
    plain: dict[str, Any] = {
        "ruleset": "jinzhou",
        "dealer": 0,
        "winner": 1,
        "hand": "123m678s99s45m",
        "melds": [PENG_5P],
        "win_tile": "6m",
        "win_method": "zimo",
        "open": OPEN,
    }
    return plain | changes


def rule(options: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    return rule_case(case(options=options or {}, **changes))


def shares(options: dict[str, Any] | None = None, **changes: Any) -> list[int]:
    answer = rule(options, **changes)
    assert answer["valid"], answer["reasons"]
    return list(answer["shares"].values())


CLOSED = {"hand": "111s345m567p99p78m", "melds": [], "open": [True, False, True, True]}
PAIRS = {"hand": "11m33m55p77p22s88s9s", "melds": [], "win_tile": "9s"}
RON = {"win_method": "ron", "discarder": 2}
ROB = {"win_method": "rob_kong", "discarder": 2}
LEAK = {"win_method": "kong_leak", "discarder": 2, "kongs": [{"seat": 2, "kind": "an", "tile": "1p"}]}
RED_LEAK = LEAK | {"red_kong": True, "kongs": [{"seat": 2, "kind": "an", "tile": "7z"}]}


def test_house_may_require_an_open_hand() -> None:
    assert rule({"require_open": True}, **CLOSED)["reasons"] == ["not_open"]
    assert rule({"require_open": True})["valid"]


def test_seven_pairs_and_heavenly_hands_cannot_open_and_need_not() -> None:
    assert rule({"require_open": True}, **PAIRS, open=[True, False, True, True])["valid"]
    heavenly = CLOSED | {"dealer": 1, "win_method": "tianhu", "open": SHUT}
    assert rule({"require_open": True}, **heavenly)["valid"]


@pytest.mark.parametrize(("counts", "hu_class", "points"), [(True, 2, 4), (False, 1, 2)])
def test_a_2345_wait_is_a_pair_wait_unless_the_house_says_otherwise(counts: bool, hu_class: int, points: int) -> None:
    answer = rule({"nobetan_is_danzhan": counts}, hand="2345m789p456s", win_tile="2m")
    assert (answer["hu_class"], answer["class_points"]) == (hu_class, points)


def test_three_pair_waits_in_a_row_are_of_the_2345_type_too() -> None:
    answer = rule(hand="2345678m789s", win_tile="8m", melds=[PENG_5P])
    assert (answer["waits"], answer["hu_class"]) == (["2m", "5m", "8m"], 2)


@pytest.mark.parametrize(
    ("hand", "win_tile", "by_waits", "by_shape"),
    [
        ("1222m999s678s", "3m", 1, 2),  # 边3, but 1m would do as well
        ("1222m999s678s", "1m", 1, 2),  # 单粘1, but 3m would do as well
        ("2223m999s678s", "1m", 1, 1),  # two-sided
        ("2223m999s678s", "3m", 1, 2),  # 单粘3 of three waits
        ("3555m999s678s", "4m", 1, 2),  # 夹4 of two waits
    ],
)
def test_class_by_single_wait_or_by_shape(hand: str, win_tile: str, by_waits: int, by_shape: int) -> None:
    facts = {"hand": hand, "win_tile": win_tile}
    assert rule(**facts)["hu_class"] == by_waits
    assert rule({"wait_class_basis": "shape"}, **facts)["hu_class"] == by_shape


def test_by_shape_a_2345_wait_still_needs_its_own_house_rule() -> None:
    facts = {"hand": "2345m789p456s", "win_tile": "2m"}
    assert rule({"wait_class_basis": "shape"}, **facts)["hu_class"] == 2
    assert rule({"wait_class_basis": "shape", "nobetan_is_danzhan": False}, **facts)["hu_class"] == 1


def test_by_shape_a_lone_terminal_wait_stays_second_class() -> None:
    facts = {"hand": "23m66m345p", "win_tile": "1m", "melds": [CHI_678P, PENG_5S]}
    for basis in ("unique_wait", "shape"):
        answer = rule({"wait_class_basis": basis}, **facts)
        assert (answer["waits"], answer["hu_label"]) == (["1m"], "单胡幺")


def test_a_wait_held_four_times_is_none_unless_structure_alone_counts() -> None:
    facts = {"hand": "45m789s11s", "win_tile": "3m", "melds": [{"type": "angang", "tiles": "6666m"}, PENG_5P]}
    assert rule(**facts)["waits"] == ["3m"]
    assert rule(**facts)["hu_label"] == "单胡"
    structural = rule({"wait_count_dead_tiles": "structural"}, **facts)
    assert (structural["waits"], structural["hu_class"]) == (["3m", "6m"], 1)
    assert rule({"wait_class_basis": "shape"}, **facts)["hu_class"] == 1


@pytest.mark.parametrize(
    ("seen", "waits"),
    [
        ({"kongs": [{"seat": 2, "kind": "da", "tile": "3m", "from": 0}]}, ["6m"]),
        ({"kongs": [{"seat": 2, "kind": "an", "tile": "3m"}]}, ["3m", "6m"]),
        ({"events": [{"type": "genzhuang", "tiles": ["3m"]}]}, ["6m"]),
        ({"visible": "3333m"}, ["6m"]),
        ({"visible": "333m"}, ["3m", "6m"]),
    ],
)
def test_tiles_seen_four_times_may_be_left_out_of_the_waits(seen: dict[str, Any], waits: list[str]) -> None:
    facts = {"hand": "45m678s99s789m"} | seen
    assert rule({"wait_count_dead_tiles": "visible_excluded"}, **facts)["waits"] == waits
    assert rule(**facts)["waits"] == ["3m", "6m"]


@pytest.mark.parametrize(
    ("option", "facts", "expected"),
    [
        ("haidilao_total", {"win_method": "haidilao"}, {4: [16, 8, 8], 2: [8, 4, 4], 8: [32, 16, 16]}),
        ("rob_kong_total", ROB, {4: [16, 8, 8], 8: [32, 16, 16]}),
        ("kong_leak_total", LEAK, {4: [16, 8, 8], 2: [8, 4, 4], 8: [32, 16, 16]}),
        ("red_kong_leak_total", RED_LEAK, {8: [32, 16, 16], 4: [16, 8, 8], 16: [64, 32, 32]}),
    ],
)
def test_factor_of_the_way_of_winning(option: str, facts: dict[str, Any], expected: dict[int, list[int]]) -> None:
    assert shares(**facts) == next(iter(expected.values()))
    for value, owed in expected.items():
        assert shares({option: value}, **facts) == owed


@pytest.mark.parametrize(
    ("tile", "option", "expected"),
    [
        ("5p", "kong_open_extra", {2: [16, 8, 8], 1: [8, 4, 4]}),
        ("7z", "red_kong_open_extra", {4: [32, 16, 16], 2: [16, 8, 8]}),
    ],
)
def test_factor_of_a_win_on_the_replacement_of_a_kong(tile: str, option: str, expected: dict[int, list[int]]) -> None:
    facts: dict[str, Any] = {
        "win_method": "kong_open",
        "red_kong": tile == "7z",
        "hand": "123m678s99p45m",
        "melds": [{"type": "minggang_zhua", "tiles": tile[0] * 4 + tile[1]}],
        "kongs": [{"seat": 1, "kind": "zhua", "tile": tile}],
    }
    for value, owed in expected.items():
        assert shares({option: value}, **facts) == owed


@pytest.mark.parametrize(
    ("scope", "is_open", "expected"),
    [
        ("winner_and_each_loser", [True, False, False, True], [16, 16, 8]),
        ("winner_only", [True, False, False, True], [16, 8, 8]),
        ("either_once", [True, False, False, True], [16, 8, 8]),
        ("winner_and_each_loser", SHUT, [64, 32, 32]),
        ("winner_only", SHUT, [32, 16, 16]),
        ("either_once", SHUT, [32, 16, 16]),
    ],
)
def test_whose_closed_hand_doubles(scope: str, is_open: list[bool], expected: list[int]) -> None:
    assert shares({"menqing_scope": scope}, **CLOSED | {"open": is_open}) == expected


@pytest.mark.parametrize(
    ("scope", "expected"),
    [("winner_and_each_loser", [16, 4, 4]), ("winner_only", [8, 4, 4]), ("either_once", [16, 4, 4])],
)
def test_a_closed_loser_doubles_an_open_winners_share_unless_only_the_winner_counts(
    scope: str, expected: list[int]
) -> None:
    assert shares({"menqing_scope": scope}, open=[False, True, True, True]) == expected


def test_the_winners_closed_hand_may_need_self_draw_but_nobody_open_stays_a_fact() -> None:
    option = {"menqing_requires_self_draw": True}
    assert shares(option, **CLOSED) == shares(**CLOSED) == [16, 8, 8]
    assert shares(**CLOSED, **RON) == [16, 8, 8]
    assert shares(option, **CLOSED, **RON) == [8, 4, 4]
    assert shares(option, **CLOSED | {"open": SHUT}, **RON) == [32, 16, 16]


def test_nobody_open_doubles_once_more_or_not() -> None:
    facts = CLOSED | {"open": SHUT}
    assert shares(**facts) == [64, 32, 32]
    assert shares({"siqing_multiplier": 1}, **facts) == [32, 16, 16]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [128, 64, 64]),
        ({"qidui_siqing": True}, [256, 128, 128]),
        ({"qidui_counts_as_open": False}, [512, 256, 256]),
        ({"qidui_counts_as_open": False, "qidui_siqing": True}, [512, 256, 256]),
        ({"qidui_counts_as_open": False, "siqing_multiplier": 1}, [256, 128, 128]),
    ],
)
def test_seven_pairs_count_as_open_unless_the_house_differs(options: dict[str, Any], expected: list[int]) -> None:
    assert shares(options, **PAIRS, open=SHUT) == expected


def test_seven_pairs_may_be_freed_from_suits_and_terminals() -> None:
    no_bamboo = {"hand": "11m33m55m77p22p88p9p", "win_tile": "9p", "melds": [], "open": SHUT}
    assert rule(**no_bamboo)["reasons"] == ["missing_suit"]
    assert rule({"qidui_requires_three_suits": False}, **no_bamboo)["valid"]
    no_terminal = {"hand": "22m33m55p77p22s88s4s", "win_tile": "4s", "melds": [], "open": SHUT}
    assert rule(**no_terminal)["reasons"] == ["no_yaojiu"]
    assert rule({"qidui_requires_yaojiu": False}, **no_terminal)["valid"]


@pytest.mark.parametrize(
    ("hand", "single", "doubled"),
    [("11m33m5555p2288s9s", 32, 32), ("11m3333m5555p88s9s", 32, 64), ("1111m5555p8888s9s", 32, 128)],
)
def test_quads_in_seven_pairs(hand: str, single: int, doubled: int) -> None:
    facts = {"hand": hand, "win_tile": "9s", "melds": [], "open": [True, False, True, True]}
    assert rule(**facts)["class_points"] == single
    answer = rule({"luxury_pairs_scaling": "double_per_quad"}, **facts)
    assert (answer["hu_class"], answer["class_points"]) == (5, doubled)


def test_the_dealer_may_double_only_when_winning() -> None:
    assert shares({"dealer_double": "winner_only"}) == [4, 4, 4]
    assert shares({"dealer_double": "winner_only"}, dealer=1) == shares(dealer=1) == [8, 8, 8]


def test_a_discard_may_double_only_the_discarders_share_also_within_other_ways() -> None:
    option = {"discard_double_scope": "discarder_only"}
    assert shares(option, **RON) == [4, 4, 2]
    assert shares(option, **ROB) == [8, 8, 4]
    assert shares(option, **LEAK) == [8, 8, 4]
    assert shares(option | {"rob_kong_total": 8}, **ROB) == [16, 16, 8]


def test_the_discarder_pays_all_three_shares_or_three_times_the_own() -> None:
    assert rule(**RON)["settlement_hu"] == [0, 16, -16, 0]
    answer = rule({"discard_share_basis": "discarder_x3"}, **RON)
    assert (answer["shares"], answer["settlement_hu"]) == ({"0": 8, "2": 4, "3": 4}, [0, 12, -12, 0])


HAND_OF_ONE = {
    "hand": "7s",
    "win_tile": "7s",
    "melds": [{"type": "chi", "tiles": "123m", "from": 0}, PENG_5P, {"type": "angang", "tiles": "9999s"}, CHI_678P],
    "kongs": [{"seat": 1, "kind": "an", "tile": "9s"}],
}


def test_a_hand_of_one_tile_wins_only_as_all_triplets_unless_the_house_says_otherwise() -> None:
    assert rule(**HAND_OF_ONE)["reasons"] == ["min_hand"]
    assert rule({"min_hand_rule": False}, **HAND_OF_ONE)["valid"]
    assert rule({"angang_counts_for_min_hand": False}, **HAND_OF_ONE)["valid"]


def test_kongs_are_paid_although_the_claimed_win_is_none() -> None:
    assert rule(**HAND_OF_ONE)["settlement"] == [-8, 24, -8, -8]


def robbed(kind: str, options: dict[str, Any]) -> list[str]:
    kong = {"seat": 2, "kind": kind, "tile": "6m", "void": True} | ({"from": 3} if kind == "da" else {})
    return list(rule(options, **ROB, kongs=[kong])["reasons"])


def test_only_a_kong_added_to_a_triplet_can_be_robbed_unless_the_house_allows_concealed_ones() -> None:
    assert robbed("zhua", {}) == []
    assert robbed("an", {}) == ["kong_not_robbable"]
    assert robbed("an", {"rob_concealed_kong": True}) == []
    assert robbed("da", {"rob_concealed_kong": True}) == ["kong_not_robbable"]


SECOND = {"winner": 3, "hand": "789m678p99p45m", "melds": [{"type": "peng", "tiles": "111s", "from": 0}]}
FIRST = {"winner": 1, "hand": "123m678s99s45m", "melds": [PENG_5P]}


def both(options: dict[str, Any], **changes: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "ruleset": "jinzhou",
        "options": options,
        "dealer": 0,
        "winners": [FIRST, SECOND],
        "win_tile": "6m",
        "win_method": "ron",
        "discarder": 2,
        "open": OPEN,
    }
    return rule_case(facts | changes)


def test_of_two_winners_the_nearest_in_playing_order_is_paid() -> None:
    answer = both({})
    assert (answer["valid"], answer["hu_class"], answer["settlement_hu"]) == (True, 1, [0, 0, -16, 16])
    assert [claim["paid"] for claim in answer["explanation"]["claims"]] == [False, True]
    assert both({}, discarder=0)["settlement_hu"] == [-16, 16, 0, 0]


def test_of_two_winners_both_are_paid_where_the_house_says_so() -> None:
    answer = both({"multi_ron": "all_pay"})
    assert (answer["valid"], answer["settlement_hu"]) == (True, [0, 16, -32, 16])
    assert answer["hu_class"] is None


def test_a_claim_that_is_no_win_gives_way_to_the_next() -> None:
    broken = SECOND | {"hand": "789m678p99p15m"}
    answer = both({}, winners=[FIRST, broken])
    assert (answer["valid"], answer["settlement_hu"]) == (True, [0, 16, -16, 0])
    answer = both({"multi_ron": "all_pay"}, winners=[FIRST | {"hand": "123m678s99s15m"}, broken])
    assert (answer["valid"], answer["reasons"], answer["settlement_hu"]) == (False, ["not_complete"], [0] * 4)


def test_having_passed_a_win_bars_tiles_of_others_until_the_own_draw() -> None:
    passed = {"flags": {"louhu_blocked": True}}
    option = {"louhu": "until_own_draw"}
    assert rule(option, **passed, **RON)["reasons"] == ["louhu_blocked"]
    assert rule(option, **passed, **ROB)["reasons"] == ["louhu_blocked"]
    assert rule(option, **passed)["valid"]
    assert rule(**passed, **RON)["valid"]


def settled(options: dict[str, Any], **facts: Any) -> tuple[list[int], list[int]]:
    answer = rule_case({"ruleset": "jinzhou", "kind": "events_only", "dealer": 2, "options": options} | facts)
    assert answer["valid"] is None
    return answer["settlement_kong"], answer["settlement_other"]


DRAWN = {"events": [{"type": "huangzhuang"}], "kongs": [{"seat": 0, "kind": "zhua", "tile": "7z"}]}


def test_after_a_drawn_hand_the_dealer_pays_and_kongs_stay_unless_the_house_says_otherwise() -> None:
    assert settled({}, **DRAWN) == ([24, -8, -8, -8], [4, 4, -12, 4])
    assert settled({"huangzhuang_each": 0}, **DRAWN) == ([24, -8, -8, -8], [0] * 4)
    assert settled({"huangzhuang_keeps_kongs": False}, **DRAWN) == ([0] * 4, [4, 4, -12, 4])


def test_followed_rounds_double_each_time_and_a_red_round_doubles_once_more() -> None:
    def followed(*tiles: str, **options: Any) -> int:
        return settled(options, events=[{"type": "genzhuang", "tiles": list(tiles)}])[1][0]

    assert followed("9m") == 4
    assert followed("7z") == 8
    assert followed("7z", "9m") == 8 + 8
    assert followed("9m", "7z") == 4 + 16
    assert followed("1m", "2m", "3m", "4m") == 4 + 8 + 16 + 32
    assert followed("1m", "2m", genzhuang_base=0) == 0


@pytest.mark.parametrize(
    ("kind", "tile", "expected"),
    [
        ("da", "1m", [0, -12, 0, 12]),
        ("da", "7z", [0, -24, 0, 24]),
        ("zhua", "1m", [-4, -4, -4, 12]),
        ("zhua", "7z", [-8, -8, -8, 24]),
        ("an", "1m", [-8, -8, -8, 24]),
        ("an", "7z", [-16, -16, -16, 48]),
    ],
)
def test_kongs_are_paid_by_their_kind(kind: str, tile: str, expected: list[int]) -> None:
    kong = {"seat": 3, "kind": kind, "tile": tile} | ({"from": 1} if kind == "da" else {})
    assert settled({}, kongs=[kong])[0] == expected


HEAVENLY = CLOSED | {"dealer": 1, "win_method": "tianhu", "win_tile": "9m", "open": SHUT}


def test_a_heavenly_hand_is_flat_or_multiplied() -> None:
    answer = rule(**HEAVENLY)
    assert (answer["hu_label"], answer["hu_class"], answer["settlement"]) == ("天胡", 1, [-200, 600, -200, -200])
    # 200 × 自摸 2 × 庄 2 × 门清 2 × 门清 2 × 四清 2
    assert shares({"tianhu_multiplied": True}, **HEAVENLY) == [6400] * 3
    assert shares({"base_unit": 5}, **HEAVENLY) == [200] * 3


@pytest.mark.parametrize("cap", [100, 150, 200, 300])
def test_each_share_may_be_capped(cap: int) -> None:
    facts = PAIRS | {"open": SHUT}
    answer = rule({"score_cap": cap, "qidui_counts_as_open": False}, **facts, **RON)
    assert list(answer["shares"].values()) == [min(512, cap), min(256, cap), min(256, cap)]
    assert answer["settlement_hu"][2] == -sum(answer["shares"].values())
    assert shares({"score_cap": cap}, **HEAVENLY) == [min(200, cap)] * 3
    assert shares({"score_cap": cap}) == [8, 4, 4]


@pytest.mark.parametrize("unit", [1, 2, 5])
def test_the_base_unit_moves_the_classes_and_nothing_else(unit: int) -> None:
    facts = {"kongs": [{"seat": 0, "kind": "an", "tile": "1p"}], "events": [{"type": "genzhuang", "tiles": ["9p"]}]}
    answer = rule({"base_unit": unit}, **facts)
    assert answer["class_points"] == unit
    assert answer["shares"] == {"0": 4 * unit, "2": 2 * unit, "3": 2 * unit}
    assert (answer["settlement_kong"], answer["settlement_other"]) == ([24, -8, -8, -8], [-12, 4, 4, 4])
    assert rule({"base_unit": unit}, **PAIRS, open=SHUT)["class_points"] == 8 * unit


def test_coins_are_points_times_the_base_of_the_table() -> None:
    assert rule()["lottery"] == [-8, 16, -4, -4]
    assert rule({"lottery_base": 50})["lottery"] == [-400, 800, -200, -200]
