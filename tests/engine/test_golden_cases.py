"""The worked examples of the rule specification, as they were derived by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.rules import RULESETS, find_ruleset

GOLDEN = Path(__file__).parents[1] / "golden"
EXAMPLES = json.loads((GOLDEN / "examples.json").read_text(encoding="utf-8"))["examples"]
KNOWN = [example for example in EXAMPLES if example["ruleset"] in RULESETS]
SETS = {"waits", "tags", "fans", "reasons"}


def comparable(name: str, value: Any) -> Any:
    return sorted(value) if name in SETS and isinstance(value, list) else value


@pytest.mark.parametrize("example", KNOWN, ids=[example["id"] for example in KNOWN])
def test_worked_example_comes_out_as_derived_by_hand(example: dict[str, Any]) -> None:
    answer = rule_case(example)
    # Waits that are null were not worked out.
    expected = {name: value for name, value in example["expect"].items() if (name, value) != ("waits", None)}
    assert {name: comparable(name, answer[name]) for name in expected} == {
        name: comparable(name, value) for name, value in expected.items()
    }


def specified(ruleset: str) -> dict[str, dict[str, Any]]:
    """The house rules as specified, with those taken over from another system."""
    own = dict(json.loads((GOLDEN / "options.json").read_text(encoding="utf-8")).get(ruleset, {}))
    taken = specified(own.pop("inherits")) if "inherits" in own else {}
    return taken | {name: taken.get(name, {}) | entry for name, entry in own.items()}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_house_rules_are_those_of_the_specification(ruleset: str) -> None:
    specs = {spec.name: spec for spec in find_ruleset(ruleset).options_type.specs()}
    listed = list(specified(ruleset))
    # Further ones are what a source leaves open beyond the specification.
    assert list(specs)[: len(listed)] == listed
    for name, entry in specified(ruleset).items():
        values = [specs[name].values] if isinstance(specs[name].values, str) else list(specs[name].values)
        got = {"default": specs[name].default, "values": values, "why": specs[name].why}
        # Where the specification lists no values or reason, any will do.
        assert {part: got[part] for part in entry} == entry, name
