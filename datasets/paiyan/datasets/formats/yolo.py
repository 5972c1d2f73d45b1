"""YOLO text labels: `class cx cy w h` (upright boxes) and `class x1 y1 … x4 y4` (oriented), all in 0..1.

Class numbers mean the names in `data.yaml` or `classes.txt` where there is one, else Paiyan's classes in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from paiyan.datasets.formats.corners import checked_corners, upright_corners
from paiyan.datasets.formats.names import classes_of
from paiyan.datasets.pictures import (
    CLASS_NAMES,
    Floats,
    Ints,
    LabelError,
    Picture,
    read_pixels,
    read_words,
    sha256_of,
    write_pixels,
)

_BOX_FIELDS = 5
_CORNER_FIELDS = 9
_IMAGE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")
_FARTHEST: Final = 1.0
"""From the middle of the picture, as a share of its side; what lies farther out is no share."""
_CANONICAL: Final = tuple(range(len(CLASS_NAMES)))


def parse_labels(
    text: str, size: tuple[int, int], *, name: str = "labels", meaning: Sequence[int | None] = _CANONICAL
) -> tuple[Floats, Ints]:
    """Corners in pixels (N, 4, 2) and classes (N,) of a label text for a picture of `size` (width, height).

    `meaning`: the class that each number stands for, None for one whose labels are left out.

    Raises `LabelError` naming the line if it has another number of fields, a field that is no number, a class
    that does not exist, or a box that nobody can have meant.
    """
    corners: list[Floats] = []
    classes: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            fields = _fields(line)
            meant = meaning[_index(fields[0], len(meaning))]
            points = _points(fields[1:], size)
        except LabelError as error:
            raise LabelError("label_line", file=name, line=number, reason=error) from error
        if meant is not None:
            corners.append(points)
            classes.append(meant)
    return (
        np.stack(corners).astype(np.float32) if corners else np.zeros((0, 4, 2), np.float32),
        np.array(classes, dtype=np.int64),
    )


def _fields(line: str) -> list[float]:
    try:
        fields = [float(field) for field in line.split()]
    except ValueError as error:
        raise LabelError("label_no_number") from error
    if len(fields) not in (_BOX_FIELDS, _CORNER_FIELDS):
        raise LabelError("label_fields", fields=len(fields))
    return fields


def _index(value: float, classes: int) -> int:
    if value not in range(classes):
        raise LabelError("label_class", index=f"{value:g}", most=classes - 1)
    return int(value)


def _points(fields: Sequence[float], size: tuple[int, int]) -> Floats:
    """Corners (4, 2) in px of a box's centre and size, or of its corners, in shares of the picture."""
    if any(abs(value - 0.5) > _FARTHEST for value in fields):
        raise LabelError("label_outside")
    if len(fields) == _CORNER_FIELDS - 1:
        return checked_corners(np.array(fields).reshape(4, 2) * size, size)
    cx, cy, width, height = (value * side for value, side in zip(fields, (*size, *size), strict=True))
    return upright_corners((cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2), size)


def format_labels(picture: Picture) -> str:
    """Oriented label text of a picture, one line a tile, five decimals, cut off at the picture's edges."""
    scale = np.array(picture.size, dtype=np.float32)
    lines = []
    for index, points in zip(picture.classes, picture.corners, strict=True):
        coordinates = " ".join(f"{value:.5f}" for value in np.clip(points / scale, 0, 1).reshape(-1))
        lines.append(f"{index} {coordinates}\n")
    return "".join(lines)


def read_folder(
    folder: Path, *, source: str | None = None, classes: Mapping[str, str] | None = None
) -> Iterator[Picture]:
    """Pictures of `folder/images` with their labels in `folder/labels`, in order of name.

    A picture without a label file has no tiles. The classes' names are read from `data.yaml` or `classes.txt` in the
    folder or beside it; `classes` says what foreign ones mean, see `paiyan.datasets.formats.names`. Raises `LabelError`
    if `folder/images` is missing, a picture or a label cannot be read, a labelled picture is of another format, or two
    pictures would share their labels.
    """
    images = folder / "images"
    if not images.is_dir():
        raise LabelError("no_images", folder=folder)
    meaning = _meaning(folder, classes)
    readable = [path for path in sorted(images.iterdir()) if path.suffix.lower() in _IMAGE_SUFFIXES]
    _check_names(images, readable, folder / "labels")
    for path in readable:
        labels = folder / "labels" / f"{path.stem}.txt"
        pixels = read_pixels(path)
        text = read_words(labels) if labels.exists() else ""
        size = (pixels.shape[1], pixels.shape[0])
        corners, indices = parse_labels(text, size, name=labels.name, meaning=meaning)
        yield Picture(path.stem, source or folder.name, pixels, corners, indices, sha256_of(path))


def _check_names(images: Path, readable: Sequence[Path], labels: Path) -> None:
    by_stem: dict[str, Path] = {}
    for path in readable:
        other = by_stem.setdefault(path.stem, path)
        if other is not path:
            raise LabelError("pictures_share_labels", first=other.name, second=path.name)
    for path in sorted(images.iterdir()):
        if path.stem not in by_stem and (labels / f"{path.stem}.txt").exists():
            raise LabelError("picture_format", file=path.name)


def lacking(folder: Path) -> str | None:
    """What such a folder lacks to be measured on: `images`, `photos` in it, or `labels`; None where it is whole."""
    images = folder / "images"
    if not images.is_dir():
        return "images"
    if not any(path.suffix.lower() in _IMAGE_SUFFIXES for path in images.iterdir()):
        return "photos"
    return None if any((folder / "labels").glob("*.txt")) else "labels"


def _meaning(folder: Path, own: Mapping[str, str] | None) -> Sequence[int | None]:
    for place in (folder, folder.parent):
        for file, names_in in (("data.yaml", _yaml_names), ("classes.txt", str.splitlines)):
            path = place / file
            if path.is_file():
                names = [name.strip() for name in names_in(read_words(path)) if name.strip()]
                if not names:
                    raise LabelError("empty_class_list", file=path)
                return _CANONICAL if tuple(names) == CLASS_NAMES else classes_of(names, own, file=str(path))
    return _CANONICAL


def _yaml_names(text: str) -> list[str]:
    """The list `names` of a `data.yaml`, in any of the three ways tools write it: in brackets, dashed, numbered."""
    match = re.search(r"^names:[ \t]*(\[.*?\]|(?:\n[ \t]*(?:-|\d+:)[^\n]*)+)", text, re.MULTILINE | re.DOTALL)
    if match is None:
        raise LabelError("no_class_names", file="data.yaml")
    body = match[1]
    items = body[1:-1].split(",") if body.startswith("[") else re.findall(r"\n[ \t]*(?:-|\d+:)([^\n]*)", body)
    return [item.strip().strip("'\"") for item in items]


def write_picture(folder: Path, picture: Picture) -> Path:
    """Write a picture and its oriented labels below `folder`; returns the image's path.

    Raises `LabelError` where a picture of that source and name is there already.
    """
    stem = f"{picture.source}--{picture.name}"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    image = folder / "images" / f"{stem}.jpg"
    if image.exists():
        raise LabelError("same_name", name=f"{picture.source}/{picture.name}")
    write_pixels(image, picture.pixels)
    (folder / "labels" / f"{stem}.txt").write_text(format_labels(picture), encoding="utf-8")
    return image


def write_data_file(folder: Path, train: Iterable[Path], val: Iterable[Path], *, becomes: Path | None = None) -> Path:
    """Write `train.txt`, `val.txt` and the `data.yaml` that names them; returns the path of `data.yaml`.

    The lists hold whole paths: those in `becomes`, where the folder is moved there once it is written.
    """
    home = (becomes or folder).resolve()
    for part, paths in (("train", train), ("val", val)):
        lines = [f"{home / path.relative_to(folder)}\n" for path in paths]
        (folder / f"{part}.txt").write_text("".join(lines), encoding="utf-8")
    names = "".join(f"  {index}: {name}\n" for index, name in enumerate(CLASS_NAMES))
    data = folder / "data.yaml"
    data.write_text(f"path: {home}\ntrain: train.txt\nval: val.txt\nnames:\n{names}", encoding="utf-8")
    return data
