"""Table tops as seamless textures: felt, knitted cloth, wood, plain and speckled tops."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synthesis.scene import Table, channels

TEXELS: Final = 512
"""Side of a texture in pixels; it repeats."""
TEXELS_PER_UNIT: Final = 48

Field = NDArray[np.floating[Any]]


@lru_cache(maxsize=32)
def _waves(seed: int, steep: float, stretch: float) -> Field:
    """Seamless noise of zero mean and unit deviation: smoother with ``steep``, drawn out along x by ``stretch``."""
    rng = np.random.default_rng(seed)
    fy = np.fft.fftfreq(TEXELS)[:, None]
    fx = np.fft.rfftfreq(TEXELS)[None, :] * stretch
    radius = np.sqrt(fx**2 + fy**2)
    radius[0, 0] = 1
    spectrum = np.fft.rfft2(rng.standard_normal((TEXELS, TEXELS))) / radius**steep
    spectrum[0, 0] = 0
    field = np.fft.irfft2(spectrum, s=(TEXELS, TEXELS))
    return np.asarray(field / field.std(), dtype=np.float32)


def _felt(seed: int) -> Field:
    return np.asarray(0.05 * _waves(seed, 0.4, 1.0) + 0.025 * _waves(seed + 1, 1.6, 1.0))


def _knit(seed: int) -> Field:
    step = np.arange(TEXELS, dtype=np.float32) * (2 * np.pi / 8)
    weave = np.cos(step)[:, None] * np.cos(step)[None, :] + 0.6 * np.cos(step / 2)[:, None]
    return np.asarray(0.07 * weave + 0.03 * _waves(seed, 0.8, 1.0))


def _wood(seed: int) -> Field:
    grain = np.sin(5.0 * _waves(seed, 1.9, 9.0))
    return np.asarray(0.09 * grain + 0.05 * _waves(seed + 1, 0.9, 16.0) + 0.03 * _waves(seed + 2, 0.2, 4.0))


def _plain(seed: int) -> Field:
    return np.asarray(0.015 * _waves(seed, 1.2, 1.0))


def _speckled(seed: int) -> Field:
    return np.asarray(0.18 * np.tanh(1.5 * _waves(seed, 0.9, 1.0)) + 0.05 * _waves(seed + 1, 0.1, 1.0))


_SURFACES: Final[dict[str, Callable[[int], Field]]] = {
    "felt": _felt,
    "knit": _knit,
    "wood": _wood,
    "plain": _plain,
    "speckled": _speckled,
}
SURFACES: Final = tuple(_SURFACES)


@lru_cache(maxsize=6 * len(SURFACES))
def _pattern(surface: str, seed: int) -> Field:
    return np.asarray(1 + _SURFACES[surface](100 * seed), dtype=np.float32)


def paint_table(
    table: Table, seed: int, plane_to_image: NDArray[np.float64], size: tuple[int, int]
) -> NDArray[np.float32]:
    """The empty table as pixels (H, W, 3), RGB 0–255: floor, rim and top under this homography of the plane z = 0.

    Few seeds make few distinct patterns, which are kept.
    """
    width, height = size
    columns = np.arange(width, dtype=np.float32)[None] + 0.5
    rows = np.arange(height, dtype=np.float32)[:, None] + 0.5
    inverse = np.linalg.inv(plane_to_image).astype(np.float32)
    depth = inverse[2, 0] * columns + (inverse[2, 1] * rows + inverse[2, 2])
    x = (inverse[0, 0] * columns + (inverse[0, 1] * rows + inverse[0, 2])) / depth
    y = (inverse[1, 0] * columns + (inverse[1, 1] * rows + inverse[1, 2])) / depth
    # The depth changes its sign at the horizon: what is above it is not the table, and the foot of a photo never is.
    on_plane = depth * np.sign(depth[-1, width // 2]) > 0
    across = np.where(on_plane, np.maximum(np.abs(x), np.abs(y)), np.inf)
    scale = np.float32(TEXELS_PER_UNIT)
    pattern = _pattern(table.surface, seed % 6)
    top = cv2.remap(pattern, x * scale, y * scale, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    # Each part is painted over the one before: top, then everything beyond it, then everything beyond the rim.
    picture = np.asarray(top[..., None] * channels(table.color), dtype=np.float32)
    if (beyond := across >= table.half_width).any():
        picture[beyond] = channels(table.rim)
        floor = across >= table.half_width + 1.2
        shade = np.broadcast_to(np.linspace(0.75, 1.0, height, dtype=np.float32)[:, None], floor.shape)[floor]
        picture[floor] = shade[:, None] * channels(table.floor)
    return picture
