"""Where to look on a photo and how large: the whole of it first, then again so that the tiles are large enough."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import Floats
from paiyan.vision.letterbox import STRIDE, Letterbox, Region

Mask: TypeAlias = NDArray[np.bool_]

SMALLEST_TILE: Final = 32
"""Long side in input px below which a face can't be told reliably."""

_GOOD_TILE: Final = 56
_SECOND_LOOK: Final = 1.25
_NOTHING_SEEN: Final = 2.0
_MOST_ENLARGED: Final = 2.0
"""Enlarging a photo's own pixels more than this shows nothing new."""

_LARGEST_WHOLE: Final = 1280
_SLICE: Final = 960
_MOST_SLICES: Final = 12
_OVERLAP: Final = 1.2
_SMALL_SHARE, _LARGE_SHARE = 25, 95
_MARGIN: Final = 2


@dataclass(frozen=True, slots=True)
class Pass:
    """One reading of the photo: `views` cover it at `scale` input px per decoded px.

    Slices overlap by `overlap` decoded px, so a box up to that long is whole in one of them; infinite for one view.
    """

    views: tuple[Letterbox, ...]
    scale: float
    overlap: float

    def sees(self, lengths: Floats) -> Mask:
        """Which boxes of these long sides (decoded px) this pass shows whole and large enough to tell their faces."""
        seen: Mask = (lengths * self.scale >= SMALLEST_TILE) & (lengths <= self.overlap)
        return seen


def whole(width: int, height: int, longest: int) -> Pass:
    """The whole photo of `width` × `height` decoded px with its longer side at `longest` input px."""
    view = Letterbox.fit(Region(0, 0, width, height), longest)
    return Pass((view,), longest / max(width, height), math.inf)


def second(width: int, height: int, first: Pass, lengths: Floats) -> Pass:
    """The pass after `first`, which found boxes of these long sides (decoded px).

    Larger by a quarter at least, as two looks err less than one; as much larger as small tiles need, if that is too
    much for one view in overlapping slices, twelve at most.
    """
    scale = first.scale * _enlargement(lengths * first.scale)
    scale = max(min(scale, _MOST_ENLARGED), first.scale)
    longest = scale * max(width, height)
    if longest <= _LARGEST_WHOLE:
        return whole(width, height, math.ceil(longest / STRIDE) * STRIDE)
    largest = float(np.percentile(lengths, _LARGE_SHARE)) if len(lengths) else 2 * _GOOD_TILE / scale
    return _sliced(width, height, scale, largest)


def _enlargement(lengths: Floats) -> float:
    if not len(lengths):
        return _NOTHING_SEEN
    return max(_SECOND_LOOK, _GOOD_TILE / float(np.percentile(lengths, _SMALL_SHARE)))


def _sliced(width: int, height: int, scale: float, largest: float) -> Pass:
    """Slices at `scale`, or at the largest smaller scale that needs few enough of them."""
    while True:
        side = _SLICE / scale
        overlap = min(largest * _OVERLAP, side / 2)
        columns, rows = _starts(width, side, overlap), _starts(height, side, overlap)
        if len(columns) * len(rows) <= _MOST_SLICES:
            break
        scale *= 0.9
    span_x, span_y = min(width, math.ceil(side)), min(height, math.ceil(side))
    views = tuple(
        Letterbox.fit(Region(x, y, span_x, span_y), round(max(span_x, span_y) * scale))
        for y, x in product(rows, columns)
    )
    return Pass(views, scale, overlap)


def _starts(length: int, side: float, overlap: float) -> list[int]:
    """Where slices of `side` px begin so that they cover `length` px evenly and overlap by `overlap` at least."""
    if length <= side:
        return [0]
    count = math.ceil((length - overlap) / (side - overlap))
    return [math.floor(index * (length - math.ceil(side)) / (count - 1)) for index in range(count)]


def whole_in_view(view: Letterbox, corners: Floats, width: int, height: int) -> Mask:
    """Which boxes (N, 4, 2; decoded px) aren't cut by a side of the view that lies inside the photo."""
    region = view.region
    margin = _MARGIN * region.width / view.content[0]
    left = region.x + margin if region.x > 0 else -math.inf
    top = region.y + margin if region.y > 0 else -math.inf
    right = region.x + region.width - margin if region.x + region.width < width else math.inf
    bottom = region.y + region.height - margin if region.y + region.height < height else math.inf
    x, y = corners[..., 0], corners[..., 1]
    inside: Mask = np.all((x > left) & (x < right) & (y > top) & (y < bottom), axis=1)
    return inside
