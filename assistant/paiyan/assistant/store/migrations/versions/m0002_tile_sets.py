"""Tile sets: their names, and what their faces look like."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables of tile sets; pictures of tiles refuse changes, a set taken away keeps them."""
    op.create_table(
        "tile_sets",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("removed_at", sa.String),
    )
    op.create_table(
        "tile_set_tiles",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("set_id", sa.String, sa.ForeignKey("tile_sets.id"), nullable=False),
        sa.Column("reading_id", sa.String, sa.ForeignKey("readings.id")),
        sa.Column("tile", sa.String, nullable=False),
        sa.Column("taken_for", sa.String),
        sa.Column("picture", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tile_set_tiles_set", "tile_set_tiles", ["set_id", "id"])
    for action in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER tile_set_tiles_no_{action.lower()} BEFORE {action} ON tile_set_tiles "
            "BEGIN SELECT RAISE(ABORT, 'tiles of a set are only ever added'); END"
        )
