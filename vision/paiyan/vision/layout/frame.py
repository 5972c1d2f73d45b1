"""Tiles in a frame where they are all of one size: perspective taken out, every tile with its own two axes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

_FEWEST_FOR_PERSPECTIVE: Final = 8
_SMALLEST: Final = 0.01
_RESTRAINT: Final = 0.03
_STRONGEST_RATIO: Final = 3.5
"""A fit that makes one end of the photo more than this many times larger than the other is not believed."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """`centers` (N, 2) and the mean side vectors `across` (N, 2; the upper side, to the right) and `down` (N, 2).

    Units are pixels at the middle of the tiles, after the perspective was taken out. What follows from the sides is
    kept: `inverse` (N, 2, 2), the matrices from the frame to multiples of a tile's own sides, and `sizes` (N,), the
    square root of the area of every tile.
    """

    centers: Floats
    across: Floats
    down: Floats
    inverse: Floats = field(init=False)
    sizes: Floats = field(init=False)

    def __post_init__(self) -> None:
        across, down = self.across, self.down
        determinants = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
        safe = np.where(np.abs(determinants) < _SMALLEST**2, _SMALLEST**2, determinants)
        rows = np.array([[down[:, 1], -down[:, 0]], [-across[:, 1], across[:, 0]]])
        object.__setattr__(self, "inverse", (rows / safe).transpose(2, 0, 1))
        object.__setattr__(self, "sizes", np.sqrt(np.maximum(np.abs(determinants), 1e-9)))

    @classmethod
    def of(cls, corners: NDArray[np.floating[Any]]) -> Self:
        """The frame of boxes `corners` (N, 4, 2), clockwise from the visual top left."""
        quads = _without_perspective(corners.astype(np.float64))
        across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
        down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
        return cls(quads.mean(axis=1), _at_least(across, (_SMALLEST, 0)), _at_least(down, (0, _SMALLEST)))

    def __len__(self) -> int:
        return len(self.centers)

    def extents(self, direction: Floats, tiles: list[int]) -> Floats:
        """Length of the line through the middle of each of the `tiles` along the unit vector `direction`.

        Boxes around tiles seen at a slant may be turned against them by any angle; this length hardly changes then.
        """
        shares = np.abs(self.inverse[tiles] @ direction).max(axis=1)
        lengths: Floats = 1 / np.maximum(shares, 1e-9)
        return lengths


def _at_least(sides: Floats, smallest: tuple[float, float]) -> Floats:
    """The side vectors, with those of no length replaced: no box is so flat that sizes can't be compared."""
    flat = np.hypot(sides[:, 0], sides[:, 1]) < _SMALLEST
    return np.where(flat[:, None], np.array(smallest), sides)


def _without_perspective(quads: Floats) -> Floats:
    """The quads under the homography that makes equal tiles equally large.

    Under perspective the cube root of a small area falls linearly towards the horizon, so a linear fit of it over the
    photo gives the vanishing line, and dividing by the fit sends that line to infinity. What is left is affine, which
    the tiles' own axes take care of.
    """
    if len(quads) < _FEWEST_FOR_PERSPECTIVE:
        return quads
    centers = quads.mean(axis=1)
    middle = np.median(centers, axis=0)
    spread = np.maximum(np.abs(centers - middle).max(), 1e-6)
    x, y = quads[..., 0], quads[..., 1]
    areas = 0.5 * np.abs(((x * np.roll(y, -1, 1)) - (np.roll(x, -1, 1) * y)).sum(axis=1))
    roots = np.cbrt(np.maximum(areas, 1e-9))
    design = np.column_stack([np.ones(len(quads)), (centers - middle) / spread])
    fit = _robust_fit(design, roots)
    predicted = design @ fit
    if predicted.min() <= 0 or predicted.max() / predicted.min() > _STRONGEST_RATIO:
        return quads
    if np.median(np.abs(roots - predicted)) > 0.7 * np.median(np.abs(roots - np.median(roots))):
        return quads
    slope = fit[1:] / fit[0] / spread
    shifted = quads - middle
    depth = 1 + shifted @ slope
    if depth.min() < 0.2:
        return quads
    flat: Floats = shifted / depth[..., None]
    return flat


def _robust_fit(design: Floats, values: Floats) -> Floats:
    """Least squares that forgives outliers: reweighted a few times by the distance from the fit.

    Slopes are held back a little: across a single row there is nothing to tell them from.
    """
    weights: Floats = np.ones(len(values))
    restraint = np.sqrt(_RESTRAINT * len(values)) * np.eye(design.shape[1])[1:]
    fit: Floats = np.zeros(design.shape[1])
    for _ in range(6):
        known = np.vstack([design * weights[:, None], restraint])
        wanted = np.concatenate([values * weights, np.zeros(len(restraint))])
        fit = np.asarray(np.linalg.lstsq(known, wanted, rcond=None)[0], np.float64)
        error = np.abs(values - design @ fit)
        spread = 1.5 * float(np.median(error)) + 1e-9
        weights = np.asarray((1 + (error / spread) ** 2) ** -0.5, np.float64)
    return fit
