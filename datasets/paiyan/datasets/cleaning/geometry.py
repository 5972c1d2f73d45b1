"""Undoes what an exporter did to whole pictures: stretching to a square, mirroring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.cleaning.proposals import Proposals, Proposer, matches
from paiyan.datasets.pictures import Picture
from paiyan.engine.tiles import TILE_CODES

PHOTO_ASPECTS: Final = (3 / 4, 4 / 3)
"""Width over height of what phones take, upright and lying."""

_TILE_ASPECT = 0.76
_ASYMMETRIC: Final = tuple(
    index for index, code in enumerate(TILE_CODES) if code[1] == "m" or code in ("3p", "7p", "1s", "4z", "6z")
)
"""Faces that a mirror changes visibly."""

_FEWEST_ASYMMETRIC = 8


def unstretch(picture: Picture, aspects: Sequence[float] = PHOTO_ASPECTS) -> Picture:
    """A photo stretched to a square brought back to the aspect at which its tiles look most like tiles.

    Each of `aspects` (width over height) is tried; the one wins at which the upright boxes lie nearest, in median, to
    a tile's proportions, standing or lying. A picture that is not square, or has no tiles, stays as it is.
    """
    width, height = picture.size
    if abs(width - height) > 0.02 * width or not len(picture):
        return picture
    extents = picture.boxes[:, 2:] - picture.boxes[:, :2]
    ratios = np.log(np.maximum(extents[:, 0], 1e-3) / np.maximum(extents[:, 1], 1e-3))
    errors = [float(np.median(np.abs(np.abs(ratios + np.log(aspect)) + np.log(_TILE_ASPECT)))) for aspect in aspects]
    aspect = aspects[int(np.argmin(errors))]
    size = (round(width * min(1.0, aspect)), round(height * min(1.0, 1 / aspect)))
    pixels = np.asarray(cv2.resize(picture.pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    scale = np.array([size[0] / width, size[1] / height], dtype=np.float32)
    return replace(picture, pixels=pixels, corners=picture.corners * scale)


def distorted(picture: Picture) -> bool:
    """Whether the picture was stretched beyond mending: its upright tiles are, in median, thrice as long as wide."""
    if not len(picture):
        return False
    extents = picture.boxes[:, 2:] - picture.boxes[:, :2]
    ratio = float(np.median(np.abs(np.log(np.maximum(extents[:, 0], 1e-3) / np.maximum(extents[:, 1], 1e-3)))))
    return bool(ratio > np.log(3.0))


def mirror(picture: Picture) -> Picture:
    """The picture seen in a mirror, left and right exchanged, with its labels."""
    flipped = picture.corners.copy()
    flipped[..., 0] = picture.size[0] - flipped[..., 0]
    return replace(
        picture,
        pixels=np.ascontiguousarray(picture.pixels[:, ::-1]),
        corners=np.ascontiguousarray(flipped[:, [1, 0, 3, 2]]),
    )


def agreement(picture: Picture, proposals: Proposals) -> float:
    """Mean score, over the labels of asymmetric faces, with which a detector reads the labelled face (0 if not)."""
    asymmetric = np.flatnonzero(np.isin(picture.classes, _ASYMMETRIC))
    if not len(asymmetric) or not len(proposals):
        return 0.0
    found = matches(picture.boxes[asymmetric], proposals)
    right = (found >= 0) & (proposals.classes[found] == picture.classes[asymmetric])
    return float(np.where(right, proposals.scores[found], 0.0).mean())


def unmirror(picture: Picture, propose: Proposer, *, least_gain: float = 0.1) -> Picture | None:
    """The picture the right way round, or None where a detector cannot tell.

    A mirrored glyph is another glyph, so a detector reads the labelled faces of a mirrored picture more surely when
    it is mirrored back. It has to be surer one way by `least_gain`, over at least eight asymmetric faces.
    """
    if np.isin(picture.classes, _ASYMMETRIC).sum() < _FEWEST_ASYMMETRIC:
        return None
    back = mirror(picture)
    gain = agreement(picture, propose(picture.pixels)) - agreement(back, propose(back.pixels))
    if abs(gain) < least_gain:
        return None
    return picture if gain > 0 else back
