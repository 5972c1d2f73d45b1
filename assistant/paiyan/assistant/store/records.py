"""Frozen values that the store gives out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Document = dict[str, Any]
"""A JSON object, kept as it was given."""


class NotFoundError(LookupError):
    """There is no record of this kind with this id."""

    def __init__(self, kind: str, id: str) -> None:
        super().__init__(f"no {kind} {id!r}")
        self.kind = kind
        self.id = id


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """A photo in the folder of photos; `width` and `height` are as a person sees it (EXIF applied)."""

    sha256: str
    media_type: str
    bytes: int
    width: int
    height: int
    created_at: str


@dataclass(frozen=True, slots=True)
class StoredReading:
    """One revision of a reading: 1 is what the model read, each correction makes the next."""

    id: str
    photo_sha256: str
    parent_id: str | None
    revision: int
    rules: str | None
    model: str | None
    document: Document
    created_at: str


@dataclass(frozen=True, slots=True)
class StoredRuling:
    """What was asked and what was answered."""

    id: str
    reading_id: str | None
    request: Document
    answer: Document
    created_at: str


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of the log of game events; `seq` only grows and is never given twice."""

    seq: int
    type: str
    game_id: str | None
    client_id: str | None
    payload: Document
    created_at: str
