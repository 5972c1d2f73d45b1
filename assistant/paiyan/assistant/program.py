"""How this program was called: what it tells people to type."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path


def program() -> str:
    """How this program is run from the current folder: by its name where that finds it, else by its path."""
    script = Path(sys.executable).with_name("paiyan")
    if not script.exists():
        return f"{shlex.quote(sys.executable)} -m paiyan.assistant.cli"
    found = shutil.which("paiyan")
    return "paiyan" if found is not None and script.samefile(found) else shlex.quote(str(shortened(script)))


def shortened(path: Path) -> Path:
    """The path from the current folder where it lies below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
