"""Tables of the assistant. The migrations make them; a test compares the two."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, ForeignKey, Index, MetaData, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from paiyan.assistant.store.records import Document
from paiyan.datasets.labels import LABEL_TABLES


class Base(DeclarativeBase):
    """Common base: JSON objects are kept as JSON, times as UTC text in ISO 8601."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {Document: JSON}


class PhotoRow(Base):
    """A photo; its bytes lie in the folder of photos under their sha256."""

    __tablename__ = "photos"

    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    media_type: Mapped[str]
    bytes: Mapped[int]
    width: Mapped[int]
    height: Mapped[int]
    created_at: Mapped[str]


class ReadingRow(Base):
    """A revision of a reading. `document` is the contract of `paiyan read`."""

    __tablename__ = "readings"
    __table_args__ = (Index("ix_readings_photo", "photo_sha256"), Index("ix_readings_parent", "parent_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    photo_sha256: Mapped[str] = mapped_column(ForeignKey("photos.sha256"))
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("readings.id"))
    revision: Mapped[int]
    rules: Mapped[str | None]
    model: Mapped[str | None]
    document: Mapped[Document]
    created_at: Mapped[str]


class CorrectionRow(Base):
    """What a person sent to make `reading_id` out of its parent."""

    __tablename__ = "corrections"

    reading_id: Mapped[str] = mapped_column(ForeignKey("readings.id"), primary_key=True)
    author: Mapped[str]
    body: Mapped[Document]
    created_at: Mapped[str]


class RulingRow(Base):
    """A question put to the rules and its answer."""

    __tablename__ = "rulings"
    __table_args__ = (Index("ix_rulings_reading", "reading_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    reading_id: Mapped[str | None] = mapped_column(ForeignKey("readings.id"))
    request: Mapped[Document]
    answer: Mapped[Document]
    created_at: Mapped[str]


class EventRow(Base):
    """The log of game events. Triggers forbid changing or deleting a row."""

    __tablename__ = "events"
    __table_args__ = (
        Index("ix_events_game", "game_id", "seq"),
        # AUTOINCREMENT: a seq is never given twice, whatever happens to the file.
        {"sqlite_autoincrement": True},
    )

    seq: Mapped[int] = mapped_column(primary_key=True)
    type: Mapped[str]
    game_id: Mapped[str | None]
    client_id: Mapped[str | None] = mapped_column(unique=True)
    payload: Mapped[Document]
    created_at: Mapped[str]


class TileSetRow(Base):
    """A tile set. One that was taken away has `removed_at`."""

    __tablename__ = "tile_sets"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    created_at: Mapped[str]
    removed_at: Mapped[str | None]


class TileSetTileRow(Base):
    """A tile of a set, cut out of a photo. Triggers forbid changing or deleting a row."""

    __tablename__ = "tile_set_tiles"
    __table_args__ = (Index("ix_tile_set_tiles_set", "set_id", "id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    set_id: Mapped[str] = mapped_column(ForeignKey("tile_sets.id"))
    reading_id: Mapped[str | None] = mapped_column(ForeignKey("readings.id"))
    tile: Mapped[str]
    taken_for: Mapped[str | None]
    picture: Mapped[bytes]
    created_at: Mapped[str]


ALL_TABLES: list[MetaData] = [Base.metadata, LABEL_TABLES]
"""Every table of the database: the assistant's own and the label store's."""
