"""Tiles cut out of their crops along their own edge, for photos whose labels take in some of the table.

A box around a tile that stands shows its top, a side and the cloth behind it. Laid on another table as it is, it would
look like the picture of a tile on a card.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.composites.crops import Crop
from paiyan.datasets.pictures import Floats, Pixels
from paiyan.vision.surfaces import lab

Mask = NDArray[np.bool_]

_ALL: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)

_FILLED: Final = 0.87
"""Share of its crop from which on a tile fills it but for its rounded corners."""
_LEAST: Final = 0.4
"""A smaller share than this was not told from the table."""
_COLOURED: Final = 11.0
"""Distance of colours in CIELAB, lightness left out, from that of the tile's blank part: the table's is farther."""
_SHADOW: Final = 0.22
"""How far the shadow of a standing tile is moved, in tile widths."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A tile as it stood before the camera: `pixels` uint8 (H, W, 3) RGB and `mask` bool (H, W), what is tile; `label`
    (4, 2) are the corners of what its label takes in, in shares of width and height."""

    pixels: Pixels
    mask: Mask
    label: Floats = field(default_factory=_ALL.copy)

    @property
    def aspect(self) -> float:
        """Width over height."""
        height, width = self.mask.shape
        return float(width / height)


def cut_out(crop: Crop) -> CutOut | None:
    """The tile without the table around it; None where it fills its crop, or where the two cannot be told apart."""
    mask = tile_mask(crop)
    if not _LEAST <= mask.mean() < _FILLED:
        return None
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    inner = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    cut = CutOut(np.ascontiguousarray(crop.pixels[inner]), np.ascontiguousarray(mask[inner]))
    if crop.label is None:
        return cut
    label = (crop.label - (columns[0], rows[0])) / cut.mask.shape[::-1]
    return replace(cut, label=np.clip(label, 0, 1).astype(np.float32))


def tile_mask(crop: Crop) -> Mask:
    """Which pixels (H, W) of a crop are tile: all but those that reach in from its edge with the table's colour, and
    their neighbours, which took some of it on."""
    height, width = crop.pixels.shape[:2]
    apart = lab(crop.pixels.reshape(-1, 3).astype(np.float32)) - lab(crop.tone[None])
    coloured = (np.hypot(apart[:, 1], apart[:, 2]) > _COLOURED).reshape(height, width)
    _, parts = cv2.connectedComponents(coloured.astype(np.uint8))
    edge = np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]])
    table = np.isin(parts, np.setdiff1d(edge, [0]))
    return _largest(np.asarray(cv2.erode((~table).astype(np.uint8), np.ones((3, 3), np.uint8)), np.uint8))


def stand(canvas: Pixels, tile: CutOut, corners: Floats, shadow: float) -> Floats:
    """Paint a tile within `corners` (4, 2), clockwise from its top left, onto `canvas` in place, with its shadow.

    Returns the corners (4, 2) of what its label takes in.
    """
    height, width = tile.mask.shape
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(outline, corners.astype(np.float32))
    size = canvas.shape[1::-1]
    seen = cv2.warpPerspective(tile.pixels, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(tile.mask.astype(np.float32), matrix, size, flags=cv2.INTER_LINEAR)
    reach = float(np.linalg.norm(corners[1] - corners[0])) * _SHADOW
    moved = cv2.warpAffine(cover, np.array([[1, 0, reach], [0, 1, reach / 2]], np.float32), size)
    dark = cv2.GaussianBlur(moved, (0, 0), 3)[..., None] * shadow
    alpha = cover[..., None]
    canvas[:] = (seen * alpha + canvas * (1 - dark) * (1 - alpha)).astype(np.uint8)
    placed = cv2.getPerspectiveTransform(_ALL, corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(tile.label[None], placed)[0], np.float32)


def _largest(mask: NDArray[np.uint8]) -> Mask:
    """The largest connected part of a mask, its holes filled."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(mask.shape, np.uint8)
    if outlines:
        cv2.drawContours(filled, [max(outlines, key=cv2.contourArea)], -1, 1, cv2.FILLED)
    return filled > 0
