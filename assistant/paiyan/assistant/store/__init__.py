"""What is kept: photos, readings and their corrections, rulings, and the log of game events. SQLite and a folder."""

from __future__ import annotations

from paiyan.assistant.store.database import StoreError, open_database
from paiyan.assistant.store.photos import PhotoFolder, PhotoUpload, TooLargeError
from paiyan.assistant.store.records import Event, NotFoundError, StoredPhoto, StoredReading, StoredRuling
from paiyan.assistant.store.store import Store
from paiyan.assistant.store.tile_sets import NameTakenError, SetTile, StoredTileSet

__all__ = [
    "Event",
    "NameTakenError",
    "NotFoundError",
    "PhotoFolder",
    "PhotoUpload",
    "SetTile",
    "Store",
    "StoreError",
    "StoredPhoto",
    "StoredReading",
    "StoredRuling",
    "StoredTileSet",
    "TooLargeError",
    "open_database",
]
