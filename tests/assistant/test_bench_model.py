import numpy as np
import pytest
from PIL import Image

from paiyan.assistant.benchmarks.model import _ways, bench_model
from paiyan.datasets.formats.yolo import write_picture
from paiyan.datasets.pictures import Picture, corners_of_boxes
from paiyan.models.evaluation import run
from paiyan.models.registry import default_detector, load_manifest
from paiyan.vision.images import Photo


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    place = tmp_path_factory.mktemp("bench")
    Image.new("RGB", (320, 160), (90, 90, 90)).save(place / "grey.png")
    boxes = corners_of_boxes(np.array([[10, 10, 30, 38]], np.float32))
    write_picture(place / "set", Picture("one", "unit", np.full((96, 96, 3), 90, np.uint8), boxes, np.array([4])))
    return bench_model([place / "grey.png"], [place / "set"], runs=1).to_json()


def test_looks_and_bare_networks_are_timed_by_clock_and_by_processor(figures):
    assert figures["model"] == load_manifest().short_id
    for part in ("looks", "networks"):
        assert figures[part]["photo"]["wall_ms"] > 0
        assert figures[part]["photo"]["cpu_ms"] > 0


def test_ratios_are_to_the_other_program_and_missing_without_it(figures):
    ratios = [row["cpu_ratio"] for part in ("looks", "networks") for row in figures[part].values()]
    assert all((ratio is None) == (figures["peer"] is None) for ratio in ratios)


def test_a_large_photo_is_read_and_the_slowest_counts(figures):
    assert 0 < figures["large_seconds"]["median"] <= figures["large_seconds"]["p95"]


def test_tiles_and_photos_are_counted_for_each_way_to_look(figures):
    ((_, ways),) = figures["sets"].items()
    assert {"photo, one look", "photo, as the product looks"} <= set(ways)
    assert all((row["photos"], row["tiles"]) == (1, 1) for row in ways.values())


def test_as_the_product_looks_is_what_evaluate_measures(monkeypatch):
    seen = []
    monkeypatch.setattr(run, "detect_flat", lambda detector, photo: seen.append(detector) or detector.detect(photo))
    detector = default_detector()
    look, _ = _ways({"photo": detector}, peer=False)["photo, as the product looks"]
    look(Photo.from_pixels(np.full((64, 64, 3), 90, np.uint8)))
    assert seen == [detector]


def test_without_photos_nothing_can_be_measured():
    with pytest.raises(ValueError, match="at least one photo"):
        bench_model([], [], 1)
