"""Mean average precision, at an overlap of a half and averaged over overlaps of 0.5 to 0.95."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from paiyan.models.evaluation.judged import Judged
from paiyan.models.evaluation.matching import Floats, overlap_with_labels

OVERLAPS: Final = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))


@dataclass(frozen=True, slots=True)
class MeanPrecision:
    """mAP (0..1) over the counted classes that have labels: at overlap 0.5, and the mean over 0.5, 0.55 … 0.95.

    Findings count from the operating threshold on, so these are lower than figures measured down to a threshold of
    nought.
    """

    at_half: float
    over_all: float


def mean_average_precision(photos: Sequence[Judged], counted: frozenset[int]) -> MeanPrecision:
    """mAP of judged photos; upright labels are held against the upright hull of what was found."""
    shares = [overlap_with_labels(photo.corners, photo.found_corners) for photo in photos]
    rows = []
    for index in sorted(counted):
        total = sum(int((photo.classes == index).sum()) for photo in photos)
        if total:
            rows.append([_average_precision(photos, shares, index, total, least) for least in OVERLAPS])
    if not rows:
        return MeanPrecision(0.0, 0.0)
    table = np.array(rows)
    return MeanPrecision(float(table[:, 0].mean()), float(table.mean()))


def _average_precision(
    photos: Sequence[Judged], shares: Sequence[Floats], index: int, total: int, least: float
) -> float:
    scores: list[float] = []
    hits: list[bool] = []
    for photo, shared in zip(photos, shares, strict=True):
        found = np.flatnonzero(photo.found_classes == index)
        found = found[np.argsort(-photo.found_scores[found], kind="stable")]
        table = shared[np.flatnonzero(photo.classes == index)]
        free = np.ones(len(table), dtype=bool)
        for detection in found:
            candidates = np.where(free, table[:, detection], 0.0)
            best = int(np.argmax(candidates)) if len(candidates) else -1
            hit = best >= 0 and candidates[best] >= least
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
