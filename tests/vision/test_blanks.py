"""A blank 白 is told from a tile that lies face down by the colour of the faces beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from paiyan.vision.blanks import read_blanks
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo, Pixels

NAMES = ("1m", "5z", "back")
IVORY = (236, 230, 214)
GREEN = (30, 120, 74)
WIDTH, HEIGHT = 36, 48
PLACES = 6
FOUND_AT = 0.25


def table(last: tuple[int, int, int], bodies: tuple[int, int, int] = IVORY, height: int = HEIGHT) -> Pixels:
    """Five drawn faces in a row and a plain surface of the colour `last`, `height` px high, at its end."""
    pixels = np.full((120, 60 + PLACES * 44, 3), GREEN, np.uint8)
    for place in range(PLACES):
        left, plain = 20 + 44 * place, place == PLACES - 1
        bottom = 30 + (height if plain else HEIGHT)
        cv2.rectangle(pixels, (left, 30), (left + WIDTH, bottom), last if plain else bodies, -1)
        if not plain:
            cv2.rectangle(pixels, (left + 14, 42), (left + 22, 66), (20, 30, 60), -1)
    return pixels


def seen(height: int = HEIGHT, confidence: float = 0.7, faces: int = PLACES - 1) -> Detections:
    """What a detector makes of it: `faces` sure faces, and a back at the end."""
    lefts = [20 + 44 * place for place in (*range(faces), PLACES - 1)]
    bottoms = [*[HEIGHT] * faces, height]
    corners = [
        [[left, 30], [left + WIDTH, 30], [left + WIDTH, 30 + down], [left, 30 + down]]
        for left, down in zip(lefts, bottoms, strict=True)
    ]
    scores = np.zeros((faces + 1, len(NAMES)), np.float32)
    scores[:-1, 0], scores[-1, 2], scores[-1, 1] = 0.9, confidence, 0.02
    size = 60 + PLACES * 44, 120
    return Detections(np.array(corners, np.float32), scores, scores.max(axis=1), NAMES, size)


def last_read(pixels: Pixels, found: Detections) -> str:
    return read_blanks(found, Photo.from_pixels(pixels), FOUND_AT).names[-1]


@pytest.mark.parametrize("shade", [1.0, 0.9])
def test_a_plain_tile_of_the_colour_of_the_faces_is_a_blank_white(shade: float) -> None:
    red, green, blue = (round(part * shade) for part in IVORY)
    assert last_read(table((red, green, blue)), seen()) == "5z"


def test_a_blank_white_stays_in_doubt_with_the_back_as_its_rival() -> None:
    found = seen()
    read = read_blanks(found, Photo.from_pixels(table(IVORY)), FOUND_AT)
    (first, score), (second, rival) = read.top(len(read) - 1, 2)
    assert (first, second) == ("5z", "back")
    assert score == pytest.approx(0.7) and score / 2 < rival < score
    np.testing.assert_array_equal(read.corners, found.corners)
    np.testing.assert_array_equal(read.confidence, found.confidence)
    assert read.names[:-1] == found.names[:-1]


@pytest.mark.parametrize(
    "colour", [(24, 70, 160), (228, 160, 40), (190, 150, 215), (152, 152, 152), (160, 165, 85), (250, 190, 205)]
)
def test_a_back_with_a_colour_of_its_own_stays_a_back(colour: tuple[int, int, int]) -> None:
    assert last_read(table(colour), seen()) == "back"


def test_yellowish_faces_make_no_blank_white_of_a_yellow_back() -> None:
    assert last_read(table((238, 200, 80), bodies=(236, 214, 160)), seen()) == "back"


def test_a_surface_that_is_not_plain_stays_what_it_was() -> None:
    pixels = table(IVORY)
    left = 20 + 44 * (PLACES - 1)
    pixels[44:64, left + 10 : left + 26] = (120, 110, 100)
    assert last_read(pixels, seen()) == "back"


def test_the_white_side_of_a_tile_is_too_small_for_a_face() -> None:
    assert last_read(table(IVORY, height=24), seen(height=24)) == "back"


def test_nothing_is_told_from_a_photo_without_colour() -> None:
    grey = np.repeat(table(IVORY).mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    assert last_read(grey, seen()) == "back"


def test_nothing_is_told_from_two_faces() -> None:
    assert last_read(table(IVORY), seen(faces=2)) == "back"


def test_what_hardly_counts_as_a_tile_is_left_alone() -> None:
    assert last_read(table(IVORY), seen(confidence=0.1)) == "back"


def test_a_photo_without_tiles_has_none_to_read_anew() -> None:
    empty = Detections.empty(NAMES, (384, 120))
    assert len(read_blanks(empty, Photo.from_pixels(table(IVORY)), FOUND_AT)) == 0


def split_between_blank_and_back(white: float, back: float) -> Detections:
    found = seen()
    scores = np.array(found.scores)
    scores[-1, 1], scores[-1, 2] = white, back
    return Detections(found.corners, scores, scores.max(axis=1), NAMES, found.size)


def test_a_plain_tile_of_which_white_and_back_each_score_too_little_is_a_doubtful_white() -> None:
    for white, back in ((0.16, 0.12), (0.12, 0.16), (0.1, 0.08)):
        read = read_blanks(split_between_blank_and_back(white, back), Photo.from_pixels(table(IVORY)), FOUND_AT)
        assert read.names[-1] == "5z"
        assert read.confidence[-1] == pytest.approx(FOUND_AT)


def test_a_faint_plain_thing_of_another_colour_than_the_faces_stays_too_faint_to_count() -> None:
    read = read_blanks(split_between_blank_and_back(0.16, 0.12), Photo.from_pixels(table((90, 150, 200))), FOUND_AT)
    assert read.confidence[-1] == pytest.approx(0.16)


def test_what_scores_too_little_as_white_and_back_together_stays_too_faint_to_count() -> None:
    read = read_blanks(split_between_blank_and_back(0.08, 0.06), Photo.from_pixels(table(IVORY)), FOUND_AT)
    assert read.confidence[-1] < FOUND_AT
