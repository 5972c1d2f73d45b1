"""`paiyan read`: one line a photo in order, errors named, the rest going on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image
from tests.assistant.cli.conftest import Paiyan
from tests.assistant.reading.test_serial_and_corrections import SCHEMA


def test_every_line_keeps_the_contract_and_echoes_its_photo(paiyan: Paiyan, photo: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    run = paiyan("read", photo, photo, "--json")
    assert run.code == 0
    assert [line["photo"] for line in run.lines] == [photo, photo]
    for line in run.lines:
        jsonschema.validate(line, SCHEMA)


def test_lines_come_in_the_order_of_the_photos_and_broken_ones_do_not_stop_the_rest(
    paiyan: Paiyan, photo: str, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff but no picture")
    missing = str(tmp_path / "nowhere.jpg")
    run = paiyan("read", str(broken), photo, missing, photo, str(tmp_path), "--json")
    assert run.code == 1
    assert [line["photo"] for line in run.lines] == [str(broken), photo, missing, photo, str(tmp_path)]
    assert ["error" in line for line in run.lines] == [True, False, True, False, True]
    for line in run.lines:
        if "error" in line:
            assert line["tiles"] == []
            assert line["error"]


def test_tables_name_each_photo_once(paiyan: Paiyan, photo: str) -> None:
    run = paiyan("read", photo, photo)
    assert (run.out + run.err).count(photo) == 2


def test_only_data_goes_to_stdout(paiyan: Paiyan, photo: str) -> None:
    run = paiyan("read", photo, photo, "--json")
    assert len(run.out.splitlines()) == 2
    assert "[1/2]" in run.err


def test_the_hand_is_shown_in_words_of_either_language(paiyan: Paiyan, photo: str) -> None:
    english = paiyan("read", photo)
    chinese = paiyan("read", photo, "--lang", "zh")
    assert english.code == chinese.code == 0
    assert "Winning tile" in english.out
    assert "胡的牌" in chinese.out
    for run in (english, chinese):
        assert "1m 2m 3m 4m 5m 9m 9m 5p 5p 5p 7s 8s 9s" in run.out


@pytest.mark.parametrize("rules", ["jinzhou", "jinzhou_wild", "mcr", "beijing", "guangdong_jipinghu"])
def test_every_rule_system_can_be_named(paiyan: Paiyan, photo: str, rules: str) -> None:
    run = paiyan("read", photo, "--rules", rules, "--json")
    assert run.code == 0
    assert run.lines[0]["rules"] == rules


def test_annotate_writes_the_photo_with_the_reading_on_it(paiyan: Paiyan, photo: str, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    run = paiyan("read", photo, "--annotate", str(out), "--json")
    assert run.code == 0
    with Image.open(out) as drawn, Image.open(photo) as original:
        assert drawn.size == original.size
        assert drawn.getcolors(1 << 16) != original.getcolors(1 << 16)


def test_annotate_numbers_the_pictures_of_several_photos(paiyan: Paiyan, photo: str, tmp_path: Path) -> None:
    assert paiyan("read", photo, photo, "--annotate", str(tmp_path / "out.png"), "--json").code == 0
    assert {path.name for path in tmp_path.glob("out*.png")} == {"out-1.png", "out-2.png"}


@pytest.mark.parametrize("name", ["missing/out.png", "out.nonsense"])
def test_a_picture_that_cannot_be_written_is_refused(paiyan: Paiyan, photo: str, tmp_path: Path, name: str) -> None:
    run = paiyan("read", photo, "--annotate", str(tmp_path / name), "--json")
    assert run.code == 1
    assert name in run.err
    assert json.loads(run.out)["hand"]


@pytest.mark.parametrize(
    "arguments",
    [["read"], ["read", "--json"], ["read", "a.jpg", "--rules", "chess"], ["read", "a.jpg", "--lang", "fr"], ["reed"]],
)
def test_wrong_usage_ends_with_2_and_says_what_is_wrong(paiyan: Paiyan, arguments: list[str]) -> None:
    run = paiyan(*arguments)
    assert run.code == 2
    assert run.out == ""
    assert run.err


def test_help_and_version_are_there(paiyan: Paiyan) -> None:
    overview = paiyan("--help")
    assert overview.code == 0
    for command in ("read", "score", "rule", "demo", "serve"):
        assert command in overview.out
        assert paiyan(command, "--help").code == 0
    assert paiyan("--version").out.strip()[0].isdigit()
