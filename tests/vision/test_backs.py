"""Unclear backs are settled by the colour and size of the clear ones on the same photo."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.vision.backs import settle_backs
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo

NAMES = ("1m", "5z", "back")
BLUE, CLOTH = (40, 80, 170), (40, 130, 70)
FOUND_AT = 0.25
SIZE = (400, 200)


def wall(
    last: tuple[int, int, int], confidence: float, *, clear: int = 4, scale: float = 1.0, backs=BLUE
) -> tuple[Photo, Detections]:
    """A row of clear backs on a cloth, and at its end a box that may be one, of another colour or size."""
    pixels = np.full((SIZE[1], SIZE[0], 3), CLOTH, np.uint8)
    corners = []
    for place in range(clear + 1):
        width, height = (30 * scale, 40 * scale) if place == clear else (30, 40)
        left, top = 20 + 34 * place, 50
        pixels[top : top + round(height), left : left + round(width)] = last if place == clear else backs
        corners.append([[left, top], [left + width, top], [left + width, top + height], [left, top + height]])
    scores = np.zeros((clear + 1, len(NAMES)), np.float32)
    scores[:-1, 2], scores[-1, 2], scores[-1, 0] = 0.9, confidence, 0.03
    return Photo.from_pixels(pixels), Detections(np.array(corners, np.float32), scores, scores.max(axis=1), NAMES, SIZE)


def settled(*arguments, **options) -> float:
    """The confidence of the last box, once settled."""
    photo, found = wall(*arguments, **options)
    read = settle_backs(found, photo, FOUND_AT)
    assert read.confidence[:-1].tolist() == found.confidence[:-1].tolist()
    return float(read.confidence[-1])


def test_a_gap_of_table_between_tiles_is_no_back() -> None:
    assert settled(CLOTH, 0.45) < FOUND_AT


def test_a_thing_much_larger_or_smaller_than_the_backs_is_no_back() -> None:
    assert settled(BLUE, 0.45, scale=2.0) < FOUND_AT
    assert settled(BLUE, 0.45, scale=0.5) < FOUND_AT


def test_a_faint_back_that_looks_like_the_clear_ones_counts_as_a_doubtful_one() -> None:
    assert settled(BLUE, 0.16) == pytest.approx(FOUND_AT)


def test_a_faint_box_that_looks_otherwise_stays_too_faint_to_count() -> None:
    assert settled((230, 228, 220), 0.16) == pytest.approx(0.16)


def test_an_unclear_back_of_nearly_the_colour_of_the_clear_ones_is_left_as_it_is() -> None:
    assert settled((60, 90, 160), 0.4) == pytest.approx(0.4)


def test_a_box_that_is_surely_a_back_is_left_as_it_is_whatever_its_colour() -> None:
    assert settled(CLOTH, 0.8) == pytest.approx(0.8)


def test_a_gap_just_clear_enough_is_no_back_where_no_other_back_has_its_colour() -> None:
    assert settled(CLOTH, 0.55) < FOUND_AT


def test_a_back_just_clear_enough_stays_one_where_another_has_its_colour() -> None:
    assert settled(BLUE, 0.55) == pytest.approx(0.55)


def test_on_grey_photos_no_faint_box_is_taken_for_a_back_by_its_colour() -> None:
    assert settled((120, 120, 120), 0.16, backs=(120, 120, 120)) == pytest.approx(0.16)


def test_from_two_clear_backs_nothing_is_told() -> None:
    assert settled(CLOTH, 0.45, clear=2) == pytest.approx(0.45)


def test_a_gap_called_a_back_becomes_the_face_it_may_be_too() -> None:
    photo, found = wall(CLOTH, 0.3)
    scores = np.array(found.scores)
    scores[-1, 0] = 0.28
    read = settle_backs(Detections(found.corners, scores, scores.max(axis=1), NAMES, SIZE), photo, FOUND_AT)
    assert read.names[-1] == "1m"
