"""Three equal tiles of which one lies higher than the table: a fourth may lie hidden under it.

A tile that lies exactly on another of its 碰 covers it. What shows is that it is as high as tiles are thick, so that it
is seen farther away than its neighbours: out of their line, or off the row altogether where the camera stands low.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Final

import numpy as np

from paiyan.assistant.reading.arrangement import Arrangement
from paiyan.assistant.reading.model import FOURTH_TILE, MeldReading, Question

_SET: Final = 3
_FURTHEST_ROW: Final = 2.0
"""Tile heights from the hand within which what is left of a broken set lies; discards lie farther off."""
_FURTHEST: Final = (2.1, 3.3)
"""Distance between the nearest two, and the farthest two, of three tiles of a set, in sizes of a tile."""


def fourth_tile_questions(taken: Arrangement, melds: Sequence[MeldReading]) -> list[Question]:
    """One question for each three equal tiles that may hide a fourth, and for each four of which one was not seen, as
    another lies on it; it does not offer answers: the person looks, and adds the tile or confirms the set."""
    lifted = {tile for row in taken.layout.rows for group in row.groups for tile in group.lifted}
    found = [meld.tiles for meld in melds if meld.type == "peng" and lifted.intersection(meld.tiles)]
    found += [meld.tiles for meld in melds if taken.inferred.intersection(meld.tiles)]
    return [_question(taken, tiles) for tiles in (*found, *_broken(taken, {t for meld in melds for t in meld.tiles}))]


def _question(taken: Arrangement, tiles: tuple[int, ...]) -> Question:
    return Question(FOURTH_TILE, MappingProxyType({"tile": taken.evidence.best(tiles[0]).code}), tiles=tiles)


def _broken(taken: Arrangement, in_melds: set[int]) -> list[tuple[int, ...]]:
    """Three equal tiles side by side, in groups of one or two with nothing else: a set, one of them out of line."""
    loose: dict[str, list[int]] = {}
    for row in taken.layout.rows:
        if abs(row.behind) > _FURTHEST_ROW:
            continue
        for group in row.groups:
            faces = {taken.evidence.best(tile).code for tile in group.tiles}
            hidden = in_melds.union(np.flatnonzero(taken.evidence.face_down).tolist())
            if len(group.tiles) < _SET and len(faces) == 1 and hidden.isdisjoint(group.tiles):
                loose.setdefault(faces.pop(), []).extend(group.tiles)
    return [tuple(tiles) for tiles in loose.values() if len(tiles) == _SET and _together(taken, tiles)]


def _together(taken: Arrangement, tiles: Sequence[int]) -> bool:
    points = taken.detections.centers[tiles]
    sides = np.linalg.norm(
        np.roll(taken.detections.corners[tiles], -1, axis=1) - taken.detections.corners[tiles], axis=2
    )
    away = sorted(float(np.linalg.norm(points[a] - points[b])) for a, b in combinations(range(_SET), 2))
    size = float(np.median(sides.mean(axis=1)))
    return away[1] < _FURTHEST[0] * size and away[2] < _FURTHEST[1] * size
