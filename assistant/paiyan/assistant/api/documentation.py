"""How problems appear in the OpenAPI document."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from paiyan.assistant.api.problems import PROBLEM_MEDIA_TYPE

_ALWAYS = (401, 403, 500)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problem answers of an endpoint: these and the ones that every request may get."""
    schema = {"$ref": "#/components/schemas/ProblemAnswer"}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {PROBLEM_MEDIA_TYPE: {"schema": schema}}}
        for status in sorted({*statuses, *_ALWAYS})
    }
