"""Tile sets in the store: names that can change, and pictures of tiles that are only ever added."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from paiyan.assistant.store.database import writing
from paiyan.assistant.store.records import NotFoundError
from paiyan.assistant.store.tables import TileSetRow, TileSetTileRow


@dataclass(frozen=True, slots=True)
class SetTile:
    """A tile of a set: the code of its face, its picture as PNG, the reading it was cut out of, if any, and the face it
    was taken for beside its own, if any."""

    tile: str
    picture: bytes
    reading_id: str | None = None
    taken_for: str | None = None


@dataclass(frozen=True, slots=True)
class StoredTileSet:
    """A tile set and how many pictures it has of each face; `version` grows when pictures are added."""

    id: str
    name: str
    created_at: str
    counts: dict[str, int]
    version: int


class NameTakenError(ValueError):
    """Another tile set has this name."""


class TileSetRecords:
    """The tile sets of one database. A set taken away is no longer listed nor found; its pictures stay."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, name: str, tiles: Sequence[SetTile], now: str) -> StoredTileSet:
        """Keeps a new set with its tiles, together; raises `NameTakenError`."""
        id = uuid.uuid4().hex
        with writing(self._engine) as connection, Session(connection) as session:
            _check_free(session, name, id)
            session.add(TileSetRow(id=id, name=name, created_at=now))
            session.flush()
            _add_tiles(session, id, tiles, now)
            return _stored(session, _row(session, id))

    def extend(self, id: str, tiles: Sequence[SetTile], now: str) -> StoredTileSet:
        """Adds tiles to a set; `NotFoundError`."""
        with writing(self._engine) as connection, Session(connection) as session:
            row = _row(session, id)
            _add_tiles(session, id, tiles, now)
            return _stored(session, row)

    def rename(self, id: str, name: str) -> StoredTileSet:
        """Gives a set another name; `NotFoundError`, `NameTakenError`."""
        with writing(self._engine) as connection, Session(connection) as session:
            row = _row(session, id)
            _check_free(session, name, id)
            row.name = name
            session.flush()
            return _stored(session, row)

    def remove(self, id: str, now: str) -> None:
        """Takes a set away; `NotFoundError`."""
        with writing(self._engine) as connection, Session(connection) as session:
            _row(session, id).removed_at = now
            session.flush()

    def all(self) -> list[StoredTileSet]:
        """All sets, in the order they were made."""
        with self._engine.begin() as connection, Session(connection) as session:
            query = select(TileSetRow).where(TileSetRow.removed_at.is_(None)).order_by(TileSetRow.created_at)
            return [_stored(session, row) for row in session.scalars(query)]

    def get(self, id: str) -> StoredTileSet:
        """The set with this id; `NotFoundError`."""
        with self._engine.begin() as connection, Session(connection) as session:
            return _stored(session, _row(session, id))

    def tiles(self, id: str) -> list[SetTile]:
        """The tiles of a set, the oldest first; `NotFoundError`."""
        with self._engine.begin() as connection, Session(connection) as session:
            _row(session, id)
            query = select(TileSetTileRow).where(TileSetTileRow.set_id == id).order_by(TileSetTileRow.id)
            return [SetTile(row.tile, row.picture, row.reading_id, row.taken_for) for row in session.scalars(query)]


def _row(session: Session, id: str) -> TileSetRow:
    row = session.get(TileSetRow, id)
    if row is None or row.removed_at is not None:
        raise NotFoundError("tile_set", id)
    return row


def _check_free(session: Session, name: str, own_id: str) -> None:
    taken = select(TileSetRow.id).where(
        TileSetRow.name == name, TileSetRow.removed_at.is_(None), TileSetRow.id != own_id
    )
    if session.scalar(taken) is not None:
        raise NameTakenError(name)


def _add_tiles(session: Session, id: str, tiles: Sequence[SetTile], now: str) -> None:
    session.add_all(
        TileSetTileRow(
            set_id=id,
            reading_id=each.reading_id,
            tile=each.tile,
            taken_for=each.taken_for,
            picture=each.picture,
            created_at=now,
        )
        for each in tiles
    )
    session.flush()


def _stored(session: Session, row: TileSetRow) -> StoredTileSet:
    query = (
        select(TileSetTileRow.tile, func.count(), func.max(TileSetTileRow.id))
        .where(TileSetTileRow.set_id == row.id)
        .group_by(TileSetTileRow.tile)
    )
    counted = session.execute(query).all()
    counts = {tile: count for tile, count, _ in counted}
    return StoredTileSet(row.id, row.name, row.created_at, counts, max((last for *_, last in counted), default=0))
