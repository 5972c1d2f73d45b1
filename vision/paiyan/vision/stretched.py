"""A further look at a photo taken from low over the table, stretched upright until its tiles have their usual shape.

From 25° a tile that lies on the table is twice as wide as it is high: a detector that mostly learnt upright tiles
misses many of them. Stretched, they look as from above.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.backs import settle_backs
from paiyan.vision.blanks import read_blanks
from paiyan.vision.detections import Detections
from paiyan.vision.detector import Detector
from paiyan.vision.geometry import order_corners
from paiyan.vision.images import Photo, Pixels
from paiyan.vision.nms import overlapping_groups
from paiyan.vision.strays import fade_strays

_USUAL: Final = 1.25
"""Height of an upright tile's box over its width, seen from above."""
_FLAT: Final = 1.0
"""Photos whose tiles are lower than this, over their width, are looked at again: those from below about 48°."""
_FLATTEST: Final = 2.5
_UNSEEN: Final = 2.0
"""By how much a photo is stretched in which no tile was found at all."""
_SAME: Final = 0.3
"""Boxes of the two looks that overlap more than this are one tile."""
_FAINT: Final = 0.4
"""Share of the threshold from which on a box may still turn out to be a plain tile."""
_BACK: Final = "back"
_NEW_FACE: Final = 0.8
_NEW_BACK: Final = 0.4
"""Weights of what only the stretched photo shows: the sides of walls look like backs there."""
_LARGEST: Final = 4096
"""Most px that the stretched photo is high."""
_IN_LINE: Final = 0.4
_TOUCHING: Final = 0.3
"""Tiles whose middles are this near to one size apart, in sizes, touch."""


def detect_flat(detector: Detector, photo: Photo) -> Detections:
    """All tiles of a photo; where it shows them foreshortened, those of a second look at it stretched too.

    Of a tile that both looks found the more confident one counts; what only the stretched photo shows counts for less.
    Blank faces are told from backs by the colour of the other faces, unclear backs settled by the clear ones,
    and what lies apart from all clear tiles fades.
    """
    least = detector.confidence if detector.least is None else detector.least
    found = _looked_at(replace(detector, least=min(least, _FAINT * detector.confidence)), photo)
    found = settle_backs(read_blanks(found, photo, detector.confidence), photo, detector.confidence)
    found = fade_strays(found, detector.confidence)
    return _best_first(found[found.confidence >= least])


def _looked_at(detector: Detector, photo: Photo) -> Detections:
    """The tiles of a photo as the looks that it needs show them."""
    found = detector.detect(photo)
    factor = _stretch(found[found.confidence >= detector.confidence])
    if factor <= 1:
        return found
    stretched = _taller(photo.pixels, factor)
    seen = detector.detect(Photo.from_pixels(stretched))
    scale = stretched.shape[1] / photo.width, stretched.shape[0] / photo.height
    corners = order_corners(np.asarray(seen.corners / np.array(scale, np.float32), np.float32))
    return _weighed(found, replace(seen, corners=corners, size=found.size), detector.confidence)


def _weighed(found: Detections, again: Detections, threshold: float) -> Detections:
    """The boxes of both looks, most confident first; scores of what the photo as it is did not show count for less."""
    both = Detections.concat([found, again])
    groups = overlapping_groups(both.corners, both.confidence, _SAME)
    seen = np.concatenate([found.confidence >= threshold, np.zeros(len(again), bool)])
    rows = [int(group[0]) for group in groups]
    new = [_NEW_BACK if both.names[row] == _BACK else _NEW_FACE for row in rows]
    weights = np.where([seen[group].any() for group in groups], 1.0, new).astype(np.float32)
    kept = both[rows]
    weighed = replace(kept, scores=kept.scores * weights[:, None], confidence=kept.confidence * weights)
    return _best_first(weighed)


def _best_first(found: Detections) -> Detections:
    return found[np.argsort(-found.confidence, kind="stable")]


def _stretch(found: Detections) -> float:
    """By how much the photo is to be stretched, 1 where its tiles are not flat."""
    if not len(found):
        return _UNSEEN
    sizes = np.ptp(found.corners, axis=1)
    shape = float(np.median(sizes[:, 1] / np.maximum(sizes[:, 0], 1e-6)))
    if shape >= _FLAT or _lying(found, sizes):
        return 1.0
    return min(_USUAL / max(shape, 1e-6), _FLATTEST)


def _lying(found: Detections, sizes: NDArray[np.float32]) -> bool:
    """Whether the tiles are wider than high because they lie on their sides, in lines from top to bottom."""
    apart = np.abs(found.centers[:, None] - found.centers[None]) / np.maximum(sizes[:, None], 1e-6)
    across, down = apart[..., 0], apart[..., 1]
    beside = np.count_nonzero((down < _IN_LINE) & (np.abs(across - 1) < _TOUCHING))
    below = np.count_nonzero((across < _IN_LINE) & (np.abs(down - 1) < _TOUCHING))
    return bool(below > beside)


def _taller(pixels: Pixels, factor: float) -> Pixels:
    """The picture stretched upright, made smaller where it would become too large."""
    height, width = pixels.shape[:2]
    shrink = min(1.0, _LARGEST / (height * factor))
    size = (max(1, round(width * shrink)), max(1, round(height * factor * shrink)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), np.uint8)
