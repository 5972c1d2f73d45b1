"""Alembic's entry: migrates over the connection that the caller opened."""

from __future__ import annotations

from alembic import context

from paiyan.assistant.store.tables import ALL_TABLES

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=ALL_TABLES,
    render_as_batch=True,
    # The caller's transaction holds the migration and commits it as a whole.
    transactional_ddl=False,
)
context.run_migrations()
