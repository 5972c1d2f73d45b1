"""Photos of tiles with made-up faces: every face of every set is a pattern of its own."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]
_FELT = (30, 110, 60)


def painted_face(code: str, style: str = "house") -> Pixels:
    """The face `code` as the set `style` has it, (66, 48, 3): dark strokes on white."""
    rng = np.random.default_rng(zlib.crc32(f"{style} {code}".encode()))
    blocks = rng.random((6, 4)) < 0.5
    face = np.full((66, 48, 3), 245, np.uint8)
    ink = rng.integers(0, 120, 3).astype(np.uint8)
    face[6:60, 6:42] = np.where(np.kron(blocks, np.ones((9, 9), bool))[..., None], ink, face[6:60, 6:42])
    return face


def painted_photo(
    codes: Sequence[str], corners: NDArray[np.floating], size: tuple[int, int], *, style: str = "house"
) -> Pixels:
    """A table of `size` (width, height) with these faces in these upright boxes (N, 4, 2)."""
    width, height = size
    photo = np.full((height, width, 3), _FELT, np.uint8)
    for code, box in zip(codes, corners, strict=True):
        left, top = box.min(axis=0).round().astype(int)
        right, bottom = box.max(axis=0).round().astype(int)
        face = Image.fromarray(painted_face(code, style)).resize((right - left, bottom - top))
        photo[top:bottom, left:right] = np.asarray(face)
    return photo


def as_png(pixels: Pixels) -> bytes:
    """The pixels as a file."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()
