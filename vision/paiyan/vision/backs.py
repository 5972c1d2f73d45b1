"""Weighs unclear face-down tiles by the clear ones: the backs of a set have one colour, and about one size nearby.

A gap of table between two tiles, the side of a wall or a plank of the floor looks like a back to a detector, but has
another colour or size than the backs beside it; a back under glare or seen at a flat angle has the colour of the rest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.clear import CLEAR, FEWEST, Rows, relative_lengths
from paiyan.vision.closeup import standing
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats
from paiyan.vision.images import Photo
from paiyan.vision.surfaces import plain_colour, surface

_BACK: Final = "back"

# Chosen on the labelled training photos with backs (1,750): 29 of 73 false ones go for one true one, 20 more are found
# for 5 more false ones. In CIELAB, colour apart from lightness; sizes as ratios of lengths.
_OTHER_COLOUR: Final = 25.0
_OTHER_SIZE: Final = (0.6, 1.7)
_SAME_COLOUR: Final = 12.0
_AS_LIGHT: Final = 12.0
_SAME_SIZE: Final = (0.8, 1.25)
_FAINTEST: Final = 0.6
"""Share of the threshold from which on a back that looks like the clear ones counts."""
_CLEAR_ALONE: Final = 0.65
"""A back of a colour that no other has is taken for a clear one only from this confidence on."""
_JUST_BELOW: Final = 0.99
_COLOURFUL: Final = 8.0
"""Where the backs are less colourful than this, the sides of tiles look like them too."""


def clear_backs(found: Detections) -> Rows:
    """The rows of backs that others can be compared with; none where there are too few of them."""
    rows = np.flatnonzero(are_backs(found) & (found.confidence >= CLEAR))
    return rows if len(rows) >= FEWEST else rows[:0]


def are_backs(found: Detections) -> NDArray[np.bool_]:
    """Which boxes (N,) look most like the back of a tile."""
    return np.array([name == _BACK for name in found.names], bool)


def settle_backs(found: Detections, photo: Photo, threshold: float) -> Detections:
    """The same boxes with unclear backs settled: what looks otherwise than the clear ones scores below the `threshold`
    of what counts as a tile, a faint one that looks just like them scores as much as the threshold."""
    if _BACK not in found.class_names:
        return found
    back = found.class_names.index(_BACK)
    rows = np.flatnonzero(are_backs(found) & (found.confidence >= _FAINTEST * threshold))
    sure = np.isin(rows, clear_backs(found))
    if not sure.any():
        return found
    colours = _colours(found, photo, rows)
    sure &= ~_alone(colours, sure) | (found.confidence[rows] >= _CLEAR_ALONE)
    if not sure.any() or sure.all():
        return found
    clear = colours[sure]
    colourful = bool(np.hypot(*np.median(clear, axis=0)[1:]) >= _COLOURFUL)
    sizes = relative_lengths(found, rows, rows[sure])
    scores = np.array(found.scores)
    for place in np.flatnonzero(~sure):
        row = rows[place]
        alike = _alike(colours[place], float(sizes[place]), clear)
        if found.confidence[row] >= threshold and alike is False:
            scores[row, back] = min(scores[row, back] * threshold / CLEAR, _JUST_BELOW * threshold)
        elif found.confidence[row] < threshold and alike and colourful:
            scores[row, back] = threshold
    return replace(found, scores=scores, confidence=scores.max(axis=1))


def _alone(colours: Floats, sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of `colours` (N, 3) none of the others that are `sure` (N,) shares."""
    apart = colours[:, None, 1:] - colours[None, :, 1:]
    hues = np.hypot(apart[..., 0], apart[..., 1])
    hues[:, ~sure] = np.inf
    np.fill_diagonal(hues, np.inf)
    return np.asarray(hues.min(axis=1) > _OTHER_COLOUR, np.bool_)


def _colours(found: Detections, photo: Photo, rows: Rows) -> Floats:
    """(N, 3) CIELAB colours of what the boxes show."""
    boxes = standing(found.corners[rows] * np.array(photo.scale, np.float32))
    return np.stack([plain_colour(surface(photo, box)) for box in boxes])


def _alike(colour: Floats, size: float, clear: Floats) -> bool | None:
    """Whether a box looks just like the clear backs (True), otherwise than all of them (False), or neither (None).

    `colour` (3,) is its colour, `size` its length over theirs, `clear` (N, 3) are the colours of the clear backs.
    """
    apart = np.abs(clear - colour)
    hue, light = float(np.hypot(apart[:, 1], apart[:, 2]).min()), float(apart[:, 0].min())
    if hue > _OTHER_COLOUR or not _OTHER_SIZE[0] <= size <= _OTHER_SIZE[1]:
        return False
    alike = hue < _SAME_COLOUR and light < _AS_LIGHT and _SAME_SIZE[0] <= size <= _SAME_SIZE[1]
    return True if alike else None
