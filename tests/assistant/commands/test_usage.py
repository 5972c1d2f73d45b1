"""Wrong calls are told in Chinese where the terminal speaks Chinese."""

from __future__ import annotations

import pytest

from paiyan.assistant import cli


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "--nope"], "没有选项 --nope"),
        (["rules", "--lang"], "--lang 后面要写值"),
        (["score", "x.jpg", "--winner", "9"], "--winner 的值不对"),
        (["score"], "缺少 PHOTO"),
        (["nope"], "没有这个命令"),
        (["rules", "--lang", "fr"], "zh"),
        (["rules", "mcr", "beijing"], "beijing"),
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
