"""`paiyan rules`, and what presets, `--variants` and `--all` do to `paiyan rule`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.worked_case import PLAIN_WIN
from typer.testing import CliRunner, Result

from paiyan.assistant.cli import build_app
from paiyan.assistant.commands.preset_options import chosen_rules
from paiyan.assistant.house_rules import shipped_presets
from paiyan.assistant.house_rules.describe import describe_ruleset
from paiyan.assistant.i18n import Lang, has_text
from paiyan.engine.errors import InputError
from paiyan.engine.rules import RULESETS, find_ruleset

CASE: dict[str, Any] = {"id": 1} | PLAIN_WIN
MINE = """\
ruleset = "jinzhou"
name = { zh = "我们桌", en = "Our table" }
about = { zh = "庄只在胡时翻。", en = "The dealer doubles when winning only." }
[options.dealer_double]
value = "winner_only"
why = { zh = "说好的。", en = "Agreed." }
"""


def paiyan(*arguments: str, stdin: object = None) -> Result:
    text = None if stdin is None else json.dumps(stdin)
    return CliRunner().invoke(build_app(["rules", "rule"]), list(arguments), input=text)


def lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_shipped_preset_is_read_and_fits_its_rule_system() -> None:
    assert {"jinzhou-default", "jinzhou-discarder-only", "jinzhou-capped-100"} <= set(shipped_presets())
    for preset in shipped_presets().values():
        find_ruleset(preset.ruleset).options(preset.overrides)


def test_all_rule_systems_are_listed_with_options_and_presets() -> None:
    (listed,) = lines(paiyan("rules", "--json"))
    assert [one["id"] for one in listed["rulesets"]] == list(RULESETS)
    cap = next(one for one in listed["rulesets"][0]["options"] if one["id"] == "score_cap")
    assert (cap["default"], cap["values"]) == (None, [None, 100, 150, 200, 300])
    assert "no cap" in cap["why_en"]
    assert {one["en"] for one in cap["value_names"]} == {"no cap", "100", "150", "200", "300"}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rule_system_is_shown_with_a_reason_for_every_default(ruleset: str, language: str) -> None:
    shown = paiyan("rules", ruleset, "--lang", language)
    assert shown.exit_code == 0
    written = "".join(shown.stdout.split())
    (described,) = lines(paiyan("rules", ruleset, "--json"))
    for one in described["options"]:
        assert one["id"] in shown.stdout
        assert has_text(f"why.{ruleset}.{one['id']}") or one["why_en"] != one["why"]
        assert one[f"why_{language}"].split()[0][:4] in written


def test_a_sheet_of_the_table_is_shown_and_used(tmp_path: Path) -> None:
    sheet = tmp_path / "ours.toml"
    sheet.write_text(MINE, encoding="utf-8")
    assert "Our table" in paiyan("rules", str(sheet), "--lang", "en").stdout
    assert chosen_rules(None, str(sheet), "en") == ("jinzhou", {"dealer_double": "winner_only"})
    (ruled,) = lines(paiyan("rule", "--json", "--preset", str(sheet), stdin=CASE))
    assert ruled["settlement"] == [0, 12, -12, 0]


def test_a_wrong_sheet_is_refused_with_file_line_field_and_values(tmp_path: Path) -> None:
    sheet = tmp_path / "ours.toml"
    sheet.write_text(MINE.replace("winner_only", "never"), encoding="utf-8")
    refused = paiyan("rules", str(sheet), "--lang", "en")
    assert refused.exit_code == 2
    assert f"{sheet}:5:options.dealer_double.value" in refused.output
    assert "winner_or_payer, winner_only" in refused.output


@pytest.mark.parametrize("name", ["nobody", "missing.toml"])
def test_a_name_that_is_nothing_is_refused_naming_it(name: str) -> None:
    refused = paiyan("rules", name, "--lang", "en")
    assert refused.exit_code == 2
    assert name in refused.output


def test_a_case_may_name_a_preset_and_its_own_options_win() -> None:
    capped = CASE | {"ruleset": "jinzhou-discarder-only"}
    assert lines(paiyan("rule", "--json", stdin=capped))[0]["settlement"] == [0, 10, -10, 0]
    own = capped | {"options": {"discard_double_scope": "all_shares"}}
    assert lines(paiyan("rule", "--json", stdin=own))[0]["settlement"] == [0, 16, -16, 0]


def test_variants_and_all_add_what_they_promise() -> None:
    (ruled,) = lines(paiyan("rule", "--json", "--variants", stdin=CASE))
    assert ruled["valid"] is True
    assert {one["option"] for one in ruled["variants"]} >= {"discard_double_scope", "dealer_double"}
    (compared,) = lines(paiyan("rule", "--json", "--all", stdin=CASE))
    assert compared["id"] == 1
    assert [one["ruleset"] for one in compared["systems"]] == list(RULESETS)
    assert paiyan("rule", "--all", "--variants", stdin=CASE).exit_code == 2


@pytest.mark.parametrize("flag", ["--variants", "--all"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_both_are_told_in_words_too(flag: str, language: str) -> None:
    shown = paiyan("rule", flag, "--lang", language, stdin=CASE)
    assert shown.exit_code == 0, shown.output
    assert {"zh": "规则" if flag == "--all" else "点炮", "en": "Rule" if flag == "--all" else "discard"}[
        language
    ] in shown.stdout


MADE_UP = {"id": "x", "ruleset": "mcr", "winner": 0, "dealer": 0, "win_method": "zimo", "round": 0}


def test_what_is_left_out_and_how_else_a_hand_can_be_read_is_told_in_words() -> None:
    shown = paiyan("rule", "--lang", "en", stdin={**MADE_UP, "hand": "123456789m22m55m", "win_tile": "5m"}).stdout
    assert "is not counted: full flush (清一色) includes it" in " ".join(shown.split())


def test_the_name_of_a_fixed_sum_stands_without_class_and_points() -> None:
    dealt = {"win_method": "tianhu", "winner": 0, "discarder": None, "open": [False] * 4, "melds": []}
    shown = paiyan(
        "rule", "--lang", "zh", stdin={**CASE, **dealt, "hand": "123m456p789s111s5m", "win_tile": "5m"}
    ).stdout
    assert "胡  天胡" in shown
    assert "2 分" not in shown


def test_wins_at_other_tables_are_named_in_the_language() -> None:
    shown = paiyan("rule", "--variants", "--lang", "en", stdin=CASE).stdout
    assert "two waits" in shown.partition("At other tables")[2]


@pytest.mark.parametrize(
    ("name", "allowed"), [("base_points", "1, 2, 3, …, 1000000"), ("xuehui_each", "0, 1, 2, …, 1000000")]
)
def test_a_house_rule_that_takes_any_number_says_so(name: str, allowed: str) -> None:
    ruleset = "beijing" if name == "base_points" else "jinzhou_wild"
    with pytest.raises(InputError) as caught:
        find_ruleset(ruleset).options({name: -1})
    assert caught.value.params["allowed"] == allowed


def test_a_preset_that_does_not_apply_to_a_case_is_said_to_be_left_out() -> None:
    won = {**MADE_UP, "hand": "123456789m22m55m", "win_tile": "5m"}
    beside = paiyan("rule", "--json", "--preset", "jinzhou-capped-100", "--lang", "en", stdin=won)
    assert beside.exit_code == 0
    assert "jinzhou-capped-100 is for jinzhou; it does not apply to 1 case(s)" in beside.stderr
    assert not paiyan("rule", "--json", "--preset", "jinzhou-capped-100", stdin=CASE).stderr


@pytest.mark.parametrize(("language", "said"), [("en", "any whole number from 1 to 20"), ("zh", "1 到 20 的整数")])
def test_a_rule_that_takes_any_number_tells_the_largest(language: Lang, said: str) -> None:
    (rule,) = [one for one in describe_ruleset("guangdong_jipinghu")["options"] if one["id"] == "triple_ron_min_fan"]
    assert [one[language] for one in rule["value_names"]] == [said]
