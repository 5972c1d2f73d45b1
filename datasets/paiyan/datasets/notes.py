"""What lies beside a labelled folder: the colours of its backs, and the parts of its pictures that don't count."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from paiyan.datasets.pictures import Floats, LabelError, Picture, read_json

COLOURS_FILE: Final = "colours.json"
IGNORED_FILE: Final = "ignored.json"


@dataclass(frozen=True, slots=True)
class SetNotes:
    """Notes by a picture's name.

    `colours`: an entry a label line, the colour of a back or None. `ignored`: polygons, float32 (K, 2) in px of the
    picture, in which nobody knows what lies; what is found there counts neither way.
    """

    colours: Mapping[str, Sequence[str | None]] = field(default_factory=dict)
    ignored: Mapping[str, Sequence[Floats]] = field(default_factory=dict)

    @classmethod
    def beside(cls, folder: Path) -> SetNotes:
        """The notes in `colours.json` and `ignored.json` of the folder; `LabelError` for what cannot be used."""
        return cls(_colours(_content(folder / COLOURS_FILE)), _polygons(_content(folder / IGNORED_FILE)))

    def write(self, folder: Path) -> None:
        """Write the notes beside the labels of the folder."""
        polygons = {
            name: [[[round(float(x), 1), round(float(y), 1)] for x, y in one] for one in row]
            for name, row in self.ignored.items()
        }
        for file, content in ((COLOURS_FILE, self.colours), (IGNORED_FILE, polygons)):
            (folder / file).write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")

    def colours_of(self, picture: Picture) -> tuple[str | None, ...]:
        """The colour of each of the picture's labels; empty where none is noted."""
        row = self.colours.get(picture.name)
        if row is None:
            return ()
        if len(row) != len(picture):
            raise LabelError("colours_count", name=picture.name, labels=len(picture), colours=len(row))
        return tuple(row)

    def ignored_of(self, picture: Picture) -> tuple[Floats, ...]:
        """The polygons of the picture in which nothing counts."""
        return tuple(self.ignored.get(picture.name, ()))


def _content(path: Path) -> Mapping[str, Any]:
    """What the file says by picture; nothing where it is not there."""
    content = read_json(path) if path.is_file() else {}
    if not isinstance(content, dict) or not all(isinstance(row, list) for row in content.values()):
        raise LabelError("not_notes", file=path)
    return content


def _colours(content: Mapping[str, Any]) -> dict[str, list[str | None]]:
    return {name: [None if one is None else str(one) for one in row] for name, row in content.items()}


def _polygons(content: Mapping[str, Any]) -> dict[str, list[Floats]]:
    return {name: [_polygon(name, one) for one in row] for name, row in content.items()}


def _polygon(name: str, given: object) -> Floats:
    try:
        points = np.array(given, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise LabelError("not_a_polygon", name=name) from error
    if points.ndim != 2 or points.shape[1] != 2 or len(points) < 3 or not np.isfinite(points).all():
        raise LabelError("not_a_polygon", name=name)
    return points
