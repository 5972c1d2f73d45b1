"""`paiyan labels`: corrected photos as labelled folders."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tests.assistant.cli.conftest import Paiyan

from paiyan.assistant.store import Store, StoredPhoto
from paiyan.datasets.formats import lacking
from paiyan.datasets.formats.yolo import read_folder
from paiyan.datasets.labels import ImageLabels, Label, LabelKind
from paiyan.datasets.pictures import BACK, CLASS_NAMES

NOW = "2026-01-01T00:00:00.000000+00:00"
BOX = ((10.0, 10.0), (40.0, 10.0), (40.0, 50.0), (10.0, 50.0))
OTHER = ((60.0, 10.0), (90.0, 10.0), (90.0, 50.0), (60.0, 50.0))


def corrected(data: Path, shade: int, faces: list[str], *, exhaustive: bool, kept: bool = True) -> None:
    """A photo in the data folder whose correction says these tiles, the last in force."""
    store = Store.open(data / "paiyan.db", data / "photos")
    picture = data / "photo.png"
    Image.new("RGB", (120, 80), (shade, 90, 90)).save(picture)
    with store.photos.upload(10**6) as upload:
        upload.write(picture.read_bytes())
        upload.finish()
        sha256 = upload.sha256
        place = upload.keep()
    if not kept:
        place.unlink()
    document = {"width": 120, "height": 80, "tiles": []}
    parent = store.add_photo_reading(StoredPhoto(sha256, "image/png", 1, 120, 80, NOW), None, "m@1", document)
    for said in (faces[:1], faces):
        labels = tuple(
            Label(LabelKind.BACK, box) if face == "back" else Label(LabelKind.TILE, box, face)
            for face, box in zip(said, (BOX, OTHER), strict=False)
        )
        sent = ImageLabels(sha256, 120, 80, labels, exhaustive, "li", "m@1", "correction:x", NOW)
        parent = store.add_correction(parent, document, {}, "li", sent)
    store.close()


def test_corrected_photos_become_folders_that_are_trained_and_measured_on(real_paiyan: Paiyan, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    corrected(data, 10, ["5m", "back"], exhaustive=True)
    corrected(data, 200, ["7z"], exhaustive=False)
    corrected(data, 90, ["1s"], exhaustive=True, kept=False)
    run = real_paiyan("labels", str(tmp_path / "out"), "--data", str(data), "--json")
    assert run.lines == [{"folder": str(tmp_path / "out"), "whole": 1, "parts": 1, "tiles": 3, "lost": 1}]
    (whole,) = read_folder(tmp_path / "out" / "whole")
    assert whole.classes.tolist() == [CLASS_NAMES.index("5m"), BACK]
    np.testing.assert_allclose(whole.corners, np.array([BOX, OTHER]), atol=0.01)
    assert lacking(tmp_path / "out" / "parts") is None


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("zh", ["whole/：1 张照片", "有 1 张改过的照片已经删掉"]),
        ("en", ["whole/: photos with every tile", "left out: 1."]),
    ],
)
def test_what_was_written_and_what_could_not_be_is_told_and_nothing_else(
    real_paiyan: Paiyan, tmp_path: Path, lang: str, lines: list[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    corrected(data, 10, ["5m", "back"], exhaustive=True)
    corrected(data, 90, ["1s"], exhaustive=True, kept=False)
    said = real_paiyan("labels", str(tmp_path / "out"), "--data", str(data), "--lang", lang).err
    assert [line in said for line in lines] == [True, True]
    assert "parts/" not in said


@pytest.mark.parametrize(("lang", "said"), [("zh", "还没有改过的照片"), ("en", "No photo was corrected yet")])
def test_without_corrections_nothing_is_written_and_the_way_to_them_is_told(
    real_paiyan: Paiyan, tmp_path: Path, lang: str, said: str
) -> None:
    run = real_paiyan("labels", str(tmp_path / "out"), "--data", str(tmp_path / "data"), "--lang", lang)
    assert run.code == 1
    assert said in run.err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_holds_something_is_left_alone(real_paiyan: Paiyan, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    corrected(data, 10, ["5m"], exhaustive=True)
    run = real_paiyan("labels", str(data), "--data", str(data), "--lang", "zh")
    assert run.code == 1
    assert "已有别的东西" in run.err
    assert (data / "paiyan.db").exists()
