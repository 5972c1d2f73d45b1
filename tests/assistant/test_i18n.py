"""The text catalogue: whole in both languages, and the right language for whoever asks."""

from __future__ import annotations

import re
import string

import pytest

from paiyan.assistant.i18n import LANGUAGES, catalogue, environment_language, has_text, preferred_language, text
from paiyan.engine.errors import type_names

WRITTEN = ("cli.", "question.option.")


def params_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_every_text_is_there_in_both_languages_with_the_same_params() -> None:
    uneven = [
        key
        for key, entry in catalogue().items()
        if set(entry) != set(LANGUAGES)
        or not all(entry[language].strip() for language in LANGUAGES)
        or params_of(entry["zh"]) != params_of(entry["en"])
        or not all(name.isidentifier() for name in params_of(entry["zh"]))
    ]
    assert uneven == []


def test_chinese_texts_use_full_width_punctuation() -> None:
    half = re.compile("[一-鿿][,;?!(]|[,;?!)][一-鿿]")
    # A colon is part of how options are written: 座位:种类:牌.
    colon = re.compile("[一-鿿]:|:[一-鿿]")
    wrong = {
        key: found
        for key, entry in catalogue().items()
        if (found := half.findall(entry["zh"]) or (not key.startswith(WRITTEN) and colon.findall(entry["zh"])))
    }
    assert wrong == {}


def test_params_fill_in_and_a_missing_one_is_an_error() -> None:
    assert text("problem.too_large.detail", "en", limit_mb=64).startswith("At most 64 MB")
    with pytest.raises(KeyError):
        text("problem.too_large.detail", "en")
    with pytest.raises(KeyError):
        text("no.such.text", "en")
    assert not has_text("no.such.text")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "zh"),
        ("", "zh"),
        ("en", "en"),
        ("zh-Hans-CN", "zh"),
        ("de, fr", "zh"),
        ("de, en-US;q=0.7", "en"),
        ("en;q=0.2, zh;q=0.8", "zh"),
        ("zh;q=0.2, en;q=0.8", "en"),
        ("zh;q=0, en;q=0.1", "en"),
        ("en;q=bad", "zh"),
        ("," * 5000, "zh"),
    ],
)
def test_the_language_is_the_one_the_browser_prefers(header: str | None, language: str) -> None:
    assert preferred_language(header) == language


def test_the_type_of_a_value_and_the_field_are_said_in_the_language() -> None:
    wrong = {"name": "hand", "expected": "text", "got": "integer"}
    assert text("error.wrong_type", "zh", **wrong) == "“手牌（hand）”的类型不对：应为文字，收到的是整数。请改正"
    assert text("error.wrong_type", "en", **wrong) == "“hand” should be text, not a whole number. Please correct it"
    for name in (*type_names.values(), "true/false, number or text"):
        assert has_text(f"type.{name}"), name


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "zh"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "C.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "PAIYAN_LANG": "zh"}, "zh"),
    ],
)
def test_the_language_of_the_terminal_is_that_of_its_locale(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language
