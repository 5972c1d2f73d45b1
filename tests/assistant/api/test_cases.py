"""Cases with facts that nobody has answered yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.assistant.scoring.test_scoring import reading_of

from paiyan.assistant.api.cases import score_any_case
from paiyan.engine.errors import InputError


def questions(case: dict[str, Any]) -> list[str]:
    return [question.id for question in score_any_case(case).questions]


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({"dealer": None}, "dealer"),
        ({"winner": None}, "winner"),
        ({"win_method": None, "discarder": None}, "method"),
        ({"discarder": None}, "discarder"),
        ({"kongs": None}, "kongs"),
        ({"open": [None, True, True, True]}, "who_is_open"),
        ({"win_tile": None}, "win_tile"),
    ],
)
def test_an_unanswered_fact_that_moves_money_is_asked_for(
    win_case: dict[str, Any], changes: dict[str, Any], asked: str
) -> None:
    scoring = score_any_case({**win_case, **changes})
    assert asked in [question.id for question in scoring.questions]
    assert not scoring.certain


def test_an_open_kong_of_unknown_kind_is_asked_about(win_case: dict[str, Any]) -> None:
    win_case["melds"] = [{"type": "minggang", "tiles": "5555p", "from": None}]
    assert "meld_kind" in questions(win_case)


def test_whether_the_kong_before_the_win_was_red_is_asked_where_both_lie_there(win_case: dict[str, Any]) -> None:
    win_case |= {
        "hand": "678s99s45m",
        "melds": [{"type": "angang", "tiles": "5555p"}, {"type": "angang", "tiles": "7777z"}],
        "kongs": [{"seat": 1, "kind": "an", "tile": "5p"}, {"seat": 1, "kind": "an", "tile": "7z"}],
        "open": [True, False, True, True],
        "win_method": "kong_open",
        "discarder": None,
        "red_kong": None,
    }
    assert questions(win_case) == ["red_kong"]


def test_a_case_that_is_whole_is_certain(win_case: dict[str, Any]) -> None:
    assert score_any_case(win_case).certain


@pytest.mark.parametrize("more", [{}, {"visible": "1m"}])
@pytest.mark.parametrize("confidence", [0.9, 1.0])
def test_a_hand_on_a_photo_of_tiles_that_the_rules_do_not_use_is_an_answer(
    win_case: dict[str, Any], more: dict[str, Any], confidence: float
) -> None:
    seen = reading_of("123m678s11z45m", (("peng", "555p", "left"),), "6m")
    seen = replace(seen, tiles=tuple(replace(tile, confidence=confidence) for tile in seen.tiles))
    scoring = score_any_case({**win_case, "hand": "123m678s11z45m", **more}, seen)
    told = {question.id: question for question in scoring.questions}
    assert told["foreign_tiles"].params["tiles"] == [{"tile": "1z", "count": 2}]
    assert (scoring.ruling, scoring.settlement, scoring.certain) == (None, None, False)


def test_a_tile_that_the_rules_do_not_use_elsewhere_in_a_case_is_a_fault_of_it(win_case: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refusal:
        score_any_case({**win_case, "kongs": [{"seat": 2, "kind": "an", "tile": "1z"}]})
    assert (refusal.value.code, refusal.value.field) == ("tile_not_in_ruleset", "kongs[0].tile")


def test_a_settlement_without_a_win_asks_for_its_facts_too() -> None:
    case = {
        "ruleset": "jinzhou",
        "kind": "events_only",
        "dealer": None,
        "kongs": None,
        "events": [{"type": "huangzhuang"}],
    }
    assert questions(case) == ["dealer", "kongs"]


def test_facts_that_answers_cannot_be_worked_out_with_leave_questions_only(win_case: dict[str, Any]) -> None:
    scoring = score_any_case({**win_case, "dealer": None, "visible": "1m"})
    assert ([question.id for question in scoring.questions], scoring.ruling) == (["dealer"], None)


@pytest.mark.parametrize(
    "changes", [{"hnad": "1m"}, {"win_method": "luck"}, {"hand": 5}, {"melds": [{"type": "pong"}]}]
)
def test_what_is_wrong_is_told_before_anything_is_asked(win_case: dict[str, Any], changes: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        score_any_case({**win_case, "dealer": None, **changes})


MCR_CASE: dict[str, Any] = {
    "ruleset": "mcr",
    "dealer": 0,
    "winner": 1,
    "discarder": None,
    "hand": "234m234p34s55m111z",
    "melds": [],
    "win_tile": "2s",
    "win_method": "zimo",
    "round": 0,
    "flowers": "",
    "flags": {"last_of_kind": False},
}


@pytest.mark.parametrize(
    ("changes", "asked"),
    [({"round": None}, "round"), ({"flowers": None}, "flowers"), ({"flags": {"last_of_kind": None}}, "last_of_kind")],
)
def test_what_only_some_rule_systems_look_at_is_asked_for_there(changes: dict[str, Any], asked: str) -> None:
    assert score_any_case(MCR_CASE).certain
    assert questions({**MCR_CASE, **changes}) == [asked]


def test_the_tile_turned_up_is_asked_for_with_and_without_a_win() -> None:
    won = {**MCR_CASE, "ruleset": "jinzhou_wild", "hand": "12m8s567s99s45m555p", "win_tile": "6m", "kongs": []}
    won = {name: value for name, value in won.items() if name not in ("round", "flowers", "flags")}
    won |= {"open": [True, False, True, True], "wild": None}
    assert questions(won) == ["ming"]
    drawn = {"ruleset": "jinzhou_wild", "kind": "events_only", "dealer": 0, "kongs": [], "wild": None, "events": []}
    assert questions(drawn) == ["ming"]


def test_fields_of_other_rule_systems_may_be_null(win_case: dict[str, Any]) -> None:
    assert score_any_case({**win_case, "wild": None, "round": None, "flowers": None, "void_suit": None}).certain


@pytest.mark.parametrize(("source", "payers"), [("left", [0, 3]), ("across", [3])])
def test_a_fourth_tile_that_the_photo_does_not_show_leaves_both_seats_its_end_may_point_to(
    source: str, payers: list[int]
) -> None:
    seen = reading_of("123m678s99s45m", (("peng", "555p", source),), "6m")
    seat = {"left": 0, "across": 3}[source]
    case = {
        **{"ruleset": "jinzhou", "dealer": 0, "winner": 1, "hand": "123m678s99s45m", "win_tile": "6m"},
        **{"win_method": "zimo", "open": [True] * 4, "kongs": []},
        "melds": [{"type": "minggang", "tiles": "5555p", "from": seat}],
    }
    for photo, expected in ((seen, payers), (None, [seat])):
        (question,) = score_any_case(case, photo).questions
        assert [one["from"] for one in question.choices if "from" in one] == expected
