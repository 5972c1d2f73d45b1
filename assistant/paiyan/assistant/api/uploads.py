"""Takes a photo from a request straight to disk: a raw image body, or the field `photo` of a form."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from paiyan.assistant.api.handlers import too_large
from paiyan.assistant.api.problems import Problem
from paiyan.assistant.store import PhotoUpload, TooLargeError

FIELD: Final = "photo"
_MULTIPART_OVERHEAD: Final = 64 * 1024
_MAX_HEADER_BYTES: Final = 8 * 1024
_MAX_PARTS: Final = 20
_DRAIN_SECONDS: Final = 5.0


async def receive_photo(request: Request, upload: PhotoUpload, limit: int, idle_seconds: float) -> None:
    """Writes the photo of `request` into `upload`; raises a `Problem` for anything else than one photo.

    A refused body is still taken in for a few seconds: a browser that is cut off while sending never shows the answer.
    """
    write = _writer(request, upload)
    announced = request.headers.get("content-length", "")
    chunks = _chunks(request, idle_seconds)
    try:
        if announced.isdecimal() and int(announced) > limit + _MULTIPART_OVERHEAD:
            raise too_large(limit)
        async for chunk in chunks:
            await run_in_threadpool(write, chunk)
        await run_in_threadpool(write, b"")
    except Problem:
        await _drain(chunks, limit)
        raise
    except TooLargeError as error:
        await _drain(chunks, limit)
        raise too_large(error.limit) from error
    upload.finish()


def _writer(request: Request, upload: PhotoUpload) -> Callable[[bytes], None]:
    """What takes the chunks of the body and, at its end, an empty one."""
    kind, options = parse_options_header(request.headers.get("content-type"))
    if kind.startswith(b"image/") or kind == b"application/octet-stream":
        return upload.write
    if kind != b"multipart/form-data":
        raise Problem(415, "photo_media_type")
    boundary = options.get(b"boundary")
    if not boundary:
        raise Problem(400, "malformed_form")
    return _FormWriter(boundary, upload).write


class _FormWriter:
    """Finds the part named `photo` in a form and writes its content as it comes; other parts are passed over."""

    def __init__(self, boundary: bytes, upload: PhotoUpload) -> None:
        self._upload = upload
        self._parts = 0
        self._photos = 0
        self._in_photo = False
        self._name = b""
        self._value = b""
        self._disposition = b""
        self._ended = False
        try:
            self._parser = MultipartParser(
                boundary,
                {
                    "on_part_begin": self._begin_part,
                    "on_header_field": self._header_field,
                    "on_header_value": self._header_value,
                    "on_header_end": self._end_header,
                    "on_headers_finished": self._begin_content,
                    "on_part_data": self._content,
                    "on_end": self._end,
                },
            )
        except FormParserError as error:
            raise Problem(400, "malformed_form") from error

    def write(self, chunk: bytes) -> None:
        """Takes the next bytes of the form; empty ones are its end."""
        try:
            if chunk:
                self._parser.write(chunk)
                return
            self._parser.finalize()
        except FormParserError as error:
            raise Problem(400, "malformed_form") from error
        if not self._ended:
            raise Problem(400, "malformed_form")
        if self._photos == 0:
            raise Problem(422, "missing_photo", {"field": FIELD})

    def _begin_part(self) -> None:
        self._parts += 1
        if self._parts > _MAX_PARTS:
            raise Problem(400, "malformed_form")
        self._in_photo = False
        self._disposition = b""

    def _header_field(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]
        self._check_header()

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]
        self._check_header()

    def _check_header(self) -> None:
        if len(self._name) + len(self._value) > _MAX_HEADER_BYTES:
            raise Problem(400, "malformed_form")

    def _end_header(self) -> None:
        if self._name.lower() == b"content-disposition":
            self._disposition = self._value
        self._name = self._value = b""

    def _begin_content(self) -> None:
        _, options = parse_options_header(self._disposition)
        if options.get(b"name") == FIELD.encode():
            self._photos += 1
            if self._photos > 1:
                raise Problem(422, "several_photos", {"field": FIELD})
            self._in_photo = True

    def _content(self, data: bytes, start: int, end: int) -> None:
        if self._in_photo:
            self._upload.write(data[start:end])

    def _end(self) -> None:
        self._ended = True


async def _chunks(request: Request, idle_seconds: float) -> AsyncIterator[bytes]:
    stream = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout(idle_seconds):
                chunk = await anext(stream)
        except StopAsyncIteration:
            return
        except TimeoutError as error:
            raise Problem(408, "upload_stalled", headers={"Connection": "close"}) from error
        if chunk:
            yield chunk


async def _drain(chunks: AsyncIterator[bytes], at_most: int) -> None:
    try:
        async with asyncio.timeout(_DRAIN_SECONDS):
            async for chunk in chunks:
                at_most -= len(chunk)
                if at_most < 0:
                    return
    except (TimeoutError, Problem):
        return
