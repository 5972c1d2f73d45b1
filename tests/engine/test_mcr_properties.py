"""What holds for every 国标 ruling, on random claims."""

from __future__ import annotations

import random
import re
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest
from tests.engine.mcr_hands import random_case, tiles_of

from paiyan.assistant.i18n import LANGUAGES, text
from paiyan.engine.cases import read_case, rule_case
from paiyan.engine.rules.mcr import RULES
from paiyan.engine.rules.mcr.principles import combined_pungs, combined_runs


def claims(count: int, seed: int) -> list[dict[str, Any]]:
    roll = random.Random(seed)
    found = [case for _ in range(2 * count) if (case := random_case(roll)) is not None]
    return found[:count]


CLAIMS = claims(300, seed=81)


def keyed(value: Any) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        own = [(value["key"], value.get("params", {}))] if "key" in value else []
        return own + [pair for part in value.values() for pair in keyed(part)]
    return [pair for part in value for pair in keyed(part)] if isinstance(value, list) else []


def test_all_that_is_said_can_be_said_in_both_languages() -> None:
    said: set[str] = set()
    for case in CLAIMS:
        for key, params in keyed(rule_case(case)["explanation"]):
            said.add(key)
            for language in LANGUAGES:
                assert not re.search(r"[{}]", text(key, language, **params))
    assert {"alternative.fan_once", "nearest.self_draw", "line.fan", "payment.base_and_fan"} <= said


def test_lines_fans_and_points_agree_and_money_sums_to_zero() -> None:
    for case in CLAIMS:
        answer = rule_case(case)
        if answer["points"] is None:
            continue
        assert sum(line["points"] for line in answer["lines"]) == sum(answer["fans"].values()) == answer["points"]
        enough = answer["points"] - answer["fans"].get("花牌", 0) >= 8
        assert answer["valid"] is enough
        each = [-8 - answer["points"] if case["discarder"] in (None, seat) else -8 for seat in range(4)]
        each[case["winner"]] = 0
        each[case["winner"]] = -sum(each)
        assert answer["settlement"] == (each if enough else [0, 0, 0, 0])


def test_the_winning_tile_is_among_the_waits_of_a_valid_hand() -> None:
    for case in CLAIMS:
        answer = rule_case(case)
        assert not answer["valid"] or case["win_tile"] in answer["waits"]


def test_the_tiles_shown_behind_a_fan_are_tiles_of_the_hand() -> None:
    for case in CLAIMS:
        held = [case["hand"][at : at + 2] for at in range(0, len(case["hand"]), 2)] + [case["win_tile"]]
        held += [tile for meld in case["melds"] for tile in tiles_of(meld)]
        for line in rule_case(case)["lines"]:
            for tiles in line["params"]["tiles"]:
                assert tiles
                assert all(tile[0] in "fg" or tiles.count(tile) <= held.count(tile) for tile in tiles), line


def test_a_ruling_does_not_depend_on_the_order_of_tiles_and_melds() -> None:
    roll = random.Random(5)
    for case in CLAIMS[:100]:
        tiles = [case["hand"][at : at + 2] for at in range(0, len(case["hand"]), 2)]
        mixed = case | {"hand": "".join(roll.sample(tiles, len(tiles))), "melds": case["melds"][::-1]}
        assert rule_case(mixed) == rule_case(case)


def test_the_worth_without_explanation_is_the_worth_explained() -> None:
    for case in CLAIMS:
        read = read_case(case)
        (claim,) = read.claims
        worth = RULES.worth(claim.hand, claim.win, read.options)
        assert rule_case(case)["points"] == (worth.points if worth else None)


RUNS = [9 * suit + low for suit in range(3) for low in range(7)]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_combinations_link_sets_without_a_ring_and_leave_out_nothing_that_could_be_added(count: int) -> None:
    runs = random.Random(count).sample(list(combinations_with_replacement(RUNS, count)), 200)
    pungs = random.Random(count).sample(list(combinations(range(27), count)), 200)
    for counted, left in [combined_runs(one, -1) for one in runs] + [combined_pungs(one) for one in pungs]:
        links = sum(one.fan.size - 1 for one in counted)
        linked = {place for one in counted for place in range(4) if one.place >> place & 1}
        assert links < max(1, len(linked)) or not counted
        for one, _, other in left:
            assert one.place & other.place
