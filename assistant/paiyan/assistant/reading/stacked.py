"""Three equal tiles of which there may be a fourth: hidden under one of them, or left out.

A tile that lies exactly on another of its 碰 covers it. What shows is that it is as high as tiles are thick, so that it
is seen farther away than its neighbours: out of their line, or off the row altogether where the camera stands low;
from above it may reach over the edge of one of them. A fourth tile that was missed, or taken for somebody else's,
leaves a set of three which nothing tells from a 碰, so a box of its kind beside or over it is reason enough to ask,
however faint. So is a single back that continues the row of the three or lies behind one: it may lie on the fourth; and
so are three of which one itself was hardly found, for where that is so a fourth may not be found at all. Where the
photo shows something else than the table right beside the three, or ends there, the fourth may lie beneath a hand, be
spoilt by a reflection, or be cut off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.assistant.reading.arrangement import Arrangement
from paiyan.assistant.reading.backs import Backs
from paiyan.assistant.reading.model import FOURTH_TILE, MeldReading, Question, Source
from paiyan.vision.bare import hidden_places
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo
from paiyan.vision.layout.spots import Spot, spots_around

_SET: Final = 3
_AT_END: Final[dict[Source | None, int]] = {"left": 0, "right": 3}
"""The place in a row of four beside which the turned tile of this source would lie, not at its end any more."""
_FACES: Final = 2
"""A faint box is of a kind if it is among so many of its best faces."""
_SAME_PLACE: Final = 0.5
_IN_SPOT: Final = 0.6
_OVER: Final = (-2.1, -0.5)
"""How far over a tile of the set, in its heights, one that lies on or behind it is seen."""
_FURTHEST_ROW: Final = 2.0
"""Tile heights from the hand within which what is left of a broken set lies; discards lie farther off."""
_FURTHEST: Final = (2.5, 3.9)
"""Distance between the nearest two, and the farthest two, of three tiles of a set, in tiles as wide as they are seen
along their line: from low over the table tiles look flat, but a row of them no shorter."""


def fourth_tile_questions(
    taken: Arrangement, melds: Sequence[MeldReading], photo: Photo | None = None
) -> list[Question]:
    """One question for each three equal tiles that may hide a fourth, and for each four of which one was not seen, as
    another lies on it; it does not offer answers: the person looks, and adds the tile or confirms the set. Without the
    `photo` nothing is known of what lies beside the tiles."""
    higher = {tile for row in taken.layout.rows for group in row.groups for tile in (*group.lifted, *group.overlapping)}
    others = _others(taken)
    backs = Backs.of(taken.detections, taken.left_out, taken.own)
    pengs = [meld.tiles for meld in melds if meld.type == "peng"]
    unseen = set() if photo is None else _beside_something(taken, pengs, photo)
    found = [
        tiles
        for tiles in pengs
        if tiles in unseen
        or higher.intersection(tiles)
        or taken.faint.intersection(tiles)
        or _places_of_fourth(taken, tiles, others)
        or backs.continue_row(tiles)
        or backs.lie_behind(tiles)
    ]
    found += [meld.tiles for meld in melds if taken.inferred.intersection(meld.tiles)]
    found += _broken(taken, {tile for meld in melds for tile in meld.tiles}, backs)
    return [_question(taken, tiles) for tiles in found]


def _beside_something(taken: Arrangement, sets: Sequence[tuple[int, ...]], photo: Photo) -> set[tuple[int, ...]]:
    """The sets of three beside which a tile may lie that was not found."""
    if not sets:
        return set()
    corners = taken.detections.corners.astype(np.float64)
    ends = [spot.corners for tiles in sets for spot in spots_around(corners[list(tiles)])]
    hidden = hidden_places(photo, np.array(ends), corners, corners[taken.own])
    return {tiles for tiles, beside in zip(sets, hidden.reshape(-1, 2), strict=True) if beside.any()}


def with_sure_sources(taken: Arrangement, melds: Sequence[MeldReading]) -> tuple[MeldReading, ...]:
    """The melds, a 碰 without a source where a fourth tile may go on beside its turned one at the end: of three tiles
    that points to the left or right, of four across."""
    others, backs = _others(taken), Backs.of(taken.detections, taken.left_out, taken.own)

    def is_unsure(meld: MeldReading) -> bool:
        place = _AT_END.get(meld.source)
        if meld.type != "peng" or place is None:
            return False
        return backs.place_in_row(meld.tiles) == place or place in _places_of_fourth(taken, meld.tiles, others)

    return tuple(replace(meld, source=None) if is_unsure(meld) else meld for meld in melds)


def _others(taken: Arrangement) -> Detections:
    """What may be a fourth tile: boxes too faint to be tiles, and tiles taken for somebody else's or for discards."""
    own = set(taken.own)
    foreign = taken.detections[[index for index in range(len(taken.detections)) if index not in own]]
    return foreign if taken.left_out is None else Detections.concat([foreign, taken.left_out])


def _places_of_fourth(taken: Arrangement, tiles: tuple[int, ...], others: Detections) -> set[int | None]:
    """Where one of the `others` may be a fourth tile of the set, being of its kind: before the first of it (0), after
    the last (3), or over it (None)."""
    face = taken.evidence.best(tiles[0]).code
    corners = taken.detections.corners.astype(np.float64)
    before, after = spots_around(corners[list(tiles)])
    middles = taken.detections.centers[taken.own]
    found: set[int | None] = set()
    for index, place in enumerate(others.centers.astype(np.float64)):
        if face not in [name for name, _ in others.top(index, _FACES)]:
            continue
        sides = np.linalg.norm(np.diff(others.corners[index], axis=0), axis=1)
        if np.linalg.norm(middles - place, axis=1).min() < _SAME_PLACE * sides.min():
            continue
        found |= {end for end, spot in ((0, before), (3, after)) if max(np.abs(spot.offset(place))) < _IN_SPOT}
        if any(_lies_over(Spot(corners[tile], 0.0, False), place) for tile in tiles):
            found.add(None)
    return found


def _lies_over(spot: Spot, place: NDArray[np.float64]) -> bool:
    along, across = spot.offset(place)
    return abs(along) < _IN_SPOT and _OVER[0] < across < _OVER[1]


def _question(taken: Arrangement, tiles: tuple[int, ...]) -> Question:
    return Question(FOURTH_TILE, MappingProxyType({"tile": taken.evidence.best(tiles[0]).code}), tiles=tiles)


def _broken(taken: Arrangement, in_melds: set[int], backs: Backs) -> list[tuple[int, ...]]:
    """Three equal tiles side by side, in groups of one or two with nothing else: a set, one of them out of line, or
    with the fourth one near; and any that a back continues."""
    hidden = in_melds.union(np.flatnonzero(taken.evidence.face_down).tolist())
    loose: dict[str, list[int]] = {}
    apart: set[int] = set()
    for group in (group for row in taken.layout.rows if abs(row.behind) <= _FURTHEST_ROW for group in row.groups):
        for tile in group.tiles:
            if tile not in hidden:
                loose.setdefault(taken.evidence.best(tile).code, []).append(tile)
        if len(group.tiles) < _SET and len({taken.evidence.best(tile) for tile in group.tiles}) == 1:
            apart |= set(group.tiles) if hidden.isdisjoint(group.tiles) else set()
    sets = (
        (
            tiles
            for tiles in combinations(found, _SET)
            if (apart.issuperset(tiles) and _together(taken, tiles)) or backs.continue_row(tiles)
        )
        for found in loose.values()
    )
    return [tiles for first in sets if (tiles := next(first, None))]


def _together(taken: Arrangement, tiles: Sequence[int]) -> bool:
    chosen = taken.detections[tiles]
    pairs = [chosen.centers[a] - chosen.centers[b] for a, b in combinations(range(_SET), 2)]
    _, second, longest = sorted(pairs, key=np.linalg.norm)
    length = float(np.linalg.norm(longest))
    size = float(np.median(np.ptp(chosen.corners @ (longest / max(length, 1e-6)), axis=1)))
    return float(np.linalg.norm(second)) < _FURTHEST[0] * size and length < _FURTHEST[1] * size
