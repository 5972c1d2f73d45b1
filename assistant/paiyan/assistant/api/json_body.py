"""Endpoints with a JSON body say so to a client that sends something else."""

from __future__ import annotations

from starlette.requests import Request

from paiyan.assistant.api.problems import Problem


def require_json(request: Request) -> None:
    """A `Problem` unless the body is declared as JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "json_media_type")
