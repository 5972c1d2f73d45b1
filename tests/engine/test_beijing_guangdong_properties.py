"""What must hold for every hand of 北京, 广东鸡平和 and the fragments, and that everything they say has a text."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from tests.engine.beijing_guangdong_reference import Dealer

from paiyan.assistant.i18n import LANGUAGES, text
from paiyan.engine.cases import rule_case
from paiyan.engine.tiles import format_tiles, parse_tiles

SYSTEMS = ("beijing", "guangdong_jipinghu")
FRAGMENTS = ("dingque", "hupai", "hukou")


def hands(ruleset: str, count: int = 60) -> list[dict[str, Any]]:
    dealer = Dealer(ruleset, 7)
    return [dealer.case() for _ in range(count)]


def as_fragment(case: dict[str, Any], ruleset: str, roll: random.Random) -> dict[str, Any] | None:
    """The tiles of a case as a hand of a fragment; None where it cannot be one."""
    names = ("dealer", "winner", "hand", "melds", "win_tile", "discarder")
    found = {name: case[name] for name in names} | {"ruleset": ruleset}
    found["win_method"] = "ron" if case["discarder"] is not None else "zimo"
    if ruleset == "hukou":
        found["round"] = case["round"]
    if ruleset == "dingque":
        found["void_suit"] = roll.choice("mps")
        if "z" in case["hand"] + case["win_tile"] + "".join(meld["tiles"] for meld in case["melds"]):
            return None
        if any(meld["type"] == "chi" for meld in case["melds"]):
            return None
    return found


def all_hands() -> list[dict[str, Any]]:
    roll = random.Random(3)
    played = [case for ruleset in SYSTEMS for case in hands(ruleset)]
    guangdong = [case for case in played if case["ruleset"] == "guangdong_jipinghu"]
    adapted = [as_fragment(case, ruleset, roll) for ruleset in FRAGMENTS for case in guangdong]
    return played + [case for case in adapted if case is not None]


HANDS = all_hands()


def shuffled(case: dict[str, Any], roll: random.Random) -> dict[str, Any]:
    tiles = list(parse_tiles(case["hand"]))
    melds = [dict(meld) for meld in case["melds"]]
    roll.shuffle(tiles)
    roll.shuffle(melds)
    for meld in melds:
        laid = list(parse_tiles(meld["tiles"]))
        roll.shuffle(laid)
        meld["tiles"] = format_tiles(laid)
    return case | {"hand": format_tiles(tiles), "melds": melds}


def test_every_system_is_among_the_hands() -> None:
    assert {case["ruleset"] for case in HANDS} == {*SYSTEMS, *FRAGMENTS}


def test_settlements_sum_to_zero_and_are_the_payments() -> None:
    for case in HANDS:
        answer = rule_case(case)
        assert sum(answer["settlement"]) == 0
        balance = [0] * 4
        for payment in answer["explanation"]["payments"]:
            balance[payment["payer"]] -= payment["amount"]
            balance[payment["payee"]] += payment["amount"]
        assert balance == answer["settlement"]


def test_the_order_of_tiles_and_melds_never_matters() -> None:
    roll = random.Random(5)
    for case in HANDS:
        first, second = rule_case(case), rule_case(shuffled(case, roll))
        for answer in (first, second):
            del answer["explanation"]
            # The tiles behind a line are told as they lie.
            answer["lines"] = [{**line, "params": sorted(line["params"])} for line in answer["lines"]]
        assert first == second


def test_no_other_reading_would_be_worth_more() -> None:
    compared = 0
    for case in HANDS:
        answer = rule_case(case)
        others = [one["points"] for one in answer["explanation"]["alternatives"] if one["why"] == "lower"]
        assert all(points <= answer["points"] for points in others)
        compared += len(others)
    assert compared


def test_a_win_is_among_its_waits_and_a_rejection_has_reasons_and_fixes() -> None:
    for case in HANDS:
        answer = rule_case(case)
        explanation = answer["explanation"]
        if answer["valid"]:
            assert case["win_tile"] in answer["waits"]
            assert all(one["holds"] for one in explanation["conditions"])
        else:
            assert answer["settlement"] == [0, 0, 0, 0]
            assert answer["reasons"] and explanation["nearest"]


def test_every_wait_listed_would_win() -> None:
    for case in HANDS[::4]:
        answer = rule_case(case)
        for tile in answer["waits"] or ():
            drawn = {"win_tile": tile, "win_method": "zimo", "discarder": None, "kongs": []}
            assert rule_case(case | drawn)["valid"], (case, tile)


def test_the_lines_make_up_the_points_in_guangdong() -> None:
    for case in HANDS:
        if case["ruleset"] != "guangdong_jipinghu":
            continue
        answer = rule_case(case)
        points = 0
        for line in answer["explanation"]["lines"]:
            points = line["points"] if "points" in line else points * line["factor"]
        assert points == (answer["points"] or 0)


def test_the_lines_make_up_the_units_in_beijing() -> None:
    for case in HANDS:
        if case["ruleset"] != "beijing" or case["options"].get("fan_combine") == "product":
            continue
        answer = rule_case(case | {"options": case["options"] | {"open_half": False, "base_points": 3}})
        points, factor = 0, 1
        for line in answer["explanation"]["lines"]:
            points, factor = points + line.get("points", 0), factor * line.get("factor", 1)
        assert points * factor == (answer["points"] or 0)


def keyed(value: Any) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        tiles = {"tiles": value["tiles"]} if "tiles" in value else {}
        own = [(value["key"], tiles | value.get("params", {}))] if "key" in value else []
        return own + [pair for part in value.values() for pair in keyed(part)]
    return [pair for part in value for pair in keyed(part)] if isinstance(value, list) else []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_ruling_says_can_be_said(language: Any) -> None:
    said = {}
    for case in HANDS:
        said |= dict(keyed(rule_case(case)["explanation"]))
    for key, params in said.items():
        assert not re.search(r"[{}]", text(key, language, **params)), key
    assert len(said) > 45
