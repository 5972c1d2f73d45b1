"""Procedural tables: felt, wood, cloth, mats and plain tops with clutter that is not a tile."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from paiyan.datasets.pictures import Pixels

_FELTS: Final = (
    (20, 92, 58), (28, 120, 74), (36, 150, 60), (22, 70, 110), (40, 100, 150), (110, 30, 40), (20, 110, 110),
    (60, 60, 64), (130, 90, 60), (90, 150, 170), (180, 180, 176), (214, 204, 186), (235, 235, 232), (30, 30, 34),
)  # fmt: skip
_WORDS: Final = ("ABC 123", "MENU", "2024", "open", "EAST", "Tea 88", "No. 7", "+100", "x2", "www")


def surface(size: int, rng: np.random.Generator) -> Pixels:
    """A table top of `size` × `size` RGB pixels with uneven light and, mostly, some clutter."""
    base = np.array(_FELTS[int(rng.integers(len(_FELTS)))], dtype=np.float32) + rng.normal(0, 12, 3)
    top = np.broadcast_to(base, (size, size, 3)).astype(np.float32)
    paint = (_felt, _wood, _cloth, _mat)[int(rng.integers(4))]
    top = paint(top, rng) * _light(size, rng)[..., None]
    pixels = np.ascontiguousarray(np.clip(top, 0, 255), dtype=np.uint8)
    for _ in range(int(rng.integers(0, 7))):
        _add_clutter(pixels, rng)
    return pixels


def smooth_noise(size: int, cells: int, rng: np.random.Generator) -> np.ndarray:
    """Noise of mean 0 and deviation about 1 that varies over `size / cells` pixels."""
    coarse = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC))


def _light(size: int, rng: np.random.Generator) -> np.ndarray:
    return np.clip(1 + 0.16 * smooth_noise(size, int(rng.integers(2, 5)), rng), 0.35, 1.5)


def _felt(top: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    grain = rng.normal(0, rng.uniform(2, 10), top.shape[:2]).astype(np.float32)
    return top + grain[..., None]


def _wood(top: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    size = top.shape[0]
    grain = cv2.resize(rng.normal(0, 1, (int(rng.integers(40, 160)), 3)).astype(np.float32), (size, size))
    brown = np.array((168, 124, 78), dtype=np.float32) * rng.uniform(0.5, 1.3)
    mixed = 0.3 * top + 0.7 * brown + 11 * grain[..., None]
    return mixed if rng.random() < 0.5 else np.ascontiguousarray(mixed.transpose(1, 0, 2))


def _cloth(top: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    size = top.shape[0]
    period = rng.uniform(3, 26)
    x = np.arange(size, dtype=np.float32)
    weave = np.sin(x / period * 6.283)[None, :] * np.sin(x / period * 6.283)[:, None]
    return np.asarray(top * (1 + rng.uniform(0.02, 0.15) * weave[..., None]))


def _mat(top: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    ruled = np.ascontiguousarray(top)
    step = int(rng.integers(24, 90))
    shade = float(rng.uniform(-40, 60))
    ruled[::step] += shade
    ruled[:, ::step] += shade
    return ruled


def _add_clutter(pixels: Pixels, rng: np.random.Generator) -> None:
    size = pixels.shape[0]
    colour = tuple(int(value) for value in rng.integers(0, 256, 3))
    x, y = (int(value) for value in rng.integers(0, size, 2))
    reach = int(rng.integers(10, size // 4))
    kind = int(rng.integers(5))
    if kind == 0:
        cv2.circle(pixels, (x, y), reach // 2, colour, -1, cv2.LINE_AA)
        cv2.circle(pixels, (x, y), reach // 3, tuple(255 - value for value in colour), 2, cv2.LINE_AA)
    elif kind == 1:
        box = cv2.boxPoints(((x, y), (reach, reach * float(rng.uniform(0.3, 2))), float(rng.uniform(0, 180))))
        cv2.fillPoly(pixels, [box.astype(np.int32)], colour, cv2.LINE_AA)
    elif kind == 2:
        word = _WORDS[int(rng.integers(len(_WORDS)))]
        cv2.putText(pixels, word, (x, y), int(rng.integers(0, 5)), reach / 60, colour, 2, cv2.LINE_AA)
    elif kind == 3:
        end = (int(rng.integers(0, size)), int(rng.integers(0, size)))
        cv2.line(pixels, (x, y), end, colour, int(rng.integers(1, 14)), cv2.LINE_AA)
    else:
        _add_die(pixels, (x, y), max(8, reach // 4), rng)


def _add_die(pixels: Pixels, at: tuple[int, int], side: int, rng: np.random.Generator) -> None:
    x, y = at
    cv2.rectangle(pixels, (x, y), (x + side, y + side), (240, 240, 238), -1, cv2.LINE_AA)
    pip = (190, 30, 30) if rng.random() < 0.3 else (30, 30, 60)
    for dx, dy in rng.uniform(0.2, 0.8, (int(rng.integers(1, 7)), 2)):
        cv2.circle(pixels, (int(x + dx * side), int(y + dy * side)), max(1, side // 9), pip, -1, cv2.LINE_AA)
