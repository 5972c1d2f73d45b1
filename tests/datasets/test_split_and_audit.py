from dataclasses import replace

import cv2
import numpy as np
import pytest

from paiyan.datasets.audit import Finding, audit, draw_labels, examples
from paiyan.datasets.pictures import CLASS_NAMES, Picture, corners_of_boxes
from paiyan.datasets.split import split_pictures


def _picture(name, seed, boxes=((10, 10, 40, 50),), classes=(0,)):
    coarse = np.random.default_rng(seed).integers(0, 255, (12, 12, 3), dtype=np.uint8)
    pixels = cv2.resize(coarse, (160, 160), interpolation=cv2.INTER_CUBIC)
    corners = corners_of_boxes(np.array(boxes, np.float32).reshape(-1, 4))
    return Picture(name, "unit", pixels, corners, np.array(classes, np.int64))


def _part_of(split, name):
    return "train" if name in split.train else "held out"


def test_augmentations_and_near_copies_of_a_photo_stay_together():
    pictures = [_picture(f"p{seed}_rf_{copy}", 100 * seed + copy) for seed in range(20) for copy in range(3)]
    pictures += [_picture(f"copy{seed}", 100 * seed) for seed in range(20)]
    split = split_pictures(pictures, share=0.4)
    assert split.held_out
    assert split.train
    for seed in range(20):
        parts = {_part_of(split, f"p{seed}_rf_{copy}") for copy in range(3)} | {_part_of(split, f"copy{seed}")}
        assert len(parts) == 1


def test_turned_copies_of_a_photo_stay_with_it():
    pictures = [_picture(f"p{seed}", seed) for seed in range(20)]
    turned = [
        replace(picture, name=f"turned{picture.name}", pixels=np.ascontiguousarray(np.rot90(picture.pixels)))
        for picture in pictures
    ]
    split = split_pictures([*pictures, *turned], share=0.4)
    assert split.held_out
    assert all(_part_of(split, picture.name) == _part_of(split, f"turned{picture.name}") for picture in pictures)


def test_every_picture_is_in_exactly_one_part():
    pictures = [_picture(f"p{seed}", seed) for seed in range(30)]
    split = split_pictures(pictures, share=0.3)
    assert sorted([*split.train, *split.held_out]) == sorted(picture.name for picture in pictures)


def test_new_pictures_do_not_move_old_ones_between_the_parts():
    pictures = [_picture(f"p{seed}", seed) for seed in range(30)]
    before, after = split_pictures(pictures[:15], share=0.3), split_pictures(pictures, share=0.3)
    assert set(before.held_out) <= set(after.held_out)
    assert set(before.train) <= set(after.train)


def test_a_share_outside_0_to_1_and_doubled_names_are_refused():
    with pytest.raises(ValueError, match="share must lie in"):
        split_pictures([], share=2)
    with pytest.raises(ValueError, match="same name"):
        split_pictures([_picture("p", 1), _picture("p", 2)])


def test_an_audit_counts_and_finds_nothing_wrong_with_clean_labels():
    result = audit([_picture("a", 1), _picture("b", 2)])
    assert result.findings == []
    assert result.classes["1m"] == 2
    assert set(result.unseen_classes()) == set(CLASS_NAMES) - {"1m"}


@pytest.mark.parametrize(
    ("boxes", "classes", "finding"),
    [
        ((), (), Finding("empty", "a")),
        (((10, 10, 16, 30),), (0,), Finding("tiny", "a", 0)),
        (((10, 10, 20, 60),), (0,), Finding("long", "a", 0)),
        (((10, 10, 50, 30),), (CLASS_NAMES.index("g1"),), Finding("strip", "a", 0)),
        (((10, 10, 40, 50), (12, 10, 41, 50)), (0, 1), Finding("double", "a", 1)),
        (tuple((10 + 20 * i, 10, 26 + 20 * i, 32) for i in range(5)), (3,) * 5, Finding("five", "a")),
    ],
)
def test_an_audit_names_each_kind_of_doubtful_label(boxes, classes, finding):
    assert finding in audit([_picture("a", 1, boxes, classes)]).findings


def test_five_backs_are_nothing_odd():
    boxes = tuple((10 + 20 * i, 10, 26 + 20 * i, 32) for i in range(5))
    assert audit([_picture("a", 1, boxes, (CLASS_NAMES.index("back"),) * 5)]).findings == []


def test_nearly_the_same_picture_twice_is_found_once():
    result = audit([_picture("a", 1), _picture("b", 1), _picture("c", 2)])
    assert result.by_kind() == {"twin": 1}


def test_examples_show_each_source_and_each_kind_of_doubt_up_to_a_limit():
    pictures = [_picture(f"p{seed}", seed, ((10, 10, 20, 60),)) for seed in range(4)]
    shown = examples(pictures, audit(pictures), most=2)
    assert [(example.kind, example.picture) for example in shown] == [
        (None, "p0"),
        ("long", "p0"),
        (None, "p1"),
        ("long", "p1"),
    ]


def test_doubtful_labels_are_drawn_otherwise_than_plain_ones():
    picture = _picture("a", 1)
    plain, doubtful = draw_labels(picture), draw_labels(picture, frozenset({0}))
    assert plain.shape == (900, 900, 3)
    assert (plain != doubtful).any()
