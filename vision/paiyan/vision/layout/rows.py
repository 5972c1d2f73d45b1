"""Rows: lines of touching tiles joined where one continues the other across a gap."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.layout.frame import Floats, Frame
from paiyan.vision.layout.lines import line_direction, prevailing_direction

_FURTHEST_JUMP: Final = 6.0
"""Free space in tile widths over which a line may continue."""
_FURTHEST_LONE_JUMP: Final = 3.0
_FURTHEST_CROSSWISE: Final = 1.2
"""The same for a lone tile where the line does not run as most do: it may be a side player's."""
_ALONG: Final = np.cos(np.radians(25))
_LARGEST_TURN: Final = np.radians(20)
_DEEPEST_OVERLAP: Final = -0.6
_MOST_BACKS_IN_MELD: Final = 4
_TILES_FOR_DIRECTION: Final = (4, 2, 1)
"""An end of a line points where its last few tiles do: rows may be curved. A tile pushed out of a short line turns it:
fewer of its tiles may show better where it goes, and a pair may have to go where the other line does."""
_NOT_ACROSS: Final = 0.7


def join_lines(frame: Frame, lines: list[list[int]], face_down: NDArray[np.bool_]) -> list[list[int]]:
    """The lines, oriented left to right and joined end to end where they continue each other.

    A long line of backs is a wall or a hidden hand: it never continues a line with faces.
    """
    rows = [_oriented(frame, line) for line in lines]
    prevailing = prevailing_direction(frame, lines)
    walls = {tile for row in rows if len(row) > _MOST_BACKS_IN_MELD and face_down[row].all() for tile in row}
    while True:
        joined = _join_once(frame, rows, walls, prevailing)
        if len(joined) == len(rows):
            return joined
        rows = joined


def _oriented(frame: Frame, line: list[int]) -> list[int]:
    """Left to right; from far to near where the line is steep."""
    right, down = line_direction(frame, line)
    forwards = right > 0 if abs(right) > 0.35 * abs(down) else down > 0
    return line if forwards else line[::-1]


def _join_once(frame: Frame, rows: list[list[int]], walls: set[int], prevailing: Floats) -> list[list[int]]:
    """One round of joining, the smallest gaps first; every end is used at most once."""
    hidden = [not walls.isdisjoint(row) for row in rows]
    candidates = [
        (gap, first, second)
        for first in range(len(rows))
        for second in range(len(rows))
        if first != second
        and hidden[first] == hidden[second]
        and (gap := _gap_between(frame, rows[first], rows[second], prevailing)) is not None
    ]
    follower: dict[int, int] = {}
    leader: dict[int, int] = {}
    for _, first, second in sorted(candidates):
        if first not in follower and second not in leader and _end_of_chain(follower, second) != first:
            follower[first] = second
            leader[second] = first
    joined = []
    for start in range(len(rows)):
        if start in leader:
            continue
        tiles = list(rows[start])
        place = start
        while place in follower:
            place = follower[place]
            tiles.extend(rows[place])
        joined.append(tiles)
    return joined


def _end_of_chain(follower: dict[int, int], start: int) -> int:
    while start in follower:
        start = follower[start]
    return start


def _gap_between(frame: Frame, first: list[int], second: list[int], prevailing: Floats) -> float | None:
    """Free space in tile widths from the end of `first` to the start of `second`; None if it doesn't continue it."""
    if len(first) == 1 and len(second) == 1:
        return None
    last, start = first[-1], second[0]
    jump = frame.centers[start] - frame.centers[last]
    size = (frame.sizes[last] + frame.sizes[start]) / 2
    if np.hypot(*jump) > (_FURTHEST_JUMP + 2) * size or not 1 / 1.5 < frame.sizes[last] / frame.sizes[start] < 1.5:
        return None
    found = [_continued(frame, first, second, jump, prevailing, count) for count in _TILES_FOR_DIRECTION]
    return next((gap for gap in found if gap is not None), None)


def _continued(
    frame: Frame, first: list[int], second: list[int], jump: Floats, prevailing: Floats, count: int
) -> float | None:
    """The gap if the lines go the same way, by the last and first `count` tiles of them."""
    last, start = first[-1], second[0]
    directions = _directions(frame, first, second, count)
    if directions is None:
        return None
    before, after = directions
    if before @ after < np.cos(_LARGEST_TURN):
        return None
    along = float(jump @ (before + after) / 2)
    width, height = _units(frame, first + second, before)
    ends = frame.extents(before, [last]).item() + frame.extents(after, [start]).item()
    gap = (along - ends / 2) / width
    furthest = _FURTHEST_JUMP
    if min(len(first), len(second)) == 1:
        furthest = _FURTHEST_LONE_JUMP if abs(float(before @ prevailing)) > _ALONG else _FURTHEST_CROSSWISE
    if not _DEEPEST_OVERLAP < gap < furthest:
        return None
    aside = max(abs(_cross(before, jump)), abs(_cross(after, jump))) / height
    return float(gap) if aside < 0.35 + 0.04 * gap else None


def _directions(frame: Frame, first: list[int], second: list[int], count: int) -> tuple[Floats, Floats] | None:
    """Where two lines point at their facing ends, by `count` tiles of them; None where they don't show it.

    Of one tile nothing is shown: then the other line tells, and a pair must only not lie across it.
    """
    before = line_direction(frame, first[-max(count, 2) :])
    after = line_direction(frame, second[: max(count, 2)])
    if len(first) == 1 or (count == 1 and len(first) < len(second)):
        fits = len(first) == 1 or (len(first) == 2 and float(before @ after) > _NOT_ACROSS)
        return (after, after) if fits and len(second) > 1 else None
    if len(second) == 1 or count == 1:
        fits = len(second) == 1 or (len(second) == 2 and float(before @ after) > _NOT_ACROSS)
        return (before, before) if fits else None
    return before, after


def _units(frame: Frame, tiles: list[int], direction: Floats) -> tuple[float, float]:
    """Median size of the tiles along the direction and at right angles to it."""
    along, across = spans(frame, tiles, direction)
    return float(np.median(along)), float(np.median(across))


def spans(frame: Frame, tiles: list[int], direction: Floats) -> tuple[Floats, Floats]:
    """Size of each of the tiles along the unit vector `direction` and at right angles to it."""
    normal = np.array([-direction[1], direction[0]])
    return frame.extents(direction, tiles), frame.extents(normal, tiles)


def _cross(one: Floats, other: Floats) -> float:
    return float(one[0] * other[1] - one[1] * other[0])
