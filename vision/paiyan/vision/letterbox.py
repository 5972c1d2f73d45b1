"""Fitting a part of a photo into a network's input: scaled evenly, padded to whole strides, and the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import Floats
from paiyan.vision.images import BACKGROUND, Pixels

STRIDE: Final = 32


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a photo's decoded pixels: left and top corner, width and height in px."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Letterbox:
    """Where `region` lies in the input: scaled to `content` (width, height), set `offset` px from the left and top of
    an input of `width` × `height` px."""

    region: Region
    content: tuple[int, int]
    offset: tuple[int, int]
    width: int
    height: int

    @classmethod
    def fit(cls, region: Region, longest: int, stride: int = STRIDE) -> Letterbox:
        """Scale `region` so that its longer side is `longest` px, padded evenly to multiples of `stride`."""
        factor = longest / max(region.width, region.height)
        content = (max(1, round(region.width * factor)), max(1, round(region.height * factor)))
        width, height = (-(-side // stride) * stride for side in content)
        offset = ((width - content[0]) // 2, (height - content[1]) // 2)
        return cls(region, content, offset, width, height)

    def apply(self, pixels: Pixels) -> NDArray[np.float32]:
        """The network's input (3, height, width), RGB 0..1, from the decoded pixels of the whole photo."""
        region = self.region
        part = pixels[region.y : region.y + region.height, region.x : region.x + region.width]
        part = _resized(part, self.content)
        canvas = np.full((self.height, self.width, 3), BACKGROUND, np.uint8)
        left, top = self.offset
        canvas[top : top + self.content[1], left : left + self.content[0]] = part
        return np.multiply(canvas.transpose(2, 0, 1), np.float32(1 / 255), dtype=np.float32, order="C")

    def to_photo(self, points: Floats) -> Floats:
        """Points (…, 2) of the input in decoded px of the whole photo."""
        region = self.region
        ratio = np.array([region.width / self.content[0], region.height / self.content[1]])
        placed: Floats = (points - self.offset) * ratio + (region.x, region.y)
        return placed

    def to_input(self, points: Floats) -> Floats:
        """Points (…, 2) in decoded px of the whole photo as points of the input."""
        region = self.region
        ratio = np.array([self.content[0] / region.width, self.content[1] / region.height])
        placed: Floats = (points - (region.x, region.y)) * ratio + self.offset
        return placed


def _resized(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """Pixels at `size` (width, height). Shrinking averages whole blocks first and interpolates the rest of the way:
    several times faster than averaging over broken blocks, and as smooth."""
    height, width = pixels.shape[:2]
    block = min(width // size[0], height // size[1])
    if block > 1:
        # Up to one block at the far edges is lost; that is less than a pixel of the result.
        whole_blocks = pixels[: height // block * block, : width // block * block]
        pixels = _resize(whole_blocks, (width // block, height // block), cv2.INTER_AREA)
    return _resize(pixels, size, cv2.INTER_LINEAR)


def _resize(pixels: Pixels, size: tuple[int, int], how: int) -> Pixels:
    return cv2.resize(pixels, size, interpolation=how).astype(np.uint8, copy=False)
