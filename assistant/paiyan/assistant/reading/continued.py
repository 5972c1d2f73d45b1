"""Three equal tiles whose row a single face-down tile continues: it may be the fourth of a kong, or lie on it.

A back laid on the fourth tile of an open kong hides its face, and what shows is a 碰 with a back beside it, seen as
much farther away as tiles are thick. A back in line with others is part of a wall.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.assistant.reading.model import BACK
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats
from paiyan.vision.layout.spots import Spot

_STEP: Final = (0.6, 1.6)
"""Distance in tile widths between neighbours of one set, one of them turned or laid loosely at most."""
_IN_LINE: Final = 0.5
_OVER: Final = (-2.1, 0.7)
"""How far off the line of the three, in their heights, the back is seen that lies on the fourth or next to it: farther
from a low camera, as it lies as high as tiles are thick, nearer where it covers half."""
_TAKEN: Final = (0.5, 0.4)
"""Within so much of a place, along and across the row, a tile has it for itself."""


def continued_by_back(tiles: Sequence[int], own: Sequence[int], seen: Detections, faint: Detections | None) -> bool:
    """Whether three equal tiles, by their indices in `seen`, and one back that is none of the `own` tiles of the hand
    make a row of four, with no further back beside it. The back may be among those too `faint` to be tiles."""
    boxes = seen if faint is None else Detections.concat([seen, faint])
    backs = [index for index, name in enumerate(boxes.names) if name == BACK and index not in own]
    if not backs:
        return False
    corners, middles = boxes.corners.astype(np.float64), boxes.centers.astype(np.float64)
    upright = min(tiles, key=lambda tile: float(np.ptp(corners[tile][:, 0])))
    frame = Spot(corners[upright], 0.0, False)
    places = np.array([frame.offset(middle) for middle in middles])
    faces = [index for index, name in enumerate(seen.names) if name != BACK]
    wall = [index for index in backs if index < len(seen)]
    return any(_continues(places[back], places[list(tiles)], places[faces], places[wall]) for back in backs)


def _continues(back: Floats, three: Floats, faces: Floats, down: Floats) -> bool:
    """Whether a `back` is the fourth of a row, and alone; all of them along the row and down from it."""
    line = float(np.median(three[:, 1]))
    steps = np.diff(np.sort([*three[:, 0], back[0]]))
    apart = bool((steps > _STEP[0]).all() and (steps < _STEP[1]).all())
    level = bool((np.abs(three[:, 1] - line) < _IN_LINE).all())
    if not (apart and level and _OVER[0] < back[1] - line < _OVER[1]):
        return False
    beside = np.abs(down - back)
    wall = (beside[:, 0] > _STEP[0]) & (beside[:, 0] < _STEP[1]) & (beside[:, 1] < _IN_LINE)
    return not wall.any() and not _occupied(np.array([back[0], line]), faces)


def _occupied(place: Floats, faces: Floats) -> bool:
    near: NDArray[np.bool_] = np.abs(faces - place) < np.array(_TAKEN)
    return bool(near.all(axis=1).any())
