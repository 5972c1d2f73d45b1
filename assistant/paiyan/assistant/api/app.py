"""Builds the application: the API, the page, and what surrounds every request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.middleware import Middleware

from paiyan.assistant.api.access import AccessGuard, AccessRules
from paiyan.assistant.api.context import Context, PhotoReader, ReadingQueue
from paiyan.assistant.api.handlers import add_problem_handlers
from paiyan.assistant.api.middleware import JsonBodyLimit, Surroundings
from paiyan.assistant.api.page import add_page
from paiyan.assistant.api.routes import (
    advice,
    events,
    games,
    other_tables,
    photos,
    readings,
    reference,
    rulings,
    tile_sets,
)
from paiyan.assistant.api.schemas import ProblemAnswer
from paiyan.assistant.api.sharing import add_sharing
from paiyan.assistant.settings import Settings
from paiyan.assistant.store import Store
from paiyan.assistant.tile_sets import TileSetBook

API_PREFIX: Final = "/api/v1"


def create_app(settings: Settings, reader: PhotoReader, access: AccessRules | None = None) -> FastAPI:
    """The application over the data folder of `settings`; `access` says who is let in, by default this computer.

    Opens the store at once (`StoreError` where the folder cannot be used) and closes it when the server stops.
    """
    store = Store.open(settings.database, settings.photos)
    rules = access or AccessRules()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        store.close()

    app = FastAPI(
        title="Paiyan",
        version=version("paiyan"),
        openapi_url=f"{API_PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
        middleware=[
            Middleware(Surroundings),
            Middleware(AccessGuard, rules=rules),
            Middleware(JsonBodyLimit, limit=settings.max_json_bytes, photo_path=f"{API_PREFIX}/photos"),
        ],
    )
    app.state.context = Context(
        settings,
        store,
        reader,
        ReadingQueue(settings.concurrent_reads, settings.waiting_reads),
        TileSetBook(store),
    )
    add_problem_handlers(app)
    app.include_router(_api(), prefix=API_PREFIX)
    add_sharing(app, rules)
    add_page(app)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    return app


def _api() -> APIRouter:
    router = APIRouter()
    for module in (reference, photos, readings, rulings, other_tables, advice, games, events, tile_sets):
        router.include_router(module.router)
    return router


def _document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document: the framework's, with the shape of problems instead of its own validation error."""
    if app.openapi_schema is None:
        document = get_openapi(
            title="Paiyan 牌眼",
            version=app.version,
            summary="Reads photos of a mahjong table, rules on the hand and settles who pays whom.",
            license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
            routes=app.routes,
        )
        schemas = document["components"]["schemas"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        _, definitions = models_json_schema(
            [(ProblemAnswer, "serialization")], ref_template="#/components/schemas/{model}"
        )
        schemas.update(definitions["$defs"])
        document["components"]["schemas"] = dict(sorted(schemas.items()))
        app.openapi_schema = document
    return app.openapi_schema
