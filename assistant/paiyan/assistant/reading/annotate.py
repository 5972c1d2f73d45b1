"""The reading drawn on its photo: every tile outlined in the colour of its group, with its notation beside it."""

from __future__ import annotations

from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from paiyan.assistant.reading.model import Status, TableReading, TileReading, Zone
from paiyan.vision.images import PhotoSource, load_photo

_LONGEST_SIDE: Final = 2048
_COLOURS: Final = {
    Zone.HAND: "#00c853",
    Zone.WIN: "#ff1744",
    Zone.DISCARD: "#9e9e9e",
    Zone.BACK: "#8d6e63",
    Zone.OTHER: "#bdbdbd",
}
_MARGIN: Final = 2
"""px between a label's letters and the edge of its ground."""
_MELDS: Final = ("#2979ff", "#aa00ff", "#ff9100", "#00b8d4")
_MARKS: Final = {Status.SURE: "", Status.INFERRED: "*", Status.DOUBTFUL: "?"}


def annotated(source: PhotoSource, reading: TableReading) -> Image.Image:
    """The photo with the reading on it: ``?`` marks a doubtful tile, ``*`` one inferred from the rules."""
    photo = load_photo(source, max_side=_LONGEST_SIDE)
    image = Image.fromarray(np.asarray(photo.pixels))
    draw = ImageDraw.Draw(image)
    for tile in reading.tiles:
        _draw_tile(image, draw, tile, photo.scale)
    return image


def _draw_tile(image: Image.Image, draw: ImageDraw.ImageDraw, tile: TileReading, scale: tuple[float, float]) -> None:
    points = [(x * scale[0], y * scale[1]) for x, y in tile.corners]
    side = min(abs(points[1][0] - points[0][0]) + abs(points[1][1] - points[0][1]), 400.0)
    colour = _colour(tile)
    thick = max(2, round(side / 16))
    draw.line([*points, points[0]], fill=colour, width=thick, joint="curve")
    font = ImageFont.load_default(max(11, side * 0.4))
    label = tile.tile + _MARKS[tile.status]
    x, y = _within(image.size, draw.textbbox(points[0], label, font=font, anchor="ls"), points[0])
    left, top, right, bottom = draw.textbbox((x, y), label, font=font, anchor="ls")
    draw.rectangle((left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN), fill=colour)
    draw.text((x, y), label, font=font, anchor="ls", fill="#000000" if tile.status is Status.SURE else "#ffffff")


def _within(
    size: tuple[int, int], box: tuple[float, float, float, float], place: tuple[float, float]
) -> tuple[float, float]:
    """Where a label goes that would cover `box` at `place`: so far from there that none of it is cut off."""
    shifts = []
    for side, low, high in ((size[0], box[0], box[2]), (size[1], box[1], box[3])):
        shift = min(0.0, side - 1 - _MARGIN - high)
        shifts.append(max(shift, _MARGIN - low))
    return place[0] + shifts[0], place[1] + shifts[1]


def _colour(tile: TileReading) -> str:
    if tile.group.startswith("meld:"):
        return _MELDS[int(tile.group[5:]) % len(_MELDS)]
    return _COLOURS[Zone(tile.group)]
