"""What every endpoint works with: settings, store, reader, and the bound on photos read at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Protocol, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Depends
from starlette.requests import Request

from paiyan.assistant.api.problems import Problem
from paiyan.assistant.reading import EnrolledSet, TableReading
from paiyan.assistant.settings import Settings
from paiyan.assistant.store import Store
from paiyan.assistant.tile_sets import TileSetBook

_T = TypeVar("_T")


class PhotoReader(Protocol):
    """What reads photos: :class:`paiyan.assistant.reading.Reader`. Called from worker threads, several at once."""

    @property
    def model(self) -> str | None:
        """Which model it is."""

    def read(self, source: Path, rules: str | None = None, enrolled: EnrolledSet | None = None) -> TableReading:
        """The reading of a photo, of an enrolled tile set where one is given; `PhotoError` where it can't be read."""


class ReadingQueue:
    """Runs readings in worker threads, so many at once; a longer queue than allowed is refused."""

    def __init__(self, concurrent: int, waiting: int) -> None:
        self._limiter = CapacityLimiter(concurrent)
        self._most_waiting = waiting

    @property
    def waiting(self) -> int:
        """How many readings wait for their turn."""
        return self._limiter.statistics().tasks_waiting

    async def run(self, work: Callable[[], _T]) -> _T:
        """The result of `work`; a `Problem` when too many are waiting already."""
        if self.waiting >= self._most_waiting and self._limiter.available_tokens <= 0:
            raise Problem(503, "busy", headers={"Retry-After": "5"})
        return await to_thread.run_sync(work, limiter=self._limiter)


@dataclass(frozen=True, slots=True)
class Context:
    """Lives as long as the application."""

    settings: Settings
    store: Store
    reader: PhotoReader
    queue: ReadingQueue = field(repr=False)
    tile_sets: TileSetBook = field(repr=False)


def _context(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


Use = Annotated[Context, Depends(_context)]
"""Parameter type of an endpoint that needs the context."""
