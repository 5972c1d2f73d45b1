"""Unclear findings that lie apart from the clear tiles, or have another size, are too faint to count."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.vision.detections import Detections
from paiyan.vision.strays import fade_strays

NAMES = ("1m", "2s", "back")
FOUND_AT = 0.25


def row(last: tuple[float, float], confidence: float = 0.4, *, scale: float = 1.0, name: str = "2s", step: float = 32):
    """Five clear tiles 30 px wide, `step` px apart, and another finding whose middle is at `last`."""
    middles = [(40 + step * place, 300.0) for place in range(5)] + [last]
    half = [np.array([15, 20])] * 5 + [np.array([15, 20]) * scale]
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = np.array(
        [np.array(middle) + signs * size for middle, size in zip(middles, half, strict=True)], np.float32
    )
    scores = np.zeros((6, 3), np.float32)
    scores[:5, 0] = 0.9
    scores[5, NAMES.index(name)] = confidence
    return Detections(corners, scores, scores.max(axis=1), NAMES, (1200, 600))


def last_of(found: Detections) -> float:
    faded = fade_strays(found, FOUND_AT)
    assert faded.confidence[:-1].tolist() == found.confidence[:-1].tolist()
    return float(faded.confidence[-1])


@pytest.mark.parametrize("name", ["2s", "back"])
def test_an_unclear_thing_far_from_the_tiles_is_too_faint_to_count(name: str) -> None:
    assert 0.1 < last_of(row((900, 100), name=name)) < FOUND_AT


def test_an_unclear_tile_beside_the_others_is_left_as_it_is() -> None:
    assert last_of(row((232, 300))) == pytest.approx(0.4)


@pytest.mark.parametrize("scale", [0.4, 2.5])
def test_an_unclear_thing_of_another_size_than_the_tiles_beside_it_is_too_faint_to_count(scale: float) -> None:
    assert last_of(row((260, 300), scale=scale)) < FOUND_AT


def test_a_clear_tile_counts_wherever_it_lies() -> None:
    assert last_of(row((900, 100), confidence=0.8)) == pytest.approx(0.8)


def test_among_tiles_that_lie_loosely_an_unclear_one_may_lie_as_loosely() -> None:
    assert last_of(row((840, 300), step=150)) == pytest.approx(0.4)
    assert last_of(row((840, 300), step=40)) < FOUND_AT


def test_backs_are_not_judged_by_their_place_where_clear_ones_show_what_backs_look_like() -> None:
    found = row((900, 100), name="back")
    scores = np.array(found.scores)
    scores[:3] = (0, 0, 0.9)
    backs = Detections(found.corners, scores, scores.max(axis=1), NAMES, found.size)
    assert last_of(backs) == pytest.approx(0.4)


def test_from_two_clear_tiles_nothing_is_told() -> None:
    assert float(fade_strays(row((900, 100))[[0, 1, 5]], FOUND_AT).confidence[-1]) == pytest.approx(0.4)
