"""`--set`: whether a set has a fourth tile is answered on the command line as on the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.assistant.cli.conftest import Paiyan
from tests.assistant.scoring.test_scoring import LIANGJIAO, reading_of, scored
from tests.assistant.scoring.test_set_sizes import seen_from
from tests.assistant.stacked_reader import StackedReader

from paiyan.assistant.commands import read
from paiyan.assistant.commands.facts_options import facts_from_options
from paiyan.assistant.commands.set_options import sets_said, with_sets
from paiyan.assistant.commands.tile_options import RefusedError
from paiyan.assistant.reading import Question, TableReading
from paiyan.assistant.scoring import Facts, score

COVERED, SHORT = (1200, 900), (900, 1200)
FACTS = ["--rules", "jinzhou", "--winner", "1", "--dealer", "0", "--method", "zimo", "--event", "genzhuang:9m"]
OTHERS_CLOSED = ["--open", "none", "--kong", "none"]
LOOSE = (0, 1, 2)


@pytest.fixture
def stacked(real_paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch) -> Paiyan:
    """Runs the command line with a reader that finds a kong of which three tiles show."""
    monkeypatch.setattr(read, "load_reader", lambda language: StackedReader())
    return real_paiyan


def photo_of(folder: Path, size: tuple[int, int]) -> str:
    path = folder / "kong.png"
    Image.new("RGB", size, "darkgreen").save(path)
    return str(path)


def asked(answer: dict[str, Any]) -> list[str]:
    return [one["id"] for one in answer["questions"]]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("size", "answers"), [(COVERED, ["kong", "peng", "hand"]), (SHORT, ["angang", "minggang", "peng", "hand"])]
)
def test_the_question_about_a_set_tells_every_option_that_answers_it(
    stacked: Paiyan, tmp_path: Path, size: tuple[int, int], answers: list[str], lang: str
) -> None:
    told = stacked("score", photo_of(tmp_path, size), *FACTS, *OTHERS_CLOSED, "--lang", lang).out
    for answer in ("angang", "minggang", "kong", "peng", "hand"):
        assert (f"--set 6p={answer}" in told) == (answer in answers)


@pytest.mark.parametrize(
    ("shape", "open_seats", "gain"), [("angang", "none", 152), ("hand", "none", 128), ("peng", "1", 32)]
)
def test_a_concealed_kong_of_three_is_settled_as_what_it_is_said_to_be(
    stacked: Paiyan, tmp_path: Path, shape: str, open_seats: str, gain: int
) -> None:
    facts = [*FACTS[:-2], "--open", open_seats, "--kong", "none"]
    told = stacked("score", photo_of(tmp_path, SHORT), *facts, "--set", f"6p={shape}", "--json").lines[0]
    assert (told["certain"], told["settlement"][1]) == (True, gain)
    (first,) = told["reading"]["melds"] or [{"type": "hand"}]
    assert first["type"] == shape


def test_an_open_kong_of_three_is_asked_how_it_was_made_and_settled_so(stacked: Paiyan, tmp_path: Path) -> None:
    facts = [*FACTS[:-2], "--open", "1", "--set", "6p=minggang", "--json"]
    photo = photo_of(tmp_path, SHORT)
    before = stacked("score", photo, *facts, "--kong", "none").lines[0]
    assert (before["certain"], asked(before)) == (False, ["meld_kind"])
    drawn = stacked("score", photo, *facts, "--kong", "1:zhua:6p").lines[0]
    assert (drawn["certain"], drawn["settlement"]) == (True, [-20, 44, -12, -12])
    (meld,) = drawn["reading"]["melds"]
    assert (meld["type"], meld["tiles"]) == ("minggang", "6666p")


def test_that_three_tiles_are_a_kong_leads_to_the_question_which(stacked: Paiyan, tmp_path: Path) -> None:
    facts = [*FACTS[:-2], "--set", "6p=kong"]
    photo = photo_of(tmp_path, SHORT)
    before = stacked("score", photo, *facts, "--open", "none", "--kong", "none", "--json").lines[0]
    assert (before["certain"], [one["choices"] for one in before["questions"]]) == (False, [["angang", "minggang"]])
    told = stacked("score", photo, *facts, "--open", "none", "--kong", "none", "--lang", "en").out
    assert ("--set 6p=angang / --set 6p=minggang" in told, "said not" in told) == (True, False)
    for kong, seats, gain in (("1:an:6p", "none", 152), ("1:zhua:6p", "1", 44)):
        settled = stacked("score", photo, *facts, "--open", seats, "--kong", kong, "--json").lines[0]
        assert (settled["certain"], settled["settlement"][1]) == (True, gain)


def test_a_kong_of_which_one_tile_is_covered_is_confirmed_or_is_a_peng(stacked: Paiyan, tmp_path: Path) -> None:
    photo = photo_of(tmp_path, COVERED)
    facts = [*FACTS, "--open", "1", "--kong", "none"]
    before = stacked("score", photo, *facts, "--json").lines[0]
    assert "fourth_tile" in asked(before)
    kong = stacked("score", photo, *facts, "--set", "6p=kong", "--json").lines[0]
    assert asked(kong) == ["meld_kind"], "how it was made is another question"
    named = [part for place in range(1, 5) for part in ("--tile", f"meld:1:{place}=6p")]
    for more in ([], named):
        peng = stacked("score", photo, *facts, *more, "--set", "6p=peng", "--json").lines[0]
        assert (peng["certain"], asked(peng), peng["may_be_kongs"]) == (True, [], [])
        assert [meld["tiles"] for meld in peng["reading"]["melds"]] == ["666p"]


def loose() -> TableReading:
    """Three equal tiles of the hand of which it is asked whether they are a set with a fourth."""
    reading = reading_of("777s123m678s99s45m", (), "6m")
    return replace(reading, questions=(Question("fourth_tile", {"tile": "7s"}, tiles=LOOSE),))


@pytest.mark.parametrize(("shape", "melds", "hand"), [("hand", [], 13), ("peng", [3], 10), ("kong", [4], 10)])
def test_three_tiles_that_are_no_meld_become_what_is_said(shape: str, melds: list[int], hand: int) -> None:
    said = with_sets(loose(), {"7s": shape}, "en")
    assert ([len(meld.tiles) for meld in said.melds], len(said.hand), said.questions) == (melds, hand, ())


def test_three_equal_tiles_of_the_hand_can_be_said_to_be_a_peng_though_nothing_asks_about_them() -> None:
    close = reading_of("777s123m678s99s45m", (), "6m")
    said = with_sets(close, {"7s": "peng"}, "en")
    assert ([meld.type for meld in said.melds], said.questions) == (["peng"], ())
    with pytest.raises(RefusedError):
        with_sets(close, {"9s": "peng"}, "en")


def test_a_peng_seen_from_straight_above_is_a_kong_or_not_as_is_said() -> None:
    steep = seen_from(1.3)
    facts = Facts.of(
        {"ruleset": "jinzhou", "winner": 1, "dealer": 0, "method": "zimo", "open": [True] * 4, "kongs": []}
    )
    assert score(steep, facts).may_be_kongs == ("5p",)
    peng, kong = (score(with_sets(steep, {"5p": shape}, "en"), facts) for shape in ("peng", "kong"))
    assert (peng.may_be_kongs, peng.certain) == ((), True)
    assert [one.id for one in kong.questions] == ["meld_kind"]


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        (["6p"], 2, "for example --set 5p=peng"),
        (["6p=chi"], 2, "for example --set 5p=peng"),
        (["6x=kong"], 2, "for example --set 5p=peng"),
        (["6p=kong", "6p=hand"], 2, "two things of 6p"),
        (["9p=kong"], 1, "There are: 6p"),
    ],
)
def test_a_set_that_cannot_be_is_refused_with_what_can(
    stacked: Paiyan, tmp_path: Path, said: list[str], code: int, told: str
) -> None:
    options = [part for one in said for part in ("--set", one)]
    run = stacked("score", photo_of(tmp_path, SHORT), *FACTS, *OTHERS_CLOSED, *options)
    assert run.code == code
    assert told in run.err


def test_sets_and_kongs_are_said_by_the_names_of_tiles_too() -> None:
    assert sets_said(["5P=peng", "九饼=碰", "東=暗杠"], "zh") == {"5p": "peng", "9p": "peng", "1z": "angang"}
    said: dict[str, Any] = {"open_seats": None, "closed_seats": None, "events": None, "flags": None, "options": None}
    values = {"ruleset": "jinzhou", "winner": 1, "win_tile": "三万+"}
    facts = facts_from_options(values, kongs=["1:an:红中"], house={}, language="zh", **said)
    assert (facts.win_tile, [dict(kong) for kong in facts.kongs or ()]) == (
        "3m",
        [{"seat": 1, "kind": "an", "tile": "7z"}],
    )


@pytest.mark.parametrize(("kong", "shape"), [("an", "hand"), ("an", "minggang"), ("zhua", "angang"), ("zhua", "peng")])
def test_a_set_that_is_said_to_be_another_than_it_is_listed_as_is_refused(
    stacked: Paiyan, tmp_path: Path, kong: str, shape: str
) -> None:
    run = stacked("score", photo_of(tmp_path, SHORT), *FACTS, "--kong", f"1:{kong}:6p", "--set", f"6p={shape}")
    assert (run.code, "leave one out" in run.err) == (2, True)


def test_a_kong_with_a_discard_among_its_tiles_is_said_to_be_a_peng_and_that_tile_none_of_the_hand() -> None:
    whole = reading_of("123m678s99s45m", (("minggang", "5555p", "across"),), "6m")
    said = with_sets(whole, {"5p": "peng"}, "en")
    (meld,) = said.melds
    assert (meld.type, meld.source, [said.tiles[at].tile for at in meld.tiles]) == ("peng", "across", ["5p"] * 3)
    assert (len(said.hand), said.tiles[13].group, said.questions) == (10, "other", ())
    assert scored(said).settlement == scored(LIANGJIAO).settlement
    with pytest.raises(RefusedError, match="--set 5p=kong / --set 5p=minggang / --set 5p=peng"):
        with_sets(whole, {"5p": "angang"}, "en")
    assert with_sets(LIANGJIAO, {}, "en") is LIANGJIAO
