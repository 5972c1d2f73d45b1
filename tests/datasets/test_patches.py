import hashlib
import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.building import build, clean
from paiyan.datasets.cleaning.patches import Use, format_patch, load_patches
from paiyan.datasets.cleaning.proposals import Proposals, nothing
from paiyan.datasets.formats.yolo import read_folder
from paiyan.datasets.held_out import held_out_pictures, main, write_held_out
from paiyan.datasets.labels.records import LabelKind
from paiyan.datasets.notes import SetNotes
from paiyan.datasets.pictures import BACK, LabelError, Picture
from paiyan.datasets.recipe import load_recipe

COMMITTED = sorted((Path(__file__).parents[2] / "datasets" / "patches").glob("*.jsonl"))
STEPS = ("unstretch", "orient", "adopt", "mask", "mask-behind")
BACK_CORNERS = [[20, 10], [50, 10], [50, 50], [20, 50]]


def _fields(**changes):
    boxes = [
        {"kind": "back", "color": "blue", "corners": BACK_CORNERS},
        {"kind": "ignore", "corners": [[100, 0], [160, 0], [160, 60]]},
    ]
    fields = {"sha256": "a" * 64, "file": "train/set/images/one.png", "width": 160, "height": 160, "use": "train"}
    return fields | {"exhaustive": True, "author": "test", "boxes": boxes} | changes


def _file(tmp_path, *lines):
    path = tmp_path / "patches.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def _photo(root, name, shade=90, labels="0 0.5 0.8 0.2 0.2\n"):
    folder = root / "train" / "set"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    path = folder / "images" / name
    pixels = np.random.default_rng(shade).integers(shade, shade + 60, (160, 160, 3), dtype=np.uint8)
    cv2.imwrite(str(path), pixels)
    (folder / "labels" / f"{path.stem}.txt").write_text(labels)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _picture(tmp_path):
    _photo(tmp_path, "one.png")
    return next(read_folder(tmp_path / "train" / "set"))


def test_backs_are_labelled_and_what_the_patch_ignores_is_covered(tmp_path):
    picture = _picture(tmp_path)
    patch = load_patches(_file(tmp_path, _fields(sha256=picture.sha256)))[picture.sha256]
    out = clean(picture, (), nothing, np.random.default_rng(0), patch)
    assert out.classes.tolist() == [0, BACK]
    assert out.corners[1].tolist() == BACK_CORNERS
    changed = (out.pixels != picture.pixels).any(axis=2)
    assert changed[10, 150]
    assert not changed[:, :90].any()


def test_a_labelled_tile_inside_an_ignored_polygon_stays_visible(tmp_path):
    picture = _picture(tmp_path)
    everything = {"kind": "ignore", "corners": [[0, 0], [160, 0], [160, 160], [0, 160]]}
    boxes = [{"kind": "back", "color": "blue", "corners": BACK_CORNERS}, everything]
    patch = load_patches(_file(tmp_path, _fields(boxes=boxes)))["a" * 64]
    out = clean(picture, (), nothing, np.random.default_rng(0), patch)
    same = (out.pixels == picture.pixels).all(axis=2)
    assert same[11:49, 21:49].all()
    assert same[115:140, 66:94].all()
    assert same.mean() < 0.2


def test_labels_move_with_a_photo_that_is_brought_back_to_its_proportions(tmp_path):
    row = "".join(f"0 {0.1 + 0.06 * index} 0.9 0.06 0.06\n" for index in range(12))
    _photo(tmp_path, "one.png", labels=row)
    picture = next(read_folder(tmp_path / "train" / "set"))
    patch = load_patches(_file(tmp_path, _fields()))["a" * 64]
    out = clean(picture, STEPS, nothing, np.random.default_rng(0), patch)
    assert out.size[0] != picture.size[0] or out.size[1] != picture.size[1]
    scale = np.array(out.size) / 160
    assert np.allclose(out.corners[-1], np.array(BACK_CORNERS) * scale, atol=0.1)


def test_an_exhaustively_labelled_picture_gains_tiles_only_where_the_patch_ignores(tmp_path):
    picture = _picture(tmp_path)
    patch = load_patches(_file(tmp_path, _fields()))["a" * 64]

    def square(x, y):
        return [[x - 12, y - 12], [x + 12, y - 12], [x + 12, y + 12], [x - 12, y + 12]]

    seen = Proposals(np.array([square(145, 20), square(70, 90)], np.float32), np.array([3, 4]), np.array([0.99, 0.99]))
    out = clean(picture, STEPS[2:], lambda _: seen, np.random.default_rng(0), patch)
    assert 3 in out.classes
    assert 4 not in out.classes
    assert (out.pixels[80:100, 60:80] == picture.pixels[80:100, 60:80]).all()


def test_no_copy_of_a_held_out_photo_is_trained_on_and_all_patched_copies_are_kept(tmp_path):
    held = _photo(tmp_path, "held_jpg_rf_aaa_111111.png", 60)
    _photo(tmp_path, "held_jpg_rf_bbb_222222.png", 61)
    kept = [_photo(tmp_path, f"kept_jpg_rf_{tag}_33333{tag}.png", 100 + tag) for tag in range(2)]
    _photo(tmp_path, "kept_jpg_rf_9_333339.png", 120)
    _file(
        tmp_path,
        _fields(sha256=held, use="test", file="train/set/images/held_jpg_rf_aaa_111111.png"),
        *[_fields(sha256=sha256, file="train/set/images/kept_jpg_rf_0_333330.png") for sha256 in kept],
    )
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('patches = ["patches.jsonl"]\n[[source]]\nfolder = "train/set"\none_per_original = true\n')
    report = build(load_recipe(recipe), tmp_path, tmp_path / "out", nothing)
    assert report.kept == {"set": 2}
    assert report.classes["back"] == 2
    assert report.dropped == {"set: held out by a patch": 2, "set: another augmentation of a kept photo": 1}
    (withheld,) = read_folder(tmp_path / "out" / "held-out-backs")
    assert withheld.name == "set--held_jpg_rf_aaa_111111"


@pytest.mark.parametrize("way", [np.ascontiguousarray, np.fliplr, np.rot90])
def test_no_photo_that_looks_like_one_held_out_by_a_patch_is_trained_on_whatever_its_name(tmp_path, way):
    coarse = np.random.default_rng(5).integers(0, 255, (12, 12, 3), dtype=np.uint8)
    pixels = cv2.resize(coarse, (160, 160), interpolation=cv2.INTER_CUBIC)
    for name in ("held.png", "copy.png"):
        _photo(tmp_path, name)
    images = tmp_path / "train" / "set" / "images"
    cv2.imwrite(str(images / "held.png"), pixels)
    cv2.imwrite(str(images / "copy.png"), cv2.resize(way(pixels), (120, 120)))
    _photo(tmp_path, "other.png", 150)
    held = hashlib.sha256((images / "held.png").read_bytes()).hexdigest()
    _file(tmp_path, _fields(sha256=held, use="test", file="train/set/images/held.png"))
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('patches = ["patches.jsonl"]\n[[source]]\nfolder = "train/set"\n')
    report = build(load_recipe(recipe), tmp_path, tmp_path / "out", nothing)
    assert report.dropped == {"set: held out by a patch": 1, "set: looks like a held-out picture": 1}
    assert report.kept == {"set": 1}


def test_held_out_photos_come_as_they_are_with_faces_first_and_the_colours_of_the_backs(tmp_path):
    sha256 = _photo(tmp_path, "one.png")
    patches = load_patches(_file(tmp_path, _fields(sha256=sha256, use="test")))
    picture, patch = next(held_out_pictures(patches, tmp_path))
    assert picture.source == "set"
    assert picture.classes.tolist() == [0, BACK]
    assert patch.colors == ("blue",)
    assert patch.ignored(np.array([[150, 10], [110, 50]], np.float32)).tolist() == [True, False]
    (tmp_path / "train/set/images/one.png").write_bytes(b"other")
    with pytest.raises(LabelError, match="patched photo changed"):
        next(held_out_pictures(patches, tmp_path))
    (tmp_path / "train/set/images/one.png").unlink()
    with pytest.raises(LabelError, match="patched photo missing"):
        next(held_out_pictures(patches, tmp_path))


def test_held_out_photos_become_a_folder_to_evaluate_with_the_colour_of_each_back(tmp_path):
    sha256 = _photo(tmp_path, "one.png")
    patches = load_patches(_file(tmp_path, _fields(sha256=sha256, use="test"), _fields(sha256="b" * 64)))
    assert write_held_out(patches, tmp_path, tmp_path / "out") == 1
    picture = next(read_folder(tmp_path / "out"))
    assert picture.name == "set--one"
    assert picture.classes.tolist() == [0, BACK]
    assert json.loads((tmp_path / "out" / "colours.json").read_text()) == {"set--one": [None, "blue"]}
    (ignored,) = SetNotes.beside(tmp_path / "out").ignored_of(picture)
    assert cv2.pointPolygonTest(ignored, (150, 10), False) > 0 > cv2.pointPolygonTest(ignored, (110, 50), False)
    covered = picture.pixels[2:20, 140:158].astype(int)
    assert np.ptp(covered) < 60


def test_a_missing_held_out_photo_is_named_on_the_command_line(tmp_path, capsys):
    patches = _file(tmp_path, _fields(use="test"))
    with pytest.raises(SystemExit) as stopped:
        main([str(tmp_path), str(tmp_path / "out"), str(patches)])
    assert stopped.value.code == 1
    assert "train/set/images/one.png" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"use": "maybe"}, 'line=1, reason=patch unknown .*field=use, value="maybe", known=train, test'),
        ({"exhaustive": "no"}, 'field=exhaustive, expected=true/false, value="no"'),
        ({"sha256": "abc"}, "patch sha256"),
        ({"width": 0}, "patch size .*size=0 × 160"),
        ({"height": "160"}, "field=height, expected=integer"),
        ({"width": True}, "field=width, expected=integer, value=true"),
        ({"boxes": 5}, "field=boxes, expected=list"),
        ({"boxes": [5]}, "patch no object"),
        ({"boxes": [{"kind": "back"}]}, "patch lacks .*field=corners"),
        ({"boxes": [{"kind": "lid", "corners": BACK_CORNERS}]}, "patch unknown .*field=kind"),
        ({"boxes": [{"kind": "back", "color": 3, "corners": BACK_CORNERS}]}, "field=color, expected=text"),
        ({"boxes": [{"kind": "back", "corners": [[math.nan, 0], *BACK_CORNERS[1:]]}]}, "box no numbers"),
        ({"boxes": [{"kind": "ignore", "corners": [[math.inf, 0], *BACK_CORNERS[1:]]}]}, "box no numbers"),
        ({"boxes": [{"kind": "back", "corners": [[10**400, 0], *BACK_CORNERS[1:]]}]}, "box no numbers"),
        ({"boxes": [{"kind": "ignore", "corners": [[-1e5, 0], *BACK_CORNERS[1:]]}]}, "box outside"),
        ({"boxes": [{"kind": "ignore", "corners": [[0, 0], [0.5, 0], [0.5, 0.9]]}]}, "outline too small"),
        ({"boxes": [{"kind": "back", "corners": [[1e6, 10], *BACK_CORNERS[1:]]}]}, "box outside"),
        ({"boxes": [{"kind": "back", "corners": [["20", 10], *BACK_CORNERS[1:]]}]}, "box no numbers"),
        ({"boxes": [{"kind": "back", "corners": [[x + 900, y] for x, y in BACK_CORNERS]}]}, "box outside"),
        ({"boxes": [{"kind": "back", "corners": [[0, 0], [1, 0], [1, 1]]}]}, "corners=3"),
        ({"boxes": [{"kind": "ignore", "corners": [[0, 0], [1, 0]]}]}, "corners=2"),
        ({"boxes": [{"kind": "tile", "tile": "10m", "corners": BACK_CORNERS}]}, "tile=10m"),
        ({"boxes": [{"kind": "back", "tile": "1m", "corners": BACK_CORNERS}]}, "tile=1m"),
    ],
)
def test_a_patch_that_cannot_be_used_is_refused_with_its_line(tmp_path, changes, complaint):
    with pytest.raises(LabelError, match=complaint):
        load_patches(_file(tmp_path, _fields(**changes)))


@pytest.mark.parametrize("line", ["5", "[]", "{", "[" * 100_000])
def test_a_line_that_is_no_patch_is_refused_and_an_empty_one_passed_over(tmp_path, line):
    path = _file(tmp_path, _fields())
    path.write_text(f"{path.read_text()}\n{line}\n")
    with pytest.raises(LabelError, match="line=3"):
        load_patches(path)
    path.write_text(path.read_text().removesuffix(f"{line}\n"))
    assert len(load_patches(path)) == 1


def _built(tmp_path):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('patches = ["patches.jsonl"]\n[[source]]\nfolder = "train/set"\n')
    told = []
    build(load_recipe(recipe), tmp_path, tmp_path / "out", nothing, progress=lambda *step: told.append(step))
    return told, json.loads((tmp_path / "out" / "report.json").read_text())["patches_without_picture"]


def test_patches_that_match_no_picture_are_told_and_listed_in_the_report(tmp_path):
    sha256 = _photo(tmp_path, "one.png")
    _file(tmp_path, _fields(sha256=sha256), _fields(file="train/set/images/gone.png"))
    told, unmatched = _built(tmp_path)
    assert ("unmatched", 1) in told
    assert unmatched == ["train/set/images/gone.png"]


def test_no_patch_is_told_as_unmatched_where_each_has_its_picture(tmp_path):
    _file(tmp_path, _fields(sha256=_photo(tmp_path, "one.png")))
    assert _built(tmp_path) == ([("cleaning", "train/set")], [])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"width": 320}, "patched photo size .*size=160 × 160, labelled=320 × 160"),
        ({"width": 320, "use": "test"}, "patched photo size"),
        ({"sha256": "b" * 64, "use": "test"}, "patched photo changed"),
    ],
)
def test_a_patch_of_another_image_than_the_one_there_is_refused_before_anything_is_cleaned(
    tmp_path, changes, complaint
):
    _file(tmp_path, _fields(sha256=_photo(tmp_path, "one.png")) | changes)
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('patches = ["patches.jsonl"]\n[[source]]\nfolder = "train/set"\n')
    told = []
    with pytest.raises(LabelError, match=complaint):
        build(load_recipe(recipe), tmp_path, tmp_path / "out", nothing, progress=lambda *step: told.append(step))
    assert told == []


def test_a_patch_whose_image_lies_elsewhere_still_is_held_against_its_size(tmp_path):
    sha256 = _photo(tmp_path, "one.png")
    _file(tmp_path, _fields(sha256=sha256, file="old/one.png", height=80))
    with pytest.raises(LabelError, match="patched photo size"):
        _built(tmp_path)


def test_a_held_out_photo_may_lie_right_below_the_photos(tmp_path):
    _photo(tmp_path, "one.png")
    (tmp_path / "train/set/images/one.png").rename(tmp_path / "one.png")
    sha256 = hashlib.sha256((tmp_path / "one.png").read_bytes()).hexdigest()
    patches = load_patches(_file(tmp_path, _fields(sha256=sha256, use="test", file="one.png")))
    ((picture, _),) = held_out_pictures(patches, tmp_path)
    assert (picture.source, picture.name) == (tmp_path.name, "one")


def test_two_patches_for_one_image_are_refused(tmp_path):
    with pytest.raises(LabelError, match=r"second patch .*line=2"):
        load_patches(_file(tmp_path, _fields(), _fields()))


def test_a_patch_is_written_as_it_is_read(tmp_path):
    patch = load_patches(_file(tmp_path, _fields()))["a" * 64]
    assert json.loads(format_patch(patch)) == _fields()


def test_a_face_can_be_labelled_too(tmp_path):
    patch = load_patches(_file(tmp_path, _fields(boxes=[{"kind": "tile", "tile": "3m", "corners": BACK_CORNERS}])))
    picture = Picture(
        "p", "s", np.zeros((160, 160, 3), np.uint8), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int64)
    )
    assert clean(picture, (), nothing, np.random.default_rng(0), patch["a" * 64]).classes.tolist() == [2]


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_committed_patches_have_coloured_backs_inside_the_picture_and_no_original_on_both_sides(path):
    patches = load_patches(path)
    assert patches
    by_use = {use: {patch.original for patch in patches.values() if patch.use is use} for use in Use}
    assert not by_use[Use.TRAIN] & by_use[Use.TEST]
    for patch in patches.values():
        for box in patch.added:
            assert box.kind is LabelKind.BACK
            assert box.color
            assert ((box.points.mean(axis=0) > 0) & (box.points.mean(axis=0) < (patch.width, patch.height))).all()
