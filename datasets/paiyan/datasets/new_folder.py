"""Folders and files that are there either whole or not at all, however a run ends."""

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


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A file beside `target` to write, which takes its place in one step when the block ends well, and goes when it
    does not: until then `target` stays as it was.

    Its folder is made where it is missing. What a link names is written, and a pipe or a device is written to as it is.
    """
    if target.exists() and not target.is_file():
        yield target
        return
    target = target.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    try:
        yield part
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def write_whole(target: Path, text: str) -> None:
    """Write a text file in UTF-8 by `new_file`."""
    with new_file(target) as part:
        part.write_text(text, encoding="utf-8")
