"""The store: every record is written in one synced transaction before it is acknowledged."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import Session

from paiyan.assistant.store.database import StoreError, open_database, writing
from paiyan.assistant.store.photos import PhotoFolder
from paiyan.assistant.store.records import Document, Event, NotFoundError, StoredPhoto, StoredReading, StoredRuling
from paiyan.assistant.store.tables import CorrectionRow, EventRow, PhotoRow, ReadingRow, RulingRow
from paiyan.assistant.store.tile_sets import TileSetRecords
from paiyan.datasets.labels import ImageLabels, add_labels, all_latest_labels, labels_of


class Store:
    """Photos, readings, corrections, rulings, events, labels and tile sets of one data folder. Safe to use from many
    threads."""

    def __init__(self, engine: Engine, photos: PhotoFolder) -> None:
        self._engine = engine
        self.photos = photos
        self.tile_sets = TileSetRecords(engine)

    @classmethod
    def open(cls, database: Path, photos: Path) -> Store:
        """Opens or makes the store; `StoreError` where the folder cannot be used."""
        engine = open_database(database)
        try:
            return cls(engine, PhotoFolder.open(photos))
        except OSError as error:
            engine.dispose()
            raise StoreError("store.folder", path=str(photos), reason=error.strerror) from error

    def close(self) -> None:
        """Closes the database."""
        self._engine.dispose()

    def add_photo_reading(
        self, photo: StoredPhoto, rules: str | None, model: str | None, document: Document
    ) -> StoredReading:
        """Keeps a photo (once, however often it is sent) and the first revision of a reading of it."""
        reading = StoredReading(_new_id(), photo.sha256, None, 1, rules, model, document, photo.created_at)
        with self._writing() as session:
            session.execute(insert(PhotoRow).values(**_fields(photo)).on_conflict_do_nothing())
            session.add(ReadingRow(**_fields(reading)))
        return reading

    def photo(self, sha256: str) -> StoredPhoto:
        """The photo with this checksum; `NotFoundError`."""
        with self._reading() as session:
            row = session.get(PhotoRow, sha256)
            if row is None:
                raise NotFoundError("photo", sha256)
            return StoredPhoto(row.sha256, row.media_type, row.bytes, row.width, row.height, row.created_at)

    def readings_of(self, sha256: str) -> list[StoredReading]:
        """All readings of a photo, in the order they were made."""
        with self._reading() as session:
            query = select(ReadingRow).where(ReadingRow.photo_sha256 == sha256)
            rows = session.scalars(query.order_by(ReadingRow.created_at, ReadingRow.revision))
            return [_stored_reading(row) for row in rows]

    def reading(self, id: str) -> StoredReading:
        """The reading with this id; `NotFoundError`."""
        with self._reading() as session:
            row = session.get(ReadingRow, id)
            if row is None:
                raise NotFoundError("reading", id)
            return _stored_reading(row)

    def add_correction(
        self, parent: StoredReading, document: Document, body: Document, author: str, labels: ImageLabels
    ) -> StoredReading:
        """Keeps what a person sent, the revision it made out of `parent`, and its labels, together."""
        now = labels.created_at
        child = StoredReading(
            _new_id(), parent.photo_sha256, parent.id, parent.revision + 1, parent.rules, parent.model, document, now
        )
        with self._writing() as session:
            session.add(ReadingRow(**_fields(child)))
            session.flush()
            session.add(CorrectionRow(reading_id=child.id, author=author, body=body, created_at=now))
            add_labels(session.connection(), labels)
        return child

    def labels_of(self, sha256: str) -> tuple[ImageLabels, ...]:
        """All labels a photo was given, oldest first."""
        with self._reading() as session:
            return labels_of(session.connection(), sha256)

    def latest_labels(self) -> tuple[ImageLabels, ...]:
        """The labels in force of every photo that was given any."""
        with self._reading() as session:
            return tuple(all_latest_labels(session.connection()))

    def add_ruling(self, reading_id: str | None, request: Document, answer: Document) -> StoredRuling:
        """Keeps a question put to the rules with its answer."""
        ruling = StoredRuling(_new_id(), reading_id, request, answer, utc_now())
        with self._writing() as session:
            session.add(RulingRow(**_fields(ruling)))
        return ruling

    def ruling(self, id: str) -> StoredRuling:
        """The ruling with this id; `NotFoundError`."""
        with self._reading() as session:
            row = session.get(RulingRow, id)
            if row is None:
                raise NotFoundError("ruling", id)
            return StoredRuling(row.id, row.reading_id, row.request, row.answer, row.created_at)

    def append_event(self, type: str, game_id: str | None, client_id: str | None, payload: Document) -> Event:
        """Appends to the log. A `client_id` seen before changes nothing and gives back the event it named."""
        row = EventRow(type=type, game_id=game_id, client_id=client_id, payload=payload, created_at=utc_now())
        with self._writing() as session:
            known = None
            if client_id is not None:
                known = session.scalar(select(EventRow).where(EventRow.client_id == client_id))
            if known is None:
                session.add(row)
                session.flush()
            return _event(known or row)

    def append_to_game(
        self, game_id: str, client_id: str | None, make: Callable[[list[Event]], tuple[str, Document]]
    ) -> Event:
        """Appends the type and payload that `make` finds from the game's whole log; nothing comes in between.

        What `make` raises is passed on and nothing is kept. A `client_id` seen before gives back the event it named.
        """
        with self._writing() as session:
            if client_id is not None:
                known = session.scalar(select(EventRow).where(EventRow.client_id == client_id))
                if known is not None:
                    return _event(known)
            log = session.scalars(select(EventRow).where(EventRow.game_id == game_id).order_by(EventRow.seq))
            type, payload = make([_event(row) for row in log])
            row = EventRow(type=type, game_id=game_id, client_id=client_id, payload=payload, created_at=utc_now())
            session.add(row)
            session.flush()
            return _event(row)

    def game_log(self, game_id: str) -> list[Event]:
        """All events of a game, in order."""
        with self._reading() as session:
            rows = session.scalars(select(EventRow).where(EventRow.game_id == game_id).order_by(EventRow.seq))
            return [_event(row) for row in rows]

    def games_with(self, type: str, limit: int | None = None) -> list[str]:
        """Ids of the games that have an event of that type, the one where it came last first."""
        query = select(EventRow.game_id).where(EventRow.type == type, EventRow.game_id.is_not(None))
        with self._reading() as session:
            return [id for id in session.scalars(query.order_by(EventRow.seq.desc()).limit(limit)) if id is not None]

    def events(self, after: int = 0, game_id: str | None = None, limit: int = 1000) -> list[Event]:
        """At most `limit` events with a seq above `after`, in order."""
        query = select(EventRow).where(EventRow.seq > after).order_by(EventRow.seq).limit(limit)
        if game_id is not None:
            query = query.where(EventRow.game_id == game_id)
        with self._reading() as session:
            return [_event(row) for row in session.scalars(query)]

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with writing(self._engine) as connection, _session(connection) as session:
            yield session
            session.flush()

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with self._engine.begin() as connection, _session(connection) as session:
            yield session


def utc_now() -> str:
    """The present time as the store writes it: UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _session(connection: Connection) -> Session:
    return Session(connection, expire_on_commit=False)


def _new_id() -> str:
    return uuid.uuid4().hex


def _fields(record: StoredPhoto | StoredReading | StoredRuling) -> dict[str, object]:
    return {name: getattr(record, name) for name in record.__slots__}


def _stored_reading(row: ReadingRow) -> StoredReading:
    return StoredReading(
        row.id, row.photo_sha256, row.parent_id, row.revision, row.rules, row.model, row.document, row.created_at
    )


def _event(row: EventRow) -> Event:
    return Event(row.seq, row.type, row.game_id, row.client_id, row.payload, row.created_at)
