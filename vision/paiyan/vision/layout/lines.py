"""Lines of tiles that touch: links from tile to tile through their sides, followed as far as they go."""

from __future__ import annotations

import heapq
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.layout.frame import Floats, Frame

Links: TypeAlias = NDArray[np.intp]

_FURTHEST_GAP: Final = 0.7
"""Free space in tile widths over which two tiles still count as neighbours of one line."""
_DEEPEST_OVERLAP: Final = -0.4
_LARGEST_OFFSET: Final = 0.5
"""How far a neighbour may lie out of line, in tile heights."""
_PORTS: Final = 4
"""Sides of a tile: right, down, left, up; the opposite side of p is (p + 2) % 4."""


def touching_lines(frame: Frame) -> list[list[int]]:
    """Every tile in exactly one line of neighbours, the longest lines first.

    A tile may have neighbours on all four sides (a wall, a pile in rows); it goes to the longest line it is in, the
    tighter one of two.
    """
    links = _mutual(_nearest_neighbours(frame), frame)
    queue: list[tuple[float, int, list[int]]] = []
    for order, line in enumerate(_all_lines(links)):
        heapq.heappush(queue, (-_weight(line, frame), order, line))
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
            heapq.heappush(queue, (-_weight(run, frame), order, run))
    return lines


def _nearest_neighbours(frame: Frame) -> Links:
    """(N, 4) the nearest tile through each side, -1 for none."""
    count = len(frame)
    links = np.full((count, _PORTS), -1, dtype=np.intp)
    if count < 2:
        return links
    inverse = np.linalg.inv(frame.basis + 1e-9 * np.eye(2))
    offsets = frame.centers[None, :, :] - frame.centers[:, None, :]
    local = np.einsum("iab,ijb->ija", inverse, offsets)
    # How large tile j is along the axes of tile i, as a multiple of tile i.
    spans = np.maximum(
        np.abs(np.einsum("iab,jb->ija", inverse, frame.across)),
        np.abs(np.einsum("iab,jb->ija", inverse, frame.down)),
    )
    may = _may_neighbour(frame)
    for axis in (0, 1):
        ahead, aside = local[..., axis], local[..., 1 - axis]
        gap = np.abs(ahead) - 0.5 - 0.5 * spans[..., axis]
        possible = (gap < _FURTHEST_GAP) & (gap > _DEEPEST_OVERLAP) & (np.abs(aside) < _LARGEST_OFFSET) & may
        cost = np.where(possible, np.maximum(gap, 0) + 0.8 * np.abs(aside), np.inf)
        for port, side in ((axis, ahead > 0), (axis + 2, ahead < 0)):
            directed = np.where(side, cost, np.inf)
            best = directed.argmin(axis=1)
            found = np.isfinite(directed[np.arange(count), best])
            links[found, port] = best[found]
    return links


def _may_neighbour(frame: Frame) -> NDArray[np.bool_]:
    """(N, N) whether two tiles may be of one line: about the same size, and aligned or turned by 90°."""
    angles = np.arctan2(frame.across[:, 1], frame.across[:, 0])
    turn = np.abs((angles[:, None] - angles[None, :] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    ratio = frame.sizes[:, None] / frame.sizes[None, :]
    may: NDArray[np.bool_] = (
        (turn < np.radians(25)) & (ratio < 1.6) & (ratio > 1 / 1.6) & ~np.eye(len(frame), dtype=bool)
    )
    return may


def _mutual(nearest: Links, frame: Frame) -> Links:
    """The links that hold from both sides."""
    links = np.full_like(nearest, -1)
    for tile, port in np.argwhere(nearest >= 0):
        other = nearest[tile, port]
        back = _port_towards(frame, int(other), int(tile))
        if nearest[other, back] == tile:
            links[tile, port] = other
            links[other, back] = tile
    return links


def _port_towards(frame: Frame, tile: int, other: int) -> int:
    """The side of `tile` that faces `other`."""
    basis = np.column_stack([frame.across[tile], frame.down[tile]])
    right, down = np.linalg.solve(basis + 1e-9 * np.eye(2), frame.centers[other] - frame.centers[tile])
    if abs(right) >= abs(down):
        return 0 if right > 0 else 2
    return 1 if down > 0 else 3


def _all_lines(links: Links) -> list[list[int]]:
    """Every line through every tile, once; tiles without neighbours make lines of one."""
    found: dict[frozenset[int], list[int]] = {}
    for tile in range(len(links)):
        for axis in (0, 1):
            backwards = _walk(links, tile, axis + 2)
            line = backwards[::-1] + _walk(links, tile, axis)[1:]
            if len(set(line)) == len(line):
                found.setdefault(frozenset(line), line)
    return list(found.values())


def _walk(links: Links, start: int, port: int) -> list[int]:
    """Tiles from `start` on, leaving every tile by the side opposite to where it was entered."""
    line = [start]
    tile = start
    while True:
        following = int(links[tile, port])
        if following < 0 or following in line:
            return line
        entry = int(np.flatnonzero(links[following] == tile)[0])
        line.append(following)
        tile, port = following, (entry + 2) % _PORTS


def _weight(line: list[int], frame: Frame) -> float:
    """Length of the line, less where its tiles only come near each other."""
    if len(line) < 2:
        return 1.0
    steps = frame.centers[line[1:]] - frame.centers[line[:-1]]
    lengths = np.linalg.norm(steps, axis=1)
    sizes = frame.extents(line_direction(frame, line))[line]
    covered = (sizes[1:] + sizes[:-1]) / 2
    loose = float(np.mean(np.maximum(lengths / (covered + 1e-9) - 1, 0)))
    return len(line) / (1 + 2 * loose)


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
    unit: Floats = vector / (np.linalg.norm(vector) + 1e-9)
    return unit
