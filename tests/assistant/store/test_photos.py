"""The folder of photos: whole files under their checksum, or nothing."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import pytest

from paiyan.assistant.store import PhotoFolder, TooLargeError

CONTENT = b"\xff\xd8\xff" + bytes(range(256)) * 40


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def folder(tmp_path: Path) -> PhotoFolder:
    return PhotoFolder.open(tmp_path)


def keep(folder: PhotoFolder, content: bytes) -> Path:
    with folder.upload(1 << 20) as upload:
        upload.write(content)
        upload.finish()
        return upload.keep()


def test_a_kept_photo_lies_under_its_checksum_and_nothing_else_stays(folder: PhotoFolder, tmp_path: Path) -> None:
    path = keep(folder, CONTENT)
    sha256 = hashlib.sha256(CONTENT).hexdigest()
    assert path == folder.path(sha256)
    assert path.read_bytes() == CONTENT
    assert files(tmp_path) == [f"{sha256[:2]}/{sha256}"]


def test_the_same_photo_sent_again_is_the_same_file(folder: PhotoFolder, tmp_path: Path) -> None:
    assert keep(folder, CONTENT) == keep(folder, CONTENT)
    assert len(files(tmp_path)) == 1


def test_a_photo_that_was_cut_short_on_disk_is_mended_when_it_is_sent_again(folder: PhotoFolder) -> None:
    path = keep(folder, CONTENT)
    path.write_bytes(CONTENT[:10])
    keep(folder, CONTENT)
    assert path.read_bytes() == CONTENT


def test_a_photo_that_is_not_kept_leaves_nothing(folder: PhotoFolder, tmp_path: Path) -> None:
    with folder.upload(1 << 20) as upload:
        upload.write(CONTENT)
    assert files(tmp_path) == []


def test_a_photo_beyond_the_limit_is_refused_and_leaves_nothing(folder: PhotoFolder, tmp_path: Path) -> None:
    with pytest.raises(TooLargeError), folder.upload(100) as upload:
        upload.write(bytes(60))
        upload.write(bytes(60))
    assert files(tmp_path) == []


def test_uploads_that_a_crash_left_are_cleared_but_not_those_still_coming(tmp_path: Path) -> None:
    old, young = tmp_path / "old.part", tmp_path / "young.part"
    for path in (old, young):
        path.write_bytes(b"half a photo")
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(old, (two_days_ago, two_days_ago))
    PhotoFolder.open(tmp_path)
    assert files(tmp_path) == ["young.part"]
