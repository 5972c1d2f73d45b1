"""Requests and answers about rulings: does the hand win, and who pays whom."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, field_validator

from paiyan.assistant.api.reading_schemas import AnsweredQuestion, Question
from paiyan.assistant.api.schemas import Amount, Answer, JsonObject, Name, Request, portable

_FACTS: Final = """What no photo shows; what is left out or null is asked for.

- `ruleset` (or a preset), `options`;
- `winner`, `dealer`, `discarder`: seats 0–3; `method`: a way of winning of the rule system;
- `open`: per seat true, false or null; `kongs`, `events`, `flags`: as in a case; `red_kong`;
- `win_tile`; `win_tile_sure`: that it is to be taken whatever the photo shows;
- `ming`: the tile turned up; `round`: 0–3; `flowers`: those the winner laid out, empty for none; `void_suit`."""


class RulingRequest(Request):
    """A hand to rule on: a reading with the facts no photo shows, or a full case as `paiyan rule` takes it."""

    reading_id: Name | None = None
    facts: JsonObject = Field(default={}, description=_FACTS)
    case: JsonObject | None = Field(default=None, description="As `paiyan rule` takes it; null is not answered")

    answered: Annotated[list[AnsweredQuestion], Field(max_length=50)] = Field(
        default=[], description="Questions of the reading that a person answered so that it is right as it is"
    )

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
    settlement: list[Amount] | None


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
    settlement: list[Amount] | None


class NearestHand(Answer):
    """What a hand lacks that does not win as read."""

    reasons: list[str]
    missing: list[dict[str, Any]]
    tile: OtherFace | None


class RulingAnswer(Answer):
    """A ruling; not `certain` while an unanswered question could move money.

    Then `settlement` is the first of those in `conditional`, or null where nothing can be said yet. Where the rules say
    nothing of payments (`pays_wins` of the rule system) every settlement is null, and what is certain is the verdict.
    """

    id: str
    reading_id: str | None
    created_at: str
    ruling: Ruling | None
    settlement: list[Amount] | None
    certain: bool
    certain_either_way: bool = Field(default=False, description="Certain although tiles are in doubt")
    assumed: list[str] = Field(
        default=[],
        description="Ids of what nobody said and was taken for granted; texts `score.assumed.<id>`",
    )
    may_be_kongs: list[str] = Field(
        default=[],
        description="With `no_hidden_fourth` assumed: the tile of each 碰 that may hide a fourth",
    )
    questions: list[Question]
    decides: int | None = Field(default=None, description="Place of the question that decides most")
    nearest: NearestHand | None = None
    conditional: list[Conditional]
    conditional_left_out: int = Field(default=0, description="How many more there are; `range` spans them too")
    range: SettlementRange | None
