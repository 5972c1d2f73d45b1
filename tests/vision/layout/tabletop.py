"""Tiles laid on a table top by coordinates and photographed by a pinhole camera: true boxes for the layout tests.

Units are tile widths; x to the right, y towards the person. A tile is 1 wide and 1.33 long.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from paiyan.engine.tiles import TILE_CODES
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import order_corners

TILE_LENGTH = 1.33
CLASSES = (*TILE_CODES, "back")


@dataclass
class Tabletop:
    """Collects tiles; every method returns the indices of the tiles it laid."""

    tiles: list[tuple[float, float, float, str]] = field(default_factory=list)
    heights: dict[int, float] = field(default_factory=dict)

    def tile(self, x: float, y: float, code: str = "1m", *, turned: float = 0) -> int:
        """One tile with its middle at (x, y), turned clockwise by `turned` degrees."""
        self.tiles.append((x, y, turned, code))
        return len(self.tiles) - 1

    def cover(self, tile: int, *, thickness: float = 0.74) -> None:
        """Lays another tile of its face exactly on a tile: only the upper one is seen then."""
        self.heights[tile] = thickness

    def row(
        self,
        x: float,
        y: float,
        codes: str | list[str],
        *,
        spacing: float = 0.03,
        sideways: tuple[int, ...] = (),
        bend: float = 0,
    ) -> list[int]:
        """Tiles side by side from left edge `x` on; `codes` are codes, space-separated. `sideways` are places of tiles
        turned by 90°; `bend` lifts the row's ends by that many widths."""
        laid = []
        names = codes.split() if isinstance(codes, str) else codes
        start = x
        total = len(names) * (1 + spacing)
        for place, code in enumerate(names):
            wide = TILE_LENGTH if place in sideways else 1.0
            middle = x + wide / 2
            lift = bend * (2 * (middle - start) / total - 1) ** 2
            slope = np.degrees(np.arctan(bend * 4 * (2 * (middle - start) / total - 1) / total))
            drop = (TILE_LENGTH - 1) / 2 if place in sideways else 0
            laid.append(self.tile(middle, y - lift + drop, code, turned=(90 if place in sideways else 0) - slope))
            x += wide + spacing
        return laid

    def end_of(self, tiles: list[int]) -> float:
        """Right edge of a row."""
        x, _, turned, _ = self.tiles[tiles[-1]]
        return x + (TILE_LENGTH / 2 if turned else 0.5)

    def photo(
        self,
        *,
        elevation: float = 60,
        roll: float = 0,
        yaw: float = 0,
        noise: float = 0,
        rectangles: bool = True,
        seed: int = 0,
        size: tuple[int, int] = (1600, 1200),
        distance: float = 2.2,
    ) -> Detections:
        """The boxes a perfect detector would see.

        `elevation` is the camera's height over the table in degrees (90 looks straight down), `yaw` turns the table,
        `roll` the camera; `noise` is the scatter of corners in shares of a tile's width; `rectangles` gives oriented
        rectangles instead of the true quadrilaterals; `distance` of the camera is in widths of the scene.
        """
        quads = np.array([_quad(*tile[:3]) for tile in self.tiles])
        heights = np.array([self.heights.get(index, 0.0) for index in range(len(quads))])
        image = _project(quads, heights, elevation, yaw, roll, distance, size)
        generator = np.random.default_rng(seed)
        widths = np.linalg.norm(image[:, 1] - image[:, 0], axis=1)
        image = image + generator.normal(0, 1, image.shape) * noise * widths[:, None, None]
        if rectangles:
            image = np.array([cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))) for quad in image])
        corners = order_corners(image)
        scores = np.zeros((len(quads), len(CLASSES)), np.float32)
        scores[np.arange(len(quads)), [CLASSES.index(tile[3]) for tile in self.tiles]] = 0.95
        return Detections(corners, scores, scores.max(axis=1), CLASSES, size)


def _quad(x: float, y: float, turned: float) -> np.ndarray:
    angle = np.radians(turned)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    half = np.array(
        [[-0.5, -TILE_LENGTH / 2], [0.5, -TILE_LENGTH / 2], [0.5, TILE_LENGTH / 2], [-0.5, TILE_LENGTH / 2]]
    )
    return half @ turn + (x, y)


def _project(
    quads: np.ndarray,
    heights: np.ndarray,
    elevation: float,
    yaw: float,
    roll: float,
    distance: float,
    size: tuple[int, int],
) -> np.ndarray:
    points = quads.reshape(-1, 2) - (quads.reshape(-1, 2).min(axis=0) + quads.reshape(-1, 2).max(axis=0)) / 2
    turn = np.radians(yaw)
    points = points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    reach = np.abs(points).max() * 2
    up = np.radians(elevation)
    raised = np.repeat(heights, 4)
    depth = distance * reach - points[:, 1] * np.cos(up) - raised * np.sin(up)
    seen = np.column_stack([points[:, 0], points[:, 1] * np.sin(up) - raised * np.cos(up)]) / depth[:, None]
    angle = np.radians(roll)
    seen = seen @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    seen = seen * (0.9 * min(size) / np.ptp(seen, axis=0).max())
    seen += np.array(size) / 2 - (seen.min(axis=0) + seen.max(axis=0)) / 2
    return seen.reshape(-1, 4, 2)
