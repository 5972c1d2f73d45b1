"""Where a label file's photo lies, among the places authors put it, and what lies beside it that holds no labels."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from paiyan.datasets.pictures import LabelError

COLOURS_FILE: Final = "colours.json"
IGNORED_FILE: Final = "ignored.json"
NOTES_FILES: Final = (COLOURS_FILE, IGNORED_FILE)
"""Notes about labelled pictures, see `paiyan.datasets.notes`."""


def picture_file(folders: Iterable[Path], name: object, file: str) -> Path:
    """The photo `name` in the first of `folders` that has it, with or without the folders in its own name.

    Raises `LabelError` if none has it; `file` is the label file that names it.
    """
    if not isinstance(name, str) or not name:
        raise LabelError("names_no_picture", file=file)
    places = [folder / part for folder in folders for part in (name, Path(name).name)]
    for place in places:
        if place.is_file():
            return place
    raise LabelError("picture_missing", file=file, picture=name, folders=", ".join(_folders(places)))


def _folders(places: Iterable[Path]) -> list[str]:
    return list(dict.fromkeys(str(place.parent) for place in places))
