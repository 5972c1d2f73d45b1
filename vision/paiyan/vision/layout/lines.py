"""Lines of tiles that touch: from neighbour to neighbour, straight on."""

from __future__ import annotations

import heapq
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.layout.frame import Floats, Frame

Neighbours: TypeAlias = list[list[int]]

_FURTHEST_GAP: Final = 0.7
"""Free space, in sizes of a tile in that direction, over which two tiles still count as neighbours."""
_DEEPEST_OVERLAP: Final = -0.7
"""Boxes around tiles of a tilted row overlap by half and more where they are not tilted with it."""
_SHARPEST_BEND: Final = np.cos(np.radians(24))
_TILES_FOR_DIRECTION: Final = 3
_FEWEST_IN_LINE: Final = 2.2
"""Weight from which a line, of three tiles and more, says which way tiles are lined up."""
_SAME_DIRECTION: Final = np.cos(np.radians(12))


def touching_lines(frame: Frame) -> list[list[int]]:
    """Every tile in exactly one line of neighbours, the longest lines first.

    A tile may have neighbours on all sides (a wall, a pile in rows); it goes to the longest line it is in, of two to
    the tighter one, and to one along the sides of its box rather than across its corners.
    """
    found = _all_lines(frame, _neighbours(frame))
    if not found:
        return []
    prevailing = prevailing_direction(frame, found)
    queue: list[tuple[float, int, list[int]]] = []
    for order, line in enumerate(found):
        heapq.heappush(queue, (-_weight(line, frame, prevailing), order, line))
    taken: set[int] = set()
    lines: list[list[int]] = []
    order = len(queue)
    while queue:
        _, _, line = heapq.heappop(queue)
        if not taken.intersection(line):
            taken.update(line)
            lines.append(line)
            continue
        for run in _runs_without(line, taken):
            order += 1
            heapq.heappush(queue, (-_weight(run, frame, prevailing), order, run))
    return lines


def prevailing_direction(frame: Frame, lines: list[list[int]]) -> Floats:
    """The direction most tiles are lined up in, those near the person and level lines counting for more.

    One long line is no measure: it may be a side player's.
    """
    directions = np.array([line_direction(frame, line) for line in lines])
    weights = np.array([_weight(line, frame, None) for line in lines])
    if weights.max() < _FEWEST_IN_LINE:
        return np.asarray(directions[weights.argmax()], np.float64)
    heights = frame.centers[:, 1]
    nearness = (heights - heights.min()) / (np.ptp(heights) + 1e-9)
    nearest = np.array([nearness[line].mean() for line in lines])
    counts = np.where(weights < _FEWEST_IN_LINE, 0.0, weights * (0.4 + 0.6 * nearest) * (1 + np.abs(directions[:, 0])))
    alike = np.abs(directions @ directions.T) > _SAME_DIRECTION
    return np.asarray(directions[(alike @ counts * (counts > 0)).argmax()], np.float64)


def _neighbours(frame: Frame) -> Neighbours:
    """For every tile those that touch it, or nearly so, in any direction, and are about of its size."""
    count = len(frame)
    if not count:
        return []
    offsets = frame.centers[None, :, :] - frame.centers[:, None, :]
    distances = np.hypot(offsets[..., 0], offsets[..., 1])
    # Distance as a multiple of the tile's own size in that direction, from both ends.
    shares = np.abs(np.einsum("iab,ijb->ija", frame.inverse, offsets)).max(axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        own = np.where(shares > 0, distances / shares, 0.0)
        gaps = distances / ((own + own.T) / 2) - 1
    ratio = frame.sizes[:, None] / frame.sizes[None, :]
    near = (gaps < _FURTHEST_GAP) & (gaps > _DEEPEST_OVERLAP) & (ratio < 1.6) & (ratio > 1 / 1.6)
    return [
        [int(other) for other in np.flatnonzero(row & ~_hidden(row, offset))]
        for row, offset in zip(near, offsets, strict=True)
    ]


def _hidden(near: NDArray[np.bool_], offsets: Floats) -> NDArray[np.bool_]:
    """Which of the tiles near one lie behind another of them: boxes that are too wide make neighbours of neighbours."""
    hidden = np.zeros(len(near), dtype=bool)
    others = np.flatnonzero(near)
    reach = offsets[others]
    lengths = np.hypot(reach[:, 0], reach[:, 1]) + 1e-9
    together = reach @ reach.T / (lengths[:, None] * lengths[None, :])
    behind = (lengths[:, None] > 1.3 * lengths[None, :]) & (together > _SHARPEST_BEND)
    hidden[others] = behind.any(axis=1)
    return hidden


def _all_lines(frame: Frame, neighbours: Neighbours) -> list[list[int]]:
    """The line through every pair of neighbours, followed both ways; tiles without neighbours make lines of one."""
    covered: set[tuple[int, int]] = set()
    found: list[list[int]] = []
    for tile, others in enumerate(neighbours):
        for other in others:
            if tile < other and (tile, other) not in covered:
                line = _follow(frame, neighbours, [tile, other])
                line = _follow(frame, neighbours, line[::-1])
                found.append(line)
                covered.update((min(pair), max(pair)) for pair in pairwise(line))
    return found + [[tile] for tile in range(len(neighbours))]


def _follow(frame: Frame, neighbours: Neighbours, line: list[int]) -> list[int]:
    """The line with all that comes after its last tile, straight on."""
    line = list(line)
    while True:
        direction = line_direction(frame, line[-_TILES_FOR_DIRECTION:])
        best: tuple[float, int] | None = None
        for other in neighbours[line[-1]]:
            if other in line:
                continue
            step = frame.centers[other] - frame.centers[line[-1]]
            length = float(np.hypot(step[0], step[1]))
            straight = float(step @ direction) / (length + 1e-9)
            if straight > _SHARPEST_BEND and (best is None or length / straight**4 < best[0]):
                best = length / straight**4, other
        if best is None:
            return line
        line.append(best[1])


def _weight(line: list[int], frame: Frame, prevailing: Floats | None) -> float:
    """Length of the line, less where its tiles only come near each other, or lie corner to corner, and a little more
    where it is level: of a square of tiles the rows count, not the columns.

    Two tiles show no direction of their own: they are a line rather if they run the way most lines do.
    """
    if len(line) < 2:
        return 1.0
    direction = line_direction(frame, line)
    lengths = np.linalg.norm(np.diff(frame.centers[line], axis=0), axis=1)
    sizes = frame.extents(direction, line)
    loose = float(np.mean(np.maximum(lengths / ((sizes[1:] + sizes[:-1]) / 2) - 1, 0)))
    crooked = float(np.minimum(_askew(frame.across[line], direction), _askew(frame.down[line], direction)).mean())
    level = 1 + 0.05 * abs(float(direction[0]))
    weight = level * len(line) / (1 + 2 * loose) / (1 + 2 * crooked)
    if len(line) > 2 or prevailing is None:
        return weight
    return weight * (0.45 + 0.55 * float(direction @ prevailing) ** 8)


def _askew(sides: Floats, direction: Floats) -> Floats:
    """How far from a direction sides (N, 2) run: 0 along it, 1 from 45° on."""
    angles = np.arctan2(sides[:, 1], sides[:, 0]) - np.arctan2(direction[1], direction[0])
    askew: Floats = np.minimum(np.abs((angles + np.pi / 2) % np.pi - np.pi / 2) / (np.pi / 4), 1.0)
    return askew


def _runs_without(line: list[int], taken: set[int]) -> list[list[int]]:
    """What is left of a line when the taken tiles are cut out."""
    runs: list[list[int]] = [[]]
    for tile in line:
        if tile in taken:
            runs.append([])
        else:
            runs[-1].append(tile)
    return [run for run in runs if run]


def line_direction(frame: Frame, line: list[int]) -> Floats:
    """Unit vector along a line from its first tile to its last; along its upper side for a single tile."""
    vector = frame.centers[line[-1]] - frame.centers[line[0]] if len(line) > 1 else frame.across[line[0]]
    unit: Floats = vector / (np.hypot(vector[0], vector[1]) + 1e-9)
    return unit
