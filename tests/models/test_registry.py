import json
import math
import shutil
import sys

import numpy as np
import pytest

from paiyan.datasets.pictures import CLASS_NAMES
from paiyan.models import registry
from paiyan.models.registry import DEFAULT_MODEL, ModelError, default_detector, load_manifest, model_names
from paiyan.vision.images import Photo


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "toy.onnx").write_bytes(b"weights")
    manifest = {
        "name": "toy",
        "file": "toy.onnx",
        "sha256": "fb7f0bf6ae2f62bb5ba4ed2f4c5f1a0cc2a9a9a7b5b3c0a8b0a3e0f5a2b0f0f0",
        "class_names": list(CLASS_NAMES),
        "task": "obb",
        "image_size": 640,
        "stride": 32,
        "thresholds": {"confidence": 0.25, "nms_iou": 0.4, "sure": 0.6},
        "licence": "AGPL-3.0-or-later",
        "derived_from": "nothing",
        "training": {},
    }
    (tmp_path / "toy.json").write_text(json.dumps(manifest))
    return tmp_path


def _edit(folder, **changes):
    path = folder / "toy.json"
    content = json.loads(path.read_text())
    content.update(changes)
    path.write_text(json.dumps({key: value for key, value in content.items() if value is not None}))


def test_the_promoted_model_is_whole_and_has_the_43_classes_in_order():
    manifest = load_manifest()
    assert manifest.name == DEFAULT_MODEL
    assert manifest.class_names == CLASS_NAMES
    assert manifest.task == "obb"
    assert manifest.image_size % manifest.stride == 0


def test_every_shipped_model_matches_its_checksum_and_names_its_data_and_licence():
    assert DEFAULT_MODEL in model_names()
    for name in model_names():
        manifest = load_manifest(name)
        assert manifest.licence.startswith("AGPL-3.0")
        assert "mahjong-detector" in manifest.derived_from
        assert all(source["licence"] and source["origin"] for source in manifest.training["sources"])


def test_a_changed_weight_file_is_refused(folder):
    with pytest.raises(ModelError, match="weights damaged"):
        load_manifest("toy", folder=folder)


def test_a_missing_weight_file_is_refused(folder):
    (folder / "toy.onnx").unlink()
    with pytest.raises(ModelError, match=r"weights missing .*toy\.onnx, model=toy"):
        load_manifest("toy", folder=folder)


def test_an_unknown_model_is_refused_with_the_names_there_are(folder):
    with pytest.raises(ModelError, match=r"no such model .*best, known=toy"):
        load_manifest("best", folder=folder)


@pytest.mark.parametrize(
    "changes",
    [
        {"sha256": None},
        {"image_size": "large"},
        {"image_size": 0},
        {"image_size": 650},
        {"image_size": math.inf},
        {"stride": 0},
        {"class_names": 5},
        {"thresholds": []},
        {"thresholds": {"confidence": 0.2}},
        {"thresholds": {"confidence": 5, "nms_iou": 0.4, "sure": 0.6}},
        {"thresholds": {"confidence": 0.2, "nms_iou": 0.4, "sure": math.nan}},
        {"thresholds": {"confidence": 0.2, "nms_iou": 0.4, "sure": 0.6, "temperature": 0}},
    ],
)
def test_a_malformed_manifest_is_refused(folder, changes):
    _edit(folder, **changes)
    with pytest.raises(ModelError, match=r"manifest malformed .*toy\.json"):
        load_manifest("toy", folder=folder)


@pytest.mark.parametrize("names", [CLASS_NAMES[:42], (*CLASS_NAMES, "zork"), CLASS_NAMES[::-1]])
def test_a_model_of_other_classes_or_in_another_order_is_refused(folder, names):
    _edit(folder, class_names=list(names))
    with pytest.raises(ModelError, match=r"other faces .*toy\.json"):
        load_manifest("toy", folder=folder)


@pytest.mark.parametrize("network", ["text", "other"])
def test_weights_that_do_not_run_or_answer_as_a_detector_does_are_refused(folder, monkeypatch, network):
    file = folder / "toy.onnx"
    if network == "other":
        shutil.copyfile(registry.weights_dir() / "closeup" / "paiyan-closeup.onnx", file)
    _edit(folder, sha256=registry.file_sha256(file))
    monkeypatch.setattr(registry, "weights_dir", lambda: folder)
    with pytest.raises(ModelError, match=r"weights not run .*toy\.onnx"):
        default_detector("toy")


def test_the_default_detector_looks_at_a_photo_without_torch():
    detector = default_detector()
    found = detector.detect_once(Photo.from_pixels(np.full((96, 128, 3), 90, np.uint8)))
    assert found.class_names == CLASS_NAMES
    assert found.size == (128, 96)
    assert "torch" not in sys.modules or "paiyan.models.training.trainer" in sys.modules
