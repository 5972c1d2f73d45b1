"""What a face looks like, as numbers: directions of its strokes, light and dark, colours, each by place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.enrolment.views import VIEW_HEIGHT, VIEW_WIDTH
from paiyan.vision.images import Pixels

_CELL: Final = 4
_DIRECTIONS: Final = 8
_CELLS: Final = (VIEW_HEIGHT // _CELL, VIEW_WIDTH // _CELL)
FEATURES: Final = _CELLS[0] * _CELLS[1] * (_DIRECTIONS + 4 + 2)
"""How many numbers describe a view."""

_EVEN: Final = 0.35
_COLOUR_FLOOR: Final = 20.0
_BLUR: Final = 0.7


def describe(views: Sequence[Pixels]) -> NDArray[np.float32]:
    """(N, FEATURES) of views (VIEW_HEIGHT, VIEW_WIDTH, 3): three unit vectors side by side.

    None of them changes when the photo is lighter or darker, or the light has another colour.
    """
    if not views:
        return np.empty((0, FEATURES), np.float32)
    lab = np.stack([cv2.cvtColor(view, cv2.COLOR_RGB2LAB) for view in views]).astype(np.float32)
    light = np.stack([cv2.GaussianBlur(each, (0, 0), _BLUR) for each in lab[..., 0]])
    return np.concatenate([_strokes(light), _light(light), _colours(lab[..., 1:])], axis=1)


def _strokes(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Strength of edges by direction and cell, evened out over the tile so that faint print counts like bold."""
    padded = np.pad(light, ((0, 0), (1, 1), (1, 1)), mode="edge")
    right = padded[:, 1:-1, 2:] - padded[:, 1:-1, :-2]
    down = padded[:, 2:, 1:-1] - padded[:, :-2, 1:-1]
    strength = np.hypot(right, down)
    direction = (np.arctan2(down, right) % np.pi) * (_DIRECTIONS / np.pi)
    cells = []
    for number in range(_DIRECTIONS):
        apart = np.abs((direction - number + _DIRECTIONS / 2) % _DIRECTIONS - _DIRECTIONS / 2)
        cells.append(_pooled(strength * np.clip(1 - apart, 0, 1)))
    strokes = np.sqrt(np.stack(cells, axis=1))
    overall = np.linalg.norm(strokes, axis=1, keepdims=True)
    strokes /= overall + _EVEN * overall.mean(axis=(2, 3), keepdims=True) + 1e-3
    return _unit(strokes.reshape(len(light), -1))


def _light(light: NDArray[np.float32]) -> NDArray[np.float32]:
    small = light.reshape(len(light), VIEW_HEIGHT // 2, 2, VIEW_WIDTH // 2, 2).mean(axis=(2, 4))
    small = small.reshape(len(light), -1)
    return _unit(small - small.mean(axis=1, keepdims=True))


def _colours(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    # Against the colour most of the tile has: its body, in whatever light.
    print_only = colours - np.median(colours, axis=(1, 2), keepdims=True)
    cells = np.stack([_pooled(print_only[..., channel]) for channel in range(2)], axis=1) / _CELL**2
    return _unit(cells.reshape(len(colours), -1), _COLOUR_FLOOR)


def _pooled(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Sums over cells, each reaching half into its neighbours so that a shift by a pixel changes little."""
    half = _CELL // 2
    blocks = values.reshape(len(values), VIEW_HEIGHT // half, half, VIEW_WIDTH // half, half).sum(axis=(2, 4))
    padded = np.pad(blocks, ((0, 0), (1, 1), (1, 1)), mode="edge")
    rows = padded[:, :-1] + padded[:, 1:]
    soft = rows[:, :, :-1] + rows[:, :, 1:]
    whole = soft[:, 1:-1:2, 1:-1:2] * 2 + soft[:, :-2:2, :-2:2] + soft[:, 2::2, 2::2]
    pooled: NDArray[np.float32] = whole / 4
    return pooled


def _unit(rows: NDArray[np.floating], floor: float = 1e-3) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = (rows / (np.linalg.norm(rows, axis=1, keepdims=True) + floor)).astype(np.float32)
    return unit
