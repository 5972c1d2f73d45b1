"""Wrong calls are told in Chinese where the terminal speaks Chinese."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from paiyan.assistant import cli
from paiyan.assistant.i18n import environment_language


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "--nope"], "没有选项 --nope"),
        (["rules", "--lang"], "--lang 后面要写值"),
        (["score", "x.jpg", "--winner", "9"], "--winner 的值不对"),
        (["score"], "缺少 PHOTO"),
        (["nope"], "没有这个命令"),
        (["rules", "--lang", "fr"], "zh"),
        (["rules", "mcr", "beijing"], "多出来的：beijing。"),
        (["games", "show", "nosuch"], "多出来的：nosuch。"),
    ],
)
def test_a_wrong_call_is_told_in_chinese_with_the_way_to_the_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    monkeypatch.setenv("PAIYAN_LANG", "zh")
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    told = capsys.readouterr()
    assert ended.value.code == 2
    assert told.out == ""
    assert said in told.err and "用法不对" in told.err and "--help" in told.err
    assert "Usage" not in told.err and "Error" not in told.err


def test_a_right_call_still_ends_with_its_own_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAIYAN_LANG", "zh")
    with pytest.raises(SystemExit) as ended:
        cli.main(["rules", "mcr", "--json"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith('{"id":"mcr"')


@pytest.mark.parametrize("place", [["--lang", "en", "rules"], ["--lang=en", "rules"], ["rules", "--lang", "en"]])
@pytest.mark.parametrize(
    ("rest", "code", "said"),
    [
        (["--nope"], 2, "No such option"),
        (["nosuch"], 2, "There is no rule system"),
        (["--help"], 0, "List rule systems"),
    ],
)
def test_the_language_can_be_asked_for_before_the_command_and_after_it(
    place: list[str], rest: list[str], code: int, said: str
) -> None:
    # A process of its own: the help of a command speaks the language it was first loaded with.
    told = _in_chinese_terminal(*place, *rest)
    assert told.returncode == code
    assert said in told.stdout + told.stderr
    assert "用法不对" not in told.stderr


def test_a_language_that_is_none_is_refused_before_the_command_too() -> None:
    told = _in_chinese_terminal("--lang", "fr", "rules")
    assert told.returncode == 2
    assert "zh, en" in told.stderr


def test_the_language_asked_for_is_forgotten_when_the_program_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIYAN_LANG", "zh")
    with pytest.raises(SystemExit):
        cli.main(["--lang", "en", "rules", "nosuch"])
    assert environment_language() == "zh"


def _in_chinese_terminal(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "paiyan.assistant.cli", *arguments],
        env={**os.environ, "PAIYAN_LANG": "zh"},
        capture_output=True,
        text=True,
        check=False,
    )
