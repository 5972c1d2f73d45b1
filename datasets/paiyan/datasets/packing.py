"""A training set in one small file, to be trained on elsewhere: on a machine with a GPU, say.

The archive is a ZIP with `images/`, `labels/`, the training list and `pack.json`. Pictures are encoded anew as JPEG, as
well as the limit allows; labels are relative to the picture, so smaller pictures keep them. The same set gives the same
file.
"""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.formats.yolo import write_data_file
from paiyan.datasets.new_folder import new_folder
from paiyan.datasets.origin import origin_of_pack, write_origin
from paiyan.datasets.pictures import LabelError, Pixels, read_json, read_pixels, read_words

LIMIT: Final = 60 * 2**20
"""Largest size of a packed set in bytes."""

_VERSION: Final = 1
_LADDER: Final = (
    (640, 88), (640, 80), (640, 70), (640, 60), (640, 50), (640, 40), (576, 45), (576, 36), (512, 40), (512, 32),
    (448, 34), (416, 30),
)  # fmt: skip
"""Longest side in px and JPEG quality, best first; the first that fits is used."""

_SAMPLED: Final = 200
_FIXED_TIME: Final = (1980, 1, 1, 0, 0, 0)
_PART: Final = re.compile(r"(images|labels)/[^/\\]+\.(jpg|txt)|train\.txt|pack\.json")


@dataclass(frozen=True, slots=True)
class Packed:
    """What a packed set holds: number of pictures, their longest side in px and JPEG quality, and the file's bytes."""

    pictures: int
    longest_side: int
    quality: int
    bytes: int


def pack(folder: Path, target: Path, *, limit: int = LIMIT) -> Packed:
    """Pack the training set in `folder` (as `paiyan.datasets.building.build` writes it) into the file `target`.

    Raises `LabelError` where there is no training set or it does not fit into `limit` bytes even at the least quality;
    a packed set that is there already is then kept.
    """
    listed = _listed(folder)
    pictures = sorted(set(listed))
    if len({path.stem for path in pictures}) < len(pictures):
        raise LabelError("pack_same_names", folder=folder)
    labels = {path: _labels_of(path).read_bytes() for path in pictures}
    room = limit - 2 * sum(map(len, labels.values())) // 3
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    try:
        for side, quality in _ladder_from(pictures, room):
            _write(part, listed, labels, side, quality)
            size = part.stat().st_size
            if size <= limit:
                part.replace(target)
                return Packed(len(pictures), side, quality, size)
    finally:
        part.unlink(missing_ok=True)
    raise LabelError("pack_too_large", pictures=len(pictures), limit=f"{limit / 2**20:.0f}")


def unpack(file: Path, folder: Path) -> Path:
    """Unpack into the empty or new `folder`; returns the path of its `data.yaml`. Raises `LabelError` for a file that
    is no packed set."""
    with new_folder(folder) as part:
        _extract(file, part)
        listed = [part / "images" / name for name in read_words(part / "train.txt").splitlines()]
        missing = [path.name for path in listed if not path.is_file()]
        if missing or not listed:
            raise LabelError("pack_lacks_pictures", file=file.name, pictures=", ".join(missing[:3]) or "*")
        write_data_file(part, listed, listed[:8], becomes=folder)
        write_origin(part, origin_of_pack(file))
    return folder / "data.yaml"


def _extract(file: Path, folder: Path) -> None:
    if not zipfile.is_zipfile(file):
        raise LabelError("not_a_packed_set", file=file.name)
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            wrong = [name for name in names if not _PART.fullmatch(name)]
            if wrong or "train.txt" not in names or "pack.json" not in names:
                raise LabelError("not_a_packed_set", file=file.name)
            archive.extractall(folder)
        facts = read_json(folder / "pack.json")
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        # RuntimeError: it is encrypted, or packed in a way that is not known.
        raise LabelError("pack_damaged", file=file.name) from error
    if not isinstance(facts, dict) or facts.get("version") != _VERSION:
        raise LabelError("pack_of_another_version", file=file.name)


def _listed(folder: Path) -> list[Path]:
    """The training list as it stands: pictures that count more often are named more often."""
    path = folder / "train.txt"
    if not path.is_file():
        raise LabelError("no_training_list", folder=folder)
    listed = [Path(line) for line in read_words(path).splitlines() if line]
    if not listed:
        raise LabelError("empty_training_set", folder=folder)
    return listed


def _labels_of(picture: Path) -> Path:
    return picture.parents[1] / "labels" / f"{picture.stem}.txt"


def _ladder_from(pictures: Sequence[Path], room: int) -> Sequence[tuple[int, int]]:
    """The steps of the ladder from the first whose size, guessed from every so many pictures, fits into `room`."""
    sample = [read_pixels(path) for path in pictures[:: max(1, len(pictures) // _SAMPLED)]]
    for place, (side, quality) in enumerate(_LADDER):
        guess = sum(len(_encoded(pixels, side, quality)) for pixels in sample) / len(sample) * len(pictures)
        if guess <= room:
            return _LADDER[place:]
    return _LADDER[-1:]


def _write(target: Path, listed: Sequence[Path], labels: dict[Path, bytes], side: int, quality: int) -> None:
    facts = {"version": _VERSION, "pictures": len(labels), "longest_side": side, "quality": quality}
    with zipfile.ZipFile(target, "w") as archive:
        _add(archive, "pack.json", json.dumps(facts).encode())
        _add(archive, "train.txt", "".join(f"{path.stem}.jpg\n" for path in listed).encode())
        for path, text in labels.items():
            _add(archive, f"images/{path.stem}.jpg", _encoded(read_pixels(path), side, quality), stored=True)
            _add(archive, f"labels/{path.stem}.txt", text)


def _add(archive: zipfile.ZipFile, name: str, content: bytes, *, stored: bool = False) -> None:
    entry = zipfile.ZipInfo(name, _FIXED_TIME)
    archive.writestr(entry, content, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)


def _encoded(pixels: Pixels, side: int, quality: int) -> bytes:
    longest = max(pixels.shape[:2])
    if longest > side:
        size = (round(pixels.shape[1] * side / longest), round(pixels.shape[0] * side / longest))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    options = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
    _, data = cv2.imencode(".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), options)
    return bytes(data.tobytes())
