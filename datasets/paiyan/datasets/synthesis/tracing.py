"""Where the rays of a camera meet rounded boxes: the geometry under :mod:`paiyan.datasets.synthesis.render`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synthesis.scene import Camera

Field = NDArray[np.floating[Any]]
Matrix = NDArray[np.float64]

_STEPS: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Rays that meet one box: pixel rows and columns, depth along the view axis, place and normal in the box's frame.

    For N rays ``rows``, ``columns`` and ``depth`` are (N,), ``place`` and ``normal`` (3, N); the box's middle is the
    origin of its frame.
    """

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    depth: Field
    place: Field
    normal: Field

    def __getitem__(self, mask: NDArray[np.bool_]) -> Hits:
        return Hits(self.rows[mask], self.columns[mask], self.depth[mask], self.place[:, mask], self.normal[:, mask])


def outline(camera: Camera, corners: Matrix) -> NDArray[np.int32] | None:
    """Convex outline in pixels of a body with these corners, or None when it is behind the camera or out of view."""
    ahead = (corners - camera.position) @ camera.axes[2]
    if ahead.min() <= 0.1:
        return None
    points = camera.project(corners)
    low, high = points.min(axis=0), points.max(axis=0)
    width, height = camera.size
    if high[0] < 0 or high[1] < 0 or low[0] >= width or low[1] >= height:
        return None
    hull = cv2.convexHull(points.astype(np.float32))
    return np.rint(np.clip(hull, -30000, 30000)).astype(np.int32)


def trace_box(
    camera: Camera, corners: Matrix, axes: Matrix, center: Matrix, half: Matrix, radius: float
) -> Hits | None:
    """Meet a box of half sizes ``half`` whose edges are rounded by ``radius`` with every ray through its outline.

    ``axes`` holds the box's directions as columns. None when no ray meets it.
    """
    hull = outline(camera, corners)
    if hull is None:
        return None
    x, y, width, height = cv2.boundingRect(hull)
    left, top = max(x - 1, 0), max(y - 1, 0)
    right, bottom = min(x + width + 1, camera.size[0]), min(y + height + 1, camera.size[1])
    if left >= right or top >= bottom:
        return None
    inside = np.zeros((bottom - top, right - left), dtype=np.uint8)
    cv2.fillConvexPoly(inside, hull - np.array([left, top], dtype=np.int32), 1)
    rows, columns = np.nonzero(inside)
    rows, columns = rows + top, columns + left
    to_box = (camera.axes @ axes).astype(np.float32)
    across = (columns.astype(np.float32) + np.float32(0.5 - camera.center[0])) / np.float32(camera.focal)
    along = (rows.astype(np.float32) + np.float32(0.5 - camera.center[1])) / np.float32(camera.focal)
    ray = to_box[0][:, None] * across + to_box[1][:, None] * along + to_box[2][:, None]
    origin = ((camera.position - center) @ axes).astype(np.float32)[:, None]
    return _meet(rows, columns, ray, origin, half.astype(np.float32)[:, None], np.float32(radius))


def _length(vectors: Field) -> Field:
    return np.asarray(np.sqrt(np.einsum("kn,kn->n", vectors, vectors)), dtype=np.float32)


def _meet(
    rows: NDArray[np.intp], columns: NDArray[np.intp], ray: Field, origin: Field, half: Field, radius: np.float32
) -> Hits | None:
    ray[np.abs(ray) < 1e-6] = 1e-6
    reach = half * np.sign(ray)
    near = ((-reach - origin) / ray).max(axis=0)
    far = ((reach - origin) / ray).min(axis=0)
    keep = near < far
    if not keep.any():
        return None
    rows, columns, ray, depth, far = rows[keep], columns[keep], ray[:, keep], near[keep], far[keep]
    core = half - radius
    place = origin + ray * depth
    over = np.maximum(np.abs(place) - core, 0)
    # On a flat side exactly one part of `over` is the radius and the others are 0: such rays are done.
    edge = np.flatnonzero((over > 1e-4).sum(axis=0) > 1)
    if edge.size:
        bent, start = ray[:, edge], depth[edge]
        speed = _length(bent)
        for _ in range(_STEPS):
            gap = _length(np.maximum(np.abs(origin + bent * start) - core, 0)) - radius
            start = start + gap / speed
        depth[edge] = start
        place[:, edge] = origin + bent * start
        over[:, edge] = np.maximum(np.abs(place[:, edge]) - core, 0)
        kept = np.ones(len(depth), dtype=bool)
        kept[edge] = (np.abs(gap) <= 0.15 * radius) & (start <= far[edge])
        rows, columns, depth, place, over = rows[kept], columns[kept], depth[kept], place[:, kept], over[:, kept]
    normal = over * np.sign(place)
    normal /= np.maximum(_length(normal), 1e-6)
    return Hits(rows, columns, depth, place, normal)
