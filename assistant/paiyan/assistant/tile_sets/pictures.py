"""Tiles of a photo as the pictures that a tile set keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import cv2
import numpy as np

from paiyan.assistant.reading import BACK
from paiyan.assistant.store import SetTile
from paiyan.vision.enrolment import cut_tiles
from paiyan.vision.images import Photo, Pixels

_TAKEN: Final = 0.3
"""From this score on a tile was taken for that face."""


def cut_pictures(photo: Photo, tiles: Iterable[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], bytes]]:
    """The tiles of a reading, as JSON, each with its picture cut out of the photo; one of which it is not clear how it
    lies comes twice. Those that lie face down are left out. The same tile of the same photo gives the same picture."""
    shown = [tile for tile in tiles if tile["tile"] != BACK]
    if not shown:
        return []
    cuts = cut_tiles(photo, np.array([tile["corners"] for tile in shown], np.float64))
    return [(tile, _png(pixels)) for tile, several in zip(shown, cuts, strict=True) for pixels in several]


def taken_for(tile: Mapping[str, Any]) -> str | None:
    """The face that a tile of a reading, as JSON, was taken for beside or instead of its own."""
    others = [(score, name) for name, score in tile["alternatives"] if name not in (tile["tile"], BACK)]
    score, name = max(others, default=(0.0, ""))
    return name if score >= _TAKEN else None


def pixels_of(tile: SetTile) -> Pixels:
    """The picture of a tile as RGB pixels."""
    decoded = cv2.imdecode(np.frombuffer(tile.picture, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None:
        raise ValueError(f"the picture kept of {tile.tile} can't be decoded")
    return cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False)


def _png(pixels: Pixels) -> bytes:
    _, data = cv2.imencode(".png", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))
    return data.tobytes()
