"""Figures of a detector on one set of photos: tiles right, photos whole, mean average precision, confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from paiyan.models.evaluation.matching import Floats, Ints, match_by_centre, overlap

_MAP_OVERLAP = 0.5


@dataclass(frozen=True, slots=True)
class Judged:
    """One photo: labels (upright `boxes` (N, 4), `classes` (N,)) and what was found (`found_boxes` (M, 4),
    `found_centers` (M, 2), `found_classes` (M,), `found_scores` (M,)), all in pixels of the photo."""

    name: str
    boxes: Floats
    classes: Ints
    found_boxes: Floats
    found_centers: Floats
    found_classes: Ints
    found_scores: Floats


@dataclass(slots=True)
class Figures:
    """Counts over a set of photos.

    `counted`: the classes that count (faces a set labels reliably); detections of other classes are ignored unless
    they mean a counted label. `whole`: photos with every counted tile right and nothing counted besides.
    """

    counted: frozenset[int]
    photos: int = 0
    tiles: int = 0
    right: int = 0
    whole: int = 0
    false: int = 0
    missed: int = 0
    by_class: dict[int, Counter[str]] = field(default_factory=dict)
    confusions: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, photo: Judged) -> None:
        """Count one photo."""
        kept = np.isin(photo.classes, sorted(self.counted))
        match = match_by_centre(photo.boxes, photo.found_centers)
        right = false = 0
        for wanted, index in zip(photo.classes[kept].tolist(), match.detection[kept].tolist(), strict=True):
            row = self.by_class.setdefault(wanted, Counter())
            row["tiles"] += 1
            if index < 0:
                row["missed"] += 1
                self.missed += 1
                continue
            seen = int(photo.found_classes[index])
            if seen == wanted:
                row["right"] += 1
                right += 1
            else:
                self.confusions[wanted, seen] += 1
        false = int(np.isin(photo.found_classes[match.false], sorted(self.counted)).sum())
        self.photos += 1
        self.tiles += int(kept.sum())
        self.right += right
        self.false += false
        self.whole += int(right == int(kept.sum()) and false == 0)

    def as_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """The figures as JSON values, classes by name."""
        worst = sorted(self.by_class.items(), key=lambda item: item[1]["right"] / item[1]["tiles"])
        return {
            "photos": self.photos,
            "tiles": self.tiles,
            "right": self.right,
            "share_right": round(self.right / self.tiles, 4) if self.tiles else None,
            "missed": self.missed,
            "false": self.false,
            "whole": self.whole,
            "by_class": {names[index]: dict(row) for index, row in sorted(self.by_class.items())},
            "weakest": [names[index] for index, row in worst[:6] if row["right"] < row["tiles"]],
            "confusions": [[names[a], names[b], count] for (a, b), count in self.confusions.most_common(12)],
        }


def mean_average_precision(photos: Sequence[Judged], counted: frozenset[int]) -> float:
    """mAP at an overlap of 0.5 of upright boxes, over the counted classes that have labels (0..1)."""
    values = []
    for index in sorted(counted):
        total = sum(int((photo.classes == index).sum()) for photo in photos)
        if total:
            values.append(_average_precision(photos, index, total))
    return float(np.mean(values)) if values else 0.0


def _average_precision(photos: Sequence[Judged], index: int, total: int) -> float:
    scores: list[float] = []
    hits: list[bool] = []
    for photo in photos:
        boxes = photo.boxes[photo.classes == index]
        found = np.flatnonzero(photo.found_classes == index)
        found = found[np.argsort(-photo.found_scores[found], kind="stable")]
        shared = overlap(photo.found_boxes[found], boxes) if len(boxes) else np.zeros((len(found), 0), np.float32)
        free = np.ones(len(boxes), dtype=bool)
        for row, detection in enumerate(found):
            candidates = np.where(free, shared[row], 0.0)
            best = int(np.argmax(candidates)) if len(candidates) else -1
            hit = best >= 0 and candidates[best] >= _MAP_OVERLAP
            if hit:
                free[best] = False
            scores.append(float(photo.found_scores[detection]))
            hits.append(bool(hit))
    if not hits:
        return 0.0
    order = np.argsort(-np.array(scores), kind="stable")
    correct = np.cumsum(np.array(hits)[order])
    precision = correct / np.arange(1, len(hits) + 1)
    recall = correct / total
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float(np.sum(np.diff(np.concatenate([[0.0], recall])) * envelope))
