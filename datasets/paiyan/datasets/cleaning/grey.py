"""Black-and-white copies of photos with face-down tiles: without colour a back is told by its shape alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.pictures import BACK, Picture, Pixels

_FEWEST: Final = 3
_CONTRAST: Final = (0.55, 1.3)
_SHIFT: Final = 20.0
"""By how much of 255 the copies' lightness varies, as one standard deviation."""
_MIDDLE: Final = 128.0


def grey_copy(picture: Picture, share: float, rng: np.random.Generator) -> Picture | None:
    """The picture in black and white with another contrast and lightness, for a `share` of those that show three
    face-down tiles or more; None for the others."""
    if int((picture.classes == BACK).sum()) < _FEWEST or rng.random() >= share:
        return None
    return replace(picture, name=f"{picture.name}-grey", pixels=_grey(picture.pixels, rng))


def _grey(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    light = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    varied = (light - _MIDDLE) * rng.uniform(*_CONTRAST) + _MIDDLE + rng.normal(0, _SHIFT)
    return np.asarray(cv2.cvtColor(np.clip(varied, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2RGB), np.uint8)
