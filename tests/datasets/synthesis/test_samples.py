"""The sample photos of seeds/samples: legal hands, photos as rendered, truth that fits the pictures."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest
from PIL import Image

from paiyan.datasets.resources import resource_dir
from paiyan.datasets.synthesis import render
from paiyan.datasets.synthesis.samples import MAX_BYTES, SAMPLES, compose, truth_json
from paiyan.engine.cases import rule_case
from paiyan.engine.tiles import parse_tiles

FOLDER = resource_dir("seeds") / "samples"
NAMES = [sample.name for sample in SAMPLES]
STEPS = {"right": 1, "across": 2, "left": 3}


def truth_of(name: str) -> dict[str, Any]:
    return dict(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def case_of(truth: dict[str, Any]) -> dict[str, Any]:
    facts = truth["facts"]
    melds = [
        {
            "type": meld["type"],
            "tiles": meld["tiles"],
            "from": (facts["winner"] + STEPS[meld["from"]]) % 4 if meld["from"] else None,
        }
        for meld in truth["melds"]
    ]
    return {
        **{
            key: facts[key]
            for key in ("ruleset", "options", "winner", "dealer", "discarder", "open", "kongs", "events")
        },
        "kind": "win",
        "hand": truth["hand"],
        "melds": melds,
        "win_tile": truth["tiles"][truth["win_tile"]]["tile"],
        "win_method": facts["method"],
        "red_kong": facts["red_kong"],
    }


EXPECTED_CLASSES = {
    "chi-peng-win-apart": 1,
    "concealed-kong": 2,
    "win-turned": 3,
    "seven-pairs": 4,
    "table": 1,
}


@pytest.mark.parametrize(("name", "hu_class"), EXPECTED_CLASSES.items())
def test_a_sample_is_a_legal_jinzhou_win_of_its_class(name: str, hu_class: int) -> None:
    ruling = rule_case(case_of(truth_of(name)))
    assert ruling["valid"], ruling["reasons"]
    assert ruling["hu_class"] == hu_class
    assert sum(ruling["settlement"]) == 0
    assert ruling["settlement"][truth_of(name)["facts"]["winner"]] > 0


def test_the_rejected_sample_lacks_a_suit_and_nothing_else() -> None:
    ruling = rule_case(case_of(truth_of("missing-suit")))
    assert not ruling["valid"]
    assert ruling["reasons"] == ["missing_suit"]


@pytest.mark.parametrize("name", NAMES)
def test_truth_names_every_tile_of_the_hand_where_it_lies(name: str) -> None:
    truth = truth_of(name)
    tiles = truth["tiles"]
    hand = [tile["tile"] for tile in tiles if tile["group"] == "hand"]
    assert Counter(hand) == Counter(tile.code for tile in parse_tiles(truth["hand"]))
    assert tiles[truth["win_tile"]]["group"] == "win"
    for index, meld in enumerate(truth["melds"]):
        shown = [tiles[k]["tile"] for k in meld["indices"]]
        assert [tiles[k]["group"] for k in meld["indices"]] == [f"meld:{index}"] * len(shown)
        faces = [tile.code for tile in parse_tiles(meld["tiles"])]
        assert all(seen in (face, "back") for seen, face in zip(shown, faces, strict=True))
    corners = np.array([tile["corners"] for tile in tiles])
    assert corners.min() >= 0
    assert (corners <= (truth["width"], truth["height"])).all()


@pytest.mark.parametrize("name", NAMES)
def test_no_sample_shows_a_fifth_copy_of_a_tile(name: str) -> None:
    truth = truth_of(name)
    faces = Counter(tile["tile"] for tile in truth["tiles"] if tile["tile"] != "back")
    assert max(faces.values()) <= 4


def test_the_concealed_kong_lies_with_two_tiles_face_down() -> None:
    truth = truth_of("concealed-kong")
    assert truth["backs"] == 2
    assert [truth["tiles"][k]["tile"] for k in truth["melds"][0]["indices"]] == ["back", "9s", "9s", "back"]


def test_the_turned_winning_tile_lies_on_its_side() -> None:
    truth = truth_of("win-turned")
    facing = truth["tiles"][truth["win_tile"]]["facing"]
    assert 60 < facing < 120


def test_the_table_shows_discards_and_walls_beside_the_hand() -> None:
    groups = Counter(tile["group"] for tile in truth_of("table")["tiles"])
    assert groups["discard"] > 15
    assert groups["back"] > 15


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_photo_has_the_size_its_truth_says_and_is_light(name: str) -> None:
    truth, path = truth_of(name), FOLDER / f"{name}.jpg"
    with Image.open(path) as image:
        assert image.size == (truth["width"], truth["height"])
    assert path.stat().st_size <= MAX_BYTES


def test_a_sample_rendered_again_is_the_committed_one() -> None:
    sample = next(sample for sample in SAMPLES if sample.name == "win-turned")
    photo = render(compose(sample), supersampling=1, seen=0.35)
    assert truth_json(sample, photo) == truth_of(sample.name)
    with Image.open(FOLDER / f"{sample.name}.jpg") as image:
        committed = np.asarray(image, dtype=float)
    assert np.abs(committed - photo.pixels).mean() < 6
