"""`paiyan export` says what is wrong with what it is given before it needs the training packages."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paiyan.assistant.cli import build_app
from paiyan.models.training import run as training


def export(folder: Path, *words: str) -> Result:
    checkpoint = folder / "last.pt"
    checkpoint.touch()
    command = ["export", str(checkpoint), "--name", "mine", "--out", str(folder / "out"), "--lang", "en", *words]
    return CliRunner().invoke(build_app(), command)


def test_a_second_checkpoint_that_is_not_there_is_named(tmp_path: Path) -> None:
    answer = export(tmp_path, "--mean", str(tmp_path / "before.pt"))
    assert answer.exit_code != 0
    assert "There is no checkpoint" in answer.output and "before.pt" in answer.output.replace("\n", "")


def test_the_mean_of_checkpoints_is_not_exported_for_a_camera(tmp_path: Path) -> None:
    answer = export(tmp_path, "--live", "--calibrate", str(tmp_path), "--mean", str(tmp_path / "last.pt"))
    assert answer.exit_code == 2
    assert "--mean is for training checkpoints" in answer.output


@pytest.mark.parametrize("name", ["a/b", "../up", "", ".", "..", "a b", "-"])
def test_a_name_that_is_no_plain_one_is_refused_before_anything_is_made(tmp_path: Path, name: str) -> None:
    answer = export(tmp_path, "--name", name, "--lang", "zh")
    assert answer.exit_code == 2
    assert "--name 只能" in answer.output
    assert not (tmp_path / "out").exists()


def test_shipped_weights_are_exported_for_a_camera_only_and_never_over_themselves(tmp_path: Path) -> None:
    weights = tmp_path / "out" / "mine.onnx"
    weights.parent.mkdir()
    weights.write_bytes(b"weights")
    words = ["export", str(weights), "--name", "mine", "--out", str(weights.parent), "--lang", "en"]
    plain = CliRunner().invoke(build_app(), words)
    assert plain.exit_code == 2 and "exported already" in plain.output
    onto_itself = CliRunner().invoke(build_app(), [*words, "--live", "--calibrate", str(tmp_path)])
    assert onto_itself.exit_code == 2 and "another --name" in onto_itself.output
    assert weights.read_bytes() == b"weights"


def test_folders_to_calibrate_and_measure_on_are_looked_at_before_anything_is_made(tmp_path: Path) -> None:
    weights = tmp_path / "mine.onnx"
    weights.touch()
    words = ["export", str(weights), "--name", "live", "--out", str(tmp_path / "out"), "--lang", "en", "--live"]
    empty = tmp_path / "empty"
    empty.mkdir()
    measured = CliRunner().invoke(build_app(), [*words, "--calibrate", str(empty), "--measure", str(empty)])
    assert measured.exit_code == 1 and "no folder images/" in measured.output
    calibrated = CliRunner().invoke(build_app(), [*words, "--calibrate", str(empty)])
    assert calibrated.exit_code == 1 and "0 pictures" in calibrated.output
    assert list((tmp_path / "out").glob("*")) == []


def test_missing_packages_are_told_in_chinese_with_the_way_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training.importlib.util, "find_spec", lambda name: None)
    answer = export(tmp_path, "--lang", "zh")
    assert answer.exit_code == 1
    assert (
        "不能导出：还要装 torch, ultralytics：在代码文件夹里运行 .venv/bin/pip install -e '.[train]'" in answer.output
    )
    assert not (tmp_path / "out").exists()
