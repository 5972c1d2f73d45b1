"""Who is let in: the host names the server answers to, the origin of changes, and the token of a shared server."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiyan.assistant.api.door import asks_for_page, door_page
from paiyan.assistant.api.problems import Problem, problem_response

COOKIE: Final = "paiyan_token"
_COOKIE_SECONDS: Final = 30 * 24 * 3600
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_LOCAL_NAME: Final = "localhost"


@dataclass(frozen=True, slots=True)
class AccessRules:
    """Whom the server lets in.

    `token`: what every request needs, or None for a server that only this computer reaches. `names`: further host
    names it answers to. `any_address`: it answers to every IP address, not only loopback ones; a foreign name can be
    pointed at this computer, an address cannot. `qr_url`: the address in the QR code, with the token.
    `ca_certificate`: the authority behind the server's own certificate, PEM.
    """

    token: str | None = field(default=None, repr=False)
    names: frozenset[str] = frozenset()
    any_address: bool = False
    qr_url: str | None = field(default=None, repr=False)
    ca_certificate: bytes | None = field(default=None, repr=False)

    def answers_to(self, host: str) -> bool:
        """Whether `host` (a `Host` header) is one of the server's own; a foreign name is a rebinding attack."""
        name = host_name(host)
        if name is None:
            return False
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name == _LOCAL_NAME or name in self.names
        return address.is_loopback or self.any_address

    def accepts(self, token: str) -> bool:
        """Whether `token` is the right one, in a time that does not depend on how much of it is right."""
        return self.token is not None and secrets.compare_digest(token.encode(), self.token.encode())


class AccessGuard:
    """Lets a request through, or answers it with a problem, before anything else looks at it."""

    def __init__(self, app: ASGIApp, rules: AccessRules) -> None:
        self.app = app
        self.rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        problem = self._problem(scope)
        if scope["type"] == "websocket":
            if problem is None:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        if problem is not None:
            # A person who opens the page without the token is told so in words; programs get the document.
            answer = door_page if problem.code == "token_needed" and asks_for_page(scope) else problem_response
            await answer(problem, scope)(scope, receive, send)
            return
        token = self._token_in_query(scope)
        if token is None:
            await self.app(scope, receive, send)
        elif scope["path"].startswith("/api/") or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, _with_cookie(send, token, scope["scheme"]))
        else:
            response = RedirectResponse(_clean_address(scope), 303, {"Cache-Control": "no-store"})
            await response(scope, receive, _with_cookie(send, token, scope["scheme"]))

    def _problem(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self.rules.answers_to(host):
            return Problem(403, "foreign_host", {"host": host[:100]})
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if changes and not _same_origin(headers, host):
            return Problem(403, "foreign_origin")
        if self.rules.token is not None and not any(map(self.rules.accepts, _tokens(scope, headers))):
            return Problem(401, "token_needed", headers={"WWW-Authenticate": 'Bearer realm="paiyan"'})
        return None

    def _token_in_query(self, scope: Scope) -> str | None:
        return next(filter(self.rules.accepts, _query_tokens(scope)), None)


def host_name(host: str) -> str | None:
    """The name or address in a `Host` header, lower case, without port and brackets; None if it is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return None
    if not name or parts.username is not None or parts.path or parts.query or parts.fragment:
        return None
    return name.rstrip(".")


def _same_origin(headers: Headers, host: str) -> bool:
    """Whether a request that changes something comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is not None:
        return origin != "null" and _authority(origin) == host.lower()
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def _authority(origin: str) -> str | None:
    """Host and port of an origin, lower case; None if it is malformed."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _tokens(scope: Scope, headers: Headers) -> list[str]:
    """All tokens a request carries: in its header, its cookie or its address."""
    tokens = _query_tokens(scope)
    scheme, _, credentials = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        tokens.append(credentials.strip())
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        cookie = None
    if cookie is not None:
        tokens.append(cookie.value)
    return tokens


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _query_tokens(scope: Scope) -> list[str]:
    return [value for name, value in _query(scope) if name == "token"]


def _clean_address(scope: Scope) -> str:
    """Path and query without the token. One leading slash only: two would name another host."""
    path = quote("/" + scope["path"].lstrip("/\\"))
    query = urlencode([(name, value) for name, value in _query(scope) if name != "token"])
    return f"{path}?{query}" if query else path


def _with_cookie(send: Send, token: str, scheme: str) -> Send:
    """Sets the cookie on whatever is answered. Strict: no other site's link or form carries it."""
    response = Response()
    response.set_cookie(
        COOKIE, token, max_age=_COOKIE_SECONDS, httponly=True, samesite="strict", secure=scheme == "https"
    )
    cookie = next(value for name, value in response.raw_headers if name == b"set-cookie")

    async def send_with_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"set-cookie", cookie)]}
        await send(message)

    return send_with_cookie
