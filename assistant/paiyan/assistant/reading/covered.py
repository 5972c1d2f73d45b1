"""A fourth tile that another lies on: it hardly shows, but its set has a hole just there, or it shows so little that
its face can't be told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.assistant.reading.evidence import Evidence
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import signed_areas
from paiyan.vision.layout import Layout
from paiyan.vision.layout.spots import Spot, spot_between, spot_beyond

_FURTHEST_ROW: Final = 2.0
"""Tile heights from the hand within which its sets lie; discards lie farther off."""
_ROOM: Final = (0.45, 1.7)
"""Free width, in tile widths, of a hole that one tile fits."""
_OVER: Final = (-2.1, -0.3)
"""How far over the middle of the hole, in heights of a tile, the tile is seen that lies on it: half a tile beside it
from above, more from a low camera, as it lies as high as tiles are thick."""
_ASIDE: Final = 0.6
_TOUCHING: Final = 0.3
_SEEN: Final = 3
_ALONG_ROW: Final = np.cos(np.radians(16))
_BELIEVED: Final = 0.3
"""Confidence of a tile that is not seen itself: enough to count, not to be sure of."""

_LESS: Final = 0.8
"""A tile that another lies on shows less than this share of what its neighbours show."""
_FAR_OVER: Final = (-4.5, -0.8)
"""As `_OVER`, in heights of what is seen of the covered tile."""
_ABOVE: Final = 0.35
_SEEN_FACE: Final = 0.1
"""Confidence left to the face that a covered tile seems to show: it is named, not believed."""


def covered_tiles(detections: Detections, layout: Layout, evidence: Evidence, melds: set[int]) -> Detections | None:
    """Boxes of tiles that must lie under others: two equal tiles with a hole between or beside them that a third one of
    the kind covers. None where there are none. Tiles in `melds` lie as they should."""
    if layout.main is None:
        return None
    near = [tile for row in layout.rows if abs(row.behind) < _FURTHEST_ROW for tile in row.tiles]
    kinds: dict[str, list[int]] = {}
    for tile in near:
        if not evidence.face_down[tile] and tile not in melds:
            kinds.setdefault(evidence.best(tile).code, []).append(tile)
    angle = np.radians(layout.rows[layout.main].direction)
    direction = np.array([np.cos(angle), np.sin(angle)])
    found = []
    for tiles in kinds.values():
        if len(tiles) == _SEEN:
            spots = _spots(detections, layout, tiles, direction)
            found += [_hidden(detections, beside, spot) for beside, spot in spots][:1]
    return Detections.concat(found) if found else None


def half_covered(detections: Detections, layout: Layout, evidence: Evidence) -> dict[int, int]:
    """Tiles that show less than their neighbours, as another lies on them, with one of these: three of the four are
    equal, and what is seen of the covered one looks like another face."""
    found = {}
    for group in (group for row in layout.rows for group in row.groups if len(group.tiles) == _SEEN):
        for over in (*group.on_top, *group.above):
            equal = [tile for tile in group.tiles if evidence.best(tile) == evidence.best(over)]
            below = [tile for tile in group.tiles if tile not in equal]
            known = evidence.face_down[[*group.tiles, over]].any() or evidence.fits((*group.tiles, over))
            if len(below) == 1 and not known and _lies_half_on(detections, over, below[0], equal):
                found[below[0]] = equal[0]
    return found


def with_inferred(detections: Detections, like: dict[int, int]) -> Detections:
    """The boxes with the faces of covered tiles taken from those they are `like`; faces that they seem to show come
    second."""
    scores = detections.scores.copy()
    for tile, other in like.items():
        seen = scores[tile] * (_SEEN_FACE / scores[tile].max())
        scores[tile] = np.maximum(scores[other] * (_BELIEVED / scores[other].max()), seen)
    return replace(detections, scores=scores, confidence=scores.max(axis=1)) if like else detections


def _lies_half_on(detections: Detections, over: int, below: int, beside: list[int]) -> bool:
    areas = signed_areas(detections.corners.astype(np.float64))
    spot = Spot(detections.corners[below].astype(np.float64), 0.0, False)
    along, across = spot.offset(detections.centers[over].astype(np.float64))
    placed = abs(along) < _ABOVE and _FAR_OVER[0] < across < _FAR_OVER[1]
    return bool(placed and areas[below] < _LESS * np.median(areas[beside]))


def _spots(
    detections: Detections, layout: Layout, tiles: list[int], direction: NDArray[np.float64]
) -> Iterator[tuple[int, Spot]]:
    """The spot that one of three tiles covers, with one of the two others that lie beside it in the row."""
    turned = {tile for row in layout.rows for group in row.groups for tile in group.sideways}
    gaps = {
        (before.tiles[-1], after.tiles[0]): after.gap_before
        for row in layout.rows
        for before, after in pairwise(row.groups)
    }
    corners = detections.corners.astype(np.float64)
    middles = corners.mean(axis=1)
    for over in tiles:
        left, right = sorted(
            (tile for tile in tiles if tile != over), key=lambda tile: float(middles[tile] @ direction)
        )
        forwards = middles[right] - middles[left]
        if float(forwards @ direction) < _ALONG_ROW * float(np.hypot(*forwards)):
            continue
        upright = next((tile for tile in (left, right) if tile not in turned), left)
        between = spot_between(corners[left], corners[right], upright=corners[upright], free=gaps.get((left, right)))
        spots = [between] if _ROOM[0] < between.free < _ROOM[1] else []
        if abs(between.free) < _TOUCHING:
            spots += [spot_beyond(corners[right], forwards), spot_beyond(corners[left], -forwards)]
        for spot in spots:
            along, across = spot.offset(middles[over])
            if abs(along) < _ASIDE and _OVER[0] < across < _OVER[1]:
                yield upright, spot


def _hidden(detections: Detections, beside: int, spot: Spot) -> Detections:
    """The box of a tile like the one `beside` it, in that spot."""
    like = detections[[beside]]
    scores = like.scores * (_BELIEVED / max(float(like.confidence[0]), _BELIEVED))
    return replace(like, corners=spot.corners[None].astype(np.float32), scores=scores, confidence=scores.max(axis=1))
