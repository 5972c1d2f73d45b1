"""The text catalogue: whole in both languages, and the right language for whoever asks."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from pathlib import Path

import pytest

import paiyan.assistant
import paiyan.datasets
import paiyan.engine
import paiyan.models
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


def test_every_input_that_is_refused_is_refused_in_words() -> None:
    roots = [Path(next(iter(package.__path__))) for package in (paiyan.engine, paiyan.assistant)]
    calls = [
        node
        for root in roots
        for file in root.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "InputError"
    ]
    codes = {call.args[0].value for call in calls if call.args and isinstance(call.args[0], ast.Constant)}
    assert len(codes) > 50
    assert [code for code in sorted(map(str, codes)) if not has_text(f"error.{code}")] == []


def test_every_refusal_of_the_data_pipeline_and_the_models_has_a_text_for_its_params() -> None:
    kinds = {"LabelError", "RecipeError", "ModelError", "ExportError", "MissingDataError", "CheckpointError"}
    roots = [Path(next(iter(package.__path__))) for package in (paiyan.datasets, paiyan.models)]
    calls = [
        node
        for root in roots
        for file in root.rglob("*.py")
        if "labels" not in file.relative_to(root).parts
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds
    ]
    told = [
        (call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ast.unparse(call), call)
        for call in calls
    ]
    assert len(told) > 60
    assert [code for code, _ in told if not has_text(f"unusable.{code}")] == []
    uneven = [code for code, call in told if params_of(text_of(code)) != {str(word.arg) for word in call.keywords}]
    assert uneven == []


def text_of(code: object) -> str:
    return catalogue()[f"unusable.{code}"]["en"]


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


@pytest.mark.parametrize(
    ("reason", "chinese", "english"),
    [
        (
            FileNotFoundError(2, "No such file or directory", "x.toml"),
            "x.toml：没有这个文件",
            "x.toml: there is no such",
        ),
        (PermissionError(13, "Permission denied"), "没有读写的权限", "you may not read or write it"),
        ("Is a directory", "这是文件夹", "this is a folder"),
        ("No space left on device", "磁盘满了", "the disk is full"),
        ("file is not a database", "这不是数据库文件", "this is no database"),
        ("Invalid value (at line 3, column 5)", "第 3 行第 5 列：值看不懂", "line 3, column 5: the value is none"),
        ("Unclosed array (at end of document)", "文件末尾：方括号没有合上", "at the end of the file: a bracket"),
    ],
)
def test_what_the_system_says_is_put_in_words(reason: object, chinese: str, english: str) -> None:
    assert chinese in text("cli.export.refused", "zh", reason=reason)
    assert english in text("cli.export.refused", "en", reason=reason)


def test_what_the_catalogue_does_not_know_is_quoted_in_chinese_and_stands_as_it_is_in_english() -> None:
    said = ValueError("the tea is cold")
    assert text("cli.export.refused", "zh", reason=said) == "不能导出：“the tea is cold”"
    assert text("cli.export.refused", "en", reason=said) == "Cannot export: the tea is cold"
    # Sentences of our own and names stay as they are.
    assert text("cli.export.refused", "zh", reason="没有照片") == "不能导出：没有照片"
    assert text("cli.export.refused", "zh", reason="best.onnx") == "不能导出：best.onnx"


@pytest.mark.parametrize(
    "broken",
    ["x", "x = ", "x = a", "x = 1 y = 2", "x = [1", "x = {a = 1", "[x", "x = 1\nx = 2", 'x = "a\n'],
)
def test_usual_mistakes_in_toml_are_told_in_chinese(broken: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as wrong:
        tomllib.loads(broken)
    told = text("cli.export.refused", "zh", reason=wrong.value)
    assert not re.search("[A-Za-z]{2} [A-Za-z]{2}", told.replace("TOML", ""))
