"""COCO labels: one JSON file with `images`, `annotations` and `categories` for a folder of photos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.corners import check_size, checked_corners, upright_corners
from paiyan.datasets.formats.names import classes_of
from paiyan.datasets.formats.places import NOTES_FILES, picture_file
from paiyan.datasets.pictures import Floats, LabelError, Picture, read_json, read_pixels, sha256_of
from paiyan.vision.geometry import order_corners

_TABLES: Final = ("images", "annotations", "categories")
_Id = int | str


def read_coco(
    folder: Path, *, source: str | None = None, classes: Mapping[str, str] | None = None
) -> Iterator[Picture]:
    """Pictures of a COCO folder in order of file name.

    The JSON file lies in `folder` or `folder/annotations`, the photos beside it, in `folder` or in `folder/images`. A
    polygon gives an oriented box (its smallest rectangle), any other annotation its upright `bbox`. `classes`: what
    foreign names mean, see `paiyan.datasets.formats.names`. Raises `LabelError` naming the file and what is wrong.
    """
    for table in _annotation_files(folder):
        content = _content(table)
        names = _class_by_id(content, classes, table.name)
        labels: dict[_Id, list[Mapping[str, Any]]] = {image["id"]: [] for image in content["images"]}
        for annotation in content["annotations"]:
            if names[annotation["category_id"]] is not None:
                labels[annotation["image_id"]].append(annotation)
        for image in sorted(content["images"], key=lambda image: str(image.get("file_name"))):
            path = picture_file((table.parent, folder, folder / "images"), image.get("file_name"), table.name)
            rows = labels[image["id"]]
            pixels = read_pixels(path)
            size = (pixels.shape[1], pixels.shape[0])
            check_size((image.get("width"), image.get("height")), size, file=table.name, picture=path.name)
            quads = [_corners(annotation, size, table.name) for annotation in rows]
            yield Picture(
                path.stem,
                source or folder.name,
                pixels,
                np.array(quads, dtype=np.float32).reshape(-1, 4, 2),
                np.array([names[annotation["category_id"]] for annotation in rows], dtype=np.int64),
                sha256_of(path),
            )


def lacking(folder: Path) -> str | None:
    """`coco` where there is no file of annotations."""
    return None if _json_files(folder) else "coco"


def _annotation_files(folder: Path) -> list[Path]:
    found = _json_files(folder)
    if not found:
        raise LabelError("no_coco_file", folder=folder)
    return found


def _json_files(folder: Path) -> list[Path]:
    found = [*folder.glob("*.json"), *(folder / "annotations").glob("*.json")]
    return sorted(path for path in found if path.name not in NOTES_FILES)


def _content(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The tables of a COCO file, their numbers checked: each is there, none twice, and each one used is named."""
    content = read_json(path)
    for table in _TABLES:
        rows = content.get(table) if isinstance(content, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise LabelError("not_a_coco_file", file=path.name, lists=", ".join(_TABLES))
    for table, of_annotation in (("images", "image_id"), ("categories", "category_id")):
        known = Counter(_ids(content, table, "id", path.name))
        twice = [number for number, count in known.items() if count > 1]
        if twice:
            raise LabelError("coco_id_twice", file=path.name, list=table, ids=", ".join(map(str, twice)))
        used = dict.fromkeys(_ids(content, "annotations", of_annotation, path.name))
        lost = [number for number in used if number not in known]
        if lost:
            ids = ", ".join(map(str, lost))
            raise LabelError("coco_id_unknown", file=path.name, field=of_annotation, list=table, ids=ids)
    return {table: content[table] for table in _TABLES}


def _ids(content: Mapping[str, list[dict[str, Any]]], table: str, key: str, file: str) -> list[_Id]:
    """The numbers (or names) that the rows of a table have as `key`."""
    for place, row in enumerate(content[table], start=1):
        if not isinstance(row.get(key), _Id):
            raise LabelError("coco_id", file=file, list=table, row=place, field=key)
    return [row[key] for row in content[table]]


def _class_by_id(
    content: Mapping[str, list[dict[str, Any]]], own: Mapping[str, str] | None, file: str
) -> dict[_Id, int | None]:
    """Class of each category that is used; exporters add categories of groups that no annotation has."""
    used = {annotation["category_id"] for annotation in content["annotations"]}
    rows = [row for row in content["categories"] if row["id"] in used]
    found = classes_of([str(row.get("name")) for row in rows], own, file=file)
    return {row["id"]: index for row, index in zip(rows, found, strict=True)}


def _corners(annotation: Mapping[str, Any], size: tuple[int, int], file: str) -> Floats:
    try:
        points = _outline(annotation)
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise LabelError("coco_box", file=file, annotation=annotation.get("id")) from error
    try:
        if len(points) == 2:
            (x, y), (width, height) = points
            return upright_corners((x, y, x + width, y + height), size)
        if not np.isfinite(points).all():
            raise LabelError("box_no_numbers")
        quad = points if len(points) == 4 else _rectangle_around(points)
        return checked_corners(order_corners(quad[None])[0], size)
    except LabelError as error:
        raise LabelError("coco_annotation", file=file, annotation=annotation.get("id"), reason=error) from error


def _rectangle_around(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32))), dtype=np.float64)


def _outline(annotation: Mapping[str, Any]) -> NDArray[np.float64]:
    """The points (N, 2) of an annotation's polygon, or the top left corner and the size of its upright box."""
    outline = annotation.get("segmentation")
    if isinstance(outline, list) and len(outline) == 1 and len(outline[0]) >= 8:
        return np.array(outline[0], dtype=np.float64).reshape(-1, 2)
    return np.array(annotation["bbox"], dtype=np.float64).reshape(2, 2)
