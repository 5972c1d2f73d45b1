"""`--tile`: a doubtful tile is answered on the command line as on the page."""

from __future__ import annotations

import pytest
from tests.assistant.cli.conftest import Paiyan
from tests.assistant.doubtful_reader import WAVERS, DoubtfulReader

from paiyan.assistant.commands import read
from paiyan.datasets.resources import resource_dir

FACTS = ["--rules", "jinzhou", "--winner", "1", "--dealer", "0", "--method", "zimo"]
FACTS += ["--open", "0,2,3", "--kong", "none"]
PLACE = f"hand:{WAVERS + 1}"


@pytest.fixture
def doubtful(real_paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch) -> Paiyan:
    """Runs the command line with a reader that is torn between two faces of one tile."""
    monkeypatch.setattr(read, "load_reader", lambda language: DoubtfulReader())
    return real_paiyan


@pytest.mark.parametrize(("lang", "named"), [("en", "tile 13 of the hand"), ("zh", "手牌第 13 张")])
def test_the_question_about_a_tile_names_its_place_and_the_option_that_answers_it(
    doubtful: Paiyan, photo: str, lang: str, named: str
) -> None:
    asked = doubtful("score", photo, *FACTS, "--lang", lang).out
    assert f"--tile {PLACE}=" in asked
    # In the question, and in the settlement under each answer.
    assert asked.count(named) >= 2
    assert f"--tile {PLACE}=" in doubtful("read", photo, "--rules", "jinzhou", "--lang", lang).out


@pytest.mark.parametrize("face", ["9s", "6s"])
def test_the_answer_settles_what_was_asked(doubtful: Paiyan, photo: str, face: str) -> None:
    assert doubtful("score", photo, *FACTS, "--json").lines[0]["certain"] is False
    answer = doubtful("score", photo, *FACTS, "--tile", f"{PLACE}={face}", "--json").lines[0]
    told = answer["reading"]["tiles"][WAVERS]
    assert (told["tile"], told["confidence"], told["status"]) == (face, 1, "sure")
    assert "tile_doubt" not in [one["id"] for one in answer["questions"] if one["params"].get("index") == WAVERS]
    if face == "9s":
        assert answer["certain"] and answer["ruling"]["valid"]


def test_other_tiles_stay_as_they_were_read(doubtful: Paiyan, photo: str) -> None:
    before, after = (doubtful("read", photo, *said, "--json").lines[0] for said in ([], ["--tile", f"{PLACE}=9s"]))
    for one, other in zip(before["tiles"][:WAVERS], after["tiles"][:WAVERS], strict=True):
        assert {**one, "alternatives": []} == {**other, "alternatives": []}
    assert [one["id"] for one in before["questions"]] == ["tile_doubt"]
    assert after["questions"] == []


def test_a_place_means_the_same_tile_whatever_was_said_of_others_before(real_paiyan: Paiyan) -> None:
    photo = str(resource_dir("seeds") / "samples" / "chi-peng-win-apart.jpg")
    before = real_paiyan("read", photo, "--json").lines[0]
    faces = [tile["tile"] for tile in before["tiles"]]
    places = [(f"hand:{number}", index) for number, index in enumerate(before["hand_tiles"], 1)]
    for number, meld in enumerate(before["melds"], 1):
        places += [(f"meld:{number}:{place}", index) for place, index in enumerate(meld["indices"], 1)]
    assert len(places) > 10
    for said in ([places[0]], [places[-1]], places):
        options = [part for place, index in said for part in ("--tile", f"{place}={faces[index]}")]
        after = real_paiyan("read", photo, *options, "--json").lines[0]
        assert after["hand_tiles"] == before["hand_tiles"]
        assert [meld["indices"] for meld in after["melds"]] == [meld["indices"] for meld in before["melds"]]
        sure = {index for index, tile in enumerate(after["tiles"]) if tile["confidence"] == 1}
        assert sure == {index for _, index in said}


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("3=6p", 2, "hand:3"),
        ("hand:3", 2, "for example --tile hand:3=6p"),
        ("hand:3=6x", 2, "6x"),
        ("hand:99=6p", 1, "hand:1–13"),
        ("meld:1:1=6p", 1, "no tile was read at that place"),
    ],
)
def test_a_tile_that_cannot_be_is_refused_with_what_there_is(
    doubtful: Paiyan, photo: str, said: str, code: int, told: str
) -> None:
    run = doubtful("score", photo, *FACTS, "--tile", said)
    assert run.code == code
    assert told in run.err


def test_a_meld_that_would_be_none_is_refused_in_words_and_as_json(real_paiyan: Paiyan) -> None:
    sample = "seeds/samples/chi-peng-win-apart.jpg"
    run = real_paiyan("read", sample, "--tile", "meld:1:1=9m", "--json")
    assert run.code == 1
    assert run.lines[0]["code"] == "correction.meld"
    assert "Meld 1 is no chi, peng or kong" in run.lines[0]["error"]


def test_two_faces_for_a_tile_and_tiles_of_several_photos_are_refused(doubtful: Paiyan, photo: str) -> None:
    assert doubtful("read", photo, "--tile", "hand:1=6p", "--tile", "hand:1=5p").code == 2
    assert doubtful("read", photo, photo, "--tile", "hand:1=6p").code == 2
