"""Finds the tiles on a photo: looks twice or more, as large as the tiles need, and weighs the looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.backends import Backend
from paiyan.vision.beside import with_tiles_beside
from paiyan.vision.closeup import CloseReader
from paiyan.vision.decode import Candidates, decode
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats, order_corners, side_lengths
from paiyan.vision.images import Photo
from paiyan.vision.mirrored import looks_mirrored
from paiyan.vision.nms import overlapping_groups
from paiyan.vision.passes import Look, Pass, next_pass, whole, whole_in_view

_FLOOR = 0.4
"""Share of the operating threshold from which a box of one look counts when two are weighed."""

_MOST_CANDIDATES = 4000


@dataclass(frozen=True, slots=True)
class Detector:
    """A network with what is needed to use it.

    `image_size`: longer side of the first look, input px, a multiple of 32; `confidence`: best class score from which
    on a box is taken for a tile; `least`: lowest one that `detect` reports, `confidence` where it is None; `nms_iou`:
    boxes that overlap more than this are one tile; `closer`: reads every tile that `detect` finds once more, close up.
    """

    backend: Backend
    class_names: tuple[str, ...]
    image_size: int = 640
    confidence: float = 0.25
    nms_iou: float = 0.4
    least: float | None = None
    closer: CloseReader | None = None

    def detect(self, photo: Photo) -> Detections:
        """All tiles of a photo, with all class scores, most confident first."""
        height, width = photo.pixels.shape[:2]
        looks: list[Look] = []
        found: list[Candidates] = []
        at: Pass | None = whole(width, height, self.image_size)
        while at is not None:
            found.append(self._look(photo, at, self.confidence * _FLOOR))
            sure = found[-1].scores.max(axis=1, initial=0) >= self.confidence
            looks.append(Look(at, _long_sides(found[-1].corners[sure])))
            at = next_pass(width, height, looks)
        least = self.confidence if self.least is None else self.least
        weighed = _weigh([look.at for look in looks], found, self.nms_iou)
        return self._report(photo, self.closer.weigh(photo.pixels, weighed) if self.closer else weighed, least)

    def look_beside(self, photo: Photo, found: Detections) -> Detections:
        """What was `found` on a photo with tiles missed beside those, each below `confidence`; see `vision.beside`."""
        return with_tiles_beside(self.closer, photo, found, self.confidence) if self.closer else found

    def is_mirrored(self, photo: Photo, found: Detections) -> bool:
        """Whether the photo has left and right exchanged, by what was `found` on it; see `vision.mirrored`."""
        return self.closer is not None and looks_mirrored(self.closer, photo, found)

    def detect_once(self, photo: Photo) -> Detections:
        """The tiles as one look at `image_size` gives them: for live frames, where time matters more."""
        height, width = photo.pixels.shape[:2]
        found = self._look(photo, whole(width, height, self.image_size), self.confidence)
        return self._report(photo, found, self.confidence)

    def _look(self, photo: Photo, at: Pass, threshold: float) -> Candidates:
        """The boxes one pass finds, overlapping ones merged, in decoded px."""
        height, width = photo.pixels.shape[:2]
        parts = []
        for view in at.views:
            raw = self.backend.infer(view.apply(photo.pixels)[None])[0]
            found = _strongest(decode(raw, len(self.class_names), threshold), _MOST_CANDIDATES)
            corners = view.to_photo(found.corners)
            uncut = whole_in_view(view, corners, width, height)
            parts.append(Candidates(corners[uncut], found.scores[uncut]))
        return _merge(_joined(parts), self.nms_iou)

    def _report(self, photo: Photo, found: Candidates, least: float) -> Detections:
        confidence = found.scores.max(axis=1, initial=0)
        order = np.argsort(-confidence, kind="stable")
        order = order[confidence[order] >= least]
        return Detections(
            (order_corners(found.corners[order]) / photo.scale).astype(np.float32),
            found.scores[order],
            confidence[order],
            self.class_names,
            (photo.width, photo.height),
        )


def _long_sides(corners: Floats) -> Floats:
    return np.maximum(*side_lengths(corners))


def _joined(parts: Sequence[Candidates]) -> Candidates:
    return Candidates(np.concatenate([part.corners for part in parts]), np.concatenate([part.scores for part in parts]))


def _strongest(candidates: Candidates, most: int) -> Candidates:
    """At most `most` of them: a photo of noise must not take minutes."""
    order = np.argsort(-candidates.scores.max(axis=1, initial=0), kind="stable")[:most]
    return Candidates(candidates.corners[order], candidates.scores[order])


def _merge(candidates: Candidates, iou: float) -> Candidates:
    """One box a tile: the most confident one's corners, the scores averaged by confidence over all that overlap."""
    confidence = candidates.scores.max(axis=1, initial=0)
    groups = overlapping_groups(candidates.corners, confidence, iou)
    scores = [np.average(candidates.scores[group], axis=0, weights=confidence[group]) for group in groups]
    return _picked(candidates, groups, scores)


def _weigh(passes: Sequence[Pass], found: Sequence[Candidates], iou: float) -> Candidates:
    """The boxes of several passes as one set: scores are averaged over the passes that could see the box.

    A pass that could have seen it and didn't counts as a score of nought; boxes too small, too large or cut in a pass
    are left to the others.
    """
    able = _able(passes, found)
    kept = [Candidates(part.corners[mask], part.scores[mask]) for part, mask in zip(found, able, strict=True)]
    source = np.repeat(np.arange(len(kept)), [len(part.corners) for part in kept])
    boxes = _joined(kept)
    groups = overlapping_groups(boxes.corners, boxes.scores.max(axis=1, initial=0), iou)
    lengths = _long_sides(boxes.corners)
    scores = []
    for group in groups:
        # Within a group the most confident comes first: the first of each pass is that pass's answer.
        _, answers = np.unique(source[group], return_index=True)
        asked = sum(bool(at.sees(lengths[group[:1]])[0]) for at in passes)
        scores.append(boxes.scores[group[answers]].sum(axis=0) / max(asked, len(answers)))
    return _picked(boxes, groups, scores)


def _able(passes: Sequence[Pass], found: Sequence[Candidates]) -> list[NDArray[np.bool_]]:
    """Which boxes of each pass are left to no other.

    Where most of what the closest pass finds is too small even there, no pass shows it better, and all of it counts.
    """
    lengths = [_long_sides(part.corners) for part in found]
    able = [at.sees(sides) for at, sides in zip(passes, lengths, strict=True)]
    if not any(mask.any() for mask in able):
        return [np.ones(len(sides), bool) for sides in lengths]
    closest = int(np.argmax([at.scale for at in passes]))
    confidence = found[closest].scores.max(axis=1, initial=0)
    if confidence[able[closest]].sum() < confidence.sum() / 2:
        able[closest] = passes[closest].sees(lengths[closest], least=0)
    return able


def _picked(
    boxes: Candidates, groups: Sequence[NDArray[np.intp]], scores: Sequence[NDArray[np.floating]]
) -> Candidates:
    first = np.array([group[0] for group in groups], np.intp)
    joined = np.array(scores, np.float32).reshape(len(groups), boxes.scores.shape[1])
    return Candidates(boxes.corners[first], joined)
