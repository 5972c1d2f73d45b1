"""What pixels and boxes tell about how well a photo shows its tiles; measured on the tiles, not on what lies around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.coach.glare import clipped_shares, glaring, swallowed
from paiyan.vision.coach.patches import GREY, Floats, straightened
from paiyan.vision.coach.whole import overall_level, overall_sharpness
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import side_lengths
from paiyan.vision.images import Photo
from paiyan.vision.layout import Layout, Row

_MOST_TILES: Final = 28
"""Tiles that are looked at: spread over the subject, more would only cost time."""

_PLAIN: Final = 0.15
"""A tile whose brightness varies by less than this share of its brightness shows no lines to judge sharpness by."""

_AMID: Final = 5
"""A back in a group of fewer tiles may be one of a concealed kong whose other tiles were found in part."""

_FULL_HAND: Final = 10
_PILED: Final = 1.5
_LONG_ROW: Final = 7
_OWN_DEPTH: Final = 3.2
_OWN_SIDE: Final = 4.0
_PARALLEL: Final = 25.0
_TILES_FOR_SLANT: Final = 5
_NARROWED: Final = 0.85
"""A tile at the border of the photo is cut off where it measures less than this share of the others."""


@dataclass(frozen=True, slots=True)
class Measures:
    """How a photo shows the tiles of its hand (all tiles where no hand shows).

    - `tiles`: how many there are; `doubtful`: share of them of which the detector is not sure;
    - `height`: their median long side in px of the photo;
    - `sharpness`: steepest step between neighbouring pixels at the size of reading, as a share of a tile's contrast,
      in the more blurred of the two directions; that of the whole photo where no tile shows lines, None where that
      shows none either;
    - `level`: brightness of their bodies, 0–255; of the whole photo where there are no tiles;
    - `glaring`: how many tiles of the main row a reflection makes hard to read, or hides so that none was found;
    - `washed_out`: share of the tiles' pixels that are clipped;
    - `covered`: whether a single tile amid the faces of the main row seems to lie face down: something may lie on it;
    - `cut`: sides of the photo at which tiles are cut off, one entry a tile;
    - `slant`: height of an upright tile by its width; None with fewer than five tiles;
    - `hands`: rows as long as a hand, those of trays and piles left out.
    """

    tiles: int
    doubtful: float
    height: float
    sharpness: float | None
    level: float
    glaring: int
    washed_out: float
    covered: bool
    cut: tuple[str, ...]
    slant: float | None
    hands: int


def measure(photo: Photo, detections: Detections, layout: Layout, sure: float) -> Measures:
    """Measures of a photo; `sure` is the confidence from which a tile counts as read."""
    own = subject(detections, layout)
    if not len(own):
        seen = overall_sharpness(photo.pixels), overall_level(photo.pixels)
        return Measures(0, 1.0, 0.0, *seen, 0, 0.0, False, (), None, 0)
    across, down = side_lengths(detections.corners[own])
    looked = own[np.linspace(0, len(own) - 1, min(len(own), _MOST_TILES)).astype(int)]
    patches = straightened(photo, detections.corners[looked])
    grey = patches @ GREY
    low, body, high = np.percentile(grey, (2, 80, 98), axis=(1, 2)).astype(np.float32)
    level = float(np.median(body))
    # Beside the row boxes may lie on things that are white but no tiles.
    row = np.array(layout.rows[layout.main].tiles if layout.main is not None else looked, np.intp)
    in_row = np.isin(looked, row)
    clipped = clipped_shares(grey)
    sharpness = _sharpness(grey, high - low, body)
    return Measures(
        tiles=len(own),
        doubtful=float((detections.confidence[own] < sure).mean()),
        height=float(np.median(np.maximum(across, down))),
        sharpness=overall_sharpness(photo.pixels) if sharpness is None else sharpness,
        level=level,
        glaring=glaring(clipped[in_row], detections.confidence[looked][in_row] < sure, level)
        + swallowed(photo, detections.corners[row], np.delete(detections.corners, row, axis=0), level),
        washed_out=float(clipped.mean()),
        covered=_covered(layout),
        cut=_cut(detections, own),
        slant=_slant(detections, layout),
        hands=sum(_is_hand(row, layout) for row in layout.rows),
    )


def subject(detections: Detections, layout: Layout) -> NDArray[np.intp]:
    """Boxes of the hand: the main row and what lies right behind, before or beside it; all where that is too little."""
    if layout.main is None:
        return np.arange(len(detections))
    main = layout.rows[layout.main]
    rows = [row for row in layout.rows if row is main or _is_near(row)]
    tiles = [tile for row in rows for group in row.groups for tile in (*group.tiles, *group.on_top)]
    shown = [tile for tile in tiles if not layout.face_down[tile]]
    return np.array(sorted(shown), np.intp) if len(main.tiles) >= 4 else np.arange(len(detections))


def _is_near(row: Row) -> bool:
    parallel = row.turned < _PARALLEL or len(row.tiles) == 1
    return parallel and abs(row.behind) < _OWN_DEPTH and abs(row.beside) < _OWN_SIDE


def _is_hand(row: Row, layout: Layout) -> bool:
    faces = sum(not layout.face_down[tile] for tile in row.tiles)
    return faces >= _FULL_HAND and not any(
        other is not row and len(other.tiles) >= _LONG_ROW and abs(other.behind - row.behind) < _PILED
        for other in layout.rows
    )


def _sharpness(grey: Floats, contrast: Floats, body: Floats) -> float | None:
    drawn = contrast > _PLAIN * np.maximum(body, 1)
    if not drawn.any():
        return None
    steps = [
        np.percentile(np.abs(np.diff(grey[drawn], axis=axis)), 98, axis=(1, 2)) / contrast[drawn] for axis in (1, 2)
    ]
    return float(min(np.median(each) for each in steps))


def _covered(layout: Layout) -> bool:
    """Whether a single back lies between the faces of a group of the main row; two or four are those of a kong."""
    row = layout.rows[layout.main] if layout.main is not None else None
    if row is None or sum(layout.face_down[tile] for tile in row.tiles) != 1:
        return False
    return any(
        len(group.tiles) >= _AMID and any(layout.face_down[tile] for tile in group.tiles[1:-1]) for group in row.groups
    )


def _cut(detections: Detections, own: NDArray[np.intp]) -> tuple[str, ...]:
    """Sides of the photo that tiles reach, where they show less than their neighbours do."""
    width, height = detections.size
    corners = detections.corners[own]
    low, high = corners.min(axis=1), corners.max(axis=1)
    extent = high - low
    margin = 0.02 * float(np.median(extent))
    usual = np.median(extent, axis=0)
    cut = []
    for place in range(len(own)):
        narrow = extent[place] < _NARROWED * usual
        reach = {
            "left": low[place, 0] <= margin and narrow[0],
            "right": high[place, 0] >= width - margin and narrow[0],
            "top": low[place, 1] <= margin and narrow[1],
            "bottom": high[place, 1] >= height - margin and narrow[1],
        }
        cut += [side for side, reached in reach.items() if reached][:1]
    return tuple(cut)


def _slant(detections: Detections, layout: Layout) -> float | None:
    """Height of the main row's tiles across its line by their width along it; of all tiles, upright in the photo,
    where there is no such row: tiles seen at too flat a slant make none."""
    if len(detections) < _TILES_FOR_SLANT:
        return None
    row = layout.rows[layout.main] if layout.main is not None else None
    in_line = row is not None and len(row.tiles) >= _TILES_FOR_SLANT
    angle = np.radians(row.direction if row is not None and in_line else 0.0)
    along = np.array([np.cos(angle), np.sin(angle)], np.float32)
    across = np.array([-along[1], along[0]], np.float32)
    corners = detections.corners[list(row.tiles)] if row is not None and in_line else detections.corners
    first = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    second = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    spans = [np.maximum(np.abs(first @ axis), np.abs(second @ axis)) for axis in (across, along)]
    return float(np.median(spans[0] / np.maximum(spans[1], 1e-3)))
