"""Layout on tables built from coordinates: rows, gaps and groups survive tilt, perspective, bends and shaky boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.vision.layout.tabletop import CLASSES, Tabletop

from paiyan.vision.detections import Detections
from paiyan.vision.layout import Layout, Row, arrange


def main_row(layout: Layout) -> Row:
    assert layout.main is not None
    return layout.rows[layout.main]


def groups(row: Row) -> list[list[int]]:
    return [list(group.tiles) for group in row.groups]


def hand_with_melds() -> tuple[Tabletop, list[list[int]]]:
    """Two melds with a sideways tile each, seven tiles, one apart; discards and a wall behind."""
    table = Tabletop()
    first = table.row(0, 0, "1m 2m 3m", sideways=(0,))
    second = table.row(table.end_of(first) + 0.5, 0, "5p 5p 5p", sideways=(1,))
    hand = table.row(table.end_of(second) + 0.9, 0, "1s 2s 3s 4s 5s 6s 9m")
    win = table.row(table.end_of(hand) + 0.6, 0, "9m")
    table.row(3, -3.6, "1m 2m 3m 4m 5m 6m")
    table.row(3, -5, "7m 8m 9m 1p 2p 3p")
    table.row(2, -8, ["back"] * 12)
    return table, [first, second, hand, win]


@pytest.mark.parametrize("elevation", [35, 50, 65, 80])
@pytest.mark.parametrize("roll", [-15, 0, 12])
@pytest.mark.parametrize("yaw", [-10, 0, 20])
def test_groups_and_sideways_tiles_are_found_from_any_ordinary_viewpoint(elevation: int, roll: int, yaw: int) -> None:
    table, expected = hand_with_melds()
    row = main_row(arrange(table.photo(elevation=elevation, roll=roll, yaw=yaw, rectangles=False)))
    assert groups(row) == expected
    assert [list(group.sideways) for group in row.groups] == [[0], [4], [], []]
    assert not any(group.raised for group in row.groups)


@pytest.mark.parametrize("seed", range(8))
def test_shaky_rectangles_around_the_tiles_give_the_same_groups(seed: int) -> None:
    table, expected = hand_with_melds()
    row = main_row(arrange(table.photo(elevation=60, roll=5, noise=0.05, seed=seed)))
    assert groups(row) == expected


def stretched(found: Detections, tile: int, factor: float) -> Detections:
    """The boxes with that of one tile made longer along its upper side."""
    corners = found.corners.copy()
    middle = corners[tile].mean(axis=0)
    along = (corners[tile, 1] - corners[tile, 0] + corners[tile, 2] - corners[tile, 3]) / 2
    shares = (corners[tile] - middle) @ along / (along @ along)
    corners[tile] += shares[:, None] * along * (factor - 1)
    return replace(found, corners=corners)


@pytest.mark.parametrize("elevation", [25, 35, 50])
@pytest.mark.parametrize("place", [3, 6])
def test_a_box_longer_than_its_tile_is_not_turned_if_the_tile_takes_no_more_room_than_others(
    elevation: int, place: int
) -> None:
    table = Tabletop()
    tiles = table.row(0, 0, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p", sideways=(9,))
    found = table.photo(elevation=elevation, rectangles=False)
    (group,) = main_row(arrange(stretched(found, tiles[place], 1.45))).groups
    assert group.sideways == (tiles[9],)


@pytest.mark.parametrize("angle", range(-60, 81, 20))
def test_a_row_is_read_from_left_to_right_at_any_tilt(angle: int) -> None:
    table = Tabletop()
    tiles = table.row(0, 0, ["1m"] * 9)
    assert groups(main_row(arrange(table.photo(elevation=85, roll=angle)))) == [tiles]


@pytest.mark.parametrize("angle", [-50, -40, -25, 25, 40, 50])
def test_level_boxes_around_the_tiles_of_a_tilted_row_overlap_by_half_and_make_one_row(angle: int) -> None:
    table = Tabletop()
    tiles = table.row(0, 0, ["1m"] * 13)
    boxes = table.photo(elevation=60, roll=angle)
    low, high = boxes.corners.min(axis=1), boxes.corners.max(axis=1)
    level = np.stack([low, [[x, y] for (x, _), (_, y) in zip(high, low, strict=True)], high], axis=1)
    level = np.concatenate([level, np.stack([low[:, 0], high[:, 1]], axis=1)[:, None]], axis=1)
    assert groups(main_row(arrange(replace(boxes, corners=level)))) == [tiles]


@pytest.mark.parametrize("bend", [-2.5, -1.2, 1.2, 2.5])
def test_a_bent_row_is_one_row(bend: float) -> None:
    table = Tabletop()
    tiles = table.row(0, 0, ["1m"] * 13, bend=bend)
    row = main_row(arrange(table.photo(elevation=70)))
    assert groups(row) == [tiles]
    assert row.groups[0].raised == ()


@pytest.mark.parametrize("spacing", [0.0, 0.1, 0.2, 0.3])
def test_an_evenly_loose_row_is_one_group(spacing: float) -> None:
    table = Tabletop()
    tiles = table.row(0, 0, ["1m"] * 14, spacing=spacing)
    assert groups(main_row(arrange(table.photo(elevation=60)))) == [tiles]


@pytest.mark.parametrize("gap", [0.35, 0.5, 0.8, 1.5, 3.0, 5.0])
def test_a_gap_parts_a_row_and_is_measured_in_tile_widths(gap: float) -> None:
    table = Tabletop()
    left = table.row(0, 0, ["1m"] * 3)
    right = table.row(table.end_of(left) + gap, 0, ["2m"] * 10)
    row = main_row(arrange(table.photo(elevation=60)))
    assert groups(row) == [left, right]
    assert row.groups[0].gap_after == pytest.approx(gap, rel=0.15, abs=0.1)
    assert row.groups[0].gap_before is None


def test_the_nearest_full_row_is_the_main_one_not_discards_or_a_row_across() -> None:
    table = Tabletop()
    across = table.row(0, -10, ["3s"] * 13)
    discards = [table.row(3, y, ["5p"] * 6) for y in (-5.0, -3.6)]
    own = table.row(0, 0, ["1m"] * 13)
    layout = arrange(table.photo(elevation=45))
    assert groups(main_row(layout)) == [own]
    found = [list(row.tiles) for row in layout.rows]
    assert across in found
    assert all(row in found for row in discards)


def test_rows_behind_are_measured_in_tile_heights() -> None:
    table = Tabletop()
    table.row(0, 0, ["1m"] * 13)
    second = table.row(4, -2 * 1.33, ["2m"] * 6)
    layout = arrange(table.photo(elevation=50))
    other = next(row for row in layout.rows if list(row.tiles) == second)
    assert other.behind == pytest.approx(2.0, rel=0.25)
    assert other.beside == 0
    assert other.turned < 5


def test_a_row_in_front_of_a_side_player_is_turned_and_beside() -> None:
    table = Tabletop()
    table.row(0, 0, ["1m"] * 13)
    column = [table.tile(18, -1.1 * step, "2m", turned=90) for step in range(8)]
    layout = arrange(table.photo(elevation=60))
    other = next(row for row in layout.rows if set(row.tiles) == set(column))
    assert other.turned > 60
    assert other.beside > 2


def test_a_fourth_tile_on_three_belongs_to_their_group() -> None:
    table = Tabletop()
    meld = table.row(0, 0, ["7z"] * 3)
    table.row(table.end_of(meld) + 0.8, 0, ["1m"] * 10)
    fourth = table.tile(1.5, -0.8, "7z", turned=90)
    row = main_row(arrange(table.photo(elevation=70)))
    assert row.groups[0].on_top == (fourth,)
    assert list(row.groups[0].tiles) == meld


def test_a_tile_pushed_out_of_the_row_is_raised() -> None:
    table = Tabletop()
    tiles = table.row(0, 0, ["1m"] * 12)
    pushed = table.tile(12.86, -0.45, "9m")
    row = main_row(arrange(table.photo(elevation=70)))
    assert list(row.tiles) == [*tiles, pushed]
    assert [tile for group in row.groups for tile in group.raised] == [pushed]


UNTIDY = [0.09, -0.09, 0.08, -0.1, 0.09, 0.07, -0.34, 0.09, -0.07, 0.1, -0.09, 0.08]


@pytest.mark.parametrize("elevation", [25, 35, 45])
def test_no_tile_of_an_untidy_row_is_raised_that_sticks_out_little_more_than_the_others(elevation: int) -> None:
    table = Tabletop()
    for place, off in enumerate(UNTIDY):
        table.tile(0.5 + 1.03 * place, off, "1m")
    row = main_row(arrange(table.photo(elevation=elevation)))
    assert len(row.tiles) == len(UNTIDY)
    assert [tile for group in row.groups for tile in group.raised] == []


@pytest.mark.parametrize("elevation", [25, 35, 45])
def test_a_tile_pushed_clear_out_of_an_untidy_row_is_raised(elevation: int) -> None:
    table = Tabletop()
    for place, off in enumerate(UNTIDY):
        table.tile(0.5 + 1.03 * place, 0.5 * off - 0.33 * (off == min(UNTIDY)), "1m")
    row = main_row(arrange(table.photo(elevation=elevation)))
    assert [tile for group in row.groups for tile in group.raised] == [UNTIDY.index(min(UNTIDY))]


def test_backs_are_face_down_and_never_the_main_row() -> None:
    table = Tabletop()
    wall = table.row(0, 0, ["back"] * 17)
    hand = table.row(2, -4, ["1m"] * 5)
    layout = arrange(table.photo(elevation=60))
    assert groups(main_row(layout)) == [hand]
    assert [tile for tile, down in enumerate(layout.face_down) if down] == wall


def test_every_box_is_in_exactly_one_row() -> None:
    table, _ = hand_with_melds()
    generator = np.random.default_rng(4)
    for _ in range(12):
        table.tile(generator.uniform(0, 20), generator.uniform(-14, -10), "7z", turned=generator.uniform(0, 180))
    layout = arrange(table.photo(elevation=55, noise=0.03))
    placed = [tile for row in layout.rows for group in row.groups for tile in (*group.tiles, *group.on_top)]
    assert sorted(placed) == list(range(len(table.tiles)))


def test_the_order_of_boxes_does_not_matter() -> None:
    table, _ = hand_with_melds()
    boxes = table.photo(elevation=50, noise=0.02)
    order = np.random.default_rng(1).permutation(len(boxes))

    def named(layout: Layout, names: Sequence[int]) -> list[list[list[int]]]:
        return sorted([[names[tile] for tile in group.tiles] for group in row.groups] for row in layout.rows)

    shuffled = arrange(boxes[order])
    assert named(shuffled, [int(place) for place in order]) == named(arrange(boxes), range(len(boxes)))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_boxes_are_no_problem(count: int) -> None:
    table = Tabletop()
    if not count:
        assert arrange(Detections.empty(CLASSES, (640, 480))) == Layout((), None, ())
        return
    tiles = [table.tile(1.2 * place, 0) for place in range(count)]
    assert list(main_row(arrange(table.photo())).tiles) == tiles


def test_boxes_of_no_size_and_on_one_spot_are_no_problem() -> None:
    corners = np.zeros((3, 4, 2), np.float32)
    scores = np.zeros((3, len(CLASSES)), np.float32)
    scores[:, 0] = 0.5
    layout = arrange(Detections(corners, scores, scores.max(axis=1), CLASSES, (100, 100)))
    assert sorted(tile for row in layout.rows for tile in row.tiles) == [0, 1, 2]


@pytest.mark.parametrize("yaw", [-20, 0, 20])
def test_a_hand_of_four_in_two_rows_is_two_rows_whatever_a_side_player_has_lined_up(yaw: int) -> None:
    table = Tabletop()
    melds = [table.row(4 * place, 0, ["5p"] * 3) for place in range(3)]
    upper, lower = table.row(13, 0, "1m 2m"), table.row(13, 1.42, "3m 4m")
    for step in range(7):
        table.tile(24, -1.1 * step, "2s", turned=90)
    layout = arrange(table.photo(elevation=35, yaw=yaw, rectangles=False))
    assert groups(main_row(layout)) == [*melds, upper]
    assert [list(row.tiles) for row in layout.rows if set(row.tiles) & set(lower)] == [lower]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_fourth_tile_beside_the_turned_one_belongs_to_its_set_from_a_low_and_skew_camera(place: int) -> None:
    table = Tabletop()
    meld = table.row(0, 0, ["7z"] * 3, sideways=(place,))
    table.row(table.end_of(meld) + 0.8, 0, ["1m"] * 10)
    x, y, _, _ = table.tiles[meld[place]]
    fourth = table.tile(x, y - 1.02, "7z", turned=90)
    for yaw in (-25, 25):
        row = main_row(arrange(table.photo(elevation=25, yaw=yaw, rectangles=False)))
        assert (list(row.groups[0].tiles), row.groups[0].on_top) == (meld, (fourth,))
