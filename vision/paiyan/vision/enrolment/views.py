"""Tiles cut out of a photo as small upright pictures, whichever way they lie."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import Floats, edges
from paiyan.vision.images import Photo, Pixels

VIEW_WIDTH: Final = 32
VIEW_HEIGHT: Final = 44
KEPT_WIDTH: Final = 48
KEPT_HEIGHT: Final = 66
KEPT_SPAN: Final = 1.5
"""A tile that is kept is cut out with its surroundings, so many times as wide and as high as the tile itself: it can be
looked at again a little larger, smaller or aside."""

_STEP: Final = np.radians(1.5)
_SPREAD: Final = np.radians(6.0)
_LEAST_WEIGHT: Final = 0.02
_SAME_ANGLE: Final = np.radians(6.0)
_SPANS: Final = np.array([[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5]])


def row_angle(corners: Floats) -> float:
    """The direction, in radians within ±45°, along which most of the boxes (N, 4, 2) lie.

    A tile seen at a flat angle is nearly square, and then a detector may turn its box by any angle; those that are
    clearly longer than wide say how the others lie too.
    """
    if not len(corners):
        return 0.0
    along, across = edges(corners)
    angles = np.arctan2(along[:, 1], along[:, 0])
    stretch = np.linalg.norm(across, axis=1) / np.maximum(np.linalg.norm(along, axis=1), 1e-6)
    weights = np.abs(np.log(np.maximum(stretch, 1e-6))) + _LEAST_WEIGHT
    grid = np.arange(-np.pi / 4, np.pi / 4, _STEP)
    apart = _quarter_turns_off(angles[None] - grid[:, None])
    return float(grid[(weights * np.exp(-((apart / _SPREAD) ** 2) / 2)).sum(axis=1).argmax()])


def frames(corners: Floats, angle: float) -> list[Floats]:
    """How one box (4, 2) may lie: (3, 2) centre, side along the top, side down; a second one, turned to `angle`, where
    that is not nearly the box's own direction."""
    (along,), (across,) = edges(corners[None])
    own: Floats = np.stack([corners.mean(axis=0), along, across])
    if abs(_quarter_turns_off(np.arctan2(along[1], along[0]) - angle)) < _SAME_ANGLE:
        return [own]
    direction = np.array([np.cos(angle), np.sin(angle)])
    turned: Floats = np.stack(
        [own[0], direction * np.linalg.norm(along), np.array([-direction[1], direction[0]]) * np.linalg.norm(across)]
    )
    return [own, turned]


def views(photo: Photo, frame: Floats) -> list[Pixels]:
    """The tile of a frame in decoded px, seen from its four sides: which side is its top is not known."""
    centre, along, across = frame
    turns = ((along, across), (across, -along), (-along, -across), (-across, along))
    return [cut(photo.pixels, np.stack([centre, *turn]), 1.0, (VIEW_WIDTH, VIEW_HEIGHT)) for turn in turns]


def keep(photo: Photo, frame: Floats) -> Pixels:
    """The tile of a frame in decoded px with its surroundings, (KEPT_HEIGHT, KEPT_WIDTH, 3)."""
    return cut(photo.pixels, frame, KEPT_SPAN, (KEPT_WIDTH, KEPT_HEIGHT))


def looks(kept: Pixels) -> list[Pixels]:
    """A tile that was kept as it would be seen through boxes that fit it more or less well."""
    height, width = kept.shape[:2]
    middle = np.array([width / 2 - 0.5, height / 2 - 0.5])
    tile = np.array([width, height]) / KEPT_SPAN
    return [
        cut(
            kept,
            np.stack([middle + tile * shift, np.array([tile[0], 0.0]), np.array([0.0, tile[1]])]),
            scale,
            (VIEW_WIDTH, VIEW_HEIGHT),
        )
        for shift, scale in _LOOKS
    ]


_LOOKS: Final = tuple(
    ((aside, down), scale)
    for aside in (-0.12, -0.06, 0.0, 0.06, 0.12)
    for down in (-0.12, -0.06, 0.0, 0.06, 0.12)
    for scale in (0.9, 1.08)
)
"""Shifts, in tiles, and scales. With fewer of them (7) a tile enrolled through an ill-fitting box drew others of its
set to the face beside it: 36 tiles in 8 draws read worse than before, with these 6."""


def _quarter_turns_off(angles: NDArray[np.floating]) -> NDArray[np.floating]:
    """How far from a whole number of quarter turns, in radians within ±45°."""
    off: NDArray[np.floating] = (angles + np.pi / 4) % (np.pi / 2) - np.pi / 4
    return off


def cut(pixels: Pixels, frame: Floats, span: float, size: tuple[int, int]) -> Pixels:
    """The picture `size` (width, height) of `span` times the frame: (3, 2) centre, side along the top, side down."""
    centre, along, across = frame
    width, height = size
    source = centre + span * (_SPANS[:, :1] * along + _SPANS[:, 1:] * across)
    target = np.array([[0, 0], [width, 0], [0, height]]) - 0.5
    turn = cv2.getAffineTransform(source.astype(np.float32), target.astype(np.float32))
    cut = cv2.warpAffine(pixels, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cut.astype(np.uint8, copy=False)
