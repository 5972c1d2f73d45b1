"""Tells a photo with left and right exchanged, as some front cameras save it: its faces read better in a mirror.

A mirrored face is another face or none, and a detector that knows no mirrored ones takes it for what it looks like: a
mirrored 7p for a 6p.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from paiyan.vision.closeup import CloseReader
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats, order_corners
from paiyan.vision.images import Photo

_ALIKE: Final = ("back", "5z")
"""Plain tiles look the same in a mirror."""
_MOST: Final = 20
"""Faces that are looked at, the clearest ones: more would only cost time."""
_FLOOR: Final = 1e-3

# Of 49 photos of dev, the hands and the samples, and of 129 of training, none scores more than 0.04 as it is; mirrored,
# 39 of the 49 score more than this, the others show next to no face that a mirror changes.
_SURER: Final = 0.15
"""By how much the logarithms of what the faces are read with, added up, have to be greater in the mirror."""


def looks_mirrored(closer: CloseReader, photo: Photo, found: Detections) -> bool:
    """Whether what was `found` on a photo is read more surely in a mirror than as it is."""
    faces = [row for row, name in enumerate(found.names) if name not in _ALIKE]
    rows = sorted(faces, key=lambda row: -found.confidence[row])[:_MOST]
    if not rows:
        return False
    corners = found.corners[rows] * np.array(photo.scale, np.float32)
    seen = _sureness(closer.read(photo.pixels, corners))
    turned = in_mirror(photo).pixels
    return bool(_sureness(closer.read(turned, corners_in_mirror(corners, turned.shape[1]))) - seen > _SURER)


def in_mirror(photo: Photo) -> Photo:
    """The photo with left and right exchanged."""
    return replace(photo, pixels=np.ascontiguousarray(photo.pixels[:, ::-1]))


def corners_in_mirror(corners: Floats, width: float) -> Floats:
    """Where boxes (N, 4, 2) lie in a picture of `width` px after left and right were exchanged, clockwise as seen."""
    return order_corners(np.stack([width - corners[..., 0], corners[..., 1]], axis=-1).astype(np.float32))


def _sureness(read: Floats) -> float:
    """How surely faces are read, from the answers (N, K + 1) of a close look, of which the last is no tile."""
    return float(np.log(read[:, :-1].max(axis=1) + _FLOOR).sum())
