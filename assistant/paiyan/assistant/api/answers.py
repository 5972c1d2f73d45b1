"""Records of the store as answers of the API."""

from __future__ import annotations

from typing import Any

from paiyan.assistant.api.schemas import EventAnswer, Photo, Reading, RulingAnswer
from paiyan.assistant.store import Event, StoredPhoto, StoredReading, StoredRuling


def photo_answer(photo: StoredPhoto) -> Photo:
    """A photo with the address of its image."""
    return Photo(
        id=photo.sha256,
        sha256=photo.sha256,
        width=photo.width,
        height=photo.height,
        bytes=photo.bytes,
        media_type=photo.media_type,
        url=f"/api/v1/photos/{photo.sha256}/image",
        created_at=photo.created_at,
    )


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
    return EventAnswer(
        seq=event.seq,
        type=event.type,
        game_id=event.game_id,
        client_id=event.client_id,
        payload=event.payload,
        created_at=event.created_at,
    )
