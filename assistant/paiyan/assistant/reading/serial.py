"""Readings as JSON, as `paiyan read` prints them and the API stores them, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from paiyan.assistant.reading.model import (
    MeldReading,
    MeldType,
    Question,
    Seat,
    Source,
    Status,
    TableReading,
    TileReading,
    UsedTileSet,
)
from paiyan.assistant.reading.trust import Trust
from paiyan.engine.tiles import format_tiles
from paiyan.vision.coach import Advice, Severity


class ReadingFormatError(ValueError):
    """JSON that is not a reading; `field` says where."""

    def __init__(self, field: str) -> None:
        super().__init__(f"not a reading: {field}")
        self.field = field


def reading_to_json(reading: TableReading, photo: str | None = None) -> dict[str, Any]:
    """The contract of `paiyan read`; `photo` is echoed where given."""
    head: dict[str, Any] = {"photo": photo} if photo is not None else {}
    return head | {
        "width": reading.width,
        "height": reading.height,
        "tiles": [_tile_to_json(tile) for tile in reading.tiles],
        "hand": format_tiles(reading.faces(reading.hand)),
        "hand_tiles": list(reading.hand),
        "melds": [
            {
                "type": meld.type,
                "tiles": format_tiles(reading.meld_faces(meld)),
                "from": meld.source,
                "indices": list(meld.tiles),
            }
            for meld in reading.melds
        ],
        "win_tile": reading.win_tile,
        "backs": reading.backs,
        "questions": [question.to_json() for question in reading.questions],
        "coach": [advice.to_json() for advice in reading.coach],
        "rules": reading.rules,
        "tile_set": None if reading.tile_set is None else reading.tile_set.to_json(),
        "trust": reading.trust.to_json(),
        "model": reading.model,
        "timings_ms": dict(reading.timings_ms),
    }


def _tile_to_json(tile: TileReading) -> dict[str, Any]:
    return {
        "tile": tile.tile,
        "confidence": tile.confidence,
        "status": str(tile.status),
        "alternatives": [[name, score] for name, score in tile.alternatives],
        "corners": [list(corner) for corner in tile.corners],
        "axis": tile.axis,
        "facing": tile.facing,
        "group": tile.group,
        "seat": tile.seat,
    }


def reading_from_json(value: Mapping[str, Any]) -> TableReading:
    """A reading from what `reading_to_json` gave; raises `ReadingFormatError`."""
    try:
        return TableReading(
            width=int(value["width"]),
            height=int(value["height"]),
            tiles=tuple(_tile_from_json(tile) for tile in value["tiles"]),
            hand=tuple(int(index) for index in value["hand_tiles"]),
            melds=tuple(_meld_from_json(meld) for meld in value["melds"]),
            win_tile=value["win_tile"],
            questions=tuple(_question_from_json(question) for question in value["questions"]),
            coach=tuple(_advice_from_json(advice) for advice in value.get("coach", ())),
            model=value.get("model"),
            rules=value.get("rules"),
            tile_set=_tile_set_from_json(value.get("tile_set")),
            trust=Trust.from_json(value.get("trust")),
            timings_ms=MappingProxyType(dict(value.get("timings_ms", {}))),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ReadingFormatError(str(error)) from error


def _tile_from_json(value: Mapping[str, Any]) -> TileReading:
    return TileReading(
        tile=str(value["tile"]),
        confidence=float(value["confidence"]),
        status=Status(value["status"]),
        corners=_corners(value["corners"]),
        axis=float(value["axis"]),
        group=str(value["group"]),
        alternatives=tuple((str(name), float(score)) for name, score in value["alternatives"]),
        facing=value["facing"],
        seat=cast("Seat | None", value["seat"]),
    )


def _corners(value: Sequence[Sequence[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in value)


def _meld_from_json(value: Mapping[str, Any]) -> MeldReading:
    return MeldReading(
        cast(MeldType, value["type"]),
        tuple(int(index) for index in value["indices"]),
        cast("Source | None", value["from"]),
    )


def _tile_set_from_json(value: Mapping[str, Any] | None) -> UsedTileSet | None:
    if value is None:
        return None
    return UsedTileSet(str(value["id"]), str(value["name"]), float(value["likeness"]), float(value["weight"]))


def _advice_from_json(value: Mapping[str, Any]) -> Advice:
    return Advice(str(value["id"]), Severity(value["severity"]), MappingProxyType(dict(value["params"])))


def _question_from_json(value: Mapping[str, Any]) -> Question:
    crop = value.get("crop")
    return Question(
        str(value["id"]),
        MappingProxyType(dict(value["params"])),
        tuple(value["choices"]),
        tuple(int(index) for index in value.get("tiles", ())),
        None if crop is None else (int(crop[0]), int(crop[1]), int(crop[2]), int(crop[3])),
    )
