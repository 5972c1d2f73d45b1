"""Tile sets: enrolled from a confirmed reading, listed, added to, renamed, taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Depends, Path
from starlette.responses import Response

from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.json_body import require_json
from paiyan.assistant.api.problems import Problem
from paiyan.assistant.api.tile_set_schemas import (
    EnrolledTileSet,
    EnrolledTileSets,
    TileSetPhoto,
    TileSetRename,
    TileSetRequest,
)
from paiyan.assistant.store import StoredTileSet
from paiyan.assistant.tile_sets import TileSetError, missing_faces

router = APIRouter(tags=["tile sets"])

_T = TypeVar("_T")
_Id = Annotated[str, Path(max_length=100)]
_CONFLICT: Final = "tile_sets.name_taken"


@router.get("/tile-sets", responses=problems())
def list_tile_sets(use: Use) -> EnrolledTileSets:
    """The enrolled tile sets. A photo is read with one where its id is given as `tile_set`."""
    return EnrolledTileSets(tile_sets=[_answer(each) for each in use.tile_sets.all()])


@router.post(
    "/tile-sets",
    status_code=201,
    responses=problems(400, 404, 409, 410, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def enrol_tile_set(body: TileSetRequest, response: Response, use: Use) -> EnrolledTileSet:
    """Enrol a tile set: what its faces look like is taken from the photo of a reading."""
    reading = use.store.reading(body.reading_id)
    _photo_there(use, reading.photo_sha256)
    kept = _done(lambda: use.tile_sets.enrol(body.name, reading))
    response.headers["Location"] = f"/api/v1/tile-sets/{kept.id}"
    return _answer(kept)


@router.get("/tile-sets/{id}", responses=problems(404, 422))
def get_tile_set(id: _Id, use: Use) -> EnrolledTileSet:
    """One enrolled tile set."""
    return _answer(use.tile_sets.get(id))


@router.post(
    "/tile-sets/{id}/photos",
    status_code=201,
    responses=problems(400, 404, 410, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def add_to_tile_set(id: _Id, body: TileSetPhoto, use: Use) -> EnrolledTileSet:
    """Add the tiles of a further photo to a set, for example the faces it does not know yet."""
    reading = use.store.reading(body.reading_id)
    _photo_there(use, reading.photo_sha256)
    path = use.store.photos.path(reading.photo_sha256)
    return _answer(use.tile_sets.learn(id, path, reading.document, reading.id))


@router.patch(
    "/tile-sets/{id}",
    responses=problems(400, 404, 409, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def rename_tile_set(id: _Id, body: TileSetRename, use: Use) -> EnrolledTileSet:
    """Give a set another name."""
    return _answer(_done(lambda: use.tile_sets.rename(id, body.name)))


@router.delete("/tile-sets/{id}", status_code=204, responses=problems(404, 422, 503, 507))
def remove_tile_set(id: _Id, use: Use) -> Response:
    """Take a set away. Readings that were made with it stay."""
    use.tile_sets.remove(id)
    return Response(status_code=204)


def _photo_there(use: Use, sha256: str) -> None:
    if not use.store.photos.path(sha256).is_file():
        raise Problem(410, "photo_gone", {"id": sha256})


def _done(work: Callable[[], _T]) -> _T:
    try:
        return work()
    except TileSetError as error:
        status = 409 if error.code == _CONFLICT else 422
        raise Problem(status, "tile_set_refused", error.params, detail_key=error.code) from error


def _answer(stored: StoredTileSet) -> EnrolledTileSet:
    return EnrolledTileSet(
        id=stored.id,
        name=stored.name,
        created_at=stored.created_at,
        counts=stored.counts,
        faces=len(stored.counts),
        missing=list(missing_faces(stored)),
    )
