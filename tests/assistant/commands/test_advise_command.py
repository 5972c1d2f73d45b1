"""`paiyan advise`."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from paiyan.assistant.cli import build_app
from paiyan.assistant.i18n import LANGUAGES, has_text

HAND = "123m678s99s45m555p7z"


def advise(*arguments: str) -> Result:
    # With one command alone the application would not take its name.
    return CliRunner().invoke(build_app(["advise", "rules"]), ["advise", *arguments])


def answer(*arguments: str) -> dict[str, Any]:
    result = advise(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_best_discard_comes_first_with_its_waits() -> None:
    best = answer(HAND)["choices"][0]
    assert (best["discard"], [wait["tile"] for wait in best["waits"]]) == ("7z", ["3m", "6m"])


def test_melds_seen_tiles_presets_and_options_count() -> None:
    melds = ("678s99s45m1s", "--melds", "555p, chi:123m", "--seen", "66m")
    best = answer(*melds)["choices"][0]
    assert [(wait["tile"], wait["left"]) for wait in best["waits"]] == [("3m", 3), ("6m", 2)]
    here = answer(*melds, "--preset", "jinzhou-discarder-only", "--option", "base_unit=5")["choices"][0]
    assert here["waits"][0]["class_points"] == 5
    assert here["waits"][0]["ron"]["2"] != best["waits"][0]["ron"]["2"]
    closed = answer("678s99s45m1s", "--melds", "angang:5555p,angang:1111m", "--open", "none")
    assert closed["choices"][0]["waits"][0]["zimo"][1] > best["waits"][0]["zimo"][1]


@pytest.mark.parametrize(("language", "name"), [("en", "Jinzhou"), ("zh", "锦州麻将")])
def test_rules_that_were_not_named_are_told_as_assumed_in_answers_and_refusals(language: str, name: str) -> None:
    shown = advise(HAND, "--lang", language).stdout.splitlines()
    assert any(name in line and "--rules" in line for line in shown)
    refused = advise("123m678s99s45m555p1z", "--lang", language)
    assert refused.exit_code == 1
    assert name in refused.stderr and "--rules" in refused.stderr
    assert answer(HAND)["assumed"]["ruleset"] == "jinzhou"


def test_what_is_no_hand_by_any_rules_is_refused_without_a_word_on_rules() -> None:
    refused = advise("hello", "--lang", "en")
    assert refused.exit_code == 1
    assert "--rules" not in refused.stderr


@pytest.mark.parametrize("said", [("--rules", "mcr"), ("--rules", "jinzhou"), ("--preset", "jinzhou-discarder-only")])
def test_rules_that_were_named_are_not_told_as_assumed(said: tuple[str, str]) -> None:
    assert "ruleset" not in answer(HAND, *said)["assumed"]
    refused = advise("123m", *said, "--json")
    assert refused.exit_code == 1 and json.loads(refused.stdout)["assumed"] == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hand", [HAND, "123456m234p456s1p", "19m19p19s1234m77z23p", "123m678s99s456m555p"])
def test_everything_told_is_in_words(language: str, hand: str) -> None:
    shown = advise(hand, "--lang", language)
    assert shown.exit_code == 0, shown.output
    assert not re.search(r"(risk|advice|fault|hu)\.[a-z_]+", shown.stdout)


def keys_of(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["key"]} if "key" in value else set()
        return own.union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def test_every_entry_has_a_text_in_both_languages() -> None:
    keys = set()
    for hand in (HAND, "123456m234p456s1p", "2345678m2233p444p", "234m678m44s45m555p8p", "123m678m49s45m567p9p"):
        keys |= keys_of(answer(hand, "--option", "require_open=true"))
    assert {key for key in keys if not has_text(key)} == set()
    assert any(key.startswith("risk.") for key in keys)


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (["123m"], 1, "hand"),
        ([HAND.replace("7z", "1z")], 1, "1z"),
        ([HAND, "--seen", "555p"], 1, "5p"),
        (["678s99s45m1s", "--melds", "555p,7777z"], 2, "7777z"),
        (["678s99s45m1s", "--melds", "555p,zz"], 2, "zz"),
        ([HAND, "--open", "5"], 2, "5"),
        ([HAND, "--option", "score_cap=7"], 2, "score_cap"),
        ([HAND, "--rules", "riichi"], 2, "riichi"),
    ],
)
def test_what_is_wrong_is_one_clear_error(arguments: list[str], code: int, named: str) -> None:
    refused = advise(*arguments, "--lang", "en")
    assert refused.exit_code == code
    assert named in refused.output
    assert "Traceback" not in refused.output


@pytest.mark.parametrize(("ruleset", "option"), [("jinzhou_wild", "--ming"), ("dingque", "--void-suit")])
def test_a_fact_that_is_missing_is_named_by_its_option(ruleset: str, option: str) -> None:
    refused = advise(HAND.replace("7z", "1m"), "--rules", ruleset, "--lang", "en")
    assert refused.exit_code == 1
    assert refused.stderr.startswith(f"{option}: ")


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Waiting: one more tile wins"), ("zh", "已经听牌：差一张就能胡")]
)
def test_the_heading_says_how_far_the_hand_is_from_a_win(language: str, heading: str) -> None:
    first = advise(HAND, "--lang", language).stdout.splitlines()[0]
    assert first.strip() == heading


def test_where_the_shape_alone_is_nearer_both_distances_are_told() -> None:
    first = advise("123456m234p456s1p", "--lang", "en").stdout.splitlines()[0]
    assert "from waiting for a tile that wins" in first and "By its shape alone (sets and a pair)" in first


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["123m678s99s45m5558p"], "only the six discards with the most are reckoned"),
        (["1379m1479p1479s7z"], "too far to be reckoned"),
        (["123m678s99s45m555p", "--rules", "hukou"], "say nothing of payments"),
    ],
)
def test_a_discard_without_an_expected_gain_is_told_why(arguments: list[str], why: str) -> None:
    assert why in " ".join(advise(*arguments, "--lang", "en").stdout.split())


def test_where_every_discard_has_an_expected_gain_nothing_is_said_of_it() -> None:
    assert "Expected –" not in advise("123m678s99s45m555p", "--lang", "en").stdout
