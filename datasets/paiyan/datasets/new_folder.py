"""Folders that are there either whole or not at all, however a run ends."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paiyan.datasets.pictures import LabelError


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A folder beside `target` to write into, which takes its place when the block ends well and goes when it does not.

    What a killed run left there is removed first. Raises `LabelError` where `target` holds anything.
    """
    if target.exists() and any(target.iterdir()):
        raise LabelError("folder_not_empty", folder=target)
    part = target.with_name(f"{target.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        yield part
        if target.exists():
            target.rmdir()
        part.rename(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
