"""Draws one tile on a table: the block with its sides and shadow, the face or the coloured back on top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.composites.textures import FACE_SIZE
from paiyan.datasets.pictures import Floats, Pixels

BACK_COLOURS: Final = (
    (18, 110, 60), (30, 150, 80), (16, 70, 46), (30, 70, 170), (60, 120, 210), (20, 40, 110), (200, 120, 20),
    (226, 160, 50), (236, 196, 90), (240, 210, 60), (170, 30, 40), (220, 70, 110), (236, 150, 190), (120, 60, 150),
    (190, 160, 220), (20, 140, 150), (90, 190, 190), (40, 40, 44), (110, 70, 40), (190, 150, 100), (150, 150, 154),
)  # fmt: skip
"""RGB of the tile backs that are sold: greens, blues, bamboo, yellow, red, pinks, purples, black, brown, grey."""

_CORNER_RADIUS = 26


@dataclass(frozen=True, slots=True)
class Look:
    """How the tiles of one scene look.

    `back`: RGB of the back half of the body; `ivory`: RGB of the face half; `depth`: vector in pixels per tile width
    by which the far side of the body is seen beside the face; `shadow`: 0 none to 1 black.
    """

    back: np.ndarray
    ivory: np.ndarray
    depth: np.ndarray
    shadow: float


def random_look(tone: np.ndarray, rng: np.random.Generator) -> Look:
    """A scene's look around the ivory `tone`."""
    back = np.array(BACK_COLOURS[int(rng.integers(len(BACK_COLOURS)))], dtype=np.float32) + rng.normal(0, 10, 3)
    direction = rng.uniform(0, 2 * np.pi)
    reach = rng.uniform(0.0, 0.55)
    depth = reach * np.array([np.cos(direction), np.sin(direction)], dtype=np.float32)
    return Look(np.clip(back, 8, 250), tone * rng.uniform(0.85, 1.0), depth, float(rng.uniform(0.15, 0.6)))


def rounded_mask() -> np.ndarray:
    """Coverage 0..1 of a face-sized rectangle with rounded corners."""
    width, height = FACE_SIZE
    mask = np.zeros((height, width), dtype=np.uint8)
    radius = _CORNER_RADIUS
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask.astype(np.float32) / 255


_MASK: Final = rounded_mask()


def back_texture(look: Look, rng: np.random.Generator) -> Pixels:
    """The coloured back of a tile: nearly plain, with a sheen, sometimes a bamboo grain or a pattern."""
    width, height = FACE_SIZE
    texture = np.broadcast_to(look.back, (height, width, 3)).astype(np.float32).copy()
    kind = rng.random()
    if kind < 0.25:
        grain = cv2.resize(rng.normal(0, 1, (2, 40)).astype(np.float32), (width, height))
        texture += rng.uniform(4, 16) * grain[..., None]
    elif kind < 0.33:
        step = int(rng.integers(16, 48))
        texture[::step] += 30
        texture[:, ::step] += 30
    sheen = np.linspace(rng.uniform(-30, 30), rng.uniform(-30, 40), height, dtype=np.float32)
    return np.asarray(np.clip(texture + sheen[:, None, None], 0, 255), dtype=np.uint8)


def draw_tile(canvas: Pixels, corners: Floats, texture: Pixels, look: Look, *, face_up: bool) -> None:
    """Paint a tile with its top at `corners` (4, 2), clockwise from the texture's top left, onto `canvas` in place."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    depth = np.asarray(look.depth * width, dtype=np.float32)
    near, far = (look.ivory, look.back) if face_up else (look.back, look.ivory)
    _shade(canvas, corners + depth + np.float32(0.12 * width), look.shadow)
    for reach, colour in ((1.0, far * 0.78), (0.6, near * 0.82)):
        _extrude(canvas, corners, depth, reach, colour)
    _paste(canvas, corners, texture)


def _extrude(canvas: Pixels, corners: Floats, depth: np.ndarray, reach: float, colour: np.ndarray) -> None:
    outline = cv2.convexHull(np.concatenate([corners, corners + reach * depth]).astype(np.float32))
    cv2.fillConvexPoly(canvas, np.round(outline * 8).astype(np.int32), colour.tolist(), cv2.LINE_AA, 3)


def _shade(canvas: Pixels, corners: Floats, strength: float) -> None:
    x, y, width, height = _window(canvas, corners, 6)
    if width <= 0 or height <= 0:
        return
    mask = np.zeros((height, width), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners - (x, y)).astype(np.int32), 255)
    coverage = cv2.GaussianBlur(mask, (0, 0), 3).astype(np.float32)[..., None] / 255 * strength
    region = canvas[y : y + height, x : x + width]
    region[:] = (region * (1 - coverage)).astype(np.uint8)


def _paste(canvas: Pixels, corners: Floats, texture: Pixels) -> None:
    x, y, width, height = _window(canvas, corners, 2)
    if width <= 0 or height <= 0:
        return
    scale = min(1.0, 1.2 * float(np.linalg.norm(corners[1] - corners[0])) / FACE_SIZE[0])
    small = (max(4, round(FACE_SIZE[0] * scale)), max(5, round(FACE_SIZE[1] * scale)))
    face = cv2.resize(texture, small, interpolation=cv2.INTER_AREA)
    cover = cv2.resize(_MASK, small, interpolation=cv2.INTER_AREA)
    outline = np.array([[0, 0], [small[0], 0], [small[0], small[1]], [0, small[1]]], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(outline, (corners - (x, y)).astype(np.float32))
    warped = cv2.warpPerspective(face, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(cover, matrix, (width, height), flags=cv2.INTER_LINEAR)[..., None]
    region = canvas[y : y + height, x : x + width]
    region[:] = (warped * alpha + region * (1 - alpha)).astype(np.uint8)


def _window(canvas: Pixels, corners: Floats, margin: int) -> tuple[int, int, int, int]:
    """The part of the canvas that can be touched: x, y, width, height (width or height ≤ 0 when outside)."""
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + margin, (canvas.shape[1], canvas.shape[0]))
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])
