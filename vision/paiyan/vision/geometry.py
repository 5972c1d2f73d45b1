"""Geometry of four-cornered boxes in pixels of a photo: x to the right, y down, angles clockwise.

All functions take and return columns: corners are (N, 4, 2).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating[Any]]


def order_corners(corners: Floats) -> Floats:
    """The same boxes with their corners clockwise as seen, starting at the visual top left.

    Top left is the corner with the smallest x + y: for a rectangle that makes the first side the one within 45° of
    horizontal, at the top. Corners may come in either sense and from any start.
    """
    ordered = corners.copy()
    counter_clockwise = signed_areas(corners) < 0
    ordered[counter_clockwise] = ordered[counter_clockwise][:, ::-1]
    first = ordered.sum(axis=2).argmin(axis=1)
    places = (first[:, None] + np.arange(4)) % 4
    return np.take_along_axis(ordered, places[:, :, None], axis=1)


def signed_areas(corners: Floats) -> Floats:
    """(N,) areas in px²; positive where the corners run clockwise as seen."""
    x, y = corners[..., 0], corners[..., 1]
    after_x, after_y = np.roll(x, -1, axis=1), np.roll(y, -1, axis=1)
    areas: Floats = 0.5 * (x * after_y - after_x * y).sum(axis=1)
    return areas


def mean_lengths(corners: Floats) -> Floats:
    """(N,) side of a square as large as each box, px."""
    return np.asarray(np.sqrt(np.abs(signed_areas(corners))), np.float32)


def side_lengths(corners: Floats) -> tuple[Floats, Floats]:
    """(N,) mean lengths in px of the two pairs of opposite sides: along the first side, and across it."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    return (sides[:, 0] + sides[:, 2]) / 2, (sides[:, 1] + sides[:, 3]) / 2


def edges(corners: Floats) -> tuple[Floats, Floats]:
    """(N, 2) vectors in px of the two pairs of opposite sides, averaged: along the first side, and down from it."""
    along: Floats = ((corners[:, 1] - corners[:, 0]) + (corners[:, 2] - corners[:, 3])) / 2
    down: Floats = ((corners[:, 3] - corners[:, 0]) + (corners[:, 2] - corners[:, 1])) / 2
    return along, down


def axis_degrees(corners: Floats) -> Floats:
    """(N,) direction of the long sides, degrees clockwise from the photo's horizontal, in [0, 180).

    An upright tile has 90, a tile lying on its side 0; a square box counts as upright.
    """
    along, across = side_lengths(corners)
    first, second = edges(corners)
    long_side = np.where((along > across)[:, None], first, second)
    # Rounding first: -1e-6 degrees would otherwise come out as 179.99… instead of 0.
    degrees: Floats = np.round(np.degrees(np.arctan2(long_side[:, 1], long_side[:, 0])), 3) % 180.0
    return degrees


def rectangles(centers: Floats, widths: Floats, heights: Floats, angles: Floats) -> Floats:
    """(N, 4, 2) corners of rectangles given by centre (N, 2), width, height (px) and clockwise angle (radians)."""
    cos, sin = np.cos(angles), np.sin(angles)
    half_width = np.stack([cos, sin], axis=1) * (widths / 2)[:, None]
    half_height = np.stack([-sin, cos], axis=1) * (heights / 2)[:, None]
    return np.stack(
        [
            centers - half_width - half_height,
            centers + half_width - half_height,
            centers + half_width + half_height,
            centers - half_width + half_height,
        ],
        axis=1,
    )
