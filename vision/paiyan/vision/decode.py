"""A detector's raw output as boxes, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import Floats, rectangles, side_lengths

_BOX_ROWS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Boxes before overlapping ones are merged: corners (N, 4, 2) in px of the input, class scores (N, K)."""

    corners: Floats
    scores: NDArray[np.float32]


def decode(raw: NDArray[np.float32], classes: int, threshold: float) -> Candidates:
    """The boxes of one image's raw output (4 + K + 1, A) whose best class scores at least `threshold`.

    Raises `ValueError` if the output is not that of a detector of oriented boxes with K = `classes`.
    """
    if raw.ndim != 2 or raw.shape[0] != _BOX_ROWS + classes + 1:
        raise ValueError(f"output of shape {raw.shape} doesn't fit {classes} classes and oriented boxes")
    all_scores = raw[_BOX_ROWS:-1]
    places = np.flatnonzero(all_scores.max(axis=0) >= threshold)
    boxes = raw[:, places].astype(np.float64)
    boxes = boxes[:, np.isfinite(boxes).all(axis=0)]
    corners = rectangles(boxes[:2].T, boxes[2], boxes[3], boxes[-1])
    return Candidates(corners, np.clip(boxes[_BOX_ROWS:-1].T, 0, 1).astype(np.float32))


def encode(corners: NDArray[np.floating[Any]], scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """The raw output (4 + K + 1, N) that `decode` reads as these rectangles."""
    widths, heights = side_lengths(corners)
    along = corners[:, 1] - corners[:, 0]
    angles = np.arctan2(along[:, 1], along[:, 0])
    centers = corners.mean(axis=1)
    rows = [centers[:, 0], centers[:, 1], widths, heights, *scores.T, angles]
    return np.stack(rows).astype(np.float32)
