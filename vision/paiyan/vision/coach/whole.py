"""What a photo tells as a whole, where no tile is found on it that could be measured."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.coach.patches import GREY
from paiyan.vision.images import Pixels

_SIDE: Final = 640
"""Longest side in px at which a photo is measured: about the size it is looked at."""
_BLOCK: Final = 32
_BRIGHT: Final = 98.0
"""Percentile of brightness that tiles have: white bodies may be a small part of a dark table."""
_DRAWN: Final = 0.2
_LEAST_DRAWN: Final = 20.0
"""A block spans this share of that brightness, and this much of 255, where there are lines to judge sharpness by."""
_FEWEST: Final = 3
_SHARPEST: Final = 80.0


def overall_level(pixels: Pixels) -> float:
    """Brightness of what is bright on the photo, 0–255."""
    return float(np.percentile(_small(pixels), _BRIGHT))


def overall_sharpness(pixels: Pixels) -> float | None:
    """Steepest step between neighbouring pixels as a share of the contrast around it, in the more blurred of the two
    directions, where the photo is sharpest; None where it shows no lines."""
    grey = _small(pixels)
    rows, columns = (side // _BLOCK for side in grey.shape)
    if not rows or not columns:
        return None
    cut = grey[: rows * _BLOCK, : columns * _BLOCK].reshape(rows, _BLOCK, columns, _BLOCK)
    blocks = cut.swapaxes(1, 2).reshape(-1, _BLOCK, _BLOCK)
    low, high = np.percentile(blocks, (2, 98), axis=(1, 2))
    contrast = high - low
    drawn = contrast > max(_DRAWN * float(np.percentile(grey, _BRIGHT)), _LEAST_DRAWN)
    if np.count_nonzero(drawn) < _FEWEST:
        return None
    steps = [np.percentile(np.abs(np.diff(blocks[drawn], axis=axis)), 98, axis=(1, 2)) for axis in (1, 2)]
    return float(min(np.percentile(each / contrast[drawn], _SHARPEST) for each in steps))


def _small(pixels: Pixels) -> NDArray[np.float32]:
    """The photo in grey, at most `_SIDE` px long."""
    height, width = pixels.shape[:2]
    scale = min(1.0, _SIDE / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small @ GREY, np.float32)
