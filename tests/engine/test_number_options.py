"""House rules that take any number: the largest is ruled with, anything beyond is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import RULESETS, find_ruleset

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "examples.json").read_text(encoding="utf-8")
)["examples"]
NUMBERS = [
    (ruleset, spec)
    for ruleset in RULESETS
    for spec in find_ruleset(ruleset).options_type.specs()
    if isinstance(spec.values, str)
]
EXACT_EVERYWHERE = 2**53


@pytest.mark.parametrize(("ruleset", "spec"), NUMBERS, ids=lambda one: getattr(one, "name", one))
def test_the_largest_number_is_ruled_with_and_every_amount_stays_exact(ruleset: str, spec: Any) -> None:
    for case in (one for one in CASES if one["ruleset"] == ruleset and spec.name not in one["options"]):
        answer = rule_case({**case, "options": {**case["options"], spec.name: spec.most}})
        assert max(map(abs, answer["settlement"])) < EXACT_EVERYWHERE  # type: ignore[call-overload]


@pytest.mark.parametrize("value", [10**7, 10**12, 10**4299])
@pytest.mark.parametrize(("ruleset", "spec"), NUMBERS, ids=lambda one: getattr(one, "name", one))
def test_a_larger_number_is_refused_by_name(ruleset: str, spec: Any, value: int) -> None:
    with pytest.raises(InputError) as caught:
        find_ruleset(ruleset).options({spec.name: value})
    assert (caught.value.code, caught.value.field) == ("bad_option_value", f"options.{spec.name}")
    assert str(caught.value.params["allowed"]).endswith(f"…, {spec.most}")
