"""Answers about rule systems: house rules, presets, rulings at other tables and under other systems."""

from __future__ import annotations

from typing import Any

from pydantic import Field, JsonValue

from paiyan.assistant.api.reading_schemas import Question
from paiyan.assistant.api.ruling_schemas import Ruling
from paiyan.assistant.api.schemas import Amount, Answer


class ValueName(Answer):
    """A value of a house rule in words."""

    value: JsonValue
    zh: str
    en: str


class OptionInfo(Answer):
    """A house rule. `values` are those allowed; `int>0` stands for any positive whole number up to `most`.

    `why` quotes the sources, `why_zh` and `why_en` give the reason of the default in words.
    """

    id: str
    default: JsonValue
    values: list[JsonValue]
    most: int | None
    zh: str
    en: str
    why: str
    why_zh: str
    why_en: str
    value_names: list[ValueName]


class PresetOptionInfo(Answer):
    """A house rule of a preset with its reason."""

    id: str
    value: JsonValue
    why_zh: str
    why_en: str


class PresetInfo(Answer):
    """House rules of one table under a name. `ruleset` of facts or a case may be its id."""

    id: str
    ruleset: str
    zh: str
    en: str
    about_zh: str
    about_en: str
    options: list[PresetOptionInfo]


class FactsInfo(Answer):
    """What a hand of a rule system has to be told with. `methods` are ways of winning, of which those in `from_other`
    need a discarder; `events` and `flags` as a case has them. `open`, `wild`, `winds`, `flowers` and `void_suit` tell
    whether the rules look at them. A game begins with `start_points` and ends after so many `rounds` (圈), if it ends.
    """

    tiles: list[str]
    methods: list[str]
    from_other: list[str]
    events: list[str]
    flags: list[str]
    open: bool
    wild: bool
    winds: bool
    flowers: bool
    void_suit: bool
    pays_wins: bool = Field(description="Whether the rules say who pays for a win; fragments only say what wins")
    pays_kongs: bool
    start_points: int
    rounds: int | None


class Ruleset(Answer):
    """A rule system with the facts it needs, its house rules and presets."""

    id: str
    zh: str
    en: str
    facts: FactsInfo
    options: list[OptionInfo]
    presets: list[PresetInfo]


class Rulesets(Answer):
    """All rule systems."""

    rulesets: list[Ruleset]


class EngineError(Answer):
    """Why a case cannot be ruled on. Its texts are `error.<code>` of the catalogue."""

    code: str
    field: str
    params: dict[str, Any]


class VariantInfo(Answer):
    """The same hand where one house rule is another; `error` where it could not happen at such a table."""

    option: str
    value: JsonValue
    default: bool = Field(description="Whether the value is the one the rule system starts from")
    valid: bool | None
    reasons: list[str] | None
    hu_class: int | None
    hu_label: str | None
    points: Amount | None
    settlement: list[Amount] | None
    difference: list[Amount] | None
    error: EngineError | None


class Variants(Answer):
    """The house rules that, changed alone, would change the money.

    Not `certain` while an unanswered question could move money; then all is told of the first possibility, or
    nothing where nothing can be said yet.
    """

    ruleset: str | None
    settlement: list[Amount] | None
    certain: bool
    questions: list[Question]
    variants: list[VariantInfo]


class NoteInfo(Answer):
    """Something left out or changed; its text is `key` of the catalogue."""

    id: str
    params: dict[str, Any]
    key: str


class ComparedInfo(Answer):
    """What one rule system says of the hand. `tiles` are those it is not played with."""

    ruleset: str
    status: str = Field(description="ruled, no_such_tiles, fact_missing or impossible")
    tiles: list[str]
    notes: list[NoteInfo]
    ruling: Ruling | None
    error: EngineError | None


class Comparison(Answer):
    """The same hand under every rule system. Not `certain` as in a ruling."""

    certain: bool
    questions: list[Question]
    systems: list[ComparedInfo]
