"""Help pages fit a terminal of 80 columns with nothing cut off, and their examples run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache

import pytest

from paiyan.assistant.cli import COMMANDS
from paiyan.assistant.i18n import LANGUAGES


@cache
def help_page(command: str, lang: str) -> str:
    asked = [sys.executable, "-m", "paiyan.assistant.cli", *([command] if command else []), "--help"]
    environment = {**os.environ, "COLUMNS": "80", "PAIYAN_LANG": lang, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(asked, capture_output=True, text=True, check=True, env=environment).stdout


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_nothing_is_cut_off_at_80_columns(command: str, lang: str) -> None:
    assert "…" not in help_page(command, lang)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_a_chinese_page_has_no_english_headings_and_marks(command: str) -> None:
    page = help_page(command, "zh")
    english = (
        "Usage",
        "Options",
        "OPTIONS",
        "Arguments",
        "Commands",
        "COMMAND ",
        "ARGS",
        "[required]",
        "[default",
        "Show this",
    )
    assert [words for words in english if words in page] == []
    assert "用法：" in page and "选项" in page and "显示这份说明" in page


def test_an_english_page_keeps_its_usual_headings() -> None:
    page = help_page("train", "en")
    assert all(
        words in page for words in ("Usage:", "[OPTIONS]", "Arguments", "Options", "[required]", "Show this message")
    )


def test_a_language_asked_for_in_the_call_speaks_on_the_whole_page() -> None:
    asked = [sys.executable, "-m", "paiyan.assistant.cli", "--lang", "en", "--help"]
    environment = {**os.environ, "PAIYAN_LANG": "zh", "PYTHONIOENCODING": "utf-8"}
    page = subprocess.run(asked, capture_output=True, text=True, check=True, env=environment).stdout
    assert re.findall("[\u4e00-\u9fff]", page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_score_shows_how_kongs_and_events_are_written(lang: str) -> None:
    page = help_page("score", lang)
    for form in ("2:an:7z", "0:zhua:5p", "0:da:5p:3", "genzhuang:3m,7z", "huangzhuang", "kong_leak"):
        assert form in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_of_rule_can_be_run_as_it_stands(lang: str) -> None:
    lines = [line.strip() for line in help_page("rule", lang).splitlines()]
    start = next(place for place, line in enumerate(lines) if line.startswith("echo"))
    example = "\n".join(lines[start:]).strip()
    done = subprocess.run(f"{example} --json", shell=True, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["hu_label"] == "两叫"
