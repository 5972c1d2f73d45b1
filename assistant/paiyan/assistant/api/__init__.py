"""The HTTP API: `/api/v1`, the page, and problems as RFC 9457 describes them."""

from __future__ import annotations

from paiyan.assistant.api.app import create_app

__all__ = ["create_app"]
