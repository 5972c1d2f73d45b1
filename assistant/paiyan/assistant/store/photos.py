"""The folder of photos: `ab/abcdef…`, named by the sha256 of the content, written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

_PART: Final = ".part"
_ABANDONED_AFTER_SECONDS: Final = 24 * 3600


class TooLargeError(Exception):
    """An upload exceeds the limit (bytes)."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit} bytes")
        self.limit = limit


class PhotoUpload:
    """A photo on its way in: written to a `.part` file that is gone at the end of the `with` unless it was kept."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder = folder
        self._limit = limit
        self._digest = hashlib.sha256()
        self.path = folder / f"{uuid.uuid4().hex}{_PART}"
        self.bytes = 0

    def __enter__(self) -> Self:
        self._file = self.path.open("xb")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self.path.unlink(missing_ok=True)

    @property
    def sha256(self) -> str:
        """Hex sha256 of what came so far."""
        return self._digest.hexdigest()

    def write(self, chunk: bytes) -> None:
        """Takes the next bytes; `TooLargeError` beyond the limit, `OSError` where the disk is full."""
        if self.bytes + len(chunk) > self._limit:
            raise TooLargeError(self._limit)
        self._file.write(chunk)
        self._digest.update(chunk)
        self.bytes += len(chunk)

    def finish(self) -> None:
        """Everything has come: the bytes reach the file, so that it can be read."""
        self._file.flush()

    def keep(self) -> Path:
        """Puts the photo in its place for good and returns that; the same content sent again is the same file."""
        target = photo_path(self._folder, self.sha256)
        if target.exists() and target.stat().st_size == self.bytes:
            return target
        os.fsync(self._file.fileno())
        self._file.close()
        new_folder = not target.parent.exists()
        target.parent.mkdir(exist_ok=True)
        self.path.replace(target)
        _sync_folder(target.parent)
        if new_folder:
            _sync_folder(self._folder)
        return target


class PhotoFolder:
    """Photos by their sha256."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def open(cls, folder: Path) -> PhotoFolder:
        """Makes the folder where it is missing and clears uploads that a crash left behind."""
        folder.mkdir(parents=True, exist_ok=True)
        for part in folder.glob(f"*{_PART}"):
            # Another server of the same folder may be receiving a younger one.
            if time.time() - part.stat().st_mtime > _ABANDONED_AFTER_SECONDS:
                part.unlink(missing_ok=True)
        return cls(folder)

    @contextmanager
    def upload(self, limit: int) -> Iterator[PhotoUpload]:
        """Room for one incoming photo of at most `limit` bytes; nothing stays behind unless it is kept."""
        with PhotoUpload(self._folder, limit) as upload:
            yield upload

    def path(self, sha256: str) -> Path:
        """Where the photo with this checksum lies."""
        return photo_path(self._folder, sha256)


def photo_path(folder: Path, sha256: str) -> Path:
    """The place of a photo in its folder."""
    return folder / sha256[:2] / sha256


def _sync_folder(folder: Path) -> None:
    """Makes a rename in `folder` outlive a power cut; systems that cannot open a folder do without."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
