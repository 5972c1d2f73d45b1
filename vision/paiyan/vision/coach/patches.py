"""The tiles of a photo, straightened, at the size they are read at."""

from __future__ import annotations

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import side_lengths
from paiyan.vision.images import Photo, Pixels

Floats: TypeAlias = NDArray[np.float32]

_PATCH: Final = 48
"""Mean side of a patch in px, unless the photo shows the tile smaller: about the size the detector reads it at."""

_SMALLEST_PATCH: Final = 8
_INNER: Final = 0.76
"""Share of a tile's sides that is looked at: edges and the neighbours' shadows stay out."""

GREY: Final = np.array([0.299, 0.587, 0.114], np.float32)
"""Weights of red, green and blue in brightness."""


def straightened(photo: Photo, corners: Floats) -> Floats:
    """(N, h, w, 3) The inner parts of the tiles at the size they are read at."""
    placed = corners * np.array(photo.scale, np.float32)
    middle = placed.mean(axis=1, keepdims=True)
    placed = middle + (placed - middle) * _INNER
    across, down = (float(np.median(sides)) for sides in side_lengths(placed))
    factor = min(1.0, _PATCH * _INNER / max((across + down) / 2, 1))
    size = max(_SMALLEST_PATCH, round(across * factor)), max(_SMALLEST_PATCH, round(down * factor))
    return np.stack([_patch(photo.pixels, quad, size, factor) for quad in placed]).astype(np.float32)


def _patch(pixels: Pixels, quad: Floats, size: tuple[int, int], factor: float) -> Pixels:
    """The tile in `quad` (decoded px), straightened to `size`; averaged, not picked, where it becomes smaller."""
    height, width = pixels.shape[:2]
    left, top = np.clip(np.floor(quad.min(axis=0)).astype(int), 0, (width - 1, height - 1))
    right, bottom = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 1, (left + 1, top + 1), (width, height))
    part: Pixels = pixels[top:bottom, left:right]
    shrunk = max(1, round((right - left) * factor)), max(1, round((bottom - top) * factor))
    if factor < 1:
        part = cv2.resize(part, shrunk, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    scale = np.array([part.shape[1] / (right - left), part.shape[0] / (bottom - top)], np.float32)
    source = ((quad - (left, top)) * scale - 0.5).astype(np.float32)
    columns, rows = size
    target = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, target)
    return cv2.warpPerspective(part, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(
        np.uint8, copy=False
    )
