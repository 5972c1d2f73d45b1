"""Requests and answers about photos and what is read on them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from paiyan.assistant.api.schemas import Amount, Answer, Corners, Name, Request


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
    opens: int | None = Field(
        default=None,
        description="The winner's seat where the answer makes it open though it was said not to be: then `open` has to "
        "be sent otherwise with the answer",
    )


class Question(Answer):
    """Something the photo does not show and the settlement depends on."""

    id: str
    params: dict[str, Any] = Field(default={})
    choices: list[Any] | None = None
    tiles: list[int] = Field(default=[], description="Tiles of the reading that it is about")
    crop: list[int] | None = Field(default=None, description="Left, top, right, bottom in px of the photo")
    costs: list[Cost | None] = Field(default=[], description="One for each of the choices; null: a contradiction")
    stake: Amount | None = Field(default=None, description="How far apart what a seat gains is, at most")


class Advice(Answer):
    """What is wrong with a photo. Texts are those of the catalogue, `coach.<id>` and what to do, `coach.<id>.do`."""

    id: str
    severity: str = Field(description="warning: a tile or two may be misread; severe: expect many to be")
    params: dict[str, Any] = Field(default={})


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


class AnsweredQuestion(BaseModel):
    """A question of a reading that a person answered so that the reading is right as it is: this hand won, the set has
    as many tiles as were read. `tiles` are those of the question, where the reading has several of the same id.
    `choice` says of three loose tiles asked about that they are of the hand; as a set they go to a meld."""

    model_config = ConfigDict(extra="ignore")

    id: Literal["which_hand", "fourth_tile"]
    tiles: Annotated[list[Annotated[int, Field(ge=0, strict=True)]], Field(max_length=400)] = []
    choice: Literal["hand"] | None = None


class Correction(Request):
    """The whole reading as it should be. What the reading asks and this does not answer stays asked.

    `exhaustive` says that every tile to be seen on the photo is in `tiles`; otherwise only those given are known.
    """

    tiles: Annotated[list[CorrectedTile], Field(max_length=400)]
    melds: Annotated[list[CorrectedMeld], Field(max_length=50)] | None = None
    win_tile: Annotated[int, Field(ge=0, strict=True)] | None = None
    answered: Annotated[list[AnsweredQuestion], Field(max_length=50)] = Field(default=[])
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
