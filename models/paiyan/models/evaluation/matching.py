"""Which detection means which labelled tile, and how much boxes overlap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import signed_areas
from paiyan.vision.nms import intersection_areas

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_UPRIGHT_WITHIN = 0.5
"""Corners that lie this near (px) to those of their upright hull are an upright label's."""


@dataclass(frozen=True, slots=True)
class Match:
    """Result for one photo: `detection` (N,) the index of the detection that means each label, or −1, and `false`
    the indices of the detections that mean none."""

    detection: Ints
    false: Ints


def match_by_centre(boxes: Floats, centers: Floats) -> Match:
    """Match labelled upright boxes (N, 4) x1, y1, x2, y2 with detection centres (M, 2), nearest pairs first.

    Every detection means at most one label and every label is meant by at most one detection.
    """
    chosen = np.full(len(boxes), -1, dtype=np.int64)
    if len(boxes) and len(centers):
        middle = (boxes[:, :2] + boxes[:, 2:]) / 2
        extent = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6)
        offsets = np.abs(centers[None] - middle[:, None]) / extent[:, None]
        distance = offsets.max(axis=2)
        taken = np.zeros(len(centers), dtype=bool)
        for flat in np.argsort(distance, axis=None, kind="stable"):
            row, column = divmod(int(flat), len(centers))
            if distance[row, column] > 0.5:
                break
            if chosen[row] < 0 and not taken[column]:
                chosen[row] = column
                taken[column] = True
    false = np.setdiff1d(np.arange(len(centers)), chosen[chosen >= 0]).astype(np.int64)
    return Match(chosen, false)


def hulls(corners: Floats) -> Floats:
    """Upright boxes (N, 4) x1, y1, x2, y2 around corners (N, 4, 2)."""
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).astype(np.float32)


def overlap(boxes: Floats, others: Floats) -> Floats:
    """Intersection over union (N, M) of upright boxes (N, 4) and (M, 4)."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    other_areas = (others[:, 2:] - others[:, :2]).prod(axis=1)
    union = areas[:, None] + other_areas[None] - shared
    return np.asarray(shared / np.maximum(union, 1e-9), dtype=np.float32)


def overlap_with_labels(labels: Floats, found: Floats) -> Floats:
    """Intersection over union (N, M) of labelled corners (N, 4, 2) with found ones (M, 4, 2).

    An upright label says nothing of the tile's angle, so it is held against the upright hull of what was found; an
    oriented label against the oriented box itself.
    """
    if not len(labels) or not len(found):
        return np.zeros((len(labels), len(found)), dtype=np.float32)
    shares = overlap(hulls(labels), hulls(found))
    areas = np.abs(signed_areas(found))
    for row in np.flatnonzero(~_upright(labels)):
        shared = intersection_areas(labels[row], found)
        union = np.abs(signed_areas(labels[row : row + 1])) + areas - shared
        shares[row] = shared / np.maximum(union, 1e-9)
    return shares


def _upright(corners: Floats) -> NDArray[np.bool_]:
    """Which labels (N,) are upright boxes, whatever corner they begin at."""
    boxes = hulls(corners)
    to_edge = np.minimum(np.abs(corners - boxes[:, None, :2]), np.abs(corners - boxes[:, None, 2:]))
    return np.asarray(to_edge.max(axis=(1, 2)) <= _UPRIGHT_WITHIN)
