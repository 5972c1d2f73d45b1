"""Which boxes are one tile: overlap of oriented boxes, and grouping by it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import Floats, order_corners, signed_areas

_BLOCK = 256
"""Boxes held against all others at a time: a photo of noise brings thousands."""

_SHRINK = 1e-5
"""Sides that coincide exactly would count for both boxes; one of them is made smaller by this share."""


def intersection_areas(box: Floats, others: Floats) -> Floats:
    """(N,) areas that the rectangle `box` (4, 2) shares with each of `others` (N, 4, 2), in px²."""
    return _shared_areas(order_corners(box[None]), order_corners(others))


def _shared_areas(box: Floats, others: Floats) -> Floats:
    """As `intersection_areas`, of corners in order; `box` is (1, 4, 2), or one for each of the others (N, 4, 2)."""
    around = others.mean(axis=1)
    # The outline of the common part consists of the sides of each lying inside the other; summing the sector that
    # each piece spans around a fixed point gives its area.
    middle = box.mean(axis=1, keepdims=True)
    inner = middle + (box - middle) * (1 - _SHRINK)
    inner = np.broadcast_to(inner, others.shape)
    areas = _sectors(inner, others, around) + _sectors(others, inner, around)
    # The upper bound matters for boxes of no size, which have no inside to clip to.
    return np.clip(areas, 0, np.minimum(signed_areas(box), signed_areas(others)))


def _sectors(boxes: Floats, clips: Floats, around: Floats) -> Floats:
    """(N,) signed areas between point `around` (N, 2) and the parts of the sides of `boxes` inside `clips`."""
    starts, sides = boxes, np.roll(boxes, -1, axis=1) - boxes
    clip_sides = np.roll(clips, -1, axis=1) - clips
    normals = np.stack([-clip_sides[..., 1], clip_sides[..., 0]], axis=-1)
    # Side i is inside half-plane j where depth + t·slope ≥ 0, t from 0 to 1 along the side.
    depths = ((starts[:, :, None] - clips[:, None]) * normals[:, None]).sum(axis=-1)
    slopes = (sides[:, :, None] * normals[:, None]).sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = -depths / slopes
    enters = np.where(slopes > 0, crossings, np.where((slopes == 0) & (depths < 0), np.inf, 0))
    leaves = np.where(slopes < 0, crossings, 1)
    first = np.clip(enters.max(axis=2), 0, None)
    last = np.clip(leaves.min(axis=2), None, 1)
    inside = first < last
    first, last = np.where(inside, first, 0), np.where(inside, last, 0)
    begin = starts + first[..., None] * sides - around[:, None]
    end = starts + last[..., None] * sides - around[:, None]
    areas: Floats = 0.5 * (begin[..., 0] * end[..., 1] - begin[..., 1] * end[..., 0]).sum(axis=1)
    return areas


def overlapping_groups(corners: Floats, confidence: NDArray[np.float32], iou: float) -> list[NDArray[np.intp]]:
    """Groups of rows that show the same thing, most confident group first, its most confident row first.

    The most confident box takes every remaining one whose intersection over union with it exceeds `iou`; then the
    most confident box that is left, and so on.
    """
    order = np.argsort(-confidence, kind="stable")
    boxes = order_corners(corners[order])
    leader = np.arange(len(order))
    near = _near_before(boxes)
    remaining = np.ones(len(order), bool)
    while remaining.any():
        # Boxes with no better one left beside them lead a group whatever becomes of the rest: all such at once.
        leading = remaining & ~(near & remaining).any(axis=1)
        rows, columns = np.nonzero(near[:, leading])
        leaders = np.flatnonzero(leading)[columns]
        same = _same(boxes[leaders], boxes[rows], iou)
        np.minimum.at(leader, rows[same], leaders[same])
        remaining[rows[same]] = False
        remaining[leading] = False
    return [order[leader == first] for first in np.flatnonzero(leader == np.arange(len(order)))]


def _same(boxes: Floats, others: Floats, iou: float) -> NDArray[np.bool_]:
    """Whether each of `boxes` (N, 4, 2) overlaps its counterpart more than `iou`."""
    shared = _shared_areas(boxes, others)
    same: NDArray[np.bool_] = shared > iou * (signed_areas(boxes) + signed_areas(others) - shared)
    return same


def _near_before(boxes: Floats) -> NDArray[np.bool_]:
    """(N, N) whether box j comes before box i and is so near that the two may overlap."""
    centers = boxes.mean(axis=1)
    reach = np.linalg.norm(boxes - centers[:, None], axis=2).max(axis=1, initial=0)
    near = np.zeros((len(boxes), len(boxes)), bool)
    for start in range(0, len(boxes), _BLOCK):
        block = slice(start, start + _BLOCK)
        away = np.linalg.norm(centers[block, None] - centers, axis=2)
        near[block] = away < reach[block, None] + reach
    return np.tril(near, -1)
