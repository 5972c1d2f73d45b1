"""A 碰 made a kong by laying the fourth tile half on one of it: that one hardly shows, and the kong is read."""

from __future__ import annotations

import pytest
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import Status, TableReading, Trust, build_reading, tile_set

HAND = "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s"
THICKNESS = 0.74


def kong(*, under: int, sideways: tuple[int, ...] = (), face: str = "6p") -> Tabletop:
    """Two tiles of a 碰 side by side, the place of the third covered by a tile of `face`; hand and winning tile."""
    table = Tabletop()
    places = [0, 1, 2]
    x = 0.0
    for place in places:
        wide = 4 / 3 if place in sideways else 1.0
        drop = 1 / 6 if place in sideways else 0.0
        if place != under:
            table.tile(x + wide / 2, drop, "6p", turned=90 if place in sideways else 0)
        else:
            table.cover(table.tile(x + wide / 2, -0.6, face), thickness=THICKNESS)
        x += wide + 0.02
    hand = table.row(x + 0.8, 0, HAND)
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    return table


def read(table: Tabletop, elevation: float, rules: str | None = "jinzhou") -> TableReading:
    return build_reading(table.photo(elevation=elevation), trust=Trust(), tile_set=tile_set(rules))


@pytest.mark.parametrize("elevation", [30, 45, 60, 80])
@pytest.mark.parametrize(("sideways", "source"), [((), None), ((1,), "across"), ((0,), "left"), ((2,), "right")])
def test_a_kong_whose_fourth_tile_lies_on_the_middle_one_is_read_and_asked_about(
    elevation: int, sideways: tuple[int, ...], source: str | None
) -> None:
    reading = read(kong(under=1, sideways=sideways), elevation)
    (meld,) = reading.melds
    assert (meld.type, meld.source) == ("minggang", source)
    assert [reading.tiles[index].tile for index in meld.tiles] == ["6p"] * 4
    inferred = [index for index in meld.tiles if reading.tiles[index].status is Status.INFERRED]
    assert len(inferred) == 1
    assert [(question.id, question.tiles) for question in reading.questions] == [("fourth_tile", meld.tiles)]


def test_the_same_without_rules_and_with_the_fourth_tile_on_an_end() -> None:
    assert [meld.type for meld in read(kong(under=1), 50, None).melds] == ["minggang"]
    assert [meld.type for meld in read(kong(under=2), 50).melds] == ["minggang"]


def test_another_tile_over_the_hole_makes_no_kong() -> None:
    reading = read(kong(under=1, face="9s"), 50)
    assert not any(tile.status is Status.INFERRED for tile in reading.tiles)
    assert [meld for meld in reading.melds if meld.type == "minggang"] == []
