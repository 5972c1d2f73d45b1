"""What enrolling a tile set is worth: photos read before and after, of the set itself and of others.

Each folder is taken for photos of one set. A draw picks, in random order, the fewest photos it can that show each face
once, takes one tile of each face from them as a person would confirm it, and reads the folder's other photos with
these; photos of the other folders are read with them too, where nothing may change for the worse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from paiyan.datasets.pictures import BACK, CLASS_NAMES, Picture
from paiyan.models.evaluation.judged import Judged, Look, Trust, judge
from paiyan.models.evaluation.matching import hulls, overlap
from paiyan.models.evaluation.metrics import Figures
from paiyan.models.evaluation.run import SUITS_AND_HONOURS
from paiyan.vision.detections import Detections
from paiyan.vision.enrolment import FaceMetric, Prototypes, adapt, cut_tiles
from paiyan.vision.images import Photo

_CONFIRMABLE: Final = 0.5
"""A box that overlaps its label by less, or another label too, is none that a person would confirm."""

Progress = Callable[[str, str, int], None]
"""Is told each step with its folder and how many were done: a photo of it `looking` at, a set of it `drawing`."""


@dataclass(frozen=True, slots=True)
class _Shot:
    """A labelled picture with what the detector made of it."""

    picture: Picture
    found: Detections
    judged: Judged

    def photo(self) -> Photo:
        return Photo.from_pixels(self.picture.pixels)

    def confirmed(self) -> dict[int, int]:
        """For each face that is shown, a detection that clearly means a tile of it."""
        boxes = hulls(self.picture.corners)
        shared = overlap(hulls(np.asarray(self.found.corners, np.float32)), boxes)
        tiles: dict[int, int] = {}
        for label, detection in enumerate(self.judged.match().detection.tolist()):
            face = int(self.picture.classes[label])
            if detection < 0 or face == BACK or face in tiles:
                continue
            others = np.delete(shared[detection], label)
            if shared[detection, label] >= _CONFIRMABLE and others.max(initial=0) < _CONFIRMABLE / 2:
                tiles[face] = detection
        return tiles


def evaluate_enrolment(
    look: Look,
    folders: Mapping[str, Iterable[Picture]],
    metric: FaceMetric,
    trust: Trust,
    *,
    draws: int,
    seed: int = 0,
    progress: Progress = lambda *_: None,
) -> list[dict[str, Any]]:
    """One row for each set enrolled and each folder read, summed over the draws, with what the worst draw lost.

    A row's `photos` and `tiles` count each photo once a draw that reads it; `folder_photos` is how many there are.
    """
    shots = {name: _shots(name, pictures, look, trust, progress) for name, pictures in folders.items()}
    rows = []
    for name, own in shots.items():
        results: dict[str, list[tuple[Figures, Figures]]] = {other: [] for other in shots}
        photos = []
        for draw in range(draws):
            progress("drawing", name, draw + 1)
            used, prototypes = _enrol(own, metric, np.random.default_rng((seed, draw)))
            photos.append(len(used))
            for other, theirs in shots.items():
                rest = [shot for number, shot in enumerate(theirs) if other != name or number not in used]
                results[other].append(_compare(rest, prototypes, trust))
        drawn = {"draws": draws, "enrolment_photos": photos}
        rows += [
            {"enrolled": name, "read": other, **drawn, "folder_photos": len(shots[other]), **_summed(results[other])}
            for other in shots
        ]
    return rows


def _shots(name: str, pictures: Iterable[Picture], look: Look, trust: Trust, progress: Progress) -> list[_Shot]:
    shots = []
    for number, picture in enumerate(pictures, start=1):
        shots.append(_shot(look, picture, trust))
        progress("looking", name, number)
    return shots


def _shot(look: Look, picture: Picture, trust: Trust) -> _Shot:
    found = look(Photo.from_pixels(picture.pixels))
    return _Shot(picture, found, _judged(picture, found, trust))


def _enrol(shots: Sequence[_Shot], metric: FaceMetric, rng: np.random.Generator) -> tuple[set[int], Prototypes]:
    """The photos used, and what the faces on them look like."""
    known: dict[int, list[tuple[str, Any]]] = {}
    used: set[int] = set()
    mistaken: set[tuple[str, str]] = set()
    for number in rng.permutation(len(shots)).tolist():
        shot = shots[number]
        new = {face: detection for face, detection in shot.confirmed().items() if face not in known}
        if not new:
            continue
        used.add(number)
        cuts = cut_tiles(shot.photo(), shot.found.corners[list(new.values())])
        for face, pictures in zip(new, cuts, strict=True):
            known[face] = [(CLASS_NAMES[face], picture) for picture in pictures]
        read = {face: int(shot.found.labels[detection]) for face, detection in new.items()}
        mistaken |= {
            (CLASS_NAMES[face], CLASS_NAMES[other]) for face, other in read.items() if other not in (face, BACK)
        }
    return used, Prototypes.of([tile for tiles in known.values() for tile in tiles], metric, mistaken)


def _compare(shots: Sequence[_Shot], prototypes: Prototypes, trust: Trust) -> tuple[Figures, Figures]:
    before, after = Figures(SUITS_AND_HONOURS), Figures(SUITS_AND_HONOURS)
    for shot in shots:
        before.add(shot.judged)
        adapted = adapt(shot.found, shot.photo(), prototypes).detections
        after.add(_judged(shot.picture, adapted, trust))
    return before, after


def _judged(picture: Picture, found: Detections, trust: Trust) -> Judged:
    return judge(lambda _: found, picture, trust)


def _summed(results: Sequence[tuple[Figures, Figures]]) -> dict[str, Any]:
    sides = {"before": [before for before, _ in results], "after": [after for _, after in results]}
    return {
        "photos": sum(figures.photos for figures in sides["before"]),
        "tiles": sum(figures.tiles for figures in sides["before"]),
        **{side: _counts(figures) for side, figures in sides.items()},
        "least_gain": min(after.right - before.right for before, after in results),
    }


def _counts(figures: Sequence[Figures]) -> dict[str, int]:
    sure = [each.by_trust["sure"] for each in figures]
    return {
        "right": sum(each.right for each in figures),
        "whole": sum(each.whole for each in figures),
        "missed": sum(each.missed for each in figures),
        "sure": sum(row["findings"] for row in sure),
        "sure_but_wrong": sum(row["findings"] - row["right"] for row in sure),
    }
