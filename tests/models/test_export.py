import json
import shutil
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.origin import origin_of_photos, sources_of_set, write_origin
from paiyan.datasets.pictures import CLASS_NAMES, corners_of_boxes
from paiyan.datasets.recipe import DatasetRecipe, SourceRecipe
from paiyan.models.cards import card_text, write_card
from paiyan.models.evaluation.judged import Judged
from paiyan.models.evaluation.names import short_names
from paiyan.models.evaluation.run import summarize
from paiyan.models.export import CLASS_NAMES as EXPORTED_NAMES
from paiyan.models.export import (
    ExportError,
    ModelFacts,
    halve_stored_weights,
    manifest_content,
    mean_checkpoint,
    put_weights,
)
from paiyan.models.measured import keep_figures
from paiyan.models.provenance import SOURCES, sources_named, sources_of
from paiyan.models.registry import ModelError, Thresholds, load_manifest, weights_dir

FACTS = ModelFacts(
    name="toy",
    thresholds=Thresholds(0.25, 0.4, 0.6),
    sources=sources_named(("hk-tw-sets", "single-tiles")),
    training={"summary": "two epochs", "weak_sides": ["everything"]},
    figures={
        "method": "by centre",
        "sets": [
            {"set": "dev", "photos": 2, "tiles": 10, "image_size": 640, "right": 9, "whole": 1, "false": 0},
        ],
    },
)


def _manifest(tmp_path):
    weights = tmp_path / "toy.onnx"
    weights.write_bytes(b"weights")
    (tmp_path / "toy.json").write_text(json.dumps(manifest_content(weights, FACTS)), encoding="utf-8")
    return load_manifest("toy", folder=tmp_path)


def test_classes_of_the_export_are_those_of_the_labels():
    assert EXPORTED_NAMES == CLASS_NAMES


def test_a_written_manifest_loads_again_with_all_it_said(tmp_path):
    manifest = _manifest(tmp_path)
    assert manifest.thresholds == FACTS.thresholds
    assert manifest.class_names == CLASS_NAMES
    assert [source["folder"] for source in manifest.training["sources"]] == ["hk-tw-sets", "single-tiles"]
    assert manifest.figures["sets"][0]["right"] == 9


def test_the_card_names_sources_licences_figures_and_weak_sides(tmp_path):
    text = card_text(_manifest(tmp_path))
    for part in ("CC BY 4.0", "MIT", "9 (0.900)", "* everything", "mahjong-detector 0.0.6", "two epochs"):
        assert part in text


def test_the_card_of_live_weights_shows_what_the_integers_lost(tmp_path):
    rows = [{"set": "dev/a", "float": {"right": 9, "map50": 0.9}, "integers": {"right": 8, "map50": 0.85}}]
    manifest = _manifest(tmp_path)
    figures = {**manifest.figures, "loss": {"from": "toy@12345678", "rows": rows}}
    text = card_text(replace(manifest, figures=figures))
    for part in ("toy@12345678", "| photos | right | mAP50 |", "| dev/a | 9 → 8 | 0.9 → 0.85 |"):
        assert part in text


@pytest.mark.parametrize("sets", [[], FACTS.figures["sets"]], ids=["alone", "beside the sets"])
def test_the_card_shows_what_helped_whether_or_not_sets_were_measured(tmp_path, sets):
    ablation = {"method": "each once", "rows": [{"weights": "with backs", "right": 7}]}
    equal = {"method": "400 steps each", "rows": [{"data": "as labelled", "missed": 3}]}
    text = card_text(replace(_manifest(tmp_path), figures={"sets": sets, "ablation": ablation, "equal_runs": equal}))
    assert ("## Figures" in text) == bool(sets)
    for part in ("\n\n## What helped\n\neach once\n", "| weights | right |", "| with backs | 7 |"):
        assert part in text
    for part in ("\n\n## What helped, in runs alike but for one thing\n\n400 steps each\n", "| as labelled | 3 |"):
        assert part in text


def _evaluated():
    corners = corners_of_boxes(np.array([[0, 0, 10, 14], [20, 0, 30, 14]], np.float32))
    scores = np.array([0.9, 0.5], np.float32)
    back = CLASS_NAMES.index("back")
    photo = Judged(
        "p", "unit", corners, np.array([3, back]), corners, np.array([7, back]), scores, scores >= 0.6, (None, "blue")
    )
    return {"look": "product", **summarize([photo])}


def test_figures_of_an_evaluation_are_kept_and_shown_in_the_card(tmp_path):
    _manifest(tmp_path)
    hands = {"look": "product", "photos": 1, "tiles": 14, "right": 14, "whole": 1}
    card = keep_figures(tmp_path / "toy.json", {"photos/dev/set": _evaluated(), "photos/dev/hands": hands})
    text = card.read_text(encoding="utf-8")
    for part in (
        "| dev/set, product | 1 | 2 | 1 | 0 |",
        "| dev/hands, product | 1 | 14 | 14 | 1 | – |",
        "| 4m | 1, 0.000 |",
        "4m>8m 1",
        "0.000 of 1 | 1.000 of 1",
        "| dev/set, product | blue | 1 | 1.0 |",
    ):
        assert part in text
    assert load_manifest("toy", folder=tmp_path).figures["sets"][0]["right"] == 9


def test_figures_measured_again_take_the_place_of_earlier_ones(tmp_path):
    _manifest(tmp_path)
    for right in (3, 4):
        keep_figures(tmp_path / "toy.json", {"dev/hands": {"look": "640", "photos": 1, "tiles": 5, "right": right}})
    evaluation = load_manifest("toy", folder=tmp_path).figures["evaluation"]
    assert [one["right"] for one in evaluation.values()] == [4]


def test_a_card_is_written_under_the_models_name(tmp_path):
    path = write_card(_manifest(tmp_path), tmp_path / "cards")
    assert path.name == "toy.md"


def test_the_shipped_cards_say_what_their_manifests_say():
    for path in sorted((weights_dir()).glob("*.json")):
        manifest = load_manifest(path.stem)
        card = weights_dir().parent / "cards" / f"{manifest.name}.md"
        assert card.read_text(encoding="utf-8") == card_text(manifest)


def test_photos_of_whoever_trains_are_named_after_the_projects_own_sources():
    assert sources_named(source.folder for source in SOURCES) == SOURCES
    ours, theirs = sources_named(("my-photos", "hk-tw-sets", "my-photos"))
    assert (ours.folder, theirs.folder, theirs.licence) == ("hk-tw-sets", "my-photos", "not stated")


def test_a_set_tells_the_folders_it_was_made_from(tmp_path):
    recipe = DatasetRecipe(source=(SourceRecipe("train/my-photos"),))
    assert sources_of_set(tmp_path) == ()
    write_origin(tmp_path, origin_of_photos(recipe, tmp_path))
    assert sources_of_set(tmp_path) == ("my-photos",)


def test_weights_made_from_others_name_the_same_sources():
    sources = sources_named(("hk-tw-sets", "my-photos"))
    assert sources_of({"sources": [asdict(source) for source in sources]}) == sources


def test_halved_storage_computes_what_the_full_file_computes():
    onnx = pytest.importorskip("onnx", reason="the train extra (onnx) is not installed")
    ort = pytest.importorskip("paiyan.vision.backends.runtime").ort
    helper, numpy_helper = onnx.helper, onnx.numpy_helper
    weight = np.random.default_rng(0).normal(0, 0.1, (8, 3, 3, 3)).astype(np.float32)
    graph = helper.make_graph(
        [helper.make_node("Conv", ["images", "weight"], ["output"], pads=[1, 1, 1, 1])],
        "toy",
        [helper.make_tensor_value_info("images", onnx.TensorProto.FLOAT, [1, 3, 16, 16])],
        [helper.make_tensor_value_info("output", onnx.TensorProto.FLOAT, [1, 8, 16, 16])],
        [numpy_helper.from_array(weight, "weight")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    picture = np.random.default_rng(1).random((1, 3, 16, 16), dtype=np.float32)
    outputs = []
    for step in range(2):
        if step:
            before = model.ByteSize()
            halve_stored_weights(model)
            assert model.ByteSize() < 0.75 * before
        session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        outputs.append(session.run(None, {"images": picture})[0])
    np.testing.assert_allclose(outputs[0], outputs[1], atol=2e-3)


def test_the_mean_of_two_checkpoints_has_the_mean_of_their_weights(tmp_path):
    torch = pytest.importorskip("torch", reason="the train extra (torch, ultralytics) is not installed")
    for name, value in (("before.pt", 1.0), ("after.pt", 3.0)):
        layer = torch.nn.Linear(2, 2)
        torch.nn.init.constant_(layer.weight, value)
        torch.save({"model": layer, "ema": None}, tmp_path / name)
    mean_checkpoint(tmp_path / "before.pt", tmp_path / "after.pt", tmp_path / "mean.pt")
    assert torch.load(tmp_path / "mean.pt", weights_only=False)["model"].weight.tolist() == [[2.0, 2.0], [2.0, 2.0]]
    torch.save({"model": torch.nn.Linear(3, 2), "ema": None}, tmp_path / "other.pt")
    with pytest.raises(ExportError, match="not the same network"):
        mean_checkpoint(tmp_path / "before.pt", tmp_path / "other.pt", tmp_path / "mean.pt")


def test_folders_are_called_by_as_many_parts_of_their_paths_as_tell_them_apart():
    folders = [Path("x/a/dev/set"), Path("y/a/dev/set"), Path("dev/hands"), Path("dev/hands")]
    assert list(short_names(folders[2:])) == ["dev/hands"]
    assert short_names(folders) == {"x/a/dev/set": folders[0], "y/a/dev/set": folders[1], "dev/hands": folders[2]}
    assert short_names([]) == {}


def test_figures_of_two_folders_that_end_alike_are_both_kept(tmp_path):
    _manifest(tmp_path)
    hands = {"look": "640", "photos": 1, "tiles": 5}
    keep_figures(tmp_path / "toy.json", {f"{part}/dev/set": {**hands, "right": 3} for part in ("x", "y")})
    assert list(load_manifest("toy", folder=tmp_path).figures["evaluation"]) == ["x/dev/set, 640", "y/dev/set, 640"]


def test_what_is_there_stays_whole_until_what_replaces_it_is_written(tmp_path, monkeypatch):
    _manifest(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(path, text, **_):
        path.write_bytes(text[:9].encode())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    hands = {"look": "640", "photos": 1, "tiles": 5, "right": 3}
    with pytest.raises(ModelError, match="manifest unwritten"):
        keep_figures(tmp_path / "toy.json", {"dev/hands": hands})
    monkeypatch.setattr(shutil, "copyfile", lambda made, target: full(target, "half of a network"))
    with pytest.raises(OSError, match="No space"):
        put_weights(tmp_path / "toy.json", tmp_path / "toy.onnx")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("figures", {"evaluation": []}),
        ("figures", {"evaluation": {"dev": 5}}),
        ("figures", {"sets": [{}]}),
        ("figures", {"ablation": {}}),
        ("figures", {"loss": 5}),
        ("training", {"sources": [{}]}),
        ("training", {"weak_sides": 5}),
    ],
)
def test_a_manifest_that_no_card_can_be_made_of_is_refused_and_stays_as_it_was(tmp_path, part, content):
    _manifest(tmp_path)
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {part: content}), encoding="utf-8")
    before = path.read_bytes()
    hands = {"look": "640", "photos": 1, "tiles": 5, "right": 3}
    with pytest.raises(ModelError, match=r"manifest malformed .*file=toy\.json"):
        keep_figures(path, {"dev/hands": hands})
    assert path.read_bytes() == before


def test_a_set_without_tiles_has_no_share_in_the_card(tmp_path):
    empty = {"set": "none", "photos": 2, "tiles": 0, "image_size": 640, "right": 0, "whole": 2, "false": 0}
    manifest = replace(_manifest(tmp_path), figures={"method": "", "sets": [empty]})
    assert "| none (2 photos, 0 tiles) | 640 | 0 | 2 | 0 |" in card_text(manifest)
