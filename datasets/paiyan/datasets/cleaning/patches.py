"""Label corrections that are committed without pixels: boxes by the sha256 of the image file they belong to.

A patch file has one JSON object a line, one line an image::

    {"sha256": "…", "file": "train/tables-a/images/x.jpg", "width": 640, "height": 640, "use": "train",
     "exhaustive": true, "author": "review", "boxes": [
       {"kind": "back", "color": "blue", "corners": [[10, 20], [40, 20], [40, 60], [10, 60]]},
       {"kind": "ignore", "corners": [[0, 0], [90, 0], [0, 90]]}]}

Coordinates are pixels of the stored image. `file` is where it lies below the photos folder. Boxes are added to the
labels the image already has; `ignore` is a polygon in which nothing may be learned or counted. A mirrored image gets no
patch, and no photo is held out whose scene another photo shows. Empty lines are passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.cleaning.duplicates import original_name
from paiyan.datasets.cleaning.masking import cover
from paiyan.datasets.cleaning.proposals import Proposals
from paiyan.datasets.formats.corners import checked_corners, checked_outline, corner_of
from paiyan.datasets.given import given, one_of
from paiyan.datasets.labels.records import LabelKind
from paiyan.datasets.pictures import (
    BACK,
    CLASS_NAMES,
    Floats,
    LabelError,
    Picture,
    in_any,
    read_pixels,
    read_words,
    sha256_of,
)
from paiyan.engine.errors import shown

_SHA256: Final = re.compile("[0-9a-f]{64}")


class Use(StrEnum):
    """What a patched image serves for."""

    TRAIN = "train"
    TEST = "test"
    """Held out: neither it nor another copy of the same photo is trained on."""


@dataclass(frozen=True, slots=True)
class PatchBox:
    """One tile, back or ignored polygon: `corners` in pixels, four for a tile or back, three or more to ignore.

    `color` of a back is what the picture shows (a grey copy of a blue back is grey); `tile` is a face's code.
    """

    kind: LabelKind
    corners: tuple[tuple[float, float], ...]
    color: str | None = None
    tile: str | None = None

    @property
    def points(self) -> Floats:
        """Corners as float32 (K, 2)."""
        return np.array(self.corners, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Patch:
    """All that is added to one image.

    `exhaustive`: with the patch every tile of the image is labelled or lies in an ignored polygon, so the rest may be
    taught as background. Of a test image without a label file this holds for its backs only.
    """

    sha256: str
    file: str
    width: int
    height: int
    use: Use
    exhaustive: bool
    author: str
    boxes: tuple[PatchBox, ...]

    @property
    def original(self) -> str:
        """Name of the photo of which the image is a copy."""
        return original_name(Path(self.file).stem)

    @property
    def added(self) -> tuple[PatchBox, ...]:
        """The boxes that become labels, in the order in which they stand after the image's own labels."""
        return tuple(box for box in self.boxes if box.kind is not LabelKind.IGNORE)

    @property
    def colors(self) -> tuple[str, ...]:
        """Colour of each added box; empty text for a face."""
        return tuple(box.color or "" for box in self.added)

    def ignored(self, points: Floats) -> NDArray[np.bool_]:
        """Whether each of `points` (N, 2) lies in an ignored polygon."""
        return in_any(points, self.ignored_polygons)

    @property
    def ignored_polygons(self) -> tuple[Floats, ...]:
        """The ignored polygons, each (K, 2) in pixels of the stored image."""
        return tuple(box.points for box in self.boxes if box.kind is LabelKind.IGNORE)


def load_patches(*paths: Path) -> dict[str, Patch]:
    """The patches of the files, by the image's sha256; `LabelError` names the line that cannot be used."""
    patches: dict[str, Patch] = {}
    for path in paths:
        for number, line in enumerate(read_words(path).splitlines(), start=1):
            if not line.strip():
                continue
            try:
                patch = _patch(json.loads(line))
            except (RecursionError, ValueError) as error:
                raise LabelError("patch_line", file=path.name, line=number, reason=error) from error
            if patch.sha256 in patches:
                raise LabelError("second_patch", file=path.name, line=number)
            patches[patch.sha256] = patch
    return patches


def format_patch(patch: Patch) -> str:
    """The line of a patch file, without the line end; coordinates with one decimal."""
    boxes = [_box_fields(box) for box in patch.boxes]
    fields = {
        "sha256": patch.sha256,
        "file": patch.file,
        "width": patch.width,
        "height": patch.height,
        "use": patch.use.value,
        "exhaustive": patch.exhaustive,
        "author": patch.author,
        "boxes": boxes,
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def held_out_originals(patches: Mapping[str, Patch]) -> frozenset[str]:
    """Names of the photos of which no copy may be trained on."""
    return frozenset(patch.original for patch in patches.values() if patch.use is Use.TEST)


def check_photos(patches: Mapping[str, Patch], photos: Path) -> None:
    """Whether the images that lie where the patches name them are those that were labelled.

    Raises `LabelError` for one of another size, and for a held-out one that is another file.
    """
    for patch in patches.values():
        path = photos / patch.file
        if not path.is_file():
            continue
        if sha256_of(path) == patch.sha256:
            check_size(patch, read_pixels(path).shape)
        elif patch.use is Use.TEST:
            raise LabelError("patched_photo_changed", file=patch.file)


def check_size(patch: Patch, shape: Sequence[int]) -> None:
    """`LabelError` where the image, whose pixels have the `shape`, is of another size than the patch says."""
    if tuple(shape[:2]) != (patch.height, patch.width):
        size, labelled = f"{shape[1]} × {shape[0]}", f"{patch.width} × {patch.height}"
        raise LabelError("patched_photo_size", file=patch.file, size=size, labelled=labelled)


def add_labels(picture: Picture, patch: Patch) -> Picture:
    """The picture, which may have been resized, with the patch's tiles and backs after its own labels."""
    added = patch.added
    if not added:
        return picture
    classes = [BACK if box.tile is None else CLASS_NAMES.index(box.tile) for box in added]
    corners = np.stack([box.points for box in added]) * _scale(picture, patch)
    return picture.with_labels(
        np.concatenate([picture.corners, corners]).astype(np.float32),
        np.concatenate([picture.classes, np.array(classes, dtype=np.int64)]),
    )


def within_ignored(picture: Picture, patch: Patch, proposals: Proposals) -> Proposals:
    """The proposals that an exhaustively labelled picture may still gain: those in its ignored polygons."""
    if not patch.exhaustive:
        return proposals
    free = patch.ignored(proposals.centers / _scale(picture, patch))
    return Proposals(proposals.corners[free], proposals.classes[free], proposals.scores[free])


def cover_ignored(picture: Picture, patch: Patch, rng: np.random.Generator) -> Picture:
    """The picture, which may have been resized, with the ignored polygons covered where no labelled tile lies."""
    hidden = np.zeros(picture.pixels.shape[:2], dtype=np.uint8)
    for polygon in patch.ignored_polygons:
        cv2.fillPoly(hidden, [np.round(polygon * _scale(picture, patch)).astype(np.int32)], 1)
    for corners in picture.corners:
        cv2.fillConvexPoly(hidden, np.round(corners).astype(np.int32), 0)
    return cover(picture, hidden == 1, rng) if hidden.any() else picture


def _scale(picture: Picture, patch: Patch) -> Floats:
    width, height = picture.size
    return np.array([width / patch.width, height / patch.height], dtype=np.float32)


def _patch(fields: object) -> Patch:
    if not isinstance(fields, dict):
        raise LabelError("patch_no_object")
    sha256 = given(fields, "sha256", str)
    if not _SHA256.fullmatch(sha256):
        raise LabelError("patch_sha256", value=shown(sha256))
    size = (given(fields, "width", int), given(fields, "height", int))
    if min(size) < 1:
        raise LabelError("patch_size", size=f"{size[0]} × {size[1]}")
    return Patch(
        sha256=sha256,
        file=given(fields, "file", str),
        width=size[0],
        height=size[1],
        use=Use(one_of(fields, "use", Use)),
        exhaustive=given(fields, "exhaustive", bool),
        author=given(fields, "author", str),
        boxes=tuple(_box(box, size) for box in given(fields, "boxes", list)),
    )


def _box(fields: object, size: tuple[int, int]) -> PatchBox:
    if not isinstance(fields, dict):
        raise LabelError("patch_no_object")
    kind = LabelKind(one_of(fields, "kind", LabelKind))
    corners = tuple(corner_of(point) for point in given(fields, "corners", list))
    least, most = (3, len(corners)) if kind is LabelKind.IGNORE else (4, 4)
    if not least <= len(corners) <= most:
        raise LabelError("patch_corners", kind=kind.value, corners=len(corners))
    check = checked_outline if kind is LabelKind.IGNORE else checked_corners
    check(np.array(corners), size)
    tile, color = (given(fields, key, str) if fields.get(key) is not None else None for key in ("tile", "color"))
    if (kind is LabelKind.TILE) != (tile in CLASS_NAMES[:BACK]):
        raise LabelError("patch_tile", kind=kind.value, tile=tile)
    return PatchBox(kind, corners, color, tile)


def _box_fields(box: PatchBox) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": box.kind.value}
    fields |= {key: value for key, value in (("color", box.color), ("tile", box.tile)) if value is not None}
    return fields | {"corners": [[round(x, 1), round(y, 1)] for x, y in box.corners]}
