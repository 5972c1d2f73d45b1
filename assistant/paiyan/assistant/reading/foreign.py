"""Tiles that a rule system is not played with, in a hand that is to be settled by it: told of all of them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from paiyan.assistant.reading.focus import own_tiles
from paiyan.assistant.reading.model import BACK, FOREIGN_TILES, SAID, Question, TableReading, TileReading
from paiyan.engine.rules import RULESETS, find_ruleset
from paiyan.engine.tiles import Tile

NOTHING_SAID: Final[Mapping[int, str]] = MappingProxyType({})


def foreign_tiles(reading: TableReading, ruleset: str, said: Mapping[int, str] = NOTHING_SAID) -> Question | None:
    """That the rule system `ruleset` is not played with tiles of hand, melds or winning tile, whoever read or confirmed
    them; None where it is played with all of them. `said` are faces by index that hold instead of those read.

    Its params are the `ruleset`, the `tiles` as ``[{tile, count}]``, and `rulesets`: those played with the whole hand.
    """
    faces = _own_faces(reading, said)
    indices = _foreign(faces, ruleset)
    if not indices:
        return None
    counted = Counter(faces[index] for index in indices)
    params = {
        "ruleset": ruleset,
        "tiles": [{"tile": code, "count": counted[code]} for code in sorted(counted, key=Tile.parse)],
        "rulesets": [other for other in RULESETS if not _foreign(faces, other)],
    }
    return Question(FOREIGN_TILES, MappingProxyType(params), tiles=indices)


def misread_tiles(reading: TableReading, ruleset: str, said: Mapping[int, str] = NOTHING_SAID) -> tuple[Question, ...]:
    """For each of these tiles that looks like one played with as well: which it is. What a person said is not asked."""
    kinds = find_ruleset(ruleset).kinds
    asked = []
    for index in _foreign(_own_faces(reading, said), ruleset):
        tile = reading.tiles[index]
        choices = faces_within(tile, kinds)
        if tile.confidence < SAID and choices:
            params = MappingProxyType({"index": index, "tile": said.get(index, tile.tile)})
            asked.append(Question("tile_doubt", params, choices))
    return tuple(asked)


def faces_within(tile: TileReading, kinds: Collection[int]) -> tuple[str, ...]:
    """The other faces that were seen in a tile, of those with an index in `kinds`; the likeliest first."""
    return tuple(face for face, _ in tile.alternatives if face != BACK and Tile.parse(face).index in kinds)


def _own_faces(reading: TableReading, said: Mapping[int, str]) -> dict[int, str]:
    """The faces of hand, melds and winning tile by index; face-down tiles are left out."""
    faces = {index: said.get(index, reading.tiles[index].tile) for index in own_tiles(reading)}
    return {index: code for index, code in faces.items() if code != BACK}


def _foreign(faces: Mapping[int, str], ruleset: str) -> tuple[int, ...]:
    kinds = find_ruleset(ruleset).kinds
    return tuple(index for index, code in faces.items() if Tile.parse(code).index not in kinds)
