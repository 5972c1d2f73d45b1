import json
import subprocess
import sys
from random import Random

import pytest
from PIL import Image

from paiyan.assistant.benchmarks.engine import bench_engine
from paiyan.assistant.benchmarks.hands import JINZHOU_KINDS, winning_claims
from paiyan.assistant.benchmarks.peers import installed
from paiyan.assistant.benchmarks.photo import CASE, bench_photos
from paiyan.engine.cases import rule_case
from paiyan.models.registry import load_manifest

STAGES = ("decode", "inference", "layout", "reading", "ruling")


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    file = tmp_path_factory.mktemp("bench") / "grey.png"
    Image.new("RGB", (320, 160), (90, 90, 90)).save(file)
    return file


@pytest.fixture(scope="module")
def figures(photo):
    return bench_photos([photo], runs=2).to_json()


def test_every_stage_is_measured(figures):
    assert all(figures[stage] > 0 for stage in STAGES)
    assert (figures["photos"], figures["runs"]) == (1, 2)


def test_it_says_which_model_was_measured(figures):
    assert figures["model"] == load_manifest().short_id


def test_the_detector_is_set_against_the_same_passes_of_onnxruntime_alone(figures):
    assert figures["looks"] >= 2
    assert figures["largest_input"] >= 640
    for ratio, whole, bare in (("ratio", "inference", "bare"), ("one_ratio", "one_look", "one_bare")):
        assert figures[ratio] > 0
        assert figures[whole] > 0
        assert figures[bare] > 0


def test_progress_counts_every_photo_of_every_run(photo):
    seen = []
    bench_photos([photo], runs=1, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]


def test_the_hand_it_rules_on_is_a_win():
    assert rule_case(dict(CASE))["valid"] is True


@pytest.mark.parametrize(("photos", "runs"), [([], 1), (["x"], 0)])
def test_nothing_to_measure_is_refused(photos, runs):
    with pytest.raises(ValueError, match="at least one photo and one run"):
        bench_photos(photos, runs)


def command(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "paiyan.assistant.cli", "bench", *arguments], capture_output=True, text=True, check=False
    )


def test_the_command_prints_one_line_of_json(photo):
    done = command(str(photo), "--runs", "1", "--json")
    assert done.returncode == 0
    assert set(STAGES) <= json.loads(done.stdout).keys()


def test_the_command_refuses_a_file_that_is_no_photo(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("三万")
    done = command(str(file), "--lang", "en")
    assert done.returncode == 1
    assert "not a photo" in done.stderr
    assert done.stdout == ""


@pytest.fixture(scope="module")
def engine_figures():
    return bench_engine(20, 2).to_json()


def test_the_rules_core_is_measured_in_every_way(engine_figures):
    rates = ("ruling_rate", "verdict_rate", "mcr_rate", "batch_rate", "advice_ms", "import_ms")
    assert all(engine_figures[name] > 0 for name in rates)


@pytest.mark.parametrize(
    ("package", "figures_of_it"),
    [
        ("mahjong", ("mahjong_rate", "ruling_ratio", "verdict_ratio")),
        ("pymahjonggb", ("pymahjonggb_rate", "mcr_ratio")),
    ],
)
def test_other_programs_are_compared_with_where_they_are_installed(engine_figures, package, figures_of_it):
    there = installed(package) is not None
    assert (engine_figures[package] is not None) == there
    assert all((engine_figures[name] is not None) == there for name in figures_of_it)


def test_the_rules_core_needs_something_to_be_measured_on():
    with pytest.raises(ValueError, match="at least one hand and one round"):
        bench_engine(0, 1)


def test_the_command_measures_the_rules_core_when_asked_to():
    done = command("engine", "--runs", "1", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "Jinzhou ruling, explained in full" in done.stdout
    assert ("mahjong is not installed" in done.stdout) == (installed("mahjong") is None)


def test_hands_to_measure_on_differ_from_each_other():
    hands = winning_claims(Random(1), 300, JINZHOU_KINDS)
    assert len({(hand.counts, hand.melds, win.win_tile) for hand, win in hands}) == 300
