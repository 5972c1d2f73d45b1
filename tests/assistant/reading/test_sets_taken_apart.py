"""Sets whose tiles do not lie in line or touch: the layout takes them apart, the reading puts them together or asks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import Status, TableReading, Trust, build_reading, tile_set
from paiyan.vision.detections import Detections

TRUST = Trust(sure=0.5, certain=0.9995, seen=0.25)
HAND = "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s"


def table_with(gap: float, *, fourth: str | None) -> Tabletop:
    """A set of three 8p, its last tile `gap` away from the others and a further one over it; hand and winning tile."""
    table = Tabletop()
    pair = table.row(0, 0, "8p 8p")
    last = table.row(table.end_of(pair) + gap, 0, "8p")
    if fourth is not None:
        table.tile(table.end_of(last) - 0.5, -1.1, fourth)
    hand = table.row(table.end_of(last) + 0.9, 0, HAND)
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    return table


def as_faint(found: Detections, tile: int, confidence: float) -> Detections:
    scores = found.scores.copy()
    scores[tile] *= confidence / found.confidence[tile]
    return replace(found, scores=scores, confidence=scores.max(axis=1))


def read(found: Detections) -> TableReading:
    return build_reading(found, trust=TRUST, tile_set=tile_set("jinzhou"))


def melds_of(reading: TableReading) -> list[tuple[str, str]]:
    return [(meld.type, " ".join(face.code for face in reading.meld_faces(meld))) for meld in reading.melds]


@pytest.mark.parametrize("gap", [0.3, 0.45])
@pytest.mark.parametrize("elevation", [35, 50, 70])
def test_three_equal_tiles_of_which_one_stands_off_a_little_are_a_set_that_may_hide_a_fourth(
    gap: float, elevation: int
) -> None:
    reading = read(table_with(gap, fourth=None).photo(elevation=elevation))
    assert melds_of(reading) == [("peng", "8p 8p 8p")]
    assert len(reading.hand) == 10
    assert [(question.id, question.params["tile"]) for question in reading.questions] == [("fourth_tile", "8p")]


@pytest.mark.parametrize("elevation", [25, 35, 50, 70])
def test_a_kong_of_which_an_inner_tile_was_not_found_is_asked_about_from_any_height(elevation: int) -> None:
    table = Tabletop()
    first = table.row(0, 0, "8p")
    others = table.row(table.end_of(first) + 1.0, 0, "8p 8p")
    hand = table.row(table.end_of(others) + 0.9, 0, HAND)
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    asked = [
        (question.id, question.params.get("tile")) for question in read(table.photo(elevation=elevation)).questions
    ]
    assert ("fourth_tile", "8p") in asked


@pytest.mark.parametrize("elevation", [35, 50, 70])
def test_a_fourth_tile_found_faintly_beside_such_a_set_makes_it_a_kong(elevation: int) -> None:
    table = table_with(0.3, fourth="8p")
    reading = read(as_faint(table.photo(elevation=elevation), 3, 0.31))
    assert melds_of(reading) == [("minggang", "8p 8p 8p 8p")]
    assert len(reading.hand) == 10


def test_another_tile_beside_such_a_set_makes_no_kong() -> None:
    reading = read(table_with(0.3, fourth="9s").photo(elevation=50))
    assert melds_of(reading) == [("peng", "8p 8p 8p")]


def test_four_equal_tiles_that_lie_together_are_asked_about_where_they_could_not_be_made_a_set() -> None:
    table = Tabletop()
    table.row(0, 0, HAND)
    pair = table.row(11.2, 0, "8p 8p")
    last = table.row(table.end_of(pair) + 0.4, 0, "8p")
    table.tile(table.end_of(last) - 0.5, -1.1, "8p")
    reading = read(table.photo(elevation=50))
    assert melds_of(reading) == []
    assert [question.params["tile"] for question in reading.questions if question.id == "fourth_tile"] == ["8p"]


def test_a_winning_tile_a_little_apart_makes_no_set_with_a_pair() -> None:
    table = Tabletop()
    row = table.row(0, 0, "1s 2s 3s 4m 5m 6m 7p 8p 9p 7z 7z")
    pair = table.row(table.end_of(row) + 1.2, 0, "4m 4m")
    table.row(table.end_of(pair) + 0.3, 0, "4m")
    reading = read(table.photo(elevation=50))
    assert melds_of(reading) == []
    assert reading.win_tile == 13


def half_covered(seen_as: str) -> Detections:
    """A 碰 with its fourth tile half on the middle one, of which two thirds show, looking like `seen_as`."""
    table = Tabletop()
    meld = table.row(0, 0, f"4p {seen_as} 4p")
    table.tile(1.5, -0.75, "4p")
    hand = table.row(table.end_of(meld) + 0.9, 0, HAND)
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    found = table.photo(elevation=70)
    corners = found.corners.copy()
    corners[1, :2] = corners[1, 2:][::-1] + 0.6 * (corners[1, :2] - corners[1, 2:][::-1])
    return replace(found, corners=corners)


def test_a_tile_half_covered_by_its_fourth_is_taken_for_what_the_three_others_are_and_asked_about() -> None:
    reading = read(half_covered("2p"))
    assert melds_of(reading) == [("minggang", "4p 4p 4p 4p")]
    covered = reading.tiles[1]
    assert (covered.status, covered.alternatives[0][0]) == (Status.INFERRED, "2p")
    assert [question.id for question in reading.questions] == ["fourth_tile"]


def test_a_whole_tile_between_two_equal_ones_keeps_its_face() -> None:
    table = Tabletop()
    meld = table.row(0, 0, "4p 2p 4p")
    table.tile(1.5, -1.4, "4p")
    table.row(table.end_of(meld) + 0.9, 0, HAND)
    reading = read(table.photo(elevation=70))
    assert reading.tiles[1].tile == "2p"
    assert np.isclose(reading.tiles[1].confidence, 0.95)
