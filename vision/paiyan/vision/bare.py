"""Whether the bare table shows at a place where a tile might lie: something else there may be a tile that was not
found, or hide one."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import edges
from paiyan.vision.images import Photo
from paiyan.vision.surfaces import lab

Floats = NDArray[np.float64]

_AROUND: Final = 1.5
"""The table is looked at within so many tile widths of the tiles."""
_COLUMNS: Final = 90
_ROWS: Final = 50
_FEWEST: Final = 60
"""Points of the table that have to be seen around the tiles to know how it looks."""
_SHADE: Final = 1.5
_EDGE: Final = 1.06
"""Sides of tiles as multiples of their boxes': with the shade around them, and with what boxes err by."""
_POINTS: Final = 10
_INNER: Final = 0.8

# Chosen on 874 places beside 碰 of rendered photos, 5 of which are called unlike the table, and on 190 where a tile
# lies: 188 are. A finger in place of the tile gives the same.
_SPREAD: Final = 2.5
_BRIGHTER: Final = 12.0
_TINT: Final = 0.03
"""How far a point differs from the table: by its lightness (L*) or by its shares of red and green, at least so much and
so many times as much as the table itself varies. A darker one is the table in the shade."""
_DARK: Final = 8.0
"""Added to each colour, for shares of what is nearly black say nothing."""
_UNLIKE: Final = 0.5
_FREE: Final = 0.9
_IN_PHOTO: Final = 0.4


def hidden_places(photo: Photo, places: Floats, tiles: Floats, around: Floats) -> NDArray[np.bool_]:
    """(N,) whether a tile may lie unseen at each of the `places` (N, 4, 2) in px of the photo: it lies outside the
    photo for the most part, or something else than the table shows there.

    `tiles` (M, 4, 2) are all that were found; a place that one of them takes hides none. The table is looked at around
    the tiles `around` (K, 4, 2); where too little of it shows nothing is told of the places within the photo.
    """
    size = np.array(photo.pixels.shape[1::-1]) / np.array(photo.scale)
    table = _table(photo, size, tiles, around)
    return np.array([_hides(photo, size, place, tiles, table) for place in places], dtype=bool)


def _table(photo: Photo, size: Floats, tiles: Floats, around: Floats) -> tuple[Floats, Floats] | None:
    """What the table looks like: the middle and the spread of its colours."""
    across = edges(around)[0]
    reach = _AROUND * float(np.median(np.linalg.norm(across, axis=1)))
    low = np.maximum(around.reshape(-1, 2).min(axis=0) - reach, 0)
    high = np.minimum(around.reshape(-1, 2).max(axis=0) + reach, size)
    columns, rows = np.linspace(low[0], high[0], _COLUMNS), np.linspace(low[1], high[1], _ROWS)
    points = np.stack([axis.ravel() for axis in np.meshgrid(columns, rows)], axis=1)
    points = points[~_within(points, tiles, _SHADE)]
    if len(points) < _FEWEST:
        return None
    colours = _colours(photo, points)
    middle = np.median(colours, axis=0)
    return middle, 1.48 * np.median(np.abs(colours - middle), axis=0)


def _hides(photo: Photo, size: Floats, place: Floats, tiles: Floats, table: tuple[Floats, Floats] | None) -> bool:
    steps = 0.5 + ((np.arange(_POINTS) + 0.5) / _POINTS - 0.5) * _INNER
    u, v = (axis.reshape(-1, 1) for axis in np.meshgrid(steps, steps))
    points = (place[0] * (1 - u) + place[1] * u) * (1 - v) + (place[3] * (1 - u) + place[2] * u) * v
    taken = _within(points, tiles, _EDGE)
    if taken.mean() > 1 - _FREE:
        return False
    inside = ((points >= 0) & (points < size)).all(axis=1)
    if inside.mean() < _IN_PHOTO:
        return True
    seen = points[inside & ~taken]
    if table is None or not len(seen):
        return False
    middle, spread = table
    away = _colours(photo, seen) - middle
    away[:, 0] = np.maximum(away[:, 0], 0)
    unlike = (np.abs(away) > np.maximum(_SPREAD * spread, (_BRIGHTER, _TINT, _TINT))).any(axis=1)
    return bool(unlike.mean() > _UNLIKE)


def _colours(photo: Photo, points: Floats) -> Floats:
    """(N, 3) lightness, and the shares of red and green, at these points of the photo."""
    height, width = photo.pixels.shape[:2]
    x, y = np.floor(points * np.array(photo.scale)).astype(int).T
    rgb = photo.pixels[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].astype(np.float64)
    lifted = rgb + _DARK
    return np.column_stack([lab(rgb)[:, 0], lifted[:, :2] / lifted.sum(axis=1, keepdims=True)])


def _within(points: Floats, tiles: Floats, grown: float) -> NDArray[np.bool_]:
    """(N,) whether points lie within one of the tiles (M, 4, 2), whose sides are `grown`."""
    middles = tiles.mean(axis=1, keepdims=True)
    corners = middles + (tiles - middles) * grown
    sides = np.roll(corners, -1, axis=1) - corners
    away = points[:, None, None] - corners[None]
    turn = sides[None, ..., 0] * away[..., 1] - sides[None, ..., 1] * away[..., 0]
    return np.asarray(((turn >= 0).all(axis=2) | (turn <= 0).all(axis=2)).any(axis=1))
