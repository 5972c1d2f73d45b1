"""The log of game events: appended to, never changed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from paiyan.assistant.api.answers import event_answer
from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.event_schemas import EventAnswer, EventRequest, Events
from paiyan.assistant.api.json_body import require_json

router = APIRouter(tags=["events"])

_LARGEST = 2**63 - 1


@router.post(
    "/events",
    status_code=201,
    responses=problems(400, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def append_event(body: EventRequest, use: Use) -> EventAnswer:
    """Append an event. Sending one again with the same `client_id` gives back the entry it made the first time."""
    return event_answer(use.store.append_event(body.type, body.game_id, body.client_id, dict(body.payload)))


@router.get("/events", responses=problems(422))
def list_events(
    use: Use,
    after: Annotated[int, Query(ge=0, le=_LARGEST, description="Entries above this seq")] = 0,
    game_id: Annotated[str | None, Query(max_length=100)] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> Events:
    """Entries of the log in order."""
    events = use.store.events(after, game_id, limit)
    return Events(events=[event_answer(event) for event in events], next=events[-1].seq if events else after)
