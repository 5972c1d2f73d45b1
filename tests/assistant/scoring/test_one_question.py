"""The one question that decides: what each answer would cost, what it shows, and the tile that would make a win."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.assistant.scoring.test_scoring import LIANGJIAO, PENG, reading_of, scored

from paiyan.assistant.reading import Status, TableReading, Trust

DOUBTFUL_PAIR = reading_of("11s123m678s44m", (PENG,), "4m", {8: (("1s", 0.4),)})
"""1s1s 4m4m wait for either pair; if the ninth tile is 1s too, 4m waits alone for its pair."""


def test_each_answer_to_a_doubtful_tile_tells_the_class_and_what_everybody_pays() -> None:
    scoring = scored(DOUBTFUL_PAIR)
    (question,) = scoring.questions
    costs = {cost.answer: cost for cost in question.costs if cost is not None}
    assert question.choices[:2] == ("4m", "1s")
    as_read, other = costs["4m"], costs["1s"]
    assert as_read.low == as_read.high == tuple(scoring.settlement or ())
    assert other.low != as_read.low
    assert (question.stake or 0) >= abs(other.high[1] - as_read.high[1]) > 0
    assert as_read.likely is not None and other.likely is not None and as_read.likely > other.likely > 0


def test_the_answers_to_a_fact_tell_the_range_that_others_leave_open() -> None:
    scoring = scored(LIANGJIAO, open=[None, None, True, True], dealer=None)
    for question in scoring.questions:
        costs = [cost for cost in question.costs if cost is not None]
        assert len(costs) == len(question.choices)
        assert any(cost.low != cost.high for cost in costs)


def test_the_question_that_moves_most_money_is_named() -> None:
    told = scored(LIANGJIAO, dealer=None, method=None).to_json()
    deciding = told["questions"][told["decides"]]
    assert deciding["stake"] > 0


def test_nothing_decides_where_nothing_is_asked() -> None:
    assert scored(LIANGJIAO).to_json()["decides"] is None


def test_a_hand_that_does_not_win_names_the_tile_whose_other_reading_would() -> None:
    told = scored(reading_of("123m678s99s46m", (PENG,), "6m", {9: (("5m", 0.3),)})).to_json()
    assert told["nearest"]["reasons"] == ["not_complete"]
    assert (told["nearest"]["tile"]["index"], told["nearest"]["tile"]["to"]) == (9, "5m")
    assert told["nearest"]["tile"]["settlement"] != [0, 0, 0, 0]


def test_a_hand_that_no_other_reading_makes_a_win_says_what_is_missing() -> None:
    told = scored(reading_of("123m678s99s19m", (PENG,), "6m")).to_json()
    assert told["nearest"]["tile"] is None
    assert told["nearest"]["missing"]


def test_a_hand_that_wins_lacks_nothing() -> None:
    assert scored(LIANGJIAO).to_json()["nearest"] is None


def test_doubt_that_changes_nothing_is_certain_either_way() -> None:
    assert scored(LIANGJIAO).certain_either_way is False
    assert scored(reading_of("123m678s99s45m", (PENG,), "6m", {3: (("1p", 0.1),)})).certain_either_way is True


def believing(reading: TableReading, trust: Trust) -> TableReading:
    return replace(reading, trust=trust)


def test_tiles_of_one_face_are_thought_to_be_another_that_looks_like_it_all_at_once() -> None:
    """Each 6s alone cannot be 9s in a triplet, but all three can: then there is 幺九 and the hand wins."""
    reading = reading_of("666s234m78m55p", (("peng", "444p", "across"),), "6m")
    scoring = scored(reading)
    assert scoring.nearest is not None and scoring.nearest.win is not None
    assert scoring.nearest.win.variant.changed == {0: "9s", 1: "9s", 2: "9s"}


@pytest.mark.parametrize(("certain", "asks"), [(0.9, False), (0.9999, True)])
def test_how_probable_a_settlement_must_be_to_be_certain_is_part_of_the_reading(certain: float, asks: bool) -> None:
    reading = reading_of("11s123m678s44m", (PENG,), "4m", {8: (("1s", 0.02),)})
    sure = tuple(replace(tile, confidence=0.9, status=Status.SURE) for tile in reading.tiles)
    scoring = scored(believing(replace(reading, tiles=sure), Trust(certain=certain)))
    assert bool(scoring.questions) is asks
    assert 0 < scoring.doubt < 0.1


def test_every_question_of_a_scoring_says_what_it_shows() -> None:
    (question,) = scored(DOUBTFUL_PAIR).questions
    told = question.to_json()
    assert told["tiles"] == [8]
    assert len(told["crop"]) == 4
