"""Composes one training scene: a table, tiles on it, a tilted camera; exact corners of every visible tile."""

from __future__ import annotations

import cv2
import numpy as np

from paiyan.datasets.composites import arrangements
from paiyan.datasets.composites.arrangements import Placement
from paiyan.datasets.composites.bodies import back_texture, draw_tile, random_look
from paiyan.datasets.composites.camera import degrade, project, tilt
from paiyan.datasets.composites.surfaces import surface
from paiyan.datasets.composites.textures import TextureBank
from paiyan.datasets.pictures import BACK, Floats, Picture

SOURCE = "composites"
_MIN_VISIBLE = 0.6
"""A tile less visible than this share of its face gets no label."""

_KINDS = (arrangements.rows, arrangements.scatter, arrangements.grid, arrangements.table)
_WEIGHTS = (0.42, 0.3, 0.12, 0.1)
"""Shares of the kinds; the rest are empty tables, so that clutter is not read as tiles."""


def compose(number: int, bank: TextureBank, *, size: int = 640, seed: int = 0) -> Picture:
    """Scene `number` of the series `seed`; the same arguments give the same scene."""
    rng = np.random.default_rng((seed, number))
    kind = rng.random()
    chosen = int(np.searchsorted(np.cumsum(_WEIGHTS), kind))
    placements = _KINDS[chosen](size, rng) if chosen < len(_KINDS) else []
    canvas = surface(size, rng)
    matrix = tilt(size, rng)
    canvas = np.asarray(cv2.warpPerspective(canvas, matrix, (size, size), borderMode=cv2.BORDER_REFLECT), np.uint8)
    corners = project(matrix, _stack(placements))
    faces = np.array([placement.face for placement in placements], dtype=np.int64)
    inside = _share_inside(corners, size) > 0
    corners, faces = corners[inside], faces[inside]
    order = np.argsort(corners.mean(axis=1) @ rng.normal(0, 1, 2)) if len(faces) else np.zeros(0, dtype=np.int64)
    tone = bank.random_tone(rng)
    look = random_look(tone, rng)
    mixed = rng.random() < 0.25
    for index in order:
        face = int(faces[index])
        texture = back_texture(look, rng) if face == BACK else bank.pick(face, None if mixed else tone, rng)
        draw_tile(canvas, corners[index], texture, look, face_up=face != BACK)
    visible = _visible_shares(corners[order], size, look.depth) >= _MIN_VISIBLE
    kept = order[visible]
    return Picture(f"{seed}-{number:05d}", SOURCE, degrade(canvas, rng), corners[kept], faces[kept])


def _stack(placements: list[Placement]) -> Floats:
    if not placements:
        return np.zeros((0, 4, 2), dtype=np.float32)
    return np.stack([placement.corners for placement in placements])


def _share_inside(corners: Floats, size: int) -> np.ndarray:
    """Share of each quadrilateral's four corners that lie in the picture."""
    return np.asarray(((corners >= 0) & (corners < size)).all(axis=2).mean(axis=1))


def _visible_shares(corners: Floats, size: int, depth: np.ndarray) -> np.ndarray:
    """Share of each face not cut off by the frame nor covered by a tile drawn later."""
    owner = np.full((size, size), -1, dtype=np.int32)
    for index, quad in enumerate(corners):
        width = float(np.linalg.norm(quad[1] - quad[0]))
        body = cv2.convexHull(np.concatenate([quad, quad + depth.astype(np.float32) * width]))
        cv2.fillConvexPoly(owner, np.round(body).astype(np.int32), -1)
        cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), index)
    seen = np.bincount(owner[owner >= 0], minlength=len(corners))
    areas = np.array([max(1.0, float(cv2.contourArea(quad))) for quad in corners])
    return np.asarray(seen / areas)
