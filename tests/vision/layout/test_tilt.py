"""From how far above tiles are seen: told by the tiles themselves, however their row and their boxes are turned."""

from __future__ import annotations

import pytest
from tests.vision.layout.tabletop import Tabletop

from paiyan.vision.layout import seen_from_above


@pytest.mark.parametrize("rectangles", [True, False], ids=["rectangles", "exact boxes"])
@pytest.mark.parametrize("yaw", [0, 20, 45, 70, 90])
@pytest.mark.parametrize(
    ("elevation", "above"), [(20, False), (30, False), (45, False), (50, False), (75, True), (85, True)]
)
def test_three_tiles_tell_straight_above_from_a_slant(
    elevation: float, above: bool, yaw: float, rectangles: bool
) -> None:
    table = Tabletop()
    three = table.row(-1, 0, "6p 6p 6p")
    found = table.photo(elevation=elevation, yaw=yaw, rectangles=rectangles)
    assert seen_from_above(found.corners[three]) is above


def test_a_turned_tile_of_the_set_changes_nothing() -> None:
    for elevation, above in ((40, False), (85, True)):
        table = Tabletop()
        three = [table.tile(0, 0, "6p", turned=90), table.tile(1.17, 0, "6p"), table.tile(2.17, 0, "6p")]
        assert seen_from_above(table.photo(elevation=elevation).corners[three]) is above


def test_one_tile_tells_nothing() -> None:
    table = Tabletop()
    one = table.row(0, 0, "6p")
    assert not seen_from_above(table.photo(elevation=90).corners[one])
