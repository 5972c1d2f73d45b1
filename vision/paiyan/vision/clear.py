"""What the clear tiles of a photo show of the unclear ones: how large a tile is at a place, and where tiles lie."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats, mean_lengths

Rows: TypeAlias = NDArray[np.intp]

CLEAR: Final = 0.5
"""Tiles of this confidence and more show what unclear ones have to look like."""
FEWEST: Final = 3
"""From fewer clear tiles nothing is told."""
_NEAREST: Final = 5


def distances(found: Detections, rows: Rows, clear: Rows) -> Floats:
    """(N, M) distances in px of the middles of boxes from those of clear tiles."""
    return np.asarray(np.linalg.norm(found.centers[rows, None] - found.centers[None, clear], axis=2), np.float32)


def relative_lengths(found: Detections, rows: Rows, clear: Rows) -> Floats:
    """(N,) lengths of boxes over the usual one of the clear tiles nearest to each, for tiles look smaller far away."""
    lengths = mean_lengths(found.corners)
    nearest = np.argsort(distances(found, rows, clear), axis=1)[:, :_NEAREST]
    return np.asarray(lengths[rows] / np.median(lengths[clear][nearest], axis=1), np.float32)
