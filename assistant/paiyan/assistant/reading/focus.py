"""What a question is about: the tiles, and the part of the photo that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, floor, hypot
from typing import Final

from paiyan.assistant.reading.model import WHICH_HAND, Question, TableReading

_MARGIN: Final = 0.7
"""Of the photo around the tiles, in the longer side of a tile: enough to see the neighbours of a single one."""

Box = tuple[int, int, int, int]


def own_tiles(reading: TableReading) -> list[int]:
    """Indices of hand, winning tile and melds."""
    melds = [index for meld in reading.melds for index in meld.tiles]
    return [*reading.hand, *([] if reading.win_tile is None else [reading.win_tile]), *melds]


def shown(reading: TableReading, questions: Iterable[Question]) -> tuple[Question, ...]:
    """The questions with the tiles they are about and the part of the photo that shows those."""
    focused = []
    for question in questions:
        tiles = question.tiles or tuple(about(reading, question))
        focused.append(replace(question, tiles=tiles, crop=crop_of(reading, tiles)))
    return tuple(focused)


def about(reading: TableReading, question: Question) -> Sequence[int]:
    """Indices of the tiles that a question is about; none where the photo does not show what is asked."""
    params = question.params
    if question.id == "tile_doubt":
        return [int(params["index"])]
    if question.id == "meld_kind":
        return reading.melds[int(params["meld"])].tiles
    if question.id in ("hand_count", WHICH_HAND):
        return own_tiles(reading)
    if question.id == "flowers":
        return [index for index, tile in enumerate(reading.tiles) if tile.tile[0] in "fg"]
    if question.id in ("win_tile", "win_tile_further"):
        named = {params["tile"]} if "tile" in params else set(question.choices)
        apart = [] if reading.win_tile is None else [reading.win_tile]
        return [*(index for index in reading.hand if reading.tiles[index].tile in named), *apart]
    return []


def crop_of(reading: TableReading, tiles: Sequence[int]) -> Box | None:
    """Left, top, right and bottom in px of the photo around these tiles; None where it shows none of them."""
    corners = [corners for index in tiles if (corners := reading.tiles[index].corners)]
    if not corners:
        return None
    margin = _MARGIN * max(_longer_side(quad) for quad in corners)
    across = [x for quad in corners for x, _ in quad]
    down = [y for quad in corners for _, y in quad]
    return (
        max(0, floor(min(across) - margin)),
        max(0, floor(min(down) - margin)),
        min(reading.width, ceil(max(across) + margin)),
        min(reading.height, ceil(max(down) + margin)),
    )


def _longer_side(quad: Sequence[tuple[float, float]]) -> float:
    turned = [*quad[1:], quad[0]]
    return max(hypot(x - u, y - v) for (x, y), (u, v) in zip(quad, turned, strict=True))
