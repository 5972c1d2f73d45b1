"""国标 rulings explain themselves, follow the house rules, and refuse facts that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules.mcr.table import COVERS, EXCLUDES, FANS


def case(hand: str, win_tile: str, method: str = "ron", *melds: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {
        "ruleset": "mcr",
        "dealer": 0,
        "winner": 1,
        "discarder": 2 if method in ("ron", "rob_kong", "haidi_ron") else None,
        "hand": hand,
        "melds": [{"type": kind, "tiles": tiles, **({} if kind == "angang" else {"from": 0})} for kind, tiles in melds],
        "win_tile": win_tile,
        "win_method": method,
        "round_wind": 0,
        **more,
    }


def fans(*args: Any, **more: Any) -> dict[str, int]:
    found: dict[str, int] = rule_case(case(*args, **more))["fans"]
    return found


def refusal(*args: Any, **more: Any) -> str:
    with pytest.raises(InputError) as caught:
        rule_case(case(*args, **more))
    return caught.value.code


def test_the_table_has_all_81_fan_and_the_one_of_later_practice() -> None:
    assert len({fan.id for fan in FANS}) == len({fan.name for fan in FANS}) == 82
    assert [fan.points for fan in FANS] == sorted((fan.points for fan in FANS), reverse=True)


def test_a_fan_stands_before_all_that_it_keeps_out() -> None:
    for rank in range(len(FANS)):
        assert (EXCLUDES[rank] | COVERS[rank]) & ((1 << rank + 1) - 1) == 0, FANS[rank].name


def test_each_fan_shows_the_tiles_behind_it() -> None:
    lines = rule_case(case("123456789m2355s", "1s"))["lines"]
    shown = {line["id"]: (line["points"], line["params"]["reading"]) for line in lines}
    assert shown["fan.qinglong"] == (16, "123m 456m 789m")
    assert shown["fan.queyimen"] == (1, "123m 456m 789m 123s 55s")
    tiles = {line["id"]: line["params"]["tiles"] for line in lines}
    assert tiles["fan.qinglong"] == [["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"]]


def test_a_fan_that_is_there_twice_shows_both_places() -> None:
    lines = {line["id"]: line for line in rule_case(case("234567m23456p44s", "7p"))["lines"]}
    assert lines["fan.xixiangfeng"]["points"] == 2
    assert lines["fan.xixiangfeng"]["params"]["reading"] == "234m 234p / 567m 567p"


def test_each_fan_left_out_names_the_fan_that_keeps_it_out() -> None:
    alternatives = rule_case(case("123456789m2355s", "1s"))["explanation"]["alternatives"]
    entries = [(one["why"], one["params"]) for one in alternatives if "by" in one["params"]]
    left = {(params["label"], params["reading"]): (why, params["by"]) for why, params in entries}
    assert left["连六", "123m 456m"] == ("fan_within", "清龙")
    assert left["老少副", "123m 789m"] == ("fan_within", "清龙")
    assert left["无字", "123m 456m 789m 123s 55s"] == ("fan_implied", "平和")


def test_a_set_that_is_combined_once_is_not_combined_again() -> None:
    # 清龙 and a second 123m: 一般高 only, not 连六 and 老少副 as well.
    answer = rule_case(case("12312345678m55s", "9m", "ron"))
    assert (answer["fans"]["清龙"], answer["fans"]["一般高"]) == (16, 1)
    assert "老少副" not in answer["fans"]
    whys = {(one["label"], one["why"]) for one in answer["explanation"]["alternatives"]}
    assert ("laoshaofu", "fan_once") in whys


def test_a_set_makes_the_same_fan_only_once() -> None:
    # The last three runs would be 三色三步高 too.
    answer = rule_case(case("345s678s45p5z5z", "6p", "ron", ("chi", "567m")))
    assert answer["fans"] == {"三色三步高": 6, "连六": 1}
    whys = [(one["params"]["label"], one["why"]) for one in answer["explanation"]["alternatives"]]
    assert whys == [("三色三步高", "fan_identical")]


def test_the_dearest_reading_counts_and_the_others_are_mentioned() -> None:
    # The example of 就高不就低: as 567 three times 48, as 555 666 777 one less.
    answer = rule_case(case("555666777p5556s", "7s", "zimo"))
    assert answer["points"] == 48
    assert answer["fans"]["一色三同顺"] == 24
    others = [one for one in answer["explanation"]["alternatives"] if one["why"] == "lower_fan"]
    assert [(one["points"], one["reading"]) for one in others] == [(47, "567s 555p 666p 777p 55s")]


def test_flowers_are_paid_but_do_not_help_to_reach_eight() -> None:
    enough = rule_case(case("234m234p34678s55m", "5s", flowers="f1g2"))
    assert (enough["fans"]["花牌"], enough["points"]) == (2, 10)
    assert enough["settlement"] == [-8, 34, -18, -8]
    short = rule_case(case("234m234p34678s55m", "5s", flowers="f1g2f2", options={"min_fan": 9}))
    assert (short["valid"], short["reasons"], short["points"]) == (False, ["below_8_fan"], 11)


def test_a_hand_below_eight_tells_what_is_missing_and_the_nearest_ways() -> None:
    answer = rule_case(case("234m23p678s66p", "4p", "ron", ("chi", "456s")))
    assert answer["valid"] is False
    assert answer["settlement"] == [0, 0, 0, 0]
    (fault,) = answer["explanation"]["faults"]
    assert fault["params"]["missing"] == 8 - answer["points"] > 0
    assert answer["explanation"]["nearest"][-1]["id"] == "below_8_fan"
    assert answer["fans"] == {line["params"]["label"]: line["points"] for line in answer["lines"]}


def test_a_hand_that_wins_by_self_draw_or_as_last_of_its_kind_says_so() -> None:
    nearest = rule_case(case("234m234p34678s55m", "5s", options={"min_fan": 9}))["explanation"]["nearest"]
    assert [(one["id"], one["params"]) for one in nearest] == [
        ("wins_on", {"tiles": "2s"}),
        ("self_draw", {"points": 10}),
        ("last_of_kind", {"points": 12}),
        ("below_8_fan", {"missing": 1}),
    ]


def test_a_hand_without_any_fan_is_worth_eight() -> None:
    answer = rule_case(case("678p56s33z", "7s", "ron", ("chi", "123m"), ("chi", "345m")))
    assert (answer["fans"], answer["points"]) == ({"无番和": 8}, 8)


def test_incomplete_tiles_tell_how_far_they_are_from_the_nearest_shape() -> None:
    def away(hand: str, win: str) -> int:
        answer = rule_case(case(hand, win))
        assert answer["reasons"] == ["not_complete"]
        count: int = answer["explanation"]["nearest"][-1]["params"]["count"]
        return count

    assert away("19m19p19s1234567z", "5m") == 1
    assert away("147m258p369s1234z", "3m") == 1
    assert away("147m258p36s111s55z", "5m") == 1
    assert away("147m258p36s11178s", "5z") == 2
    assert away("1133557799m22p4s", "6z") == 1


def test_waits_are_the_tiles_worth_enough() -> None:
    assert rule_case(case("234m234p34678s55m", "2s"))["waits"] == ["2s", "5s"]
    assert rule_case(case("19m19p19s1234567z", "1m"))["waits"] == [
        *("1m", "9m", "1p", "9p", "1s", "9s"),
        *("1z", "2z", "3z", "4z", "5z", "6z", "7z"),
    ]


def test_who_pays_what() -> None:
    ron = rule_case(case("234m234p34678s55m", "2s"))
    payments = [(one["payer"], one["amount"], one["reason"]) for one in ron["explanation"]["payments"]]
    assert payments == [(0, 8, "base"), (2, 22, "base_and_fan"), (3, 8, "base")]
    drawn = rule_case(case("234m234p34678s55m", "2s", "zimo", options={"base": 5}))
    assert drawn["settlement"] == [-21, 63, -21, -21]
    assert ron["settlement_kong"] == [0, 0, 0, 0]


def test_kongs_are_not_paid_by_themselves() -> None:
    answer = rule_case(case("234m678s4p", "4p", "zimo", ("angang", "5555z"), ("angang", "6666z")))
    assert answer["valid"] is True
    assert answer["settlement_kong"] == [0, 0, 0, 0]
    assert answer["explanation"]["notes"] == []


def test_ways_of_winning() -> None:
    ready = ("234m234p34678s55m", "2s")
    assert fans(*ready, "haidi")["妙手回春"] == 8
    assert "自摸" not in fans(*ready, "haidi")
    assert fans(*ready, "haidi_ron")["海底捞月"] == 8
    robbed = fans(*ready, "rob_kong", flags={"last_of_kind": True})
    assert robbed["抢杠和"] == 8
    assert "和绝张" not in robbed
    assert fans(*ready, flags={"last_of_kind": True})["和绝张"] == 4


def test_a_win_after_a_kong_has_two_names_and_may_be_the_last_tile_too() -> None:
    ready = ("234p34678s5m5m", "2s")
    for method in ("kong_open", "gangkai"):
        assert fans(*ready, method, ("angang", "7777m"))["杠上开花"] == 8
    both = fans(*ready, "kong_open", ("angang", "7777m"), flags={"last_tile": True})
    assert (both["杠上开花"], both["妙手回春"], both["不求人"]) == (8, 8, 4)


def test_the_last_of_its_kind_is_mentioned_but_not_added() -> None:
    answer = rule_case(case("34567s11m", "8s", "ron", ("chi", "123s"), ("peng", "888s")))
    assert "和绝张" not in answer["fans"]
    assert [note["id"] for note in answer["explanation"]["notes"]] == ["last_of_kind_seen"]


def test_winds_follow_from_dealer_and_seat_unless_given() -> None:
    hand = ("123m456p789s11z22m", "1z")
    assert "门风刻" not in fans(*hand)
    assert fans(*hand, seat_wind=0)["门风刻"] == 2
    assert fans(*hand)["圈风刻"] == 2
    assert fans(*hand, dealer=1)["门风刻"] == 2


def test_values_as_the_source_lists_them() -> None:
    as_written = {"values": "source_literal"}
    assert fans("19m19p19s1234567z", "1m", options=as_written)["十三幺"] == 36
    assert fans("234m234p34678s55m", "2s", options=as_written)["三色三同顺"] == 6
    assert rule_case(case("147m258p369s55m11p", "5m", options=as_written))["reasons"] == ["not_complete"]
    assert fans("147m258p369s55m11p", "5m")["组合龙"] == 12


def test_one_open_and_one_concealed_kong_by_house_rule() -> None:
    hand = ("23455m67s", "8s", "zimo", ("minggang_da", "2222p"), ("angang", "8888p"))
    assert {fan: points for fan, points in fans(*hand).items() if "杠" in fan} == {"暗杠": 2, "明杠": 1}
    five = fans(*hand, options={"minganagang_5": True})
    assert {fan: points for fan, points in five.items() if "杠" in fan} == {"明暗杠": 5}


def test_facts_that_cannot_be_are_refused() -> None:
    ready = ("234m234p34678s55m", "2s")
    assert refusal(*ready, "kong_open") == "kong_open_without_kong"
    assert refusal("234m234p345678s5m", "5m", flags={"last_of_kind": True}) == "last_of_kind_held"
    assert refusal(*ready, "rob_kong", flags={"last_tile": True}) == "kong_after_last_tile"
    assert refusal(*ready, flowers="f1f1") == "flower_twice"
    assert refusal(*ready, flowers="5m") == "not_a_flower"
    assert refusal(*ready, red_kong=True) == "red_kong_without_kong_win"
    assert refusal("123m456p789s11z22m", "1z", round_wind=None) == "missing_field"
    assert refusal(*ready, "haidilao") == "method_not_in_ruleset"


def test_a_concealed_kong_cannot_be_robbed() -> None:
    kong = {"seat": 2, "kind": "an", "tile": "2s", "void": True}
    answer = rule_case(case("234m234p34678s55m", "2s", "rob_kong", kongs=[kong]))
    assert answer["reasons"] == ["kong_not_robbable"]


def test_a_drawn_hand_is_not_paid() -> None:
    drawn = {"ruleset": "mcr", "kind": "events_only", "dealer": 0, "events": [{"type": "huangzhuang"}]}
    assert rule_case(drawn)["settlement"] == [0, 0, 0, 0]
