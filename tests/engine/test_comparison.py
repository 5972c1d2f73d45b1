"""The same hand under every rule system side by side."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.comparison import Compared, Status, compare
from paiyan.engine.errors import InputError
from paiyan.engine.rules import RULESETS

CASE: dict[str, Any] = {
    "ruleset": "jinzhou",
    "options": {"score_cap": 100},
    "dealer": 0,
    "winner": 1,
    "discarder": 2,
    "hand": "123m678s99s45m",
    "melds": [{"type": "peng", "tiles": "555p", "from": 3}],
    "win_tile": "6m",
    "win_method": "kong_leak",
    "red_kong": False,
    "open": [True, True, True, True],
    "kongs": [{"seat": 2, "kind": "an", "tile": "1p"}],
    "events": [{"type": "genzhuang", "tiles": ["8p"]}],
}


def under(system: str, case: dict[str, Any]) -> Compared:
    return next(one for one in compare(case) if one.ruleset == system)


def test_every_system_is_there_and_the_own_one_as_it_is() -> None:
    found = compare(CASE)
    assert tuple(one.ruleset for one in found) == RULESETS
    own = found[RULESETS.index("jinzhou")]
    assert (own.line, own.notes) == (rule_case(CASE), ())


def test_facts_that_a_system_does_not_know_are_left_out_with_a_note() -> None:
    mcr = under("mcr", CASE)
    assert mcr.status is Status.RULED
    assert [(note.id, dict(note.params)) for note in mcr.notes] == [
        ("compare_options", {}),
        ("compare_method", {"method": "kong_leak", "as_method": "ron"}),
        ("compare_event", {"event": "genzhuang"}),
    ]
    assert mcr.line is not None
    assert mcr.line["reasons"] == ["below_8_fan"]


def test_a_robbed_kong_is_none_where_it_counts_as_a_discard() -> None:
    kept = {"seat": 0, "kind": "an", "tile": "1p"}
    robbed = {"seat": 2, "kind": "zhua", "tile": "6m", "void": True}
    case = {**CASE, "win_method": "rob_kong", "kongs": [robbed, kept]}
    hukou = under("hukou", case)
    assert (hukou.status, hukou.error) == (Status.RULED, None)
    assert hukou.case is not None
    assert (hukou.case["win_method"], hukou.case["kongs"]) == ("ron", [kept])
    mcr = under("mcr", case)
    assert mcr.case is not None
    assert (mcr.case["win_method"], mcr.case["kongs"]) == ("rob_kong", [robbed, kept])


def test_a_fact_that_a_system_needs_is_asked_for() -> None:
    wild = under("jinzhou_wild", CASE)
    assert (wild.status, wild.error and wild.error.field) == (Status.FACT_MISSING, "wild")


def test_a_system_without_the_tiles_says_so() -> None:
    winds = {
        "ruleset": "mcr",
        "dealer": 0,
        "winner": 1,
        "hand": "111222333z456m7m",
        "win_tile": "7m",
        "win_method": "zimo",
        "round": 0,
    }
    jinzhou = under("jinzhou", winds)
    assert (jinzhou.status, [tile.code for tile in jinzhou.tiles]) == (Status.NO_SUCH_TILES, ["1z", "2z", "3z"])


def test_what_is_no_case_under_its_own_rules_is_refused() -> None:
    with pytest.raises(InputError):
        compare({**CASE, "win_tile": "1z"})
