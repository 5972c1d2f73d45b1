"""Readings as JSON and back, and corrections as new readings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import (
    CorrectionError,
    ReadingFormatError,
    TableReading,
    Trust,
    apply_correction,
    build_reading,
    reading_from_json,
    reading_to_json,
    tile_set,
)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": [
        "photo",
        "width",
        "height",
        "tiles",
        "hand",
        "melds",
        "win_tile",
        "backs",
        "questions",
        "model",
        "timings_ms",
    ],
    "properties": {
        "photo": {"type": "string"},
        "width": {"type": "integer", "minimum": 1},
        "height": {"type": "integer", "minimum": 1},
        "tiles": {
            "type": "array",
            "items": {
                "type": "object",
                "required": [
                    "tile",
                    "confidence",
                    "status",
                    "alternatives",
                    "corners",
                    "axis",
                    "facing",
                    "group",
                    "seat",
                ],
                "properties": {
                    "tile": {"pattern": "^([1-9][mps]|[1-7]z|[fg][1-4]|back)$"},
                    "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                    "status": {"enum": ["sure", "inferred", "doubtful"]},
                    "alternatives": {
                        "type": "array",
                        "items": {
                            "type": "array",
                            "prefixItems": [{"type": "string"}, {"type": "number"}],
                            "minItems": 2,
                        },
                    },
                    "corners": {
                        "type": "array",
                        "minItems": 4,
                        "maxItems": 4,
                        "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
                    },
                    "axis": {"type": "number", "minimum": 0, "exclusiveMaximum": 180},
                    "facing": {"type": ["number", "null"]},
                    "group": {"pattern": "^(hand|meld:[0-9]+|win|discard|back|other)$"},
                    "seat": {"enum": ["self", "right", "across", "left", None]},
                },
            },
        },
        "hand": {"type": "string"},
        "melds": {
            "type": "array",
            "items": {
                "required": ["type", "tiles", "from"],
                "properties": {
                    "type": {"enum": ["chi", "peng", "minggang", "angang"]},
                    "tiles": {"type": "string"},
                    "from": {"enum": ["left", "across", "right", None]},
                },
            },
        },
        "win_tile": {"type": ["integer", "null"]},
        "backs": {"type": "integer"},
        "questions": {"type": "array", "items": {"required": ["id", "params", "choices"]}},
        "model": {"type": ["string", "null"]},
        "timings_ms": {"type": "object", "additionalProperties": {"type": "number"}},
    },
}
"""The contract of `paiyan read --json`."""


def example() -> TableReading:
    table = Tabletop()
    chi = table.row(0, 0, "5p 4p 6p", sideways=(0,))
    kong = table.row(table.end_of(chi) + 0.7, 0, "back 3s 3s back")
    hand = table.row(table.end_of(kong) + 0.8, 0, "1m 2m 3m 9p 9p 2s 3s")
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    table.row(2, -6, "1p 2p 3z 4z 5z 6z")
    return build_reading(table.photo(elevation=55), trust=Trust(), tile_set=tile_set("jinzhou"), model="m@1")


def corrected(reading: TableReading) -> dict[str, Any]:
    """The body of a correction that changes nothing."""
    tiles = reading_to_json(reading)["tiles"]
    return {
        "tiles": [{"tile": tile["tile"], "group": tile["group"], "source": place} for place, tile in enumerate(tiles)]
    }


def test_the_json_of_a_reading_keeps_the_contract() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(json.loads(json.dumps(reading_to_json(example(), "a/b.jpg"))), SCHEMA)


def test_a_reading_survives_the_way_through_json() -> None:
    reading = example()
    assert reading_from_json(json.loads(json.dumps(reading_to_json(reading)))) == reading


@pytest.mark.parametrize("damage", ["width", "tiles", "melds", "hand_tiles", "questions"])
def test_json_that_is_no_reading_is_refused(damage: str) -> None:
    value = reading_to_json(example())
    del value[damage]
    with pytest.raises(ReadingFormatError):
        reading_from_json(value)


def test_a_correction_makes_a_new_reading_and_leaves_the_old_one() -> None:
    reading = example()
    before = reading_to_json(reading)
    body = corrected(reading)
    first = reading.hand[0]
    body["tiles"][first]["tile"] = "7m"
    fixed = apply_correction(reading, body)
    assert fixed.tiles[first].tile == "7m"
    assert fixed.tiles[first].status == "sure"
    assert fixed.tiles[first].confidence == 1.0
    assert ("1m", reading.tiles[first].confidence) in fixed.tiles[first].alternatives
    assert fixed.melds == reading.melds
    assert reading_to_json(reading) == before


def test_tiles_are_deleted_added_and_moved() -> None:
    reading = example()
    body = corrected(reading)
    win = reading.win_tile
    assert win is not None
    body["tiles"][win]["group"] = "hand"
    del body["tiles"][reading.hand[0]]
    body["tiles"].append({"tile": "9s", "group": "win", "corners": [[1, 1], [9, 1], [9, 12], [1, 12]]})
    fixed = apply_correction(reading, body)
    assert len(fixed.tiles) == len(reading.tiles)
    assert fixed.win_tile == len(fixed.tiles) - 1
    assert fixed.tiles[fixed.win_tile].axis == 90
    assert reading_to_json(fixed)["hand"] == "23m99p234s"


def test_melds_are_told_again_from_their_faces_and_keep_their_source() -> None:
    reading = example()
    body = corrected(reading)
    for tile in body["tiles"]:
        if tile["group"] == "meld:0":
            tile["tile"] = "7z"
    fixed = apply_correction(reading, body)
    assert fixed.melds[0].type == "peng"
    assert fixed.melds[0].source == "left"


def test_melds_are_numbered_without_holes() -> None:
    reading = example()
    body = corrected(reading)
    for tile in body["tiles"]:
        tile["group"] = {"meld:0": "other", "meld:1": "meld:7"}.get(tile["group"], tile["group"])
    fixed = apply_correction(reading, body)
    assert [meld.type for meld in fixed.melds] == ["angang"]
    assert {fixed.tiles[index].group for index in fixed.melds[0].tiles} == {"meld:0"}
    assert [question.id for question in fixed.questions] == ["hand_count"]


def test_the_person_says_a_kong_is_concealed_or_where_a_meld_came_from() -> None:
    reading = example()
    body = corrected(reading)
    for tile in body["tiles"]:
        if tile["group"] == "meld:1":
            tile["tile"] = "3s"
    body["melds"] = [{"from": "left"}, {"type": "angang"}]
    assert [meld.type for meld in apply_correction(reading, body).melds] == ["chi", "angang"]
    body["melds"] = [{}, {"type": "minggang", "from": "right"}]
    assert apply_correction(reading, body).melds[1].source == "right"


def equal(count: int, group: str, first: int = 0) -> list[dict[str, Any]]:
    """So many tiles 1m that come from one tile each."""
    return [{"tile": "1m", "group": group, "source": source} for source in range(first, first + count)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tiles": "all"}, "correction.tiles"),
        ({"tiles": [7]}, "correction.tile"),
        ({"tiles": [{"tile": "10m", "group": "hand", "source": 0}]}, "correction.face"),
        ({"tiles": [{"tile": "1m", "group": "meld:x", "source": 0}]}, "correction.group"),
        ({"tiles": [{"tile": "back", "group": "hand", "source": 0}]}, "correction.back_in_hand"),
        ({"tiles": [{"tile": "1m", "group": "hand", "source": 999}]}, "correction.source"),
        ({"tiles": [{"tile": "1m", "group": "hand", "source": True}]}, "correction.source"),
        ({"tiles": [{"tile": "1m", "group": "hand"}]}, "correction.corners"),
        ({"tiles": [{"tile": "1m", "group": "hand", "corners": [[0, 0]] * 3}]}, "correction.corners"),
        ({"tiles": [{"tile": "1m", "group": "hand", "corners": [["a", 0]] * 4}]}, "correction.corners"),
        (
            {"tiles": [{"tile": "1m", "group": "hand", "corners": [[-9999, 0], [1, 0], [1, 9], [0, 9]]}]},
            "correction.outside",
        ),
        ({"tiles": [{"tile": "1m", "group": "hand", "corners": [[5, 9999]] * 4}]}, "correction.outside"),
        ({"tiles": equal(2, "hand", first=0) + equal(1, "hand", first=0)}, "correction.source_twice"),
        ({"tiles": equal(2, "win")}, "correction.two_wins"),
        ({"tiles": equal(2, "meld:0")}, "correction.meld"),
        ({"tiles": equal(3, "meld:0"), "melds": [{"type": "chi"}]}, "correction.meld"),
        ({"tiles": equal(3, "meld:0"), "melds": [{"from": "self"}]}, "correction.from"),
        ({"tiles": [], "melds": [1]}, "correction.melds"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_with_its_reason(change: dict[str, Any], code: str) -> None:
    with pytest.raises(CorrectionError) as refusal:
        apply_correction(example(), change)
    assert refusal.value.code == code
