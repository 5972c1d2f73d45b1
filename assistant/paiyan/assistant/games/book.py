"""The games of a store. Every change is checked against the whole log and written in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from paiyan.assistant.store import Event, NotFoundError, Store
from paiyan.assistant.store.store import utc_now
from paiyan.engine.errors import InputError
from paiyan.engine.ledger import Entry, EntryKind, Game, PlayedHand, Setup, game_json

_LEDGER = frozenset(map(str, EntryKind))
_STILL_PLAYED: Final = timedelta(hours=6)
"""A game in which nothing happened for longer has been left."""
_NEWEST: Final = 20


class GameExistsError(Exception):
    """There is a game of that id already."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is a game {id!r}")
        self.id = id


class GameUnreadableError(Exception):
    """The log of the game says what this version of the rules does not know or allow."""

    def __init__(self, id: str, error: InputError) -> None:
        super().__init__(f"the game {id!r} cannot be read: {error}")
        self.id = id
        self.error = error


class ClientIdUsedError(Exception):
    """The `client_id` names an event of another game."""

    def __init__(self, client_id: str) -> None:
        super().__init__(f"{client_id!r} names an event of another game")
        self.client_id = client_id


class GameRunningError(Exception):
    """Games are being played already, the newest first, and the new one was not said to be apart from them."""

    def __init__(self, games: Sequence[KeptGame]) -> None:
        super().__init__(f"running: {[kept.id for kept in games]}")
        self.games = games


class HandEnteredError(Exception):
    """That hand of the game has been entered already."""

    def __init__(self, hand: PlayedHand) -> None:
        super().__init__(f"hand {hand.number} has been entered")
        self.hand = hand


class HandAheadError(Exception):
    """No device can have played hand `number` of the game: hand `under_way` is being played."""

    def __init__(self, number: int, under_way: int) -> None:
        super().__init__(f"hand {number} has not been reached, {under_way} is under way")
        self.number = number
        self.under_way = under_way


class GameWentOnError(Exception):
    """The entry that a step was meant to follow is not the game's last."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game and its id in the store."""

    id: str
    game: Game

    def to_json(self) -> dict[str, Any]:
        """Everything a view needs."""
        return {"id": self.id, **game_json(self.game)}

    @property
    def running(self) -> bool:
        """Whether it is still being played."""
        return not self.game.over and _is_recent(self.game.log[-1].at)

    def summary(self) -> dict[str, Any]:
        """A line of the list of games."""
        game = self.game
        return {
            "id": self.id,
            "ruleset": game.setup.ruleset,
            "names": list(game.position.names),
            "hands": len(game.position.hands),
            "round": game.position.round,
            "totals": game.totals,
            "over": game.over,
            "running": self.running,
            "started_at": game.log[0].at,
            "changed_at": game.log[-1].at,
        }


class GameBook:
    """Games over the store's log of events."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def games(self, limit: int = 100) -> list[KeptGame]:
        """The games begun last, newest first; any that cannot be read is left out, so that the others are there."""
        ids = self._store.games_with(EntryKind.STARTED, limit)
        return list(_readable((id, self._store.game_log(id)) for id in ids))

    def ids_like(self, beginning: str) -> list[str]:
        """Ids of the games that begin so, newest first."""
        return [id for id in self._store.games_with(EntryKind.STARTED) if id.startswith(beginning)]

    def game(self, id: str) -> KeptGame:
        """The game with this id; `NotFoundError`, `GameUnreadableError`."""
        return KeptGame(id, _game(id, self._store.game_log(id)))

    def running(self, apart_from: Collection[str] = ()) -> list[KeptGame]:
        """The games that are still being played, newest first, without those named."""
        ids = [id for id in self._store.games_with(EntryKind.STARTED, _NEWEST) if id not in apart_from]
        logs = [(id, self._store.game_log(id)) for id in ids]
        recent = _readable((id, log) for id, log in logs if _is_recent(log[-1].created_at))
        return [kept for kept in recent if kept.running]

    def begin(
        self,
        data: Mapping[str, Any],
        id: str | None = None,
        client_id: str | None = None,
        apart_from: Collection[str] | None = None,
    ) -> KeptGame:
        """Begins a game; `InputError` where `data` is wrong, `GameExistsError` where the id is taken.

        The same `client_id` again gives the game it began the first time. With `apart_from`, a running game that it
        does not name is a `GameRunningError`.
        """
        id = id or uuid.uuid4().hex
        setup = Setup.read(data)

        def make(log: list[Event]) -> tuple[str, dict[str, Any]]:
            if _entries(log):
                raise GameExistsError(id)
            # The log is locked for writing here: no other device begins a game in between.
            running = [] if apart_from is None else self.running(apart_from)
            if running:
                raise GameRunningError(running)
            return EntryKind.STARTED, setup.data()

        event = self._store.append_to_game(id, client_id, make)
        if event.type != EntryKind.STARTED or event.game_id is None:
            raise ClientIdUsedError(event.client_id or "")
        return self.game(event.game_id)

    def append(
        self,
        id: str,
        kind: EntryKind,
        data: Mapping[str, Any],
        client_id: str | None = None,
        *,
        hand: int | None = None,
        after: int | str | None = None,
    ) -> KeptGame:
        """Enters what happened in a game; `NotFoundError`, or `InputError` where it does not fit the game.

        `hand` is the hand it belongs to, `HandEnteredError` where that one has been entered already, `HandAheadError`
        where the game never got so far; `after` the seq or `client_id` of the entry it follows, `GameWentOnError` where
        that one is not the last.
        """

        def make(log: list[Event]) -> tuple[str, dict[str, Any]]:
            game = _game(id, log)
            if hand is not None and hand <= len(game.position.hands):
                raise HandEnteredError(game.position.hands[hand - 1])
            # A device may not have heard yet that a hand was taken back: it may be that far ahead.
            if hand is not None and hand > 1 + sum(event.type == EntryKind.HAND for event in log):
                raise HandAheadError(hand, len(game.position.hands) + 1)
            last = next(event for event in reversed(log) if event.type in _LEDGER)
            if after is not None and after not in (last.seq, last.client_id):
                raise GameWentOnError
            entry = game.entry(kind, data)
            return entry.kind, dict(entry.data)

        event = self._store.append_to_game(id, client_id, make)
        if event.game_id != id:
            raise ClientIdUsedError(event.client_id or "")
        return self.game(id)


def _is_recent(at: str) -> bool:
    return datetime.fromisoformat(utc_now()) - datetime.fromisoformat(at) < _STILL_PLAYED


def _game(id: str, log: list[Event]) -> Game:
    entries = _entries(log)
    if not entries:
        raise NotFoundError("game", id)
    try:
        return Game.of(entries)
    except InputError as error:
        raise GameUnreadableError(id, error) from error


def _readable(logs: Iterable[tuple[str, list[Event]]]) -> Iterator[KeptGame]:
    for id, log in logs:
        with suppress(GameUnreadableError):
            yield KeptGame(id, _game(id, log))


def _entries(log: list[Event]) -> list[Entry]:
    """The ledger's part of a log, which the live camera and others may write to as well."""
    return [
        Entry(EntryKind(event.type), event.payload, event.seq, event.created_at)
        for event in log
        if event.type in _LEDGER
    ]
