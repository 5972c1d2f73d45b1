"""北京麻将 (rules/spec.md §4): fans, points, who pays, and every house rule with all its values."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import find_ruleset
from paiyan.engine.rules.beijing.flow import dead_stacks, draws_left, is_haidi, must_copy
from paiyan.engine.rules.beijing.options import BeijingOptions
from paiyan.engine.tiles import Tile

PLAIN: dict[str, Any] = {
    "ruleset": "beijing",
    "dealer": 0,
    "winner": 1,
    "discarder": 2,
    "hand": "123m456p789s22z67m",
    "win_tile": "8m",
    "win_method": "ron",
}
DRAWN = {"win_method": "zimo", "discarder": None}
CHI = {"type": "chi", "tiles": "789s", "from": 0}
OPEN = {"hand": "123m456p22z67m", "melds": [CHI]}
DRAGON = {"hand": "123456789m55p67s", "win_tile": "8s"}
FOUR_PENG = [
    {"type": "peng", "tiles": "111m", "from": 0},
    {"type": "peng", "tiles": "222p", "from": 2},
    {"type": "peng", "tiles": "777s", "from": 3},
]


def rule(options: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    return rule_case(PLAIN | {"options": options or {}} | facts)


def fans(options: dict[str, Any] | None = None, **facts: Any) -> list[str]:
    answer = rule(options, **facts)
    assert answer["valid"], answer["reasons"]
    return sorted(answer["fans"])


def events(*happened: dict[str, Any], options: dict[str, Any] | None = None) -> list[int]:
    case = {"ruleset": "beijing", "kind": "events_only", "dealer": 0, "events": list(happened)}
    return list(rule_case(case | {"options": options or {}})["settlement_other"])


@pytest.mark.parametrize(
    ("hand", "melds", "win_tile", "expected"),
    [
        ("46m123p789s222z33z", [], "5m", ["zhuowukui"]),  # between 4 and 6
        ("5m123p789s222z333z", [], "5m", ["zhuowukui"]),  # as the pair
        ("34m123p789s222z33z", [], "5m", []),  # 2m and 5m
        ("4567m123p789s222z", [], "7m", []),  # 4m and 7m
        ("34567m123p789s11z", [], "5m", []),  # 2m, 5m and 8m
        ("123p789s22z55m333z", [], "5m", []),  # two pairs wait
        ("5m11p33p77s88s22z66z", [], "5m", ["qidui", "zhuowukui"]),
        ("46m12355p789s222z", [], "5m", ["zhuowukui"]),
        ("46m22z", [FOUR_PENG[0], FOUR_PENG[1], FOUR_PENG[2]], "5m", ["zhuowukui"]),
        ("46s123p789m222z33z", [], "5s", []),  # 五条 is no 五万
    ],
)
def test_only_a_hand_that_waits_for_nothing_but_the_five_of_characters_catches_it(
    hand: str, melds: list[dict[str, Any]], win_tile: str, expected: list[str]
) -> None:
    assert fans(hand=hand, melds=melds, win_tile=win_tile) == expected


def test_a_two_sided_wait_of_which_one_end_is_held_four_times_catches_nothing() -> None:
    assert fans(hand="34m123p44z", melds=[{"type": "angang", "tiles": "2222m"}, CHI], win_tile="5m") == []


def test_seven_pairs_waiting_for_the_five_may_not_count() -> None:
    facts = {"hand": "5m11p33p77s88s22z66z", "win_tile": "5m"}
    assert fans({"zhuowukui_in_qidui": False}, **facts) == ["qidui"]


def test_all_triplets_and_a_single_tile_left_are_two_fans() -> None:
    four = [*FOUR_PENG, {"type": "minggang_da", "tiles": "1111z", "from": 0}]
    answer = rule(hand="9p", melds=four, win_tile="9p")
    assert (sorted(answer["fans"]), answer["units"], answer["points"]) == (["dadiao", "duidui"], 4, 2000)


def test_a_concealed_kong_was_not_claimed_unless_the_house_counts_it() -> None:
    four = [*FOUR_PENG, {"type": "angang", "tiles": "1111z"}]
    assert fans(hand="9p", melds=four, win_tile="9p") == ["duidui"]
    assert fans({"dadiao_counts_angang": True}, hand="9p", melds=four, win_tile="9p") == ["dadiao", "duidui"]


def test_the_last_tile_drawn_is_a_fan_and_dealt_in_it_is_one_more() -> None:
    assert rule(win_method="haidi", discarder=None)["units"] == 2
    assert rule(win_method="haidilao", discarder=None)["fans"] == ["haidi"]
    answer = rule(win_method="haidi_ron", **DRAGON)
    assert (answer["fans"], answer["units"], answer["settlement"]) == (["yitiaolong"], 4, [0, 4000, -4000, 0])


def test_a_straight_may_have_claimed_runs_unless_the_house_wants_them_in_hand() -> None:
    facts = {"hand": "123456m55p67s", "melds": [{"type": "chi", "tiles": "789m", "from": 0}], "win_tile": "8s"}
    assert fans(**facts) == ["yitiaolong"]
    assert fans({"yitiaolong_counts_melds": False}, **facts) == []


def test_a_straight_needs_its_nine_tiles_as_runs() -> None:
    assert fans(hand="11123456778m55p", win_tile="9m") == []
    assert fans(hand="123456789m567s8p", win_tile="8p") == ["yitiaolong"]


@pytest.mark.parametrize(
    ("hand", "scaling", "expected", "units"),
    [
        ("11m33m55p77p22s88s9s", "single", ["qidui"], 4),
        ("11m33m5555p22s88s9s", "single", ["haohua"], 8),
        ("11m33m5555p2222s9s", "single", ["haohua"], 8),
        ("11m33m5555p2222s9s", "double_per_quad", ["haohua"], 16),
        ("11m33m5555p22s88s9s", "double_per_quad", ["haohua"], 8),
    ],
)
def test_seven_pairs_with_quads(hand: str, scaling: str, expected: list[str], units: int) -> None:
    answer = rule({"haohua_scaling": scaling}, hand=hand, win_tile="9s")
    assert (answer["fans"], answer["units"], answer["points"]) == (expected, units, 1000 * units)


def test_of_several_readings_the_dearest_is_taken_and_the_others_are_mentioned() -> None:
    answer = rule(hand="1122334455667m", win_tile="7m")
    assert sorted(answer["fans"]) == ["qidui", "qingyise"]
    assert [(one["label"], one["points"]) for one in answer["explanation"]["alternatives"]] == [("qingyise", 6000)] * 3


def test_honours_alone_are_no_suit() -> None:
    assert fans(hand="111222333z44z55z", win_tile="5z") == ["duidui"]


@pytest.mark.parametrize(
    ("how", "units", "last"),
    [("sum", 11, 7), ("product", 30, 7), ("max", 6, 7), ("pow2", 2048, 128)],
)
def test_how_several_fans_go_together(how: str, units: int, last: int) -> None:
    kong = {"type": "minggang_zhua", "tiles": "1111p"}
    facts = {"hand": "234p55p67p999p", "melds": [kong], "win_tile": "8p", "win_method": "gangkai", "discarder": None}
    assert rule({"fan_combine": how}, **facts)["units"] == units
    pure = {"hand": "111p234p55p67p999p", "win_tile": "8p", "win_method": "haidi_ron"}
    assert rule({"fan_combine": how}, **pure)["units"] == last
    assert rule({"fan_combine": how})["units"] == 1


def test_where_only_the_highest_counts_the_others_are_told() -> None:
    four = [*FOUR_PENG, {"type": "peng", "tiles": "111z", "from": 0}]
    answer = rule({"fan_combine": "max"}, hand="5m", melds=four, win_tile="5m")
    assert sorted(answer["fans"]) == ["dadiao", "duidui", "zhuowukui"]
    assert [line["id"] for line in answer["explanation"]["lines"]] == ["beijing_duidui", "beijing_half"]
    assert [one["label"] for one in answer["explanation"]["alternatives"]] == ["dadiao", "zhuowukui"]


@pytest.mark.parametrize(("base", "points"), [(1000, 500), (10, 5), (5, 3), (1, 1)])
def test_an_open_hand_is_worth_half_rounded_up(base: int, points: int) -> None:
    assert rule({"base_points": base}, **OPEN)["points"] == points
    assert rule({"base_points": base, "open_half": False}, **OPEN)["points"] == base


def test_a_concealed_kong_leaves_the_hand_closed() -> None:
    assert rule(hand="123m456p22z67m", melds=[{"type": "angang", "tiles": "9999s"}])["points"] == 1000


@pytest.mark.parametrize(
    ("facts", "options", "expected"),
    [
        ({}, {}, [0, 1000, -1000, 0]),
        ({}, {"discard_payer": "discarder_pays_three"}, [0, 3000, -3000, 0]),
        (DRAWN, {}, [-1000, 3000, -1000, -1000]),
        ({"win_method": "rob_kong"}, {}, [0, 3000, -3000, 0]),
        ({"win_method": "rob_kong"}, {"rob_kong_payer": "as_discard"}, [0, 1000, -1000, 0]),
        (DRAWN | {"flags": {"hubao_partner": 3}}, {}, [0, 3000, 0, -3000]),
        ({"flags": {"hubao_partner": 3}}, {}, [0, 1000, 0, -1000]),
        ({"flags": {"hubao_partner": 2}}, {}, [0, 1000, -1000, 0]),
        ({"win_method": "rob_kong", "flags": {"hubao_partner": 3}}, {}, [0, 3000, 0, -3000]),
        (DRAWN | {"flags": {"hubao_partner": 3}}, {"hubao": False}, [-1000, 3000, -1000, -1000]),
    ],
)
def test_who_pays(facts: dict[str, Any], options: dict[str, Any], expected: list[int]) -> None:
    assert rule(options, **facts)["settlement_hu"] == expected


def test_a_partner_pays_for_each_seat_by_name() -> None:
    payments = rule(**DRAWN, flags={"hubao_partner": 3})["explanation"]["payments"]
    assert [(one["payer"], one["reason"], one["params"]["seat"]) for one in payments] == [
        (3, "hubao_for_seat", 0),
        (3, "hubao_for_seat", 2),
        (3, "own_share", 3),
    ]


SECOND = {"winner": 3, "hand": "123p456p789p55p67m", "melds": []}
FIRST = {"winner": 1, "hand": PLAIN["hand"], "melds": []}
TWO: dict[str, Any] = {"winner": None, "hand": None, "winners": [FIRST, SECOND]}


def test_two_may_win_on_one_discard_or_only_the_nearest() -> None:
    assert rule(**TWO)["settlement_hu"] == [0, 1000, -4000, 3000]
    assert rule({"multi_ron": "head_bump"}, **TWO)["settlement_hu"] == [0, 0, -3000, 3000]


def test_partners_who_win_on_the_same_discard_settle_the_difference() -> None:
    both = [FIRST | {"hubao_partner": 3}, SECOND | {"hubao_partner": 1}]
    assert rule(**TWO | {"winners": both})["settlement_hu"] == [0, -2000, 0, 2000]


def test_three_sets_from_one_player_are_mentioned_where_nothing_is_said_of_partners() -> None:
    melds = [
        {"type": "chi", "tiles": "789s"},
        {"type": "peng", "tiles": "222z", "from": 0},
        {"type": "peng", "tiles": "333z", "from": 0},
    ]
    facts = {"hand": "55p67m", "melds": melds}
    notes = rule(**facts)["explanation"]["notes"]
    assert [(note["id"], note["params"]) for note in notes] == [
        ("beijing_base", {"base": 1000}),
        ("hubao_likely", {"seat": 0}),
    ]
    assert rule(**facts, flags={"hubao_partner": 0})["settlement_hu"] == [-500, 500, 0, 0]
    for said in ({"flags": {"hubao_partner": 3}}, {"options": {"hubao": False}}):
        assert len(rule_case(PLAIN | facts | said)["explanation"]["notes"]) == 1


BODY = {"hand": "12345789m55p678s", "win_tile": "6m", "win_method": "rob_kong"}
ROBBED = {"kongs": [{"seat": 2, "kind": "an", "tile": "6m", "void": True}]}
NOT_BODY = {"hand": "123m456p789s22z57m", "win_tile": "6m", "win_method": "rob_kong"} | ROBBED


@pytest.mark.parametrize(
    ("who", "body", "other"),
    [("yitiaolong_body_only", True, False), ("anyone", True, True), ("nobody", False, False)],
)
def test_who_may_rob_a_concealed_kong(who: str, body: bool, other: bool) -> None:
    option = {"angang_robbable_by": who}
    assert rule(option, **BODY, **ROBBED)["valid"] is body
    assert rule(option, **NOT_BODY)["valid"] is other


def test_a_straight_robs_with_its_body_alone() -> None:
    tail = {"hand": "123456789m55p57s", "win_tile": "6s", "win_method": "rob_kong"}
    kong = {"seat": 2, "kind": "an", "tile": "6s", "void": True}
    answer = rule(**tail, kongs=[kong])
    assert answer["reasons"] == ["kong_not_robbable"]
    assert answer["explanation"]["faults"][0]["key"] == "fault.kong_not_robbable.an_dragon"
    assert rule(**tail, kongs=[kong | {"kind": "zhua"}])["settlement_hu"] == [0, 9000, -9000, 0]
    assert rule(**BODY, **ROBBED)["settlement_hu"] == [0, 9000, -9000, 0]


def test_a_kong_made_on_a_discard_cannot_be_robbed() -> None:
    kong = {"seat": 2, "kind": "da", "tile": "8m", "from": 0, "void": True}
    assert rule(win_method="rob_kong", kongs=[kong])["reasons"] == ["kong_not_robbable"]


def test_tiles_that_form_no_hand_tell_how_far_they_are_from_one() -> None:
    answer = rule(win_tile="1p")
    assert (answer["reasons"], answer["fans"], answer["units"]) == (["not_complete"], [], None)
    assert [(one["id"], one["params"]) for one in answer["explanation"]["nearest"]] == [
        ("wins_on", {"tiles": "58m"}),
        ("tiles_away", {"count": 1}),
    ]


def test_thirteen_orphans_are_no_hand_here() -> None:
    assert rule(hand="19m19p19s1234567z", win_tile="1m")["reasons"] == ["not_complete"]


def test_each_fan_names_its_tiles() -> None:
    (line,) = rule(**DRAGON)["explanation"]["lines"]
    assert (line["id"], line["points"], line["params"]["reading"]) == ("beijing_yitiaolong", 3000, "123m 456m 789m")
    assert line["params"]["tiles"] == [f"{rank}m" for rank in range(1, 10)]
    (pair,) = rule(hand="5m123p789s222z333z", win_tile="5m")["explanation"]["lines"]
    assert (pair["params"]["fan"], pair["params"]["reading"]) == (2, "55m")


def test_half_is_a_line_of_its_own() -> None:
    lines = rule(**OPEN)["explanation"]["lines"]
    assert [(line["id"], line["points"]) for line in lines] == [("beijing_base", 1000), ("beijing_half", 500)]


@pytest.mark.parametrize(("rounds", "base", "each"), [(1, 1000, 1000), (2, 1000, 3000), (3, 1000, 7000), (2, 50, 150)])
def test_copying_the_dealer_costs_double_each_round(rounds: int, base: int, each: int) -> None:
    event = {"type": "shaozhuang", "rounds": rounds, "drawn": False}
    assert events(event, options={"shaozhuang_base": base}) == [-3 * each, each, each, each]


def test_copying_the_dealer_costs_nothing_where_nobody_wins() -> None:
    assert events({"type": "shaozhuang", "rounds": 2, "drawn": True}) == [0, 0, 0, 0]
    assert events({"type": "shaozhuang", "rounds": 2}, {"type": "huangzhuang"}) == [0, 0, 0, 0]


def test_copying_the_dealer_is_paid_beside_a_win() -> None:
    answer = rule(events=[{"type": "shaozhuang", "rounds": 1}])
    assert answer["settlement_other"] == [-3000, 1000, 1000, 1000]
    assert answer["settlement"] == [-3000, 2000, 0, 1000]


def test_drawing_before_the_turn_is_fined_each_time() -> None:
    early = {"type": "early_draw", "seat": 2}
    assert events(early) == [1000, 1000, -3000, 1000]
    assert events(early, early, options={"early_draw_penalty": 10}) == [20, 20, -60, 20]
    assert events(early, {"type": "early_draw", "seat": 3}) == [2000, 2000, -2000, -2000]
    assert events(early, options={"early_draw_payee": "pot"}) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("why", "facts", "code", "field"),
    [
        ("a flower", {"win_tile": "f1"}, "tile_not_in_ruleset", "win_tile"),
        ("a fifth copy", {"hand": "11111m456p789s22z"}, "too_many_copies", "hand"),
        ("a wrong count", {"hand": "123m456p789s22z6m"}, "wrong_hand_size", "hand"),
        ("a meld that is none", OPEN | {"melds": [CHI | {"tiles": "134z"}]}, "bad_meld_tiles", "melds[0].tiles"),
        ("a drawn tile with a discarder", {"win_method": "zimo"}, "self_draw_with_discarder", "discarder"),
        (
            "a robbed kong that the winner holds",
            {"win_method": "rob_kong", "win_tile": "2z"},
            "too_many_copies",
            "win_tile",
        ),
        ("a win on a kong without kong", DRAWN | {"win_method": "gangkai"}, "kong_open_without_kong", "win_method"),
        ("a way of winning of other rules", DRAWN | {"win_method": "tianhe"}, "method_not_in_ruleset", "win_method"),
        ("the winner as partner", {"flags": {"hubao_partner": 1}}, "partner_is_winner", "flags.hubao_partner"),
        (
            "a winner as own partner",
            TWO | {"winners": [FIRST | {"hubao_partner": 1}, SECOND]},
            "partner_is_winner",
            "winners",
        ),
        (
            "a partner of nobody in particular",
            TWO | {"flags": {"hubao_partner": 3}},
            "hubao_partner_of_whom",
            "flags.hubao_partner",
        ),
        ("a flag of other rules", {"flags": {"bao_seat": 2}}, "flag_not_in_ruleset", "flags.bao_seat"),
        ("a round wind", {"round": 0}, "field_not_in_ruleset", "round"),
        ("a void suit", {"void_suit": "m"}, "field_not_in_ruleset", "void_suit"),
        (
            "an event of other rules",
            {"events": [{"type": "genzhuang", "tiles": ["9p"]}]},
            "event_not_in_ruleset",
            "events[0].type",
        ),
        (
            "no round copied",
            {"events": [{"type": "shaozhuang", "rounds": 0}]},
            "number_out_of_range",
            "events[0].rounds",
        ),
        ("more rounds than kinds", {"events": [{"type": "shaozhuang", "rounds": 35}]}, "number_out_of_range", "events"),
        (
            "a won hand that was drawn",
            {"events": [{"type": "shaozhuang", "rounds": 1, "drawn": True}]},
            "shaozhuang_drawn_with_win",
            "events",
        ),
        ("a fine of nobody", {"events": [{"type": "early_draw"}]}, "missing_field", "events[0].seat"),
        ("no base points", {"options": {"base_points": 0}}, "bad_option_value", "options.base_points"),
        ("a way to add there is not", {"options": {"fan_combine": "mean"}}, "bad_option_value", "options.fan_combine"),
    ],
)
def test_a_case_is_refused_for(why: str, facts: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(InputError) as refused:
        rule_case(PLAIN | facts)
    assert (refused.value.code, refused.value.field) == (code, field), why


PLAIN_RULES = BeijingOptions()


@pytest.mark.parametrize(
    ("kongs", "growth", "stacks"),
    [
        (0, "per_two_kongs", 7),
        (1, "per_two_kongs", 7),
        (2, "per_two_kongs", 8),
        (3, "per_two_kongs", 8),
        (4, "per_two_kongs", 9),
        (0, "per_kong_after_first", 7),
        (1, "per_kong_after_first", 7),
        (2, "per_kong_after_first", 8),
        (3, "per_kong_after_first", 9),
    ],
)
def test_stacks_left_in_a_drawn_hand(kongs: int, growth: Any, stacks: int) -> None:
    assert dead_stacks(kongs, BeijingOptions(dead_wall_growth=growth)) == stacks


def test_the_hand_is_drawn_at_the_seventh_stack_from_the_end() -> None:
    assert draws_left(0, 0, PLAIN_RULES) == 83 - 14
    assert draws_left(68, 1, PLAIN_RULES) == 1
    assert is_haidi(68, 1, PLAIN_RULES)
    assert not is_haidi(67, 1, PLAIN_RULES)
    assert draws_left(68, 2, PLAIN_RULES) == 0
    assert draws_left(0, 0, BeijingOptions(dead_wall_stacks=10)) == 83 - 20


def test_only_a_wind_must_be_copied() -> None:
    assert [must_copy(Tile.parse(code)) for code in ("1z", "4z", "5z", "1m")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("repeat", "after_win", "after_draw"),
    [("dealer_win_or_draw", 3, 3), ("dealer_win_only", 3, 0), ("never", 0, 0)],
)
def test_when_the_dealer_stays(repeat: Any, after_win: int, after_draw: int) -> None:
    rules, options = find_ruleset("beijing"), BeijingOptions(dealer_repeat=repeat)
    assert rules.next_dealer(3, (3, 1), options) == after_win
    assert rules.next_dealer(3, (), options) == after_draw
    assert rules.next_dealer(3, (1,), options) == 0
