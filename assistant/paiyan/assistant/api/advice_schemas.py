"""Requests and answers about a hand in play."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, JsonValue, field_validator

from paiyan.assistant.api.schemas import Amount, Answer, JsonObject, Name, Request, portable

Tiles = Annotated[str, Field(max_length=500, description="MPSZ, for example 123m55z")]


class AdviceRequest(Request):
    """A hand in play: 13 concealed tiles, or 14 just after a draw (three fewer for each meld)."""

    ruleset: Name = Field(description="Rule system or preset")
    hand: Tiles
    melds: list[JsonObject] = Field(default=[], max_length=4, description="As in a case: type, tiles, from")
    seen: Tiles | None = Field(default=None, description="Further tiles seen on the table, without the own ones")
    options: JsonObject = Field(default={}, description="House rules that differ from the defaults")
    seat: Annotated[int, Field(ge=0, le=3, strict=True)] | None = Field(default=None, description="Own seat")
    dealer: Annotated[int, Field(ge=0, le=3, strict=True)] | None = None
    open: Annotated[list[bool | None], Field(min_length=4, max_length=4)] | None = Field(
        default=None, description="Per seat whether it is open; null for the own seat: as the melds tell"
    )
    rounds: Annotated[int, Field(ge=1, le=100, strict=True)] | None = Field(
        default=None, description="Go-rounds still to come; by the tiles not seen if left out"
    )
    wild: JsonObject | None = None
    round: Annotated[int, Field(ge=0, le=3, strict=True)] | None = None
    seat_wind: Annotated[int, Field(ge=0, le=3, strict=True)] | None = None
    void_suit: str | None = Field(default=None, max_length=10)

    @field_validator("melds")
    @classmethod
    def _portable_melds(cls, value: list[JsonObject]) -> list[JsonObject]:
        return [portable(one) for one in value]

    _portable = field_validator("options", "wild")(lambda value: value if value is None else portable(value))


class Entry(Answer):
    """Something told by the text `key` of the catalogue with `params`."""

    id: str
    params: dict[str, Any]
    key: str


class TileLeft(Answer):
    """A tile and how many copies of it nobody has seen."""

    tile: str
    left: int


class WaitInfo(TileLeft):
    """A tile that wins: what it is called and worth, and what each seat gains.

    `zimo`: where it is drawn; `ron`: by the seat that gives it, without those it may not be won from.
    """

    hu_class: int | None
    hu_label: str | None
    class_points: Amount | None
    points: Amount | None
    fans: JsonValue
    tags: list[str] | None
    zimo: list[Amount]
    ron: dict[str, list[Amount]]


class BlockedInfo(TileLeft):
    """A tile that completes the shape and does not win, with every condition it fails."""

    faults: list[Entry]


class ChoiceInfo(Answer):
    """The hand after a discard. Shanten: draws until it waits, for any shape and for a win; -1 if complete.

    `expected` is in points, by the method told; null where the hand is too far from waiting, or too
    unpromising, to be valued.
    """

    discard: str | None
    shanten: int
    win_shanten: int | None
    expected: float | None
    copies: int
    useful: list[TileLeft]
    waits: list[WaitInfo]
    blocked: list[BlockedInfo]
    risks: list[Entry]


class AdviceAnswer(Answer):
    """Choices best first; `wins` are the tiles on which 14 tiles have won already, had they been drawn last."""

    ruleset: str
    tiles: int
    shanten: int
    win_shanten: int | None
    unseen: int
    rounds: int
    assumed: dict[str, Any]
    method: Entry
    wins: list[WaitInfo]
    choices: list[ChoiceInfo]
