"""The value every part of the data pipeline works on: pixels with labelled tiles."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.errors import ToldError
from paiyan.engine.tiles import TILE_CODES

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

CLASS_NAMES: Final[tuple[str, ...]] = (*TILE_CODES, "back")
"""The 43 classes of the detector in order; `back` is last."""

BACK: Final = len(TILE_CODES)


class LabelError(ToldError, ValueError):
    """A label or picture file, or a set of them, that cannot be used."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its labels.

    `pixels`: uint8 (H, W, 3) RGB. `corners`: float32 (N, 4, 2) in pixels, clockwise, from the tile's top left where
    that is known. `classes`: int64 (N,), indices into `CLASS_NAMES`. `name` is unique within its `source`. `sha256` is
    that of the image file the pixels came from, empty where there is none.
    """

    name: str
    source: str
    pixels: Pixels
    corners: Floats
    classes: Ints
    sha256: str = ""

    def __post_init__(self) -> None:
        if self.corners.shape != (len(self.classes), 4, 2):
            raise LabelError("picture_corners", name=self.name, classes=len(self.classes), shape=self.corners.shape)
        if len(self.classes) and not (self.classes.min() >= 0 and self.classes.max() < len(CLASS_NAMES)):
            raise LabelError("picture_class", name=self.name, most=len(CLASS_NAMES) - 1)

    def __len__(self) -> int:
        return len(self.classes)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]

    @property
    def boxes(self) -> Floats:
        """Axis-aligned boxes (N, 4) x1, y1, x2, y2 around the corners, in pixels."""
        return np.concatenate([self.corners.min(axis=1), self.corners.max(axis=1)], axis=1)

    def with_labels(self, corners: Floats, classes: Ints | None = None) -> Picture:
        """The same pixels with other labels."""
        return replace(self, corners=corners, classes=self.classes if classes is None else classes)

    def with_pixels(self, pixels: Pixels) -> Picture:
        """The same labels on other pixels of the same size."""
        return replace(self, pixels=pixels)


def blank_tone(inner: Pixels) -> Floats:
    """RGB of a tile's blank part: the median of the brighter half of the pixels `inner` (H, W, 3) inside its edge."""
    colours = inner.reshape(-1, 3).astype(np.float32)
    light = colours.sum(axis=1)
    return np.asarray(np.median(colours[light >= np.median(light)], axis=0), dtype=np.float32)


def corners_of_boxes(boxes: Floats) -> Floats:
    """Corners (N, 4, 2), clockwise from the top left, of axis-aligned boxes (N, 4) x1, y1, x2, y2."""
    x1, y1, x2, y2 = boxes.T
    return np.stack([np.stack(pair, axis=1) for pair in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))], axis=1).astype(
        np.float32
    )


def corners_of_rectangles(centers: Floats, sizes: Floats, angles: Floats) -> Floats:
    """Corners (N, 4, 2) of rectangles with `centers` (N, 2), `sizes` (N, 2) width, height and `angles` (N,) in
    radians, turned clockwise as seen in the picture."""
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], dtype=np.float32)
    local = unit[None] * sizes[:, None]
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    turned = np.stack([local[..., 0] * cos - local[..., 1] * sin, local[..., 0] * sin + local[..., 1] * cos], axis=2)
    return (turned + centers[:, None]).astype(np.float32)


def in_any(points: Floats, polygons: Iterable[Floats]) -> NDArray[np.bool_]:
    """Whether each of `points` (N, 2) lies in one of the polygons (K, 2), their edges included."""
    polygons = tuple(polygons)
    inside = [
        any(cv2.pointPolygonTest(polygon, (float(x), float(y)), measureDist=False) >= 0 for polygon in polygons)
        for x, y in points
    ]
    return np.array(inside, dtype=np.bool_)


def read_pixels(path: Path) -> Pixels:
    """The RGB pixels of an image file; `LabelError` if it cannot be decoded."""
    try:
        decoded = cv2.imdecode(np.fromfile(path, dtype=np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        # An empty file, or more pixels than any photo has.
        raise LabelError("not_an_image", file=path.name) from error
    if decoded is None:
        raise LabelError("not_an_image", file=path.name)
    return np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB), dtype=np.uint8)


def read_words(path: Path) -> str:
    """The text of a file in UTF-8, with or without a mark at its beginning; `LabelError` for another encoding."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabelError("not_utf8", file=path.name) from error


def read_json(path: Path) -> Any:
    """What a JSON file in UTF-8 holds; `LabelError` where it is none."""
    words = read_words(path)
    try:
        return json.loads(words)
    except RecursionError as error:
        raise LabelError("nested_too_deep", file=path.name) from error
    except ValueError as error:
        # Not only of JSON: an integer may have more digits than Python reads.
        raise LabelError("not_json", file=path.name, reason=error) from error


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's bytes, by which labels find their image."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_pixels(path: Path, pixels: Pixels, *, quality: int = 92) -> None:
    """Write RGB pixels as JPEG."""
    done, data = cv2.imencode(".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise LabelError("not_encodable", file=path.name)
    path.write_bytes(data.tobytes())
