"""`paiyan rule` answers the worked examples of the rule specification as they were derived by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from paiyan.assistant.cli import build_app

EXAMPLES = json.loads((Path(__file__).parents[2] / "golden" / "examples.json").read_text(encoding="utf-8"))["examples"]
SETS = ("waits", "tags", "fans", "reasons")


def as_compared(name: str, value: Any) -> Any:
    return sorted(value) if name in SETS and isinstance(value, list) else value


def test_every_worked_example_comes_out_in_order() -> None:
    cases = [{name: value for name, value in one.items() if name != "expect"} for one in EXAMPLES]
    result = CliRunner().invoke(build_app(["rule"]), ["rule", "--json"], input="\n".join(map(json.dumps, cases)))
    assert result.exit_code == 0, result.output
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [example["id"] for example in EXAMPLES]
    for answer, example in zip(answers, EXAMPLES, strict=True):
        # Waits that are null were not worked out.
        expected = {name: value for name, value in example["expect"].items() if (name, value) != ("waits", None)}
        got = {name: as_compared(name, answer[name]) for name in expected}
        assert got == {name: as_compared(name, value) for name, value in expected.items()}, example["id"]


def test_what_each_of_several_winners_has_is_shown_to_people() -> None:
    (three,) = [one for one in EXAMPLES if one["id"] == "GD-23"]
    result = CliRunner().invoke(build_app(["rule"]), ["rule", "--lang", "en"], input=json.dumps(three))
    assert result.exit_code == 0, result.output
    assert [f"seat {seat}: Wins" in result.stdout for seat in range(4)] == [True, True, False, True]
    assert "All of one suit" in result.stdout
