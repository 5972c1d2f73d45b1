"""What a detector sees in a picture, used to check and mend labels; it never decides which face a label names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from paiyan.datasets.pictures import Floats, Ints, Pixels
from paiyan.vision.detector import Detector
from paiyan.vision.images import Photo


@dataclass(frozen=True, slots=True)
class Proposals:
    """Tiles seen by a detector: `corners` (M, 4, 2) in pixels, `classes` (M,) and `scores` (M,) in 0..1."""

    corners: Floats
    classes: Ints
    scores: Floats

    def __len__(self) -> int:
        return len(self.classes)

    @property
    def centers(self) -> Floats:
        """Centres (M, 2) in pixels."""
        return np.asarray(self.corners.mean(axis=1), dtype=np.float32)


Proposer: TypeAlias = Callable[[Pixels], Proposals]


def detector_proposer(detector: Detector) -> Proposer:
    """What a detector finds in one look at the picture, best first."""

    def propose(pixels: Pixels) -> Proposals:
        found = detector.detect_once(Photo.from_pixels(pixels))
        return Proposals(
            np.asarray(found.corners, dtype=np.float32),
            np.asarray(found.labels, dtype=np.int64),
            np.asarray(found.confidence, dtype=np.float32),
        )

    return propose


def nothing(pixels: Pixels) -> Proposals:
    """The proposer that sees no tile: cleaning then relies on the labels alone."""
    return Proposals(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int64), np.zeros(0, np.float32))


def matches(boxes: Floats, proposals: Proposals) -> Ints:
    """For each upright box (N, 4) the index of the proposal it means, or −1.

    That is the nearest proposal whose centre lies in the box, or whose box holds the centre of the label and
    most of its area (a label can cover a part of its tile only).
    """
    found = np.full(len(boxes), -1, dtype=np.int64)
    if not len(proposals):
        return found
    low, high = proposals.corners.min(axis=1), proposals.corners.max(axis=1)
    for row, box in enumerate(boxes):
        center = (box[:2] + box[2:]) / 2
        inside = ((proposals.centers > box[:2]) & (proposals.centers < box[2:])).all(axis=1)
        overlap = np.clip(np.minimum(high, box[2:]) - np.maximum(low, box[:2]), 0, None).prod(axis=1)
        holds = overlap > 0.8 * max(1e-6, float((box[2:] - box[:2]).prod()))
        candidates = np.flatnonzero(inside | holds)
        if len(candidates):
            distances = np.linalg.norm(proposals.centers[candidates] - center, axis=1)
            found[row] = candidates[int(np.argmin(distances))]
    return found
