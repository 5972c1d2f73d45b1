"""On the command line, too, a tile read clearly that is asked about all the same carries the mark of doubt."""

from __future__ import annotations

import pytest
from tests.assistant.cli.conftest import Paiyan
from tests.assistant.doubtful_reader import DoubtfulReader

from paiyan.assistant.commands import read

FACTS = ["--rules", "jinzhou", "--winner", "1", "--dealer", "0", "--method", "zimo"]
FACTS += ["--open", "0,2,3", "--kong", "none"]


@pytest.fixture
def clear_but_decisive(real_paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch) -> Paiyan:
    """Runs the command line with a reader sure of a 9s with which the hand wins; were it a 6s, it would not."""
    monkeypatch.setattr(read, "load_reader", lambda language: DoubtfulReader({"9s": 0.9, "6s": 0.04}, 0.9995))
    return real_paiyan


@pytest.mark.parametrize(
    ("lang", "legend"), [("en", "? doubtful, or to be confirmed"), ("zh", "? 没有把握，或要你确认")]
)
def test_the_tile_asked_about_is_marked_and_the_others_are_not(
    clear_but_decisive: Paiyan, photo: str, lang: str, legend: str
) -> None:
    said = clear_but_decisive("score", photo, *FACTS, "--lang", lang).out
    hand = next(line for line in said.splitlines() if " 9s?" in line)
    assert hand.count("?") == 1
    assert legend in said
    assert "--tile hand:13=" in said


def test_the_reading_itself_stays_sure_of_it(clear_but_decisive: Paiyan, photo: str) -> None:
    answer = clear_but_decisive("score", photo, *FACTS, "--json").lines[0]
    assert {tile["status"] for tile in answer["reading"]["tiles"]} == {"sure"}
    assert [one["id"] for one in answer["questions"]] == ["tile_doubt"]


def test_once_confirmed_it_carries_no_mark(clear_but_decisive: Paiyan, photo: str) -> None:
    said = clear_but_decisive("score", photo, *FACTS, "--tile", "hand:13=9s", "--lang", "en").out
    assert "9s?" not in said
    assert "? doubtful" not in said
