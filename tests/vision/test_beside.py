"""Tiles that were missed beside those that were found are looked for close up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np
import pytest
from tests.vision.layout.tabletop import CLASSES, Tabletop

from paiyan.vision.beside import with_tiles_beside
from paiyan.vision.closeup import CloseReader
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats
from paiyan.vision.images import Photo

THRESHOLD = 0.25


@dataclass
class Knowing:
    """Reads a box as the true tile whose middle it holds nearly in its own, as no tile where there is none."""

    truth: Detections
    asked: list[Floats] = field(default_factory=list)

    def read(self, _: object, corners: Floats) -> np.ndarray:
        self.asked.extend(corners)
        answers = np.full((len(corners), len(CLASSES) + 1), 0.001, np.float32)
        for row, quad in enumerate(corners):
            width = float(np.linalg.norm(quad[1] - quad[0]))
            away = np.linalg.norm(self.truth.centers - quad.mean(axis=0), axis=1)
            found = away.min() < 0.25 * width
            answers[row, CLASSES.index(self.truth.names[int(away.argmin())]) if found else -1] = 0.95
        return answers / answers.sum(axis=1, keepdims=True)


def looked(truth: Detections, missed: list[int]) -> tuple[Detections, Knowing]:
    """What is found where all but the tiles `missed` were seen at first."""
    closer = Knowing(truth)
    photo = Photo.from_pixels(np.zeros((truth.size[1], truth.size[0], 3), np.uint8))
    found = truth[[tile for tile in range(len(truth)) if tile not in missed]]
    return with_tiles_beside(cast(CloseReader, closer), photo, found, THRESHOLD), closer


def faint(found: Detections) -> list[str]:
    return sorted(name for name, sure in zip(found.names, found.confidence >= THRESHOLD, strict=True) if not sure)


def table() -> tuple[Tabletop, list[int], list[int]]:
    made = Tabletop()
    meld = made.row(0, 0, "6p 6p 6p", sideways=(1,))
    hand = made.row(made.end_of(meld) + 0.8, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s")
    made.row(made.end_of(hand) + 0.9, 0, "4s")
    return made, meld, hand


@pytest.mark.parametrize("elevation", [25, 45, 80])
@pytest.mark.parametrize("places", [[5], [0], [9], [0, 1], [7, 8, 9], [3, 4, 5]])
def test_tiles_of_a_row_that_were_missed_are_found_faintly_in_their_places(elevation: int, places: list[int]) -> None:
    made, _, hand = table()
    truth = made.photo(elevation=elevation)
    missed = [hand[place] for place in places]
    found, _ = looked(truth, missed)
    assert faint(found) == sorted(truth.names[tile] for tile in missed)
    new = found[found.confidence < THRESHOLD]
    for tile in missed:
        assert np.linalg.norm(new.centers - truth.centers[tile], axis=1).min() < 10


def test_the_last_tile_of_a_set_is_found_after_a_turned_one() -> None:
    made, meld, _ = table()
    found, _ = looked(made.photo(elevation=50), [meld[2]])
    assert faint(found) == ["6p"]


def test_where_no_tile_lies_none_is_found_and_found_ones_are_not_read_again() -> None:
    truth = table()[0].photo(elevation=50)
    found, closer = looked(truth, [])
    assert len(found) == len(truth)
    middles = np.array([quad.mean(axis=0) for quad in closer.asked])
    assert np.linalg.norm(middles[:, None] - truth.centers[None], axis=2).min() > 10


def test_a_face_down_tile_is_found_beside_a_pair_but_not_at_the_end_of_a_hand() -> None:
    made = Tabletop()
    kong = made.row(0, 0, "back 3s 3s back")
    hand = made.row(made.end_of(kong) + 0.8, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s back")
    found, _ = looked(made.photo(elevation=50), [kong[0], hand[-1]])
    assert faint(found) == ["back"]
    assert np.linalg.norm(found.centers[-1] - made.photo(elevation=50).centers[kong[0]]) < 10


def test_of_a_faint_box_and_a_new_one_in_the_same_place_the_more_confident_counts() -> None:
    made, _, hand = table()
    truth = made.photo(elevation=50)
    scores = truth.scores.copy()
    scores[hand[4]] *= 0.1 / 0.95
    closer = Knowing(truth)
    found = Detections(truth.corners, scores, scores.max(axis=1), truth.class_names, truth.size)
    photo = Photo.from_pixels(np.zeros((truth.size[1], truth.size[0], 3), np.uint8))
    again = with_tiles_beside(cast(CloseReader, closer), photo, found, THRESHOLD)
    assert len(again) == len(truth)
    assert 0.2 < again.confidence[-1] < THRESHOLD
