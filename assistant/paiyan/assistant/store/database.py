"""Opens the SQLite file: pragmas that keep what was acknowledged, transactions, and migration to today's tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import ConnectionPoolEntry

_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    # FULL syncs the log at every commit: what was acknowledged outlives a power cut, not only a killed process.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 10000",
)


class StoreError(Exception):
    """The data folder cannot be used; `code` is a key of the catalogue, `params` fill its text."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code}: {params}")
        self.code = code
        self.params = params


def open_database(path: Path) -> Engine:
    """The database at `path`, made or migrated to today's tables; `StoreError` where that cannot be done."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("store.folder", path=str(path.parent), reason=error.strerror) from error
    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", _prepare_connection)
    event.listen(engine, "begin", _begin)
    try:
        migrate(engine)
    except CommandError as error:
        engine.dispose()
        raise StoreError("store.newer", path=str(path)) from error
    except DatabaseError as error:
        engine.dispose()
        raise StoreError("store.database", path=str(path), reason=str(error.orig)) from error
    return engine


def migrate(engine: Engine) -> None:
    """Brings the tables up to date, all or nothing."""
    with as_file(files("paiyan.assistant.store").joinpath("migrations")) as folder, writing(engine) as connection:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that takes the write lock at its start, so that it never fails half way for a stale read."""
    with engine.execution_options(paiyan_begin="IMMEDIATE").begin() as connection:
        yield connection


def _prepare_connection(connection: SqliteConnection, _entry: ConnectionPoolEntry) -> None:
    # Python's sqlite3 would begin transactions late and not for reads or DDL; we do it in `_begin`.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get("paiyan_begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")
