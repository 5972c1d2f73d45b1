"""`paiyan bench` tells that it is at work."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest
from tests.assistant.cli.conftest import Paiyan

from paiyan.assistant.benchmarks import engine


def test_what_is_being_measured_is_told_on_stderr_and_stdout_keeps_the_figures(paiyan: Paiyan, photo: str) -> None:
    run = paiyan("bench", photo, "--runs", "1", "--json")
    assert run.err.startswith("Measuring: 1 photos")
    assert run.lines[0]["photos"] == 1


def test_a_bench_of_the_rules_core_says_so_before_it_starts(paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(hands: int, rounds: int) -> NoReturn:
        raise SystemExit(130)

    monkeypatch.setattr(engine, "bench_engine", stopped)
    run = paiyan("bench", "engine", "--runs", "1", "--json")
    assert run.code == 130
    assert run.err.startswith("Measuring the rules core: 1 rounds")


@pytest.mark.parametrize(("lang", "told"), [("en", "it has no folder images/"), ("zh", "里面没有 images/")])
def test_a_folder_without_labels_is_told_before_the_model_is_measured(
    paiyan: Paiyan, photo: str, tmp_path: Path, lang: str, told: str
) -> None:
    (tmp_path / "empty").mkdir()
    run = paiyan("bench", "model", photo, str(tmp_path / "empty"), "--runs", "1", "--lang", lang)
    assert (run.code, run.out) == (1, "")
    assert told in run.err and "empty" in run.err
