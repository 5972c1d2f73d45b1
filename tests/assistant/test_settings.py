"""Settings: from the environment, with sensible limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from paiyan.assistant.settings import Settings


def test_the_data_folder_is_the_one_named_in_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PAIYAN_DATA", str(tmp_path))
    settings = Settings()
    assert settings.data == tmp_path
    assert tmp_path in settings.database.parents
    assert tmp_path in settings.photos.parents


@pytest.mark.skipif("sys.platform != 'linux'", reason="the folder of other systems is elsewhere")
def test_without_it_the_data_lie_where_the_platform_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PAIYAN_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Settings().data == tmp_path / ".local" / "share" / "paiyan"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert Settings().data == tmp_path / "xdg" / "paiyan"


@pytest.mark.parametrize(("name", "value"), [("CONCURRENT_READS", "0"), ("MAX_UPLOAD_BYTES", "lots")])
def test_a_setting_that_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"PAIYAN_{name}", value)
    with pytest.raises(ValidationError):
        Settings()
