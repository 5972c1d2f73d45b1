"""Requests and answers of the API. Answers may carry more fields than are named here; requests may not."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator
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


class Photo(Answer):
    """A photo kept; `width` and `height` are as a person sees it, `url` is its image."""

    id: str
    sha256: str
    width: int
    height: int
    bytes: int
    media_type: str
    url: str
    created_at: str


class ReadTile(Answer):
    """A tile on the photo, as `paiyan read` gives it."""

    tile: str
    confidence: float | None
    status: str
    alternatives: list[tuple[str, float]]
    corners: list[tuple[float, float]]
    axis: float = Field(description="Direction of the long side, degrees mod 180")
    facing: float | None = Field(description="Degrees clockwise of the tile's top, null unless told with confidence")
    group: str = Field(description="hand, meld:N, win, discard, back or other")
    seat: str | None


class ReadMeld(Answer):
    """A meld on the photo; `from` is `left`, `across`, `right` or null."""

    type: str
    tiles: str
    indices: list[int] = Field(description="The meld's tiles in the tiles of the reading")
    from_: str | None = Field(alias="from")


class Cost(Answer):
    """What an answer to a question would make of the hand: the win, and what each seat could then gain."""

    answer: Any
    valid: bool | None
    hu_class: int | None
    hu_label: str | None
    low: list[Amount]
    high: list[Amount]
    likely: float | None = Field(default=None, description="How probable it is, where the photo says something of it")


class Question(Answer):
    """Something the photo does not show and the settlement depends on."""

    id: str
    params: dict[str, Any] = {}
    choices: list[Any] | None = None
    tiles: list[int] = Field(default=[], description="Tiles of the reading that it is about")
    crop: list[int] | None = Field(default=None, description="Left, top, right, bottom in px of the photo")
    costs: list[Cost | None] = Field(default=[], description="One for each of the choices; null: a contradiction")
    stake: Amount | None = Field(default=None, description="How far apart the winner's gain is over the answers")


class Advice(Answer):
    """What is wrong with a photo. Texts are those of the catalogue, `coach.<id>` and what to do, `coach.<id>.do`."""

    id: str
    severity: str = Field(description="warning: a tile or two may be misread; severe: expect many to be")
    params: dict[str, Any] = {}


class ReadWith(Answer):
    """The enrolled tile set that a photo was read with."""

    id: str
    name: str
    likeness: float = Field(description="How alike the photo's tiles are to the set's faces, -1 to 1")
    weight: float = Field(description="How much the set's faces counted; 0 where the photo shows another set")


class Reading(Answer):
    """One revision of a reading: the contract of `paiyan read` with its place in the store."""

    id: str
    photo_id: str
    revision: int
    parent_id: str | None
    rules: str | None
    created_at: str
    width: int
    height: int
    tiles: list[ReadTile]
    hand: str
    hand_tiles: list[int] = Field(description="The hand's tiles in the tiles of the reading")
    melds: list[ReadMeld]
    win_tile: int | None
    backs: int
    questions: list[Question]
    tile_set: ReadWith | None = None
    coach: list[Advice] = Field(default=[], description="What is wrong with the photo, the worst first")
    model: str | None
    timings_ms: dict[str, float]


class PhotoWithReading(Answer):
    """What a photo sent is answered with."""

    photo: Photo
    reading: Reading


class PhotoWithReadings(Photo):
    """A photo with all its readings, oldest first."""

    reading_ids: list[str]


class CorrectedTile(BaseModel):
    """A tile as it should be. `source` is the index of the tile in the corrected reading that it was.

    `confirmed`: a person says so of this very tile. One that is only sent along, with its face unchanged, stays as
    doubtful as it was and is no label.

    Whatever else the reading says of a tile may be sent back and is ignored.
    """

    model_config = ConfigDict(extra="ignore")

    tile: Name
    corners: Corners | None = None
    group: Name
    seat: Literal["self", "right", "across", "left"] | None = None
    source: Annotated[int, Field(ge=0, strict=True)] | None = None
    confirmed: bool = True


class CorrectedMeld(BaseModel):
    """What a meld is and from whom, by its number. Its tiles are those of its group, whatever is sent here."""

    model_config = ConfigDict(extra="ignore")

    type: Literal["chi", "peng", "minggang", "angang"] | None = None
    from_: Literal["left", "across", "right"] | None = Field(default=None, alias="from")


class Correction(Request):
    """The whole reading as it should be.

    `exhaustive` says that every tile to be seen on the photo is in `tiles`; otherwise only those given are known.
    """

    tiles: Annotated[list[CorrectedTile], Field(max_length=400)]
    melds: Annotated[list[CorrectedMeld], Field(max_length=50)] | None = None
    win_tile: Annotated[int, Field(ge=0, strict=True)] | None = None
    exhaustive: bool = False
    author: Name = "local"

    @model_validator(mode="after")
    def _winning_tile_agrees(self) -> Self:
        wins = [index for index, tile in enumerate(self.tiles) if tile.group == "win"]
        if (
            "win_tile" in self.model_fields_set
            and len(wins) < 2
            and wins != [self.win_tile] * (self.win_tile is not None)
        ):
            raise PydanticCustomError("win_tile_group", "win_tile is not the tile of the group win")
        return self


class RulingRequest(Request):
    """A hand to rule on: a reading with the facts no photo shows, or a full case as `paiyan rule` takes it."""

    reading_id: Name | None = None
    facts: JsonObject = {}
    case: JsonObject | None = None

    _portable = field_validator("facts", "case")(lambda value: value if value is None else portable(value))


class Ruling(Answer):
    """The contract of `paiyan rule` with its explanation; null where the rule system has no such thing."""

    valid: bool | None
    reasons: list[str]
    hu_class: int | None
    hu_label: str | None
    class_points: Amount | None
    waits: list[str] | None
    shares: dict[str, Amount] | None
    settlement_hu: list[Amount] | None
    settlement_kong: list[Amount] | None
    settlement_other: list[Amount] | None
    settlement: list[Amount] | None
    lines: list[dict[str, Any]] | None
    points: Amount | None
    explanation: dict[str, Any] | None


class GivenAnswer(Answer):
    """An answer to a question, as it was supposed."""

    id: str
    params: dict[str, Any]
    answer: Any


class Conditional(Answer):
    """A settlement that is possible, and the answers under which it holds."""

    answers: list[GivenAnswer]
    valid: bool | None
    hu_class: int | None
    hu_label: str | None
    settlement: list[Amount]


class SettlementRange(Answer):
    """The least and the most each seat can gain in any possible settlement."""

    low: list[Amount]
    high: list[Amount]


class OtherFace(Answer):
    """A tile, or all of one face, that read otherwise would make a win of the hand."""

    index: int
    indices: list[int]
    to: str
    hu_class: int | None
    hu_label: str | None
    settlement: list[Amount]


class NearestHand(Answer):
    """What a hand lacks that does not win as read."""

    reasons: list[str]
    missing: list[dict[str, Any]]
    tile: OtherFace | None


class RulingAnswer(Answer):
    """A ruling; not `certain` while an unanswered question could move money.

    Then `settlement` is the first of those in `conditional`, or null where nothing can be said yet.
    """

    id: str
    reading_id: str | None
    created_at: str
    ruling: Ruling | None
    settlement: list[Amount] | None
    certain: bool
    certain_either_way: bool = Field(default=False, description="Certain although tiles are in doubt")
    questions: list[Question]
    decides: int | None = Field(default=None, description="Place of the question that decides most")
    nearest: NearestHand | None = None
    conditional: list[Conditional]
    range: SettlementRange | None


class EventRequest(Request):
    """A game event. One sent again with the same `client_id` is kept once.

    Types that begin with `game.` belong to the ledger, which takes them under `/games/{id}`.
    """

    type: Name
    game_id: Name | None = None
    client_id: Name | None = None
    payload: JsonObject = {}

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
