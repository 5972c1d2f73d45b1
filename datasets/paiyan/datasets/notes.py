"""What lies beside a labelled folder: the colours of its backs, and the parts of its pictures that don't count."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from paiyan.datasets.formats.corners import checked_outline, outline_points
from paiyan.datasets.formats.places import COLOURS_FILE, IGNORED_FILE, NOTES_FILES
from paiyan.datasets.pictures import BACK, Floats, LabelError, Picture, read_json


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
        for file, content in zip(NOTES_FILES, (self.colours, polygons), strict=True):
            (folder / file).write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")

    def colours_of(self, picture: Picture) -> tuple[str | None, ...]:
        """The colour of each of the picture's labels; empty where none is noted.

        Raises `LabelError` where they do not fit the labels: another number, or one of a label that is no back.
        """
        row = self.colours.get(picture.name)
        if row is None:
            return ()
        if len(row) != len(picture):
            raise LabelError("colours_count", name=picture.name, labels=len(picture), colours=len(row))
        for number, (colour, index) in enumerate(zip(row, picture.classes.tolist(), strict=True), start=1):
            if colour and index != BACK:
                raise LabelError("colour_of_no_back", name=picture.name, number=number, colour=colour)
        return tuple(row)

    def ignored_of(self, picture: Picture) -> tuple[Floats, ...]:
        """The polygons of the picture in which nothing counts; `LabelError` for one that covers nothing of it."""
        polygons = self.ignored.get(picture.name, ())
        try:
            return tuple(checked_outline(polygon, picture.size) for polygon in polygons)
        except LabelError as error:
            raise LabelError("ignored_polygon", name=picture.name, reason=error) from error

    def check(self, pictures: Iterable[Picture]) -> None:
        """Raises `LabelError` where the notes are not of these pictures."""
        names = set()
        for picture in pictures:
            names.add(picture.name)
            self.colours_of(picture)
            self.ignored_of(picture)
        for file, noted in zip(NOTES_FILES, (self.colours, self.ignored), strict=True):
            if lost := sorted(set(noted) - names):
                raise LabelError("notes_of_no_picture", file=file, name=lost[0])


NO_NOTES: Final = SetNotes()


def _content(path: Path) -> Mapping[str, Any]:
    """What the file says by picture; nothing where it is not there."""
    content = read_json(path) if path.exists() else {}
    if not isinstance(content, dict) or not all(isinstance(row, list) for row in content.values()):
        raise LabelError("not_notes", file=path)
    return content


def _colours(content: Mapping[str, Any]) -> dict[str, list[str | None]]:
    for name, row in content.items():
        if not all(one is None or isinstance(one, str) for one in row):
            raise LabelError("not_a_colour", name=name)
    return dict(content)


def _polygons(content: Mapping[str, Any]) -> dict[str, list[Floats]]:
    return {name: [_polygon(name, one) for one in row] for name, row in content.items()}


def _polygon(name: str, given: object) -> Floats:
    try:
        return outline_points(given)
    except LabelError as error:
        raise LabelError("ignored_polygon", name=name, reason=error) from error
