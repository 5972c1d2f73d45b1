"""The store over a real SQLite file."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from paiyan.assistant.store import NotFoundError, Store, StoredPhoto, StoreError, open_database
from paiyan.assistant.store.tables import ALL_TABLES
from paiyan.datasets.labels import ImageLabels, Label, LabelKind

SHA = "c" * 64
PHOTO = StoredPhoto(SHA, "image/jpeg", 1234, 640, 480, "2026-01-01T00:00:00.000000+00:00")
DOCUMENT = {"width": 640, "height": 480, "tiles": [], "hand": "", "说明": "牌"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "paiyan.db", tmp_path / "photos")
    yield store
    store.close()


def labels(origin: str = "correction:x") -> ImageLabels:
    box = ((0.0, 0.0), (9.0, 0.0), (9.0, 12.0), (0.0, 12.0))
    return ImageLabels(SHA, 640, 480, (Label(LabelKind.TILE, box, "7z"),), False, "li", "m@1", origin, "2026-01-02")


def test_the_migrations_make_the_tables_that_the_code_describes(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "new.db")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), ALL_TABLES) == []
    engine.dispose()


def test_opening_a_store_again_finds_what_was_kept(tmp_path: Path) -> None:
    first = Store.open(tmp_path / "paiyan.db", tmp_path / "photos")
    reading = first.add_photo_reading(PHOTO, "jinzhou", "m@1", DOCUMENT)
    event = first.append_event("hand_started", "g1", None, {"dealer": 0})
    first.close()
    second = Store.open(tmp_path / "paiyan.db", tmp_path / "photos")
    assert second.photo(SHA) == PHOTO
    assert second.reading(reading.id) == reading
    assert second.events() == [event]
    second.close()


def test_the_database_syncs_every_commit_and_checks_references(store: Store) -> None:
    with store._engine.connect() as connection:
        pragma = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in PRAGMAS}
    assert pragma == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}


def test_the_same_photo_is_kept_once_and_each_reading_of_it(store: Store) -> None:
    readings = [store.add_photo_reading(PHOTO, None, "m@1", DOCUMENT) for _ in range(2)]
    assert {reading.id for reading in store.readings_of(SHA)} == {reading.id for reading in readings}
    assert [reading.revision for reading in readings] == [1, 1]


def test_a_correction_makes_the_next_revision_and_labels_and_leaves_its_parent_as_it_was(store: Store) -> None:
    parent = store.add_photo_reading(PHOTO, "jinzhou", "m@1", DOCUMENT)
    child = store.add_correction(parent, {**DOCUMENT, "hand": "7z"}, {"tiles": []}, "li", labels())
    assert (child.revision, child.parent_id, child.rules) == (2, parent.id, "jinzhou")
    assert store.reading(parent.id) == parent
    assert store.labels_of(SHA) == (labels(),)


def test_a_correction_that_cannot_be_kept_leaves_no_labels_either(store: Store) -> None:
    parent = store.add_photo_reading(PHOTO, "jinzhou", "m@1", DOCUMENT)
    unkept = type(parent)("unkept", SHA, None, 1, None, "m", DOCUMENT, "2026")
    with pytest.raises(IntegrityError):
        store.add_correction(unkept, DOCUMENT, {}, "li", labels())
    assert store.labels_of(SHA) == ()


def test_a_ruling_of_a_reading_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError):
        store.add_ruling("nowhere", {}, {})


def test_what_is_not_there_is_named(store: Store) -> None:
    for kind, find in (("photo", store.photo), ("reading", store.reading), ("ruling", store.ruling)):
        with pytest.raises(NotFoundError) as error:
            find("nowhere")
        assert (error.value.kind, error.value.id) == (kind, "nowhere")


@pytest.mark.parametrize("change", ["UPDATE events SET type = 'other'", "DELETE FROM events"])
def test_the_log_of_events_can_be_neither_changed_nor_deleted(store: Store, change: str) -> None:
    event = store.append_event("won", "g1", None, {"seat": 1})
    with pytest.raises(IntegrityError, match="append-only"), store._engine.begin() as connection:
        connection.execute(text(change))
    assert store.events() == [event]


def test_an_event_sent_again_is_kept_once(store: Store) -> None:
    first = store.append_event("won", "g1", "phone-1", {"seat": 1})
    again = store.append_event("won", "g1", "phone-1", {"seat": 1})
    assert again == first
    assert len(store.events()) == 1


def test_events_are_paged_in_order_and_by_game(store: Store) -> None:
    for number in range(6):
        store.append_event("turn", "even" if number % 2 == 0 else "odd", None, {"n": number})
    assert [event.payload["n"] for event in store.events(after=2, limit=3)] == [2, 3, 4]
    assert [event.payload["n"] for event in store.events(game_id="odd")] == [1, 3, 5]


def test_many_threads_append_without_losing_or_repeating_a_number(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        seqs = list(pool.map(lambda n: store.append_event("turn", None, None, {"n": n}).seq, range(64)))
    assert sorted(seqs) == list(range(1, 65))
    assert {event.payload["n"] for event in store.events()} == set(range(64))


def test_a_database_of_a_newer_version_is_left_alone_and_named(tmp_path: Path) -> None:
    path = tmp_path / "paiyan.db"
    open_database(path).dispose()
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError) as error:
        open_database(path)
    assert error.value.code == "store.newer"


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "paiyan.db"
    path.write_bytes(b"not a database, but something of the user's" * 50)
    before = path.read_bytes()
    with pytest.raises(StoreError) as error:
        open_database(path)
    assert error.value.code == "store.database"
    assert path.read_bytes() == before


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as error:
        open_database(tmp_path / "file" / "paiyan.db")
    assert error.value.code == "store.folder"
