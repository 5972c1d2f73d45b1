"""Whole hands on photos whose truth is known: what is counted, and thresholds that follow from mistakes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paiyan.assistant.benchmarks.reading import Verdict, judge
from paiyan.assistant.benchmarks.reading_records import Measured, Record, RecordError, joined
from paiyan.assistant.benchmarks.reading_report import calibrate, report, upper_bound
from paiyan.assistant.benchmarks.table_shots import Shot
from paiyan.assistant.commands.bench_reading import tag_text
from paiyan.assistant.reading import Trust
from paiyan.datasets.composites.hands import winning_scene
from paiyan.datasets.synthesis import render
from paiyan.vision.detections import Detections


def faultless(seed: int) -> Shot:
    """A small photo of a hand, every tile of it found with its true face."""
    laid = winning_scene(np.random.default_rng(seed), longest=320, steep=(55, 65), melds=1, dense=0.0)
    rendering = render(laid.scene, supersampling=1.0)
    seen = Shot(Detections.empty(("back",), laid.scene.camera.size), rendering.tiles, laid, "own")
    return replace(seen, detections=seen.exact)


def missing_one(shot: Shot) -> Shot:
    place = next(row for row, tile in enumerate(shot.truth) if tile.group == "hand")
    return replace(shot, detections=shot.detections[[row for row in range(len(shot.truth)) if row != place]])


@pytest.fixture(scope="module")
def verdicts() -> tuple[Verdict, Verdict]:
    shot = faultless(3)
    return judge(shot, Trust()), judge(missing_one(shot), Trust())


def test_a_hand_found_without_a_fault_is_whole_and_settled_for_certain(verdicts: tuple[Verdict, Verdict]) -> None:
    found, _ = verdicts
    assert found.exact and found.before and found.whole
    assert found.certain and found.right
    assert found.cause is None and found.questions == ()


def test_a_tile_that_was_not_found_is_the_cause_and_nothing_is_certain(verdicts: tuple[Verdict, Verdict]) -> None:
    _, missed = verdicts
    assert missed.exact and not missed.whole
    assert missed.cause == "missed"
    assert not missed.certain and missed.blocked


def test_the_report_counts_by_camera_melds_and_place_of_the_winning_tile(verdicts: tuple[Verdict, Verdict]) -> None:
    told = json.loads(json.dumps(report(verdicts)))
    assert (told["photos"], told["whole"], told["causes"]["missed"]) == (2, 1, 1)
    assert told["certain_but_wrong"] == 0
    assert told["sources_with_true_boxes"] == told["sources_shown"] <= 2
    assert told["by"]["melds:1"]["photos"] == 2
    assert any(tag.startswith("win:") for tag in told["by"])


def test_the_upper_bound_is_that_of_clopper_and_pearson() -> None:
    assert upper_bound(0, 300) == pytest.approx(1 - 0.05 ** (1 / 300))
    assert upper_bound(0, 1000) < 0.003 < upper_bound(1, 1000)
    assert upper_bound(5, 5) == 1.0


def test_faces_mistaken_with_confidence_make_scores_count_less() -> None:
    """Every hand has one tile whose true face scores little: the fitted temperature believes such faces more."""
    shots = [mistaken(faultless(seed)) for seed in (3, 4)]
    assert calibrate(shots, Trust()).temperature > 1


def mistaken(shot: Shot) -> Shot:
    scores = np.array(shot.detections.scores)
    place = next(row for row, tile in enumerate(shot.truth) if tile.group == "hand")
    scores[place, (scores[place].argmax() + 1) % 34], scores[place, scores[place].argmax()] = 0.9, 0.03
    return replace(shot, detections=replace(shot.detections, scores=scores, confidence=scores.max(axis=1)))


def test_a_measurement_goes_on_where_it_stopped_and_several_are_summed(
    verdicts: tuple[Verdict, Verdict], tmp_path: Path
) -> None:
    whole, missed = verdicts
    measured = Measured("model", ("own",), Trust().to_json(), 5, {})
    one, other = tmp_path / "one", tmp_path / "other"
    Record(one, measured).add(0, whole)
    with one.open("a", encoding="utf-8") as file:
        file.write('{"number": 1, "ver')
    resumed = Record(one, measured)
    assert dict(resumed.done) == {0: whole}
    resumed.add(1, missed)
    again = Record(other, replace(measured, seed=6))
    again.add(0, missed)
    assert joined([Measured.load(one), Measured.load(one), Measured.load(other)]) == [whole, missed, missed]


def test_what_was_measured_in_another_way_is_neither_gone_on_with_nor_summed(tmp_path: Path) -> None:
    measured = Measured("model", ("own",), Trust().to_json(), 5, {})
    Record(tmp_path / "one", measured)
    with pytest.raises(RecordError) as refused:
        Record(tmp_path / "one", replace(measured, seed=6))
    assert refused.value.code == "bench.reading.other_record"
    with pytest.raises(RecordError) as unlike:
        joined([measured, replace(measured, model="another")])
    assert unlike.value.code == "bench.reading.unlike"
    (tmp_path / "no").write_text("no verdicts")
    with pytest.raises(RecordError) as no_record:
        Measured.load(tmp_path / "no")
    assert no_record.value.code == "bench.reading.no_record"


@pytest.mark.parametrize("seed", range(6))
def test_everything_that_photos_are_counted_under_is_named_in_both_languages(seed: int) -> None:
    verdict = judge(faultless(seed), Trust())
    for tag in verdict.tags:
        assert tag_text(tag, "zh") != tag_text(tag, "en") != tag


def test_a_kong_is_named_by_its_kind_and_how_it_lies() -> None:
    assert tag_text("kong:concealed, 2 down", "zh") == "暗杠，扣 2 张"
    assert tag_text("kong:open, added on", "en") == "open kong, fourth tile on the others"
