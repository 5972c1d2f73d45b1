"""Everything the engine can say has a text in both languages."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path
from typing import Any

import pytest

from paiyan.assistant.i18n import LANGUAGES, has_text, text
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import RULESETS, find_ruleset

SOURCES = sorted((Path(__file__).parents[2] / "engine").rglob("*.py"))


def error_codes() -> set[str]:
    """First arguments of every InputError made in the engine, and codes handed to a choice."""
    found: set[str] = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                place = {"InputError": 0, "choice": 2}.get(name)
                if place is not None and len(node.args) > place:
                    found |= {
                        part.value
                        for part in ast.walk(node.args[place])
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    }
    return found


def test_every_error_has_a_text() -> None:
    codes = error_codes()
    assert {"too_many_copies", "unknown_method", "kong_from_self"} <= codes
    assert [code for code in sorted(codes) if not has_text(f"error.{code}")] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_system_and_house_rule_has_a_name(ruleset: str) -> None:
    rules = find_ruleset(ruleset)
    for spec in rules.options_type.specs():
        own, taken = f"option.{ruleset}.{spec.name}", f"option.{rules.inherits}.{spec.name}"
        assert has_text(own) or has_text(taken), own
        values = () if isinstance(spec.values, str) else [value for value in spec.values if isinstance(value, str)]
        for value in values:
            assert has_text(f"{own}.{value}") or has_text(f"{taken}.{value}"), value
    keys = [f"ruleset.{ruleset}", *(f"method.{method}" for method in rules.methods)]
    assert [key for key in keys if not has_text(key)] == []


def keyed(value: Any) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        own = [(value["key"], value.get("params", {}))] if "key" in value else []
        return own + [pair for part in value.values() for pair in keyed(part)]
    return [pair for part in value for pair in keyed(part)] if isinstance(value, list) else []


def random_case(roll: random.Random) -> dict[str, Any]:
    sets = roll.sample(["123m", "456m", "777m", "234p", "567p", "999p", "111s", "678s", "345s", "777z"], 3)
    melds = [
        {"type": "chi" if one[0] != one[1] else roll.choice(["peng", "angang"]), "tiles": one}
        for one in sets
        if roll.random() < 0.5
    ]
    for meld in melds:
        if meld["type"] == "angang":
            meld["tiles"] = meld["tiles"][0] + meld["tiles"]
    melded = [meld["tiles"].replace(meld["tiles"][0] * 4, meld["tiles"][0] * 3) for meld in melds]
    hand = "".join(one for one in sets if one not in melded) + roll.choice(["88s46m", "22p55s", "77z13p", "2s789m"])
    opened = any(meld["type"] != "angang" for meld in melds)
    return {
        "ruleset": "jinzhou",
        "options": {"score_cap": roll.choice([None, 100]), "require_open": roll.random() < 0.2},
        "dealer": roll.randrange(4),
        "winner": 1,
        "discarder": 0,
        "hand": hand,
        "melds": melds,
        "win_tile": roll.choice(["5m", "2p", "5s", "2s", "9m"]),
        "win_method": roll.choice(["ron", "rob_kong", "kong_leak"]),
        "open": [roll.random() < 0.5, opened, roll.random() < 0.5, False],
        "kongs": [{"seat": 0, "kind": "an", "tile": "9p"}] if roll.random() < 0.5 else [],
        "events": [{"type": "genzhuang", "tiles": ["8p"]}],
    }


def test_everything_a_ruling_says_can_be_said_in_both_languages() -> None:
    roll = random.Random(1)
    said: set[str] = set()
    for _ in range(400):
        try:
            answer = rule_case(random_case(roll))
        except InputError as error:
            for language in LANGUAGES:
                assert text(f"error.{error.code}", language, **error.params)
            continue
        for key, params in keyed(answer["explanation"]):
            said.add(key)
            for language in LANGUAGES:
                assert not re.search(r"[{}]", text(key, language, **params))
    assert len(said) > 40
