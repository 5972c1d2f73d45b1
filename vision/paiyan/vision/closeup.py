"""Looks at every tile that was found once more, close up, and weighs that against what the detector saw.

A detector sees a whole table in one picture of 640 px; which face a tile shows is a question for a small network that
sees nothing but the tile. It also tells what is no tile: writing, ends of tiles, dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.backends import Backend
from paiyan.vision.decode import Candidates
from paiyan.vision.geometry import Floats, side_lengths
from paiyan.vision.images import Pixels

CLOSE_WIDTH: Final = 48
CLOSE_HEIGHT: Final = 64
"""Size of a close-up in px: a tile standing, on its feet or on its head."""

CLOSE_SPAN: Final = 1.06
"""How much of its surroundings a close-up shows: sides as multiples of the box's."""

MEAN: Final = 0.5
DEVIATION: Final = 0.25
"""What the network takes off and divides by: it sees values around nought."""

_OTHER_SPANS: Final = (0.98, 1.14)
_CLEAR: Final = 0.6
"""Boxes whose likeliest answer has a smaller share are looked at again, from nearer and from farther."""

_FAR_LARGER: Final = 1.5
_AT_ONCE: Final = 64
_LEAST: Final = 1e-4
_UNSEEN: Final = 0.002
"""What a face that the detector gives nothing is still worth: a close look that is sure of it leaves both in doubt."""

_SEEN_SHARE: Final = 0.3
_DETECTOR_SHARE: Final = 0.5
_STRICTNESS: Final = 2.0
"""Brings the scores to where the detector's operating point leaves out what is no tile."""


@dataclass(frozen=True, slots=True)
class CloseReader:
    """A network that reads close-ups (N, 3, CLOSE_HEIGHT, CLOSE_WIDTH): `classes` faces, and one answer for no tile."""

    backend: Backend
    classes: int

    def read(self, pixels: Pixels, corners: Floats) -> NDArray[np.float32]:
        """Probabilities (N, classes + 1) of what the boxes (N, 4, 2) in px of `pixels` show; the last is no tile.

        A tile is read as it stands and on its head, since a box does not tell which, and one that stays unclear from
        nearer and from farther too.
        """
        if not len(corners):
            return np.empty((0, self.classes + 1), np.float32)
        boxes = standing(corners)
        answers = self._read(pixels, boxes, CLOSE_SPAN)
        unclear = np.flatnonzero(answers.max(axis=1) < np.log(_CLEAR))
        if len(unclear):
            again = [self._read(pixels, boxes[unclear], span) for span in _OTHER_SPANS]
            answers[unclear] = _log_shares(np.mean([answers[unclear], *again], axis=0, dtype=np.float32))
        return np.exp(answers)

    def _read(self, pixels: Pixels, boxes: Floats, span: float) -> NDArray[np.float32]:
        """Logarithms of the probabilities (N, classes + 1) of what the standing boxes show, seen as wide as `span`."""
        tiles = np.stack([close_up(pixels, box, span) for box in boxes])
        batch = ((tiles.astype(np.float32) / 255 - MEAN) / DEVIATION).transpose(0, 3, 1, 2).astype(np.float32)
        parts = [batch[first : first + _AT_ONCE] for first in range(0, len(batch), _AT_ONCE)]
        answers = [
            _log_shares(self.backend.infer(np.ascontiguousarray(view))) for part in parts for view in _both_ways(part)
        ]
        upright, upturned = np.concatenate(answers[::2]), np.concatenate(answers[1::2])
        return _log_shares((upright + upturned) * np.float32(0.5))

    def weigh(self, pixels: Pixels, found: Candidates) -> Candidates:
        """The same boxes, in px of `pixels`, with class scores in which the close look has its say."""
        return Candidates(found.corners, weighed(found.scores, self.read(pixels, found.corners)))


def weighed(scores: NDArray[np.float32], read: NDArray[np.float32]) -> NDArray[np.float32]:
    """Class scores (N, K) of a detector and close-up probabilities (N, K + 1) as one set of scores (N, K).

    How the faces of a row compare is the product of both; how high the best of them scores is the geometric mean of how
    sure the detector is of a tile and the network too, times the best face's share.
    """
    tile = 1 - read[:, -1:]
    faces = (scores + _UNSEEN) ** _DETECTOR_SHARE * (read[:, :-1] + _LEAST)
    shares = faces / faces.sum(axis=1, keepdims=True)
    seen = scores.max(axis=1, keepdims=True)
    best = shares.max(axis=1, keepdims=True, initial=0)
    sure = (seen**_SEEN_SHARE * tile ** (1 - _SEEN_SHARE) * best) ** _STRICTNESS
    return np.asarray(sure * shares / np.maximum(best, _LEAST), np.float32)


def close_up(pixels: Pixels, box: Floats, span: float = CLOSE_SPAN, size: tuple[int, int] | None = None) -> Pixels:
    """The tile within the standing box (4, 2), straightened, `size` (width, height) px; `span` as `CLOSE_SPAN`."""
    width, height = size or (CLOSE_WIDTH, CLOSE_HEIGHT)
    middle = box.mean(axis=0)
    quad = middle + (box - middle) * span
    shrink = min(1.0, _FAR_LARGER * width / max(1.0, float(np.linalg.norm(quad[1] - quad[0]))))
    if shrink < 1 / _FAR_LARGER:
        pixels, quad = _smaller(pixels, quad, shrink)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    seen = cv2.warpPerspective(pixels, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def _smaller(pixels: Pixels, quad: Floats, scale: float) -> tuple[Pixels, Floats]:
    """The part of the picture around the box made smaller, and the box in it: large tiles would be seen in patches."""
    limit = np.array(pixels.shape[1::-1])
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 2, 0, limit - 1)
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 2, low + 1, limit)
    part = pixels[low[1] : high[1], low[0] : high[0]]
    size = np.maximum(np.round((high - low) * scale), 1).astype(int)
    small = cv2.resize(part, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), (quad - low) * (size / (high - low))


def standing(corners: Floats) -> Floats:
    """The boxes (N, 4, 2) with a short side first."""
    along, across = side_lengths(corners)
    return np.where((along > across)[:, None, None], np.roll(corners, -1, axis=1), corners)


def _both_ways(batch: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return batch, batch[:, :, ::-1, ::-1]


def _log_shares(values: NDArray[np.float32]) -> NDArray[np.float32]:
    shifted = values - values.max(axis=1, keepdims=True)
    logs: NDArray[np.float32] = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return logs
