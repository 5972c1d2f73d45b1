"""Single real tiles on generated tables: how well a detector knows the faces of a set, apart from everything else.

Sixteen small tables share a picture, so that a look at one picture answers for sixteen tiles. A tile that fills its
crop is laid on the table as a block of its own; one that was photographed standing is set there as it stood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from paiyan.datasets.composites.bodies import draw_tile, random_look
from paiyan.datasets.composites.camera import degrade, project, tilt
from paiyan.datasets.composites.crops import TILE_ASPECT, Crop, crops_by_face
from paiyan.datasets.composites.cutouts import cut_out, stand
from paiyan.datasets.composites.surfaces import surface
from paiyan.datasets.pictures import Floats, LabelError, Picture, Pixels, corners_of_rectangles

_CELLS: Final = 4
_SIDE: Final = 640
_WIDTHS: Final = (37 / 160, 62 / 160)
"""Least and greatest width of the tiles of a picture, as shares of the side of their tables."""

_ALIKE: Final = (0.92, 1.1)
"""Width of a tile over that of its picture: one camera sees all tiles of a table about equally large."""

_UPRIGHT: Final = 0.5
"""Share of the tiles that stand nearly upright; the rest lie at any angle."""


def single_tiles(crops: Sequence[Crop], count: int, *, seed: int = 0) -> Iterator[Picture]:
    """Pictures of sixteen tables with one tile each, at least `count` tiles in all.

    The faces that have crops come in turn, so that all come about equally often; the crop of a face, its turn, tilt,
    table and light and the size of a picture's tiles are drawn at random. The same arguments give the same pictures.
    Raises `LabelError` without any crop.
    """
    faces = list(crops_by_face(crops).values())
    if not faces:
        raise LabelError("no_usable_crop")
    for number in range(-(-count // _CELLS**2)):
        rng = np.random.default_rng((seed, number))
        picked = [faces[(number * _CELLS**2 + cell) % len(faces)] for cell in range(_CELLS**2)]
        tiles = [group[int(rng.integers(len(group)))] for group in picked]
        yield sheet(tiles, _CELLS, f"{seed}-{number:05d}", f"crops of {tiles[0].source}", rng)


def sheet(crops: Sequence[Crop], cells: int, name: str, source: str, rng: np.random.Generator) -> Picture:
    """A picture of `cells` by `cells` tables, one for each of the crops in turn."""
    side = _SIDE // cells
    canvas = np.zeros((cells * side, cells * side, 3), dtype=np.uint8)
    corners = []
    width = rng.uniform(side * _WIDTHS[0], side * _WIDTHS[1])
    for place, crop in enumerate(crops):
        x, y = place % cells * side, place // cells * side
        pixels, quad = _table(crop, side, width * rng.uniform(*_ALIKE), rng)
        canvas[y : y + side, x : x + side] = pixels
        corners.append(quad + np.array([x, y], dtype=np.float32))
    classes = np.array([crop.face for crop in crops], dtype=np.int64)
    return Picture(name, source, canvas, np.stack(corners).astype(np.float32), classes)


def _table(crop: Crop, side: int, width: float, rng: np.random.Generator) -> tuple[Pixels, Floats]:
    """A small table of `side` px with one tile, `width` px wide, and the corners (4, 2) of its label."""
    canvas = surface(side, rng)
    standing = cut_out(crop)
    height = width / (standing.aspect if standing else TILE_ASPECT)
    angle = rng.normal(0, 0.12) if rng.random() < _UPRIGHT else rng.uniform(0, 2 * np.pi)
    middle = np.array([[side / 2, side / 2]]) + rng.normal(0, 4, 2)
    flat = corners_of_rectangles(
        middle.astype(np.float32),
        np.array([[width, height]], dtype=np.float32),
        np.array([angle], dtype=np.float32),
    )
    corners = project(tilt(side, rng), flat)[0]
    look = random_look(crop.tone, rng)
    if standing:
        corners = stand(canvas, standing, corners, look.shadow)
    else:
        draw_tile(canvas, corners, crop.pixels, look, face_up=True)
    return degrade(canvas, rng, strength=0.6), corners
