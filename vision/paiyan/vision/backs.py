"""Weighs unclear face-down tiles by the clear ones: the backs of a set have one colour, and about one size nearby.

A gap of table between two tiles, the side of a wall or a plank of the floor looks like a back to a detector, but has
another colour or size than the backs beside it; a back under glare or seen at a flat angle has the colour of the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.closeup import standing
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats, mean_lengths
from paiyan.vision.images import Photo
from paiyan.vision.surfaces import plain_colour, surface

Rows: TypeAlias = NDArray[np.intp]

_BACK: Final = "back"
CLEAR: Final = 0.5
"""Tiles of this confidence and more show what unclear ones have to look like."""
_FEWEST: Final = 3
"""From fewer clear backs nothing is told."""
_NEAREST: Final = 5

# Chosen on the labelled training photos with backs (1,750): 29 of 73 false ones go for one true one, 20 more are found
# for 5 more false ones. In CIELAB, colour apart from lightness; sizes as ratios of lengths.
_OTHER_COLOUR: Final = 25.0
_OTHER_SIZE: Final = (0.6, 1.7)
_SAME_COLOUR: Final = 12.0
_AS_LIGHT: Final = 12.0
_SAME_SIZE: Final = (0.8, 1.25)
_FAINTEST: Final = 0.6
"""Share of the threshold from which on a back that looks like the clear ones counts."""
_COLOURFUL: Final = 8.0
"""Where the backs are less colourful than this, the sides of tiles look like them too."""


@dataclass(frozen=True, slots=True)
class _Plain:
    """Boxes that may lie face down: middles (N, 2) and lengths (N,) in px, and CIELAB colours (N, 3)."""

    centers: Floats
    lengths: Floats
    colours: Floats

    def __getitem__(self, rows: Rows) -> _Plain:
        return _Plain(self.centers[rows], self.lengths[rows], self.colours[rows])

    @property
    def colourful(self) -> bool:
        return bool(np.hypot(*np.median(self.colours, axis=0)[1:]) >= _COLOURFUL)


def clear_backs(found: Detections) -> Rows:
    """The rows of backs that others can be compared with; none where there are too few of them."""
    rows = np.flatnonzero(are_backs(found) & (found.confidence >= CLEAR))
    return rows if len(rows) >= _FEWEST else rows[:0]


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
    if not sure.any() or sure.all():
        return found
    backs = _seen(found, photo, rows)
    clear = backs[np.flatnonzero(sure)]
    scores = np.array(found.scores)
    for place in np.flatnonzero(~sure):
        row = rows[place]
        likeness = _likeness(backs[np.array([place])], clear)
        if found.confidence[row] >= threshold and likeness is False:
            scores[row, back] *= threshold / CLEAR
        elif found.confidence[row] < threshold and likeness and clear.colourful:
            scores[row, back] = threshold
    return replace(found, scores=scores, confidence=scores.max(axis=1))


def _seen(found: Detections, photo: Photo, rows: Rows) -> _Plain:
    boxes = standing(found.corners[rows] * np.array(photo.scale, np.float32))
    colours = np.stack([plain_colour(surface(photo, box)) for box in boxes])
    return _Plain(found.centers[rows], mean_lengths(found.corners[rows]), colours)


def _likeness(one: _Plain, clear: _Plain) -> bool | None:
    """Whether a box looks just like the clear backs (True), otherwise than all of them (False), or neither (None)."""
    apart = np.abs(clear.colours - one.colours)
    hue, light = float(np.hypot(apart[:, 1], apart[:, 2]).min()), float(apart[:, 0].min())
    nearest = np.argsort(np.linalg.norm(clear.centers - one.centers, axis=1))[:_NEAREST]
    size = float(one.lengths[0] / np.median(clear.lengths[nearest]))
    if hue > _OTHER_COLOUR or not _OTHER_SIZE[0] <= size <= _OTHER_SIZE[1]:
        return False
    alike = hue < _SAME_COLOUR and light < _AS_LIGHT and _SAME_SIZE[0] <= size <= _SAME_SIZE[1]
    return True if alike else None
