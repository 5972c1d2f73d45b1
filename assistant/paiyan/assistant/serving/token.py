"""The token of a shared server: made once for a data folder, readable by its owner only."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Final

_TOKEN_BYTES: Final = 16
_TOKEN: Final = re.compile(r"[0-9a-f]{32}")


def load_or_create_token(folder: Path) -> str:
    """The token of this data folder, 128 random bits in hex; the same each time, so that a phone stays let in."""
    path = folder / "token"
    try:
        known = path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        known = ""
    if _TOKEN.fullmatch(known):
        return known
    token = secrets.token_hex(_TOKEN_BYTES)
    write_private(path, f"{token}\n".encode())
    return token


def write_private(path: Path, content: bytes) -> None:
    """Writes a file that only its owner may read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
