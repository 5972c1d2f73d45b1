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


def table_texture(table: Table, seed: int) -> NDArray[np.uint8]:
    """The seamless texture of this table top, (TEXELS, TEXELS, 3) RGB; few seeds make few distinct, cached patterns."""
    field = 1 + _SURFACES[table.surface](100 * (seed % 6))
    return np.clip(field[..., None] * channels(table.color), 0, 255).astype(np.uint8)


def paint_table(
    table: Table, seed: int, plane_to_image: NDArray[np.float64], size: tuple[int, int]
) -> NDArray[np.float32]:
    """The empty table as pixels (H, W, 3), RGB 0–255: floor, rim and top under this homography of the plane z = 0."""
    width, height = size
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32) + 0.5, np.arange(height, dtype=np.float32) + 0.5)
    inverse = np.linalg.inv(plane_to_image).astype(np.float32)
    depth = inverse[2, 0] * columns + inverse[2, 1] * rows + inverse[2, 2]
    x = (inverse[0, 0] * columns + inverse[0, 1] * rows + inverse[0, 2]) / depth
    y = (inverse[1, 0] * columns + inverse[1, 1] * rows + inverse[1, 2]) / depth
    # The depth changes its sign at the horizon: what is above it is not the table, and the foot of a photo never is.
    on_plane = depth * np.sign(depth[-1, width // 2]) > 0
    across = np.maximum(np.abs(x), np.abs(y))
    texture = table_texture(table, seed)
    scale = np.float32(TEXELS_PER_UNIT)
    top = cv2.remap(texture, x * scale, y * scale, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP).astype(np.float32)
    shade = np.linspace(0.75, 1.0, height, dtype=np.float32)[:, None, None]
    picture = np.broadcast_to(channels(table.floor) * shade, top.shape).copy()
    rim = on_plane & (across < table.half_width + 1.2)
    picture[rim] = channels(table.rim)
    inside = on_plane & (across < table.half_width)
    picture[inside] = top[inside]
    return picture
