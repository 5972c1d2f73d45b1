"""What is true about a rendered photo: which tiles show, where their corners are, and what they belong to."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synthesis.scene import Block, Camera, Scene
from paiyan.vision.geometry import axis_degrees, order_corners

_GRAZING: Final = 0.12
"""Sine of the smallest angle under which a face still counts as seen."""


@dataclass(frozen=True, slots=True, eq=False)
class TruthTile:
    """One tile that can be seen: ``code`` is its face or ``back``.

    ``corners`` (4, 2) are pixels of the visible face, clockwise from the corner that looks like its top left in the
    picture; ``facing`` is the direction of the face's top in degrees clockwise from upwards (None for backs);
    ``visible`` the share of the face that nothing hides; ``block`` the tile's place in the scene.
    """

    code: str
    corners: NDArray[np.float64]
    facing: float | None
    group: str
    seat: str | None
    visible: float
    block: int

    def to_json(self) -> dict[str, Any]:
        """The fields of a tile of `paiyan read`, as far as truth has them."""
        return {
            "tile": self.code,
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in self.corners],
            "axis": round(float(axis_degrees(self.corners[None])[0]), 1),
            "facing": None if self.facing is None else round(self.facing, 1),
            "group": self.group,
            "seat": self.seat,
        }


def _shown(block: Block, camera: Camera, thickness: float) -> tuple[str, NDArray[np.float64]] | None:
    """The side of a block that the camera sees: its code and its corners in the world, the face's top left first."""
    out = block.axes()[:, 2]
    corners = block.corners(thickness)
    toward = camera.position - block.center(thickness)
    toward /= np.linalg.norm(toward)
    sine = float(out @ toward)
    if block.code != "back" and sine > _GRAZING:
        return block.code, corners[:4]
    if sine < -_GRAZING:
        return "back", corners[4:]
    return None


def describe(
    scene: Scene,
    owner: NDArray[np.int32],
    supersampling: float,
    seen: float,
) -> tuple[TruthTile, ...]:
    """Truth of a rendering from ``owner``, the index of the block at each pixel of the supersampled picture."""
    width, height = scene.camera.size
    tiles = []
    for index, block in enumerate(scene.blocks):
        side = _shown(block, scene.camera, scene.look.thickness)
        if side is None:
            continue
        code, world = side
        corners = scene.camera.project(world)
        visible = _visible_share(owner, corners * supersampling, index)
        inside = ((corners >= 0) & (corners <= (width, height))).all()
        if visible < seen or (not inside and visible < 0.7):
            continue
        facing = None
        if code != "back":
            top = corners[0] + corners[1] - corners[2] - corners[3]
            facing = degrees(atan2(top[0], -top[1])) % 360
        clipped = np.clip(corners, 0, (width, height))
        tiles.append(
            TruthTile(code, order_corners(clipped[None])[0], facing, block.group, block.seat, round(visible, 3), index)
        )
    return tuple(tiles)


def _visible_share(owner: NDArray[np.int32], corners: NDArray[np.float64], index: int) -> float:
    """Share of a grid of points on the quad ``corners`` at which the picture shows block ``index``."""
    steps = (np.arange(9) + 1) / 10
    u, v = (side.ravel() for side in np.meshgrid(steps, steps))
    a, b, c, d = corners
    grid = (
        np.outer((1 - u) * (1 - v), a) + np.outer(u * (1 - v), b) + np.outer(u * v, c) + np.outer((1 - u) * v, d)
    ).astype(int)
    height, width = owner.shape
    within = (grid >= 0).all(axis=1) & (grid[:, 0] < width) & (grid[:, 1] < height)
    shown = owner[grid[within, 1], grid[within, 0]] == index
    return float(np.count_nonzero(shown)) / len(grid)
