"""Reads pictures at scattered points."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

_COLUMNS: Final = 128


def sample(picture: NDArray[Any], x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """Values of ``picture`` (H, W[, C]) at N points ``x, y``, between pixels linearly; outside, those of its edge.

    Pixel centres have whole coordinates.
    """
    count = len(x)
    rows = -(-count // _COLUMNS)
    # OpenCV refuses pictures with a side of 2**15 or more, so the points are laid out as a rectangle.
    maps = np.zeros((2, rows * _COLUMNS), dtype=np.float32)
    maps[0, :count], maps[1, :count] = x, y
    grid = maps.reshape(2, rows, _COLUMNS)
    found = cv2.remap(picture, grid[0], grid[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.reshape(rows * _COLUMNS, *picture.shape[2:])[:count], dtype=np.float32)
