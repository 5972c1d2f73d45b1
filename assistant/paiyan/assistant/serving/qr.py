"""The address of the server as a QR code, for the screen and for the terminal."""

from __future__ import annotations

import io

import segno


def qr_svg(url: str) -> bytes:
    """An SVG picture of the code."""
    picture = io.BytesIO()
    segno.make_qr(url).save(picture, kind="svg", scale=8, border=4, light="white", xmldecl=True)
    return picture.getvalue()


def qr_text(url: str) -> str:
    """The code in characters, two rows of it a line."""
    text = io.StringIO()
    segno.make_qr(url).terminal(text, compact=True, border=2)
    return text.getvalue()
