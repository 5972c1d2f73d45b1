import json
import shutil

import cv2
import numpy as np
import pytest

from paiyan.datasets.building import build
from paiyan.datasets.cleaning.proposals import nothing
from paiyan.datasets.origin import check_origin, origin_of_pack, origin_of_photos
from paiyan.datasets.packing import pack, unpack
from paiyan.datasets.pictures import LabelError
from paiyan.datasets.recipe import load_recipe

RECIPE = 'seed = 2\npatches = ["p.jsonl"]\n[[source]]\nfolder = "a"\n'


@pytest.fixture
def place(tmp_path):
    for part in ("images", "labels"):
        (tmp_path / "raw" / "a" / part).mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "raw" / "a" / "images" / "one.png"), np.full((80, 80, 3), 90, np.uint8))
    (tmp_path / "raw" / "a" / "labels" / "one.txt").write_text("4 0.5 0.5 0.2 0.3\n")
    (tmp_path / "p.jsonl").touch()
    (tmp_path / "recipe.toml").write_text(RECIPE)
    build(load_recipe(tmp_path / "recipe.toml"), tmp_path / "raw", tmp_path / "set", nothing)
    return tmp_path


def _checked(place, raw="raw"):
    return check_origin(place / "set", origin_of_photos(load_recipe(place / "recipe.toml"), place / raw))


def test_a_set_is_that_of_the_same_recipe_and_photos_wherever_they_lie(place):
    (place / "raw").rename(place / "moved")
    (place / "moved" / "a" / "Thumbs.db").touch()
    (place / "recipe.toml").write_text(RECIPE.replace("seed = 2", "seed = 2\nscenes = 0"))
    assert _checked(place, "moved")


@pytest.mark.parametrize(
    ("file", "content", "changed"),
    [
        ("recipe.toml", RECIPE.replace("2", "3"), "seed"),
        ("recipe.toml", RECIPE.replace("seed = 2", ""), "seed"),
        ("recipe.toml", f"{RECIPE}copies = 0\n", "source a"),
        ("recipe.toml", f'{RECIPE}clean = ["mask"]\n', "source a"),
        ("recipe.toml", "seed = 2\nrendered = 1\n" + RECIPE.partition("\n")[2], "rendered"),
        ("recipe.toml", f'held_out = ["b"]\n{RECIPE}', "held_out, --photos b"),
        ("p.jsonl", "\n", "p.jsonl"),
        ("raw/a/labels/one.txt", "5 0.5 0.5 0.2 0.3\n", "--photos a"),
        ("raw/a/images/one.png", "x", "--photos a"),
        ("raw/a/images/two.png", "x", "--photos a"),
    ],
)
def test_what_has_changed_since_a_set_was_built_is_named(place, file, content, changed):
    (place / file).write_text(content)
    with pytest.raises(LabelError, match=f"set made otherwise .*, changed={changed}\\)$"):
        _checked(place)


def test_the_order_of_the_sources_counts(place):
    shutil.copytree(place / "raw" / "a", place / "raw" / "b")
    (place / "recipe.toml").write_text('[[source]]\nfolder = "a"\n[[source]]\nfolder = "b"\n')
    build(load_recipe(place / "recipe.toml"), place / "raw", place / "two", nothing)
    (place / "recipe.toml").write_text('[[source]]\nfolder = "b"\n[[source]]\nfolder = "a"\n')
    with pytest.raises(LabelError, match="changed=source"):
        check_origin(place / "two", origin_of_photos(load_recipe(place / "recipe.toml"), place / "raw"))


def test_an_unpacked_set_is_that_of_its_file_alone(place):
    pack(place / "set", place / "set.zip")
    unpack(place / "set.zip", place / "unpacked")
    (place / "other.zip").write_bytes(b"other")
    assert check_origin(place / "unpacked", origin_of_pack(place / "set.zip"))
    with pytest.raises(LabelError, match="changed=--packed"):
        check_origin(place / "unpacked", origin_of_pack(place / "other.zip"))
    with pytest.raises(LabelError, match="changed=--photos, --packed"):
        check_origin(place / "set", origin_of_pack(place / "set.zip"))


def test_of_a_set_that_does_not_tell_it_is_not_known(place):
    (place / "set" / "made-from.json").unlink()
    assert not _checked(place)


def test_a_set_whose_note_is_damaged_is_not_taken_for_any(place):
    for content in ("{", json.dumps([1])):
        (place / "set" / "made-from.json").write_text(content)
        with pytest.raises(LabelError, match=r"not json|set made otherwise"):
            _checked(place)


def test_of_two_patch_files_of_one_name_either_counts(place):
    for folder in ("x", "y"):
        (place / folder).mkdir()
        (place / folder / "p.jsonl").write_text("\n" if folder == "x" else "")
    (place / "recipe.toml").write_text(RECIPE.replace('"p.jsonl"', '"x/p.jsonl", "y/p.jsonl"'))
    shutil.rmtree(place / "set")
    build(load_recipe(place / "recipe.toml"), place / "raw", place / "set", nothing)
    assert _checked(place)
    (place / "x" / "p.jsonl").write_text("\n\n")
    with pytest.raises(LabelError, match=r"changed=p\.jsonl"):
        _checked(place)
