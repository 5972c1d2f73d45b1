"""Sheets of house rules: what they come to, and what is said about one that is wrong."""

from __future__ import annotations

import pytest

from paiyan.engine.presets import PresetError, read_preset

SHEET = """\
ruleset = "jinzhou"
name = { zh = "封顶", en = "Capped" }
about = { zh = "每份封顶。", en = "Every share is capped." }

# What the table agreed on.
[options.score_cap]
value = 100
why = { zh = "说好的。", en = "Agreed." }

[options.multi_ron]
value = "all_pay"
why.zh = "都算。"
why.en = "All win."
"""


def test_a_sheet_gives_rule_system_names_and_options_with_reasons() -> None:
    preset = read_preset("mine", SHEET, "mine.toml")
    assert (preset.id, preset.ruleset, preset.name["en"]) == ("mine", "jinzhou", "Capped")
    assert preset.overrides == {"score_cap": 100, "multi_ron": "all_pay"}
    assert [one.why["zh"] for one in preset.options] == ["说好的。", "都算。"]


def test_the_text_null_stands_for_no_value() -> None:
    assert read_preset("mine", SHEET.replace("100", '"null"'), "x").overrides["score_cap"] is None


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "code"),
    [
        ("100", "120", 7, "options.score_cap.value", "bad_option_value"),
        ("100", "true", 7, "options.score_cap.value", "bad_option_value"),
        ("100", "2020-01-01", 7, "options.score_cap.value", "wrong_type"),
        ("score_cap", "score_cup", 6, "options.score_cup", "unknown_option"),
        ("value = 100", "", 6, "options.score_cap.value", "missing_field"),
        ("value = 100", "valu = 100", 7, "options.score_cap.valu", "unknown_field"),
        (', en = "Agreed."', "", 8, "options.score_cap.why.en", "missing_field"),
        ('why.en = "All win."', "", 10, "options.multi_ron.why.en", "missing_field"),
        ('"jinzhou"', '"riichi"', 1, "ruleset", "unknown_ruleset"),
        ('en = "Capped"', "en = 5", 2, "name.en", "wrong_type"),
        ("about", "abuot", 3, "abuot", "unknown_field"),
        ("value = 100", "value =", 7, "", "malformed_toml"),
    ],
)
def test_a_wrong_sheet_is_told_by_file_line_and_field(old: str, new: str, line: int, field: str, code: str) -> None:
    with pytest.raises(PresetError) as caught:
        read_preset("mine", SHEET.replace(old, new), "mine.toml")
    assert (caught.value.line, caught.value.error.field, caught.value.error.code) == (line, field, code)
    assert caught.value.place.startswith(f"mine.toml:{line}")


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000], ids=["a number too long", "nested too deeply"])
def test_a_sheet_beyond_reading_is_refused(value: str) -> None:
    with pytest.raises(PresetError) as caught:
        read_preset("mine", SHEET.replace("100", value), "mine.toml")
    assert (caught.value.place, caught.value.error.code) == ("mine.toml", "toml_beyond_reading")


def test_a_value_that_is_not_allowed_is_told_with_those_that_are() -> None:
    with pytest.raises(PresetError, match="null, 100, 150, 200, 300"):
        read_preset("mine", SHEET.replace("100", "99"), "mine.toml")
