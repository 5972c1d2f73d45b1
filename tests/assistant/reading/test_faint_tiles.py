"""Faint boxes: tiles only where a hand lacks just those."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tests.assistant.row_reader import row_of_tiles

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
