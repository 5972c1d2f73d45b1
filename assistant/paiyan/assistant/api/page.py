"""The built page at `/`: its files as Vite left them, cached as long as their names allow."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from paiyan.assistant.api.problems import request_language
from paiyan.assistant.i18n import text

PAGE_FOLDER: Final = Path(__file__).resolve().parents[1] / "static"
_HASHED_FOLDER: Final = "assets/"


def add_page(app: FastAPI, folder: Path = PAGE_FOLDER) -> None:
    """Serves the page; where it has not been built, a text that says how to build it."""
    if (folder / "index.html").is_file():
        app.router.routes.append(_PageMount("/", _PageFiles(directory=folder, html=True), name="page"))
    else:
        app.add_api_route("/", _missing_page, include_in_schema=False)


class _PageMount(Mount):
    """Everything but the API, which knows itself what is not there and which methods are allowed."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"].startswith("/api/"):
            return Match.NONE, {}
        return super().matches(scope)


class _PageFiles(StaticFiles):
    """Files whose name carries a hash of their content never change; the others are asked for anew each time."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        hashed = self.get_path(scope).replace(os.sep, "/").startswith(_HASHED_FOLDER)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


async def _missing_page(request: Request) -> Response:
    return PlainTextResponse(text("api.page_missing", request_language(request.scope)), 503)
