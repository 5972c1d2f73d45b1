import zlib

import numpy as np
import pytest

from paiyan.datasets.formats.yolo import format_labels, parse_labels, read_folder, write_data_file, write_picture
from paiyan.datasets.pictures import CLASS_NAMES, LabelError, Picture, corners_of_boxes


def _picture(name="one", count=2):
    pixels = np.full((60, 80, 3), 90, np.uint8)
    boxes = np.array([[10, 10, 20, 24], [30, 20, 44, 30]], np.float32)[:count]
    return Picture(name, "unit", pixels, corners_of_boxes(boxes), np.array([4, 42], np.int64)[:count])


def test_an_upright_box_becomes_four_corners_clockwise_from_the_top_left():
    corners, classes = parse_labels("5 0.5 0.5 0.2 0.4\n", (100, 50))
    assert classes.tolist() == [5]
    np.testing.assert_allclose(corners[0], [[40, 15], [60, 15], [60, 35], [40, 35]], atol=1e-4)


def test_oriented_labels_round_trip_through_text():
    picture = _picture()
    corners, classes = parse_labels(format_labels(picture), picture.size)
    assert classes.tolist() == picture.classes.tolist()
    np.testing.assert_allclose(corners, picture.corners, atol=0.01)


def test_corners_beyond_the_edge_are_cut_off_when_written():
    picture = _picture(count=1)
    outside = picture.with_labels(picture.corners - np.float32(15))
    corners, _ = parse_labels(format_labels(outside), picture.size)
    assert corners.min() == 0.0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("5 0.5 0.5 0.2\n", "line=1, .*label fields .*fields=4"),
        ("43 0.5 0.5 0.2 0.2\n", "label class .*index=43"),
        ("1.5 0.5 0.5 0.2 0.2\n", "label class .*index=1.5"),
        ("\n1 0.5 x 0.2 0.2\n", "line=2, .*label no number"),
        ("1 240 300 30 40\n", "label outside"),
        ("1 3 0.5 0.1 0.1\n", "label outside"),
        ("1 1.3 0.5 0.1 0.1\n", "box outside"),
        ("1 nan 0.5 0.1 0.1\n", "box no numbers"),
        ("nan 0.5 0.5 0.1 0.1\n", "label class .*index=nan"),
        ("inf 0.5 0.5 0.1 0.1\n", "label class .*index=inf"),
        ("1 0.5 0.5 0 0\n", "box without size"),
        ("1 0.5 0.5 -0.1 -0.1\n", "box without size"),
        ("1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1\n", "box without size"),
        ("1 0.1 0.1 0.3 0.3 0.3 0.1 0.1 0.3\n", "box crossed"),
    ],
)
def test_a_malformed_line_is_refused_with_its_number_and_reason(text, complaint):
    with pytest.raises(LabelError, match=complaint):
        parse_labels(text, (640, 640), name="photo.txt")


def test_a_written_folder_reads_back_with_the_same_labels(tmp_path):
    image = write_picture(tmp_path, _picture())
    write_data_file(tmp_path, [image, image], [image])
    (read,) = read_folder(tmp_path)
    assert read.classes.tolist() == [4, 42]
    np.testing.assert_allclose(read.corners, _picture().corners, atol=0.01)
    assert (tmp_path / "train.txt").read_text().splitlines() == [str(image)] * 2
    assert f"  42: {CLASS_NAMES[42]}" in (tmp_path / "data.yaml").read_text()


def test_a_picture_without_a_label_file_has_no_tiles(tmp_path):
    image = write_picture(tmp_path, _picture())
    (tmp_path / "labels" / f"{image.stem}.txt").unlink()
    (read,) = read_folder(tmp_path)
    assert len(read) == 0


def test_labels_that_begin_with_a_mark_of_utf8_are_read(tmp_path):
    image = write_picture(tmp_path, _picture())
    labels = tmp_path / "labels" / f"{image.stem}.txt"
    labels.write_bytes(b"\xef\xbb\xbf" + labels.read_bytes())
    (read,) = read_folder(tmp_path)
    assert len(read) == 2


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_labels_in_another_encoding_are_refused_by_their_file(tmp_path, encoding):
    image = write_picture(tmp_path, _picture())
    (tmp_path / "labels" / f"{image.stem}.txt").write_bytes("1 .5 .5 .1 .1 é".encode(encoding))
    with pytest.raises(LabelError, match=r"not utf8 .*unit--one\.txt"):
        list(read_folder(tmp_path))


def test_a_folder_in_place_of_a_label_file_is_not_taken_for_a_picture_without_tiles(tmp_path):
    image = write_picture(tmp_path, _picture())
    labels = tmp_path / "labels" / f"{image.stem}.txt"
    labels.unlink()
    labels.mkdir()
    with pytest.raises(OSError, match=r"unit--one\.txt"):
        list(read_folder(tmp_path))


def test_two_pictures_that_would_share_their_labels_are_refused_by_both_names(tmp_path):
    image = write_picture(tmp_path, _picture())
    image.with_suffix(".png").write_bytes(image.read_bytes())
    with pytest.raises(LabelError, match=r"share labels .*unit--one\.jpg, second=unit--one\.png"):
        list(read_folder(tmp_path))


@pytest.mark.parametrize("suffix", [".heic", ".tif"])
def test_a_labelled_picture_of_a_format_that_is_not_read_is_named_instead_of_left_out(tmp_path, suffix):
    image = write_picture(tmp_path, _picture())
    (tmp_path / "images" / "Thumbs.db").touch()
    (tmp_path / "images" / f"{image.stem}{suffix}").touch()
    assert len(list(read_folder(tmp_path))) == 1
    image.unlink()
    with pytest.raises(LabelError, match=rf"picture format .*unit--one\{suffix}"):
        list(read_folder(tmp_path))


def _png_header(width, height):
    chunk = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n\0\0\0\r" + chunk + zlib.crc32(chunk).to_bytes(4, "big") + b"\0" * 64


@pytest.mark.parametrize("content", [b"", _png_header(50_000, 50_000)])
def test_an_empty_picture_and_one_larger_than_any_photo_are_refused_by_name(tmp_path, content):
    image = write_picture(tmp_path, _picture())
    image.write_bytes(content)
    with pytest.raises(LabelError, match=r"not an image .*unit--one\.jpg"):
        list(read_folder(tmp_path))


@pytest.mark.parametrize(("file", "text"), [("classes.txt", "\n"), ("data.yaml", "names: []\n")])
def test_an_empty_list_of_classes_is_refused_by_its_file(tmp_path, file, text):
    write_picture(tmp_path, _picture())
    (tmp_path / file).write_text(text)
    with pytest.raises(LabelError, match=f"empty class list .*{file}"):
        list(read_folder(tmp_path))


def test_a_folder_without_images_is_refused(tmp_path):
    with pytest.raises(LabelError, match="no images"):
        list(read_folder(tmp_path))


def test_a_picture_with_more_corners_than_classes_is_refused():
    picture = _picture()
    with pytest.raises(LabelError, match=r"picture corners .*classes=1"):
        picture.with_labels(picture.corners, picture.classes[:1])


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("data.yaml", "nc: 3\nnames: ['west', \"2-dots\", dice]\n"),
        ("data.yaml", "names:\n- west\n- 2-dots\n- 'dice'\ntrain: images\n"),
        ("data.yaml", "names:\n  0: west\n  1: 2-dots\n  2: dice\n"),
        ("classes.txt", "west\n2-dots\ndice\n"),
    ],
)
@pytest.mark.parametrize("place", [".", ".."])
def test_foreign_class_numbers_are_read_by_their_names(tmp_path, file, text, place):
    folder = tmp_path / "train"
    image = write_picture(folder, _picture())
    labels = folder / "labels" / f"{image.stem}.txt"
    labels.write_text("0 0.5 0.5 0.2 0.2\n1 0.5 0.5 0.2 0.2\n2 0.5 0.5 0.2 0.2\n")
    (folder / place / file).write_text(text)
    (read,) = read_folder(folder, classes={"dice": "ignore"})
    assert [CLASS_NAMES[index] for index in read.classes] == ["3z", "2p"]
    with pytest.raises(LabelError, match=r"unknown classes .*'dice'"):
        list(read_folder(folder))


def test_a_data_file_without_names_is_refused(tmp_path):
    write_picture(tmp_path, _picture())
    (tmp_path / "data.yaml").write_text("train: images\n")
    with pytest.raises(LabelError, match=r"no class names .*data\.yaml"):
        list(read_folder(tmp_path))
