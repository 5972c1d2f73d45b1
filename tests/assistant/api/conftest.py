"""An application over a folder of its own, with a reader that finds the same row of tiles on every photo."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient
from tests.assistant.row_reader import RowReader

from paiyan.assistant.api import create_app
from paiyan.assistant.settings import Settings

HERE = "http://127.0.0.1:8210"


def picture(width: int = 640, height: int = 480, shade: int = 120, kind: str = "JPEG") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), (shade, 130, 90)).save(file, kind)
    return file.getvalue()


@pytest.fixture
def photo() -> bytes:
    return picture()


@pytest.fixture
def make_photo() -> Callable[..., bytes]:
    return picture


@pytest.fixture
def reader() -> RowReader:
    return RowReader()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data")


@pytest.fixture
def client(settings: Settings, reader: RowReader) -> Iterator[TestClient]:
    with TestClient(create_app(settings, reader), base_url=HERE) as client:
        yield client


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One application for all tests of a module: for many calls that must leave nothing behind."""
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    with TestClient(create_app(settings, RowReader()), base_url=HERE) as client:
        yield client


@pytest.fixture(scope="module")
def shared_reading(shared_client: TestClient) -> dict[str, Any]:
    """A reading in the application that the tests of a module share."""
    answer = shared_client.post("/api/v1/photos", content=picture(), headers={"Content-Type": "image/jpeg"})
    reading: dict[str, Any] = answer.json()["reading"]
    return reading


@pytest.fixture
def reading(client: TestClient, photo: bytes) -> dict[str, Any]:
    answer = client.post("/api/v1/photos?rules=jinzhou", content=photo, headers={"Content-Type": "image/jpeg"})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()["reading"]
    return found


@pytest.fixture
def win_case() -> dict[str, Any]:
    """两叫, 点炮, everybody open: 8 from the dealer's share, 4 from each other."""
    return {
        "ruleset": "jinzhou",
        "kind": "win",
        "dealer": 0,
        "winner": 1,
        "discarder": 2,
        "hand": "123m678s99s45m",
        "melds": [{"type": "peng", "tiles": "555p", "from": 3}],
        "win_tile": "6m",
        "win_method": "ron",
        "red_kong": False,
        "open": [True, True, True, True],
        "kongs": [],
    }
