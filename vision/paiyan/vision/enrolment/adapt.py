"""Class scores of a detector weighed against a tile set's own faces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detections import Detections
from paiyan.vision.enrolment.prototypes import Prototypes
from paiyan.vision.images import Photo

# Chosen on two tables that were photographed many times (30 and 67 photos): each read with its own set and with the
# other's. The tiles of a photo of the set itself were alike by 0.72–0.89 on the average (5th and 95th percentile),
# those of the other set by 0.56–0.69.
_WEIGHT: Final = 12.0
"""How much likeness counts against the logarithm of a score."""
_SCORE_FLOOR: Final = 0.001
_SAME_SET: Final = (0.685, 0.745)
"""Below the first mean likeness of its tiles a photo shows another set and nothing is changed, from the second on the
faces count in full."""
_SAME_TILE: Final = (0.5, 0.8)
"""The same for one tile: a covered or blurred one is left to the detector."""
_UNKNOWN_FACE: Final = 0.55
"""How alike a face that was not enrolled is taken to be: as a face of another set is to the same face."""
_KNOWN_MISTAKE: Final = 0.3
"""Where a face was taken for another when the set was enrolled, the score of the other speaks for it too, so much."""
_MOST: Final = 0.99
_LEAST_SAY: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Adapted:
    """Detections with the scores that follow, and how far the photo's tiles are those of the set: `likeness`, the mean
    over the photo by confidence (−1…1), and `weight`, 0 where the set's faces were not used at all, 1 where they count
    in full."""

    detections: Detections
    likeness: float
    weight: float


def adapt(detections: Detections, photo: Photo, prototypes: Prototypes) -> Adapted:
    """The detections of `photo` as they read for a table that plays with this tile set.

    Boxes stay as they are. A photo of another set, tiles that are not like any enrolled face and tiles that lie face
    down keep their scores.
    """
    columns = np.array([column for column, name in enumerate(detections.class_names) if name != "back"], np.intp)
    names = [detections.class_names[column] for column in columns]
    rows = np.flatnonzero(np.isin(detections.labels, columns))
    if not len(rows):
        return Adapted(detections, 0.0, 0.0)
    alike = prototypes.likeness(photo, detections.corners[rows])
    best = alike.max(axis=1)
    # A faint box is often no tile at all: it says little of the set.
    likeness = float(np.average(best, weights=detections.confidence[rows] + _LEAST_SAY))
    weight = float(_ramp(np.float64(likeness), _SAME_SET))
    if weight == 0:
        return Adapted(detections, likeness, 0.0)
    by_class = np.full((len(rows), len(names)), _UNKNOWN_FACE)
    enrolled = [place for place, face in enumerate(prototypes.faces) if face in names]
    by_class[:, [names.index(prototypes.faces[place]) for place in enrolled]] = alike[:, enrolled]
    before = detections.scores[np.ix_(rows, columns)]
    share = _WEIGHT * weight * _ramp(best, _SAME_TILE)
    after = _weighed(
        before,
        _allowing(before, names, prototypes.mistaken),
        np.minimum(by_class, best[:, None]) - best[:, None],
        share,
    )
    scores = detections.scores.copy()
    scores[np.ix_(rows, columns)] = np.where(share[:, None] > 0, after, before)
    confidence = detections.confidence.copy()
    confidence[rows] = np.where(share > 0, after.max(axis=1), confidence[rows])
    return Adapted(replace(detections, scores=scores, confidence=confidence), likeness, weight)


def _allowing(
    scores: NDArray[np.float32], names: list[str], mistaken: Iterable[tuple[str, str]]
) -> NDArray[np.float32]:
    """Scores (N, K) that allow for the mistakes known of this set: how surely they were made is no evidence."""
    allowing = scores + np.float32(_SCORE_FLOOR)
    for face, taken_for in mistaken:
        if face in names and taken_for in names:
            column = names.index(face)
            known = _KNOWN_MISTAKE * scores[:, names.index(taken_for)]
            allowing[:, column] = np.maximum(allowing[:, column], known)
    return allowing


def _weighed(
    scores: NDArray[np.float32],
    allowing: NDArray[np.float32],
    less_alike: NDArray[np.floating],
    share: NDArray[np.floating],
) -> NDArray[np.float32]:
    """Scores (N, K) shared out anew over the classes: the same in sum, or what can be at most; the same altogether
    where `share` is 0. `less_alike` (N, K) is 0 for the likest class, below 0 for the others."""
    # A score of nought is no proof, but only likeness can show that it was wrong.
    parts = (scores + (allowing - scores) * np.minimum(share, 1)[:, None]) * np.exp(share[:, None] * less_alike)
    parts /= parts.sum(axis=1, keepdims=True)
    best = scores.max(axis=1)
    weighed = parts * np.minimum(scores.sum(axis=1), np.maximum(_MOST, best))[:, None]
    # What both say is not less sure for it.
    rows = np.arange(len(scores))
    agreed = (less_alike[rows, scores.argmax(axis=1)] == 0) & (parts.argmax(axis=1) == scores.argmax(axis=1))
    raised = np.where(agreed, np.maximum(1.0, best / np.maximum(weighed.max(axis=1), 1e-9)), 1.0)
    return np.asarray(weighed * raised[:, None], np.float32)


def _ramp(values: NDArray[np.floating] | np.floating, between: tuple[float, float]) -> NDArray[np.floating]:
    low, high = between
    return np.clip((np.asarray(values) - low) / (high - low), 0.0, 1.0)
