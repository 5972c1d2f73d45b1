"""Sets that the layout took apart: three or four tiles that make a meld and lie clearly apart from all others.

A tile that lies on another, or is turned without looking so, seems to be parted from its neighbours by a gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from paiyan.assistant.reading.evidence import Evidence
from paiyan.vision.detections import Detections
from paiyan.vision.layout import Group, Layout, Row
from paiyan.vision.layout.spots import Spot

_SIZES: Final = (3, 4)
_WIDEST: Final = 0.6
"""Gap in tile widths within a set, and `_SHARE` that it may be of those around the set."""
_SHARE: Final = 0.7
_FURTHEST_ROW: Final = 2.0
"""Tile heights from the hand within which its sets lie; discards lie farther off."""
_ASIDE: Final = 0.6
_OVER: Final = (-2.1, -0.3)
"""How far over the middle of a tile, in its heights, one is seen that lies on it: half a tile farther from above, more
from a low camera, as it lies as high as tiles are thick."""


def rejoined(layout: Layout, evidence: Evidence, detections: Detections) -> Layout:
    """The layout with such sets as groups, and with a fourth tile that lies on one of them `on_top` of it."""
    rows = [_row(row, evidence) if abs(row.behind) < _FURTHEST_ROW else row for row in layout.rows]
    made = [
        (place, group)
        for place, row in enumerate(rows)
        for group in row.groups
        if group not in layout.rows[place].groups and len(group.tiles) == _SIZES[0]
    ]
    main = layout.main
    for place, group in made:
        lone = [
            other
            for other, row in enumerate(rows)
            if other not in (place, main) and len(row.tiles) == 1 and not row.groups[0].on_top
        ]
        for other in lone:
            tile = rows[other].tiles[0]
            if evidence.fits((*group.tiles, tile)) == "minggang" and _lies_on(detections, tile, group.tiles):
                whole = tuple(replace(one, on_top=(tile,)) if one is group else one for one in rows[place].groups)
                rows[place] = replace(rows[place], groups=whole)
                rows[other] = replace(rows[other], groups=())
                break
    if main is not None:
        main -= sum(not row.groups for row in rows[:main])
    return replace(layout, rows=tuple(row for row in rows if row.groups), main=main)


def _row(row: Row, evidence: Evidence) -> Row:
    """The row with sets that were taken apart put together."""
    groups = list(row.groups)
    for start, stop in _parts(groups, evidence):
        joined = groups[start:stop]
        groups[start:stop] = [
            Group(
                tiles=tuple(tile for group in joined for tile in group.tiles),
                sideways=tuple(tile for group in joined for tile in group.sideways),
                raised=tuple(tile for group in joined for tile in group.raised),
                # A tile that stands off may do so because it lies on another.
                lifted=tuple(
                    tile for group in joined for tile in (group.lifted if len(group.tiles) > 1 else group.tiles)
                ),
                overlapping=tuple(tile for group in joined for tile in group.overlapping),
                gap_before=joined[0].gap_before,
                gap_after=joined[-1].gap_after,
            )
        ]
    return replace(row, groups=tuple(groups))


def _parts(groups: Sequence[Group], evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Start and stop of runs of groups that are one set, those farther to the right first. A single tile at the end of
    a row is none of a set: the winning tile lies there."""
    stop = len(groups) - (bool(groups) and len(groups[-1].tiles) == 1)
    while stop > 1:
        starts = (start for start in range(max(0, stop - _SIZES[-1]), stop - 1))
        start = next((start for start in starts if _is_set(groups[start:stop], evidence)), None)
        if start is not None:
            yield start, stop
        stop = stop - 1 if start is None else start


def _is_set(groups: Sequence[Group], evidence: Evidence) -> bool:
    tiles = [tile for group in groups for tile in group.tiles]
    if len(tiles) not in _SIZES or any(group.on_top or group.above for group in groups):
        return False
    if evidence.face_down[tiles].all() or evidence.fits(tiles) is None:
        return False
    inner = max(group.gap_after or 0.0 for group in groups[:-1])
    outer = [gap for gap in (groups[0].gap_before, groups[-1].gap_after) if gap is not None]
    return bool(outer) and inner < min(_WIDEST, _SHARE * min(outer))


def _lies_on(detections: Detections, tile: int, tiles: Sequence[int]) -> bool:
    place = detections.centers[tile].astype(np.float64)
    offsets = [Spot(detections.corners[one].astype(np.float64), 0.0, False).offset(place) for one in tiles]
    return any(abs(along) < _ASIDE and _OVER[0] < across < _OVER[1] for along, across in offsets)
