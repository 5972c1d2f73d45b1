"""What colour the surface of a found tile has, seen straight on."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.closeup import close_up
from paiyan.vision.geometry import Floats
from paiyan.vision.images import Photo

_INNER: Final = 0.76
_SIZE: Final = (24, 32)


def surface(photo: Photo, box: Floats) -> Floats:
    """RGB (32, 24, 3) of what lies within the edge of a standing box (4, 2), px of the decoded picture."""
    return close_up(photo.pixels, box, _INNER, _SIZE).astype(np.float32)


def plain_colour(patch: Floats) -> Floats:
    """CIELAB (3,) of a surface (h, w, 3) where it is of one colour."""
    return np.asarray(lab(np.median(patch.reshape(1, -1, 3), axis=1))[0], np.float32)


def lab(colours: NDArray[np.floating]) -> Floats:
    """RGB (N, 3), 0–255, as CIELAB (N, 3)."""
    return np.asarray(cv2.cvtColor((colours[:, None] / 255).astype(np.float32), cv2.COLOR_RGB2LAB)[:, 0], np.float32)
