"""Training pictures of tiles that lie or stand each by itself, a 白 without a frame above all.

Such a tile is nothing but a white block: it is what a detector misses most. Standing tiles are cut out of rendered
pictures with their tops and sides and set on other tables, their labels on their faces still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.composites.crops import TILE_ASPECT, Crop, crops_by_face
from paiyan.datasets.composites.cutouts import cut_out
from paiyan.datasets.composites.singles import sheet
from paiyan.datasets.pictures import CLASS_NAMES, Floats, LabelError, Picture

_BACK: Final = CLASS_NAMES.index("back")
_BLANK: Final = CLASS_NAMES.index("5z")

_LEAST_SIDE: Final = 28.0
_UPRIGHT: Final = 0.5
"""Radians by which the upper side of a standing tile's face may lean."""
_AROUND: Final = (0.08, 0.35, 0.08, 0.06)
"""What a body takes in at the left, above, at the right and below of the face's box, in its widths and heights."""
_HEIGHT: Final = 96
_SMOOTH: Final = 0.93
"""Share of its convex hull that a body fills at least; what is frayed was not told well from the table."""

_CELLS: Final = {2: 0.25, 3: 0.35, 4: 0.4}
"""How many tables a picture's side holds, by how often."""
_BLANKS: Final = 0.4
_OTHER_BODIES: Final = 0.25
"""Shares of the tiles that are standing blank 白 and other standing ones; the rest are crops of photos."""


def cut_bodies(picture: Picture) -> list[Crop]:
    """The standing tiles of a picture whose labels hold their faces alone, each with its top and what is around it.

    Left out are small, leaning and face-down ones, and those that can't be told from the table behind them.
    """
    faces = np.flatnonzero(picture.classes != _BACK)
    bodies = [_body(picture, int(row)) for row in faces if _stands(picture.corners[row])]
    return [body for body in bodies if body is not None and _is_smooth(body)]


def loose_tiles(bodies: Sequence[Crop], crops: Sequence[Crop], count: int, *, seed: int) -> Iterator[Picture]:
    """`count` pictures of 4, 9 or 16 tables with one tile each: standing `bodies`, blank 白 before others, and `crops`.

    The same arguments give the same pictures. Raises `LabelError` where one of the three kinds is missing.
    """
    blanks = [body for body in bodies if body.face == _BLANK]
    others = list(crops_by_face([body for body in bodies if body.face != _BLANK]).values())
    real = list(crops_by_face(crops).values())
    if not (blanks and others and real):
        raise LabelError("no_loose_faces")
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        cells = int(rng.choice(list(_CELLS), p=list(_CELLS.values())))
        kinds = rng.choice(3, cells**2, p=(_BLANKS, _OTHER_BODIES, 1 - _BLANKS - _OTHER_BODIES))
        tiles = [_one(([blanks], others, real)[kind], rng) for kind in kinds]
        yield sheet(tiles, cells, f"{seed}-{number:05d}", "loose", rng)


def _one(faces: Sequence[Sequence[Crop]], rng: np.random.Generator) -> Crop:
    """One crop of any face, every face as likely as the others."""
    crops = faces[int(rng.integers(len(faces)))]
    return crops[int(rng.integers(len(crops)))]


def _stands(corners: Floats) -> bool:
    along = corners[1] - corners[0]
    return bool(np.ptp(corners, axis=0).min() >= _LEAST_SIDE and abs(np.arctan2(along[1], along[0])) <= _UPRIGHT)


def _body(picture: Picture, row: int) -> Crop | None:
    """The tile with its surroundings, as high as crops are; None at the edge of the picture."""
    corners = picture.corners[row]
    low, high = corners.min(axis=0), corners.max(axis=0)
    extent = np.tile(high - low, 2)
    bounds = np.concatenate([low, high]) + np.array(_AROUND, np.float32) * extent * (-1, -1, 1, 1)
    left, top, right, bottom = (int(bound) for bound in np.floor(bounds))
    width, height = picture.size
    if left < 0 or top < 0 or right >= width or bottom >= height:
        return None
    part = picture.pixels[top : bottom + 1, left : right + 1]
    tall = max(_HEIGHT, part.shape[0])
    size = (round(tall * TILE_ASPECT), tall)
    pixels = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    label = (corners - (left, top)) / part.shape[1::-1] * size
    return Crop(int(picture.classes[row]), pixels, picture.source, picture.name, label.astype(np.float32))


def _is_smooth(body: Crop) -> bool:
    """Whether the body can be cut out with a clean outline."""
    tile = cut_out(body)
    if tile is None:
        return False
    outlines, _ = cv2.findContours(tile.mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    return bool(cv2.contourArea(outline) >= _SMOOTH * cv2.contourArea(cv2.convexHull(outline)))
