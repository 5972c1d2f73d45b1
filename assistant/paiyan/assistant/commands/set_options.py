"""The option `--set TILE=SHAPE`: what a set is of which the photo may show too few tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

import typer

from paiyan.assistant.commands.common import helps, misused
from paiyan.assistant.commands.tile_names import face_named
from paiyan.assistant.commands.tile_options import RefusedError, as_read, corrected, melds_as_read
from paiyan.assistant.i18n import Lang, text
from paiyan.assistant.reading.focus import shown
from paiyan.assistant.reading.model import (
    BACK,
    CONCEALED,
    FOURTH_TILE,
    IN_HAND,
    OPEN,
    PENG,
    SHORT_KONG,
    Question,
    Status,
    TableReading,
)
from paiyan.assistant.reading.unanswered import is_loose
from paiyan.engine.facts import KongKind

_KONG: Final = "kong"
"""A kong of the kind that it was read as, which is asked where its fourth tile is not seen."""
_KONGS: Final = (CONCEALED, OPEN, _KONG)
_SHAPES: Final = (*_KONGS, PENG, IN_HAND)
_OPEN_SHAPES: Final = (PENG, _KONG, OPEN, IN_HAND)
_CALLED: Final = {"碰": PENG, "杠": _KONG, "槓": _KONG, "暗杠": CONCEALED, "明杠": OPEN, "手": IN_HAND, "手牌": IN_HAND}
_OF_A_KONG: Final = 4
_OF_A_PENG: Final = 3


@dataclass(frozen=True, slots=True)
class _Set:
    """Equal tiles that lie together: their indices, the number of their meld if they are one, and what they can be."""

    tile: str
    tiles: tuple[int, ...]
    meld: int | None
    shapes: tuple[str, ...]


def set_option() -> Any:
    """The option `--set`."""
    return typer.Option("--set", metavar="TILE=SHAPE", help=helps("cli.set"))


def sets_said(values: Sequence[str], language: Lang) -> dict[str, str]:
    """The shapes by tile; ends the command where one is no tile or no shape, or a tile is named twice."""
    said: dict[str, str] = {}
    for value in values:
        named, _, shape = (part.strip().lower() for part in value.partition("="))
        tile, shape = face_named(named), _CALLED.get(shape, shape)
        if tile is None or shape not in _SHAPES:
            misused(text("cli.set.bad", language, value=value))
        if said.get(tile, shape) != shape:
            misused(text("cli.set.twice", language, tile=tile))
        said[tile] = shape
    return said


def check_kongs(
    said: Mapping[str, str], kongs: Sequence[Mapping[str, Any]], winner: int | None, language: Lang
) -> None:
    """Ends the command where a set of the winner's is said to be no kong, or another, than it is listed as."""
    for kong in kongs:
        listed = CONCEALED if kong.get("kind") == KongKind.AN else OPEN
        if kong.get("seat") == winner and said.get(str(kong.get("tile")), _KONG) not in (listed, _KONG):
            misused(text("cli.set.and_kong", language, tile=kong["tile"], shape=said[str(kong["tile"])]))


def with_sets(reading: TableReading, said: Mapping[str, str], language: Lang) -> TableReading:
    """The reading with sets of the shape that was said, and all other doubts. `RefusedError` where no such set was
    read, or it cannot be that."""
    for tile, shape in said.items():
        reading = _with_set(reading, tile, shape, language)
    return reading


def _with_set(reading: TableReading, tile: str, shape: str, language: Lang) -> TableReading:
    there = _sets(reading)
    found = next((one for one in there if one.tile == tile), None)
    if found is None:
        key, listed = "cli.set.not_there", ", ".join(one.tile for one in there) or "–"
        raise RefusedError(key, text(key, language, tile=tile, there=listed))
    if shape not in found.shapes:
        key, listed = "cli.set.not_so", " / ".join(f"--set {tile}={one}" for one in found.shapes)
        raise RefusedError(key, text(key, language, tile=tile, shape=shape, allowed=listed))
    tiles, melds = as_read(reading), melds_as_read(reading)
    number = len(melds) if found.meld is None else found.meld
    group = IN_HAND if shape == IN_HAND else f"meld:{number}"
    concealed = number < len(melds) and melds[number]["type"] == CONCEALED
    if concealed and shape in (OPEN, PENG):
        melds[number]["type"] = shape
    left_out = () if shape in _KONGS else _too_many(reading, found)
    for index in found.tiles:
        face = reading.tiles[index].tile if concealed and shape in (CONCEALED, _KONG) else tile
        tiles[index] |= {"tile": face, "group": "other" if index in left_out else group, "confirmed": True}
    short = len(found.tiles) < _OF_A_KONG
    if shape in _KONGS and short:
        # The fourth lies where one of the others does.
        corners = reading.tiles[found.tiles[-1]].corners
        tiles.append({"tile": tile, "group": group, "corners": corners, "confirmed": True})
    changed = corrected(reading, tiles, melds, language)
    questions = tuple(one for one in changed.questions if one.tiles != found.tiles)
    if concealed and shape == _KONG and short:
        params = MappingProxyType({"tile": tile})
        questions += (Question(SHORT_KONG, params, (CONCEALED, OPEN), changed.melds[number].tiles),)
    return replace(changed, questions=shown(changed, questions))


def _too_many(reading: TableReading, found: _Set) -> tuple[int, ...]:
    """Of four tiles that are said to be three those that were inferred, else the last, which lies off the others if any
    does."""
    inferred = tuple(index for index in found.tiles if reading.tiles[index].status is Status.INFERRED)
    return inferred or found.tiles[_OF_A_PENG:]


def _sets(reading: TableReading) -> list[_Set]:
    """Every set of equal tiles, and tiles of the hand that may be one, first those that are asked about."""
    melds = [_of_meld(reading, number) for number, meld in enumerate(reading.melds) if meld.type != "chi"]
    asked = (one for one in reading.questions if is_loose(one, reading))
    loose = [_Set(str(one.params["tile"]), one.tiles, None, _OPEN_SHAPES) for one in asked]
    named = {one.tile for one in (*loose, *melds)}
    return [*loose, *melds, *(one for one in _triplets(reading) if one.tile not in named)]


def _triplets(reading: TableReading) -> list[_Set]:
    """Three equal tiles of the hand: a 碰 may lie that close to it."""
    return [_Set(tile, alike[:_OF_A_PENG], None, (PENG, IN_HAND)) for tile, alike in triplets(reading).items()]


def triplets(reading: TableReading) -> dict[str, tuple[int, ...]]:
    """The tiles of the hand of which there are three or more, by face."""
    alike: dict[str, list[int]] = {}
    for index in reading.hand:
        alike.setdefault(reading.tiles[index].tile, []).append(index)
    return {tile: tuple(found) for tile, found in alike.items() if len(found) >= _OF_A_PENG and tile != BACK}


def _of_meld(reading: TableReading, number: int) -> _Set:
    meld = reading.melds[number]
    faces = [face.code for index in meld.tiles if (face := reading.tiles[index].face) is not None]
    shapes: tuple[str, ...] = (_KONG, meld.type)
    asked = any(one.id == FOURTH_TILE and one.tiles == meld.tiles for one in reading.questions)
    if meld.type == PENG or asked or any(reading.tiles[index].status is Status.INFERRED for index in meld.tiles):
        shapes = _OPEN_SHAPES
    elif meld.type == CONCEALED and len(meld.tiles) < _OF_A_KONG:
        shapes = _SHAPES
    elif meld.type == OPEN:
        # One of the four may be a discard that lies against a 碰.
        shapes = (_KONG, OPEN, PENG)
    return _Set(faces[0] if faces else "", meld.tiles, number, shapes)
