"""From how far above tiles are seen that lie side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.layout.frame import Floats, Frame

_LENGTH: Final = 4 / 3
"""Length of a tile by its width."""
_FROM_ABOVE: Final = 0.82
"""Sine, as estimated, of the angle (55° to 65°) from which on a tile that lies exactly on another need not show."""


def from_above(frame: Frame, tiles: Sequence[int]) -> bool:
    """Whether `tiles` that lie side by side, two or more of them in order, are seen from nearly straight above."""
    return len(tiles) > 1 and _sine(frame, list(tiles)) > _FROM_ABOVE


def seen_from_above(corners: NDArray[np.floating[Any]]) -> bool:
    """The same of tiles by their `corners` (N, 4, 2)."""
    return from_above(Frame.of(corners), range(len(corners)))


def _sine(frame: Frame, tiles: list[int]) -> float:
    """Sine of the angle between table and line of sight.

    A tile's two sides as they are seen, each by its true length, are a square that is squeezed by that sine. The side
    along the row is the way from middle to middle. The other is told by the box: one around a tile that is seen at a
    slant is a rectangle along one of its sides, and reaches as much farther as the other leans.
    """
    steps = np.diff(frame.centers[tiles], axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    # A tile on its side stands farther from its neighbours.
    width = float(lengths.min() if len(lengths) < 3 else np.median(lengths))
    way = frame.centers[tiles[-1]] - frame.centers[tiles[0]]
    along = width * way / max(float(np.hypot(*way)), 1e-9)
    return float(
        np.median([_squeezed(along, _side_across(along, frame.across[one], frame.down[one])) for one in tiles])
    )


def _side_across(along: Floats, one: Floats, other: Floats) -> Floats:
    """The side of a tile across its row, by the sides of its box; to which side it leans is left open."""
    if abs(one @ along) / np.hypot(*one) < abs(other @ along) / np.hypot(*other):
        one, other = other, one
    length = float(np.hypot(*other))
    direction = other / length
    reach = max(abs(float(along @ direction)) - abs(float(one @ direction)), 0.0)
    width = float(np.hypot(*along))
    leaning = max(float(np.hypot(*one)) - width, 0.0)
    side: Floats = direction * max(length - reach, 0.0) + along * (leaning / max(width, 1e-9))
    return side


def _squeezed(along: Floats, across: Floats) -> float:
    most, least = np.linalg.svd(np.column_stack([along, across / _LENGTH]), compute_uv=False)
    return float(least / max(float(most), 1e-9))
