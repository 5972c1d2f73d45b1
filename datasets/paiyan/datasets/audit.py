"""Looks through labelled pictures for what is likely wrong with the labels, without a detector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from paiyan.datasets.cleaning.boxes import FIRST_FLOWER
from paiyan.datasets.cleaning.duplicates import fingerprint, groups
from paiyan.datasets.pictures import BACK, CLASS_NAMES, Floats, Picture

_SMALLEST_SIDE: Final = 8.0
_LONGEST_OVER_SHORTEST: Final = 2.6
_STRIP: Final = 1.5
_SAME_TILE: Final = 0.7
_FOUR_OF_A_KIND: Final = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """One doubtful label or picture: what `kind` of doubt, in which picture, at which label (or None)."""

    kind: str
    picture: str
    label: int | None = None


@dataclass(slots=True)
class Audit:
    """What an audit saw: labels by class, pictures by source, and the findings in order."""

    pictures: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def by_kind(self) -> Mapping[str, int]:
        """Number of findings of each kind."""
        return Counter(finding.kind for finding in self.findings)

    def unseen_classes(self) -> tuple[str, ...]:
        """Classes that have no label at all."""
        return tuple(name for name in CLASS_NAMES if not self.classes[name])


def audit(pictures: Iterable[Picture], *, within: int = 4) -> Audit:
    """Audit pictures.

    Kinds of findings: `empty` (no label), `tiny` (a side under 8 px), `long` (longer than 2.6 times its width), `strip`
    (a flower wider than high by half: only its text is boxed), `double` (two labels on one tile), `five` (more than
    four of one face in a picture of at most one set), `twin` (a picture nearly the same as another).
    """
    result = Audit()
    prints: dict[str, int] = {}
    for picture in pictures:
        result.pictures[picture.source] += 1
        result.classes.update(CLASS_NAMES[index] for index in picture.classes)
        result.findings += _findings(picture)
        prints[picture.name] = fingerprint(picture.pixels)
    for group in groups(prints, within=within):
        result.findings += [Finding("twin", name) for name in group[1:]]
    return result


def _findings(picture: Picture) -> list[Finding]:
    if not len(picture):
        return [Finding("empty", picture.name)]
    sides = _sides(picture.corners)
    short, long = sides.min(axis=1), sides.max(axis=1)
    extent = picture.boxes[:, 2:] - picture.boxes[:, :2]
    flower = (picture.classes >= FIRST_FLOWER) & (picture.classes != BACK)
    doubts = {
        "tiny": short < _SMALLEST_SIDE,
        "long": long > _LONGEST_OVER_SHORTEST * np.maximum(short, 1e-3),
        "strip": flower & (extent[:, 0] > _STRIP * extent[:, 1]),
        "double": _doubled(picture.boxes),
    }
    found = [Finding(kind, picture.name, int(row)) for kind, rows in doubts.items() for row in np.flatnonzero(rows)]
    counts = Counter(picture.classes[picture.classes != BACK].tolist())
    if any(count > _FOUR_OF_A_KIND for count in counts.values()):
        found.append(Finding("five", picture.name))
    return found


def _sides(corners: Floats) -> Floats:
    first = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    second = np.linalg.norm(corners[:, 2] - corners[:, 1], axis=1)
    return np.stack([first, second], axis=1)


def _doubled(boxes: Floats) -> np.ndarray:
    """Which boxes overlap an earlier one so much that both mean one tile."""
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    union = areas[:, None] + areas[None] - shared
    return np.asarray((np.tril(shared / np.maximum(union, 1e-6), k=-1) > _SAME_TILE).any(axis=1))
