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
from paiyan.vision.layout.tilt import from_above

_SIDEWAYS: Final = 0.3
"""A turned 4:3 tile is longer along the row and shorter across it: the log of its ratio grows by 2·ln(4/3) = 0.58."""
_HARDLY_LONGER: Final = 0.15
_LONGER: Final = 2 * float(np.log(4 / 3))
_ROOM_WEIGHT: Final = 0.75
"""How much the room that a tile takes in its row counts, against its own shape, for whether it is turned: boxes around
flat tiles may be longer than the tiles, but their middles then lie no farther from those of their neighbours."""
_TURNED: Final = 0.55
_CLEAR_GAP: Final = 0.22
"""Free space in tile widths, beyond what is usual in the row, that parts two groups."""
_FEWEST_FOR_TREND: Final = 5
_FEWEST_FOR_PITCH: Final = 4
_ON_LINE: Final = 0.06
_STEEPEST: Final = 0.8
_TURNED_STEP: Final = 1 / 6
"""How much further apart, in tile widths, the middles of two tiles are when one of them lies on its side."""
_RAISED: Final = 0.22
"""Distance from the line of the row, in tile heights, of a tile that was pushed out."""
_UNTIDY: Final = 6.0
"""It has to be as many times as far from the line as half of the row's tiles are."""
_LIFTED: Final = 0.12
"""The same of one that lies on another: seen from 70° it is 0.2 tile heights farther off than its neighbours."""
_LIFTED_END: Final = 0.15
"""As much as one end of three tiles has to be, whose line is that of the two others alone."""
_OVER_EDGE: Final = -0.03
"""Free space in tile widths before a tile that reaches over its neighbour, more than boxes err by."""
_UNEVEN: Final = 0.092
"""By how much the free space on its two sides differs then."""
_FLUSH: Final = (4 / 3 - 1) / 2 / (4 / 3)
"""How much nearer, in tile heights, the middle of a turned tile is that lies flush with the near edge of its row."""


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
    shape = _measured(tiles, direction, along, across, sideways)
    turned = _turned(frame, shape, ratios - usual)
    return _measured(tiles, direction, along, across, turned) if (turned != sideways).any() else shape


def _measured(
    tiles: list[int], direction: Floats, along: Floats, across: Floats, sideways: NDArray[np.bool_]
) -> RowShape:
    """The shape of a row whose tiles measure so much along and across it, the `sideways` ones being turned."""
    upright = ~sideways
    if not upright.any():
        along, across, upright = across, along, sideways
    widths = _trend(along, upright)
    return RowShape(
        tuple(tiles), direction, float(np.median(widths)), float(np.median(across[upright])), widths, sideways
    )


def _turned(frame: Frame, shape: RowShape, longer: Floats) -> NDArray[np.bool_]:
    """Which tiles are turned, by how much `longer` they are than usual and how much room they take where others touch
    them; 0 and 0 for an upright tile, `_LONGER` and 1 for a turned one."""
    gaps = _gaps(frame, shape)
    touching = gaps < _clear_gap(gaps)
    turned = shape.sideways.copy()
    for place in range(len(turned)):
        beside = [gap for gap in (place - 1, place) if 0 <= gap < len(gaps) and touching[gap]]
        if beside and longer[place] > _HARDLY_LONGER:
            # A tile that lies higher seems to take room from its neighbours: less than none counts as none.
            room = max(float(np.mean(gaps[beside])) / _TURNED_STEP + float(shape.sideways[place]), 0.0)
            shown = (float(longer[place]) / _LONGER + _ROOM_WEIGHT * room) / (1 + _ROOM_WEIGHT)
            turned[place] = shown > _TURNED
    return turned


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
    residual = _out_of_line(frame, shape)
    raised, lifted = _raised(shape, residual), _lifted(frame, shape, residual)
    steep = from_above(frame, shape.tiles)
    groups = []
    for start, stop in pairwise(ends):
        members = range(start, stop)
        groups.append(
            Group(
                tiles=shape.tiles[start:stop],
                sideways=tuple(shape.tiles[place] for place in members if shape.sideways[place]),
                raised=tuple(shape.tiles[place] for place in members if raised[place]),
                lifted=tuple(shape.tiles[place] for place in members if lifted[place]),
                overlapping=_overlapping(shape.tiles[start:stop], gaps[start : stop - 1]) if steep else (),
                gap_before=round(float(gaps[start - 1]), 2) if start else None,
                gap_after=round(float(gaps[stop - 1]), 2) if stop < len(shape.tiles) else None,
            )
        )
    return groups


def _gaps(frame: Frame, shape: RowShape) -> Floats:
    """Free space between neighbours in tile widths, beyond what is usual in the row.

    Centres are found more exactly than edges, and boxes around slanted tiles are too wide all alike: so what counts
    is the distance from middle to middle against the one that touching tiles have there. It changes steadily along a
    row that runs away from the camera. A tile on its side takes 4:3 of an upright one.
    """
    steps = np.linalg.norm(np.diff(frame.centers[list(shape.tiles)], axis=0), axis=1)
    turned = shape.sideways[:-1].astype(np.float64) + shape.sideways[1:]
    if len(steps) < _FEWEST_FOR_PITCH:
        widths = (shape.widths[:-1] + shape.widths[1:]) / 2
        tight = float(np.clip((steps / widths / (1 + turned * _TURNED_STEP)).min(initial=1.0), 0.45, 1.0))
        return np.asarray(steps / (widths * tight) - 1 - turned * _TURNED_STEP, np.float64)
    pitches = _pitches(np.log(steps / (1 + turned * _TURNED_STEP) + 1e-9))
    return np.asarray(steps / pitches - 1 - turned * _TURNED_STEP, np.float64)


def _pitches(logs: Floats) -> Floats:
    """What the steps would be everywhere if all tiles touched, in their logs a straight line.

    Of all lines through two of the steps it is the one that most steps lie on, and none below: nothing is nearer than
    touching. Of equals the flattest is taken. Then it is fitted to the steps that lie near it.
    """
    places = np.linspace(-1, 1, len(logs))
    first, second = np.triu_indices(len(logs), 1)
    slopes = np.append((logs[second] - logs[first]) / (places[second] - places[first]), 0.0)
    levels = np.append(logs[first] - slopes[:-1] * places[first], np.quantile(logs, 0.3))
    errors = logs - levels[:, None] - slopes[:, None] * places
    scores = (np.abs(errors) < _ON_LINE).sum(axis=1) - 1.5 * (errors < -2 * _ON_LINE).sum(axis=1)
    scores = np.where(np.abs(slopes) < _STEEPEST, scores - np.abs(slopes), -np.inf)
    best = int(scores.argmax())
    weights = 1 / (1 + (errors[best] / _ON_LINE) ** 2)
    slope, level = np.polyfit(places, logs, 1, w=weights)
    return np.asarray(np.exp(level + slope * places), np.float64)


def _clear_gap(gaps: Floats) -> float:
    """The free space from which on two groups are parted: more than the scatter within this row."""
    inside = gaps[np.abs(gaps) < _CLEAR_GAP]
    scatter = float(np.median(np.abs(inside - np.median(inside)))) if len(inside) else 0.0
    return max(_CLEAR_GAP, 5 * scatter)


def _out_of_line(frame: Frame, shape: RowShape) -> Floats:
    """Distance of every tile from the line of the row, which may be bent, in tile heights, positive towards the person.
    Rows of fewer than four tiles show no line: 0."""
    count = len(shape.tiles)
    if count < 4:
        return np.zeros(count)
    points = frame.centers[list(shape.tiles)]
    along = (points - points.mean(axis=0)) @ shape.direction
    aside = (points - points.mean(axis=0)) @ _towards_person(shape)
    design = np.vander(along / (np.abs(along).max() + 1e-9), 3 if count >= 7 else 2)
    weights = np.ones(count)
    residual = aside
    for _ in range(5):
        fit = np.linalg.lstsq(design * weights[:, None], aside * weights, rcond=None)[0]
        residual = aside - design @ fit
        weights = 1 / (1 + (residual / (0.06 * shape.height)) ** 2)
    return np.asarray(residual / shape.height, np.float64)


def _raised(shape: RowShape, residual: Floats) -> NDArray[np.bool_]:
    """Which tiles stick out of the line of the row, more than the scatter within it."""
    # A tile on its side is shorter across the row and usually lies flush with one edge of it.
    flush = np.where(shape.sideways, 0.2, 0.0)
    away = np.abs(residual)
    out: NDArray[np.bool_] = away > max(_RAISED, _UNTIDY * float(np.median(away))) + flush
    return out


def _lifted(frame: Frame, shape: RowShape, residual: Floats) -> NDArray[np.bool_]:
    """Which tiles are seen a little farther away than the line of the row.

    Of three tiles the middle one tells: farther than the line of the ends it is lifted itself, nearer one of the ends.
    """
    flush = np.where(shape.sideways, _FLUSH, 0.0)
    if len(shape.tiles) == 3:
        aside = (frame.centers[list(shape.tiles)] @ _towards_person(shape)) / shape.height - flush
        bend = float(aside[0] + aside[2] - 2 * aside[1])
        return np.array([bend < -_LIFTED_END, bend > 2 * _LIFTED, bend < -_LIFTED_END])
    out: NDArray[np.bool_] = residual - flush < -_LIFTED
    return out


def _overlapping(tiles: tuple[int, ...], gaps: Floats) -> tuple[int, ...]:
    """Tiles of a group that reach over a neighbour while they stand off from, or just touch, the one on their other
    side: a tile that lies higher is seen farther out, and near to straight above nothing else shows it."""
    over = {
        pair
        for pair in range(len(gaps))
        for other in (pair - 1, pair + 1)
        if 0 <= other < len(gaps) and gaps[pair] < _OVER_EDGE and gaps[other] - gaps[pair] > _UNEVEN
    }
    return tuple(tile for place, tile in enumerate(tiles) if over & {place - 1, place})


def _towards_person(shape: RowShape) -> Floats:
    """Unit vector across the row, to its lower side."""
    normal: Floats = np.array([-shape.direction[1], shape.direction[0]]) * (1 if shape.direction[0] >= 0 else -1)
    return normal
