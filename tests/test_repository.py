"""Guards on the repository itself: namespace traps, lock files, what must never be committed."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE_ROOTS = ("engine", "vision", "datasets", "models", "assistant")


@pytest.mark.parametrize("root", SOURCE_ROOTS)
def test_no_init_file_breaks_the_shared_namespace(root: str) -> None:
    """`paiyan` is one PEP 420 namespace over five roots; an `__init__.py` in a root would hide the other four."""
    assert not (ROOT / root / "__init__.py").exists()
    assert not (ROOT / root / "paiyan" / "__init__.py").exists()
    assert (ROOT / root / "paiyan" / root / "__init__.py").is_file()


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: path.name)
def test_python_lock_files_pin_hashes_and_name_no_registry_host(lock: Path) -> None:
    text = lock.read_text()
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links|--trusted-host", text)
    pinned = re.findall(r"^[a-z0-9][^\s=]*==\S+ \\\n    --hash=sha256:", text, flags=re.M)
    assert len(pinned) == len(re.findall(r"^[a-z0-9]", text, flags=re.M)) > 0


def test_npm_lock_file_names_no_registry_host() -> None:
    text = (ROOT / "assistant/web/package-lock.json").read_text()
    assert '"resolved"' not in text
    assert "https://registry" not in text
    assert '"integrity"' in text


def test_tracked_files_hold_no_other_peoples_pictures_and_no_huge_files() -> None:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    tracked = [ROOT / name for name in listing.split("\0") if name]
    pictures = [path for path in tracked if path.suffix.lower() in {".jpg", ".jpeg", ".webp", ".heic"}]
    allowed = [ROOT / "seeds" / "samples", ROOT / "docs"]
    assert [path for path in pictures if not any(folder in path.parents for folder in allowed)] == []
    assert [path for path in tracked if path.exists() and path.stat().st_size > 32 * 1024 * 1024] == []
