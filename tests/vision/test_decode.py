import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.vision.decode import decode, encode
from paiyan.vision.geometry import order_corners, rectangles


def raw(*columns: list[float]) -> np.ndarray:
    return np.array(columns, np.float32).T


def test_a_box_is_centre_size_and_clockwise_angle():
    found = decode(raw([100, 50, 40, 20, 0.9, 0.1, np.pi / 2]), 2, 0.25)
    assert order_corners(found.corners)[0] == pytest.approx(np.array([[90, 30], [110, 30], [110, 70], [90, 70]]))
    assert found.scores == pytest.approx(np.array([[0.9, 0.1]]))


def test_only_boxes_from_the_threshold_on_are_kept():
    found = decode(raw([0, 0, 4, 4, 0.24, 0.1, 0], [9, 9, 4, 4, 0.1, 0.25, 0]), 2, 0.25)
    assert found.corners.mean(axis=1).tolist() == [[9, 9]]


def test_the_scores_of_the_other_classes_are_kept_too():
    assert decode(raw([0, 0, 4, 4, 0.3, 0.29, 0]), 2, 0.25).scores[0] == pytest.approx([0.3, 0.29])


def test_boxes_that_are_no_numbers_are_left_out():
    assert len(decode(raw([np.nan, 0, 4, 4, 0.9, 0, 0], [0, 0, np.inf, 4, 0.9, 0, 0]), 2, 0.25).corners) == 0


def test_scores_a_rounding_error_above_one_are_one():
    assert decode(raw([0, 0, 4, 4, 1.001, 0, 0]), 2, 0.25).scores.max() == 1


@pytest.mark.parametrize("shape", [(6, 10), (8, 10), (1, 7, 10)])
def test_output_of_another_network_is_refused(shape):
    with pytest.raises(ValueError, match="doesn't fit 2 classes"):
        decode(np.zeros(shape, np.float32), 2, 0.25)


@given(st.floats(0, 900), st.floats(0, 900), st.floats(2, 100), st.floats(2, 100), st.floats(-1.5, 1.5))
def test_encoding_is_undone_by_decoding(x, y, width, height, angle):
    corners = rectangles(np.array([[x, y]]), np.array([width]), np.array([height]), np.array([angle]))
    scores = np.array([[0.2, 0.7]], np.float32)
    found = decode(encode(corners, scores), 2, 0.25)
    assert found.corners == pytest.approx(corners, abs=0.01)
    assert found.scores == pytest.approx(scores)
