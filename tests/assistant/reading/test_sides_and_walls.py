"""Sides of tiles and walls look like tiles that lie face down: they make no concealed kong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import TableReading, Trust, build_reading, tile_set
from paiyan.vision.detections import Detections

TRUST = Trust(sure=0.5, certain=0.9995, seen=0.25)
HAND = "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s 7p 8p 9p"


def hand_and_win() -> tuple[Tabletop, list[int]]:
    table = Tabletop()
    hand = table.row(0, 0, HAND)
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    return table, hand


def faint(found: Detections, tiles: list[int], confidence: float) -> Detections:
    scores = found.scores.copy()
    scores[tiles] *= confidence / 0.95
    return replace(found, scores=scores, confidence=scores.max(axis=1))


def read(found: Detections) -> TableReading:
    return build_reading(found, trust=TRUST, tile_set=tile_set("jinzhou"))


@pytest.mark.parametrize("elevation", [25, 40])
def test_the_near_sides_of_tiles_are_no_tiles_that_lie_face_down(elevation: int) -> None:
    table, _ = hand_and_win()
    sides = table.row(4.12, 1.35, ["back"] * 4)
    reading = read(faint(table.photo(elevation=elevation), sides, 0.3))
    assert (reading.melds, reading.backs, reading.questions) == ((), 0, ())
    assert len(reading.hand) == 13


def test_tiles_that_clearly_lie_face_down_in_front_of_others_stay() -> None:
    table, _ = hand_and_win()
    backs = table.row(4.12, 1.35, ["back"] * 4)
    assert read(table.photo(elevation=40)).backs == 4
    assert read(faint(table.photo(elevation=40), backs[:2], 0.3)).backs >= 3


@pytest.mark.parametrize("elevation", [30, 50, 75])
def test_four_backs_of_a_wall_of_two_layers_are_no_concealed_kong(elevation: int) -> None:
    table, _ = hand_and_win()
    near = table.row(3, -2.4, ["back"] * 4)
    table.row(table.end_of(near) + 1, -2.4, ["back"] * 2)
    table.row(3, -3.7, ["back"] * 9)
    reading = read(table.photo(elevation=elevation))
    assert reading.melds == ()
    assert reading.questions == ()


def test_four_backs_with_discards_right_behind_them_are_no_concealed_kong() -> None:
    table, _ = hand_and_win()
    near = table.row(3, -2.4, ["back"] * 4)
    table.row(table.end_of(near) + 1, -2.4, ["back"] * 2)
    table.row(3, -3.75, "9s 9s 1p 7z 6m 8m")
    assert read(table.photo(elevation=55)).melds == ()


def test_four_backs_that_lie_by_themselves_beside_another_set_are_a_concealed_kong() -> None:
    table = Tabletop()
    hand = table.row(0, 0, "1m 2m 3m 4s 5s 6s 9p")
    table.row(table.end_of(hand) + 0.9, 0, "9p")
    first = table.row(0, -2.4, ["back"] * 4)
    table.row(table.end_of(first) + 0.8, -2.4, "7z 7z 7z")
    assert [meld.type for meld in read(table.photo(elevation=50)).melds] == ["angang", "peng"]


def test_two_concealed_kongs_side_by_side_behind_the_hand_stay_two() -> None:
    table = Tabletop()
    hand = table.row(0, 0, "1m 2m 3m 4s 5s 6s 9p")
    table.row(table.end_of(hand) + 0.9, 0, "9p")
    first = table.row(0, -2.4, ["back"] * 4)
    table.row(table.end_of(first) + 0.8, -2.4, ["back"] * 4)
    reading = read(table.photo(elevation=50))
    assert [meld.type for meld in reading.melds] == ["angang", "angang"]
    assert np.all([len(meld.tiles) == 4 for meld in reading.melds])


def test_a_faint_back_in_line_with_faces_belongs_to_their_kong_though_a_face_lies_behind_it() -> None:
    table = Tabletop()
    kong = table.row(0, 0, "back 4m 4m back")
    hand = table.row(table.end_of(kong) + 0.8, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s")
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    table.tile(0.5, -1.35, "7z")
    reading = read(faint(table.photo(elevation=50), [kong[0]], 0.3))
    assert [(meld.type, len(meld.tiles)) for meld in reading.melds] == [("angang", 4)]
