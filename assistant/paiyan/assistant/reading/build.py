"""From detections to a reading: layout, roles, decoding under the rules, doubt and the questions that follow."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from types import MappingProxyType
from typing import Final

from paiyan.assistant.reading.arrangement import Arrangement, LookAgain, arrangement, is_whole
from paiyan.assistant.reading.decode import Decoded, decode
from paiyan.assistant.reading.focus import own_tiles, shown
from paiyan.assistant.reading.foreign import foreign_tiles
from paiyan.assistant.reading.model import (
    BACK,
    WHICH_HAND,
    Question,
    Status,
    TableReading,
    TileReading,
    Zone,
    corner_points,
)
from paiyan.assistant.reading.roles import Roles
from paiyan.assistant.reading.stacked import fourth_tile_questions, with_sure_sources
from paiyan.assistant.reading.tilesets import TileSet
from paiyan.assistant.reading.trust import Trust
from paiyan.engine.tiles import ALL_TILES, format_tiles
from paiyan.vision.coach import coach
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo

_ALTERNATIVES: Final = 3
_WORTH_NAMING: Final = 0.02
"""Classes with a lower score are not named as alternatives."""
_HIGHEST: Final = 0.9999
_CONFIRMABLE: Final = 0.4
"""Below this confidence there may be no tile at all; the rules can't make it sure."""


def build_reading(
    detections: Detections,
    *,
    trust: Trust,
    tile_set: TileSet | None = None,
    model: str | None = None,
    photo: Photo | None = None,
    look_again: LookAgain | None = None,
) -> TableReading:
    """The reading of what was detected. Without a tile set no kinds, counts or copies are assumed and faint boxes are
    left out; without the photo nothing is said about how it was taken. `look_again` looks for more boxes where a hand
    lacks tiles."""
    started = perf_counter()
    taken = arrangement(detections, trust.seen, tile_set, look_again)
    detections, layout, evidence, roles = taken.detections, taken.layout, taken.evidence, taken.roles
    sure = [trust.of(detections, index) for index in range(len(detections))]
    arranged = perf_counter()
    decoded = decode(evidence, roles, sure, tile_set)
    done = perf_counter()
    advice = coach(photo, detections, layout, trust.sure) if photo else ()
    timings = {"layout": _ms(started, arranged), "decoding": _ms(arranged, done), "coach": _ms(done, perf_counter())}
    axes = [float(axis) for axis in detections.axes]
    tiles = tuple(
        replace(tile, status=Status.INFERRED) if index in taken.inferred else tile
        for index, axis in enumerate(axes)
        for tile in [_tile(detections, index, axis, roles, sure[index], decoded)]
    )
    width, height = detections.size
    reading = TableReading(
        width=width,
        height=height,
        tiles=tiles,
        hand=roles.hand,
        melds=with_sure_sources(taken, roles.melds if decoded is None else decoded.melds),
        win_tile=roles.win,
        coach=advice,
        model=model,
        rules=tile_set.name if tile_set else None,
        trust=trust,
    )
    return _with_questions(reading, taken, tile_set, photo, timings)


def _ms(start: float, stop: float) -> float:
    return round((stop - start) * 1000, 2)


def _tile(
    detections: Detections, index: int, axis: float, roles: Roles, sure: bool, decoded: Decoded | None
) -> TileReading:
    ranked = [(name, round(score, 4)) for name, score in detections.top(index, _ALTERNATIVES + 1)]
    best = ranked[0][0]
    tile = best
    status = Status.SURE if sure else Status.DOUBTFUL
    if decoded and index in decoded.changed:
        tile, status = decoded.changed[index].code, Status.INFERRED
    elif decoded and index in decoded.impossible:
        status = Status.DOUBTFUL
    elif decoded and index in decoded.confirmed and detections.confidence[index] >= _CONFIRMABLE:
        status = Status.SURE
    alternatives = [(name, score) for name, score in ranked if name != tile and score >= _WORTH_NAMING]
    return TileReading(
        tile=tile,
        confidence=min(round(float(detections.confidence[index]), 4), _HIGHEST),
        status=status,
        corners=corner_points(detections.corners[index]),
        axis=round(axis, 1) % 180,
        group=str(roles.groups.get(index, Zone.OTHER)),
        alternatives=tuple(alternatives[:_ALTERNATIVES]),
        seat=roles.seats.get(index),
    )


def _with_questions(
    reading: TableReading,
    taken: Arrangement,
    tile_set: TileSet | None,
    photo: Photo | None,
    timings: dict[str, float],
) -> TableReading:
    roles = taken.roles
    questions = [one for one in tile_questions(reading, tile_set) if one.params["index"] not in taken.inferred]
    if tile_set and (foreign := foreign_tiles(reading, tile_set.name)):
        questions.insert(0, foreign)
    if roles.other_hands:
        hand = MappingProxyType({"hand": format_tiles(reading.faces(reading.hand))})
        questions.insert(0, Question(WHICH_HAND, hand))
    questions += fourth_tile_questions(taken, reading.melds, photo)
    if roles.rivals:
        faces = tuple(reading.tiles[index].tile for index in roles.rivals)
        questions.append(Question("win_tile", choices=faces, tiles=roles.rivals))
    if tile_set and (count := count_question(reading, tile_set)):
        questions.append(count)
    return replace(reading, questions=shown(reading, questions), timings_ms=MappingProxyType(timings))


def tile_questions(reading: TableReading, tile_set: TileSet | None) -> list[Question]:
    """One question for each doubtful or inferred tile of hand, melds and winning tile; only faces played with are
    offered. A tile that can't be one of those is none to ask about: of it `foreign_tiles` tells."""
    playable = {face.code for face in (tile_set.faces if tile_set else ALL_TILES)}
    questions = []
    for index in own_tiles(reading):
        tile = reading.tiles[index]
        if tile.status is Status.SURE or tile.tile == BACK:
            continue
        choices = (tile.tile, *(name for name, _ in tile.alternatives if name in playable))
        if not playable & set(choices):
            continue
        questions.append(Question("tile_doubt", MappingProxyType({"index": index, "tile": tile.tile}), choices))
    return questions


def count_question(reading: TableReading, tile_set: TileSet) -> Question | None:
    """Asked where hand, melds and winning tile can't be a whole hand: 13 tiles, or 14 with the winning one."""
    apart = reading.win_tile is not None
    if is_whole(len(reading.hand), len(reading.melds), apart, tile_set):
        return None
    found = len(reading.hand) + 3 * len(reading.melds) + apart
    return Question("hand_count", MappingProxyType({"count": found, "expected": tile_set.hand_size + 1}))
