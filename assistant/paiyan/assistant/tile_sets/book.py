"""Tile sets: enrolled from a photo whose reading a person confirmed, chosen by name, used to read further photos."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from paiyan.assistant.reading.enrolled import EnrolledSet
from paiyan.assistant.store import NameTakenError, NotFoundError, SetTile, Store, StoredReading, StoredTileSet
from paiyan.assistant.store.store import utc_now
from paiyan.assistant.tile_sets.pictures import cut_pictures, pixels_of, taken_for
from paiyan.engine.tiles import TILE_CODES
from paiyan.models.faces import face_metric
from paiyan.vision.enrolment import FaceMetric, Prototypes
from paiyan.vision.images import Photo, PhotoError, Pixels, load_photo

FEWEST_FACES: Final = 5
"""A photo that shows fewer different faces says too little of a set."""
LONGEST_NAME: Final = 40
MOST_LOOKS: Final = 12
"""Pictures of one face that are used, the newest: more make reading slower and little better."""


class TileSetError(ValueError):
    """A tile set that cannot be made so: `code` is a key of the catalogue, `params` fill in its text."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code}: {params}")
        self.code = code
        self.params = params


class TileSetBook:
    """The tile sets of a store. Safe to use from many threads."""

    def __init__(self, store: Store, metric: FaceMetric | None = None) -> None:
        """`metric` is how faces are compared, by default the shipped one, loaded when it is first needed."""
        self._store = store
        self._metric = metric
        self._ready: dict[str, tuple[int, EnrolledSet]] = {}
        self._lock = threading.Lock()

    def enrol(self, name: str, reading: StoredReading) -> StoredTileSet:
        """A new set from a stored reading, as a person confirmed it. Raises `TileSetError`, and `PhotoError` where the
        photo is gone."""
        photo = load_photo(self._store.photos.path(reading.photo_sha256))
        return self.enrol_photo(name, photo, reading.document, reading.id)

    def enrol_photo(
        self, name: str, photo: Photo, document: Mapping[str, Any], reading_id: str | None = None
    ) -> StoredTileSet:
        """A new set from a photo and its reading as JSON; raises `TileSetError`."""
        tiles = _tiles_of(photo, document, reading_id)
        faces = len({tile.tile for tile in tiles})
        if faces < FEWEST_FACES:
            raise TileSetError("tile_sets.too_few", count=faces, fewest=FEWEST_FACES)
        try:
            return self._store.tile_sets.add(_checked(name), tiles, utc_now())
        except NameTakenError as error:
            raise TileSetError("tile_sets.name_taken", name=name) from error

    def learn(self, id: str, photo: Path | Photo, document: Mapping[str, Any], reading_id: str | None) -> StoredTileSet:
        """Adds the tiles of a further photo to a set; `NotFoundError`."""
        source = photo if isinstance(photo, Photo) else load_photo(photo)
        return self._store.tile_sets.extend(id, _tiles_of(source, document, reading_id), utc_now())

    def learn_correction(self, before: StoredReading, after: StoredReading) -> None:
        """Adds the tiles that a person changed between two revisions to the set they were read with, so that it reads
        them right next time. Nothing is added where the set's faces were not used, the set or the photo is gone."""
        used = before.document.get("tile_set")
        path = self._store.photos.path(before.photo_sha256)
        if used is None or used["weight"] == 0 or not path.is_file():
            return
        were = {_place(tile): tile["tile"] for tile in before.document["tiles"]}
        # The set may have been taken away since; a correction that is kept must not fail for what could be learnt.
        with suppress(NotFoundError, PhotoError):
            pictures = cut_pictures(load_photo(path), after.document["tiles"])
            called = {tile.picture: tile.tile for tile in self._store.tile_sets.tiles(used["id"])}
            taught = [
                SetTile(tile["tile"], picture, after.id, taken_for(tile))
                for tile, picture in pictures
                # Unless it was called otherwise before, only what the person changed is worth learning.
                if called.get(picture, were.get(_place(tile), tile["tile"])) != tile["tile"]
            ]
            if taught:
                self._store.tile_sets.extend(used["id"], taught, utc_now())

    def rename(self, id: str, name: str) -> StoredTileSet:
        """Gives a set another name; `NotFoundError`, `TileSetError`."""
        try:
            return self._store.tile_sets.rename(id, _checked(name))
        except NameTakenError as error:
            raise TileSetError("tile_sets.name_taken", name=name) from error

    def remove(self, id: str) -> None:
        """Takes a set away; `NotFoundError`."""
        self._store.tile_sets.remove(id, utc_now())

    def all(self) -> list[StoredTileSet]:
        """All sets, in the order they were made."""
        return self._store.tile_sets.all()

    def get(self, id: str) -> StoredTileSet:
        """The set with this id; `NotFoundError`."""
        return self._store.tile_sets.get(id)

    def named(self, name: str) -> StoredTileSet:
        """The set with this name or id; `NotFoundError`."""
        for each in self.all():
            if name in (each.name, each.id):
                return each
        raise NotFoundError("tile_set", name)

    def use(self, id: str) -> EnrolledSet:
        """The set as a reader uses it; `NotFoundError`, `paiyan.models.registry.ModelError`."""
        stored = self._store.tile_sets.get(id)
        version, ready = self._ready.get(id, (None, None))
        if ready is None or version != stored.version or ready.name != stored.name:
            tiles = self._store.tile_sets.tiles(id)
            with self._lock:
                self._metric = self._metric or face_metric()
            ready = EnrolledSet(stored.id, stored.name, prototypes_of(tiles, self._metric))
            self._ready[id] = (stored.version, ready)
        return ready


def prototypes_of(tiles: list[SetTile], metric: FaceMetric) -> Prototypes:
    """What the faces of these tiles look like; of each face the newest pictures count. A picture that was given twice
    is what it was called last."""
    seen: Counter[str] = Counter()
    kept: dict[bytes, tuple[str, Pixels]] = {}
    mistaken: set[tuple[str, str]] = set()
    for tile in reversed(tiles):
        if tile.picture not in kept and seen[tile.tile] < MOST_LOOKS:
            seen[tile.tile] += 1
            kept[tile.picture] = (tile.tile, pixels_of(tile))
            if tile.taken_for is not None:
                mistaken.add((tile.tile, tile.taken_for))
    return Prototypes.of(list(kept.values()), metric, mistaken)


def missing_faces(stored: StoredTileSet) -> tuple[str, ...]:
    """The faces that a set has no picture of."""
    return tuple(code for code in TILE_CODES if code not in stored.counts)


def _place(tile: Mapping[str, Any]) -> tuple[tuple[float, float], ...]:
    """Where a tile of a reading lies: a correction of its face leaves that as it is."""
    return tuple((float(x), float(y)) for x, y in tile["corners"])


def _tiles_of(photo: Photo, document: Mapping[str, Any], reading_id: str | None) -> list[SetTile]:
    pictures = cut_pictures(photo, document["tiles"])
    return [SetTile(tile["tile"], picture, reading_id, taken_for(tile)) for tile, picture in pictures]


def _checked(name: str) -> str:
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > LONGEST_NAME:
        raise TileSetError("tile_sets.bad_name", longest=LONGEST_NAME)
    return tidy
