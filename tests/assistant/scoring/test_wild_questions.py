"""Scoring a reading under 锦州带会: without the 明牌 nothing can be said, so it is asked for."""

from __future__ import annotations

from typing import Any

from paiyan.assistant.reading import Status, TableReading, TileReading
from paiyan.assistant.scoring import Facts, Scoring, score
from paiyan.engine.tiles import parse_tiles

SAID: dict[str, Any] = {
    "ruleset": "jinzhou_wild",
    "winner": 1,
    "dealer": 0,
    "method": "zimo",
    "open": [True, False, True, True],
    "kongs": [],
}


def scored(hand: str, win: str, **facts: Any) -> Scoring:
    faces = [(tile.code, "hand") for tile in parse_tiles(hand)] + [(win, "win")]
    tiles = tuple(TileReading(code, 1.0, Status.SURE, (), 0.0, group) for code, group in faces)
    reading = TableReading(1, 1, tiles, tuple(range(len(faces) - 1)), (), len(faces) - 1)
    return score(reading, Facts.of(SAID | facts))


def ids(scoring: Scoring) -> list[str]:
    return [question.id for question in scoring.questions]


def test_the_tile_turned_up_is_asked_for() -> None:
    scoring = scored("123m567s99s45m555p", "6m")
    assert (scoring.certain, scoring.ruling, ids(scoring)) == (False, None, ["ming"])


def test_with_it_the_hand_is_ruled_on() -> None:
    scoring = scored("12m8s567s99s45m555p", "6m", ming="7s")
    assert scoring.certain
    assert scoring.ruling is not None
    assert [use["stands_for"] for use in scoring.ruling["explanation"]["wilds"]] == ["3m"]


def test_without_a_win_it_is_asked_for_too() -> None:
    drawn = {"winner": None, "method": None, "events": [{"type": "huangzhuang"}]}
    assert ids(score(TableReading(1, 1, ()), Facts.of(SAID | drawn))) == ["ming"]
    assert scored("123m567s99s45m555p", "6m", **drawn, ming="7s").settlement == [-12, 4, 4, 4]


def test_who_gave_the_tile_of_a_win_on_the_dealers_first_discard_is_known() -> None:
    scoring = scored("123m567s99s45m555p", "6m", ming="7s", method="dihu", open=None)
    assert (scoring.certain, scoring.settlement) == (True, [-192, 192, 0, 0])
