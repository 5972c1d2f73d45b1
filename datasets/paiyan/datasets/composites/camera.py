"""What a phone does to a picture: blur, noise, low light, colour casts, compression."""

from __future__ import annotations

import cv2
import numpy as np

from paiyan.datasets.pictures import Floats, Pixels


def degrade(pixels: Pixels, rng: np.random.Generator, *, strength: float = 1.0) -> Pixels:
    """A photographed version of `pixels`; each defect occurs now and then, more strongly with `strength`."""
    image = pixels
    if rng.random() < 0.35 * strength:
        image = _blur(image, rng, strength)
    image = _expose(image, rng, strength)
    if rng.random() < 0.4 * strength:
        noise = rng.normal(0, rng.uniform(2, 14) * strength, image.shape[:2]).astype(np.float32)
        image = np.clip(image.astype(np.float32) + noise[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.4 * strength:
        image = _compress(image, int(rng.integers(30, 85)))
    return image


def tilt(size: int, rng: np.random.Generator) -> np.ndarray:
    """A homography (3, 3) that looks at a `size` × `size` plane from somewhat aside."""
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], dtype=np.float32)
    reach = rng.uniform(0.0, 0.17) * size
    seen = square + rng.uniform(-reach, reach, (4, 2)).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, seen))


def project(matrix: np.ndarray, corners: Floats) -> Floats:
    """Corners (N, 4, 2) mapped by a homography."""
    if not len(corners):
        return corners
    return cv2.perspectiveTransform(corners.reshape(-1, 1, 2), matrix).reshape(-1, 4, 2).astype(np.float32)


def _blur(image: Pixels, rng: np.random.Generator, strength: float) -> Pixels:
    if rng.random() < 0.6:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.4)) * strength), dtype=np.uint8)
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), dtype=np.float32)
    angle = rng.uniform(0, np.pi)
    middle = (length - 1) / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    start, end = (tuple(round(value) for value in middle + sign * reach) for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), dtype=np.uint8)


def _expose(image: Pixels, rng: np.random.Generator, strength: float) -> Pixels:
    """Brightness, contrast and white balance through one lookup table a channel."""
    ramp = np.linspace(0, 1, 256)
    gamma = np.exp(rng.normal(0, 0.25 * strength))
    gain = rng.uniform(0.35, 0.75) if rng.random() < 0.2 * strength else rng.uniform(0.85, 1.1)
    cast = np.exp(rng.normal(0, 0.07 * strength, 3))
    table = np.clip(gain * ramp[:, None] ** gamma * cast * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, np.ascontiguousarray(table[None])), dtype=np.uint8)


def _compress(image: Pixels, quality: int) -> Pixels:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8) if done else image
