"""Looks through labelled pictures for what is likely wrong with the labels, without a detector, and draws examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.cleaning.boxes import FIRST_FLOWER
from paiyan.datasets.cleaning.duplicates import fingerprint, groups
from paiyan.datasets.pictures import BACK, CLASS_NAMES, Floats, Picture, Pixels

_SMALLEST_SIDE: Final = 8.0
_LONGEST_OVER_SHORTEST: Final = 2.6
_STRIP: Final = 1.5
_SAME_TILE: Final = 0.7
_FOUR_OF_A_KIND: Final = 4
_SHOWN_SIDE: Final = 900
_PLAIN: Final = (40, 170, 90)
_DOUBTFUL: Final = (224, 32, 32)


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
    prints: dict[str, tuple[int, ...]] = {}
    for picture in pictures:
        result.pictures[picture.source] += 1
        result.classes.update(CLASS_NAMES[index] for index in picture.classes)
        result.findings += _findings(picture)
        prints[picture.name] = (fingerprint(picture.pixels),)
    for group in groups(prints, within=within):
        result.findings += [Finding("twin", name) for name in group[1:]]
    return result


@dataclass(frozen=True, slots=True)
class Example:
    """A picture with all its labels drawn in, the doubtful ones of this `kind` more strongly; an example of the
    finding, or of a source where `kind` is None."""

    kind: str | None
    source: str
    picture: str
    pixels: Pixels


def examples(pictures: Iterable[Picture], result: Audit, *, most: int = 6) -> list[Example]:
    """Up to `most` pictures of each kind of finding of an audit, and of each source, in the pictures' order."""
    wanted: dict[str, dict[str, list[int | None]]] = {}
    for finding in result.findings:
        wanted.setdefault(finding.picture, {}).setdefault(finding.kind, []).append(finding.label)
    taken: Counter[tuple[str | None, str]] = Counter()
    shown: list[Example] = []
    for picture in pictures:
        plain: dict[str | None, list[int | None]] = {None: []}
        for kind, labels in (plain | wanted.get(picture.name, {})).items():
            key = (kind, picture.source if kind is None else "")
            if taken[key] < most:
                taken[key] += 1
                doubtful = frozenset(label for label in labels if label is not None)
                shown.append(Example(kind, picture.source, picture.name, draw_labels(picture, doubtful)))
    return shown


def draw_labels(picture: Picture, doubtful: frozenset[int] = frozenset()) -> Pixels:
    """The picture with its labels: outlines with a dot at the first corner, and the class; doubtful ones thicker, with
    a question mark."""
    scale = _SHOWN_SIDE / max(picture.size)
    size = (round(picture.size[0] * scale), round(picture.size[1] * scale))
    canvas = np.asarray(cv2.resize(picture.pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    for row, (corners, index) in enumerate(zip(picture.corners, picture.classes, strict=True)):
        colour = _DOUBTFUL if row in doubtful else _PLAIN
        outline = np.round(corners * scale).astype(np.int32)
        cv2.polylines(canvas, [outline], True, colour, 3 if row in doubtful else 1, cv2.LINE_AA)
        first = (int(outline[0][0]), int(outline[0][1]))
        cv2.circle(canvas, first, 3, colour, -1, cv2.LINE_AA)
        words = f"{CLASS_NAMES[int(index)]}{'?' if row in doubtful else ''}"
        cv2.putText(canvas, words, (first[0] + 3, first[1] + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (0, 0, 0), 3)
        cv2.putText(canvas, words, (first[0] + 3, first[1] + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (255, 255, 255), 1)
    return canvas


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
