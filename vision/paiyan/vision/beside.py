"""Looks for tiles that were missed beside those that were found: rows go on where a tile touches their last one.

A detector misses tiles of a row that others of it show plainly. Where one must lie, if there is one, follows from its
neighbours, and a close look tells whether it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from paiyan.vision.closeup import CloseReader
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats, edges, order_corners, signed_areas
from paiyan.vision.images import Photo
from paiyan.vision.layout import Group, Row, arrange

_NEAREST: Final = 5
"""Tiles of a row, those next to the place in question, that tell how large tiles are there and how far apart."""
_MOST: Final = 4
"""Most tiles looked for one after the other."""
_TAKEN: Final = 0.6
"""A place is taken if the middle of a tile lies nearer than this share of the distance between neighbours."""
_FURTHEST_ROW: Final = 3.0
_SAME_DIRECTION: Final = 20.0
_TOUCHING: Final = 1.25
"""Tiles whose middles lie nearer than so many widths touch."""
_TURNED_STEP: Final = 7 / 6
_LARGEST_SET: Final = 3
"""Beside so many faces there may be face-down tiles of their set."""
_A_TILE: Final = 0.5
_BELIEVED: Final = 0.9
"""What only a close look shows is never quite a tile of the operating threshold: it counts where one is lacking."""
_LEAST: Final = 1e-4
_BACK: Final = "back"


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where a tile may lie: `corners` (4, 2), reached from the tile before it by `step` (2,); `down` if it may be a
    face-down one."""

    corners: Floats
    step: Floats
    down: bool

    @property
    def next(self) -> _Place:
        return _Place(self.corners + self.step, self.step, self.down)

    def is_taken(self, middles: Floats) -> bool:
        """Whether one of the tiles with these middles (N, 2) lies here."""
        away = np.linalg.norm(middles - self.corners.mean(axis=0), axis=1)
        return bool((away < _TAKEN * np.hypot(*self.step)).any())


def with_tiles_beside(closer: CloseReader, photo: Photo, found: Detections, threshold: float) -> Detections:
    """The boxes, most confident first, with those of tiles that touch tiles of confidence `threshold` and above in the
    rows near the person. What is added stays below the threshold; of it and a faint box in the same place the more
    confident one counts."""
    sure = found[found.confidence >= threshold]
    seen = sure
    places = list(_ends(sure)) if len(sure) else []
    for _ in range(_MOST):
        places = [place for place in places if not place.is_taken(seen.centers)]
        if not places:
            break
        read, added = _read(closer, photo, places, found, threshold)
        good = [number for number in read if added.names[number] != _BACK or places[number].down]
        seen = Detections.concat([seen, added[good]])
        places = [places[number].next for number in good]
    return found if len(seen) == len(sure) else _joined(sure, seen[len(sure) :], found[found.confidence < threshold])


def _joined(sure: Detections, new: Detections, faint: Detections) -> Detections:
    both = Detections.concat([new, faint])
    sizes = np.sqrt(signed_areas(both.corners))
    kept: list[int] = []
    for one in np.argsort(-both.confidence, kind="stable").tolist():
        away = np.linalg.norm(both.centers[kept] - both.centers[one], axis=1)
        if not (away < _TAKEN * sizes[one]).any():
            kept.append(one)
    whole = Detections.concat([sure, both[kept]])
    return whole[np.argsort(-whole.confidence, kind="stable")]


def _read(
    closer: CloseReader, photo: Photo, places: list[_Place], found: Detections, threshold: float
) -> tuple[list[int], Detections]:
    """What the places show as boxes, and the numbers of those that show a tile."""
    corners = order_corners(np.stack([place.corners for place in places]).astype(np.float32))
    read = closer.read(photo.pixels, corners * photo.scale)
    tile = 1 - read[:, -1:]
    shares = read[:, :-1] / np.maximum(read[:, :-1].max(axis=1, keepdims=True), _LEAST)
    scores = np.asarray(shares * tile * (_BELIEVED * threshold), np.float32)
    boxes = Detections(corners, scores, scores.max(axis=1), found.class_names, found.size)
    return np.flatnonzero(tile[:, 0] > _A_TILE).tolist(), boxes


def _ends(seen: Detections) -> Iterator[_Place]:
    """The places on both sides of every group of the rows near the person."""
    layout = arrange(seen)
    for place, row in enumerate(layout.rows):
        near = place == layout.main or (abs(row.behind) < _FURTHEST_ROW and row.turned < _SAME_DIRECTION)
        if near and len(row.tiles) > 1:
            for group in row.groups:
                yield from _beside(row, group, seen, 1)
                yield from _beside(row, group, seen, -1)


def _beside(row: Row, group: Group, seen: Detections, sign: int) -> Iterator[_Place]:
    """The place after the last tile of a group of the row, or before its first one; none where no tiles of the row
    touch to tell how far apart they lie."""
    tiles = np.array(row.tiles)
    end = group.tiles[-1] if sign > 0 else group.tiles[0]
    turned = {tile for one in row.groups for tile in one.sideways}
    upright = np.array([tile for tile in tiles if tile not in turned], dtype=np.intp)
    middles = seen.centers.astype(np.float64)
    nearest = upright[np.argsort(np.linalg.norm(middles[upright] - middles[end], axis=1))[:_NEAREST]]
    if not len(nearest):
        return
    along, down = (np.median(side[nearest], axis=0) / 2 for side in edges(seen.corners.astype(np.float64)))
    steps = middles[tiles[1:]] - middles[tiles[:-1]]
    touching = np.flatnonzero(np.linalg.norm(steps, axis=1) < _TOUCHING * 2 * np.hypot(*along))
    if not len(touching):
        return
    place = int(np.flatnonzero(tiles == end)[0])
    step = sign * np.median(steps[touching[np.argsort(np.abs(touching + 0.5 - place))[:_NEAREST]]], axis=0)
    first = middles[end] + step * (_TURNED_STEP if end in turned else 1.0)
    corners = np.array([first - along - down, first + along - down, first + along + down, first - along + down])
    yield _Place(corners, step, len(group.tiles) <= _LARGEST_SET or seen.names[end] == _BACK)
