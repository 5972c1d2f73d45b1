import json

import numpy as np
import pytest

from paiyan.datasets.pictures import CLASS_NAMES
from paiyan.models.closeup.files import CLOSE_UP_MODEL, close_reader
from paiyan.models.closeup.run import CloseUpRecipe, load_close_up_recipe
from paiyan.models.registry import DEFAULT_MODEL, ModelError, default_detector, file_sha256, weights_dir
from paiyan.models.training.recipe import RecipeError


def _copy(folder):
    for suffix in ("json", "onnx"):
        name = f"{CLOSE_UP_MODEL}.{suffix}"
        (folder / name).write_bytes((weights_dir() / "closeup" / name).read_bytes())
    return folder


def test_the_shipped_network_answers_for_every_face_and_for_no_tile():
    reader = close_reader(threads=1)
    boxes = np.array([[[5, 5], [35, 5], [35, 45], [5, 45]]], np.float32)
    read = reader.read(np.full((50, 50, 3), 60, np.uint8), boxes)
    assert read.shape == (1, len(CLASS_NAMES) + 1)
    assert read[0].argmax() == len(CLASS_NAMES), "bare cloth is no tile"


def test_the_default_detector_looks_close_up():
    assert default_detector().closer is close_reader()


def test_a_changed_weight_file_is_refused(tmp_path):
    weights = _copy(tmp_path) / f"{CLOSE_UP_MODEL}.onnx"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\0\0")
    with pytest.raises(ModelError, match="weights damaged"):
        close_reader(tmp_path)


def test_a_missing_or_malformed_manifest_is_named(tmp_path):
    with pytest.raises(ModelError, match=f"manifest malformed .*{CLOSE_UP_MODEL}.json"):
        close_reader(tmp_path / "nowhere")
    _copy(tmp_path)
    (tmp_path / f"{CLOSE_UP_MODEL}.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelError, match="malformed"):
        close_reader(tmp_path)


def test_weights_that_read_other_faces_are_refused(tmp_path):
    manifest = _copy(tmp_path) / f"{CLOSE_UP_MODEL}.json"
    content = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps({**content, "class_names": ["1m"]}), encoding="utf-8")
    with pytest.raises(ModelError, match="other faces"):
        close_reader(tmp_path)


def test_another_network_in_its_place_is_refused(tmp_path):
    weights = _copy(tmp_path) / f"{CLOSE_UP_MODEL}.onnx"
    weights.write_bytes((weights_dir() / f"{DEFAULT_MODEL}.onnx").read_bytes())
    manifest = weights.with_suffix(".json")
    content = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps({**content, "sha256": file_sha256(weights)}), encoding="utf-8")
    with pytest.raises(ModelError, match=f"weights not run .*{CLOSE_UP_MODEL}.onnx"):
        close_reader(tmp_path)


def test_a_recipes_closeup_table_is_read(tmp_path):
    recipe = tmp_path / "r.toml"
    recipe.write_text("[closeup]\nminutes = 3\nsources = { a = 2.0 }\nfaces = { 5z = 3.0 }\n", encoding="utf-8")
    assert load_close_up_recipe(recipe) == CloseUpRecipe(minutes=3, sources={"a": 2.0}, faces={"5z": 3.0})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r"no table .*closeup"),
        ("[closeup]\nseed = 1\n", "missing key .*minutes"),
        ("[closeup]\nminutes = 0\n", "out of range .*minutes"),
        ("[closeup]\nminutes = 1\nspeed = 2\n", "unknown key .*field=speed"),
        ("[closeup]\nminutes = 1\nfaces = { 0z = 2.0 }\n", "face is no tile .*0z"),
        ("[closeup", "not valid TOML"),
    ],
)
def test_a_bad_closeup_table_is_refused_with_what_is_wrong(tmp_path, content, message):
    recipe = tmp_path / "r.toml"
    recipe.write_text(content, encoding="utf-8")
    with pytest.raises(RecipeError, match=message):
        load_close_up_recipe(recipe)
