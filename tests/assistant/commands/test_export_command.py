"""`paiyan export` says what is wrong with what it is given before it needs the training packages."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from paiyan.assistant.cli import build_app


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
