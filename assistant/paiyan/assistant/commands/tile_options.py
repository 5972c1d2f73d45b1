"""The option `--tile PLACE=FACE`: what a tile of the photo is, said by the place where it lies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import typer

from paiyan.assistant.commands.common import helps, misused
from paiyan.assistant.commands.tile_names import face_named
from paiyan.assistant.i18n import Lang, text
from paiyan.assistant.reading.model import TableReading

_PLACE: Final = re.compile(r"win|hand:([0-9]{1,3})|meld:([0-9]{1,2}):([0-9]{1,3})")


class RefusedError(ValueError):
    """A tile or set that was said and can't be: its text is what is wrong in words, `code` the key of that text."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(problem)
        self.code = code


def tile_option() -> Any:
    """The option `--tile`."""
    return typer.Option("--tile", metavar="PLACE=FACE", help=helps("cli.tile"))


def place_of(reading: TableReading, index: int) -> str | None:
    """The place of a tile as `--tile` takes it, counted from 1: ``hand:3``, ``meld:1:2``, ``win``; None elsewhere."""
    if index in reading.hand:
        return f"hand:{reading.hand.index(index) + 1}"
    for number, meld in enumerate(reading.melds):
        if index in meld.tiles:
            return f"meld:{number + 1}:{meld.tiles.index(index) + 1}"
    return "win" if index == reading.win_tile else None


def place_text(reading: TableReading, index: int, language: Lang) -> str:
    """The place of a tile in words."""
    kind, *numbers = (place_of(reading, index) or "other").split(":")
    params = dict(zip(("number",) if kind == "hand" else ("meld", "number"), numbers, strict=False))
    return text(f"question.tile_doubt.place.{kind}", language, **params)


def faces_said(values: Sequence[str], language: Lang) -> dict[str, str]:
    """The faces by place; ends the command where one is no place or no face, or a place is named twice."""
    said: dict[str, str] = {}
    for value in values:
        place, equals, named = (part.strip() for part in value.partition("="))
        if not equals or not _PLACE.fullmatch(place):
            misused(text("cli.tile.bad_place", language, value=value))
        face = face_named(named)
        if face is None:
            misused(text("cli.tile.bad_face", language, value=value, face=named))
        if said.get(place, face) != face:
            misused(text("cli.tile.twice", language, place=place))
        said[place] = face
    return said


def with_faces(reading: TableReading, said: Mapping[str, str], language: Lang) -> TableReading:
    """The reading with these faces, and all other doubts. The tiles of a meld that make none as said are tiles of the
    hand. `RefusedError` where no tile lies at a place, or the tiles cannot be what was said."""
    if not said:
        return reading
    tiles = as_read(reading)
    for place, face in said.items():
        tiles[_index_at(reading, place, language)] |= {"tile": face, "confirmed": True}
    for meld in reading.melds:
        if all(tiles[index]["confirmed"] for index in meld.tiles) and _is_none([tiles[i]["tile"] for i in meld.tiles]):
            for index in meld.tiles:
                tiles[index]["group"] = "hand"
    return corrected(reading, tiles, melds_as_read(reading), language)


def _is_none(codes: Sequence[str]) -> bool:
    """Whether tiles of which every face was said are no meld."""
    from paiyan.assistant.reading.correct import meld_type
    from paiyan.engine.tiles import Tile

    return meld_type([Tile.parse(code) for code in codes]) is None


def as_read(reading: TableReading) -> list[dict[str, Any]]:
    """The tiles of a correction that changes nothing, at their indices."""
    return [
        {"tile": tile.tile, "group": tile.group, "source": index, "confirmed": False}
        for index, tile in enumerate(reading.tiles)
    ]


def melds_as_read(reading: TableReading) -> list[dict[str, Any]]:
    """The melds of a correction that changes nothing."""
    return [{"type": "angang" if meld.type == "angang" else None, "from": meld.source} for meld in reading.melds]


def corrected(
    reading: TableReading, tiles: Sequence[Mapping[str, Any]], melds: Sequence[Mapping[str, Any]], language: Lang
) -> TableReading:
    """The reading corrected as the page corrects it. `RefusedError` where the tiles cannot be what was said."""
    from paiyan.assistant.reading import CorrectionError, apply_correction

    try:
        return apply_correction(reading, {"tiles": tiles, "melds": melds})
    except CorrectionError as error:
        problem = text(error.code, language, **error.params)
        raise RefusedError(error.code, text("cli.tile.refused", language, problem=problem)) from error


def _index_at(reading: TableReading, place: str, language: Lang) -> int:
    for index in range(len(reading.tiles)):
        if place_of(reading, index) == place:
            return index
    there = [f"hand:1–{len(reading.hand)}"] if reading.hand else []
    there += [f"meld:{number}:1–{len(meld.tiles)}" for number, meld in enumerate(reading.melds, 1)]
    there += ["win"] if reading.win_tile is not None else []
    key = "cli.tile.not_there"
    raise RefusedError(key, text(key, language, place=place, there=", ".join(there) or "–"))
