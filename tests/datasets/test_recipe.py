import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.building import build
from paiyan.datasets.cleaning.proposals import nothing
from paiyan.datasets.formats.yolo import read_folder
from paiyan.datasets.pictures import LabelError
from paiyan.datasets.recipe import load_recipe
from paiyan.engine.tiles import TILE_CODES
from paiyan.models.evaluation.judged import source_of

RECIPE = """
[dataset]
seed = 3
scenes = 2
crops = "crops.csv"
held_out = ["dev"]

[[dataset.source]]
folder = "train"
clean = ["strips"]
copies = 2
one_per_original = true
"""


def _scene(seed):
    coarse = np.random.default_rng(seed).integers(0, 255, (12, 12, 3), dtype=np.uint8)
    return cv2.resize(coarse, (160, 160), interpolation=cv2.INTER_CUBIC)


def _photo(folder, name, seed):
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "images" / f"{name}.png"), _scene(seed))
    (folder / "labels" / f"{name}.txt").write_text("39 0.5 0.25 0.4 0.2\n")


@pytest.fixture
def raw(tmp_path):
    root = tmp_path / "raw"
    _photo(root / "train", "one_jpg_rf_aaa_111111", 1)
    _photo(root / "train", "one_jpg_rf_bbb_222222", 1)
    _photo(root / "train", "two_jpg_rf_ccc_333333", 2)
    _photo(root / "train", "leak_jpg_rf_ddd_444444", 9)
    _photo(root / "dev", "held", 9)
    (root / "crops").mkdir()
    cv2.imwrite(str(root / "crops" / "t.png"), np.full((32, 24, 3), 220, np.uint8))
    with (root / "crops.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([["image", "tile"], *(["t.png", code] for code in TILE_CODES)])
    return root


def _recipe(tmp_path, text=RECIPE):
    path = tmp_path / "recipe.toml"
    path.write_text(text)
    return path


def test_a_recipe_builds_a_cleaned_set_without_doubles_and_leaks(tmp_path, raw):
    target = tmp_path / "set"
    report = build(load_recipe(_recipe(tmp_path)), raw, target, nothing)
    assert report.kept == {"train": 2, "composites": 2}
    assert sum(report.dropped.values()) == 2
    listed = (target / "train.txt").read_text().splitlines()
    assert len(listed) == 6
    assert not any("leak" in line for line in listed)
    one = next(picture for picture in read_folder(target) if "one" in picture.name)
    width, height = one.boxes[0, 2:] - one.boxes[0, :2]
    assert width / height == pytest.approx(0.79, abs=0.01)
    assert json.loads((target / "report.json").read_text())["classes"]["g2"] >= 2


def test_the_same_recipe_builds_the_same_files(tmp_path, raw):
    recipe = load_recipe(_recipe(tmp_path))
    for name in ("first", "second"):
        build(recipe, raw, tmp_path / name, nothing)
    images = sorted(path.name for path in (tmp_path / "first" / "images").iterdir())
    for name in images:
        first, second = (tmp_path / run / "images" / name for run in ("first", "second"))
        assert first.read_bytes() == second.read_bytes()


def test_a_folder_with_old_labels_is_not_built_into(tmp_path, raw):
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "old.txt").write_text("x")
    with pytest.raises(LabelError, match="not empty"):
        build(load_recipe(_recipe(tmp_path)), raw, tmp_path / "set", nothing)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[dataset\n", "not valid TOML"),
        ("seed = 1" + "0" * 5000, "not valid TOML"),
        ("seed = " + "[" * 20_000, "nested too deep"),
        ("[dataset]\nphotos = 3\n", "unknown key .*field=photos"),
        ("[[dataset.source]]\ncopies = 1\n", "missing key .*keys=folder"),
        ('[[dataset.source]]\nfolder = "x"\nclean = ["polish"]\n', "unknown step .*step=polish"),
        ("[dataset]\nkeep_out = 1\n", "nothing left to train on"),
        ('[[dataset.source]]\nfolder = "x"\nformat = "csv"\n', "unknown format .*format=csv, known=coco, voc, yolo"),
    ],
)
def test_a_wrong_recipe_is_refused_with_the_reason(tmp_path, text, complaint):
    with pytest.raises(LabelError, match=complaint):
        load_recipe(_recipe(tmp_path, text))


def test_scenes_without_face_textures_are_refused(tmp_path):
    with pytest.raises(LabelError, match="no crops"):
        load_recipe(_recipe(tmp_path, "[dataset]\nscenes = 1\n"))


@pytest.mark.parametrize("beside", ["", "rendered = 4\n", '[[dataset.source]]\nfolder = "train"\nfaces = true\n'])
def test_loose_tiles_without_rendered_tables_and_a_source_with_faces_are_refused(tmp_path, beside):
    with pytest.raises(LabelError, match="no loose faces"):
        load_recipe(_recipe(tmp_path, f"[dataset]\nloose = 3\n{beside}"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('seed = "x"', 'wrong type .*field=seed, expected=integer, value="x"'),
        ("seed = true", "wrong type .*field=seed"),
        ("held_out = [3]", "wrong type .*field=held_out"),
        ('held_out = "dev"', "wrong type .*field=held_out, expected=list"),
        ("rendered = -1", "out of range .*field=rendered"),
        ("seed = -1", "out of range .*field=seed"),
        ("keep_out = nan", "not finite .*field=keep_out, value=nan"),
        ('source = [{ folder = "a", classes = { chip = "1x" } }]', "class means no tile .*'chip' = '1x'"),
        ('source = ["train"]', r"no table .*\[dataset\.source\]"),
        ('source = [{ folder = "a", classes = { chip = 3 } }]', "wrong type .*field=classes"),
        ('source = [{ folder = "a", copies = -1 }]', "out of range .*field=copies"),
        ('source = [{ folder = "a", grey_copies = 1.5 }]', "out of range .*field=grey_copies"),
        ('source = [{ folder = "a", copies = 100_000_000 }]', "out of range .*field=copies"),
    ],
)
def test_a_value_of_another_type_or_out_of_its_range_is_named(tmp_path, text, complaint):
    with pytest.raises(LabelError, match=complaint):
        load_recipe(_recipe(tmp_path, f"[dataset]\n{text}\n"))


def test_a_recipe_in_another_encoding_is_refused(tmp_path):
    path = _recipe(tmp_path)
    path.write_bytes("# 配方\n".encode("gbk"))
    with pytest.raises(LabelError, match="not utf8"):
        load_recipe(path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[[dataset.source]]\nfolder = "trian"\n', "no source folder .*folder=trian"),
        ('[dataset]\nrendered = 1\nheld_out = ["deb"]\n', "no held out folder .*folder=deb"),
        ('[dataset]\nrendered = 1\nart = ["art"]\n', "no art folder .*folder=art"),
        ('[dataset]\nscenes = 1\ncrops = "corps.csv"\n', r"no crops file .*corps\.csv"),
    ],
)
def test_what_a_recipe_names_and_is_not_there_is_told_before_anything_is_cleaned(tmp_path, raw, text, complaint):
    steps = []
    with pytest.raises(LabelError, match=complaint):
        build(
            load_recipe(_recipe(tmp_path, text)),
            raw,
            tmp_path / "set",
            nothing,
            progress=lambda step, what: steps.append(step),
        )
    assert (steps, (tmp_path / "set").exists()) == ([], False)


def test_a_recipe_that_gives_no_picture_is_refused(tmp_path, raw):
    none = '[[dataset.source]]\nfolder = "train"\ncopies = 0\n'
    for text in ("[dataset]\n", "[training]\nhours = 1\n", none):
        with pytest.raises(LabelError, match="nothing to train on"):
            build(load_recipe(_recipe(tmp_path, text)), raw, tmp_path / "set", nothing)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[dataset]\nheld_out = ["train"]\n', "looks like a held-out picture"),
        ("[dataset]\nkeep_out = 0.999\nseed = 1\n", "kept out to measure on"),
    ],
)
def test_a_recipe_that_leaves_every_photo_out_says_by_what(tmp_path, raw, text, reason):
    recipe = load_recipe(_recipe(tmp_path, text + '[[dataset.source]]\nfolder = "train"\n'))
    with pytest.raises(LabelError, match=f"every picture left out .*reason={reason}"):
        build(recipe, raw, tmp_path / "set", nothing)


def test_a_set_whose_building_was_broken_off_is_built_anew_and_whole(tmp_path, raw):
    bad = raw / "train" / "labels" / "two_jpg_rf_ccc_333333.txt"
    good = bad.read_text()
    bad.write_text("39 0.5\n")
    with pytest.raises(LabelError, match="label fields"):
        build(load_recipe(_recipe(tmp_path)), raw, tmp_path / "set", nothing)
    assert not (tmp_path / "set").exists()
    # A run that was killed could not clear up.
    (tmp_path / "set.part" / "images").mkdir(parents=True)
    (tmp_path / "set.part" / "images" / "old.jpg").write_text("x")
    bad.write_text(good)
    build(load_recipe(_recipe(tmp_path)), raw, tmp_path / "set", nothing)
    listed = (tmp_path / "set" / "train.txt").read_text().splitlines()
    assert all(Path(line).is_file() and Path(line).parents[1] == tmp_path / "set" for line in listed)
    assert not (tmp_path / "set" / "images" / "old.jpg").exists()
    assert not (tmp_path / "set.part").exists()


def test_pictures_of_two_folders_of_one_name_are_told_apart_by_their_paths(tmp_path, raw):
    _photo(raw / "x" / "train", "two_jpg_rf_ccc_333333", 6)
    sources = "".join(f'[[dataset.source]]\nfolder = "{name}"\n' for name in ("train", "x/train", "dev"))
    report = build(load_recipe(_recipe(tmp_path, sources)), raw, tmp_path / "set", nothing)
    assert report.kept == {"train": 4, "x-train": 1, "dev": 1}
    listed = (tmp_path / "set" / "train.txt").read_text().splitlines()
    assert len(set(listed)) == len(listed) == len(list(read_folder(tmp_path / "set"))) == 6


def test_one_folder_named_twice_is_refused(tmp_path, raw):
    sources = "".join(f'[[dataset.source]]\nfolder = "{name}"\n' for name in ("train", "dev/../train"))
    with pytest.raises(LabelError, match=r"source twice .*folder=dev/\.\./train"):
        build(load_recipe(_recipe(tmp_path, sources)), raw, tmp_path / "set", nothing)


def test_two_pictures_of_one_source_that_would_have_one_name_are_refused(tmp_path, raw):
    images = []
    for number, folder in enumerate(("a", "b"), start=1):
        (raw / "train" / folder).mkdir()
        cv2.imwrite(str(raw / "train" / folder / "same.png"), _scene(number))
        images.append({"id": number, "file_name": f"{folder}/same.png"})
    (raw / "train" / "all.json").write_text(json.dumps({"images": images, "annotations": [], "categories": []}))
    with pytest.raises(LabelError, match=r"same name .*name=train/same"):
        build(
            load_recipe(_recipe(tmp_path, '[[dataset.source]]\nfolder = "train"\nformat = "coco"\n')),
            raw,
            tmp_path / "set",
            nothing,
        )
    assert not (tmp_path / "set").exists()


def test_a_source_in_coco_format_with_foreign_class_names_is_built_in(tmp_path, raw):
    cv2.imwrite(str(raw / "train" / "images" / "three.png"), _scene(5))
    content = {
        "images": [{"id": 1, "file_name": "three.png"}],
        "annotations": [
            {"id": 1, "image_id": 1, "category_id": 1, "bbox": [40, 40, 30, 40]},
            {"id": 2, "image_id": 1, "category_id": 2, "bbox": [90, 40, 30, 40]},
        ],
        "categories": [{"id": 1, "name": "East Wind"}, {"id": 2, "name": "chip"}],
    }
    (raw / "train" / "annotations.json").write_text(json.dumps(content))
    source = '[[dataset.source]]\nfolder = "train"\nformat = "coco"\nclasses = { chip = "ignore" }\n'
    report = build(load_recipe(_recipe(tmp_path, source)), raw, tmp_path / "set", nothing)
    assert report.kept == {"train": 1}
    assert {name: count for name, count in report.classes.items() if count} == {"1z": 1}


def test_photos_kept_out_share_no_session_and_no_likeness_with_those_trained_on(tmp_path):
    raw = tmp_path / "raw"
    for seed in range(30):
        _photo(raw / "train", f"p{seed}_jpg_rf_aaa", seed)
        _photo(raw / "train", f"p{seed}_jpg_rf_bbb", seed + 500)
        _photo(raw / "again", f"copy{seed}", seed)
    sources = "".join(f'[[dataset.source]]\nfolder = "{name}"\n' for name in ("train", "again"))
    recipe = load_recipe(_recipe(tmp_path, f"[dataset]\nkeep_out = 0.3\n{sources}"))
    report = build(recipe, raw, tmp_path / "set", nothing)
    kept_out = {picture.name for picture in read_folder(tmp_path / "set" / "held-out")}
    trained = {picture.name for picture in read_folder(tmp_path / "set")}
    assert len(kept_out) + len(trained) == 90
    assert 10 < len(kept_out) < 60
    assert report.dropped["train: kept out to measure on"] + report.dropped["again: kept out to measure on"] == len(
        kept_out
    )
    for seed in range(30):
        group = {f"train--p{seed}_jpg_rf_aaa", f"train--p{seed}_jpg_rf_bbb", f"again--copy{seed}"}
        assert group <= kept_out or group <= trained
    listed = (tmp_path / "set" / "train.txt").read_text()
    assert "held-out" not in listed


def test_photos_of_a_folder_with_dashes_in_its_name_are_kept_out_too_and_belong_to_it(tmp_path):
    raw = tmp_path / "raw"
    for seed in range(12):
        _photo(raw / "my--photos--", f"p{seed}", seed)
    recipe = load_recipe(_recipe(tmp_path, '[dataset]\nkeep_out = 0.4\n[[dataset.source]]\nfolder = "my--photos--"\n'))
    report = build(recipe, raw, tmp_path / "set", nothing)
    kept_out = list(read_folder(tmp_path / "set" / "held-out"))
    assert 0 < len(kept_out) == report.dropped["my-photos: kept out to measure on"]
    assert {source_of(picture) for picture in kept_out} == {"my-photos"}


def test_a_share_that_keeps_no_photo_out_is_told_before_anything_is_cleaned(tmp_path, raw):
    recipe = load_recipe(_recipe(tmp_path, '[dataset]\nkeep_out = 0.001\n[[dataset.source]]\nfolder = "train"\n'))
    with pytest.raises(LabelError, match=r"nothing kept out .*share=0\.001, photos=4"):
        build(recipe, raw, tmp_path / "set", nothing)
    assert not (tmp_path / "set").exists()


def test_photos_may_lie_right_in_the_folder_of_the_photos(tmp_path, raw):
    report = build(
        load_recipe(_recipe(tmp_path, '[[dataset.source]]\nfolder = "."\n')), raw / "train", tmp_path / "set", nothing
    )
    assert report.kept == {"photos": 4}
