"""Backs that look white are no backs to learn from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from paiyan.datasets import generated
from paiyan.datasets.cleaning.pale import pale_backs
from paiyan.datasets.composites.closeups import NO_TILE, cut_close_ups
from paiyan.datasets.pictures import CLASS_NAMES, Picture, corners_of_boxes

_BACK, _WHITE = CLASS_NAMES.index("back"), CLASS_NAMES.index("5z")


def _picture(*tiles: tuple[int, tuple[int, int, int]]) -> Picture:
    pixels = np.full((120, 60 * len(tiles), 3), (20, 90, 50), np.uint8)
    boxes = []
    for place, (_, colour) in enumerate(tiles):
        left = 60 * place + 10
        pixels[30:90, left : left + 40] = colour
        boxes.append((left, 30, left + 40, 90))
    return Picture(
        "a", "rendered", pixels, corners_of_boxes(np.array(boxes, np.float32)), np.array([code for code, _ in tiles])
    )


def test_a_white_back_is_found_and_a_white_face_a_coloured_and_a_dark_back_are_not() -> None:
    picture = _picture(
        (_BACK, (240, 240, 232)), (_WHITE, (240, 240, 232)), (_BACK, (200, 120, 20)), (_BACK, (60, 62, 64))
    )
    assert pale_backs(picture).tolist() == [0]


def test_a_label_outside_the_picture_is_no_white_back() -> None:
    picture = _picture((_BACK, (240, 240, 232)))
    assert not len(pale_backs(replace(picture, corners=picture.corners + 500)))


def test_close_ups_leave_out_backs_that_look_white() -> None:
    picture = _picture((_BACK, (240, 240, 232)), (_BACK, (30, 140, 70)), (_WHITE, (240, 240, 232)))
    cut = cut_close_ups([picture], np.random.default_rng(0), suspects=lambda _: np.zeros((0, 4, 2), np.float32))
    assert sorted(answer for answer in cut.answers if answer != NO_TILE) == [_WHITE, _BACK]


def test_generated_scenes_with_a_back_that_looks_white_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [_picture((_BACK, (240, 240, 232))), _picture((_BACK, (30, 140, 70)))]
    monkeypatch.setattr(generated, "compose", lambda number, bank, seed: made[number])
    monkeypatch.setattr(generated.FaceSources, "bank", lambda self: {})
    assert list(generated.composed(2, generated.FaceSources(None), seed=0)) == made[1:]
