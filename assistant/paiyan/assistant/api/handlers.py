"""Turns what the framework, the engine, the readers and the store raise into problems."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from paiyan.assistant.api.problems import FieldFault, Problem, problem_response
from paiyan.assistant.games import GameUnreadableError
from paiyan.assistant.i18n import has_text
from paiyan.assistant.reading import CorrectionError
from paiyan.assistant.store import NotFoundError, TooLargeError
from paiyan.engine.errors import InputError
from paiyan.vision.images import PhotoError

_BY_STATUS: Final = {
    # The framework says so of a body that it cannot take apart.
    400: "malformed_json",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "unsupported_media_type",
}
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
_MAX_FAULTS: Final = 50
_MAX_SHOWN: Final = 300


def add_problem_handlers(app: FastAPI) -> None:
    """Registers the handlers of every failure that has a meaning; the rest is an internal failure."""
    for kind, translate in _TRANSLATIONS.items():
        app.add_exception_handler(kind, _handler(translate))


def internal_problem(error: Exception) -> Problem:
    """The problem of a failure nobody foresaw: nothing of its inside is told."""
    if isinstance(error, OSError) and error.errno in _FULL:
        return Problem(507, "storage_full")
    return Problem(500, "internal")


def too_large(limit: int) -> Problem:
    """A body of more than `limit` bytes."""
    megabytes = limit / 1024 / 1024
    return Problem(413, "too_large", {"limit_mb": round(megabytes, 2) if megabytes % 1 else int(megabytes)})


def photo_problem(error: PhotoError) -> Problem:
    """A photo that can't be read: the detail is the reader's own text."""
    return Problem(422, "unreadable_photo", {"reason": error.code, **error.params}, detail_key=error.code)


def input_problem(error: InputError, within: str) -> Problem:
    """Facts or a case that can't be ruled on; `within` is the part of the body they came in, if it is not all of it."""
    path = ".".join(part for part in (within, error.field) if part)
    params = {name: _shown(value) for name, value in error.params.items()}
    fault = FieldFault("body", path, error.code, f"error.{error.code}", params)
    # What people themselves can put right is told without the name of a field.
    own = f"problem.invalid_case.detail.{error.code}"
    return Problem(422, "invalid_case", {"field": path}, faults=[fault], detail_key=own if has_text(own) else None)


def correction_problem(error: CorrectionError) -> Problem:
    """A correction that does not make a reading."""
    params = {name: _shown(value) for name, value in error.params.items()}
    fault = FieldFault("body", error.field, error.code, error.code, params)
    return Problem(422, "invalid_request", {"count": 1}, faults=[fault])


def _validation_problem(error: RequestValidationError) -> Problem:
    if any(entry["type"] == "json_invalid" for entry in error.errors()):
        return Problem(400, "malformed_json")
    faults = [_field_fault(entry) for entry in error.errors()[:_MAX_FAULTS]]
    return Problem(422, "invalid_request", {"count": len(error.errors())}, faults=faults)


def _field_fault(entry: Mapping[str, Any]) -> FieldFault:
    place, *path = (str(part) for part in entry["loc"])
    kind = str(entry["type"])
    params = {name: _shown(value) for name, value in entry.get("ctx", {}).items()}
    key = f"field.{kind}"
    return FieldFault(place, ".".join(path), kind, key if has_text(key) else "field.invalid", params)


def _http_problem(error: HTTPException) -> Problem:
    code = _BY_STATUS.get(error.status_code, "bad_request" if error.status_code < 500 else "internal")
    return Problem(error.status_code, code, headers=error.headers)


def _store_problem(error: OperationalError) -> Problem:
    if "full" in str(error.orig):
        return Problem(507, "storage_full")
    return Problem(503, "store_unavailable", headers={"Retry-After": "1"})


def _shown(value: object) -> object:
    """A param short enough to be told: numbers as they are, the rest as text."""
    if value is None or isinstance(value, bool | int | float):
        return value
    shown = str(value)
    return shown if len(shown) <= _MAX_SHOWN else shown[:_MAX_SHOWN] + "…"


def _handler(translate: Any) -> Any:
    async def handle(request: Request, error: Exception) -> Response:
        return problem_response(translate(error), request.scope)

    return handle


_TRANSLATIONS: Final[dict[type[Exception], Any]] = {
    Problem: lambda problem: problem,
    RequestValidationError: _validation_problem,
    HTTPException: _http_problem,
    PhotoError: photo_problem,
    GameUnreadableError: lambda error: Problem(409, "game_unreadable", {"id": _shown(error.id)}),
    NotFoundError: lambda error: Problem(404, f"{error.kind}_not_found", {"id": _shown(error.id)}),
    TooLargeError: lambda error: too_large(error.limit),
    OperationalError: _store_problem,
}
