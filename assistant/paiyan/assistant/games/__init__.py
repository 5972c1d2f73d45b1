"""Games kept in the log of events: the ledger of the engine over the store."""

from __future__ import annotations

from paiyan.assistant.games.book import (
    ClientIdUsedError,
    GameBook,
    GameExistsError,
    GameRunningError,
    GameUnreadableError,
    GameWentOnError,
    HandAheadError,
    HandEnteredError,
    KeptGame,
)
from paiyan.assistant.games.exports import game_csv, game_export

__all__ = [
    "ClientIdUsedError",
    "GameBook",
    "GameExistsError",
    "GameRunningError",
    "GameUnreadableError",
    "GameWentOnError",
    "HandAheadError",
    "HandEnteredError",
    "KeptGame",
    "game_csv",
    "game_export",
]
