"""Tiles of a photo as the pictures that a tile set keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import cv2
import numpy as np

from paiyan.assistant.reading import BACK
from paiyan.assistant.store import SetTile
from paiyan.vision.enrolment import cut_tiles
from paiyan.vision.images import Photo, Pixels


def tiles_of_reading(photo: Photo, tiles: Iterable[Mapping[str, Any]], reading_id: str | None) -> list[SetTile]:
    """The tiles of a reading, as JSON, cut out of its photo; those that lie face down are left out."""
    shown = [tile for tile in tiles if tile["tile"] != BACK]
    if not shown:
        return []
    cuts = cut_tiles(photo, np.array([tile["corners"] for tile in shown], np.float64))
    return [
        SetTile(str(tile["tile"]), _png(picture), reading_id)
        for tile, pictures in zip(shown, cuts, strict=True)
        for picture in pictures
    ]


def pixels_of(tile: SetTile) -> Pixels:
    """The picture of a tile as RGB pixels."""
    decoded = cv2.imdecode(np.frombuffer(tile.picture, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None:
        raise ValueError(f"the picture kept of {tile.tile} can't be decoded")
    return cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False)


def _png(pixels: Pixels) -> bytes:
    _, data = cv2.imencode(".png", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))
    return data.tobytes()
