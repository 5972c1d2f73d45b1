"""What a browser shows to somebody who has no token yet: a page of its own, for nothing else is served to them."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from string import Template
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse
from starlette.types import Scope

from paiyan.assistant.api.problems import Problem, problem_headers, request_language
from paiyan.assistant.i18n import text

_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{display:grid;place-items:center;min-height:90vh;margin:0;padding:1.5rem;box-sizing:border-box;"
    "font:1.15rem/1.6 system-ui,sans-serif;background:light-dark(#dfe8e1,#10211b);color:light-dark(#14241f,#eef3ec)}"
    "main{max-width:26rem;padding:1.5rem;border-radius:1rem;background:light-dark(#fbfbf5,#1a2f27)}"
    "h1{margin:0 0 .5rem;font-size:1.6rem;line-height:1.3;color:light-dark(#0b6148,#8fd8b5)}p{margin:.5rem 0 0}"
)
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_PAGE: Final = Template(
    """<!doctype html>
<html lang="$lang">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>$name</title>
<style>$style</style>
</head>
<body><main><h1>$title</h1><p>$detail</p></main></body>
</html>
"""
)


def asks_for_page(scope: Scope) -> bool:
    """Whether the request is a browser's that wants something to show, rather than a call of the API."""
    return (
        scope["method"] in ("GET", "HEAD")
        and not scope["path"].startswith("/api/")
        and "text/html" in Headers(scope=scope).get("accept", "").lower()
    )


def door_page(problem: Problem, scope: Scope) -> HTMLResponse:
    """The problem as a page that needs no other file, in the language of the request."""
    lang = request_language(scope)
    headers = problem_headers(problem, lang)
    headers["Vary"] = "Accept, Accept-Language"
    headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'"
    )
    page = _PAGE.substitute(
        lang=headers["Content-Language"],
        name=escape(text("page.name", lang)),
        style=_STYLE,
        title=escape(text("door.title", lang)),
        detail=escape(text("door.detail", lang)),
    )
    return HTMLResponse(page, problem.status_code, headers)
