"""Pictures of the worst failures: what was misread, missed or seen where nothing is, drawn into the photo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.pictures import CLASS_NAMES, Floats, Picture, Pixels
from paiyan.models.evaluation.judged import Judged

_SHOWN_SIDE: Final = 960
"""Longer side in px that a picture is enlarged or made smaller to, so that marks can be read."""


class Kind(StrEnum):
    """What went wrong with a tile."""

    WRONG = "wrong"
    MISSED = "missed"
    FALSE = "false"


_COLOURS: Final = {Kind.WRONG: (224, 32, 32), Kind.MISSED: (40, 90, 255), Kind.FALSE: (240, 160, 0)}


@dataclass(frozen=True, slots=True)
class Failure:
    """One tile gone wrong: what was `wanted` and what was `seen` (None where there is none), with which confidence,
    whether the product would have called it sure, and where (4, 2)."""

    kind: Kind
    wanted: str | None
    seen: str | None
    confidence: float
    sure: bool
    corners: Floats


@dataclass(frozen=True, slots=True)
class FailedPhoto:
    """A photo with its failures, worst kept first: `pixels` RGB with the failures drawn in."""

    name: str
    source: str
    tiles: int
    failures: tuple[Failure, ...]
    pixels: Pixels

    @property
    def weight(self) -> float:
        """How bad it is: failures called sure count double."""
        return sum(2.0 if failure.sure else 1.0 for failure in self.failures)


@dataclass(slots=True)
class WorstPhotos:
    """Keeps the `most` photos with the heaviest failures of those it is shown. `counted`: the classes that count on the
    set, as for its figures."""

    counted: frozenset[int]
    most: int = 24
    photos: list[FailedPhoto] = field(default_factory=list)

    def __call__(self, picture: Picture, judged: Judged) -> None:
        """Look at a judged photo."""
        failures = tuple(failures_of(judged, self.counted))
        if not failures:
            return
        lightest = self.photos[-1].weight if len(self.photos) >= self.most else 0.0
        photo = FailedPhoto(judged.name, judged.source, len(judged.classes), failures, picture.pixels)
        if photo.weight > lightest:
            drawn = replace(photo, pixels=draw(picture.pixels, failures))
            self.photos = sorted([*self.photos, drawn], key=lambda one: -one.weight)[: self.most]


def failures_of(photo: Judged, counted: frozenset[int]) -> Iterator[Failure]:
    """What went wrong on a photo with the counted classes."""
    match = photo.match()
    for label, index in enumerate(match.detection.tolist()):
        wanted = int(photo.classes[label])
        if wanted not in counted:
            continue
        if index < 0:
            yield Failure(Kind.MISSED, CLASS_NAMES[wanted], None, 0.0, False, photo.corners[label])
        elif int(photo.found_classes[index]) != wanted:
            yield _seen(Kind.WRONG, photo, index, CLASS_NAMES[wanted])
    for index in match.false.tolist():
        if int(photo.found_classes[index]) in counted:
            yield _seen(Kind.FALSE, photo, index, None)


def _seen(kind: Kind, photo: Judged, index: int, wanted: str | None) -> Failure:
    return Failure(
        kind,
        wanted,
        CLASS_NAMES[int(photo.found_classes[index])],
        float(photo.found_scores[index]),
        bool(photo.found_sure[index]),
        photo.found_corners[index],
    )


def draw(pixels: Pixels, failures: tuple[Failure, ...]) -> Pixels:
    """The photo with its failures: `wanted>seen`, `-missed`, `+seen where nothing is`, with the confidence in percent;
    a thicker outline where it was called sure."""
    scale = _SHOWN_SIDE / max(pixels.shape[:2])
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    canvas = np.asarray(cv2.resize(pixels, size, interpolation=way), dtype=np.uint8)
    for failure in failures:
        colour = _COLOURS[failure.kind]
        outline = np.round(failure.corners * scale).astype(np.int32)
        cv2.polylines(canvas, [outline], True, colour, 4 if failure.sure else 2, cv2.LINE_AA)
        left, top = outline.min(axis=0)
        _write(canvas, mark(failure), (int(left), max(18, int(top) - 6)), colour)
    return canvas


def mark(failure: Failure) -> str:
    """What is written at a failure."""
    if failure.kind is Kind.MISSED:
        return f"-{failure.wanted}"
    seen = f"{failure.seen} {failure.confidence:.0%}"
    return f"{failure.wanted}>{seen}" if failure.kind is Kind.WRONG else f"+{seen}"


def _write(canvas: Pixels, words: str, place: tuple[int, int], colour: tuple[int, int, int]) -> None:
    """Black words on a white ground with a coloured edge, with their lower left corner at `place`."""
    (width, height), below = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
    left = max(2, min(place[0], canvas.shape[1] - width - 4))
    low, high = (left - 2, place[1] - height - 3), (left + width + 2, place[1] + below)
    cv2.rectangle(canvas, low, high, (255, 255, 255), -1)
    cv2.rectangle(canvas, low, high, colour, 1)
    cv2.putText(canvas, words, (left, place[1]), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
