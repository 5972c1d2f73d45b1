"""Figures of a detector on one set of photos: tiles right, photos whole, census, doubt, confusions, backs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from paiyan.datasets.pictures import BACK, Picture
from paiyan.models.evaluation.judged import Judged

_CONFUSIONS_SHOWN = 40
_WEAKEST_SHOWN = 6
UNRECORDED = "unrecorded"
"""Stands for the colour of a back where none was recorded."""


@dataclass(slots=True)
class Figures:
    """Counts over a set of photos.

    `counted`: the classes that count (faces a set labels reliably); detections of other classes are ignored unless
    they mean a counted label. `whole`: photos with every counted tile right; `clean`: those of them on which
    nothing else is found. `by_trust`: for `sure` and `doubtful` findings how many there are and how many are right.
    `census`: faces found that are there, found but not there, and there but not found, wherever on the photo they
    lie. `backs_by_colour`: by the colour of the photo's backs how many are labelled, and how many findings are
    `reported` as backs.
    """

    counted: frozenset[int]
    photos: int = 0
    tiles: int = 0
    right: int = 0
    whole: int = 0
    clean: int = 0
    false: int = 0
    missed: int = 0
    by_class: dict[int, Counter[str]] = field(default_factory=dict)
    by_trust: dict[str, Counter[str]] = field(default_factory=lambda: {"sure": Counter(), "doubtful": Counter()})
    census: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[int, int]] = field(default_factory=Counter)
    backs_by_colour: dict[str, Counter[str]] = field(default_factory=dict)
    false_backs: int = 0

    def add(self, photo: Judged) -> None:
        """Count one photo."""
        match = photo.match()
        right = tiles = 0
        for label, wanted in enumerate(photo.classes.tolist()):
            if wanted in self.counted:
                tiles += 1
                right += self._add_tile(photo, label, wanted, int(match.detection[label]))
        false = [index for index in match.false.tolist() if int(photo.found_classes[index]) in self.counted]
        for index in false:
            self._trust(photo, index)["findings"] += 1
            if int(photo.found_classes[index]) == BACK:
                self.false_backs += 1
                self._backs_of(photo.back_colour())["reported"] += 1
        self._add_census(photo)
        self.photos += 1
        self.tiles += tiles
        self.right += right
        self.false += len(false)
        self.whole += int(right == tiles)
        self.clean += int(right == tiles and not false)

    def _add_tile(self, photo: Judged, label: int, wanted: int, index: int) -> bool:
        """Count one labelled tile that detection `index` means (−1: none); returns whether it is right."""
        rows = [self.by_class.setdefault(wanted, Counter())]
        seen = int(photo.found_classes[index]) if index >= 0 else None
        colour = photo.colours[label] if photo.colours else None
        if wanted == BACK:
            rows.append(self._backs_of(colour))
        if seen == BACK:
            self._backs_of(colour or photo.back_colour())["reported"] += 1
        outcome = "missed" if seen is None else "right" if seen == wanted else "wrong"
        for row in rows:
            row["tiles"] += 1
            row[outcome] += 1
        if seen is None:
            self.missed += 1
            return False
        trust = self._trust(photo, index)
        trust["findings"] += 1
        trust["right"] += int(seen == wanted)
        if seen != wanted:
            self.confusions[wanted, seen] += 1
        return seen == wanted

    def _backs_of(self, colour: str | None) -> Counter[str]:
        return self.backs_by_colour.setdefault(colour or UNRECORDED, Counter())

    def _trust(self, photo: Judged, index: int) -> Counter[str]:
        return self.by_trust["sure" if photo.found_sure[index] else "doubtful"]

    def _add_census(self, photo: Judged) -> None:
        labelled, found = photo.census(self.counted)
        self.census["both"] += sum((labelled & found).values())
        self.census["only_found"] += sum((found - labelled).values())
        self.census["only_labelled"] += sum((labelled - found).values())

    def as_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """The figures as JSON values, classes by name."""
        worst = sorted(self.by_class.items(), key=lambda item: item[1]["right"] / item[1]["tiles"])
        return {
            "photos": self.photos,
            "tiles": self.tiles,
            "right": self.right,
            "share_right": _share(self.right, self.tiles),
            "missed": self.missed,
            "false": self.false,
            "whole": self.whole,
            "share_whole": _share(self.whole, self.photos),
            "clean": self.clean,
            "census_f1": self.census_f1(),
            "by_trust": {
                name: {"findings": row["findings"], "right": row["right"]} for name, row in self.by_trust.items()
            },
            "by_class": {names[index]: self._class_row(index, row) for index, row in sorted(self.by_class.items())},
            "weakest": [names[index] for index, row in worst[:_WEAKEST_SHOWN] if row["right"] < row["tiles"]],
            "confusions": [
                [names[a], names[b], count] for (a, b), count in self.confusions.most_common(_CONFUSIONS_SHOWN)
            ],
            "backs": self._backs(),
        }

    def census_f1(self) -> float | None:
        """F1 of the faces counted photo by photo, places ignored; None without any."""
        both, rest = self.census["both"], self.census["only_found"] + self.census["only_labelled"]
        return _share(2 * both, 2 * both + rest)

    def _class_row(self, index: int, row: Counter[str]) -> dict[str, Any]:
        taken_for_it = sum(count for (_, seen), count in self.confusions.items() if seen == index)
        return {**dict(row), "share_right": _share(row["right"], row["tiles"]), "others_read_as_it": taken_for_it}

    def _backs(self) -> dict[str, Any]:
        """Faces read as backs, backs read as faces, and how the backs of each colour were found."""
        faces = sum(row["tiles"] for index, row in self.by_class.items() if index != BACK)
        as_backs = sum(count for (wanted, seen), count in self.confusions.items() if wanted != BACK and seen == BACK)
        as_faces = sum(count for (wanted, seen), count in self.confusions.items() if wanted == BACK and seen != BACK)
        found = self.by_class.get(BACK, Counter())
        reported = found["right"] + as_backs + self.false_backs
        return {
            "faces_read_as_backs": as_backs,
            "share_of_faces": _share(as_backs, faces),
            "backs_read_as_faces": as_faces,
            "share_of_backs": _share(as_faces, found["tiles"]),
            "recall": _share(found["right"], found["tiles"]),
            "precision": _share(found["right"], reported) if BACK in self.counted else None,
            "by_colour": {
                colour: {
                    "tiles": row["tiles"],
                    **dict(row),
                    "recall": _share(row["right"], row["tiles"]),
                    "precision": _share(row["right"], row["reported"]),
                }
                for colour, row in sorted(self.backs_by_colour.items())
            },
        }


def counted_classes(photos: Iterable[Judged | Picture], always: frozenset[int]) -> frozenset[int]:
    """The classes that count on a set: `always`, and any other that the set labels at least once."""
    labelled = {int(index) for photo in photos for index in np.unique(photo.classes)}
    return always | labelled


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
