"""Finds face-down tiles that look nearly white in a picture.

Nobody can tell such a back from a 白 without a frame, and the latter is far more often meant: taught as backs they
make a network read 白 as a back.
"""

from __future__ import annotations

import cv2
import numpy as np

from paiyan.datasets.pictures import BACK, Floats, Ints, Picture, Pixels

_MIDDLE_SHARE = 0.6
_LEAST_SATURATION = 0.18
_LIGHT = 150


def pale_backs(picture: Picture) -> Ints:
    """The rows of the picture's labels that are face down, light (brightest channel over 150) and without colour."""
    rows = np.flatnonzero(picture.classes == BACK)
    return np.array(
        [row for row in rows if _nearly_white(_mean_colour(picture.pixels, picture.corners[row]))], np.int64
    )


def _mean_colour(pixels: Pixels, corners: Floats) -> Floats:
    middle = corners.mean(axis=0)
    inner = np.round(middle + (corners - middle) * _MIDDLE_SHARE).astype(np.int32)
    low = np.maximum(inner.min(axis=0), 0)
    high = np.maximum(inner.max(axis=0) + 1, low + 1)
    part = pixels[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return np.zeros(3, np.float32)
    mask = cv2.fillConvexPoly(np.zeros(part.shape[:2], np.uint8), inner - low, 1)
    return np.array(cv2.mean(part, mask)[:3], np.float32)


def _nearly_white(colour: Floats) -> bool:
    light = float(colour.max())
    return light > _LIGHT and light - float(colour.min()) < _LEAST_SATURATION * light
