"""Groups: a row cut at its gaps, with the tiles that lie across it or out of line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.layout.frame import Floats, Frame
from paiyan.vision.layout.lines import line_direction
from paiyan.vision.layout.model import Group
from paiyan.vision.layout.rows import spans

_SIDEWAYS: Final = 0.3
"""A turned 4:3 tile is longer along the row and shorter across it: the log of its ratio grows by 2·ln(4/3) = 0.58."""
_CLEAR_GAP: Final = 0.22
"""Free space in tile widths, beyond what is usual in the row, that parts two groups."""
_FEWEST_FOR_TREND: Final = 5
_RAISED: Final = 0.22
"""Distance from the line of the row, in tile heights, of a tile that was pushed out."""


@dataclass(frozen=True, slots=True, eq=False)
class RowShape:
    """A row measured: `tiles` in order, its unit `direction`, `width` and `height` of its upright tiles.

    `widths` are those that upright tiles have at each place: they change steadily where the row runs away from the
    camera. `sideways` marks the tiles that are turned.
    """

    tiles: tuple[int, ...]
    direction: Floats
    width: float
    height: float
    widths: Floats
    sideways: NDArray[np.bool_]


def shape_of(frame: Frame, tiles: list[int], usual_ratio: float | None) -> RowShape:
    """Measures a row. `usual_ratio` is the logarithm of length along / across of the photo's upright tiles; rows of
    fewer than three tiles cannot show it themselves."""
    direction = line_direction(frame, tiles)
    along, across = spans(frame, tiles, direction)
    ratios = np.log(along / across)
    usual = float(np.median(ratios)) if len(tiles) >= 3 or usual_ratio is None else usual_ratio
    sideways = ratios - usual > _SIDEWAYS
    upright = ~sideways
    if not upright.any():
        along, across, upright = across, along, sideways
    widths = _trend(along, upright)
    return RowShape(
        tuple(tiles), direction, float(np.median(widths)), float(np.median(across[upright])), widths, sideways
    )


def _trend(lengths: Floats, counted: NDArray[np.bool_]) -> Floats:
    """What the lengths would be everywhere, from those `counted`: a steady change along the row, outliers forgiven."""
    usual: Floats = np.full(len(lengths), float(np.median(lengths[counted])))
    if counted.sum() < _FEWEST_FOR_TREND:
        return usual
    places = np.linspace(-1, 1, len(lengths))
    logs = np.log(lengths)
    weights = counted.astype(np.float64)
    for _ in range(4):
        slope, level = np.polyfit(places, logs, 1, w=weights)
        error = np.abs(logs - level - slope * places)
        weights = counted / (1 + (error / 0.08) ** 2)
    return np.asarray(np.exp(level + slope * places), np.float64)


def cut(frame: Frame, shape: RowShape) -> list[Group]:
    """The groups of a row, in order."""
    gaps = _gaps(frame, shape)
    clear = _clear_gap(gaps)
    ends = [0, *(np.flatnonzero(gaps > clear) + 1).tolist(), len(shape.tiles)]
    raised = _raised(frame, shape)
    groups = []
    for start, stop in pairwise(ends):
        members = range(start, stop)
        groups.append(
            Group(
                tiles=shape.tiles[start:stop],
                sideways=tuple(shape.tiles[place] for place in members if shape.sideways[place]),
                raised=tuple(shape.tiles[place] for place in members if raised[place]),
                gap_before=round(float(gaps[start - 1]), 2) if start else None,
                gap_after=round(float(gaps[stop - 1]), 2) if stop < len(shape.tiles) else None,
            )
        )
    return groups


def _gaps(frame: Frame, shape: RowShape) -> Floats:
    """Free space between neighbours in tile widths.

    Centres are found more exactly than edges, so the tiles' sizes are taken to be those of the row.
    """
    tiles = list(shape.tiles)
    along, _ = spans(frame, tiles, shape.direction)
    # A row seen foreshortened: what a sideways tile covers is best measured on itself.
    lengths = np.where(shape.sideways, along, shape.widths)
    steps = np.linalg.norm(np.diff(frame.centers[tiles], axis=0), axis=1)
    units = (shape.widths[:-1] + shape.widths[1:]) / 2
    gaps: Floats = (steps - (lengths[:-1] + lengths[1:]) / 2) / units
    return gaps


def _clear_gap(gaps: Floats) -> float:
    """The free space from which on two groups are parted: more than is usual between the tiles of this row."""
    if not len(gaps):
        return 0.0
    usual = max(float(np.median(gaps)), 0.0) if len(gaps) >= 4 else max(float(gaps.min()), 0.0)
    inside = gaps[gaps < usual + _CLEAR_GAP]
    scatter = float(np.median(np.abs(inside - np.median(inside)))) if len(inside) else 0.0
    return min(usual, 0.5) + max(_CLEAR_GAP, 5 * scatter)


def _raised(frame: Frame, shape: RowShape) -> NDArray[np.bool_]:
    """Which tiles stick out of the line of the row; the line may be bent."""
    count = len(shape.tiles)
    if count < 4:
        return np.zeros(count, dtype=bool)
    points = frame.centers[list(shape.tiles)]
    normal = np.array([-shape.direction[1], shape.direction[0]])
    along = (points - points.mean(axis=0)) @ shape.direction
    aside = (points - points.mean(axis=0)) @ normal
    design = np.vander(along / (np.abs(along).max() + 1e-9), 3 if count >= 7 else 2)
    weights = np.ones(count)
    residual = aside
    for _ in range(5):
        fit = np.linalg.lstsq(design * weights[:, None], aside * weights, rcond=None)[0]
        residual = aside - design @ fit
        weights = 1 / (1 + (residual / (0.06 * shape.height)) ** 2)
    # A tile on its side is shorter across the row and usually lies flush with one edge of it.
    flush = np.where(shape.sideways, 0.2, 0.0)
    out: NDArray[np.bool_] = np.abs(residual) / shape.height > _RAISED + flush
    return out
