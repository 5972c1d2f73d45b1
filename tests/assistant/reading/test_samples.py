"""The sample photos: given true boxes the whole hand is right, as quadrilaterals and as rectangles of a detector."""

from __future__ import annotations

import json
from typing import Any

import cv2
import numpy as np
import pytest
from tests.vision.layout.tabletop import CLASSES

from paiyan.assistant.reading import Trust, build_reading, reading_to_json, tile_set
from paiyan.datasets.resources import resource_dir
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import order_corners

SAMPLES = sorted((resource_dir("seeds") / "samples").glob("*.json"))


def true_boxes(truth: dict[str, Any], *, rectangles: bool) -> Detections:
    """What a perfect detector would report."""
    corners = np.array([tile["corners"] for tile in truth["tiles"]], np.float32)
    if rectangles:
        corners = np.array([cv2.boxPoints(cv2.minAreaRect(quad)) for quad in corners])
    scores = np.zeros((len(corners), len(CLASSES)), np.float32)
    scores[np.arange(len(corners)), [CLASSES.index(tile["tile"]) for tile in truth["tiles"]]] = 0.95
    size = (truth["width"], truth["height"])
    return Detections(order_corners(corners), scores, scores.max(axis=1), CLASSES, size)


@pytest.mark.parametrize("rectangles", [False, True], ids=["quads", "rectangles"])
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_hand_melds_and_winning_tile_of_every_sample_are_right(sample: Any, rectangles: bool) -> None:
    truth = json.loads(sample.read_text(encoding="utf-8"))
    reading = build_reading(true_boxes(truth, rectangles=rectangles), trust=Trust(), tile_set=tile_set("jinzhou"))
    found = reading_to_json(reading)
    assert found["hand"] == truth["hand"]
    assert found["win_tile"] == truth["win_tile"]
    assert found["backs"] == truth["backs"]
    keys = ("type", "tiles", "from")
    assert [{key: meld[key] for key in keys} for meld in found["melds"]] == [
        {key: meld[key] for key in keys} for meld in truth["melds"]
    ]
    assert found["questions"] == []
    own = [place for place, tile in enumerate(truth["tiles"]) if tile["group"] not in ("discard", "other", "back")]
    assert [found["tiles"][place]["group"] for place in own] == [truth["tiles"][place]["group"] for place in own]
