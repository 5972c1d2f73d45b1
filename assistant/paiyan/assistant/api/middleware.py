"""What surrounds every request: the access log, the last resort for failures, the size of JSON bodies, headers."""

from __future__ import annotations

import logging
import time
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiyan.assistant.api.handlers import internal_problem, too_large
from paiyan.assistant.api.problems import problem_response

ACCESS_LOG: Final = logging.getLogger("paiyan.access")
FAILURE_LOG: Final = logging.getLogger("paiyan.failure")

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_SECURITY_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


class Surroundings:
    """Logs each request (no address, no query: a token may be in it), adds the security headers, and answers a
    failure that nobody foresaw with a problem that tells nothing of the inside."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        except ClientDisconnect:
            status = 499
        except Exception as error:
            FAILURE_LOG.exception("%s %s failed", scope["method"], scope["path"])
            if status == 0:
                await problem_response(internal_problem(error), scope)(scope, receive, send_with_headers)
        finally:
            milliseconds = (time.perf_counter() - began) * 1000
            ACCESS_LOG.info("%s %s %d %.0f ms", scope["method"], _printable(scope["path"]), status, milliseconds)


class JsonBodyLimit:
    """Refuses a body beyond `limit` bytes, announced or not. Photos have their own limit as they stream to disk."""

    def __init__(self, app: ASGIApp, limit: int, photo_path: str) -> None:
        self.app = app
        self.limit = limit
        self.photo_path = photo_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] == self.photo_path:
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        if announced.isdecimal() and int(announced) > self.limit:
            await problem_response(too_large(self.limit), scope)(scope, receive, send)
            return
        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.limit:
                raise too_large(self.limit)
            return message

        await self.app(scope, receive_limited, send)


def _printable(path: str) -> str:
    """The path on one line of the log, whatever was sent."""
    return path.encode("unicode_escape").decode()[:200]
