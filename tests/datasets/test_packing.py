import zipfile

import cv2
import numpy as np
import pytest

from paiyan.datasets.formats.yolo import read_folder, write_data_file, write_picture
from paiyan.datasets.packing import pack, unpack
from paiyan.datasets.pictures import LabelError, Picture, corners_of_boxes


def _picture(name, seed, side=96):
    coarse = np.random.default_rng(seed).integers(0, 255, (24, 24, 3), dtype=np.uint8)
    pixels = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    boxes = np.array([[10, 10, 30, 36]], np.float32)
    return Picture(name, "unit", pixels, corners_of_boxes(boxes), np.array([seed], np.int64))


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "set"
    images = [write_picture(root, _picture(f"p{seed}", seed)) for seed in range(6)]
    write_data_file(root, [*images, images[0]], images[:1])
    return root


def test_a_packed_set_unpacks_to_the_same_labels_and_list(tmp_path, folder):
    packed = pack(folder, tmp_path / "set.zip")
    assert (packed.pictures, packed.longest_side) == (6, 640)
    assert packed.bytes == (tmp_path / "set.zip").stat().st_size
    data = unpack(tmp_path / "set.zip", tmp_path / "elsewhere")
    assert data == tmp_path / "elsewhere" / "data.yaml"
    listed = (data.parent / "train.txt").read_text().splitlines()
    assert [line.rsplit("/", 1)[1] for line in listed] == [f"unit--p{seed}.jpg" for seed in (0, 1, 2, 3, 4, 5, 0)]
    for before, after in zip(read_folder(folder), read_folder(data.parent), strict=True):
        assert before.classes.tolist() == after.classes.tolist()
        np.testing.assert_allclose(before.corners, after.corners, atol=0.01)
        assert np.abs(before.pixels.astype(int) - after.pixels).mean() < 10


def test_the_same_set_gives_the_same_file(tmp_path, folder):
    for name in ("one.zip", "other.zip"):
        pack(folder, tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "other.zip").read_bytes()


def test_pictures_are_made_poorer_until_the_set_fits(tmp_path, folder):
    full = pack(folder, tmp_path / "full.zip")
    small = pack(folder, tmp_path / "small.zip", limit=full.bytes * 2 // 3)
    assert small.bytes <= full.bytes * 2 // 3
    assert small.quality < full.quality


def test_large_pictures_are_made_smaller_and_keep_their_labels(tmp_path):
    root = tmp_path / "set"
    image = write_picture(root, _picture("large", 1, side=1280))
    write_data_file(root, [image], [image])
    pack(root, tmp_path / "set.zip")
    (read,) = read_folder(unpack(tmp_path / "set.zip", tmp_path / "out").parent)
    assert read.size == (640, 640)
    np.testing.assert_allclose(read.boxes[0], [5, 5, 15, 18], atol=0.05)


def test_a_set_that_cannot_fit_is_refused_and_leaves_no_file(tmp_path, folder):
    with pytest.raises(LabelError, match="pack too large"):
        pack(folder, tmp_path / "set.zip", limit=100)
    assert not (tmp_path / "set.zip").exists()


def test_a_set_packed_before_is_kept_where_the_new_one_cannot_be_packed(tmp_path, folder):
    pack(folder, tmp_path / "set.zip")
    before = (tmp_path / "set.zip").read_bytes()
    with pytest.raises(LabelError, match="pack too large"):
        pack(folder, tmp_path / "set.zip", limit=100)
    assert (tmp_path / "set.zip").read_bytes() == before
    (folder / "images" / "unit--p3.jpg").write_bytes(b"")
    with pytest.raises(LabelError, match=r"not an image .*unit--p3\.jpg"):
        pack(folder, tmp_path / "set.zip")
    assert (tmp_path / "set.zip").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["set.zip"]


def _stream_broken(data):
    place = data.index(b"train.txt") + len(b"train.txt")
    return data[:place] + b"\xff" * 8 + data[place + 8 :]


def _flag_set(data):
    """The bit that says an entry is encrypted, in all headers."""
    content = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = -1
        while (start := content.find(mark, start + 1)) >= 0:
            content[start + place] |= 1
    return bytes(content)


def _of_unknown_method(data):
    content = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = content.find(mark)
        content[start + place] = 97
    return bytes(content)


@pytest.mark.parametrize("harm", [_stream_broken, _flag_set, _of_unknown_method, lambda data: data[: len(data) // 2]])
def test_a_packed_set_that_is_damaged_encrypted_or_cut_off_is_refused_and_leaves_no_folder(tmp_path, folder, harm):
    pack(folder, tmp_path / "set.zip")
    (tmp_path / "bad.zip").write_bytes(harm((tmp_path / "set.zip").read_bytes()))
    with pytest.raises(LabelError, match=r"(pack damaged|not a packed set) .*bad\.zip"):
        unpack(tmp_path / "bad.zip", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("train.txt", b"\xff\xfe", r"not utf8 .*train\.txt"),
        ("pack.json", b"{", r"not json .*pack\.json"),
        ("pack.json", b"[]", "pack of another version"),
    ],
)
def test_a_packed_set_with_a_file_that_cannot_be_read_is_refused(tmp_path, folder, name, content, complaint):
    pack(folder, tmp_path / "set.zip")
    with zipfile.ZipFile(tmp_path / "set.zip") as whole, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        for entry in whole.namelist():
            bad.writestr(entry, content if entry == name else whole.read(entry))
    with pytest.raises(LabelError, match=complaint):
        unpack(tmp_path / "bad.zip", tmp_path / "out")


def test_a_folder_without_a_training_set_is_refused(tmp_path):
    with pytest.raises(LabelError, match=r"no training list"):
        pack(tmp_path, tmp_path / "set.zip")


def test_a_file_that_is_no_packed_set_is_refused(tmp_path):
    (tmp_path / "text.zip").write_text("hello")
    with pytest.raises(LabelError, match="not a packed set"):
        unpack(tmp_path / "text.zip", tmp_path / "out")
    with zipfile.ZipFile(tmp_path / "outside.zip", "w") as archive:
        archive.writestr("../outside.txt", "x")
    with pytest.raises(LabelError, match="not a packed set"):
        unpack(tmp_path / "outside.zip", tmp_path / "out")
    assert not (tmp_path / "outside.txt").exists()


def test_a_packed_set_that_lacks_a_listed_picture_is_refused(tmp_path, folder):
    pack(folder, tmp_path / "set.zip")
    with zipfile.ZipFile(tmp_path / "set.zip") as whole, zipfile.ZipFile(tmp_path / "less.zip", "w") as less:
        for name in whole.namelist():
            if name != "images/unit--p3.jpg":
                less.writestr(name, whole.read(name))
    with pytest.raises(LabelError, match=r"pack lacks pictures .*unit--p3\.jpg"):
        unpack(tmp_path / "less.zip", tmp_path / "out")


def test_nothing_is_unpacked_over_old_labels(tmp_path, folder):
    pack(folder, tmp_path / "set.zip")
    with pytest.raises(LabelError, match="not empty"):
        unpack(tmp_path / "set.zip", folder)


def test_different_pictures_of_one_name_are_refused_instead_of_one_lost(tmp_path, folder):
    other = write_picture(tmp_path / "other", _picture("p0", 9))
    with (folder / "train.txt").open("a") as listed:
        listed.write(f"{other}\n")
    with pytest.raises(LabelError, match="pack same names"):
        pack(folder, tmp_path / "set.zip")
