"""Tells a 白 without a frame from a tile that lies face down: it is of the colour that the photo's faces are of.

A detector sees the same in both, a plain surface. Backs have a colour of their own; what is as light and as white as
the bodies of the faces beside it is a face.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from paiyan.vision.clear import CLEAR, FEWEST, relative_lengths
from paiyan.vision.closeup import standing
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats
from paiyan.vision.images import Photo
from paiyan.vision.surfaces import lab, plain_colour, surface

_BACK: Final = "back"
_BLANK: Final = "5z"
_BODY: Final = (60.0, 95.0)
"""Percentiles of a face's brightness between which lies what is not drawn, and no glare either."""

# In CIELAB. Of 645 backs on photos kept out of training none comes near: the least darker than the faces is grey, by
# 12.9, and not plain; the blank 白 of other photos are up to 12 darker.
_AS_LIGHT: Final = 12.0
_AS_WHITE: Final = 5.0
_WHITE: Final = 18.0
_LIGHT: Final = 45.0
_PLAIN: Final = 0.2
_NO_COLOUR: Final = 1.0
"""Faces of a photo without colour are all less colourful than this: there a back's colour does not show."""

_AS_LONG: Final = 0.84
"""A surface shorter than this, over the nearest faces, is the end or the side of a tile, which is white too."""

_FAINTEST: Final = 0.6
"""Share of the threshold from which on what looks like a blank face counts as one."""
_RIVAL: Final = 0.8
"""What being face down still scores beside the blank face: the tile stays in doubt."""


def read_blanks(found: Detections, photo: Photo, threshold: float) -> Detections:
    """The same boxes; plain ones that were taken for backs but look like the faces' bodies are read as 白, in doubt.

    A box that scores less than the `threshold` of what counts as a tile, but not much less as 白 and as a back
    together, is a plain tile all the same: where it looks like the faces' bodies it scores as much as the threshold.
    """
    if not {_BLANK, _BACK} <= set(found.class_names):
        return found
    blank, back = found.class_names.index(_BLANK), found.class_names.index(_BACK)
    plain = np.isin(found.labels, (blank, back))
    counts = found.confidence >= threshold
    split = plain & ~counts & (found.scores[:, blank] + found.scores[:, back] >= _FAINTEST * threshold)
    rows = np.flatnonzero(split | (counts & (found.labels == back)))
    faces = np.flatnonzero((found.confidence >= CLEAR) & ~plain)
    if not len(rows) or len(faces) < FEWEST:
        return found
    rows = rows[relative_lengths(found, rows, faces) >= _AS_LONG]
    boxes = standing(found.corners * np.array(photo.scale, np.float32))
    bodies = lab(np.stack([_body(surface(photo, boxes[row])) for row in faces]))
    rows = np.array([row for row in rows if _is_blank(surface(photo, boxes[row]), bodies)], np.intp)
    scores = np.array(found.scores)
    scores[rows, blank] = np.where(split[rows], threshold, found.scores[rows, back])
    scores[rows, back] *= _RIVAL
    confidence = np.array(found.confidence)
    confidence[rows] = scores[rows, blank]
    return replace(found, scores=scores, confidence=confidence)


def _is_blank(patch: Floats, bodies: Floats) -> bool:
    """Whether a surface (h, w, 3) is plain and of the colour of these bodies (N, 3): as light as most of them, as
    white as one of them, for light on a table is not of one colour everywhere."""
    colour = plain_colour(patch)
    if np.hypot(*colour[1:]) > _WHITE or colour[0] < _LIGHT or _unevenness(patch) > _PLAIN:
        return False
    if np.hypot(*bodies[:, 1:].T).max() < _NO_COLOUR:
        return False
    as_light = abs(colour[0] - np.median(bodies[:, 0])) <= _AS_LIGHT
    return bool(as_light and np.hypot(*(bodies[:, 1:] - colour[1:]).T).min() <= _AS_WHITE)


def _body(patch: Floats) -> Floats:
    """RGB of what a face is drawn on."""
    pixels = patch.reshape(-1, 3)
    light = pixels.mean(axis=1)
    low, high = np.percentile(light, _BODY)
    return np.asarray(np.median(pixels[(light >= low) & (light <= high)], axis=0), np.float32)


def _unevenness(patch: Floats) -> float:
    """How far the brightness of a surface spans, as a share of it; noise left out."""
    light = cv2.GaussianBlur(patch, (0, 0), 1.5).mean(axis=2)
    low, high = np.percentile(light, (2, 98))
    return float((high - low) / max(1.0, float(light.mean())))
