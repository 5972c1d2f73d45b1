"""`paiyan evaluate`: figures on stdout, a report and a page of failures where they are asked for."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from tests.assistant.cli.conftest import Paiyan

from paiyan.datasets.formats.yolo import write_picture
from paiyan.datasets.pictures import CLASS_NAMES, Picture, corners_of_boxes
from paiyan.models import registry
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo

BOXES = np.array([[10, 10, 46, 58], [60, 10, 96, 58]], np.float32)


@dataclass(frozen=True)
class OneFace:
    """Sees a 5m at the first box of whatever it looks at."""

    confidence: float = 0.25
    least: float | None = None

    def detect(self, photo: Photo) -> Detections:
        scores = np.zeros((1, len(CLASS_NAMES)), np.float32)
        scores[0, 4] = 0.9
        corners = corners_of_boxes(BOXES[:1])
        return Detections(corners, scores, scores.max(axis=1), CLASS_NAMES, (photo.width, photo.height))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(registry, "default_detector", lambda name=None: OneFace())
    pixels = np.full((80, 120, 3), 90, np.uint8)
    write_picture(tmp_path / "set", Picture("one", "unit", pixels, corners_of_boxes(BOXES), np.array([4, 7])))
    return tmp_path / "set"


def test_figures_of_a_folder_are_one_json_line(real_paiyan: Paiyan, folder: Path) -> None:
    run = real_paiyan("evaluate", str(folder), "--json")
    assert run.code == 0
    (figures,) = run.lines
    assert (figures["folder"], figures["tiles"], figures["right"], figures["missed"]) == (str(folder), 2, 1, 1)


def test_the_table_names_what_was_measured(real_paiyan: Paiyan, folder: Path) -> None:
    out = real_paiyan("evaluate", str(folder)).out
    for part in ("Census F1", "mAP50-95", "50.0%"):
        assert part in out


def test_the_table_names_a_folder_whole_however_long(real_paiyan: Paiyan, folder: Path) -> None:
    deep = folder.rename(folder.parent / "photos-of-the-set-that-we-play-with-on-fridays")
    rows = [line.split("│")[1] for line in real_paiyan("evaluate", str(deep)).out.splitlines() if "│" in line]
    assert "".join(row.strip() for row in rows) == str(deep)


def test_a_report_and_a_page_with_the_failures_are_written(real_paiyan: Paiyan, folder: Path, tmp_path: Path) -> None:
    report, page = tmp_path / "report.json", tmp_path / "page"
    run = real_paiyan("evaluate", str(folder), "--report", str(report), "--page", str(page), "--json")
    assert run.code == 0
    assert json.loads(report.read_text())["sets"][str(folder)]["missed"] == 1
    content = (page / "index.html").read_text(encoding="utf-8")
    assert "-8m" in content
    assert [file.name for file in page.glob("*.jpg")] == ["00-00.jpg"]


def test_a_page_without_failures_has_no_headings_over_nothing(
    real_paiyan: Paiyan, folder: Path, tmp_path: Path
) -> None:
    pixels = np.full((80, 120, 3), 90, np.uint8)
    right = Picture("right", "unit", pixels, corners_of_boxes(BOXES[:1]), np.array([4]))
    write_picture(tmp_path / "read-right", right)
    for place, headed in ((folder, True), (tmp_path / "read-right", False)):
        page = tmp_path / f"page-{headed}"
        assert real_paiyan("evaluate", str(place), "--page", str(page), "--lang", "en").code == 0
        assert ("The worst photos" in (page / "index.html").read_text(encoding="utf-8")) == headed
        assert "<th>Read as</th>" not in (page / "index.html").read_text(encoding="utf-8")


def test_a_page_of_photos_is_not_written_into_a_repository(real_paiyan: Paiyan, folder: Path, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    run = real_paiyan("evaluate", str(folder), "--page", str(tmp_path / "page"))
    assert run.code == 2
    assert "other people's photos must not come into one" in run.err
    assert not (tmp_path / "page").exists()


def test_single_tiles_of_the_folder_are_measured_too(real_paiyan: Paiyan, folder: Path) -> None:
    whole, crops = real_paiyan("evaluate", str(folder), "--composites", "16", "--json").lines
    assert whole["tiles"] == 2
    assert (crops["folder"], crops["tiles"], set(crops["by_class"])) == (f"{folder} crops", 16, {"5m", "8m"})


def test_labels_that_cannot_be_read_are_refused_with_the_reason(real_paiyan: Paiyan, folder: Path) -> None:
    run = real_paiyan("evaluate", str(folder), "--format", "coco")
    assert run.code == 1
    assert "has no COCO file" in run.err


@pytest.mark.parametrize(
    ("gone", "format_name", "what"),
    [
        ("images/*", "yolo", "photos (JPEG, PNG or WebP) in images/"),
        ("labels/*.txt", "yolo", "labels (.txt) in labels/"),
        (None, "voc", "no Pascal VOC files"),
        (None, "coco", "no COCO file"),
    ],
)
def test_a_set_that_lacks_something_is_told_what_and_what_it_needs(
    real_paiyan: Paiyan, folder: Path, gone: str | None, format_name: str, what: str
) -> None:
    for path in folder.glob(gone) if gone else ():
        path.unlink()
    run = real_paiyan("evaluate", str(folder), "--format", format_name, "--lang", "en")
    assert (run.code, run.out) == (1, "")
    for told in (what, "expected.json", "--format yolo, coco or voc"):
        assert told in run.err


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", ("no folder images/", "labels/", "class cx cy w h")), ("zh", ("没有 images/", "类别 cx cy w h"))],
)
def test_a_folder_of_photos_without_labels_is_refused_in_both_languages(
    real_paiyan: Paiyan, folder: Path, lang: str, told: tuple[str, ...]
) -> None:
    run = real_paiyan("evaluate", str(folder / "images"), "--lang", lang)
    assert run.code == 1
    assert [part for part in told if part not in run.err] == []


def test_a_folder_that_is_not_there_and_a_format_that_is_none_are_told_apart(real_paiyan: Paiyan, folder: Path) -> None:
    assert "no such folder" in real_paiyan("evaluate", str(folder / "away"), "--lang", "en").err
    run = real_paiyan("evaluate", str(folder), "--format", "csv", "--lang", "zh")
    assert run.code == 2
    assert "csv" in run.err and "yolo, coco, voc" in run.err


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A second labelled folder, whose only tile is too small to be cut out."""
    pixels = np.full((80, 120, 3), 90, np.uint8)
    tiny = corners_of_boxes(np.array([[10, 10, 18, 20]], np.float32))
    write_picture(tmp_path / "other", Picture("two", "unit", pixels, tiny, np.array([3])))
    return tmp_path / "other"


def test_a_folder_that_cannot_be_used_is_told_before_anything_is_measured(
    real_paiyan: Paiyan, folder: Path, other: Path, tmp_path: Path
) -> None:
    (other / "images" / "a.jpg").touch()
    run = real_paiyan("evaluate", str(folder), str(other), "--report", str(tmp_path / "report.json"))
    assert (run.code, run.out) == (1, "")
    assert "a.jpg is not an image" in run.err and "Measuring" not in run.err


def test_what_was_measured_is_shown_and_written_where_something_else_fails(
    real_paiyan: Paiyan, folder: Path, other: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    run = real_paiyan("evaluate", str(other), str(folder), "--composites", "4", "--report", str(report))
    assert run.code == 1
    assert f"{other} can't be used: there is no usable crop" in run.err
    assert list(json.loads(report.read_text())["sets"]) == sorted([str(other), str(folder), f"{folder} crops"])
    assert "50.0%" in run.out


@pytest.mark.parametrize(
    ("option", "place"),
    [("--report", "file/report.json"), ("--report", "."), ("--page", "file"), ("--card", "no.json")],
)
def test_a_place_that_figures_cannot_be_written_to_is_told_before_anything_is_measured(
    real_paiyan: Paiyan, folder: Path, tmp_path: Path, option: str, place: str
) -> None:
    (tmp_path / "file").touch()
    run = real_paiyan("evaluate", str(folder), option, str(tmp_path / place))
    assert (run.code, run.out) == (1, "")
    assert "Cannot write" in run.err and "Measuring" not in run.err


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_figures_of_one_model_do_not_come_into_the_card_of_another(
    real_paiyan: Paiyan, folder: Path, tmp_path: Path, lang: str
) -> None:
    weights = tmp_path / "weights"
    weights.mkdir()
    for suffix in (".json", ".onnx"):
        shutil.copy(registry.weights_dir() / f"paiyan-live-n{suffix}", weights)
    manifest = weights / "paiyan-live-n.json"
    before = manifest.read_bytes()
    run = real_paiyan("evaluate", str(folder), "--card", str(manifest), "--lang", lang)
    assert (run.code, run.out) == (2, "")
    assert "--model paiyan-live-n" in run.err and registry.load_manifest().short_id in run.err
    assert manifest.read_bytes() == before
    assert [path.name for path in weights.iterdir() if path.suffix == ".md"] == []

    assert real_paiyan("evaluate", str(folder), "--card", str(manifest), "--model", "paiyan-live-n").code == 0
    assert "set, product" in manifest.read_text() and (weights / "paiyan-live-n.md").is_file()


def test_a_report_that_is_there_is_kept_where_nothing_could_be_measured(
    real_paiyan: Paiyan, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "report.json").write_text("before")
    real_paiyan("evaluate", str(folder / "away"), "--report", str(tmp_path / "report.json"))
    assert (tmp_path / "report.json").read_text() == "before"


@pytest.mark.parametrize(("lang", "told"), [("en", "a.jpg: There is no such file"), ("zh", "a.jpg：找不到这个文件")])
def test_a_photo_that_expected_json_names_but_is_not_there_is_told_in_words(
    real_paiyan: Paiyan, folder: Path, lang: str, told: str
) -> None:
    (folder / "expected.json").write_text(json.dumps({"a.jpg": {"row": ["1m"], "melds": [], "win_tile": None}}))
    run = real_paiyan("evaluate", str(folder), "--lang", lang)
    assert run.code == 1
    assert told in run.err


def test_a_page_is_written_anew_over_an_earlier_one_but_not_among_other_files(
    real_paiyan: Paiyan, folder: Path, tmp_path: Path
) -> None:
    page = str(tmp_path / "page")
    assert [real_paiyan("evaluate", str(folder), "--page", page).code for _ in range(2)] == [0, 0]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.html").write_text("my own page")
    run = real_paiyan("evaluate", str(folder), "--page", str(tmp_path / "mine"))
    assert (run.code, run.out) == (2, "")
    assert "holds other files" in run.err
    assert (tmp_path / "mine" / "index.html").read_text() == "my own page"
