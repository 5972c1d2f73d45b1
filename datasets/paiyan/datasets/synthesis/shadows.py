"""Soft shadows: the bodies of a scene projected along the light onto the table and onto the tops of lying tiles."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synthesis.sampling import sample
from paiyan.datasets.synthesis.scene import Block, Scene

Field = NDArray[np.floating[Any]]
Matrix = NDArray[np.float64]

_CELLS: Final = 16
"""Cells of a shadow map per tile width."""
_LIMIT: Final = 1024


class ShadowMaps:
    """How much of the lamp reaches a place, 0–1, from one map per level: the table and the tops of tiles."""

    def __init__(self, scene: Scene) -> None:
        thickness = scene.look.thickness
        bodies = [block.corners(thickness) for block in scene.blocks]
        for thing in scene.clutter:
            axes = Block("", 0, 0, thing.turn).axes()
            signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (0, 2)])
            size = np.array([thing.width, thing.depth, thing.height]) / 2
            bodies.append(np.array([thing.x, thing.y, 0.0]) + (signs * size) @ axes.T)
        self._light = scene.light.direction()
        if not bodies:
            bodies = [np.zeros((8, 3))]
        everything = np.concatenate(bodies)
        self._low = everything[:, :2].min(axis=0) - 3
        extent = everything[:, :2].max(axis=0) + 3 - self._low
        self._scale = min(_CELLS, _LIMIT / float(extent.max()))
        self._size = (int(extent[0] * self._scale) + 1, int(extent[1] * self._scale) + 1)
        self._levels = sorted({0.0, *(round(float(body[:, 2].max()), 2) for body in bodies)})
        self._maps = [self._cast(bodies, level, scene.light.softness) for level in self._levels]
        self._maps[0] = self._maps[0] * self._contact(bodies)

    def _grid(self, points: Matrix) -> NDArray[np.int32]:
        hull = cv2.convexHull(((points - self._low) * self._scale).astype(np.float32))
        return np.asarray(np.rint(hull * 16), dtype=np.int32)

    def _cast(self, bodies: list[Matrix], level: float, softness: float) -> Field:
        mask = np.zeros((self._size[1], self._size[0]), dtype=np.uint8)
        slope = self._light[:2] / self._light[2]
        for body in bodies:
            if body[:, 2].max() < level + 0.05:
                continue
            rise = np.maximum(body[:, 2:] - level, 0)
            cv2.fillConvexPoly(mask, self._grid(body[:, :2] - rise * slope), 255, cv2.LINE_AA, shift=4)
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, softness * self._scale * 0.5))
        return 1 - soft.astype(np.float32) / 255

    def _contact(self, bodies: list[Matrix]) -> Field:
        mask = np.zeros((self._size[1], self._size[0]), dtype=np.uint8)
        for body in bodies:
            if body[:, 2].min() < 0.1:
                cv2.fillConvexPoly(mask, self._grid(body[:, :2]), 255, cv2.LINE_AA, shift=4)
        near = cv2.GaussianBlur(mask, (0, 0), self._scale * 0.16).astype(np.float32)
        wide = cv2.GaussianBlur(mask, (0, 0), self._scale * 0.6).astype(np.float32)
        return 1 - (0.35 * near + 0.2 * wide) / 255

    def on_table(self, plane_to_image: Matrix, size: tuple[int, int]) -> Field:
        """The map of the table as seen in a picture of this size."""
        to_plane = np.array([[1 / self._scale, 0, self._low[0]], [0, 1 / self._scale, self._low[1]], [0, 0, 1]])
        warped = cv2.warpPerspective(
            self._maps[0], plane_to_image @ to_plane, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
            borderValue=1.0,
        )  # fmt: skip
        return np.asarray(warped, dtype=np.float32)

    def at(self, place: Field, normal: Field) -> Field:
        """Light that reaches surface points (3, N) with these normals; 1 is all of it."""
        spot = place[:2] + np.float32(0.12) * normal[:2]
        x, y = (spot - self._low.astype(np.float32)[:, None]) * np.float32(self._scale)
        upright = np.abs(normal[2]) < 0.5
        # A wall facing the lamp sees only part of the shadow that lies at its foot.
        light = np.where(upright, 0.5 + 0.5 * sample(self._maps[0], x, y), 1).astype(np.float32)
        for level, cast in zip(self._levels[1:], self._maps[1:], strict=True):
            top = ~upright & (np.abs(place[2] - level) < 0.08)
            if top.any():
                light[top] = sample(cast, x[top], y[top])
        return light
