import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.vision.geometry import rectangles
from paiyan.vision.passes import Look, Pass, closer, next_pass, whole, whole_in_view

NOTHING = np.empty(0)


def tiles(length: float, count: int = 14) -> np.ndarray:
    return np.full(count, length)


def longest_input(at: Pass) -> int:
    return max(max(view.width, view.height) for view in at.views)


def first_look(width: int, height: int, lengths: np.ndarray) -> list[Look]:
    return [Look(whole(width, height, 640), lengths)]


def test_large_enough_tiles_are_looked_at_once_more_a_quarter_larger():
    again = next_pass(1280, 960, first_look(1280, 960, tiles(200)))
    assert len(again.views) == 1
    assert longest_input(again) == 800


def test_small_tiles_are_read_at_a_larger_size():
    looks = first_look(1280, 960, tiles(70))
    again = next_pass(1280, 960, looks)
    assert len(again.views) == 1
    assert 70 * again.scale == pytest.approx(56, abs=2)


def test_tiny_tiles_are_read_in_slices():
    looks = first_look(4000, 3000, tiles(80))
    again = next_pass(4000, 3000, looks)
    assert 1 < len(again.views) <= 12
    assert 80 * again.scale >= 32


def test_pixels_are_never_blown_up_more_than_twice():
    again = next_pass(640, 480, first_look(640, 480, tiles(8)))
    assert again.scale <= 2.05


def test_two_looks_that_show_the_tiles_well_are_enough():
    looks = first_look(1280, 960, tiles(200))
    looks.append(Look(next_pass(1280, 960, looks), tiles(200)))
    assert next_pass(1280, 960, looks) is None


def test_tiles_still_too_small_are_looked_at_closer_again():
    looks = first_look(4000, 3000, tiles(200))
    looks.append(Look(next_pass(4000, 3000, looks), tiles(60)))
    assert next_pass(4000, 3000, looks).scale > looks[-1].at.scale


def test_where_nothing_is_seen_it_looks_from_afar_and_then_closer_and_closer():
    looks = first_look(4000, 3000, NOTHING)
    looks.append(Look(next_pass(4000, 3000, looks), NOTHING))
    assert longest_input(looks[1].at) < 640
    looks.append(Look(next_pass(4000, 3000, looks), NOTHING))
    assert looks[2].at.scale > looks[0].at.scale
    looks.append(Look(next_pass(4000, 3000, looks), NOTHING))
    assert looks[3].at.scale == 2 * looks[2].at.scale
    assert next_pass(4000, 3000, looks) is None


def test_a_small_photo_on_which_nothing_is_seen_is_not_looked_at_twice_as_large():
    looks = first_look(640, 480, NOTHING)
    for _ in range(2):
        looks.append(Look(next_pass(640, 480, looks), NOTHING))
    assert looks[2].at.scale == 2
    assert next_pass(640, 480, looks) is None


def test_what_only_the_first_look_saw_is_not_looked_for_again_and_again():
    looks = first_look(4000, 3000, tiles(200))
    looks.append(Look(next_pass(4000, 3000, looks), NOTHING))
    assert next_pass(4000, 3000, looks) is None


def test_a_tile_that_fills_the_photo_is_found_from_afar():
    looks = first_look(240, 320, NOTHING)
    looks.append(Look(next_pass(240, 320, looks), tiles(280, 1)))
    assert next_pass(240, 320, looks) is None


def test_a_speck_seen_from_afar_does_not_keep_it_from_looking_closer():
    looks = first_look(4000, 3000, NOTHING)
    looks.append(Look(next_pass(4000, 3000, looks), tiles(300, 1)))
    assert next_pass(4000, 3000, looks).scale > looks[0].at.scale


@given(st.integers(16, 4096), st.integers(16, 4096), st.lists(st.floats(1, 4000), max_size=30))
def test_it_stops_after_a_few_looks_whatever_it_sees(width, height, lengths):
    looks = first_look(width, height, np.array(lengths))
    while (at := next_pass(width, height, looks)) is not None:
        looks.append(Look(at, np.array(lengths)))
    assert len(looks) <= 4
    assert all(len(look.at.views) <= 12 for look in looks)


@given(st.integers(600, 4096), st.integers(600, 4096), st.floats(10, 300))
def test_every_tile_is_whole_in_some_slice(width, height, length):
    at = closer(width, height, Look(whole(width, height, 640), tiles(length)), 56)
    if at.overlap < length:
        return
    rng = np.random.default_rng(3)
    centers = rng.uniform((length, length), (width - length, height - length), (50, 2))
    square = np.full(50, length / math.sqrt(2) - 8)
    boxes = rectangles(centers, square, square, rng.uniform(0, 3, 50))
    whole_somewhere = np.zeros(50, bool)
    for view in at.views:
        region = view.region
        inside = (boxes >= (region.x, region.y)) & (boxes <= (region.x + region.width, region.y + region.height))
        whole_somewhere |= whole_in_view(view, boxes, width, height) & inside.all(axis=(1, 2))
    assert whole_somewhere.all()


def test_slices_reach_every_edge_of_the_photo():
    at = closer(4000, 3000, Look(whole(4000, 3000, 640), tiles(80)), 4)
    regions = [view.region for view in at.views]
    assert min(region.x for region in regions) == min(region.y for region in regions) == 0
    assert max(region.x + region.width for region in regions) == 4000
    assert max(region.y + region.height for region in regions) == 3000


def test_a_box_cut_by_an_inner_side_of_a_slice_is_left_to_the_next_slice():
    at = closer(4000, 3000, Look(whole(4000, 3000, 640), tiles(80)), 4)
    view = at.views[0]
    edge = view.region.width
    cut, uncut, at_photo_edge = whole_in_view(
        view,
        rectangles(
            np.array([[edge - 10.0, 200.0], [300.0, 200.0], [10.0, 200.0]]), tiles(60, 3), tiles(80, 3), np.zeros(3)
        ),
        4000,
        3000,
    )
    assert (cut, uncut, at_photo_edge) == (False, True, True)


def test_a_pass_leaves_tiles_it_shows_too_small_or_too_large_to_others():
    at = whole(1280, 960, 640)
    assert at.sees(np.array([40.0, 100.0, 1000.0])).tolist() == [False, True, False]
