"""A single face-down tile beside three equal ones: it may be the fourth of a kong, or lie on it.

A back laid on the fourth tile of an open kong hides its face, and what shows is a 碰 with a back beside it, seen as
much farther away as tiles are thick; or behind one of it, where a fourth tile is added. A back in line with others is
part of a wall.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from paiyan.assistant.reading.model import BACK
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats
from paiyan.vision.layout.spots import Spot

_STEP: Final = (0.6, 1.6)
"""Distance in tile widths between neighbours of one set, one of them turned or laid loosely at most."""
_IN_LINE: Final = 0.5
_OVER: Final = (-2.1, 0.7)
"""How far off the line of the three, in their heights, the back is seen that lies on the fourth or next to it: farther
from a low camera, as it lies as high as tiles are thick, nearer where it covers half."""
_ASIDE: Final = 0.6
_BEHIND: Final = (-2.6, -0.5)
"""How far off the middle of one of the three, in its heights, a back is seen that lies behind it, or on one there."""
_LAYER: Final = 1.0
"""How much farther away, in heights of a tile, the upper layer of a wall is seen, whose lower one may go on alone."""
_TAKEN: Final = (0.5, 0.4)
"""Within so much of a place, along and across the row, a tile has it for itself."""


@dataclass(frozen=True, slots=True)
class Backs:
    """The `backs` of a photo that are none of the hand, by their indices in all `boxes`; of these the first `seen` are
    tiles, the others too faint to be."""

    boxes: Detections
    backs: tuple[int, ...]
    seen: int

    @classmethod
    def of(cls, seen: Detections, faint: Detections | None, own: Collection[int]) -> Self:
        """Of the tiles of a photo, those of the hand by their indices."""
        boxes = seen if faint is None else Detections.concat([seen, faint])
        return cls(boxes, tuple(at for at, name in enumerate(boxes.names) if name == BACK and at not in own), len(seen))

    def continue_row(self, tiles: Sequence[int]) -> bool:
        """Whether one of them makes a row of four with three equal tiles, and lies alone."""
        return self.place_in_row(tiles) is not None

    def place_in_row(self, tiles: Sequence[int]) -> int | None:
        """The place from 0 to 3, in the order of the three `tiles`, of one that makes a row of four with them and lies
        alone; None where there is none."""
        if not self.backs:
            return None
        upright = min(tiles, key=lambda tile: float(np.ptp(self.boxes.corners[tile][:, 0])))
        places = self._places(upright)
        three = places[list(tiles)]
        faces = places[[at for at, name in enumerate(self.boxes.names[: self.seen]) if name != BACK]]
        forwards = np.sign(three[-1, 0] - three[0, 0])
        for back in self.backs:
            if _is_fourth(places[back], three, faces) and self._alone(places, back):
                return int(np.count_nonzero((places[back, 0] - three[:, 0]) * forwards > 0))
        return None

    def lie_behind(self, tiles: Sequence[int]) -> bool:
        """Whether one of them lies behind one of the tiles, and alone."""
        for tile in tiles if self.backs else ():
            places = self._places(tile)
            for back in self.backs:
                along, across = places[back]
                behind = abs(along) < _ASIDE and _BEHIND[0] < across < _BEHIND[1]
                if behind and self._alone(places, back, _LAYER):
                    return True
        return False

    def _places(self, tile: int) -> Floats:
        """Where all boxes lie as seen from one: along its row and down from it, in its sides."""
        frame = Spot(self.boxes.corners[tile].astype(np.float64), 0.0, False)
        return np.array([frame.offset(middle) for middle in self.boxes.centers.astype(np.float64)])

    def _alone(self, places: Floats, back: int, off_line: float = _IN_LINE) -> bool:
        """Whether no other back that is seen lies next to it, so far `off_line` at most."""
        others = [other for other in self.backs if other < self.seen]
        away = np.abs(places[others] - places[back])
        return not ((away[:, 0] > _STEP[0]) & (away[:, 0] < _STEP[1]) & (away[:, 1] < off_line)).any()


def _is_fourth(back: Floats, three: Floats, faces: Floats) -> bool:
    """Whether a back is the fourth of a row of three, where no other face lies."""
    line = float(np.median(three[:, 1]))
    steps = np.diff(np.sort([*three[:, 0], back[0]]))
    apart = bool((steps > _STEP[0]).all() and (steps < _STEP[1]).all())
    level = bool((np.abs(three[:, 1] - line) < _IN_LINE).all())
    near: NDArray[np.bool_] = np.abs(faces - np.array([back[0], line])) < np.array(_TAKEN)
    return apart and level and _OVER[0] < back[1] - line < _OVER[1] and not near.all(axis=1).any()
