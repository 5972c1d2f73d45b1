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


def test_a_name_with_a_folder_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    checkpoint = tmp_path / "last.pt"
    checkpoint.touch()
    command = ["export", str(checkpoint), "--name", "a/b", "--out", str(tmp_path / "out"), "--lang", "zh"]
    answer = CliRunner().invoke(build_app(), command)
    assert answer.exit_code == 2
    assert "--name 是文件名" in answer.output
    assert not (tmp_path / "out").exists()


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
