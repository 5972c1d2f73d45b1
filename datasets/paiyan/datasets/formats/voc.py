"""Pascal VOC labels: one XML file a photo, with upright boxes, or turned ones as roLabelImg writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import numpy as np

from paiyan.datasets.formats.corners import check_size, checked_corners, upright_corners
from paiyan.datasets.formats.names import classes_of
from paiyan.datasets.formats.places import picture_file
from paiyan.datasets.pictures import Floats, LabelError, Picture, corners_of_rectangles, read_pixels, sha256_of
from paiyan.vision.geometry import order_corners

_LABEL_FOLDERS: Final = ("Annotations", "annotations", "labels", ".")
_PICTURE_FOLDERS: Final = ("JPEGImages", "images", "Annotations", "annotations", ".")


def read_voc(folder: Path, *, source: str | None = None, classes: Mapping[str, str] | None = None) -> Iterator[Picture]:
    """Pictures of a Pascal VOC folder in order of the XML files' names.

    The XML files lie in `Annotations` or beside the photos. `bndbox` is an upright box; `robndbox` (centre, size, angle
    in radians, clockwise) a turned one. `classes`: what foreign names mean, see `paiyan.datasets.formats.names`.
    Raises `LabelError` naming the file and what is wrong.
    """
    files = _label_files(folder)
    roots = {path: _root(path) for path in files}
    names = sorted({_name(item, path) for path, root in roots.items() for item in root.iter("object")})
    index_of = dict(zip(names, classes_of(names, classes, file=folder.name), strict=True))
    places = tuple(folder / part for part in _PICTURE_FOLDERS)
    for path, root in roots.items():
        image = picture_file(places, root.findtext("filename"), path.name)
        pixels = read_pixels(image)
        size = (pixels.shape[1], pixels.shape[0])
        named = (root.findtext("size/width"), root.findtext("size/height"))
        check_size(named, size, file=path.name, picture=image.name)
        found = [(index_of[_name(item, path)], _corners(item, size, path)) for item in root.iter("object")]
        kept = [(index, corners) for index, corners in found if index is not None]
        yield Picture(
            image.stem,
            source or folder.name,
            pixels,
            np.array([corners for _, corners in kept], dtype=np.float32).reshape(-1, 4, 2),
            np.array([index for index, _ in kept], dtype=np.int64),
            sha256_of(image),
        )


def lacking(folder: Path) -> str | None:
    """`voc` where there is no file of annotations."""
    return None if _xml_files(folder) else "voc"


def _label_files(folder: Path) -> list[Path]:
    found = _xml_files(folder)
    if not found:
        raise LabelError("no_voc_files", folder=folder)
    return found


def _xml_files(folder: Path) -> list[Path]:
    return next((found for part in _LABEL_FOLDERS if (found := sorted((folder / part).glob("*.xml")))), [])


def _root(path: Path) -> ElementTree.Element:
    try:
        root = ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        # The latter two: an encoding that is unknown, or one that the parser does not take.
        raise LabelError("not_xml", file=path.name, reason=error) from error
    if root.tag != "annotation":
        raise LabelError("not_a_voc_file", file=path.name, tag=root.tag)
    return root


def _name(item: ElementTree.Element, path: Path) -> str:
    name = (item.findtext("name") or "").strip()
    if not name:
        raise LabelError("voc_no_name", file=path.name)
    return name


def _corners(item: ElementTree.Element, size: tuple[int, int], path: Path) -> Floats:
    upright, turned = item.find("bndbox"), item.find("robndbox")
    try:
        if turned is not None:
            return _turned_corners(_numbers(turned, ("cx", "cy", "w", "h", "angle")), size)
        if upright is not None:
            return upright_corners(_numbers(upright, ("xmin", "ymin", "xmax", "ymax")), size)
    except LabelError as error:
        raise LabelError("voc_object", file=path.name, object=_name(item, path), reason=error) from error
    raise LabelError("voc_no_box", file=path.name)


def _turned_corners(numbers: list[float], size: tuple[int, int]) -> Floats:
    cx, cy, width, height, angle = numbers
    if width <= 0 or height <= 0:
        raise LabelError("box_without_size")
    rectangle = (np.array([[cx, cy]]), np.array([[width, height]]), np.array([angle]))
    return checked_corners(order_corners(corners_of_rectangles(*rectangle))[0], size)


def _numbers(item: ElementTree.Element, tags: tuple[str, ...]) -> list[float]:
    try:
        return [float(item.findtext(tag) or "") for tag in tags]
    except ValueError as error:
        raise LabelError("voc_box", tag=item.tag, numbers=", ".join(tags)) from error
