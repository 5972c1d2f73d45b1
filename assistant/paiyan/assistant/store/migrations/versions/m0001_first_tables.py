"""The first tables: photos, readings, corrections, rulings, events, labels."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes all tables; the log of events refuses changes."""
    op.create_table(
        "photos",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("media_type", sa.String, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
    )
    _create_readings_and_rulings()
    _create_events()
    _create_labels()


def _create_readings_and_rulings() -> None:
    op.create_table(
        "readings",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("photo_sha256", sa.String(64), sa.ForeignKey("photos.sha256"), nullable=False),
        sa.Column("parent_id", sa.String, sa.ForeignKey("readings.id")),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("rules", sa.String),
        sa.Column("model", sa.String),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
    )
    op.create_index("ix_readings_photo", "readings", ["photo_sha256"])
    op.create_index("ix_readings_parent", "readings", ["parent_id"])
    op.create_table(
        "corrections",
        sa.Column("reading_id", sa.String, sa.ForeignKey("readings.id"), primary_key=True),
        sa.Column("author", sa.String, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
    )
    op.create_table(
        "rulings",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("reading_id", sa.String, sa.ForeignKey("readings.id")),
        sa.Column("request", sa.JSON, nullable=False),
        sa.Column("answer", sa.JSON, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
    )
    op.create_index("ix_rulings_reading", "rulings", ["reading_id"])


def _create_events() -> None:
    op.create_table(
        "events",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("type", sa.String, nullable=False),
        sa.Column("game_id", sa.String),
        sa.Column("client_id", sa.String, unique=True),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_events_game", "events", ["game_id", "seq"])
    for action in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER events_no_{action.lower()} BEFORE {action} ON events "
            "BEGIN SELECT RAISE(ABORT, 'the log of events is append-only'); END"
        )


def _create_labels() -> None:
    op.create_table(
        "label_sets",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("image_sha256", sa.String(64), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("exhaustive", sa.Boolean, nullable=False),
        sa.Column("author", sa.String, nullable=False),
        sa.Column("model_version", sa.String),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
    )
    op.create_index("ix_label_sets_image", "label_sets", ["image_sha256"])
    op.create_table(
        "labels",
        sa.Column("set_id", sa.Integer, sa.ForeignKey("label_sets.id"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("tile", sa.String),
        sa.Column("corners", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
    )
