"""Records of the store as answers of the API."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from paiyan.assistant.api.event_schemas import EventAnswer
from paiyan.assistant.api.reading_schemas import Photo, Reading
from paiyan.assistant.api.ruling_schemas import RulingAnswer
from paiyan.assistant.store import Event, StoredPhoto, StoredReading, StoredRuling


def photo_answer(photo: StoredPhoto) -> Photo:
    """A photo with the address of its image."""
    return Photo.model_validate({**asdict(photo), "id": photo.sha256, "url": f"/api/v1/photos/{photo.sha256}/image"})


def reading_answer(reading: StoredReading) -> Reading:
    """A reading with its place in the store."""
    place: dict[str, Any] = {
        "id": reading.id,
        "photo_id": reading.photo_sha256,
        "revision": reading.revision,
        "parent_id": reading.parent_id,
        "rules": reading.rules,
        "created_at": reading.created_at,
    }
    return Reading.model_validate({**reading.document, **place})


def ruling_answer(ruling: StoredRuling) -> RulingAnswer:
    """A ruling with its place in the store."""
    place = {"id": ruling.id, "reading_id": ruling.reading_id, "created_at": ruling.created_at}
    return RulingAnswer.model_validate({**ruling.answer, **place})


def event_answer(event: Event) -> EventAnswer:
    """An entry of the log."""
    return EventAnswer.model_validate(asdict(event))
