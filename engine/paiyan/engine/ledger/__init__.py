"""The game ledger: a game is the fold of an append-only log of entries, undo and redo among them.

:class:`Game` takes what happened at the table and knows seats, dealer, 圈, hands and totals;
:func:`rescore` scores its hands again under changed house rules; :func:`game_json` writes it all down.
"""

from __future__ import annotations

from paiyan.engine.ledger.entries import Entry, EntryKind
from paiyan.engine.ledger.game import Game
from paiyan.engine.ledger.position import PlayedHand, PointsPassed, Position
from paiyan.engine.ledger.rescore import Rescored, RescoredHand, rescore
from paiyan.engine.ledger.results import HandResult, Winner
from paiyan.engine.ledger.setup import Setup
from paiyan.engine.ledger.writer import game_json, rescored_json

__all__ = [
    "Entry",
    "EntryKind",
    "Game",
    "HandResult",
    "PlayedHand",
    "PointsPassed",
    "Position",
    "Rescored",
    "RescoredHand",
    "Setup",
    "Winner",
    "game_json",
    "rescore",
    "rescored_json",
]
