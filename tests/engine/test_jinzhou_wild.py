"""锦州带会: what a 会 may stand for, and what else 带会 changes (rules/spec.md W1–W11)."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError

OPEN = [True] * 4
SHUT = [False] * 4
PENG_5P = {"type": "peng", "tiles": "555p", "from": 3}
PENG_5S = {"type": "peng", "tiles": "555s", "from": 2}
PENG_1M = {"type": "peng", "tiles": "111m", "from": 0}
CHI_345P = {"type": "chi", "tiles": "345p", "from": 0}
CHI_456S = {"type": "chi", "tiles": "456s", "from": 0}
CHI_678P = {"type": "chi", "tiles": "678p", "from": 0}


def case(**changes: Any) -> dict[str, Any]:
    """Seat 1 wins on a discard of seat 2 with 8s as the 会, none of which it has; seat 0 deals."""
    plain: dict[str, Any] = {
        "ruleset": "jinzhou_wild",
        "dealer": 0,
        "winner": 1,
        "discarder": 2,
        "hand": "123m567s99s45m",
        "melds": [PENG_5P],
        "win_tile": "6m",
        "win_method": "ron",
        "open": OPEN,
        "wild": {"ming": "7s"},
    }
    return plain | changes


def rule(**changes: Any) -> dict[str, Any]:
    return rule_case(case(**changes))


def refusal(**changes: Any) -> tuple[str, str]:
    with pytest.raises(InputError) as refused:
        rule(**changes)
    return refused.value.code, refused.value.field


def stands(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(use["stands_for"], use["where"]) for use in answer["explanation"]["wilds"]]


DRAWN = {"win_method": "zimo", "discarder": None}
RED_PAIR = {"hand": "234m67m7z8s", "melds": [CHI_345P, CHI_456S], "win_tile": "5m"}
CLOSED = {"hand": "123m678s99s45m556p", "melds": [], "open": SHUT, "win_tile": "5p", "wild": {"ming": "5p"}}
PURE = {"hand": "123m678s99s45m555p", "melds": [], "open": SHUT, "win_tile": "6m", "wild": {"ming": "1p"}}
THREE_TILE_KONG = {
    "hand": "123m555p99s45m",
    "melds": [{"type": "angang", "tiles": "777s"}],
    "kongs": [{"seat": 1, "kind": "an", "tile": "7s"}],
    "open": [True, False, True, True],
}


@pytest.mark.parametrize(
    ("ming", "hui", "left"),
    [
        ("1m", "2m", {"1m": 3, "2m": 4}),
        ("8s", "9s", {"8s": 3, "9s": 4}),
        ("9s", "1s", {"9s": 3, "1s": 4}),
        ("7z", "7z", {"7z": 3}),
    ],
)
def test_the_wild_tile_is_the_next_rank_and_red_dragons_are_their_own(
    ming: str, hui: str, left: dict[str, int]
) -> None:
    facts = {"ruleset": "jinzhou_wild", "kind": "wild_determination", "dealer": 0, "wild": {"ming": ming}}
    answer = rule_case(facts)
    assert (answer["valid"], answer["hui"], answer["copies_left"]) == (None, hui, left)


def test_every_wild_tile_is_told_with_what_it_stands_for() -> None:
    answer = rule(hand="12m8s567s99s45m")
    assert answer["valid"]
    assert answer["explanation"]["wilds"] == [
        {
            "tile": "8s",
            "stands_for": "3m",
            "where": "123m",
            "drawn": False,
            "params": {"tile": "8s", "stands_for": "3m", "where": "123m"},
            "key": "wild.stands_for",
        }
    ]


def test_a_wild_tile_makes_more_waits_and_is_none_itself() -> None:
    assert rule()["waits"] == ["3m", "6m"]
    assert rule(hand="12m8s567s99s45m")["waits"] == ["3m", "6m"]
    every = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + ["7z"]
    assert rule(hand="123m567s456m8s", win_tile="3p")["waits"] == [tile for tile in every if tile != "8s"]


def test_of_several_choices_the_dearest_counts_and_the_next_is_told() -> None:
    answer = rule(hand="33m8s7s", melds=[PENG_1M, PENG_5P, {"type": "peng", "tiles": "999s", "from": 3}], win_tile="7s")
    assert (answer["hu_label"], stands(answer)) == ("单粘飘", [("3m", "333m")])
    alternatives = answer["explanation"]["alternatives"]
    assert [(one["label"], one["why"]) for one in alternatives] == [("duidaopiao", "lower")]
    assert [(use["stands_for"], use["where"]) for use in alternatives[0]["wilds"]] == [("7s", "777s")]


def test_of_two_readings_of_the_same_name_the_other_is_told_with_what_its_wild_tiles_stand_for() -> None:
    answer = rule(hand="123m588s99s45m")
    (other,) = answer["explanation"]["alternatives"]
    assert (other["label"], other["why"], other["points"]) == ("duojiao", "equal", answer["class_points"])
    assert [use["stands_for"] for use in answer["explanation"]["wilds"]] == ["5s", "9s"]
    assert [use["stands_for"] for use in other["wilds"]] != ["5s", "9s"]


def test_without_a_terminal_a_wild_tile_can_be_none() -> None:
    facts = {"hand": "23m66m34p8s", "melds": [PENG_5S, CHI_678P]}
    answer = rule(**facts, win_tile="4m")
    assert answer["reasons"] == ["no_yaojiu"]
    assert [fault["key"] for fault in answer["explanation"]["faults"]] == ["fault.no_yaojiu.wild"]
    assert rule(**facts, win_tile="1m")["hu_label"] == "单胡幺"


def test_with_red_dragons_for_a_terminal_a_wild_tile_still_is_no_terminal() -> None:
    answer = rule(hand="23m8s77z34p", melds=[PENG_5S, CHI_678P], win_tile="5p")
    assert answer["valid"]
    assert stands(answer) == [("4m", "234m")]


def test_a_suit_there_is_no_tile_of_cannot_be_had_by_a_wild_tile() -> None:
    melds = [{"type": "peng", "tiles": "777m", "from": 2}, {"type": "chi", "tiles": "456m"}]
    answer = rule(hand="123m34p9p8s", melds=melds, win_tile="2p")
    assert answer["reasons"] == ["missing_suit"]
    assert [fault["key"] for fault in answer["explanation"]["faults"]] == ["fault.missing_suit.s.wild"]


def test_the_winning_tile_counts_as_natural_but_not_a_drawn_wild_tile() -> None:
    facts = {"hand": "23m66m34p8s", "melds": [PENG_5S, CHI_678P]}
    assert rule(**facts, win_tile="1m")["valid"]
    assert rule(**facts, win_tile="8s", **DRAWN)["reasons"] == ["no_yaojiu"]


def test_a_drawn_wild_tile_is_what_is_dearest() -> None:
    answer = rule(hand="999s33m77s", melds=[PENG_1M, PENG_5P], win_tile="8s", **DRAWN)
    assert (answer["hu_label"], answer["waits"]) == ("对倒飘", ["3m", "7s"])
    drawn = [use for use in answer["explanation"]["wilds"] if use["drawn"]]
    assert [(use["stands_for"], use["where"], use["key"]) for use in drawn] == [("3m", "333m", "wild.drawn")]


def test_a_drawn_wild_tile_may_be_itself_although_it_is_no_wait() -> None:
    facts = {"hand": "123m67s99s456m", "win_tile": "8s"}
    answer = rule(**facts, **DRAWN)
    assert (answer["waits"], answer["hu_class"]) == (["5s"], 2)


def test_a_hand_that_only_the_wild_tile_itself_completes_is_a_single_wait() -> None:
    answer = rule(hand="123m79s22p456m", win_tile="8s", **DRAWN)
    assert (answer["waits"], answer["hu_class"], answer["hu_label"]) == ([], 2, "夹")


def test_a_discarded_wild_tile_is_what_it_shows() -> None:
    assert rule(hand="123m79s99s456m", win_tile="8s")["valid"]
    assert rule(hand="123m567s99s45m", win_tile="8s")["reasons"] == ["not_complete"]
    assert rule(hand="123m567s99s45m", win_tile="8s", **DRAWN)["valid"]


class TestRedDragons:
    """红中 in place of 幺九 and 岔 (W3, §3 no. 27)."""

    def test_two_stand_in_for_terminal_and_triplet(self) -> None:
        answer = rule(hand="234m67m77z", melds=[CHI_345P, CHI_456S], win_tile="5m")
        by = {one["id"]: one["by"] for one in answer["explanation"]["conditions"]}
        assert (by["yaojiu"], by["triplet"]) == ("red", "red_pair")

    def test_one_with_a_wild_tile_as_the_pair_does_so_too_and_for_suits(self) -> None:
        answer = rule(**RED_PAIR)
        conditions = {one["id"]: one for one in answer["explanation"]["conditions"]}
        assert (conditions["yaojiu"]["by"], conditions["triplet"]["by"]) == ("wild_red_pair", "wild_red_pair")
        assert conditions["yaojiu"]["tiles"] == ["7z", "8s"]
        assert answer["waits"] == ["5m", "8m", "7z"]
        no_bamboo = RED_PAIR | {"melds": [CHI_345P, {"type": "chi", "tiles": "456p"}]}
        assert rule(**no_bamboo)["waits"] == ["5m", "8m"]

    def test_the_house_may_hold_it_to_terminals(self) -> None:
        strict = {"wild_red_pair_waives_triplet": False}
        assert rule(**RED_PAIR, options=strict)["reasons"] == ["no_triplet"]
        strict = {"wild_red_pair_waives_three_suits": False}
        assert rule(**RED_PAIR, options=strict)["valid"]

    def test_two_wild_tiles_are_no_pair_of_them(self) -> None:
        answer = rule(hand="234m67m88s", melds=[CHI_345P, CHI_456S], win_tile="5m")
        assert answer["reasons"] == ["no_triplet", "no_yaojiu"]

    def test_they_do_nothing_where_they_are_the_wild_tile(self) -> None:
        facts = {"hand": "234m67m77z", "melds": [CHI_345P, CHI_456S], "win_tile": "5m", "wild": {"ming": "7z"}}
        answer = rule(**facts)
        assert answer["reasons"] == ["no_triplet", "no_yaojiu"]
        assert {fault["detail"] for fault in answer["explanation"]["faults"]} == {"red_is_wild"}


class TestFlatWins:
    """天胡 and 地胡点炮 (W9)."""

    def test_a_heavenly_hand_is_paid_by_each_and_twice_without_wild_tiles(self) -> None:
        facts = {"dealer": 1, "win_method": "tianhu", "discarder": None}
        assert rule(**CLOSED | facts)["settlement"] == [-128, 384, -128, -128]
        answer = rule(**PURE | facts)
        assert answer["settlement"] == [-256, 768, -256, -256]
        assert [(line["id"], line.get("factor")) for line in answer["lines"]] == [("tianhu", None), ("suhu", 2)]

    def test_a_win_on_the_dealers_first_discard_is_one_sum_from_the_dealer(self) -> None:
        facts = {"win_method": "dihu", "discarder": 0}
        answer = rule(**CLOSED | facts)
        assert (answer["hu_label"], answer["shares"]) == ("地胡", {"0": 96})
        assert answer["settlement"] == [-96, 96, 0, 0]
        assert rule(**PURE | facts)["settlement"] == [-192, 192, 0, 0]
        assert rule(**CLOSED | facts, options={"dihu_points": 288})["settlement"] == [-288, 288, 0, 0]
        assert rule(**CLOSED | facts, options={"discard_share_basis": "discarder_x3"})["settlement"][0] == -96
        assert rule(**PURE | facts, options={"score_cap": 150})["shares"] == {"0": 150}

    def test_the_dealer_may_have_a_concealed_kong_before(self) -> None:
        kong = {"seat": 0, "kind": "an", "tile": "9p"}
        answer = rule(**CLOSED, win_method="dihu", discarder=0, kongs=[kong])
        assert answer["settlement"] == [-96 + 24, 96 - 8, -8, -8]


def test_a_hand_without_wild_tiles_is_doubled() -> None:
    assert rule()["shares"] == {"0": 16, "2": 8, "3": 8}
    assert rule(options={"suhu_multiplier": 1})["shares"] == {"0": 8, "2": 4, "3": 4}
    assert rule(hand="12m8s567s99s45m")["shares"] == {"0": 8, "2": 4, "3": 4}


def test_a_hand_won_on_a_discarded_wild_tile_has_one() -> None:
    answer = rule(hand="123m79s99s456m", win_tile="8s")
    assert "suhu" not in [line["id"] for line in answer["lines"]]


class TestThreeTileKongs:
    """三张明牌 (W5)."""

    def test_three_of_the_turned_up_kind_are_a_kong_paid_as_any(self) -> None:
        answer = rule(**THREE_TILE_KONG)
        assert (answer["valid"], answer["settlement_kong"]) == (True, [-8, 24, -8, -8])
        assert answer["explanation"]["conditions"][0]["params"]["reading"] == "777s 123m 456m 555p 99s"

    def test_it_is_a_triplet_for_all_that_asks_for_one(self) -> None:
        facts = THREE_TILE_KONG | {"hand": "123m456p99s45m"}
        assert rule(**facts)["valid"]

    def test_the_third_may_be_claimed(self) -> None:
        meld = {"type": "minggang_da", "tiles": "777s", "from": 3}
        facts = THREE_TILE_KONG | {
            "melds": [meld],
            "open": OPEN,
            "kongs": [{"seat": 1, "kind": "da", "tile": "7s", "from": 3}],
        }
        assert rule(**facts)["settlement_kong"] == [0, 12, 0, -12]

    def test_it_draws_no_replacement_to_win_on(self) -> None:
        facts = THREE_TILE_KONG | DRAWN | {"win_method": "kong_open"}
        assert refusal(**facts) == ("kong_open_without_kong", "win_method")

    def test_a_discard_after_it_is_one_after_a_kong(self) -> None:
        kong = {"seat": 2, "kind": "an", "tile": "7s"}
        facts = {"hand": "123m555s99s45m", "win_method": "kong_leak", "kongs": [kong]}
        assert rule(**facts)["settlement_hu"] == [0, 64, -64, 0]

    def test_the_house_may_not_allow_it(self) -> None:
        strict = {"ming_triplet_kong": False}
        assert refusal(**THREE_TILE_KONG, options=strict) == ("ming_kong_not_allowed", "kongs[0].tile")
        assert refusal(**THREE_TILE_KONG | {"kongs": []}, options=strict) == ("ming_kong_not_allowed", "melds[0].tiles")

    def test_holding_all_three_ends_the_wait_for_them(self) -> None:
        facts = {"hand": "123m56777s22p", "win_tile": "4s"}
        assert rule(**facts)["waits"] == ["2p", "4s"]
        assert rule(**facts, options={"wait_count_dead_tiles": "structural"})["waits"] == ["2p", "4s", "7s"]


class TestBars:
    """Who gave or took a 会 cannot win (W4); who passed must draw first (W10)."""

    def test_having_discarded_one(self) -> None:
        assert rule(flags={"wild_discarded": True})["reasons"] == ["wild_discarded"]
        assert rule(flags={"wild_discarded": True}, **DRAWN)["reasons"] == ["wild_discarded"]

    @pytest.mark.parametrize(
        ("kind", "tiles", "hand"),
        [
            ("peng", "888s", "123m567p99s45m"),
            ("chi", "789s", "123m555p99s45m"),
            ("minggang_da", "8888s", "123m567p99s45m"),
        ],
    )
    def test_having_claimed_one(self, kind: str, tiles: str, hand: str) -> None:
        facts = {"hand": hand, "melds": [{"type": kind, "tiles": tiles, "from": 0}]}
        assert rule(**facts, flags={"wild_claimed": True})["reasons"] == ["wild_claimed"]
        assert refusal(**facts) == ("wild_in_meld", "melds[0].tiles")

    def test_every_bar_and_failed_condition_is_named(self) -> None:
        flags = {"wild_discarded": True, "wild_claimed": True, "louhu_blocked": True}
        answer = rule(hand="23m66m34p8s", melds=[PENG_5S, CHI_678P], win_tile="4m", flags=flags)
        assert answer["reasons"] == ["louhu_blocked", "no_yaojiu", "wild_claimed", "wild_discarded"]

    def test_tiles_that_form_no_hand_are_that_alone(self) -> None:
        answer = rule(hand="123m567s99s49m", flags={"wild_discarded": True})
        assert answer["reasons"] == ["not_complete"]

    def test_having_passed_bars_discards_only_and_not_by_every_house(self) -> None:
        passed = {"flags": {"louhu_blocked": True}}
        assert rule(**passed)["reasons"] == ["louhu_blocked"]
        assert rule(**passed, **DRAWN)["valid"]
        assert rule(**passed, options={"louhu": "off"})["valid"]


def settled(events: list[dict[str, Any]], ming: str = "7s", **options: Any) -> list[int]:
    facts = {"ruleset": "jinzhou_wild", "kind": "events_only", "dealer": 2, "wild": {"ming": ming}}
    return list(rule_case(facts | {"events": events, "options": options})["settlement_other"])


XUEHUI = {"type": "xuehui", "seat": 0}


def test_all_wild_tiles_in_one_hand_are_paid_by_each_won_or_not() -> None:
    assert settled([XUEHUI]) == [60, -20, -20, -20]
    assert settled([XUEHUI, {"type": "huangzhuang"}]) == [64, -16, -32, -16]
    assert settled([XUEHUI], ming="7z") == [60, -20, -20, -20]
    assert settled([XUEHUI], xuehui_each=10) == [30, -10, -10, -10]
    assert settled([XUEHUI], xuehui_each=0) == [0] * 4


def test_a_winner_with_all_wild_tiles_is_noted_where_nobody_is_to_pay_for_them() -> None:
    facts = {"hand": "12m8888s9s", "melds": [PENG_5P, {"type": "chi", "tiles": "456m"}], "win_tile": "4m"}
    answer = rule(**facts)
    assert [note["id"] for note in answer["explanation"]["notes"]] == ["xuehui_not_listed"]
    answer = rule(**facts, events=[{"type": "xuehui", "seat": 1}])
    assert (answer["settlement_other"], answer["explanation"]["notes"]) == ([-20, 60, -20, -20], [])


PAIRS = {"hand": "11m33m55p77p22s99s6s", "melds": [], "win_tile": "6s", "open": [True, False, True, True]}


class TestSevenPairs:
    """带会 has none (W8), unless the house plays them."""

    def test_they_are_no_win(self) -> None:
        assert rule(**PAIRS)["reasons"] == ["qidui_not_allowed"]
        assert rule(**PAIRS | {"hand": "11m33m55p77p2s8s99s6s"})["reasons"] == ["qidui_not_allowed"]

    def test_what_they_lack_besides_is_named(self) -> None:
        facts = PAIRS | {"hand": "22m33m55p77p22p66p8p", "win_tile": "8p"}
        assert rule(**facts)["reasons"] == ["missing_suit", "no_yaojiu", "qidui_not_allowed"]

    def test_sets_go_before_pairs(self) -> None:
        facts = PAIRS | {"hand": "112233m445566p9s", "win_tile": "9s"}
        assert rule(**facts)["reasons"] == ["no_triplet"]

    def test_the_house_may_play_them_with_wild_tiles_for_any_pair(self) -> None:
        option = {"allow_qidui": True}
        answer = rule(**PAIRS | {"hand": "11m33m55p77p2s8s99s6s"}, options=option)
        assert (answer["hu_label"], stands(answer), answer["waits"]) == ("七对", [("2s", "22s")], ["2s", "6s"])
        answer = rule(**PAIRS | {"hand": "11m33m55p77p88s99s6s"}, options=option)
        assert (answer["hu_label"], answer["class_points"]) == ("豪华七对", 32)

    def test_two_quads_by_wild_tiles_scale_as_real_ones(self) -> None:
        option = {"allow_qidui": True, "luxury_pairs_scaling": "double_per_quad"}
        answer = rule(**PAIRS | {"hand": "1111m55p77p88s99s6s"}, options=option)
        assert answer["class_points"] == 64


class TestHouseRulesOfWilds:
    """What the sources leave open about 会 (§3 nos. 27–29)."""

    def test_the_face_of_a_wild_tile_may_count_for_suits(self) -> None:
        melds = [{"type": "peng", "tiles": "777m", "from": 2}, {"type": "chi", "tiles": "456m"}]
        facts = {"hand": "123m34p9p8s", "melds": melds, "win_tile": "2p"}
        assert rule(**facts)["reasons"] == ["missing_suit"]
        answer = rule(**facts, options={"wild_face_counts_as_natural": True})
        assert (answer["valid"], answer["waits"]) == (True, ["2p", "5p", "9p"])

    def test_the_face_of_a_drawn_wild_tile_may_count_for_a_terminal(self) -> None:
        facts = {"hand": "23m66m345p", "melds": [PENG_5S, CHI_678P], "win_tile": "9s", "wild": {"ming": "8s"}} | DRAWN
        assert rule(**facts)["reasons"] == ["no_yaojiu"]
        answer = rule(**facts, options={"wild_face_counts_as_natural": True})
        assert (answer["valid"], answer["waits"]) == (True, ["1m"])

    def test_four_wild_tiles_may_be_a_concealed_kong(self) -> None:
        facts = {
            "hand": "123m567p99s45m",
            "melds": [{"type": "angang", "tiles": "8888s"}],
            "open": [True, False, True, True],
            "kongs": [{"seat": 1, "kind": "an", "tile": "8s"}],
        }
        assert refusal(**facts) == ("wild_kong_not_allowed", "kongs[0].tile")
        assert refusal(**facts | {"kongs": []}) == ("wild_kong_not_allowed", "melds[0].tiles")
        answer = rule(**facts, options={"wild_can_be_kong": True})
        assert (answer["valid"], answer["settlement_kong"]) == (True, [-8, 24, -8, -8])
        assert "suhu" not in [line["id"] for line in answer["lines"]]

    def test_three_red_wild_tiles_may_be_a_concealed_kong(self) -> None:
        facts = {
            "hand": "123m567p99s45m",
            "melds": [{"type": "angang", "tiles": "777z"}],
            "open": [True, False, True, True],
            "wild": {"ming": "7z"},
        }
        assert refusal(**facts) == ("wild_kong_not_allowed", "melds[0].tiles")
        kong = {"kongs": [{"seat": 1, "kind": "an", "tile": "7z"}]}
        answer = rule(**facts, **kong, options={"wild_can_be_kong": True})
        assert (answer["valid"], answer["settlement_kong"]) == (True, [-16, 48, -16, -16])

    @pytest.mark.parametrize(
        ("kind", "tiles", "where", "stands_for"),
        [
            ("peng", "55p8s", "555p", "5p"),
            ("chi", "45p8s", "345p", "3p"),
            ("chi", "78p8s", "678p", "6p"),
            ("chi", "89p8s", "789p", "7p"),
            ("chi", "78s9s", "789s", "8s"),
            ("minggang_zhua", "555p8s", "5555p", "5p"),
        ],
    )
    def test_wild_tiles_may_be_used_in_melds(self, kind: str, tiles: str, where: str, stands_for: str) -> None:
        facts = {"hand": "123m666p99s45m", "melds": [{"type": kind, "tiles": tiles}]}
        assert refusal(**facts) == ("wild_in_meld", "melds[0].tiles")
        answer = rule(**facts, options={"wild_in_melds": True})
        assert (answer["valid"], stands(answer)) == (True, [(stands_for, where)])
        assert "suhu" not in [line["id"] for line in answer["lines"]]

    def test_a_wild_tile_in_a_meld_is_no_natural_tile(self) -> None:
        melds = [{"type": "chi", "tiles": "23s1s"}, PENG_5P]
        facts = {"hand": "66m345p45m", "melds": melds, "win_tile": "3m", "wild": {"ming": "9s"}}
        assert rule(**facts, options={"wild_in_melds": True})["reasons"] == ["no_yaojiu"]


@pytest.mark.parametrize(("counts", "hu_class"), [(False, 1), (True, 2)])
def test_a_2345_wait_is_of_the_first_class_unless_the_house_says_otherwise(counts: bool, hu_class: int) -> None:
    melds = [{"type": "peng", "tiles": "333s", "from": 2}]
    answer = rule(hand="2345m789p456s", melds=melds, win_tile="5m", options={"nobetan_is_danzhan": counts})
    assert (answer["waits"], answer["hu_class"]) == (["2m", "5m"], hu_class)


def test_a_wait_for_any_pair_with_a_wild_tile_is_no_single_wait() -> None:
    facts = {"hand": "123m567s456m8s", "win_tile": "3p"}
    assert (rule(**facts)["hu_class"], rule(**facts)["hu_label"]) == (1, "多叫")
    assert rule(**facts, options={"nobetan_is_danzhan": True})["hu_class"] == 2


def test_tiles_that_form_no_hand_tell_how_far_they_are_with_their_wild_tiles() -> None:
    for hand, away in (("123m567s45m9s8s", 1), ("123m567s9s8s15m", 2), ("147m25s99p36p8s", 4)):
        nearest = {one["id"]: one["params"] for one in rule(hand=hand, win_tile="1p")["explanation"]["nearest"]}
        assert nearest["tiles_away"] == {"count": away}, hand


def test_by_house_rule_hands_must_be_open_with_wild_tiles_too() -> None:
    facts = {"hand": "123m567s99s45m555p", "melds": [], "open": [True, False, True, True]}
    answer = rule(**facts, options={"require_open": True})
    assert (answer["reasons"], answer["explanation"]["nearest"][0]["id"]) == (["not_open"], "not_open")


@pytest.mark.parametrize(
    ("hand", "win_tile", "method", "stands", "other"),
    [
        ("123m999s78p44p56s5m", "7s", "zimo", ["6p"], ["9p"]),
        ("123m999s78p44p567s", "5m", "zimo", ["6p"], ["9p"]),
    ],
)
def test_a_wild_tile_that_may_as_well_stand_for_another_tile_is_told_with_it(
    hand: str, win_tile: str, method: str, stands: list[str], other: list[str]
) -> None:
    facts = {"hand": hand, "melds": [], "open": [True, False, True, True], "discarder": None, "wild": {"ming": "4m"}}
    answer = rule(**facts, win_tile=win_tile, win_method=method)
    assert [use["stands_for"] for use in answer["explanation"]["wilds"]] == stands
    (runner_up,) = answer["explanation"]["alternatives"]
    assert (runner_up["why"], runner_up["points"]) == ("equal", answer["class_points"])
    assert [use["stands_for"] for use in runner_up["wilds"]] == other
