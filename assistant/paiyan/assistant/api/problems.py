"""Every failure as `application/problem+json` (RFC 9457): a stable type and code, in the reader's language."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi.encoders import jsonable_encoder
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import Scope

from paiyan.assistant.i18n import Lang, has_text, preferred_language, text

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:paiyan:problem:"
_MOST_NAMED: Final = 5


@dataclasses.dataclass(frozen=True, slots=True)
class FieldFault:
    """One field at fault: where it was (`body`, `query`, `path`), its path, and the key and params of what is wrong."""

    place: str
    field: str
    code: str
    text_key: str
    params: Mapping[str, Any] = dataclasses.field(default_factory=dict)


class Problem(HTTPException):
    """A failure to tell the client; `code` names it for good, its texts are `problem.<code>.title` and `.detail`.

    `detail_key` gives the detail another text of the catalogue, for example the one of a photo that can't be read.
    An `HTTPException`, because the framework lets only those pass where it reads a body.
    """

    def __init__(
        self,
        status: int,
        code: str,
        params: Mapping[str, Any] | None = None,
        *,
        faults: Sequence[FieldFault] = (),
        detail_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, code, headers)
        self.code = code
        self.params: Mapping[str, Any] = params or {}
        self.faults = tuple(faults)
        self.detail_key = detail_key


def problem_document(problem: Problem, lang: Lang) -> dict[str, Any]:
    """The body of the answer."""
    faults = [_fault(fault, lang) for fault in problem.faults]
    told = {"fields": _fields(faults), "reason": faults[0]["detail"]} if faults else {}
    document: dict[str, Any] = {
        "type": TYPE_PREFIX + problem.code,
        "title": text(f"problem.{problem.code}.title", lang),
        "status": problem.status_code,
        "detail": _fill(problem.detail_key or f"problem.{problem.code}.detail", lang, {**problem.params, **told}),
        "code": problem.code,
        "params": jsonable_encoder(dict(problem.params)),
    }
    if faults:
        document["errors"] = faults
    return document


def _fields(faults: Sequence[Mapping[str, Any]]) -> str:
    """The fields at fault, each once; the part of the request where it is all of it. Of very many the first ones."""
    named = list(dict.fromkeys(str(fault["field"] or fault["in"]) for fault in faults))
    return ", ".join(named[:_MOST_NAMED]) + (" …" if len(named) > _MOST_NAMED else "")


def problem_response(problem: Problem, scope: Scope) -> JSONResponse:
    """The answer to the request of `scope`, in the language it asks for."""
    lang = request_language(scope)
    headers = problem_headers(problem, lang)
    return JSONResponse(problem_document(problem, lang), problem.status_code, headers, PROBLEM_MEDIA_TYPE)


def problem_headers(problem: Problem, lang: Lang) -> dict[str, str]:
    """The headers of the answer, whatever its body: its language, and that nobody keeps it."""
    return {
        **(problem.headers or {}),
        "Content-Language": "zh-Hans" if lang == "zh" else "en",
        "Vary": "Accept-Language",
        "Cache-Control": "no-store",
    }


def request_language(scope: Scope) -> Lang:
    """The language a request asks for."""
    return preferred_language(Headers(scope=scope).get("accept-language"))


def _fault(fault: FieldFault, lang: Lang) -> dict[str, Any]:
    return {
        "in": fault.place,
        "field": fault.field,
        "code": fault.code,
        "detail": _fill(fault.text_key, lang, fault.params),
        "params": jsonable_encoder(dict(fault.params)),
    }


def _fill(key: str, lang: Lang, params: Mapping[str, Any]) -> str:
    # An id the catalogue has not heard of is still told by its name rather than hidden behind a failure.
    return text(key, lang, **params) if has_text(key) else key
