"""The games of a store. Every change is checked against the whole log and written in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paiyan.assistant.store import Event, NotFoundError, Store
from paiyan.engine.ledger import Entry, EntryKind, Game, Setup, game_json

_LEDGER = frozenset(map(str, EntryKind))


class GameExistsError(Exception):
    """There is a game of that id already."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is a game {id!r}")
        self.id = id


class ClientIdUsedError(Exception):
    """The `client_id` names an event of another game."""

    def __init__(self, client_id: str) -> None:
        super().__init__(f"{client_id!r} names an event of another game")
        self.client_id = client_id


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game and its id in the store."""

    id: str
    game: Game

    def to_json(self) -> dict[str, Any]:
        """Everything a view needs."""
        return {"id": self.id, **game_json(self.game)}

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
            "started_at": game.log[0].at,
            "changed_at": game.log[-1].at,
        }


class GameBook:
    """Games over the store's log of events."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def games(self, limit: int = 100) -> list[KeptGame]:
        """The games begun last, newest first."""
        return [self.game(id) for id in self._store.games_with(EntryKind.STARTED, limit)]

    def ids_like(self, beginning: str) -> list[str]:
        """Ids of the games that begin so, newest first."""
        return [id for id in self._store.games_with(EntryKind.STARTED) if id.startswith(beginning)]

    def game(self, id: str) -> KeptGame:
        """The game with this id; `NotFoundError`."""
        return KeptGame(id, _game(id, self._store.game_log(id)))

    def begin(self, data: Mapping[str, Any], id: str | None = None, client_id: str | None = None) -> KeptGame:
        """Begins a game; `InputError` where `data` is wrong, `GameExistsError` where the id is taken.

        The same `client_id` again gives the game it began the first time.
        """
        id = id or uuid.uuid4().hex
        setup = Setup.read(data)

        def make(log: list[Event]) -> tuple[str, dict[str, Any]]:
            if _entries(log):
                raise GameExistsError(id)
            return EntryKind.STARTED, setup.data()

        event = self._store.append_to_game(id, client_id, make)
        if event.type != EntryKind.STARTED or event.game_id is None:
            raise ClientIdUsedError(event.client_id or "")
        return self.game(event.game_id)

    def append(self, id: str, kind: EntryKind, data: Mapping[str, Any], client_id: str | None = None) -> KeptGame:
        """Enters what happened in a game; `NotFoundError`, or `InputError` where it does not fit the game."""

        def make(log: list[Event]) -> tuple[str, dict[str, Any]]:
            entry = _game(id, log).entry(kind, data)
            return entry.kind, dict(entry.data)

        event = self._store.append_to_game(id, client_id, make)
        if event.game_id != id:
            raise ClientIdUsedError(event.client_id or "")
        return self.game(id)


def _game(id: str, log: list[Event]) -> Game:
    entries = _entries(log)
    if not entries:
        raise NotFoundError("game", id)
    return Game.of(entries)


def _entries(log: list[Event]) -> list[Entry]:
    """The ledger's part of a log, which the live camera and others may write to as well."""
    return [
        Entry(EntryKind(event.type), event.payload, event.seq, event.created_at)
        for event in log
        if event.type in _LEDGER
    ]
