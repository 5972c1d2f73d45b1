"""Tiles of a photo in the order a person reads them: rows from the top, each from the left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

_SAME_ROW: Final = 0.5
"""Tiles whose middles lie apart by less than this share of a tile's height stand in one row."""

Tile = Mapping[str, Any]


def in_rows(tiles: Sequence[Tile]) -> list[list[int]]:
    """Indices of the tiles of a reading, as JSON, row by row."""
    if not tiles:
        return []
    corners = np.array([tile["corners"] for tile in tiles], np.float64)
    middles = corners.mean(axis=1)
    height = float(np.median(np.ptp(corners[:, :, 1], axis=1)))
    rows: list[list[int]] = []
    for index in np.argsort(middles[:, 1], kind="stable").tolist():
        # Against the neighbour in the row, not its first tile: rows run aslant in a photo taken aslant.
        near = [row for row in rows if abs(_nearest(row, index, middles) - middles[index, 1]) < _SAME_ROW * height]
        if near:
            near[0].append(index)
        else:
            rows.append([index])
    return [sorted(row, key=lambda index: float(middles[index, 0])) for row in rows]


def _nearest(row: Sequence[int], index: int, middles: np.ndarray) -> float:
    """Height of the tile of the row that lies nearest to this one from side to side."""
    return float(middles[min(row, key=lambda other: abs(middles[other, 0] - middles[index, 0])), 1])
