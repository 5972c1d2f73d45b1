"""Photos: sent, read, kept."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from paiyan.assistant.api.answers import photo_answer, reading_answer
from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.problems import Problem
from paiyan.assistant.api.reading_schemas import PhotoWithReading, PhotoWithReadings
from paiyan.assistant.api.uploads import FIELD, receive_photo
from paiyan.assistant.reading import TILE_SETS, reading_to_json
from paiyan.assistant.store import PhotoUpload, StoredPhoto, StoredReading
from paiyan.assistant.store.store import utc_now
from paiyan.vision.photo_formats import sniff

router = APIRouter(tags=["photos"])

PhotoId = Annotated[str, Path(description="sha256 of the photo", max_length=100)]

_MEDIA_TYPES: Final = {
    "JPEG": "image/jpeg",
    "PNG": "image/png",
    "WEBP": "image/webp",
    "GIF": "image/gif",
    "HEIC": "image/heic",
}
_BINARY: Final = {"schema": {"type": "string", "format": "binary"}}
_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {"type": "object", "required": [FIELD], "properties": {FIELD: _BINARY["schema"]}}
            },
            "image/*": _BINARY,
        },
    }
}


@router.post(
    "/photos", status_code=201, responses=problems(400, 404, 408, 413, 415, 422, 503, 507), openapi_extra=_BODY
)
async def send_photo(
    request: Request,
    response: Response,
    use: Use,
    rules: Annotated[str | None, Query(description="Rule system to read the photo by", max_length=100)] = None,
    tile_set: Annotated[
        str | None, Query(description="Id of the enrolled tile set played with", max_length=100)
    ] = None,
) -> PhotoWithReading:
    """Read a photo and keep it. The same photo sent again is kept once and read again."""
    if rules is not None and rules not in TILE_SETS:
        raise Problem(422, "unknown_ruleset", {"id": rules, "known": ", ".join(TILE_SETS)})
    enrolled = None if tile_set is None else await run_in_threadpool(use.tile_sets.use, tile_set)
    limit = use.settings.max_upload_bytes
    with use.store.photos.upload(limit) as upload:
        await receive_photo(request, upload, limit, use.settings.upload_idle_seconds)
        document = await use.queue.run(lambda: reading_to_json(use.reader.read(upload.path, rules, enrolled)))
        photo, reading = await run_in_threadpool(_keep, use, upload, rules, document)
    response.headers["Location"] = f"/api/v1/photos/{photo.sha256}"
    return PhotoWithReading(photo=photo_answer(photo), reading=reading_answer(reading))


@router.get("/photos/{id}", responses=problems(404, 422))
def get_photo(id: PhotoId, use: Use) -> PhotoWithReadings:
    """A photo and the ids of its readings."""
    photo = photo_answer(use.store.photo(id))
    readings = use.store.readings_of(id)
    return PhotoWithReadings(**photo.model_dump(), reading_ids=[reading.id for reading in readings])


@router.get(
    "/photos/{id}/image",
    response_class=FileResponse,
    responses={200: {"content": {"image/*": _BINARY}}, **problems(404, 410, 422)},
)
def get_photo_image(id: PhotoId, use: Use) -> FileResponse:
    """The image as it was sent."""
    photo = use.store.photo(id)
    path = use.store.photos.path(photo.sha256)
    if not path.is_file():
        raise Problem(410, "photo_gone", {"id": id})
    headers = {
        "Cache-Control": "private, max-age=31536000, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    return FileResponse(path, media_type=photo.media_type, headers=headers)


def _keep(
    use: Use, upload: PhotoUpload, rules: str | None, document: dict[str, Any]
) -> tuple[StoredPhoto, StoredReading]:
    with upload.path.open("rb") as stream:
        kind = sniff(stream.read(512))
    photo = StoredPhoto(
        upload.sha256,
        _MEDIA_TYPES.get(kind or "", "application/octet-stream"),
        upload.bytes,
        document["width"],
        document["height"],
        utc_now(),
    )
    upload.keep()
    return photo, use.store.add_photo_reading(photo, rules, document["model"], document)
