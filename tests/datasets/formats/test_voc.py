import cv2
import numpy as np
import pytest

from paiyan.datasets.formats.voc import read_voc
from paiyan.datasets.pictures import CLASS_NAMES, LabelError

BOX = "<bndbox><xmin>10</xmin><ymin>20</ymin><xmax>22</xmax><ymax>36</ymax></bndbox>"
TURNED = "<robndbox><cx>40</cx><cy>30</cy><w>12</w><h>16</h><angle>1.5707963</angle></robndbox>"


def _write(folder, *objects, labels="Annotations", pictures="JPEGImages", name="a"):
    for part in (labels, pictures):
        (folder / part).mkdir(parents=True, exist_ok=True)
    items = "".join(f"<object><name>{face}</name>{box}</object>" for face, box in objects)
    (folder / labels / f"{name}.xml").write_text(
        f"<annotation><filename>{name}.png</filename>{items}</annotation>", encoding="utf-8"
    )
    cv2.imwrite(str(folder / pictures / f"{name}.png"), np.full((60, 80, 3), 90, np.uint8))


@pytest.mark.parametrize(("labels", "pictures"), [("Annotations", "JPEGImages"), (".", "."), ("annotations", "images")])
def test_boxes_are_read_wherever_the_author_put_the_files(tmp_path, labels, pictures):
    _write(tmp_path, ("东", BOX), labels=labels, pictures=pictures)
    (picture,) = read_voc(tmp_path)
    assert [CLASS_NAMES[index] for index in picture.classes] == ["1z"]
    np.testing.assert_allclose(picture.corners[0], [[10, 20], [22, 20], [22, 36], [10, 36]])


def test_a_turned_box_becomes_an_oriented_one(tmp_path):
    _write(tmp_path, ("west", TURNED))
    (picture,) = read_voc(tmp_path)
    np.testing.assert_allclose(picture.corners[0], [[32, 24], [48, 24], [48, 36], [32, 36]], atol=0.01)


def test_short_codes_are_read_by_what_all_files_together_say(tmp_path):
    _write(tmp_path, ("B1", BOX), name="a")
    _write(tmp_path, ("W2", BOX), ("T3", BOX), name="b")
    faces = [[CLASS_NAMES[index] for index in picture.classes] for picture in read_voc(tmp_path)]
    assert faces == [["1p"], ["2m", "3s"]]


def test_labels_of_no_tile_are_left_out_where_the_recipe_says_so(tmp_path):
    _write(tmp_path, ("dice", BOX), ("1m", BOX))
    (picture,) = read_voc(tmp_path, classes={"dice": "ignore"})
    assert len(picture) == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("<annotation>", "not xml"),
        ('<?xml version="1.0" encoding="foo"?><annotation/>', "not xml"),
        ("<html></html>", "not a voc file .*tag=html"),
        ("<annotation><object></object></annotation>", "voc no name"),
        ("<annotation><object><name>1m</name></object></annotation>", "names no picture"),
        ("<annotation><filename>a.png</filename><object><name>1m</name></object></annotation>", "voc no box"),
        (
            "<annotation><filename>a.png</filename><object><name>1m</name><bndbox><xmin>1</xmin></bndbox></object>"
            "</annotation>",
            "voc box .*tag=bndbox",
        ),
        ("<annotation><filename>b.png</filename></annotation>", r"picture missing .*b\.png"),
    ],
)
def test_a_malformed_file_is_refused_with_its_name_and_reason(tmp_path, text, complaint):
    _write(tmp_path)
    (tmp_path / "Annotations" / "a.xml").write_text(text)
    with pytest.raises(LabelError, match=complaint):
        list(read_voc(tmp_path))


def test_a_folder_without_xml_files_is_refused(tmp_path):
    with pytest.raises(LabelError, match="no voc files"):
        list(read_voc(tmp_path))


@pytest.mark.parametrize(
    ("box", "complaint"),
    [
        (BOX.replace("10", "1e6").replace("22", "2e6"), "box outside .*width=80, height=60"),
        (BOX.replace("22", "1"), "box without size"),
        (BOX.replace("10", "nan"), "box no numbers"),
        (TURNED.replace("<w>12", "<w>-12"), "box without size"),
    ],
)
def test_a_box_that_nobody_can_have_meant_is_refused_with_its_file_and_name(tmp_path, box, complaint):
    _write(tmp_path, ("1m", box))
    with pytest.raises(LabelError, match=rf"a\.xml, object=1m, reason={complaint}"):
        list(read_voc(tmp_path))


@pytest.mark.parametrize(("size", "fits"), [((80, 60), True), ((0, 0), True), ((60, 80), False)])
def test_labels_made_for_a_picture_of_another_size_are_refused(tmp_path, size, fits):
    _write(tmp_path, ("1m", BOX))
    path = tmp_path / "Annotations" / "a.xml"
    named = f"<annotation><size><width>{size[0]}</width><height>{size[1]}</height></size>"
    path.write_text(path.read_text(encoding="utf-8").replace("<annotation>", named), encoding="utf-8")
    if fits:
        assert len(list(read_voc(tmp_path))) == 1
        return
    with pytest.raises(LabelError, match=r"picture of another size .*labelled=60 × 80, size=80 × 60"):
        list(read_voc(tmp_path))
