"""Requests and answers of the API. Answers may carry more fields than are named here; requests may not."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic_core import PydanticCustomError

Seat = Annotated[int, Field(ge=0, le=3, strict=True, description="Seat 0–3 in playing order")]
Point = tuple[Annotated[float, Field(allow_inf_nan=False)], Annotated[float, Field(allow_inf_nan=False)]]
Corners = tuple[Point, Point, Point, Point]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Amount = int | float
JsonObject = dict[str, JsonValue]


def portable(value: JsonObject) -> JsonObject:
    """`value` if every reader of JSON can read it back: no NaN or Infinity, no half characters, no endless depth."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise PydanticCustomError("not_portable", "not portable JSON") from error
    return value


class Request(BaseModel):
    """A body that is sent: a field nobody knows is a mistake worth telling."""

    model_config = ConfigDict(extra="forbid")


class Answer(BaseModel):
    """A body that is answered."""

    model_config = ConfigDict(extra="allow")


class FieldError(Answer):
    """One field at fault."""

    place: str = Field(alias="in", description="body, query or path")
    field: str = Field(description="Path of the field, for example tiles.0.corners")
    code: str
    detail: str
    params: dict[str, Any]


class ProblemAnswer(Answer):
    """A failure as RFC 9457 describes it. `code` is stable; title and detail are in the language asked for."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    params: dict[str, Any]
    errors: list[FieldError] | None = None


class Health(Answer):
    """Whether the server works, and which versions it is."""

    status: Literal["ok"]
    version: str
    model: str | None


class TileInfo(Answer):
    """A tile face; `index` is its place in the class order."""

    tile: str
    index: int
    zh: str
    en: str
    unicode: str


class Tiles(Answer):
    """All 42 faces."""

    tiles: list[TileInfo]
