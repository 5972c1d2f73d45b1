"""Reflections: tiles that they make hard to read, and places in the row where they hide a tile."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.coach.patches import GREY, Floats, straightened
from paiyan.vision.geometry import signed_areas
from paiyan.vision.images import Photo
from paiyan.vision.nms import intersection_areas

_CLIPPED: Final = 248
_SHINING: Final = 0.06
"""Share of clipped pixels on a tile, beyond that of most tiles, that is a reflection."""

_GLARING: Final = 0.3
"""Share of them that hides a face whatever the detector says."""

_WHITE: Final = 240
_HIDDEN: Final = 0.2
"""Share of clipped pixels on a place without a tile from which a reflection may have hidden one."""

_SPOT: Final = 0.97
_ALL: Final = 1.0
"""Most that is clipped of such a place: beside the row it may be a sheet of paper where it all is."""

_TAKEN: Final = 0.1
_FEWEST: Final = 4
_GAP: Final = 1.5, 5.5
"""Tiles this many tile widths apart, middle to middle, have room for others between them."""


def clipped_shares(grey: Floats) -> Floats:
    """(N,) The share of clipped pixels of patches (N, h, w)."""
    return np.asarray((grey >= _CLIPPED).mean(axis=(1, 2)), np.float32)


def glaring(clipped: Floats, doubtful: NDArray[np.bool_], level: float) -> int:
    """How many tiles are clipped more than the others; none where the bodies are nearly white without a reflection."""
    if not len(clipped) or level > _WHITE:
        return 0
    beyond = clipped - np.median(clipped)
    return int((beyond > np.where(doubtful, _SHINING, _GLARING)).sum())


def swallowed(photo: Photo, row: Floats, others: Floats, level: float) -> int:
    """How many places in a row of tiles (N, 4, 2), in its gaps and at its ends, are hidden by a reflection; where one
    of the `others` (M, 4, 2) lies, none is hidden."""
    if len(row) < _FEWEST or level > _WHITE:
        return 0
    step = _step(row)
    ends = np.stack([row[0] - step, row[-1] + step])
    return _hidden(photo, ends, others, _SPOT) + _hidden(photo, _gaps(row, step), others, _ALL)


def _hidden(photo: Photo, places: Floats, others: Floats, most: float) -> int:
    """How many of these places (N, 4, 2) are clipped, each at most by the share `most`, and free."""
    if len(others):
        shared = np.array([intersection_areas(place, others).sum() for place in places])
        places = places[shared < _TAKEN * np.abs(signed_areas(places))]
    if not len(places):
        return 0
    clipped = clipped_shares(straightened(photo, places) @ GREY)
    return int(((clipped >= _HIDDEN) & (clipped <= most)).sum())


def _step(row: Floats) -> Floats:
    """From one tile to the next, where they are as far apart as most are."""
    steps = np.diff(row.mean(axis=1), axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    return np.asarray(steps[np.argsort(lengths)[len(lengths) // 2]], np.float32)


def _gaps(row: Floats, step: Floats) -> Floats:
    """Boxes between tiles of the row that have room for others, (M, 4, 2)."""
    ways = np.diff(row.mean(axis=1), axis=0)
    widths = np.linalg.norm(ways, axis=1) / max(float(np.linalg.norm(step)), 1e-6)
    least, most = _GAP
    counts = np.where((widths >= least) & (widths <= most), np.round(widths) - 1, 0).astype(int)
    places = [
        row[before] + ways[before] * (place + 1) / (count + 1)
        for before, count in enumerate(counts)
        for place in range(count)
    ]
    return np.asarray(places, np.float32).reshape(-1, 4, 2)
