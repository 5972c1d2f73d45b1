"""Values of the label store: one labelled box, and all boxes that one author gave one image at one time."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from paiyan.engine.tiles import TILE_CODES

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]

_SHA256: Final = re.compile(r"[0-9a-f]{64}")


class LabelError(ValueError):
    """A label that cannot be kept; `code` says why, `params` hold the values at fault."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code}: {params}")
        self.code = code
        self.params = params


class LabelKind(StrEnum):
    """What a box holds: a face, a face-down tile, or something training must not look at."""

    TILE = "tile"
    BACK = "back"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Label:
    """One box.

    `corners` are pixels of the image as a person sees it (EXIF applied), clockwise from the visual top left. `tile`
    is the face's code for a `TILE`, else None. `scores` are what the model gave the box's classes, by class name;
    empty where a person drew the box. Raises `LabelError` for anything else.
    """

    kind: LabelKind
    corners: Corners
    tile: str | None = None
    scores: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.tile is not None) != (self.kind is LabelKind.TILE):
            raise LabelError("label_tile_and_kind", kind=self.kind.value, tile=self.tile)
        if self.tile is not None and self.tile not in TILE_CODES:
            raise LabelError("label_unknown_tile", tile=self.tile)
        if len(self.corners) != 4 or not all(math.isfinite(value) for point in self.corners for value in point):
            raise LabelError("label_corners", corners=self.corners)
        if _area(self.corners) <= 0:
            raise LabelError("label_empty_box", corners=self.corners)


@dataclass(frozen=True, slots=True)
class ImageLabels:
    """All boxes of one image by one author.

    `exhaustive`: every tile of the image is labelled, so that the rest may be taught as background; otherwise only
    the boxes are known. `author` is who labelled, `model_version` the model whose boxes were the start (None where a
    person started from nothing), `origin` where the labels come from, for example `correction:<reading id>`.
    `created_at` is UTC in ISO 8601.
    """

    image_sha256: str
    width: int
    height: int
    labels: tuple[Label, ...]
    exhaustive: bool
    author: str
    model_version: str | None
    origin: str
    created_at: str

    def __post_init__(self) -> None:
        if not _SHA256.fullmatch(self.image_sha256):
            raise LabelError("label_image_sha256", sha256=self.image_sha256)
        if self.width <= 0 or self.height <= 0:
            raise LabelError("label_image_size", width=self.width, height=self.height)


def _area(corners: Corners) -> float:
    """Area of the quadrilateral by the shoelace formula, in square pixels."""
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2
