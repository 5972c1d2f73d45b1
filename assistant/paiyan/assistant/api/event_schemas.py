"""Requests and answers about the log of events."""

from __future__ import annotations

from typing import Any

from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from paiyan.assistant.api.schemas import Answer, JsonObject, Name, Request, portable


class EventRequest(Request):
    """A game event. One sent again with the same `client_id` is kept once.

    Types that begin with `game.` belong to the ledger, which takes them under `/games/{id}`.
    """

    type: Name
    game_id: Name | None = None
    client_id: Name | None = None
    payload: JsonObject = Field(default={})

    _portable = field_validator("payload")(portable)

    @field_validator("type")
    @classmethod
    def _not_of_the_ledger(cls, value: str) -> str:
        if value.startswith("game."):
            raise PydanticCustomError("ledger_event", "a type of the ledger")
        return value


class EventAnswer(Answer):
    """An entry of the log; `seq` only grows."""

    seq: int
    type: str
    game_id: str | None
    client_id: str | None
    payload: dict[str, Any]
    created_at: str


class Events(Answer):
    """Entries of the log in order; `next` is the `after` of the following page."""

    events: list[EventAnswer]
    next: int
