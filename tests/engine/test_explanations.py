"""A ruling says why: conditions by their tiles, factors, payments, other readings, the nearest fix."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paiyan.engine.cases import rule_case

EXAMPLES = {
    example["id"]: example
    for example in json.loads((Path(__file__).parents[1] / "golden" / "examples.json").read_text(encoding="utf-8"))[
        "examples"
    ]
}


def explained(name: str, **changes: Any) -> dict[str, Any]:
    explanation: dict[str, Any] = rule_case(EXAMPLES[name] | changes)["explanation"]
    return explanation


def test_each_condition_names_its_tiles() -> None:
    conditions = {one["id"]: one for one in explained("JZ-01")["conditions"]}
    assert conditions["complete"]["params"]["reading"] == "555p 123m 456m 678s 99s"
    assert conditions["three_suits"]["tiles"] == ["1m", "5p", "6s"]
    assert conditions["yaojiu"]["tiles"] == ["1m", "9s"]
    assert conditions["triplet"]["tiles"] == ["5p", "5p", "5p"]
    assert all(one["holds"] for one in conditions.values())


def test_red_dragons_stand_in_for_terminal_and_triplet() -> None:
    conditions = {one["id"]: one["by"] for one in explained("JZ-13")["conditions"]}
    assert (conditions["yaojiu"], conditions["triplet"]) == ("red", "red_pair")


def test_factors_multiply_to_the_shares() -> None:
    lines = [(one["id"], one.get("points"), one.get("factor"), one["seats"]) for one in explained("JZ-34")["lines"]]
    assert lines == [
        ("class_1", 2, None, None),
        ("zimo", None, 2, None),
        ("dealer_pays", None, 2, [0]),
        ("menqing_winner", None, 2, None),
        ("menqing_loser", None, 2, [0, 2, 3]),
        ("siqing", None, 2, None),
    ]


def test_a_discarder_pays_for_each_seat_by_name() -> None:
    payments = [(one["payer"], one["payee"], one["amount"], one["reason"]) for one in explained("JZ-01")["payments"]]
    assert payments == [(2, 1, 8, "share_for_seat"), (2, 1, 4, "own_share"), (2, 1, 4, "share_for_seat")]


def test_a_missing_suit_is_named() -> None:
    explanation = explained("JZ-11")
    assert [one["key"] for one in explanation["faults"]] == ["fault.missing_suit.s"]
    assert [one["key"] for one in explanation["nearest"]] == ["nearest.missing_suit.s"]
    assert [one["id"] for one in explanation["conditions"] if not one["holds"]] == ["three_suits"]


def test_the_tile_that_would_have_won_is_named() -> None:
    nearest = explained("JZ-10")["nearest"]
    assert (nearest[0]["id"], nearest[0]["params"]) == ("wins_on", {"tiles": "1m"})


def test_every_failed_condition_is_named() -> None:
    answer = rule_case(
        EXAMPLES["JZ-10"]
        | {"melds": [{"type": "chi", "tiles": "345p", "from": 1}, {"type": "chi", "tiles": "678p", "from": 1}]}
    )
    assert answer["reasons"] == ["missing_suit", "no_triplet", "no_yaojiu"]


def test_tiles_that_form_no_hand_tell_how_far_they_are_from_one() -> None:
    nearest = explained("JZ-59")["nearest"]
    assert (nearest[0]["id"], nearest[0]["params"]) == ("tiles_away", {"count": 1})


def test_a_better_shape_that_does_not_count_is_mentioned() -> None:
    alternatives = [(one["label"], one["why"], one["params"]["tiles"]) for one in explained("JZ-55")["alternatives"]]
    assert alternatives == [("bian", "several_waits", "13m")]


def test_of_several_readings_the_dearest_is_taken_and_the_others_are_mentioned() -> None:
    answer = rule_case(
        EXAMPLES["JZ-01"] | {"hand": "222333444m8s", "melds": [{"type": "peng", "tiles": "111p"}], "win_tile": "8s"}
    )
    assert (answer["hu_class"], answer["hu_label"]) == (4, "单粘飘")
    assert [(one["label"], one["why"]) for one in answer["explanation"]["alternatives"]] == [("danzhan", "lower")]


def test_a_cap_is_a_line_of_its_own() -> None:
    lines = explained("JZ-35", options={"score_cap": 100})["lines"]
    assert (lines[-1]["id"], lines[-1]["points"], lines[-1]["seats"]) == ("score_cap", 100, [1, 2, 3])


def test_the_reading_with_the_fewest_faults_is_the_one_reported() -> None:
    answer = rule_case(
        EXAMPLES["JZ-01"]
        | {"hand": "222333444m8p", "melds": [{"type": "chi", "tiles": "567p", "from": 0}], "win_tile": "8p"}
    )
    # As runs 234 234 234 it would lack a triplet too.
    assert answer["reasons"] == ["missing_suit", "no_yaojiu"]
    assert [one["params"]["reasons"] for one in answer["explanation"]["alternatives"]] == [
        ["missing_suit", "no_yaojiu", "no_triplet"]
    ]
