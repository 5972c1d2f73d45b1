"""Tile faces as pixels: the project's own, and others from a folder that the caller brings."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from paiyan.datasets.pictures import LabelError, blank_tone
from paiyan.datasets.resources import resource_dir
from paiyan.datasets.synthesis.drawing import INKS
from paiyan.datasets.synthesis.scene import Color, Look, channels
from paiyan.engine.tiles import TILE_CODES

Pixels = NDArray[np.uint8]

INK_NAMES: Final = tuple(INKS)
_PALETTE: Final = np.array(
    [[int(value[k : k + 2], 16) for k in (1, 3, 5)] for value in INKS.values()], dtype=np.float32
)
_IMAGE_SUFFIXES: Final = {".png", ".jpg", ".jpeg", ".webp"}


@dataclass(frozen=True, slots=True, eq=False)
class FaceTexture:
    """One face: ``color`` (H, W, 3) RGB over a body that shows where ``alpha`` (H, W) is 0.

    ``inks`` (H, W) names the ink of each pixel by its place in :data:`INK_NAMES`, for faces that can be re-inked.
    ``body`` is the colour of the body if the picture brings its own.
    """

    color: Pixels
    alpha: Pixels
    inks: Pixels | None = None
    body: Color | None = None

    def shrunk(self, height: int) -> FaceTexture:
        """The same face not higher than ``height``."""
        rows, columns = self.alpha.shape
        if rows <= height:
            return self
        size = (max(1, columns * height // rows), height)
        inks = None if self.inks is None else cv2.resize(self.inks, size, interpolation=cv2.INTER_NEAREST)
        return FaceTexture(
            cv2.resize(self.color, size, interpolation=cv2.INTER_AREA).astype(np.uint8),
            cv2.resize(self.alpha, size, interpolation=cv2.INTER_AREA).astype(np.uint8),
            None if inks is None else inks.astype(np.uint8),
            self.body,
        )

    def carved(self, look: Look) -> FaceTexture:
        """The same face with its drawing as large and its strokes as bold as the look has them."""
        rows, columns = self.alpha.shape
        alpha, color, inks = self.alpha, self.color, self.inks
        if look.scale != 1:
            shift = np.array([columns, rows]) * (1 - look.scale) / 2
            turn = np.array([[look.scale, 0, shift[0]], [0, look.scale, shift[1]]])
            alpha = cv2.warpAffine(alpha, turn, (columns, rows), flags=cv2.INTER_AREA).astype(np.uint8)
            color = cv2.warpAffine(color, turn, (columns, rows), flags=cv2.INTER_NEAREST).astype(np.uint8)
            if inks is not None:
                inks = cv2.warpAffine(inks, turn, (columns, rows), flags=cv2.INTER_NEAREST).astype(np.uint8)
        if look.bold:
            # Where a blurred stroke is cut decides how wide it gets.
            soft = cv2.GaussianBlur(alpha, (0, 0), rows / 110).astype(np.float32) / 255
            alpha = np.clip(255 * (0.5 + (soft - 0.5 + 0.3 * look.bold) * 2.5), 0, 255).astype(np.uint8)
        return FaceTexture(color, alpha, inks, self.body)

    def painted(self, look: Look, height: int) -> Pixels:
        """RGB pixels of the face on a tile of this look, about ``height`` pixels high."""
        face = self.shrunk(height)
        if face.body is None:
            face = face.carved(look)
        color = face.color
        if face.inks is not None and look.inks:
            table = np.rint(_PALETTE).astype(np.uint8)
            for name, value in look.inks:
                table[INK_NAMES.index(name)] = value
            color = table[face.inks]
        cover = face.alpha[..., None].astype(np.float32) / 255
        painted = channels(self.body or look.ivory) * (1 - cover) + color * cover
        if look.engraving and self.body is None:
            depth = cv2.GaussianBlur(face.alpha, (0, 0), max(0.6, height / 200)).astype(np.float32)
            slope = np.roll(depth, (1, 1), (0, 1)) - np.roll(depth, (-1, -1), (0, 1))
            painted += (look.engraving * 0.14 * slope)[..., None]
        return np.clip(painted, 0, 255).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class FaceSet:
    """A style of tiles: one or more textures for each face it has, under a name for reports."""

    name: str
    textures: Mapping[str, tuple[FaceTexture, ...]] = field(repr=False)

    @property
    def codes(self) -> tuple[str, ...]:
        """The faces this set has, in class order."""
        return tuple(code for code in TILE_CODES if self.textures.get(code))


def _read(path: Path) -> FaceTexture:
    with Image.open(path) as image:
        pixels = np.asarray(image.convert("RGBA"))
    color, alpha = pixels[..., :3].copy(), pixels[..., 3].copy()
    if alpha.min() == 255:
        edge = np.concatenate([color[:, 2], color[:, -3], color[2], color[-3]])
        red, green, blue = (int(value) for value in np.median(edge, axis=0))
        return FaceTexture(color, alpha, body=(red, green, blue))
    return FaceTexture(color, alpha)


def _inked(texture: FaceTexture) -> FaceTexture:
    """Name the ink of each pixel; what is transparent takes the ink nearest to it, so that shrinking bleeds nothing."""
    distance = ((texture.color[:, :, None].astype(np.float32) - _PALETTE) ** 2).sum(axis=-1)
    inks = distance.argmin(axis=-1).astype(np.uint8)
    solid = texture.alpha > 127
    _, labels = cv2.distanceTransformWithLabels(
        (~solid).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    by_label = np.zeros(labels.max() + 1, dtype=np.uint8)
    by_label[labels[solid]] = inks[solid]
    spread = by_label[labels]
    color = np.rint(_PALETTE).astype(np.uint8)[spread]
    return FaceTexture(color, texture.alpha, spread)


@lru_cache(maxsize=1)
def own_faces() -> FaceSet:
    """The project's own 42 faces, drawn in four inks that a :class:`Look` may replace."""
    folder = resource_dir("seeds") / "faces" / "png"
    return FaceSet("own", {code: (_inked(_read(folder / f"{code}.png")),) for code in TILE_CODES})


def opaque_face(pixels: Pixels) -> FaceTexture:
    """The face that a picture (H, W, 3) of a whole tile shows; its brighter half is the tile's body."""
    red, green, blue = (int(value) for value in blank_tone(pixels[3:-3, 3:-3]))
    return FaceTexture(pixels, np.full(pixels.shape[:2], 255, np.uint8), body=(red, green, blue))


def faces_of_pictures(pictures: Mapping[str, Sequence[Pixels]], name: str) -> FaceSet:
    """Faces from pictures of whole tiles, given by tile code."""
    return FaceSet(name, {code: tuple(map(opaque_face, group)) for code, group in pictures.items()})


def faces_from_directory(folder: Path, *, name: str | None = None) -> FaceSet:
    """Faces from pictures of single upright tiles that fill the picture.

    A picture belongs to the face that its folder, or its file name up to the first ``-``, ``_`` or ``.``, names
    (``6m/a.jpg``, ``6m-2.png``); a CSV file with the columns ``image,tile``, in the folder or beside it under the
    folder's name, goes first. Transparent pictures are ink on the tile's body; opaque ones bring their own body.
    Raises `LabelError` when no picture could be matched with a face.
    """
    named: dict[str, str] = {}
    for table in sorted([*folder.glob("*.csv"), *folder.parent.glob(f"{folder.name}.csv")]):
        with table.open(encoding="utf-8", newline="") as rows:
            named.update({row["image"]: row["tile"] for row in csv.DictReader(rows)})
    found: dict[str, list[FaceTexture]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in _IMAGE_SUFFIXES:
            continue
        stem = path.stem.replace("_", "-").partition("-")[0]
        code = next((c for c in (named.get(path.name), path.parent.name, stem) if c in TILE_CODES), None)
        if code is not None:
            found.setdefault(code, []).append(_read(path))
    if not found:
        raise LabelError("no_faces_in", folder=folder)
    return FaceSet(name or folder.name, {code: tuple(textures) for code, textures in found.items()})
