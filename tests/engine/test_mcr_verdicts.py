"""国标 rulings against PyMahjongGB's verdicts on random wins (``scripts/mcr_verdicts.py`` made them)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paiyan.engine.cases import read_case, rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules.mcr import RULES
from paiyan.engine.rules.mcr.explain import fan_points
from paiyan.engine.rules.mcr.table import FANS

GOLDEN = Path(__file__).parents[1] / "golden" / "mcr"
VERDICTS = [json.loads(line) for line in (GOLDEN / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()]
DIFFERENCES = json.loads((GOLDEN / "differences.json").read_text(encoding="utf-8"))


def our_fans(case: dict[str, Any]) -> dict[str, int]:
    read = read_case(case | {"ruleset": "mcr", "options": {"minganagang_5": True}})
    (claim,) = read.claims
    worth = RULES.worth(claim.hand, claim.win, read.options)
    return fan_points(worth, read.options) if worth else {}


def adjudicated(verdict: dict[str, Any]) -> dict[str, int]:
    """PyMahjongGB's fans without 和绝张 it added by itself (``differences.json``, last_of_kind_by_itself)."""
    told = verdict["case"].get("flags", {}).get("last_of_kind", False)
    return {fan: points for fan, points in verdict["fans"].items() if told or fan != "和绝张"}


def test_every_random_win_is_worth_the_same_fans() -> None:
    different = [
        (verdict["case"], ours, verdict["fans"])
        for verdict in VERDICTS
        if (ours := our_fans(verdict["case"])) != adjudicated(verdict)
    ]
    assert different == []
    assert len(VERDICTS) >= 2000


def test_every_fan_is_among_the_verdicts_at_least_ten_times() -> None:
    times = Counter(fan for verdict in VERDICTS for fan in verdict["fans"])
    assert {fan.name: times[fan.name] for fan in FANS if times[fan.name] < 10} == {}


@pytest.mark.parametrize("one", DIFFERENCES, ids=[one["id"] for one in DIFFERENCES])
def test_differences_are_those_adjudicated(one: dict[str, Any]) -> None:
    try:
        answer = rule_case(one["case"] | {"ruleset": "mcr"})["fans"]
    except InputError as error:
        answer = {"error": error.code}
    assert answer == one["paiyan"]
    assert (answer != one["pymahjonggb"]) == one["differs"]
    assert one["rule"] and one["ruling"]
