import json

import cv2
import numpy as np
import pytest

from paiyan.datasets.formats import read_labelled
from paiyan.datasets.formats.coco import read_coco
from paiyan.datasets.pictures import CLASS_NAMES, LabelError

CATEGORIES = [{"id": 0, "name": "mahjong-tiles"}, {"id": 1, "name": "1-characters"}, {"id": 7, "name": "dice"}]


def _annotation(number, category, **shape):
    return {"id": number, "image_id": 5, "category_id": category, **shape}


def _write(folder, annotations, *, images=None, categories=CATEGORIES, place="annotations.json"):
    content = {
        "images": images or [{"id": 5, "file_name": "a.png", "width": 80, "height": 60}],
        "annotations": annotations,
        "categories": categories,
    }
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    cv2.imwrite(str(folder / "a.png"), np.full((60, 80, 3), 90, np.uint8))


def test_a_bbox_becomes_an_upright_box_of_the_named_face(tmp_path):
    _write(tmp_path, [_annotation(1, 1, bbox=[10, 20, 12, 16])])
    (picture,) = read_coco(tmp_path)
    assert (picture.name, picture.source, picture.size) == ("a", tmp_path.name, (80, 60))
    assert [CLASS_NAMES[index] for index in picture.classes] == ["1m"]
    np.testing.assert_allclose(picture.corners[0], [[10, 20], [22, 20], [22, 36], [10, 36]])


def test_a_polygon_becomes_an_oriented_box_clockwise_from_the_top_left(tmp_path):
    turned = [20, 10, 16, 20, 36, 28, 40, 18]
    _write(tmp_path, [_annotation(1, 1, bbox=[10, 10, 30, 30], segmentation=[turned])])
    (picture,) = read_coco(tmp_path)
    np.testing.assert_allclose(picture.corners[0], [[20, 10], [40, 18], [36, 28], [16, 20]])


def test_an_outline_of_many_points_becomes_its_smallest_rectangle(tmp_path):
    outline = [10, 20, 16, 20, 22, 20, 22, 36, 10, 36]
    _write(tmp_path, [_annotation(1, 1, bbox=[0, 0, 1, 1], segmentation=[outline])])
    (picture,) = read_coco(tmp_path)
    np.testing.assert_allclose(picture.boxes[0], [10, 20, 22, 36], atol=0.01)


def test_names_of_groups_without_labels_need_no_meaning_but_used_ones_do(tmp_path):
    _write(tmp_path, [_annotation(1, 7, bbox=[10, 20, 12, 16])])
    with pytest.raises(LabelError, match=r"unknown classes .*'dice'"):
        list(read_coco(tmp_path))
    (picture,) = read_coco(tmp_path, classes={"dice": "ignore"})
    assert len(picture) == 0


def test_the_file_may_lie_in_a_folder_of_annotations_and_the_photos_beside_it(tmp_path):
    _write(tmp_path, [_annotation(1, 1, bbox=[10, 20, 12, 16])], place="annotations/instances_train.json")
    (picture,) = read_labelled(tmp_path, "coco", source="mine")
    assert (picture.source, len(picture)) == ("mine", 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not json"),
        ("[]", "not a coco file"),
        ('{"images": [], "annotations": {}, "categories": []}', "not a coco file"),
        ("[" * 100_000, "nested too deep"),
        ('{"images": 1' + "0" * 5000 + "}", "not json"),
        (
            '{"images": [{"id": 1}], "annotations": [{"image_id": 1, "category_id": 3}], "categories": []}',
            "coco id unknown .*category_id, list=categories, ids=3",
        ),
        (
            '{"images": [{"id": 1, "file_name": "no.png"}], "annotations": [], "categories": []}',
            r"picture missing .*no\.png",
        ),
    ],
)
def test_a_malformed_file_is_refused_with_the_reason(tmp_path, text, complaint):
    (tmp_path / "labels.json").write_text(text)
    with pytest.raises(LabelError, match=complaint):
        list(read_coco(tmp_path))


@pytest.mark.parametrize(
    ("tables", "complaint"),
    [
        ({"categories": [{"id": 1, "name": "1m"}, {"id": 1, "name": "2m"}]}, "coco id twice .*categories, ids=1"),
        ({"images": [{"id": 5, "file_name": "a.png"}] * 2}, "coco id twice .*images, ids=5"),
        ({"images": [{"id": 6, "file_name": "a.png"}]}, "coco id unknown .*image_id, list=images, ids=5"),
        ({"images": [{"id": [5], "file_name": "a.png"}]}, "coco id .*images, row=1, field=id"),
        ({"categories": [{"name": "1m"}]}, "coco id .*categories, row=1, field=id"),
        ({"annotations": [{"image_id": 5, "category_id": [1]}]}, "coco id .*annotations, row=1, field=category_id"),
        ({"annotations": [{"image_id": [5], "category_id": 1}]}, "coco id .*annotations, row=1, field=image_id"),
    ],
)
def test_numbers_that_are_missing_double_or_of_nothing_are_refused(tmp_path, tables, complaint):
    whole = {"annotations": [_annotation(1, 1, bbox=[10, 20, 12, 16])]} | tables
    _write(tmp_path, whole.pop("annotations"), **whole)
    with pytest.raises(LabelError, match=complaint):
        list(read_coco(tmp_path))


@pytest.mark.parametrize(
    ("shape", "complaint"),
    [
        ({"bbox": [99999, 1, 2, 2]}, "box outside .*width=80, height=60"),
        ({"bbox": [50, 50, -20, -20]}, "box without size"),
        ({"bbox": [float("nan"), 1, 2, 2]}, "box no numbers"),
        ({"segmentation": [[1, 1, float("inf"), 1, 5, 5, 1, 5, 2, 9]]}, "box no numbers"),
        ({"segmentation": [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]]}, "box without size"),
    ],
)
def test_a_box_that_nobody_can_have_meant_is_refused_by_its_number(tmp_path, shape, complaint):
    _write(tmp_path, [_annotation(44, 1, **shape)])
    with pytest.raises(LabelError, match=f"annotation=44, reason={complaint}"):
        list(read_coco(tmp_path))


@pytest.mark.parametrize(
    "shape",
    [{}, {"bbox": [1, 2, 3]}, {"bbox": ["x", 1, 2, 3]}, {"bbox": [1, 2, 3, None]}, {"bbox": [1, 2, 3, 10**400]}],
)
def test_a_label_without_a_usable_box_is_refused_by_its_number(tmp_path, shape):
    _write(tmp_path, [_annotation(44, 1, **shape)])
    with pytest.raises(LabelError, match=r"annotations\.json, annotation=44"):
        list(read_coco(tmp_path))


@pytest.mark.parametrize("size", [{"width": 60, "height": 80}, {"width": 160, "height": 120}])
def test_labels_made_for_a_picture_of_another_size_are_refused(tmp_path, size):
    _write(tmp_path, [_annotation(1, 1, bbox=[10, 20, 12, 16])], images=[{"id": 5, "file_name": "a.png", **size}])
    with pytest.raises(LabelError, match=r"picture of another size .*picture=a\.png, labelled=.* size=80 × 60"):
        list(read_coco(tmp_path))


@pytest.mark.parametrize("size", [{}, {"width": 0, "height": 0}, {"width": "80", "height": 60.0}, {"width": None}])
def test_a_size_that_is_not_named_or_no_number_is_left_out_of_account(tmp_path, size):
    _write(tmp_path, [_annotation(1, 1, bbox=[10, 20, 12, 16])], images=[{"id": 5, "file_name": "a.png", **size}])
    assert len(list(read_coco(tmp_path))) == 1


def test_a_folder_without_a_coco_file_and_an_unknown_format_are_refused(tmp_path):
    with pytest.raises(LabelError, match="no coco file"):
        list(read_coco(tmp_path))
    with pytest.raises(LabelError, match=r"unknown format .*csv, known=coco, voc, yolo"):
        read_labelled(tmp_path, "csv")
