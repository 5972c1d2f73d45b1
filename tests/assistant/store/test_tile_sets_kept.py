"""Tile sets in the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from paiyan.assistant.store import NameTakenError, NotFoundError, SetTile, Store

NOW = "2026-01-01T00:00:00.000000+00:00"
TILES = (SetTile("1m", b"one", None, "2m"), SetTile("1m", b"another"), SetTile("9s", b"nine"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "paiyan.db", tmp_path / "photos")
    yield store
    store.close()


def test_a_set_is_found_again_after_the_store_was_closed(tmp_path: Path) -> None:
    first = Store.open(tmp_path / "paiyan.db", tmp_path / "photos")
    kept = first.tile_sets.add("家里", TILES, NOW)
    first.close()
    second = Store.open(tmp_path / "paiyan.db", tmp_path / "photos")
    assert second.tile_sets.all() == [kept]
    assert second.tile_sets.tiles(kept.id) == list(TILES)
    assert kept.counts == {"1m": 2, "9s": 1}
    second.close()


def test_tiles_are_added_to_a_set_and_its_version_grows(store: Store) -> None:
    kept = store.tile_sets.add("home", TILES, NOW)
    grown = store.tile_sets.extend(kept.id, [SetTile("7z", b"seven")], NOW)
    assert grown.counts == {"1m": 2, "9s": 1, "7z": 1}
    assert grown.version > kept.version


def test_two_sets_cannot_have_one_name_unless_one_was_taken_away(store: Store) -> None:
    kept = store.tile_sets.add("home", TILES, NOW)
    other = store.tile_sets.add("club", TILES, NOW)
    with pytest.raises(NameTakenError):
        store.tile_sets.add("home", TILES, NOW)
    with pytest.raises(NameTakenError):
        store.tile_sets.rename(other.id, "home")
    store.tile_sets.remove(kept.id, NOW)
    assert store.tile_sets.rename(other.id, "home").name == "home"


def test_a_set_taken_away_is_not_found_and_its_pictures_stay(store: Store) -> None:
    kept = store.tile_sets.add("home", TILES, NOW)
    store.tile_sets.remove(kept.id, NOW)
    assert store.tile_sets.all() == []
    for ask in (store.tile_sets.get, store.tile_sets.tiles):
        with pytest.raises(NotFoundError):
            ask(kept.id)
    with store._engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM tile_set_tiles")) == len(TILES)


@pytest.mark.parametrize("change", ["UPDATE tile_set_tiles SET tile = '1p'", "DELETE FROM tile_set_tiles"])
def test_pictures_of_tiles_can_neither_be_changed_nor_deleted(store: Store, change: str) -> None:
    store.tile_sets.add("home", TILES, NOW)
    with pytest.raises(IntegrityError, match="only ever added"), store._engine.begin() as connection:
        connection.execute(text(change))
