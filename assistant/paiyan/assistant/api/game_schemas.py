"""Requests and answers about games. Answers may carry more fields than are named here; requests may not."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from paiyan.assistant.api.schemas import Answer, JsonObject, Name, Request, Seat, portable

GameId = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
"""Chosen by a client; part of the game's address."""
Four = Annotated[list[int], Field(min_length=4, max_length=4)]


class GameRequest(Request):
    """A game to begin. `id` is the client's own choice, for games begun while the server was not reached.

    What is left out is as the rule system has it: 国标 begins with 500 points and has four 圈. `apart_from` names the
    games of other tables: where it is given, a running game that it does not name is a conflict (`game_running`), so
    that two devices of one table do not begin two games.
    """

    id: GameId | None = None
    client_id: Name | None = None
    ruleset: Name
    options: JsonObject = Field(default_factory=dict)
    names: Annotated[list[Annotated[str, Field(max_length=40)]], Field(min_length=4, max_length=4)] | None = None
    dealer: Seat | None = None
    start_points: Annotated[int, Field(ge=0, le=1_000_000, strict=True)] | None = None
    rounds: Annotated[int, Field(ge=1, le=1_000_000, strict=True)] | None = None
    apart_from: Annotated[list[Name], Field(max_length=100)] | None = None

    _portable = field_validator("options")(portable)


class GameEventRequest(Request):
    """What happened in a game. Sent again with the same `client_id` it is entered once.

    `game.hand`: the hand is over, `{case}` as `paiyan rule` takes it, where rules, options, dealer, winds and what was
    told of the hand before are filled in; or `{settlement, winner, label}` as people worked it out themselves.
    `game.kong` `{seat, kind, tile, from}`, `game.event` `{type, …}` and `game.ming` `{tile}`: in the hand under way.
    `game.points` `{payer, payee, amount, note}`: outside a hand. `game.named` `{names}`.
    `hand` says which hand of the game, from 1, it belongs to: where that one has been entered already, it is a conflict
    (`hand_entered`), so that two devices do not enter one hand twice; one that the game has not reached is a conflict
    too (`hand_ahead`).
    """

    type: Literal["game.hand", "game.kong", "game.event", "game.ming", "game.points", "game.named"]
    payload: JsonObject
    client_id: Name | None = None
    hand: Annotated[int, Field(ge=1, le=1_000_000, strict=True)] | None = None

    _portable = field_validator("payload")(portable)


class StepRequest(Request):
    """A step back or forth. Sent again with the same `client_id` it is made once.

    `after` is the entry the step is meant to follow, by its seq or its `client_id`: where the game went on since, it is
    a conflict (`game_went_on`), so that nobody takes back what another device has just entered.
    """

    client_id: Name | None = None
    after: Annotated[int, Field(ge=0, strict=True)] | Name | None = None


class RescoreRequest(Request):
    """House rules to change; all others stay as each hand was played."""

    options: JsonObject

    _portable = field_validator("options")(portable)


class HistoryEntry(Answer):
    """A hand (`type` `hand`) or points passed outside one (`points`), with who paid whom."""

    type: Literal["hand", "points"]
    seq: int
    at: str
    settlement: Four
    payments: list[dict[str, Any]]


class UnderWay(Answer):
    """What was told of the hand under way; `settlement` is what it comes to by itself, null while that is open."""

    ming: str | None
    kongs: list[dict[str, Any]]
    events: list[dict[str, Any]]
    settlement: Four | None
    payments: list[dict[str, Any]]


class GameAnswer(Answer):
    """Where a game stands. `round` is the 圈 from 0 (东圈), `repeats` how often in a row the dealer has dealt before,
    `balance` what each seat has won or lost, `totals` the same with the points it began with."""

    id: str
    ruleset: str
    options: dict[str, Any]
    names: Annotated[list[str], Field(min_length=4, max_length=4)]
    dealer: int | None
    start_points: int
    rounds: int | None
    round: int
    repeats: int
    hand: int
    over: bool
    balance: Four
    totals: Four
    titles: list[str | None] | None
    history: list[HistoryEntry]
    under_way: UnderWay
    can_undo: bool
    can_redo: bool
    last_seq: int
    started_at: str
    changed_at: str


class GameSummary(Answer):
    """A line of the list of games."""

    id: str
    ruleset: str
    names: list[str]
    hands: int
    totals: Four
    over: bool
    running: bool = Field(description="Whether it is still being played: not over, and changed in the last hours")
    started_at: str
    changed_at: str


class Games(Answer):
    """Games, newest first."""

    games: list[GameSummary]


class RescoredHandAnswer(Answer):
    """A hand before and after. `fixed`: people worked it out, so it stays; `error`: it cannot be scored that way."""

    number: int
    fixed: bool
    changed: bool
    before: dict[str, Any]
    after: dict[str, Any]
    difference: Four
    error: dict[str, Any] | None


class RescoredAnswer(Answer):
    """A game under changed house rules, hand by hand."""

    options: dict[str, Any]
    before: Four
    after: Four
    difference: Four
    changed: int
    hands: list[RescoredHandAnswer]


class GameExport(Answer):
    """State and log of a game: the log makes the game again."""

    game: GameAnswer
    log: list[dict[str, Any]]
