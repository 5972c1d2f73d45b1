"""Mends boxes: strips enlarged to the tile, loose upright boxes around tilted tiles made oriented."""

from __future__ import annotations

from typing import Final

import numpy as np

from paiyan.datasets.cleaning.proposals import Proposals, matches
from paiyan.datasets.pictures import Floats, Picture, corners_of_boxes, corners_of_rectangles
from paiyan.engine.tiles import TILE_CODES

FIRST_FLOWER: Final = TILE_CODES.index("f1")
TILE_ASPECT: Final = 0.79
"""Width over height of a labelled tile in the source whose flowers are strips."""

_STRIP_ASPECT = 1.5
_UPRIGHT = np.deg2rad(4.0)
_DIAGONAL = np.deg2rad(30.0)
_NEAR = np.deg2rad(14.0)
_MOST = 0.7
_ALMOST_ALL = 0.85


def enlarge_strips(picture: Picture, proposals: Proposals) -> Picture:
    """Flower labels that cover only the text strip at the tile's top, grown to the whole tile.

    A proposal that holds the strip gives the tile; else a strip wider than high is an upright tile's, whose box goes
    on downwards. Strips that could be either side of a turned tile stay as they are.
    """
    boxes = picture.boxes
    found = matches(boxes, proposals)
    corners = picture.corners.copy()
    for row in np.flatnonzero(picture.classes >= FIRST_FLOWER):
        width, height = boxes[row, 2:] - boxes[row, :2]
        if found[row] >= 0 and _holds_strip(boxes[row], proposals.corners[found[row]]):
            corners[row] = proposals.corners[found[row]]
        elif width > _STRIP_ASPECT * height:
            grown = boxes[row].copy()
            grown[3] = min(grown[1] + width / TILE_ASPECT, picture.size[1])
            corners[row] = corners_of_boxes(grown[None])[0]
    return picture.with_labels(corners)


def orient_boxes(picture: Picture, proposals: Proposals) -> Picture:
    """Upright boxes around tilted tiles replaced by the tilted rectangle they enclose.

    The angle comes from the matching proposal, the size from the label: it is the rectangle of that angle whose
    enclosing upright box is the label. Near 45°, where that is not determined, the proposal's rectangle is scaled
    to the label. Boxes of tiles that lie straight (within 4°) stay as they are. So do boxes without a proposal, unless
    almost all tiles of the picture lie one way: then theirs do too.
    """
    boxes = picture.boxes
    found = matches(boxes, proposals)
    tilts = _tilts(proposals.corners)
    agreed = _agreed_tilts(tilts, found)
    corners = picture.corners.copy()
    for row in np.flatnonzero([_is_upright_box(quad) for quad in corners]):
        rectangle = proposals.corners[found[row]] if found[row] >= 0 else None
        if rectangle is not None and _alike(boxes[row], rectangle):
            corners[row] = _fit_to_box(boxes[row], rectangle, float(agreed[row]))
        elif rectangle is None and agreed[row]:
            corners[row] = _fit_to_box(boxes[row], _tile_within(boxes[row], float(agreed[row])), float(agreed[row]))
    return picture.with_labels(corners)


def _tilts(corners: Floats) -> Floats:
    """Angles (M,) in ±45° by which rectangles are tilted from upright or lying."""
    first = corners[:, 1] - corners[:, 0]
    angles = np.arctan2(first[:, 1], first[:, 0])
    return np.asarray((angles + np.pi / 4) % (np.pi / 2) - np.pi / 4, dtype=np.float32)


def _agreed_tilts(tilts: Floats, found: np.ndarray) -> Floats:
    """Tilt of each label's proposal; where most tiles of the picture lie one way, the common tilt for those near it,
    and for all where almost all do.

    A detector's angle of a single tile strays by some degrees; that of a whole row hardly does.
    """
    own = np.where(found >= 0, tilts[found] if len(tilts) else 0.0, 0.0).astype(np.float32)
    known = own[found >= 0]
    if not len(known):
        return own
    common = np.float32(np.median(known))
    near = np.abs(own - common) < _NEAR
    share = float((np.abs(known - common) < _NEAR).mean())
    if share < _MOST:
        return own
    return np.where(near | (share >= _ALMOST_ALL), common, own)


def _tile_within(box: Floats, tilt: float) -> Floats:
    """A standing tile's rectangle (4, 2) of that tilt in the middle of the box, of any size."""
    size = np.array([[TILE_ASPECT, 1.0]], dtype=np.float32) * float(box[3] - box[1])
    center = np.asarray((box[:2] + box[2:]) / 2, dtype=np.float32)
    return _first(corners_of_rectangles(center[None], size, np.array([tilt], np.float32)))


def _holds_strip(box: Floats, rectangle: Floats) -> bool:
    """Whether the rectangle is a tile's and the box a strip of it: between 1.4 and 4 times the area."""
    share = _area(rectangle) / max(1e-6, float((box[2:] - box[:2]).prod()))
    return 1.4 < share < 4.0


def _is_upright_box(corners: Floats) -> bool:
    box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
    return bool(np.abs(corners - corners_of_boxes(box[None])[0]).max() < 0.5)


def _alike(box: Floats, rectangle: Floats) -> bool:
    """Whether the upright box around the rectangle overlaps the label by an IoU of more than a half."""
    low, high = rectangle.min(axis=0), rectangle.max(axis=0)
    overlap = float(np.clip(np.minimum(high, box[2:]) - np.maximum(low, box[:2]), 0, None).prod())
    union = float((high - low).prod()) + float((box[2:] - box[:2]).prod()) - overlap
    return overlap > 0.5 * union


def _fit_to_box(box: Floats, rectangle: Floats, tilt: float) -> Floats:
    if abs(tilt) < _UPRIGHT:
        return _first(corners_of_boxes(box[None]))
    center = np.asarray((box[:2] + box[2:]) / 2, dtype=np.float32)
    extent = box[2:] - box[:2]
    cos, sin = np.cos(tilt), abs(np.sin(tilt))
    if abs(tilt) < _DIAGONAL:
        solved = np.linalg.solve(np.array([[cos, sin], [sin, cos]]), extent).astype(np.float32)
        if solved.min() > 0.4 * solved.max():
            return _first(corners_of_rectangles(center[None], solved[None], np.array([tilt], np.float32)))
    around = rectangle.max(axis=0) - rectangle.min(axis=0)
    scale = np.sqrt(float(extent.prod()) / float(around.prod()))
    return np.asarray(center + (rectangle - rectangle.mean(axis=0)) * scale, dtype=np.float32)


def _first(corners: Floats) -> Floats:
    return np.asarray(corners[0], dtype=np.float32)


def _area(corners: Floats) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)
