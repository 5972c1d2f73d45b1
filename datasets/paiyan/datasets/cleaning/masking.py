"""Hides tiles that are visible but not labelled: training on them would teach a detector to overlook tiles."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.cleaning.proposals import Proposals, matches
from paiyan.datasets.pictures import Floats, Ints, Picture

SCENE_FROM: Final = 3
"""From so many unlabelled tiles on, a picture counts as a table scene of which only a part was labelled."""

_MARGIN = 0.3
_SCENE_REACH = 5.0
_ROW_FROM = 6
_ROW_TILE = 0.16
"""A hand row's tiles are lower than this share of the picture; larger ones were photographed from nearby."""

_GREY: Final = (114, 114, 114)


def unlabelled(picture: Picture, proposals: Proposals, *, least_score: float = 0.1) -> Ints:
    """Indices of the proposals of at least that score that mean no label of the picture."""
    strong = np.flatnonzero(proposals.scores >= least_score)
    if not len(picture):
        return strong.astype(np.int64)
    meant = set(matches(picture.boxes, proposals).tolist())
    boxes = picture.boxes
    rest = [index for index in strong if index not in meant and not _inside_any(proposals.centers[index], boxes)]
    return np.array(rest, dtype=np.int64)


def mask_unlabelled(picture: Picture, proposals: Proposals, rng: np.random.Generator) -> Picture:
    """The picture with its unlabelled tiles covered.

    A few of them are covered one by one. In a table scene everything within three tiles of them is covered, since a
    detector misses some of the tiles of a pile or a wall too; the rest of the table stays, so that hands, racks and
    cloth are learnt as what they are. The cover is grey or the table's colour with grain.
    """
    rest = unlabelled(picture, proposals)
    if not len(rest):
        return picture
    height, width = picture.pixels.shape[:2]
    keep = np.zeros((height, width), dtype=np.uint8)
    for corners in picture.corners:
        cv2.fillConvexPoly(keep, np.round(_grown(corners, _MARGIN)).astype(np.int32), 1)
    reach = _SCENE_REACH if len(rest) >= SCENE_FROM else 0.6
    hidden = np.zeros_like(keep)
    for corners in proposals.corners[rest]:
        cv2.fillConvexPoly(hidden, np.round(_grown(corners, reach)).astype(np.int32), 1)
    return cover(picture, (hidden == 1) & (keep == 0), rng)


def mask_behind(picture: Picture, labelled: Picture, proposals: Proposals, rng: np.random.Generator) -> Picture:
    """The picture of a table with everything behind the labelled hand row covered, where any tile may lie there.

    In such pictures only the row nearest to the camera is labelled; discards and walls lie behind it, towards the
    top. Pictures whose tiles are large or do not form a row (trays, grids, loose tiles) stay as they are, and so do
    those where not even a doubtful tile is seen behind the row. `labelled` is the picture with the source's labels
    alone, which tell the row; tiles labelled since stay visible.
    """
    band = _row_band(labelled)
    if band is None or not _tiles_beyond(band, proposals):
        return picture
    height, width = picture.pixels.shape[:2]
    across, top = band
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    behind = across[0] * x + across[1] * y < top
    keep = np.zeros((height, width), dtype=np.uint8)
    for corners in picture.corners:
        cv2.fillConvexPoly(keep, np.round(_grown(corners, _MARGIN)).astype(np.int32), 1)
    return cover(picture, behind & (keep == 0), rng)


def cover(picture: Picture, where: NDArray[np.bool_], rng: np.random.Generator) -> Picture:
    """The picture with the pixels `where` (H, W) made grey, or the table's colour with grain."""
    pixels = picture.pixels.copy()
    pixels[where] = _paint(picture, rng)[where]
    return picture.with_pixels(pixels)


def _row_band(picture: Picture) -> tuple[Floats, float] | None:
    """The unit vector that points from behind the row to the viewer, and the row's far edge along it."""
    if len(picture) < _ROW_FROM:
        return None
    boxes = picture.boxes
    heights = boxes[:, 3] - boxes[:, 1]
    centers = (boxes[:, :2] + boxes[:, 2:]) / 2
    spread = centers - centers.mean(axis=0)
    along = np.linalg.svd(spread, full_matrices=False)[2][0]
    across = np.array([-along[1], along[0]], dtype=np.float32) * np.sign(along[0] or 1.0)
    offsets = spread @ across
    tile = float(np.median(heights))
    lies_flat = abs(along[0]) > 0.6
    is_row = np.ptp(offsets) < 1.6 * tile and np.ptp(spread @ along) > 4 * np.ptp(offsets)
    if not (lies_flat and is_row) or tile > _ROW_TILE * picture.size[1]:
        return None
    return across, float((picture.corners.reshape(-1, 2) @ across).min() - 0.1 * tile)


def _tiles_beyond(band: tuple[Floats, float], proposals: Proposals) -> bool:
    across, top = band
    return bool(len(proposals) and (proposals.centers @ across < top).any())


def _paint(picture: Picture, rng: np.random.Generator) -> np.ndarray:
    shape = picture.pixels.shape
    if rng.random() < 0.5:
        return np.broadcast_to(np.array(_GREY, dtype=np.uint8), shape)
    table = np.median(picture.pixels.reshape(-1, 3), axis=0)
    grain = rng.normal(0, 6, shape[:2])
    return np.asarray(np.clip(table + grain[..., None], 0, 255), dtype=np.uint8)


def _grown(corners: Floats, share: float) -> Floats:
    center = corners.mean(axis=0)
    return np.asarray(center + (corners - center) * (1 + share), dtype=np.float32)


def _inside_any(point: Floats, boxes: Floats) -> bool:
    return bool(((point > boxes[:, :2]) & (point < boxes[:, 2:])).all(axis=1).any())
