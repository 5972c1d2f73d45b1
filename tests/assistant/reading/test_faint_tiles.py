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
