"""What lens, sensor and phone do to a rendered picture: blur, vignette, exposure, colour cast, contrast and noise."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synthesis.scene import Scene, channels

Field = NDArray[np.floating[Any]]


def _motion_kernel(shift: tuple[float, float]) -> Field:
    reach = int(np.ceil(max(abs(shift[0]), abs(shift[1])))) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
    ends = [(round((reach + sign * side / 2) * 16)) for sign in (-1, 1) for side in shift]
    cv2.line(kernel, (ends[0], ends[1]), (ends[2], ends[3]), 1.0, 1, cv2.LINE_AA, shift=4)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def develop(color: Field, scene: Scene, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Pixels (H, W, 3) uint8 of ``size`` from the light ``color`` (RGB, about 0–255) of a larger rendering."""
    finish = scene.finish
    width, height = size
    picture = cv2.resize(color, size, interpolation=cv2.INTER_AREA)
    if finish.blur > 0.2:
        picture = cv2.GaussianBlur(picture, (0, 0), finish.blur)
    if max(map(abs, finish.motion)) > 0.5:
        picture = cv2.filter2D(picture, -1, _motion_kernel(finish.motion))
    y = (np.arange(height, dtype=np.float32) / height - 0.5)[:, None] * 2
    x = (np.arange(width, dtype=np.float32) / width - 0.5)[None, :] * 2
    gain = finish.exposure * (1 - np.float32(finish.vignette) * (x * x + y * y) / 2)
    picture = picture * gain[..., None] * channels(finish.cast)
    picture = (picture - 128) * np.float32(finish.contrast) + 128
    # Highlights roll off like film instead of clipping.
    picture = np.where(picture > 215, 215 + 40 * np.tanh((picture - 215) / 55), picture)
    if finish.noise > 0:
        rng = np.random.default_rng([scene.seed, 11])
        grain = rng.standard_normal((height, width), dtype=np.float32)[..., None] * np.float32(0.8)
        coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32)
        grain = grain + cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
        picture = picture + grain * np.float32(finish.noise * 0.7)
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)
