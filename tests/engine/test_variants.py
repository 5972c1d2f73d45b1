"""A ruling at other tables: which house rules would change the money, and how."""

from __future__ import annotations

from typing import Any

import pytest
from tests.worked_case import PLAIN_WIN

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import find_ruleset
from paiyan.engine.variants import all_variants, variants

CASE: dict[str, Any] = PLAIN_WIN | {"kongs": []}


def test_exactly_the_house_rules_that_move_money_are_listed_with_the_settlement_there() -> None:
    found = {(one.option, one.value): one for one in variants(CASE)}
    assert set(found) == {
        ("dealer_double", "winner_only"),
        ("discard_double_scope", "discarder_only"),
        ("discard_share_basis", "discarder_x3"),
        ("base_unit", 1),
        ("base_unit", 5),
    }
    there = found["discard_double_scope", "discarder_only"]
    assert there.line is not None
    assert (there.line["settlement"], there.difference) == ([0, 10, -10, 0], (0, -6, 6, 0))


def test_every_other_value_of_every_listed_house_rule_is_tried_once() -> None:
    tried = [(one.option, one.value) for one in all_variants(CASE)]
    expected = [
        (spec.name, value)
        for spec in find_ruleset("jinzhou").options_type.specs()
        if not isinstance(spec.values, str)
        for value in spec.values
        if value != spec.default
    ]
    assert tried == expected


@pytest.mark.parametrize("one", all_variants(CASE), ids=lambda one: f"{one.option}={one.value}")
def test_a_variant_is_what_the_case_is_ruled_with_that_option(one: Any) -> None:
    assert rule_case({**CASE, "options": {one.option: one.value}}) == one.line


def test_from_a_changed_house_rule_the_default_is_a_variant_marked_so() -> None:
    back = [one for one in variants({**CASE, "options": {"discard_double_scope": "discarder_only"}}) if one.default]
    assert [(one.option, one.value, one.difference) for one in back] == [
        ("discard_double_scope", "all_shares", (0, 6, -6, 0))
    ]


def test_a_hand_that_would_not_win_elsewhere_is_listed_as_such() -> None:
    closed = CASE | {"hand": "123m678s99s45m555p", "melds": [], "open": [True, False, True, True]}
    there = next(one for one in variants(closed) if one.option == "require_open")
    assert there.line is not None
    assert (there.line["valid"], there.line["reasons"]) == (False, ["not_open"])


def test_a_case_that_cannot_be_at_another_table_says_why() -> None:
    with_wild_meld = {
        "ruleset": "jinzhou_wild",
        "options": {"wild_in_melds": True},
        "wild": {"ming": "4p"},
        "dealer": 0,
        "winner": 1,
        "hand": "123m678s99s45m",
        "melds": [{"type": "peng", "tiles": "665p", "from": 3}],
        "win_tile": "6m",
        "win_method": "zimo",
        "open": [True, True, True, True],
    }
    there = next(one for one in variants(with_wild_meld) if one.option == "wild_in_melds")
    assert there.line is None
    assert there.error is not None
    assert there.error.field == "melds[0].tiles"


def test_a_case_that_cannot_be_ruled_on_at_all_is_refused() -> None:
    with pytest.raises(InputError):
        variants({**CASE, "hand": "123m"})
