"""Faint boxes: tiles only where a hand lacks just those."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.assistant.row_reader import row_of_tiles
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import Status, Trust, build_reading, tile_set
from paiyan.vision.detections import Detections

TRUST = Trust(seen=0.25)
JINZHOU = tile_set("jinzhou")


def row_with(faint: dict[int, float]) -> Detections:
    """The row of 13 tiles and one apart, those at these places as faint as said."""
    row = row_of_tiles(1000, 500)
    scores = row.scores.copy()
    for place, confidence in faint.items():
        scores[place] *= confidence / row.confidence[place]
    return replace(row, scores=scores, confidence=scores.max(axis=1))


def test_a_hand_that_lacks_a_tile_takes_the_faint_one_that_lies_in_its_gap_and_doubts_it() -> None:
    reading = build_reading(row_with({6: 0.15}), trust=TRUST, tile_set=JINZHOU)
    assert len(reading.hand) == 13
    doubtful = [tile.tile for tile in reading.tiles if tile.status is not Status.SURE]
    assert doubtful == ["9m"]
    assert [question.id for question in reading.questions] == ["tile_doubt"]


def test_a_whole_hand_takes_no_faint_tile() -> None:
    row = row_of_tiles(1000, 500)
    beside = row[[13]]
    shifted = replace(
        beside,
        corners=beside.corners + np.float32([0, 160]),
        scores=beside.scores / 6,
        confidence=beside.confidence / 6,
    )
    reading = build_reading(Detections.concat([row, shifted]), trust=TRUST, tile_set=JINZHOU)
    assert len(reading.tiles) == 14


def test_without_rules_no_faint_tile_is_taken() -> None:
    assert len(build_reading(row_with({6: 0.15}), trust=TRUST).tiles) == 13


def test_a_hand_that_lacks_a_tile_is_looked_at_again_and_the_tile_found_is_in_doubt() -> None:
    whole, asked = row_with({6: 0.2}), []

    def look_again(found: Detections) -> Detections:
        asked.append(len(found))
        return whole

    lacking = whole[np.arange(14) != 6]
    reading = build_reading(lacking, trust=TRUST, tile_set=JINZHOU, look_again=look_again)
    assert asked == [13]
    assert len(reading.hand) == 13
    assert [tile.tile for tile in reading.tiles if tile.status is not Status.SURE] == ["9m"]
    assert [question.id for question in reading.questions] == ["tile_doubt"]


def test_neither_a_whole_hand_nor_one_without_rules_is_looked_at_again() -> None:
    def look_again(found: Detections) -> Detections:
        raise AssertionError("looked again")

    row = row_of_tiles(1000, 500)
    assert len(build_reading(row, trust=TRUST, tile_set=JINZHOU, look_again=look_again).tiles) == 14
    assert len(build_reading(row[:9], trust=TRUST, look_again=look_again).tiles) == 9


def test_what_a_second_look_finds_is_left_out_if_it_does_not_complete_the_hand() -> None:
    lacking = row_of_tiles(1000, 500)[:10]
    reading = build_reading(lacking, trust=TRUST, tile_set=JINZHOU, look_again=lambda found: row_with({6: 0.2})[:12])
    assert len(reading.tiles) == 10
    assert "hand_count" in [question.id for question in reading.questions]


def with_kong(codes: str, *, gap: float, fourth: str) -> Detections:
    """A concealed kong of which the last tile is faint and `gap` away from the others; hand and winning tile."""
    table = Tabletop()
    kong = table.row(0, 0, codes)
    last = table.row(table.end_of(kong) + gap, 0, fourth)
    hand = table.row(table.end_of(last) + 0.9, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s")
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    found = table.photo(elevation=50)
    scores = found.scores.copy()
    scores[3] *= 0.15 / 0.95
    return replace(found, scores=scores, confidence=scores.max(axis=1))


@pytest.mark.parametrize(
    ("codes", "fourth"), [("8p back back", "8p"), ("back 8p 8p", "back"), ("8p back back", "back")]
)
def test_a_concealed_kong_of_which_three_tiles_were_found_takes_the_faint_one_beside_them(
    codes: str, fourth: str
) -> None:
    found = with_kong(codes, gap=0.03, fourth=fourth)
    (meld,) = build_reading(found, trust=TRUST, tile_set=JINZHOU).melds
    assert (meld.type, len(meld.tiles)) == ("angang", 4)
    (short,) = build_reading(found, trust=TRUST).melds
    assert len(short.tiles) == 3


@pytest.mark.parametrize(("gap", "fourth"), [(0.03, "9s"), (0.8, "back")])
def test_such_a_kong_takes_neither_another_face_nor_a_tile_that_lies_apart(gap: float, fourth: str) -> None:
    (meld,) = build_reading(with_kong("8p back back", gap=gap, fourth=fourth), trust=TRUST, tile_set=JINZHOU).melds
    assert (meld.type, len(meld.tiles)) == ("angang", 3)


def test_thirteen_tiles_without_a_winning_one_take_the_faint_one_that_lies_apart_and_doubt_it() -> None:
    reading = build_reading(row_with({13: 0.2}), trust=TRUST, tile_set=JINZHOU)
    assert reading.win_tile is not None
    assert reading.tiles[reading.win_tile].status is Status.DOUBTFUL
    assert len(reading.hand) == 13


@pytest.mark.parametrize("backs", [1, 2])
def test_a_faint_face_completes_a_hand_and_backs_as_faint_at_its_end_do_not(backs: int) -> None:
    row = row_with({6: 0.15})
    scores = np.zeros_like(row.scores[:backs])
    scores[:, row.class_names.index("back")] = 0.2
    step = row.corners[0] - row.corners[1]
    corners = np.stack([row.corners[0] + step * (place + 1) for place in range(backs)])
    beside = Detections(corners, scores, scores.max(axis=1), row.class_names, row.size)
    reading = build_reading(Detections.concat([row, beside]), trust=TRUST, tile_set=JINZHOU)
    assert len(reading.hand) == 13
    assert reading.backs == 0


@pytest.mark.parametrize("faintest", [None, 0, 2])
def test_a_peng_of_which_a_tile_was_hardly_found_may_have_lost_a_fourth_and_is_asked_about(
    faintest: int | None,
) -> None:
    table = Tabletop()
    peng = table.row(0, 0, "5m 5m 5m")
    hand = table.row(table.end_of(peng) + 0.9, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s")
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    found = table.photo(elevation=50)
    scores = found.scores.copy()
    if faintest is not None:
        scores[faintest] *= 0.15 / 0.95
    reading = build_reading(replace(found, scores=scores, confidence=scores.max(axis=1)), trust=TRUST, tile_set=JINZHOU)
    assert [meld.type for meld in reading.melds] == ["peng"]
    assert ("fourth_tile" in [question.id for question in reading.questions]) == (faintest is not None)
