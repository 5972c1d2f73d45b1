import numpy as np
import pytest

from paiyan.vision.detections import Detections

NAMES = ("1m", "2m", "back")


def boxes(count: int = 3) -> Detections:
    corners = np.array([[[0, 0], [10, 0], [10, 20], [0, 20]]], np.float32) + np.arange(count)[:, None, None] * 30
    scores = np.array([[0.9, 0.1, 0], [0.2, 0.6, 0.1], [0, 0, 0.5]], np.float32)[:count]
    return Detections(corners, scores, scores.max(axis=1), NAMES, (200, 100))


def test_each_box_is_labelled_by_its_best_class():
    assert boxes().labels.tolist() == [0, 1, 2]
    assert boxes().names == ("1m", "2m", "back")


def test_all_class_scores_are_kept_best_first():
    assert boxes().top(1, 2) == [("2m", pytest.approx(0.6)), ("1m", pytest.approx(0.2))]


def test_the_centre_is_the_middle_of_the_corners():
    assert boxes().centers.tolist() == [[5, 10], [35, 40], [65, 70]]


def test_an_upright_box_has_its_axis_at_90_degrees():
    assert boxes().axes.tolist() == [90, 90, 90]


def test_a_mask_keeps_the_rows_it_marks():
    assert boxes()[boxes().confidence > 0.55].names == ("1m", "2m")


def test_indices_pick_rows_in_their_order():
    assert boxes()[[2, 0]].names == ("back", "1m")


def test_an_empty_selection_gives_no_boxes():
    assert len(boxes()[[]]) == 0
    assert len(boxes()[:0]) == 0


def test_slicing_keeps_classes_and_photo_size():
    part = boxes()[1:]
    assert (part.class_names, part.size) == (NAMES, (200, 100))


def test_concat_puts_rows_one_after_the_other():
    assert Detections.concat([boxes()[2:], boxes()[:1]]).names == ("back", "1m")


def test_concat_refuses_another_photo_size():
    other = Detections.empty(NAMES, (5, 5))
    with pytest.raises(ValueError, match="same classes and photo size"):
        Detections.concat([boxes(), other])


def test_concat_of_nothing_is_refused():
    with pytest.raises(ValueError, match="empty"):
        Detections.concat([])


def test_no_boxes_have_no_labels():
    none = Detections.empty(NAMES, (10, 10))
    assert (len(none), none.names, none.centers.shape) == (0, (), (0, 2))


def test_the_columns_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        boxes().scores[0, 0] = 1


def test_changing_the_given_array_later_changes_nothing():
    corners = np.zeros((1, 4, 2), np.float32)
    made = Detections(corners, np.ones((1, 3)), np.ones(1), NAMES, (10, 10))
    corners[:] = 7
    assert made.corners.max() == 0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"corners": np.zeros((2, 4, 2))}, "corners has shape"),
        ({"corners": np.full((1, 4, 2), np.nan)}, "finite"),
        ({"scores": np.zeros((1, 2))}, "scores has shape"),
        ({"scores": np.full((1, 3), 1.5)}, "between 0 and 1"),
        ({"scores": np.full((1, 3), np.nan)}, "between 0 and 1"),
        ({"confidence": np.zeros((1, 1))}, "has shape"),
        ({"confidence": np.array([-0.1])}, "between 0 and 1"),
        ({"class_names": ("1m", "1m", "2m")}, "each once"),
        ({"class_names": ()}, "must be given"),
        ({"size": (0, 10)}, "0×10"),
    ],
)
def test_columns_that_do_not_fit_together_are_refused(change, complaint):
    fitting = {
        "corners": np.zeros((1, 4, 2)),
        "scores": np.zeros((1, 3)),
        "confidence": np.zeros(1),
        "class_names": NAMES,
        "size": (10, 10),
    }
    with pytest.raises(ValueError, match=complaint):
        Detections(**{**fitting, **change})
