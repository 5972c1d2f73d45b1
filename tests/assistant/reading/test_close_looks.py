"""Scores in which a close look has had its say still tell doubt from certainty."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.assistant.reading import Trust
from paiyan.assistant.reading.evidence import Evidence
from paiyan.engine.tiles import TILE_CODES, Tile
from paiyan.vision.closeup import weighed
from paiyan.vision.detections import Detections

NAMES = (*TILE_CODES, "back")


def looked_at(seen: dict[str, float], close: dict[str, float]) -> Detections:
    """One tile with the detector's scores and the shares of a close look; what is left of those is no tile."""
    scores = np.zeros((1, len(NAMES)), np.float32)
    read = np.zeros((1, len(NAMES) + 1), np.float32)
    for code, score in seen.items():
        scores[0, NAMES.index(code)] = score
    for code, share in close.items():
        read[0, NAMES.index(code)] = share
    read[0, -1] = 1 - read.sum()
    both = weighed(scores, read)
    box = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], np.float32)
    return Detections(box, both, both.max(axis=1), NAMES, (100, 100))


def test_what_both_looks_agree_on_is_sure() -> None:
    assert Trust().of(looked_at({"6s": 0.8, "9s": 0.05}, {"6s": 0.97, "9s": 0.02}), 0)


@pytest.mark.parametrize(
    ("seen", "close"),
    [
        ({"6s": 0.8, "9s": 0.05}, {"6s": 0.5, "9s": 0.48}),
        ({"6s": 0.6, "9s": 0.6}, {"6s": 0.6, "9s": 0.38}),
        ({"6s": 0.9, "9s": 0.05}, {"6s": 0.1, "9s": 0.88}),
    ],
    ids=["close look undecided", "both undecided", "looks disagree"],
)
def test_where_the_looks_waver_the_tile_is_doubtful_and_both_faces_stay_within_reach(
    seen: dict[str, float], close: dict[str, float]
) -> None:
    detections = looked_at(seen, close)
    assert not Trust().of(detections, 0)
    evidence = Evidence.of(detections)
    assert all(evidence.loss([0], (Tile.parse(code),)) > -4 for code in ("6s", "9s"))


def test_what_is_no_tile_close_up_falls_below_what_a_faint_tile_scores() -> None:
    tile = looked_at({"6s": 0.3}, {"6s": 0.9})
    writing = looked_at({"6s": 0.9}, {"6s": 0.1})
    assert float(writing.confidence[0]) < float(tile.confidence[0]) / 4
