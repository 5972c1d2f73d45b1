"""How far a detector's confidence can be believed, and from which one on a tile may be called sure.

Every finding of a counted class is one case: right if it means a label and names its face, wrong otherwise, false
alarms included (on photos whose labels are not complete that makes the detector look worse than it is; the report
gives both).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiyan.models.evaluation.judged import Judged

_BINS: Final = 10
_TARGETS: Final = (0.99, 0.995, 0.999)
SURE_METHOD: Final = (
    "The lowest confidence such that, of all findings at or above it, at least the wanted share means a label and "
    "names its face. `upper_wrong` is the 95 % upper bound of the share wrong among them (Clopper-Pearson); null: no "
    "confidence reaches the share."
)


def calibration(photos: Sequence[Judged], counted: frozenset[int]) -> dict[str, Any]:
    """Reliability bins, expected calibration error and thresholds for `sure`, over all findings and over those that
    mean a label."""
    scores, right, means = cases(photos, counted)
    return {
        "method": SURE_METHOD,
        "all_findings": _figures(scores, right),
        "findings_on_labels": _figures(scores[means], right[means]),
    }


def cases(
    photos: Sequence[Judged], counted: frozenset[int]
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Confidence of every finding of a counted class, whether it is right, and whether it means a label at all.

    A finding of another class counts where it means a counted label.
    """
    scores: list[float] = []
    right: list[bool] = []
    means: list[bool] = []
    for photo in photos:
        match = photo.match()
        for label, detection in enumerate(match.detection.tolist()):
            wanted = int(photo.classes[label])
            if detection >= 0 and wanted in counted:
                scores.append(float(photo.found_scores[detection]))
                right.append(int(photo.found_classes[detection]) == wanted)
                means.append(True)
        for detection in match.false.tolist():
            if int(photo.found_classes[detection]) in counted:
                scores.append(float(photo.found_scores[detection]))
                right.append(False)
                means.append(False)
    return np.array(scores, dtype=np.float64), np.array(right, dtype=bool), np.array(means, dtype=bool)


def sure_threshold(scores: NDArray[np.float64], right: NDArray[np.bool_], wanted: float) -> float | None:
    """The lowest confidence at or above which at least the share `wanted` is right; None if there is none."""
    if not len(scores):
        return None
    order = np.argsort(-scores, kind="stable")
    shares = np.cumsum(right[order]) / np.arange(1, len(scores) + 1)
    # Findings of equal confidence stand or fall together: only the last of them closes a group.
    closes = np.append(np.diff(scores[order]) != 0, True)
    fitting = np.flatnonzero(closes & (shares >= wanted))
    return float(scores[order][fitting[-1]]) if len(fitting) else None


def upper_bound(wrong: int, cases: int, confidence: float = 0.95) -> float:
    """One-sided Clopper-Pearson upper bound of a share of which `wrong` of `cases` were seen."""
    if wrong >= cases:
        return 1.0
    low, high = wrong / cases, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(wrong, cases, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _at_most(wrong: int, cases: int, share: float) -> float:
    """Probability of at most `wrong` of `cases` where each is wrong with probability `share`."""
    logs = np.log(np.arange(1, cases + 1, dtype=np.float64))
    factorial = np.concatenate([[0.0], np.cumsum(logs)])
    count = np.arange(wrong + 1)
    ways = factorial[cases] - factorial[count] - factorial[cases - count]
    with np.errstate(divide="ignore"):
        return float(np.exp(ways + count * np.log(share) + (cases - count) * np.log1p(-share)).sum())


def _figures(scores: NDArray[np.float64], right: NDArray[np.bool_]) -> dict[str, Any]:
    return {
        "findings": len(scores),
        "right": int(right.sum()),
        "ece": round(expected_error(scores, right), 4),
        "bins": [_bin(scores, right, number) for number in range(_BINS) if _in_bin(scores, number).any()],
        "sure": {str(wanted): _sure(scores, right, wanted) for wanted in _TARGETS},
    }


def expected_error(scores: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Expected calibration error: mean gap between confidence and share right over ten bins, by findings."""
    if not len(scores):
        return 0.0
    gaps = 0.0
    for number in range(_BINS):
        members = _in_bin(scores, number)
        if members.any():
            gaps += members.sum() * abs(float(scores[members].mean()) - float(right[members].mean()))
    return float(gaps / len(scores))


def _in_bin(scores: NDArray[np.float64], number: int) -> NDArray[np.bool_]:
    return np.asarray(np.minimum((scores * _BINS).astype(int), _BINS - 1) == number)


def _bin(scores: NDArray[np.float64], right: NDArray[np.bool_], number: int) -> dict[str, Any]:
    members = _in_bin(scores, number)
    return {
        "from": number / _BINS,
        "to": (number + 1) / _BINS,
        "findings": int(members.sum()),
        "confidence": round(float(scores[members].mean()), 4),
        "right": round(float(right[members].mean()), 4),
    }


def _sure(scores: NDArray[np.float64], right: NDArray[np.bool_], wanted: float) -> dict[str, Any] | None:
    threshold = sure_threshold(scores, right, wanted)
    if threshold is None:
        return None
    members = scores >= threshold
    wrong = int((~right[members]).sum())
    return {
        "threshold": round(threshold, 4),
        "findings": int(members.sum()),
        "wrong": wrong,
        "upper_wrong": round(upper_bound(wrong, int(members.sum())), 4),
    }
