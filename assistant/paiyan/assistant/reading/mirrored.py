"""The reading of a photo that had left and right exchanged, put back onto the photo as it is."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from paiyan.assistant.reading.model import TableReading, TileReading, corner_points
from paiyan.vision.coach import Advice, Severity
from paiyan.vision.mirrored import corners_in_mirror

_OPPOSITE: Final = {"left": "right", "right": "left"}


def mirrored_back(reading: TableReading) -> TableReading:
    """The reading of the photo in a mirror, its tiles' places and the sides it names those of the photo.

    Hand, melds and whom a tile came from stay: they are those of the table. That the photo is mirrored is told first.
    """
    tiles = tuple(_tile_back(tile, reading.width) for tile in reading.tiles)
    told = (Advice("mirrored", Severity.WARNING), *(_advice_back(advice) for advice in reading.coach))
    return replace(reading, tiles=tiles, coach=tuple(sorted(told, key=lambda one: one.severity is not Severity.SEVERE)))


def _tile_back(tile: TileReading, width: int) -> TileReading:
    corners = corners_in_mirror(np.array([tile.corners], np.float32), width)[0]
    return replace(
        tile,
        corners=corner_points(corners),
        axis=round(180 - tile.axis, 1) % 180,
        facing=None if tile.facing is None else (360 - tile.facing) % 360,
    )


def _advice_back(advice: Advice) -> Advice:
    if "sides" not in advice.params:
        return advice
    sides = sorted(_OPPOSITE.get(side, side) for side in advice.params["sides"])
    return replace(advice, params=MappingProxyType({**advice.params, "sides": sides}))
