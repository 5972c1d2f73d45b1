"""Runs `paiyan` in this process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.assistant.row_reader import RowReader

from paiyan.assistant import cli
from paiyan.assistant.commands import read


@dataclass(frozen=True)
class Run:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """The JSON lines of stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


Paiyan = Callable[..., Run]


@pytest.fixture
def real_paiyan(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Paiyan:
    """Runs the command line with these arguments and this stdin, with the shipped model."""
    monkeypatch.setenv("PAIYAN_LANG", "en")

    def run(*arguments: str, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as end:
            cli.main(list(arguments))
        captured = capsys.readouterr()
        return Run(int(end.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def paiyan(real_paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch) -> Paiyan:
    """Runs the command line with a reader that needs no model."""
    monkeypatch.setattr(read, "load_reader", lambda language: RowReader())
    return real_paiyan


@pytest.fixture
def photo(tmp_path: Path) -> str:
    """A photo file that can be read."""
    path = tmp_path / "photo.png"
    Image.new("RGB", (640, 480), "darkgreen").save(path)
    return str(path)
