"""The built wheel does the main job on its own, without the source tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Standard output of ``command``; a failure shows what it printed."""
    clean = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "PYTHONHOME"}}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a fresh virtual environment with the built wheel and, by a path file, the locked dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist", ROOT, cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    environment = folder / "venv"
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    # Path files named by a path file are not read, so the editable install of the source tree stays out.
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return environment


@pytest.mark.wheel
def test_the_wheel_reads_scores_and_settles_a_sample_photo(installed: Path, tmp_path: Path) -> None:
    where = run(installed / "bin/python", "-c", "import paiyan.engine as e; print(e.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(installed)
    result = json.loads(run(installed / "bin/paiyan", "demo", "--json", cwd=tmp_path))
    assert result["ruling"]["valid"] is True
    assert sum(result["settlement"]) == 0


@pytest.mark.wheel
def test_the_wheel_carries_the_built_page(installed: Path, tmp_path: Path) -> None:
    program = (
        "from importlib.resources import files; "
        "print((files('paiyan.assistant') / 'static' / 'index.html').read_text())"
    )
    assert "<!doctype html>" in run(installed / "bin/python", "-c", program, cwd=tmp_path).lower()
