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
    for _ in range(int(rng.integers(0, 9))):
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
    at = rng.integers(0, size, 2).astype(np.float32)
    reach = float(rng.integers(10, size // 4))
    add = _CLUTTER[int(rng.integers(len(_CLUTTER)))]
    add(pixels, at, reach, rng)


def _colour(rng: np.random.Generator) -> tuple[int, int, int]:
    red, green, blue = (int(value) for value in rng.integers(0, 256, 3))
    return red, green, blue


def _turned(points: np.ndarray, at: np.ndarray, angle: float) -> np.ndarray:
    """Points (N, 2) around the origin turned by `angle` (radians) and moved to `at`, as whole pixels."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(np.round(points @ np.array([[cos, sin], [-sin, cos]]) + at), dtype=np.int32)


def _rectangle(width: float, height: float) -> np.ndarray:
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)


def _add_chip(pixels: Pixels, at: np.ndarray, reach: float, rng: np.random.Generator) -> None:
    middle = (int(at[0]), int(at[1]))
    cv2.circle(pixels, middle, int(reach / 2), _colour(rng), -1, cv2.LINE_AA)
    cv2.circle(pixels, middle, int(reach / 3), _colour(rng), 2, cv2.LINE_AA)


def _add_card(pixels: Pixels, at: np.ndarray, reach: float, rng: np.random.Generator) -> None:
    """A flat thing such as a phone or a sheet of paper, white half of the time."""
    colour = _colour(rng) if rng.random() < 0.5 else (236, 234, 228)
    shape = _rectangle(reach, reach * rng.uniform(1.8, 4))
    cv2.fillPoly(pixels, [_turned(shape, at, rng.uniform(0, 6.3))], colour, cv2.LINE_AA)


def _add_word(pixels: Pixels, at: np.ndarray, reach: float, rng: np.random.Generator) -> None:
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    place = (int(at[0]), int(at[1]))
    cv2.putText(pixels, word, place, int(rng.integers(0, 5)), reach / 60, _colour(rng), 2, cv2.LINE_AA)


def _add_writing(pixels: Pixels, at: np.ndarray, reach: float, rng: np.random.Generator) -> None:
    """Signs that look like characters but are none, as on book spines, banners and racks."""
    side = max(10.0, reach / 2)
    count = int(rng.integers(1, 7))
    angle = float(rng.uniform(0, 6.3)) if rng.random() < 0.5 else 0.0
    if rng.random() < 0.6:
        plate = _rectangle(side * 1.15 * (count + 0.4), side * 1.5)
        light = tuple(int(value) for value in rng.integers(150, 256, 3)) if rng.random() < 0.7 else _colour(rng)
        cv2.fillPoly(pixels, [_turned(plate, at, angle)], light, cv2.LINE_AA)
    ink = ((20, 20, 24), (170, 20, 30), (20, 30, 120), (20, 90, 40), (240, 240, 240))[int(rng.integers(5))]
    for place in range(count):
        left = (place - (count - 1) / 2) * side * 1.15
        for _ in range(int(rng.integers(4, 11))):
            start = rng.uniform(-0.45, 0.45, 2)
            along = ((1, 0), (0, 1), (0.7, 0.7), (-0.7, 0.7))[int(rng.choice(4, p=[0.4, 0.3, 0.15, 0.15]))]
            end = np.clip(start + rng.uniform(0.2, 0.9) * np.array(along), -0.5, 0.5)
            line = _turned(np.stack([start, end]) * side + (left, 0), at, angle)
            cv2.line(pixels, line[0].tolist(), line[1].tolist(), ink, max(1, round(side / 12)), cv2.LINE_AA)


def _add_stroke(pixels: Pixels, at: np.ndarray, reach: float, rng: np.random.Generator) -> None:
    end = rng.integers(0, pixels.shape[0], 2)
    cv2.line(pixels, at.astype(int).tolist(), end.tolist(), _colour(rng), int(rng.integers(1, 14)), cv2.LINE_AA)


def _add_ends(pixels: Pixels, at: np.ndarray, reach: float, rng: np.random.Generator) -> None:
    """A row of tiles seen at their ends: an ivory and a coloured half each, no face to be read."""
    width = max(10.0, reach / 4)
    depth = width * rng.uniform(0.5, 0.95)
    angle = float(rng.uniform(0, 6.3)) if rng.random() < 0.5 else float(rng.normal(0, 0.1))
    colour, seam = _colour(rng), rng.uniform(0.3, 0.6)
    for place in range(int(rng.integers(1, 12))):
        offset = np.array([place * width * 1.03, 0.0])
        ivory = rng.uniform(0.88, 1.0) * np.array([244, 240, 228])
        whole = _rectangle(width, depth) + offset
        band = _rectangle(width, depth * seam) + offset + (0, -depth * (1 - seam) / 2)
        cv2.fillPoly(pixels, [_turned(whole, at, angle)], ivory.astype(int).tolist(), cv2.LINE_AA)
        cv2.fillPoly(pixels, [_turned(band, at, angle)], colour, cv2.LINE_AA)
        cv2.polylines(pixels, [_turned(whole, at, angle)], True, (120, 116, 108), 1, cv2.LINE_AA)


def _add_dice(pixels: Pixels, at: np.ndarray, reach: float, rng: np.random.Generator) -> None:
    """One to three dice, each with a second side in view, pips as on real ones."""
    side = max(9.0, reach * rng.uniform(0.15, 0.4))
    body = np.array(
        ((244, 244, 240), (236, 226, 200), (190, 30, 36), (30, 70, 160))[int(rng.choice(4, p=[0.6, 0.2, 0.1, 0.1]))]
    )
    pale = body.sum() > 500
    for _ in range(int(rng.integers(1, 4))):
        middle = at + rng.normal(0, 1.6 * side, 2)
        angle = float(rng.uniform(0, 6.3))
        slant = rng.uniform(0.2, 0.7)
        second = _rectangle(side, side * slant) + np.array([0.0, side * (1 + slant) / 2])
        cv2.fillPoly(pixels, [_turned(second, middle, angle)], (body * 0.8).astype(int).tolist(), cv2.LINE_AA)
        cv2.fillPoly(pixels, [_turned(_rectangle(side, side), middle, angle)], body.tolist(), cv2.LINE_AA)
        value = int(rng.integers(1, 7))
        red = value in (1, 4) and rng.random() < 0.8
        ink = ((200, 24, 30) if red else (24, 30, 70)) if pale else (240, 240, 240)
        radius = max(1, round(side * (0.2 if value == 1 else 0.1)))
        for point in _turned(np.array(_PIPS[value]) * side * 0.27, middle, angle):
            cv2.circle(pixels, point.tolist(), radius, ink, -1, cv2.LINE_AA)


_PIPS: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}

_CLUTTER: Final = (
    _add_chip, _add_card, _add_word, _add_stroke, _add_dice, _add_dice,
    _add_writing, _add_writing, _add_writing, _add_ends, _add_ends,
)  # fmt: skip
"""Kinds of clutter; writing, dice and the ends of tiles are named more than once, since they are mistaken for faces."""
