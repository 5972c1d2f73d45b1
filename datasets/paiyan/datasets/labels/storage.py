"""Tables of the label store and what is done with them, over a SQLAlchemy connection that the caller holds.

The assistant keeps these tables in its own database, so that a correction and its labels are one transaction; a data
set that stands alone makes them with :func:`create_label_tables`. Rows are only ever added: the newest labels of an
image are the ones in force, the older ones stay as its history.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Row,
    Select,
    String,
    Table,
    func,
    insert,
    select,
)

from paiyan.datasets.labels.records import ImageLabels, Label, LabelKind

LABEL_TABLES = MetaData()

_sets = Table(
    "label_sets",
    LABEL_TABLES,
    Column("id", Integer, primary_key=True),
    Column("image_sha256", String(64), nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("exhaustive", Boolean, nullable=False),
    Column("author", String, nullable=False),
    Column("model_version", String),
    Column("origin", String, nullable=False),
    Column("created_at", String, nullable=False),
    Index("ix_label_sets_image", "image_sha256"),
)

_HEAD: Final = (
    "image_sha256",
    "width",
    "height",
    "exhaustive",
    "author",
    "model_version",
    "origin",
    "created_at",
)
"""What is kept of an image's labels beside the labels themselves."""

_labels = Table(
    "labels",
    LABEL_TABLES,
    Column("set_id", Integer, ForeignKey("label_sets.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("tile", String),
    Column("corners", JSON, nullable=False),
    Column("scores", JSON, nullable=False),
)


def create_label_tables(connection: Connection) -> None:
    """Makes the tables where they are missing."""
    LABEL_TABLES.create_all(connection)


def add_labels(connection: Connection, labels: ImageLabels) -> int:
    """Adds the labels of an image, which from now on are the ones in force; returns their number in the store."""
    head = insert(_sets).values({name: getattr(labels, name) for name in _HEAD})
    set_id: int = connection.execute(head.returning(_sets.c.id)).scalar_one()
    if labels.labels:
        connection.execute(
            insert(_labels), [_row(set_id, position, label) for position, label in enumerate(labels.labels)]
        )
    return set_id


def labels_of(connection: Connection, image_sha256: str) -> tuple[ImageLabels, ...]:
    """All labels an image was given, oldest first; the last are the ones in force."""
    return tuple(_read(connection, _select().where(_sets.c.image_sha256 == image_sha256)))


def all_latest_labels(connection: Connection) -> Iterator[ImageLabels]:
    """The labels in force of every labelled image, in the order they were given."""
    newest = select(func.max(_sets.c.id)).group_by(_sets.c.image_sha256)
    yield from _read(connection, _select().where(_sets.c.id.in_(newest)))


def _select() -> Select[Any]:
    return (
        select(_sets, _labels.c.position, _labels.c.kind, _labels.c.tile, _labels.c.corners, _labels.c.scores)
        .join(_labels, _labels.c.set_id == _sets.c.id, isouter=True)
        .order_by(_sets.c.id, _labels.c.position)
    )


def _row(set_id: int, position: int, label: Label) -> dict[str, object]:
    return {
        "set_id": set_id,
        "position": position,
        "kind": label.kind.value,
        "tile": label.tile,
        "corners": [list(point) for point in label.corners],
        "scores": dict(label.scores),
    }


def _read(connection: Connection, query: Select[Any]) -> Iterator[ImageLabels]:
    for _, group in groupby(connection.execute(query), key=lambda row: row.id):
        rows = list(group)
        yield _image_labels(rows)


def _image_labels(rows: Sequence[Row[Any]]) -> ImageLabels:
    head: dict[str, Any] = {name: getattr(rows[0], name) for name in _HEAD}
    return ImageLabels(**head, labels=tuple(_label(row) for row in rows if row.position is not None))


def _label(row: Row[Any]) -> Label:
    top_left, top_right, bottom_right, bottom_left = ((float(x), float(y)) for x, y in row.corners)
    return Label(LabelKind(row.kind), (top_left, top_right, bottom_right, bottom_left), row.tile, row.scores)
