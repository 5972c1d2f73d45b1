"""Spots: where a tile would lie between two others, or beyond one, in px of the photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import edges

Floats = NDArray[np.floating[Any]]

_TURNED: Final = 7 / 6
"""Free width, in tile widths, from which on a turned 4:3 tile fits a spot better than an upright one."""
_LONGER: Final = 4 / 3


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Room for a tile: `corners` (4, 2), clockwise from the visual top left, `free` width in widths of a tile, and
    whether a tile fits only `turned`."""

    corners: Floats
    free: float
    turned: bool

    def offset(self, point: Floats) -> tuple[float, float]:
        """How far a point lies from the middle: along the row and towards its lower side, in sides of the spot."""
        along, down = edges(self.corners[None])
        away = np.linalg.solve(np.stack([along[0], down[0]], axis=1), point - self.corners.mean(axis=0))
        return float(away[0]), float(away[1])


def offsets(corners: Floats) -> Floats:
    """(N, N, 2) how far the middle of every box of `corners` (N, 4, 2) lies from that of another, which comes first:
    along its upper side and down from it, in its sides."""
    along, down = edges(corners.astype(np.float64))
    middles = corners.astype(np.float64).mean(axis=1)
    away = middles[None] - middles[:, None]
    size = along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]
    safe = np.where(np.abs(size) < 1e-9, 1e-9, size)[:, None]
    aside = (away[..., 0] * down[:, None, 1] - away[..., 1] * down[:, None, 0]) / safe
    below = (away[..., 1] * along[:, None, 0] - away[..., 0] * along[:, None, 1]) / safe
    return np.stack([aside, below], axis=-1)


def spot_between(left: Floats, right: Floats, *, upright: Floats, free: float | None = None) -> Spot:
    """The spot between two neighbours of a row, given by their corners (4, 2); `upright` are those of a tile of the row
    that is not turned, whose sides the spot has. `free` is the width if it is known better than by these boxes."""
    start, stop = left.mean(axis=0), right.mean(axis=0)
    length = float(np.hypot(*(stop - start)))
    forwards = (stop - start) / max(length, 1e-9)
    ends = _extent(left, forwards) / 2, _extent(right, forwards) / 2
    along, down = _sides(upright, forwards)
    width = 2 * float(np.hypot(*along))
    if free is None:
        free = (length - sum(ends)) / max(width, 1e-9)
    turned = free > _TURNED
    middle = start + forwards * (ends[0] + (length - sum(ends)) / 2)
    if turned:
        # It lies flush with the near edge of its row.
        middle = middle + down * (1 - 1 / _LONGER) / 2
        along, down = along * _LONGER, down / _LONGER
    return Spot(_quad(middle, along, down), free, turned)


def spot_beyond(end: Floats, forwards: Floats) -> Spot:
    """The spot next to a tile at the end of its row, in the direction `forwards` (2,)."""
    along, down = _sides(end, forwards)
    unit = forwards / max(float(np.hypot(*forwards)), 1e-9)
    middle = end.mean(axis=0) + unit * _extent(end, unit)
    return Spot(_quad(middle, along, down), 1.0, False)


def spots_around(tiles: Floats) -> tuple[Spot, Spot]:
    """The spots before the first and after the last of some `tiles` (N, 4, 2) of a row, in order."""
    forwards = tiles[-1].mean(axis=0) - tiles[0].mean(axis=0)
    return spot_beyond(tiles[0], -forwards), spot_beyond(tiles[-1], forwards)


def _quad(middle: Floats, along: Floats, down: Floats) -> Floats:
    """Corners of a tile with this middle and these halves of its sides."""
    return np.array([middle - along - down, middle + along - down, middle + along + down, middle - along + down])


def _sides(corners: Floats, forwards: Floats) -> tuple[Floats, Floats]:
    """Half the side vectors of a tile, the one along the row first, pointing right and down."""
    along, down = (side[0] / 2 for side in edges(corners[None]))
    if abs(float(along @ forwards)) * np.hypot(*down) < abs(float(down @ forwards)) * np.hypot(*along):
        return down, -along
    return along, down


def _extent(corners: Floats, direction: Floats) -> float:
    """Length of the line through the middle of a tile along a unit vector."""
    along, down = edges(corners[None])
    shares = np.linalg.solve(np.stack([along[0], down[0]], axis=1), direction)
    return float(1 / max(np.abs(shares).max(), 1e-9))
