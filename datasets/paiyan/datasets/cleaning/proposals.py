"""What a detector sees in a picture, used to check and mend labels and to find tiles that a source left unlabelled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from paiyan.datasets.pictures import Floats, Ints, Pixels
from paiyan.vision.detector import Detector
from paiyan.vision.images import Photo
from paiyan.vision.nms import overlapping_groups

_FAINT: Final = 0.08
_NEAR: Final = 0.35
"""Two boxes show one tile when their centres lie nearer than this share of its width."""


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


def agreeing_proposer(detector: Detector, sizes: Sequence[int] = (960, 1280)) -> Proposer:
    """What a detector finds in looks at several input `sizes`, best first.

    The score of a tile that all looks read alike is the mean of theirs; one that a look misses or reads otherwise has
    half of its best score.
    """
    looks = [
        Detector(detector.backend, detector.class_names, image_size=size, confidence=_FAINT, nms_iou=detector.nms_iou)
        for size in sizes
    ]

    def propose(pixels: Pixels) -> Proposals:
        photo = Photo.from_pixels(pixels)
        found = [look.detect_once(photo) for look in looks]
        parts = [(np.asarray(f.corners), np.asarray(f.labels), np.asarray(f.confidence)) for f in found]
        corners = np.concatenate([part[0] for part in parts]).astype(np.float32).reshape(-1, 4, 2)
        labels = np.concatenate([part[1] for part in parts]).astype(np.int64)
        scores = np.concatenate([part[2] for part in parts]).astype(np.float32)
        owner = np.repeat(np.arange(len(parts)), [len(part[1]) for part in parts])
        agreed = _agreed(corners, labels, scores, owner, len(parts))
        kept = np.array([group[0] for group in overlapping_groups(corners, agreed, detector.nms_iou)], dtype=np.intp)
        return Proposals(corners[kept], labels[kept], agreed[kept])

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


def _agreed(corners: np.ndarray, labels: np.ndarray, scores: np.ndarray, owner: np.ndarray, looks: int) -> np.ndarray:
    centers = corners.mean(axis=1)
    widths = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    agreed = scores * 0.5
    for index in range(len(labels)):
        near = np.linalg.norm(centers - centers[index], axis=1) < _NEAR * widths[index]
        alike = [scores[near & (owner == look) & (labels == labels[index])].max(initial=0.0) for look in range(looks)]
        if min(alike) > 0:
            agreed[index] = float(np.mean(alike))
    return agreed
