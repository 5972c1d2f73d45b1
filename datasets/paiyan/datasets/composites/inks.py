"""Other inks on the same tiles: a face is told by its shape, since houses own black, grey and two-coloured sets."""

from __future__ import annotations

import cv2
import numpy as np

from paiyan.datasets.pictures import Floats, Pixels


def change_inks(pixels: Pixels, corners: Floats, rng: np.random.Generator) -> Pixels:
    """The picture with the inks of its tiles, at `corners` (N, 4, 2), or of the whole picture changed; same size.

    One of: black ink on the tiles alone, a grey picture, other hues on the tiles, exchanged colours everywhere.
    """
    kind = rng.choice(4, p=(0.4, 0.15, 0.3, 0.15))
    if kind == 1:
        return _grey(pixels, rng)
    if kind == 3:
        return np.ascontiguousarray(pixels[..., rng.permutation(3)])
    changed = _grey(pixels, rng) if kind == 0 else _other_hues(pixels, rng)
    mask = np.zeros(pixels.shape[:2], dtype=np.uint8)
    for quad in corners:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255, cv2.LINE_AA)
    return np.where(mask[..., None] > 127, changed, pixels)


def _grey(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """Grey tones, inks made blacker now and then, as on sets with one ink."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    if rng.random() < 0.6:
        ramp = np.linspace(0, 1, 256)
        steep = rng.uniform(1.0, 2.2)
        grey = cv2.LUT(grey, (255 * ramp**steep).astype(np.uint8))
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), dtype=np.uint8)


def _other_hues(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    hsv = cv2.cvtColor(pixels, cv2.COLOR_RGB2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(rng.integers(15, 166))) % 180
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), dtype=np.uint8)
