"""Readings that are likely beside the best one: what else the tiles of a hand may be, and how probable that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from paiyan.assistant.reading.focus import own_tiles
from paiyan.assistant.reading.model import BACK, SAID, Status, TableReading
from paiyan.engine.tiles import Tile

_LEAST: Final = 0.02
"""Faces less probable than this are left out."""
_AT_ONCE: Final = 2
"""Misread tiles that are allowed for at the same time."""
_MOST_DOUBTS: Final = 10


@dataclass(frozen=True, slots=True)
class Variant:
    """A reading that differs from the best one in the tiles `changed` (index → face); `probability` is relative."""

    changed: Mapping[int, str]
    probability: float


def variants(reading: TableReading, kinds: frozenset[int]) -> list[Variant]:
    """The best reading first, then every one with up to two doubtful tiles read otherwise, within the faces `kinds`.

    Where very many tiles are doubtful only those with the least certain faces are varied.
    """
    doubts = {index: faces for index in own_tiles(reading) if len(faces := likely_faces(reading, index, kinds)) > 1}
    widest = sorted(doubts, key=lambda index: doubts[index][0][1])[:_MOST_DOUBTS]
    whole = 1.0
    for index in widest:
        whole *= doubts[index][0][1]
    found = [Variant({}, whole)]
    for count in range(1, _AT_ONCE + 1):
        for indices in combinations(widest, count):
            found += _changed(indices, doubts, whole)
    return found


def _changed(
    indices: tuple[int, ...], doubts: Mapping[int, list[tuple[str, float]]], whole: float
) -> Iterator[Variant]:
    for picks in product(*(doubts[index][1:] for index in indices)):
        probability = whole
        for index, (_, share) in zip(indices, picks, strict=True):
            probability *= share / doubts[index][0][1]
        yield Variant({index: code for index, (code, _) in zip(indices, picks, strict=True)}, probability)


def likely_faces(reading: TableReading, index: int, kinds: frozenset[int]) -> list[tuple[str, float]]:
    """The faces a tile may have with their probabilities, its face as read first.

    Even a tile that is called sure is now and then another; only what a person said is beyond doubt.
    """
    tile = reading.tiles[index]
    if tile.confidence >= SAID or tile.tile == BACK:
        return [(tile.tile, 1.0)]
    others = [(code, score) for code, score in tile.alternatives if code != BACK and Tile.parse(code).index in kinds]
    # What a tile was inferred to be may score less than what the detector saw.
    own = max(tile.confidence / 2, _LEAST) if tile.status is Status.INFERRED else tile.confidence
    total = own + sum(score for _, score in others)
    faces = [(code, score / total) for code, score in others if score / total >= _LEAST]
    return [(tile.tile, own / total), *faces]
