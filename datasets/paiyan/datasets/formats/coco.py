"""COCO labels: one JSON file with `images`, `annotations` and `categories` for a folder of photos."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from paiyan.datasets.formats.names import classes_of
from paiyan.datasets.formats.places import picture_file
from paiyan.datasets.pictures import Floats, LabelError, Picture, corners_of_boxes, read_pixels, sha256_of
from paiyan.vision.geometry import order_corners

_TABLES: Final = ("images", "annotations", "categories")


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
        labels: dict[Any, list[Mapping[str, Any]]] = {}
        for annotation in content["annotations"]:
            if names.get(annotation.get("category_id"), -1) is not None:
                labels.setdefault(annotation.get("image_id"), []).append(annotation)
        for image in sorted(content["images"], key=lambda image: str(image.get("file_name"))):
            path = picture_file((table.parent, folder, folder / "images"), image.get("file_name"), table.name)
            rows = labels.get(image.get("id"), [])
            quads = [_corners(annotation, table.name) for annotation in rows]
            yield Picture(
                path.stem,
                source or folder.name,
                read_pixels(path),
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
    return sorted([*folder.glob("*.json"), *(folder / "annotations").glob("*.json")])


def _content(path: Path) -> dict[str, list[dict[str, Any]]]:
    try:
        content: Any = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise LabelError("not_json", file=path.name, reason=error) from error
    for table in _TABLES:
        rows = content.get(table) if isinstance(content, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise LabelError("not_a_coco_file", file=path.name, lists=", ".join(_TABLES))
    return {table: content[table] for table in _TABLES}


def _class_by_id(
    content: Mapping[str, list[dict[str, Any]]], own: Mapping[str, str] | None, file: str
) -> dict[Any, int | None]:
    """Class of each category that is used; exporters add categories of groups that no annotation has."""
    used = {annotation.get("category_id") for annotation in content["annotations"]}
    rows = [row for row in content["categories"] if row.get("id") in used]
    missing = sorted(str(number) for number in used - {row["id"] for row in rows})
    if missing:
        raise LabelError("coco_categories", file=file, categories=", ".join(missing))
    found = classes_of([str(row.get("name")) for row in rows], own, file=file)
    return {row["id"]: index for row, index in zip(rows, found, strict=True)}


def _corners(annotation: Mapping[str, Any], file: str) -> Floats:
    outline = annotation.get("segmentation")
    try:
        if isinstance(outline, list) and len(outline) == 1 and len(outline[0]) >= 8:
            points = np.array(outline[0], dtype=np.float32).reshape(-1, 2)
            quad = points if len(points) == 4 else cv2.boxPoints(cv2.minAreaRect(points)).astype(np.float32)
            return _finite(np.asarray(order_corners(quad[None])[0], dtype=np.float32))
        x, y, width, height = np.array(annotation["bbox"], dtype=np.float32)
        return _finite(corners_of_boxes(np.array([[x, y, x + width, y + height]], dtype=np.float32))[0])
    except (KeyError, TypeError, ValueError) as error:
        raise LabelError("coco_box", file=file, annotation=annotation.get("id")) from error


def _finite(corners: Floats) -> Floats:
    if not np.isfinite(corners).all():
        raise ValueError("coordinates that are no numbers")
    return corners
