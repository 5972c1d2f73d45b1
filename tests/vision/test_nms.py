import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.vision.geometry import rectangles, signed_areas
from paiyan.vision.nms import intersection_areas, overlapping_groups

place = st.floats(-40, 40)
length = st.floats(2, 60)
turn = st.floats(-7, 7)
box = st.tuples(place, place, length, length, turn)


def corners(*boxes: tuple[float, ...]) -> np.ndarray:
    columns = np.array(boxes, np.float64)
    return rectangles(columns[:, :2], columns[:, 2], columns[:, 3], columns[:, 4])


@given(box, box)
def test_the_common_area_is_that_of_the_points_inside_both(one, other):
    first, second = corners(one, other)
    shared = intersection_areas(first, second[None])[0]
    area = one[2] * one[3]
    assert shared == pytest.approx(area * share_inside(first, other), abs=0.03 * area)


def share_inside(first: np.ndarray, other: tuple[float, ...]) -> float:
    """Share of a grid of points laid over the rectangle `first` that lies inside `other`."""
    steps = (np.arange(60) + 0.5) / 60
    along, across = np.meshgrid(steps, steps)
    points = first[0] + along[..., None] * (first[1] - first[0]) + across[..., None] * (first[3] - first[0])
    x, y, width, height, angle = other
    cos, sin = np.cos(angle), np.sin(angle)
    offset = points - (x, y)
    u, v = offset @ (cos, sin), offset @ (-sin, cos)
    return float(((np.abs(u) <= width / 2) & (np.abs(v) <= height / 2)).mean())


@pytest.mark.parametrize(
    ("other", "area"),
    [
        ((0, 0, 30, 40, 0), 1200),
        ((0, 0, 40, 30, np.pi / 2), 1200),
        ((15, 0, 30, 40, 0), 600),
        ((30, 0, 30, 40, 0), 0),
        ((0, 0, 10, 10, 0.3), 100),
        ((0, 0, 300, 400, 0.3), 1200),
        ((90, 0, 30, 40, 0), 0),
    ],
    ids=["itself", "itself written turned", "half beside", "touching", "within", "around", "apart"],
)
def test_boxes_that_share_sides_are_no_trouble(other, area):
    first, second = corners((0, 0, 30, 40, 0), other)
    assert intersection_areas(first, second[None])[0] == pytest.approx(area, abs=0.5)


def test_the_sense_of_the_corners_does_not_matter():
    first, second = corners((0, 0, 30, 40, 0.2), (5, 0, 30, 40, 0.4))
    expected = intersection_areas(first, second[None])
    assert intersection_areas(first[::-1], second[None, ::-1]) == pytest.approx(expected)


def test_boxes_of_one_tile_form_a_group_headed_by_the_most_confident():
    boxes = corners((0, 0, 30, 40, 0), (2, 1, 30, 40, 0.1), (100, 0, 30, 40, 0))
    groups = overlapping_groups(boxes, np.array([0.5, 0.9, 0.7], np.float32), 0.4)
    assert [group.tolist() for group in groups] == [[1, 0], [2]]


def test_tiles_side_by_side_stay_apart():
    boxes = corners(*((x * 30, 0, 30, 40, 0) for x in range(14)))
    assert len(overlapping_groups(boxes, np.full(14, 0.9, np.float32), 0.4)) == 14


def test_a_slanted_row_stays_apart_where_upright_boxes_would_overlap():
    step = np.array([np.cos(np.pi / 4), np.sin(np.pi / 4)]) * 30
    boxes = corners(*((*(index * step), 30, 40, np.pi / 4) for index in range(6)))
    assert len(overlapping_groups(boxes, np.full(6, 0.9, np.float32), 0.1)) == 6


def test_no_boxes_form_no_groups():
    assert overlapping_groups(np.empty((0, 4, 2)), np.empty(0, np.float32), 0.4) == []


def test_a_box_of_no_size_overlaps_nothing():
    boxes = corners((0, 0, 30, 40, 0), (0, 0, 0, 0, 0))
    assert len(overlapping_groups(boxes, np.array([0.9, 0.8], np.float32), 0.4)) == 2


def one_after_another(boxes, confidence, iou):
    """The same groups, found the plain way: the best box first, then the best that is left."""
    left = list(np.argsort(-confidence, kind="stable"))
    groups = []
    while left:
        best, rest = left[0], np.array(left[1:], int)
        shared = intersection_areas(boxes[best], boxes[rest]) if len(rest) else np.empty(0)
        areas = [abs(signed_areas(boxes[[row]])[0]) for row in (best, *rest)]
        same = shared > iou * (areas[0] + np.array(areas[1:]) - shared)
        groups.append([best, *rest[same]])
        left = [row for row in rest if row not in set(rest[same])]
    return groups


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("spread", [20, 60, 200])
def test_groups_are_those_of_taking_the_best_box_that_is_left_each_time(seed, spread):
    rng = np.random.default_rng([seed, spread])
    boxes = corners(*np.c_[rng.uniform(0, spread, (70, 2)), rng.uniform(8, 40, (70, 2)), rng.uniform(-3, 3, 70)])
    confidence = np.round(rng.uniform(0, 1, 70), 1).astype(np.float32)
    found = [list(group) for group in overlapping_groups(boxes, confidence, 0.3)]
    assert found == one_after_another(boxes, confidence, 0.3)
