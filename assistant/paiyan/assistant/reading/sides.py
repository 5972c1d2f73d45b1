"""What only looks like a tile that lies face down: the sides of tiles and of walls, seen from low over the table."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.assistant.reading.model import BACK
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats
from paiyan.vision.layout import Layout
from paiyan.vision.layout.spots import offsets

_CLEAR: Final = 0.4
"""A back of this confidence is one, wherever it lies. Of those below it right against the near side of a face, 825 of
830 were the sides of tiles."""
_ASIDE: Final = 0.5
_AGAINST: Final = (0.4, 1.4)
"""How much nearer than a tile, in its heights, its own side is seen."""
_TOUCHING: Final = 0.3
_IN_LINE: Final = 0.3
_LAYERS: Final = (0.5, 1.5)
"""The same of two layers of a wall, or of a layer and its side."""
_FEWEST: Final = 2


def without_sides(detections: Detections, seen: float) -> Detections:
    """The boxes without faint backs right against the near side of a face of confidence `seen` and above, unless such
    faces or clear backs lie beside them."""
    backs = np.array([name == BACK for name in detections.names], dtype=bool)
    clear = detections.confidence >= _CLEAR
    away = offsets(detections.corners)
    faces = ~backs & (detections.confidence >= seen)
    against = _nearer(away, _AGAINST)[faces].any(axis=0)
    beside = (np.abs(away[..., 1]) < _IN_LINE) & (np.abs(np.abs(away[..., 0]) - 1) < _TOUCHING)
    known = beside[:, faces | (backs & clear)].any(axis=1)
    return detections[~(backs & ~clear & against & ~known)]


def walls(layout: Layout, detections: Detections) -> frozenset[int]:
    """The tiles of groups of backs, out of line with the hand, that others lie against: layers and sides of walls, or
    walls with discards behind them. A concealed kong lies by itself."""
    down = np.array(layout.face_down, dtype=bool)
    if not down.any():
        return frozenset()
    nearer = _nearer(offsets(detections.corners), _LAYERS)
    against = nearer | nearer.T
    if layout.main is not None:
        against[:, list(layout.rows[layout.main].tiles)] = False
    found: set[int] = set()
    for place, row in enumerate(layout.rows):
        for group in row.groups if place != layout.main else ():
            tiles = list(group.tiles)
            others = np.setdiff1d(np.arange(len(down)), tiles)
            if down[tiles].all() and against[tiles][:, others].any(axis=1).sum() >= _FEWEST:
                found.update(tiles)
    return frozenset(found)


def _nearer(away: Floats, heights: tuple[float, float]) -> NDArray[np.bool_]:
    """(N, N) whether a box lies in line with another, which comes first, and so much nearer."""
    in_line = np.abs(away[..., 0]) < _ASIDE
    nearer: NDArray[np.bool_] = in_line & (away[..., 1] > heights[0]) & (away[..., 1] < heights[1])
    return nearer
