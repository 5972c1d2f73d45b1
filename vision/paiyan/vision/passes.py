"""Where to look on a photo and how large: the whole of it first, then closer until the tiles are large enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
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

LARGEST_TILE: Final = 240
"""Long side in input px above which a tile is no longer known for one."""

_GOOD_TILE: Final = 56
_FROM_AFAR: Final = 192
_FILLING_TILE: Final = 64
_MOST_LOOKS: Final = 4
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

    def sees(self, lengths: Floats, least: float = SMALLEST_TILE) -> Mask:
        """Which boxes of these long sides (decoded px) this pass shows whole and at a size that tells their faces: at
        `least` so many input px."""
        shown = lengths * self.scale
        seen: Mask = (shown >= least) & (shown <= LARGEST_TILE) & (lengths <= self.overlap)
        return seen


def whole(width: int, height: int, longest: int) -> Pass:
    """The whole photo of `width` × `height` decoded px with its longer side at `longest` input px."""
    view = Letterbox.fit(Region(0, 0, width, height), longest)
    return Pass((view,), longest / max(width, height), math.inf)


@dataclass(frozen=True, slots=True)
class Look:
    """A pass and the long sides (decoded px) of the boxes it found."""

    at: Pass
    lengths: Floats

    @property
    def shown(self) -> float:
        """Long side in input px that three quarters of the boxes exceed; nought without boxes."""
        return float(np.percentile(self.lengths, _SMALL_SHARE)) * self.at.scale if len(self.lengths) else 0


def next_pass(width: int, height: int, looks: Sequence[Look]) -> Pass | None:
    """Where to look after `looks` at a photo of `width` × `height` decoded px; None when it has been seen well.

    A second look is always taken, as two err less than one: larger by a quarter at least, and as much larger as small
    tiles need. Where nothing was seen the tiles may fill the photo (a look from afar), or be tiny (closer ones, as
    long as the photo has more to show).
    """
    first, last = looks[0], looks[-1]
    if len(looks) == _MOST_LOOKS:
        return None
    if not first.shown and len(looks) == 1:
        return whole(width, height, _FROM_AFAR)
    if not first.shown and len(looks) == 2:
        return None if last.shown >= _FILLING_TILE else closer(width, height, first, _NOTHING_SEEN)
    if len(looks) == 1:
        return closer(width, height, last, max(_SECOND_LOOK, _GOOD_TILE / last.shown))
    if last.shown >= SMALLEST_TILE or (first.shown and not last.shown):
        return None
    following = closer(width, height, last, _GOOD_TILE / last.shown if last.shown else _NOTHING_SEEN)
    return following if following.scale > last.at.scale else None


def closer(width: int, height: int, last: Look, factor: float) -> Pass:
    """A pass at `factor` times the scale of `last`, at most twice the photo's own; too much for one view, it is cut
    into overlapping slices, twelve at most."""
    scale = max(min(last.at.scale * factor, _MOST_ENLARGED), last.at.scale)
    longest = scale * max(width, height)
    if longest <= _LARGEST_WHOLE:
        return whole(width, height, math.ceil(longest / STRIDE) * STRIDE)
    largest = float(np.percentile(last.lengths, _LARGE_SHARE)) if len(last.lengths) else 2 * _GOOD_TILE / scale
    return _sliced(width, height, scale, largest)


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
        Letterbox.fit(Region(x, y, span_x, span_y), min(_SLICE, round(max(span_x, span_y) * scale)))
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
