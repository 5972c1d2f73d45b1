"""Real tiles cut out of labelled photos, each turned into an upright picture of one tile.

A set of photos shows tiles of one set or a few; crops of photos kept out of training make test pictures of tiles that
no detector has learnt from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.pictures import CLASS_NAMES, Floats, Picture, Pixels, blank_tone

TILE_ASPECT: Final = 3 / 4
"""Width over height of every crop: exporters stretch pictures, a crop has a tile's proportions again."""

_LEAST_SIDE: Final = 24.0
_MOST_COVERED: Final = 0.25
_ALIKE: Final = 4 / 3
"""A box whose proportions differ by more from the usual ones of its photos is a lying tile, a strip or a part."""


@dataclass(frozen=True, slots=True)
class Crop:
    """One real tile: `face` (index into `CLASS_NAMES`), `pixels` uint8 (H, W, 3) RGB of the tile standing upright,
    three wide to four high, and the `source` and `picture` it was cut from. `label` (4, 2), px of `pixels`, are the
    corners of what is labelled where the crop takes in more than that."""

    face: int
    pixels: Pixels
    source: str
    picture: str
    label: Floats | None = None

    @property
    def tone(self) -> Floats:
        """RGB of the tile's blank part: the median of the brighter half of what lies inside its edge."""
        return blank_tone(self.pixels[3:-3, 3:-3])


def cut_crops(pictures: Iterable[Picture], *, least_side: float = _LEAST_SIDE) -> list[Crop]:
    """The usable crops of photos of one source, in the photos' order.

    Left out are tiles with a side under `least_side` px, tiles at the photo's edge, tiles that other labels cover, and
    boxes of unusual proportions (lying tiles, whose top is not known; text strips).
    """
    kept = list(pictures)
    usual = _usual_aspect(kept)
    return [
        Crop(int(picture.classes[row]), _upright(picture.pixels, picture.corners[row]), picture.source, picture.name)
        for picture in kept
        for row in np.flatnonzero(_usable(picture, usual, least_side))
    ]


def crops_by_face(crops: Sequence[Crop]) -> dict[int, tuple[Crop, ...]]:
    """The crops of each face that has any, faces in order."""
    faces = sorted({crop.face for crop in crops})
    return {face: tuple(crop for crop in crops if crop.face == face) for face in faces}


def pictures_by_code(crops: Sequence[Crop]) -> dict[str, list[Pixels]]:
    """The pictures of the crops by tile code."""
    return {CLASS_NAMES[face]: [crop.pixels for crop in found] for face, found in crops_by_face(crops).items()}


def _usual_aspect(pictures: Sequence[Picture]) -> float:
    aspects = [_aspects(picture.corners) for picture in pictures if len(picture)]
    return float(np.median(np.concatenate(aspects))) if aspects else TILE_ASPECT


def _usable(picture: Picture, usual: float, least_side: float) -> np.ndarray:
    if not len(picture):
        return np.zeros(0, dtype=bool)
    width, height = picture.size
    boxes = picture.boxes
    inside = (boxes[:, :2] > 1).all(axis=1) & (boxes[:, 2] < width - 1) & (boxes[:, 3] < height - 1)
    large = np.minimum(*_sides(picture.corners)) >= least_side
    alike = np.abs(np.log(_aspects(picture.corners) / usual)) <= np.log(_ALIKE)
    return np.asarray(inside & large & alike & (_covered(boxes) <= _MOST_COVERED))


def _sides(corners: Floats) -> tuple[Floats, Floats]:
    """Widths and heights (N,) of tiles whose first corner is their top left."""
    across = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    down = np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)
    return across, down


def _aspects(corners: Floats) -> Floats:
    across, down = _sides(corners)
    return np.asarray(np.maximum(across, 1e-3) / np.maximum(down, 1e-3), dtype=np.float32)


def _covered(boxes: Floats) -> Floats:
    """Largest share (N,) of each box that one other box overlaps."""
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    np.fill_diagonal(shared, 0.0)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    return np.asarray(shared.max(axis=1) / np.maximum(areas, 1e-6), dtype=np.float32)


def _upright(pixels: Pixels, corners: Floats) -> Pixels:
    across, down = _sides(corners[None])
    height = round(max(float(down[0]), float(across[0]) / TILE_ASPECT))
    size = (round(height * TILE_ASPECT), height)
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(pixels, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))
