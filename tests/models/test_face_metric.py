"""The shipped face metric, how one is fitted, and what enrolling is measured to be worth."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.painted_tiles import painted_photo

from paiyan.datasets.pictures import CLASS_NAMES, Picture
from paiyan.datasets.resources import resource_dir
from paiyan.models.evaluation.enrolment import evaluate_enrolment
from paiyan.models.evaluation.run import trust_from
from paiyan.models.face_fitting import fit_faces, write_metric
from paiyan.models.faces import face_metric
from paiyan.models.registry import ModelError
from paiyan.vision.detections import Detections
from paiyan.vision.enrolment import FaceMetric
from paiyan.vision.enrolment.features import FEATURES
from paiyan.vision.images import Photo

FACES = ("1m", "5p", "8p", "6s", "9s", "2z", "7z")
SIZE = (460, 160)
NAME = "paiyan-faces"


def corners(count: int) -> np.ndarray:
    lefts = 30 + 58 * np.arange(count)
    return np.array([[(x, 40), (x + 48, 40), (x + 48, 106), (x, 106)] for x in lefts], np.float32)


def picture(name: str, codes: Sequence[str], style: str = "house") -> Picture:
    pixels = painted_photo(codes, corners(len(codes)), SIZE, style=style)
    classes = np.array([CLASS_NAMES.index(code) for code in codes])
    return Picture(name, "set", pixels, corners(len(codes)), classes)


def plain_metric() -> FaceMetric:
    return FaceMetric(np.zeros(FEATURES, np.float32), np.eye(FEATURES, dtype=np.float32))


def test_the_shipped_metric_is_whole_and_says_what_it_learnt_from() -> None:
    metric = face_metric()
    assert metric.projection.shape[0] == FEATURES
    manifest = (resource_dir("weights") / "faces" / f"{NAME}.json").read_text(encoding="utf-8")
    assert "CC BY 4.0" in manifest
    assert "AGPL-3.0-or-later" in manifest


def test_a_changed_metric_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "faces"
    shutil.copytree(resource_dir("weights") / "faces", folder)
    with (folder / f"{NAME}.npz").open("ab") as stream:
        stream.write(b"more")
    with pytest.raises(ModelError, match="weights damaged"):
        face_metric(folder)


def test_a_metric_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="manifest malformed"):
        face_metric(tmp_path)


def test_a_fitted_metric_can_be_kept_and_used(tmp_path: Path) -> None:
    pictures = [picture(str(number), FACES, style=str(number)) for number in range(90)]
    seen: list[int] = []
    metric = fit_faces(pictures, progress=seen.append)
    assert len(seen) == len(pictures)
    write_metric(metric, tmp_path, {"pictures": len(pictures)})
    assert face_metric(tmp_path).projection.shape == metric.projection.shape


def test_too_few_tiles_make_no_metric() -> None:
    with pytest.raises(ValueError, match="too few"):
        fit_faces([picture("one", FACES)])


def photos(style: str) -> Iterator[Picture]:
    yield picture("all", FACES, style)
    for number in range(3):
        yield picture(f"hand-{number}", FACES[: 4 + number], style)


def sees_9s_as_6s(photo: Photo) -> Detections:
    """A detector that finds the boxes but takes the 9s of the set `house` for a 6s, and knows every other tile."""
    for style in ("house", "another"):
        for count in range(4, len(FACES) + 1):
            codes = FACES[:count]
            if np.array_equal(painted_photo(codes, corners(count), SIZE, style=style), photo.pixels):
                read = ["6s" if code == "9s" and style == "house" else code for code in codes]
                scores = np.zeros((count, len(CLASS_NAMES)), np.float32)
                scores[np.arange(count), [CLASS_NAMES.index(code) for code in read]] = 0.7
                return Detections(corners(count), scores, scores.max(axis=1), CLASS_NAMES, SIZE)
    raise AssertionError("an unknown photo")


def test_enrolling_mends_the_set_itself_and_leaves_another_as_it_is() -> None:
    folders = {"house": list(photos("house")), "another": list(photos("another"))}
    steps: list[tuple[str, str, int]] = []
    rows = evaluate_enrolment(
        sees_9s_as_6s,
        folders,
        plain_metric(),
        trust_from(0.6),
        draws=3,
        progress=lambda *step: steps.append(step),
    )
    assert steps[:2] == [("looking", "house", 1), ("looking", "house", 2)]
    assert [number for step, folder, number in steps if (step, folder) == ("drawing", "another")] == [1, 2, 3]
    by_pair = {(row["enrolled"], row["read"]): row for row in rows}
    own = by_pair["house", "house"]
    assert own["draws"] == len(own["enrolment_photos"]) == 3
    assert own["photos"] == 3 * own["folder_photos"] - sum(own["enrolment_photos"])
    assert own["before"]["right"] < own["tiles"]
    assert own["after"]["right"] == own["tiles"]
    assert own["before"]["sure_but_wrong"] > own["after"]["sure_but_wrong"] == 0
    other = by_pair["another", "house"]
    assert other["before"] == other["after"]
    assert other["least_gain"] == 0
