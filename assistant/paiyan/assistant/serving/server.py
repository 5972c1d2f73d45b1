"""Runs the application on its sockets until the process is told to stop, then finishes what has begun."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from paiyan.assistant.serving.plan import ServePlan

_GRACE_SECONDS: Final = 1
"""How long requests may go on once the server is told to stop: what a person does takes less, while an upload that
stands still and a phone that keeps its connection open would hold it up for as long as they like."""


def serve_until_stopped(app: FastAPI, plan: ServePlan, ready: Callable[[], None]) -> None:
    """Serves; calls `ready` once requests are answered. Returns after SIGINT or SIGTERM, a second one cuts it short."""
    asyncio.run(_serve(app, plan, ready))


async def _serve(app: FastAPI, plan: ServePlan, ready: Callable[[], None]) -> None:
    # The plain server runs the application's start and end; the other one only adds a door.
    servers = [(_Server(_config(app, lifespan="on")), list(plan.http))]
    if plan.certificates is not None:
        secure = _config(
            app, lifespan="off", ssl_certfile=plan.certificates.certificate, ssl_keyfile=plan.certificates.key
        )
        servers.append((_Server(secure), list(plan.https)))

    def stop(*_: object) -> None:
        for server, _sockets in servers:
            server.force_exit = server.should_exit
            server.should_exit = True

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, stop)
    async with asyncio.TaskGroup() as tasks:
        for server, sockets in servers:
            tasks.create_task(server.serve(sockets=sockets))
        while not all(server.started or server.should_exit for server, _ in servers):
            await asyncio.sleep(0.01)
        ready()


class _Server(uvicorn.Server):
    """A server that leaves the signals to its owner, who may have several of them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _config(app: FastAPI, *, lifespan: str, **tls: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan=lifespan,  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        server_header=False,
        # Nobody stands between: a header must not be able to pretend another client address.
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=_GRACE_SECONDS,
        **tls,
    )
