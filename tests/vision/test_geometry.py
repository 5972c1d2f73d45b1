import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.vision.geometry import axis_degrees, order_corners, rectangles, side_lengths, signed_areas


def rectangle(width: float, height: float, degrees: float) -> np.ndarray:
    return rectangles(np.array([[100.0, 50.0]]), np.array([width]), np.array([height]), np.array([np.radians(degrees)]))


def test_corners_start_at_the_visual_top_left_and_run_clockwise():
    shuffled = np.array([[[10, 20], [10, 0], [0, 0], [0, 20]]], np.float64)
    assert order_corners(shuffled).tolist() == [[[0, 0], [10, 0], [10, 20], [0, 20]]]


@given(st.floats(-720, 720), st.integers(0, 3), st.booleans())
def test_order_depends_on_what_is_seen_not_on_how_the_box_was_written(degrees, start, reverse):
    box = rectangle(30, 40, degrees)
    written = np.roll(box[:, ::-1] if reverse else box, start, axis=1)
    ordered = order_corners(written)
    assert signed_areas(ordered)[0] == pytest.approx(1200)
    first_side = ordered[0, 1] - ordered[0, 0]
    assert first_side[0] > 0
    assert abs(first_side[1]) <= first_side[0] * (1 + 1e-6) + 1e-6
    assert sorted(map(tuple, ordered[0])) == sorted(map(tuple, box[0]))


@pytest.mark.parametrize(
    ("width", "height", "degrees", "axis"),
    [(30, 40, 0, 90), (40, 30, 0, 0), (30, 40, 90, 0), (40, 30, 30, 30), (40, 30, 210, 30), (30, 40, 30, 120)],
)
def test_the_axis_follows_the_long_side(width, height, degrees, axis):
    assert axis_degrees(rectangle(width, height, degrees))[0] == pytest.approx(axis)


@given(st.floats(0, 360))
def test_the_axis_stays_below_180(degrees):
    assert 0 <= axis_degrees(rectangle(40, 30, degrees))[0] < 180


def test_a_square_counts_as_upright():
    assert axis_degrees(rectangle(30, 30, 0))[0] == 90


def test_side_lengths_are_those_along_and_across_the_first_side():
    along, across = side_lengths(rectangle(30, 40, 17))
    assert (along[0], across[0]) == (pytest.approx(30), pytest.approx(40))


def test_no_boxes_are_no_trouble():
    none = np.empty((0, 4, 2))
    assert order_corners(none).shape == (0, 4, 2)
    assert axis_degrees(none).shape == (0,)
