"""Sets that may have a tile more than is seen: both answers are ruled on, and what each would cost is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.assistant.scoring.test_scoring import LIANGJIAO, asked, reading_of, scored

from paiyan.assistant.reading import Question, Status, TableReading

PENG_TILES = (10, 11, 12)
KONG: dict[str, Any] = {"seat": 1, "kind": "zhua", "tile": "5p"}
SHORT = reading_of("123m678s99s45m", (("angang", "back 5p 5p", None),), "6m")
STACKED = replace(LIANGJIAO, questions=(Question("fourth_tile", {"tile": "5p"}, tiles=PENG_TILES),))


def covered() -> TableReading:
    """A kong of which one tile is inferred, as another lies on it."""
    kong = reading_of("123m678s99s45m", (("minggang", "5555p", "across"),), "6m")
    tiles = tuple(
        replace(tile, status=Status.INFERRED) if index == 11 else tile for index, tile in enumerate(kong.tiles)
    )
    question = Question("fourth_tile", {"tile": "5p"}, tiles=(10, 11, 12, 13))
    return replace(kong, tiles=tiles, questions=(question,))


def gains(question: Question) -> list[tuple[bool, int, int]]:
    """Answer, and the least and the most the winner gains by it."""
    return [(cost.answer, cost.low[1], cost.high[1]) for cost in question.costs if cost is not None]


def test_a_peng_that_may_hide_a_fourth_tells_what_it_pays_as_it_is_and_as_a_kong() -> None:
    scoring = scored(STACKED)
    question = scoring.questions[0]
    assert (question.id, question.choices) == ("fourth_tile", (False, True))
    assert gains(question) == [(False, 16, 16), (True, 28, 28)]
    assert not scoring.certain
    assert scoring.settlement == scored(LIANGJIAO).settlement, "what is seen comes first"
    assert (scoring.low, scoring.high) == ((-12, 16, -8, -16), (-8, 28, -4, -4))


def test_a_kong_of_which_one_tile_is_inferred_tells_what_it_pays_without_it() -> None:
    question = scored(covered()).questions[0]
    assert (question.id, question.choices) == ("fourth_tile", (True, False))
    assert gains(question) == [(True, 28, 28), (False, 16, 16)]


def test_a_concealed_kong_of_three_tiles_is_ruled_on_as_one_and_as_tiles_of_the_hand() -> None:
    scoring = scored(SHORT, open=[True, False, True, True])
    (question,) = scoring.questions
    assert (question.id, question.choices) == ("short_kong", (True, False))
    hand = scored(reading_of("123m678s99s45m555p", (), "6m"), open=[True, False, True, True])
    whole = scored(reading_of("123m678s99s45m", (("angang", "5555p", None),), "6m"), open=[True, False, True, True])
    assert [one.settlement for one in scoring.conditional] == [tuple(whole.settlement), tuple(hand.settlement)]  # type: ignore[arg-type]


def test_a_kong_after_one_that_may_be_none_keeps_how_it_was_made() -> None:
    melds = (("angang", "back 5p 5p", None), ("minggang", "9999m", "left"))
    scoring = scored(reading_of("123p678s9s", melds, "9s"))
    answers = {
        tuple((asked.id, answer if isinstance(answer, bool) else answer["kind"]) for asked, answer in one.answers)
        for one in scoring.conditional
    }
    both = {"zhua", "da"}
    assert answers == {(("short_kong", is_kong), ("meld_kind", kind)) for is_kong in (True, False) for kind in both}


def test_a_kong_that_was_said_is_not_asked_about_and_made_of_the_peng() -> None:
    scoring = scored(STACKED, kongs=[KONG])
    assert scoring.certain
    assert scoring.settlement == scored(covered(), kongs=[KONG]).settlement == [-12, 28, -8, -8]
    assert scored(LIANGJIAO, kongs=[KONG]).settlement == scoring.settlement


def test_a_concealed_kong_listed_among_the_kongs_still_lacks_its_fourth_tile() -> None:
    listed = scored(SHORT, open=[True, False, True, True], kongs=[KONG | {"kind": "an"}])
    assert asked(listed) == ["short_kong"]
    assert listed.questions[0].costs == scored(SHORT, open=[True, False, True, True]).questions[0].costs


def test_three_tiles_that_are_no_set_are_asked_about_without_a_cost() -> None:
    loose = replace(LIANGJIAO, questions=(Question("fourth_tile", {"tile": "9s"}, tiles=(6, 7, 13)),))
    (question,) = scored(loose).questions
    assert (question.choices, question.costs) == ((), ())


def seen_from(height: float, confidence: float = 0.9) -> TableReading:
    """The reading with tiles that look so many times as high as wide."""
    corners = ((0.0, 0.0), (30.0, 0.0), (30.0, 30 * height), (0.0, 30 * height))
    tiles = tuple(replace(tile, corners=corners, confidence=confidence) for tile in LIANGJIAO.tiles)
    return replace(LIANGJIAO, tiles=tiles)


@pytest.mark.parametrize(("height", "said"), [(1.3, ["no_hidden_fourth"]), (1.0, [])])
def test_what_straight_above_cannot_show_is_named_as_taken_for_granted(height: float, said: list[str]) -> None:
    scoring = scored(seen_from(height))
    assert scoring.certain
    assert [one for one in scoring.assumed if one == "no_hidden_fourth"] == said
    assert scoring.to_json()["may_be_kongs"] == ["5p"] * len(said)


def test_nothing_is_taken_for_granted_of_a_peng_that_was_confirmed_asked_about_or_said_to_be_a_kong() -> None:
    steep = seen_from(1.3)
    stacked = replace(steep, questions=STACKED.questions)
    for scoring in (scored(seen_from(1.3, 1.0)), scored(stacked), scored(steep, kongs=[KONG])):
        assert "no_hidden_fourth" not in scoring.assumed
    assert asked(scored(stacked))[0] == "fourth_tile"
