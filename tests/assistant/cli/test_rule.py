"""`paiyan rule`: cases in, rulings out, line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.assistant.cli.conftest import Paiyan
from tests.engine.test_golden_cases import KNOWN, comparable

CASE: dict[str, Any] = {
    "id": "one",
    "ruleset": "jinzhou",
    "kind": "win",
    "dealer": 0,
    "winner": 1,
    "hand": "123m678s99s45m",
    "melds": [{"type": "peng", "tiles": "555p", "from": 3}],
    "win_tile": "6m",
    "win_method": "ron",
    "discarder": 2,
    "open": [True, True, True, True],
}
FIELDS = {"id", "valid", "reasons", "hu_class", "hu_label", "class_points", "waits", "shares", "settlement_hu"}
FIELDS |= {"settlement_kong", "settlement_other", "settlement", "lines", "fans", "tags", "units", "points"}
FIELDS |= {"hui", "copies_left"}


def test_a_case_gives_the_line_of_the_contract(paiyan: Paiyan) -> None:
    run = paiyan("rule", "--json", stdin=json.dumps(CASE).encode())
    assert run.code == 0
    (line,) = run.lines
    assert set(line) >= FIELDS
    assert line["settlement"] == [0, 16, -16, 0]


def test_a_line_at_fault_is_told_by_its_number_and_text(paiyan: Paiyan) -> None:
    lines = [json.dumps(CASE), "", "garbage", json.dumps({**CASE, "id": None})]
    run = paiyan("rule", "--lang", "zh", stdin="\n".join(lines).encode())
    titles = [line for line in run.out.splitlines() if line.startswith(("one", "第"))]
    assert (run.code, titles) == (1, ["one", "第 3 行：garbage", "第 4 行"])


def test_under_rules_without_payments_no_settlement_is_printed(paiyan: Paiyan) -> None:
    shared = {name: CASE[name] for name in ("dealer", "winner", "hand", "melds", "win_tile")}
    run = paiyan(
        "rule", "--lang", "en", stdin=json.dumps({**shared, "ruleset": "hukou", "win_method": "zimo"}).encode()
    )
    assert (run.code, "Wins" in run.out, "seat 0" in run.out) == (0, True, False)


def test_the_worked_examples_come_out_as_derived_by_hand(paiyan: Paiyan) -> None:
    cases = [{name: value for name, value in example.items() if name != "expect"} for example in KNOWN]
    run = paiyan("rule", "--json", stdin="\n".join(json.dumps(case) for case in cases).encode())
    assert (run.code, len(run.lines)) == (0, len(KNOWN))
    for example, line in zip(KNOWN, run.lines, strict=True):
        expected = {name: value for name, value in example["expect"].items() if (name, value) != ("waits", None)}
        got = {name: comparable(name, line[name]) for name in expected}
        assert got == {name: comparable(name, value) for name, value in expected.items()}, example["id"]


def test_the_hands_that_come_with_the_program_can_all_be_ruled_on(paiyan: Paiyan) -> None:
    hands = (Path(__file__).parents[3] / "seeds" / "hands.jsonl").read_bytes()
    run = paiyan("rule", "--json", stdin=hands)
    assert (run.code, len(run.lines)) == (0, len(hands.splitlines()))
    assert {line["valid"] for line in run.lines} == {True, False, None}


def test_each_line_of_a_win_names_it_in_english_with_its_chinese_term(paiyan: Paiyan) -> None:
    run = paiyan("rule", stdin=json.dumps({**CASE, "id": "x"}).encode())
    assert "Class 1: two waits (两叫)" in run.out


def test_malformed_lines_give_errors_in_their_place_and_the_rest_go_on(paiyan: Paiyan) -> None:
    lines = [
        json.dumps(CASE).encode(),
        b"not json",
        b"",
        b"[1, 2]",
        b'{"id": "two"}',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        json.dumps({**CASE, "id": 7, "hand": "1m"}).encode(),
        json.dumps({**CASE, "id": "last"}).encode(),
    ]
    run = paiyan("rule", "--json", stdin=b"\n".join(lines))
    assert run.code == 1
    assert [line["id"] for line in run.lines] == ["one", None, None, "two", None, None, 7, "last"]
    assert ["error" in line for line in run.lines] == [False, True, True, True, True, True, True, False]


def test_a_line_of_megabytes_is_refused_and_the_next_one_ruled_on(paiyan: Paiyan) -> None:
    huge = json.dumps({**CASE, "title": "x" * 3_000_000}).encode()
    run = paiyan("rule", "--json", stdin=huge + b"\n" + json.dumps(CASE).encode())
    assert ["error" in line for line in run.lines] == [True, False]


@pytest.mark.parametrize(("lang", "words"), [("en", ("Wins", "Settlement")), ("zh", ("胡", "+16"))])
def test_rulings_are_explained_in_words(paiyan: Paiyan, lang: str, words: tuple[str, ...]) -> None:
    rejected = json.dumps({**CASE, "id": "no", "win_tile": "9m"})
    run = paiyan("rule", "--lang", lang, stdin=f"{json.dumps(CASE)}\n{rejected}\nnonsense\n".encode())
    assert run.code == 1
    assert words[0] in run.out
    assert "no" in run.out


def test_rule_does_not_load_what_only_reading_needs() -> None:
    """Thousands of lines a second start with a quick start."""
    heavy = ("cv2", "onnxruntime", "numpy", "PIL", "fastapi", "sqlalchemy")
    probe = (
        "import sys; from paiyan.assistant.cli import main\n"
        "try: main(['rule', '--json'])\n"
        "except SystemExit: pass\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], input=json.dumps(CASE), capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_line_is_answered_before_the_next_one_is_sent() -> None:
    command = [sys.executable, "-m", "paiyan.assistant.cli", "rule", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for name in ("first", "second"):
            process.stdin.write(json.dumps({**CASE, "id": name}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == name
        process.stdin.close()
        assert process.wait(timeout=30) == 0
