"""Requests and answers about enrolled tile sets."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from paiyan.assistant.api.schemas import Answer, Name, Request
from paiyan.assistant.tile_sets import LONGEST_NAME

SetName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class TileSetRequest(Request):
    """A set to enrol: its name, and the reading, as a person confirmed or corrected it, of a photo of its faces."""

    name: SetName
    reading_id: Name


class TileSetRename(Request):
    """A set's new name."""

    name: SetName


class TileSetPhoto(Request):
    """A further photo of a set: the reading of it, as a person confirmed or corrected it."""

    reading_id: Name


class EnrolledTileSet(Answer):
    """An enrolled set: how many pictures it has of each face, and the faces it has none of."""

    id: str
    name: str
    created_at: str
    counts: dict[str, int]
    faces: int = Field(description="How many different faces it knows")
    missing: list[str]


class EnrolledTileSets(Answer):
    """All enrolled sets, in the order they were made."""

    tile_sets: list[EnrolledTileSet]
