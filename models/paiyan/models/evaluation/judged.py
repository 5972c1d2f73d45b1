"""One photo judged: what is labelled on it, what was found, and which finding means which label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.notes import NO_NOTES, SetNotes
from paiyan.datasets.pictures import Picture, in_any
from paiyan.models.evaluation.matching import Floats, Ints, Match, hulls, match_by_centre
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo

Look = Callable[[Photo], Detections]
"""How a photo is looked at."""

Trust = Callable[[Detections], NDArray[np.bool_]]
"""Which detections (M,) the product would call sure."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A photo's labels and findings, in pixels of the photo.

    `corners` (N, 4, 2) and `classes` (N,) are labelled, `found_corners` (M, 4, 2), `found_classes` (M,) and
    `found_scores` (M,) were found, `found_sure` (M,) says which of them are called sure. `colours`: for each label the
    colour of the back, None where it is none or was not recorded.
    """

    name: str
    source: str
    corners: Floats
    classes: Ints
    found_corners: Floats
    found_classes: Ints
    found_scores: Floats
    found_sure: NDArray[np.bool_]
    colours: tuple[str | None, ...] = ()

    def match(self) -> Match:
        """Labels matched with the findings whose centre lies in their box."""
        return match_by_centre(hulls(self.corners), np.asarray(self.found_corners.mean(axis=1), dtype=np.float32))

    def back_colour(self) -> str | None:
        """The colour of most of the photo's backs; None where none was recorded."""
        common = Counter(colour for colour in self.colours if colour).most_common(1)
        return common[0][0] if common else None

    def census(self, counted: frozenset[int]) -> tuple[Counter[int], Counter[int]]:
        """How often each counted class is labelled and how often found, wherever it lies."""
        labelled = Counter(index for index in self.classes.tolist() if index in counted)
        found = Counter(index for index in self.found_classes.tolist() if index in counted)
        return labelled, found


def judge(look: Look, picture: Picture, trust: Trust, notes: SetNotes = NO_NOTES) -> Judged:
    """A labelled picture with what the detector finds on it; what means no label where nothing counts is left out."""
    found = look(Photo.from_pixels(picture.pixels))
    corners = np.asarray(found.corners, dtype=np.float32)
    counts = _counting(picture, corners, notes.ignored_of(picture))
    return Judged(
        picture.name,
        source_of(picture),
        picture.corners,
        picture.classes,
        corners[counts],
        np.asarray(found.labels, dtype=np.int64)[counts],
        np.asarray(found.confidence, dtype=np.float32)[counts],
        trust(found)[counts],
        notes.colours_of(picture),
    )


def _counting(picture: Picture, found: Floats, ignored: tuple[Floats, ...]) -> NDArray[np.bool_]:
    """Which findings (M, 4, 2) count: all that mean a label or whose centre lies in no ignored polygon."""
    centers = np.asarray(found.mean(axis=1), dtype=np.float32)
    counts = ~in_any(centers, ignored)
    meant = match_by_centre(hulls(picture.corners), centers).detection
    counts[meant[meant >= 0]] = True
    return counts


def source_of(picture: Picture) -> str:
    """Where a picture comes from: training sets put the source before two dashes in the name, else it is the folder."""
    source, parted, _ = picture.name.partition("--")
    return source if parted else picture.source
