"""`--tile`: a doubtful tile is answered on the command line as on the page."""

from __future__ import annotations

import re

import pytest
import typer
from tests.assistant.cli.conftest import Paiyan
from tests.assistant.doubtful_reader import WAVERS, DoubtfulReader
from tests.assistant.row_reader import RowReader
from tests.assistant.scoring.test_scoring import reading_of

from paiyan.assistant.commands import read
from paiyan.assistant.commands.tile_options import faces_said, place_of, with_faces
from paiyan.assistant.reading import TableReading, tile_set
from paiyan.assistant.reading.build import tile_questions
from paiyan.assistant.scoring import Facts, score
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


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("三万", "3m"),
        ("3萬", "3m"),
        ("五筒", "5p"),
        ("東", "1z"),
        ("发", "6z"),
        ("红中", "7z"),
        ("🀙", "1p"),
        ("Red Dragon", "7z"),
    ],
)
def test_a_face_may_be_named_as_it_is_called(name: str, face: str) -> None:
    assert faces_said([f"win={name}"], "en") == {"win": face}


@pytest.mark.parametrize("name", ["", "风", "十万", "🀙🀙", "0m"])
def test_what_is_no_name_of_a_tile_is_refused(name: str) -> None:
    with pytest.raises(typer.Exit):
        faces_said([f"win={name}"], "en")


DOUBTFUL_MELDS = reading_of(
    "123m678s9s",
    (("peng", "555p", None), ("chi", "456m", "left")),
    "9s",
    {at: (("6p" if at < 10 else "7m", 0.3), ("8s", 0.1)) for at in range(7, 13)},
)
DECIDES = reading_of(
    "678s2s123m", (("peng", "555p", None), ("chi", "456m", "left")), "2s", {4: (("4m", 0.4),), 3: (("9s", 0.4),)}
)
"""Without the 1m it lacks 幺九."""
SETTLED = Facts.of(
    {
        **dict(zip(("ruleset", "winner", "dealer", "method"), ("jinzhou", 1, 0, "zimo"), strict=True)),
        "open": [True] * 4,
        "kongs": [],
    }
)


def test_every_answer_offered_about_a_tile_can_be_given_and_rules_or_asks_on() -> None:
    questions = [one for one in tile_questions(DOUBTFUL_MELDS, tile_set("jinzhou")) if one.id == "tile_doubt"]
    questions += [one for one in score(DOUBTFUL_MELDS, SETTLED).questions if one.id == "tile_doubt"]
    assert {place_of(DOUBTFUL_MELDS, int(one.params["index"])) for one in questions} >= {"meld:1:1", "meld:2:3"}
    for question in questions:
        place = place_of(DOUBTFUL_MELDS, int(question.params["index"]))
        for face in question.choices:
            said = with_faces(DOUBTFUL_MELDS, {str(place): str(face)}, "en")
            told = score(said, SETTLED)
            assert told.ruling is not None or told.questions
            if said.melds != DOUBTFUL_MELDS.melds:
                assert "broken_meld" in [one.id for one in told.questions], "never certain of a set that fell apart"


def test_a_set_with_a_changed_tile_asks_for_its_others_by_the_places_they_were_read_at(
    real_paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    class Broken(RowReader):
        def read(self, *given: object) -> TableReading:
            return DOUBTFUL_MELDS

    monkeypatch.setattr(read, "load_reader", lambda language: Broken())
    asked = " ".join(real_paiyan("score", photo, *FACTS, "--tile", "meld:1:1=6p").out.split())
    assert "--tile meld:1:2=5p --tile meld:1:3=5p" in asked
    assert "meld:1 5p 5p 5p; meld:2 4m 5m 6m" in asked, "places count as first read"
    assert real_paiyan("read", photo, "--tile", "meld:1:1=6p").out.count("--tile meld:1:2=5p") == 1
    others = [part for place in (1, 2, 3) for part in ("--tile", f"meld:1:{place}=6p")]
    (whole,) = real_paiyan("score", photo, *FACTS, *others, "--json").lines
    assert [meld["tiles"] for meld in whole["reading"]["melds"]] == ["666p", "456m"]
    loose = ["--tile", "meld:1:1=6p", "--tile", "meld:1:2=5p", "--tile", "meld:1:3=5p"]
    (hand,) = real_paiyan("score", photo, *FACTS, *loose, "--json").lines
    assert [meld["tiles"] for meld in hand["reading"]["melds"]] == ["456m"]
    assert "broken_meld" not in [one["id"] for one in hand["questions"]]


@pytest.mark.parametrize("shape", ["hand", "peng", "kong"])
def test_a_place_that_is_printed_after_a_set_was_told_names_the_same_tile_in_the_next_run(
    real_paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch, photo: str, shape: str
) -> None:
    class Seen(RowReader):
        def read(self, *given: object) -> TableReading:
            return DECIDES

    monkeypatch.setattr(read, "load_reader", lambda language: Seen())
    options = [*FACTS, "--set", f"5p={shape}"]
    told = re.findall(r"--tile (\S+)=([1-9][mpsz])", real_paiyan("score", photo, *options).out)
    assert told
    for place, face in told:
        (answer,) = real_paiyan("score", photo, *options, "--tile", f"{place}={face}", "--json").lines
        index = next(at for at in range(len(DECIDES.tiles)) if place_of(DECIDES, at) == place)
        tile = answer["reading"]["tiles"][index]
        assert (tile["tile"], tile["confidence"]) == (face, 1)
        assert index not in [one["params"].get("index") for one in answer["questions"]]


def test_two_faces_for_a_tile_and_tiles_of_several_photos_are_refused(doubtful: Paiyan, photo: str) -> None:
    assert doubtful("read", photo, "--tile", "hand:1=6p", "--tile", "hand:1=5p").code == 2
    assert doubtful("read", photo, photo, "--tile", "hand:1=6p").code == 2
