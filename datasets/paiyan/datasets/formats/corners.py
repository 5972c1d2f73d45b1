"""Boxes as label files give them, checked: whatever a box says, somebody has to have meant it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.pictures import Floats, LabelError

_MARGIN: Final = 0.5
"""How far outside the picture a corner may lie, as a share of the picture's side: a tile may be cut off."""

_SMALLEST_AREA: Final = 1.0
"""px²; nothing smaller shows anything."""

_SMALLEST_SIDE: Final = 1.0
"""px; an outline that spans no more either way is given in shares of the picture, or was never drawn."""

_NO_PIXELS: Final = 1e30


def upright_corners(box: Sequence[float], size: tuple[int, int]) -> Floats:
    """Checked corners (4, 2) in px of an upright `box` x1, y1, x2, y2 in a picture of `size` (width, height).

    Raises `LabelError` as `checked_corners` does, and where the box has no width or height.
    """
    x1, y1, x2, y2 = box
    if x2 <= x1 or y2 <= y1:
        raise LabelError("box_without_size")
    return checked_corners(np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]]), size)


def checked_corners(corners: NDArray[np.floating[Any]], size: tuple[int, int]) -> Floats:
    """The corners (4, 2) in px of a box in a picture of `size` (width, height), if it can be one.

    Raises `LabelError` (to be told with the place: it names none) for coordinates that are no numbers, a box far
    outside the picture, one without area, and one whose sides cross.
    """
    check_near(corners, size)
    if (corners.max(axis=0) <= 0).any() or (corners.min(axis=0) >= size).any():
        raise LabelError("box_outside", width=size[0], height=size[1])
    sides = np.roll(corners, -1, axis=0) - corners
    turns = np.sign(_cross(sides, np.roll(sides, -1, axis=0)))
    if (turns > 0).sum() == 2 and (turns < 0).sum() == 2:
        raise LabelError("box_crossed")
    if abs(_cross(corners[2] - corners[0], corners[3] - corners[1])) / 2 < _SMALLEST_AREA:
        raise LabelError("box_without_size")
    return corners.astype(np.float32)


def check_size(named: tuple[object, object], size: tuple[int, int], *, file: str, picture: str) -> None:
    """`LabelError` where a label file names a width and height in px for a picture that has another `size`: its boxes
    would lie elsewhere. What is no number above 0 is left out of account; some tools write 0."""
    width, height = (_number(value) for value in named)
    if width > 0 and height > 0 and (width, height) != size:
        raise LabelError(
            "picture_of_another_size",
            file=file,
            picture=picture,
            labelled=f"{width:g} × {height:g}",
            size=f"{size[0]} × {size[1]}",
        )


def _number(value: object) -> float:
    """The value as a number, 0 for what is none."""
    try:
        return float(str(value))
    except ValueError:
        return 0.0


def outline_points(given: object) -> Floats:
    """The corners (K, 2) in px of an outline as JSON gives them; `LabelError` (it names no place) for anything but
    three or more pairs of numbers."""
    if not isinstance(given, list) or len(given) < 3:
        raise LabelError("outline_corners")
    return np.array([corner_of(point) for point in given], dtype=np.float32)


def corner_of(point: object) -> tuple[float, float]:
    """A corner in px as JSON gives it; `LabelError` for what is no pair of numbers. One too large for the numbers of a
    machine is none."""
    if not isinstance(point, list) or len(point) != 2 or not all(type(value) in (int, float) for value in point):
        raise LabelError("box_no_numbers")
    x, y = (float(value) if abs(value) < _NO_PIXELS else math.nan for value in point)
    return x, y


def checked_outline(corners: Floats, size: tuple[int, int]) -> Floats:
    """The corners (K, 2) in px of an outline in a picture of `size` (width, height), if it can be one.

    Raises `LabelError` as `check_near` does, and where it spans no more than a pixel.
    """
    check_near(corners, size)
    if np.ptp(corners, axis=0).max() <= _SMALLEST_SIDE:
        raise LabelError("outline_too_small", width=size[0], height=size[1])
    return corners


def check_near(corners: NDArray[np.floating[Any]], size: tuple[int, int]) -> None:
    """`LabelError` where the corners (K, 2) in px of an outline are no numbers, or lie far outside a picture of
    `size`."""
    if not np.isfinite(corners).all():
        raise LabelError("box_no_numbers")
    shares = corners / np.array(size)
    if np.abs(shares - 0.5).max() > 0.5 + _MARGIN:
        raise LabelError("box_outside", width=size[0], height=size[1])


def _cross(one: NDArray[np.floating[Any]], other: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
