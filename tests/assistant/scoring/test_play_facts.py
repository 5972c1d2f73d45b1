"""Facts of play that other rule systems look at: asked for where they move money, or told as taken for granted."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.assistant.reading import Status, TableReading, TileReading
from paiyan.assistant.scoring import Facts, Scoring, score
from paiyan.engine.tiles import parse_tiles

MCR: dict[str, Any] = {
    "ruleset": "mcr",
    "winner": 1,
    "dealer": 0,
    "method": "zimo",
    "round": 0,
    "flowers": "",
    "flags": {"last_of_kind": False},
}


def scored(hand: str, win: str, said: dict[str, Any], **changes: Any) -> Scoring:
    faces = [(tile.code, "hand") for tile in parse_tiles(hand)] + [(win, "win")]
    tiles = tuple(TileReading(code, 1.0, Status.SURE, (), 0.0, group) for code, group in faces)
    reading = TableReading(1, 1, tiles, tuple(range(len(faces) - 1)), (), len(faces) - 1)
    return score(reading, Facts.of({**said, **changes}))


def ids(scoring: Scoring) -> list[str]:
    return [question.id for question in scoring.questions]


HAND = ("234m234p34678s55m", "2s")


def test_the_last_of_its_kind_is_asked_for_and_counts_once_said() -> None:
    unsaid = scored(*HAND, MCR, flags={})
    assert (ids(unsaid), unsaid.certain) == (["last_of_kind"], False)
    without, with_it = scored(*HAND, MCR), scored(*HAND, MCR, flags={"last_of_kind": True})
    assert without.certain and with_it.certain
    assert without.ruling is not None and with_it.ruling is not None
    assert with_it.ruling["points"] - without.ruling["points"] == 4


def test_a_tile_that_the_hand_holds_already_cannot_be_the_last_of_its_kind() -> None:
    assert scored("234m234p345678s5m", "5m", MCR, flags={}).certain


@pytest.mark.parametrize(("name", "value"), [("round", None), ("flowers", None)])
def test_round_and_flowers_are_asked_for(name: str, value: Any) -> None:
    assert ids(scored("234m234p34s55m111z", "2s", MCR, **{name: value})) == [name]


def test_what_bars_from_winning_and_events_that_are_paid_are_told_as_taken_for_granted() -> None:
    wild = {"ruleset": "jinzhou_wild", "winner": 1, "dealer": 0, "method": "zimo", "kongs": [], "ming": "7s"}
    said = scored("12m8s567s99s45m555p", "6m", wild | {"open": [True, False, True, True]})
    assert said.assumed == ("no_genzhuang", "no_xuehui", "not_barred")
    nothing = {"wild_discarded": False, "wild_claimed": False, "louhu_blocked": False}
    told = scored("12m8s567s99s45m555p", "6m", wild | {"open": [True, False, True, True], "flags": nothing})
    assert told.assumed == ("no_genzhuang", "no_xuehui")
    assert scored(*HAND, MCR).assumed == ()
