"""Settings of an installation: where its data lie and what it allows. Read from `PAIYAN_…` variables."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

MIB = 1024 * 1024


def default_data_dir() -> Path:
    """The platform's folder for an application's data, for example `~/.local/share/paiyan`."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "paiyan"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "paiyan"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "paiyan"


class Settings(BaseSettings):
    """What the server and the store need to know; each field has an environment variable `PAIYAN_<FIELD>`."""

    model_config = SettingsConfigDict(env_prefix="PAIYAN_", extra="ignore", frozen=True)

    data: Path = Field(default_factory=default_data_dir)
    """Folder of the database, the photos, the token and the local certificates."""

    max_upload_bytes: int = Field(default=64 * MIB, gt=0)
    """The largest photo taken, in bytes."""

    max_json_bytes: int = Field(default=1 * MIB, gt=0)
    """The largest JSON request body, in bytes."""

    concurrent_reads: int = Field(default=2, gt=0)
    """How many photos are read at once; the others wait."""

    waiting_reads: int = Field(default=16, ge=0)
    """How many photos may wait to be read before the server says it is busy."""

    upload_idle_seconds: float = Field(default=30.0, gt=0)
    """An upload that sends nothing for this long is given up."""

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data / "paiyan.db"

    @property
    def photos(self) -> Path:
        """The folder of the photos, named by their sha256."""
        return self.data / "photos"
