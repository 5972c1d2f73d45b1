"""Photos on their way in: hostile files, limits, interruptions, many at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from tests.vision.hostile_photos import HOSTILE_PHOTOS, HostilePhoto

from paiyan.assistant.api import create_app
from paiyan.assistant.settings import Settings

JPEG = {"Content-Type": "image/jpeg"}


def stored_files(client: TestClient) -> list[Path]:
    folder: Path = client.app.state.context.settings.photos  # type: ignore[attr-defined]
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("hostile", HOSTILE_PHOTOS, ids=lambda hostile: hostile.name)
@pytest.mark.parametrize("form", [False, True], ids=["body", "form"])
def test_a_hostile_file_is_read_or_refused_by_name_and_leaves_nothing(
    shared_client: TestClient, hostile: HostilePhoto, form: bool
) -> None:
    before = len(stored_files(shared_client))
    content = hostile.build()
    if form:
        answer = shared_client.post("/api/v1/photos", files={"photo": ("x.jpg", content)})
    else:
        answer = shared_client.post("/api/v1/photos", content=content, headers=JPEG)
    if hostile.code is None:
        assert answer.status_code == 201
        photo = answer.json()["photo"]
        assert (photo["width"], photo["height"]) == hostile.size
    else:
        assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
        problem = answer.json()
        assert (problem["code"], problem["params"]["reason"]) == ("unreadable_photo", hostile.code)
        assert problem["detail"] != hostile.code
        assert len(stored_files(shared_client)) == before
    assert shared_client.get("/api/v1/health").status_code == 200


@pytest.fixture
def small(tmp_path: Path, reader: Any) -> Iterator[TestClient]:
    """An application that takes no photo beyond 20,000 bytes."""
    settings = Settings(data=tmp_path, max_upload_bytes=20_000)
    with TestClient(create_app(settings, reader), base_url="http://127.0.0.1:8210") as client:
        yield client


@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.parametrize("form", [True, False])
def test_a_photo_beyond_the_limit_is_refused_and_leaves_nothing(small: TestClient, announced: bool, form: bool) -> None:
    content = bytes(100_000)
    if form:
        content = b'--x\r\nContent-Disposition: form-data; name="photo"\r\n\r\n' + content + b"\r\n--x--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=x"} if form else JPEG
    body = content if announced else (content[start : start + 7000] for start in range(0, len(content), 7000))
    answer = small.post("/api/v1/photos", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.json()["params"] == {"limit_mb": 0.02}
    assert stored_files(small) == []


def test_other_fields_of_the_form_are_passed_over(client: TestClient, photo: bytes) -> None:
    answer = client.post("/api/v1/photos", files={"photo": ("a.jpg", photo)}, data={"note": "x" * 100_000})
    assert answer.status_code == 201
    assert answer.json()["photo"]["bytes"] == len(photo)


def test_two_photos_in_one_form_are_refused(client: TestClient, photo: bytes) -> None:
    answer = client.post("/api/v1/photos", files=[("photo", ("a.jpg", photo)), ("photo", ("b.jpg", photo))])
    assert (answer.status_code, answer.json()["code"]) == (422, "several_photos")
    assert stored_files(client) == []


def test_a_disk_that_is_full_is_told_and_leaves_nothing(
    client: TestClient, photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("paiyan.assistant.store.photos.os.fsync", full)
    answer = client.post("/api/v1/photos", content=photo, headers=JPEG)
    assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
    assert stored_files(client) == []


def test_photos_sent_at_once_are_all_read_and_kept(client: TestClient, make_photo: Callable[..., bytes]) -> None:
    photos = [make_photo(shade=shade) for shade in range(0, 240, 20)]

    def send(photo: bytes) -> str:
        answer = client.post("/api/v1/photos", content=photo, headers=JPEG)
        assert answer.status_code == 201, answer.text
        reading: str = answer.json()["reading"]["id"]
        return reading

    with ThreadPoolExecutor(6) as pool:
        readings = list(pool.map(send, [*photos, *photos]))
    assert len(set(readings)) == 2 * len(photos)
    assert len(stored_files(client)) == len(photos)


def test_while_photos_are_read_the_server_answers_and_refuses_more_than_may_wait(
    tmp_path: Path, reader: Any, photo: bytes
) -> None:
    """One photo is held in the reader, one waits; a third is refused, health is answered, and both get done."""
    reading, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        reading.set()
        assert go_on.wait(20)

    reader.before_reading = hold
    settings = Settings(data=tmp_path, concurrent_reads=1, waiting_reads=1)
    app = create_app(settings, reader)

    async def play() -> tuple[list[int], dict[str, Any], int]:
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8210", timeout=30) as client:
            queue = app.state.context.queue

            def send() -> asyncio.Task[httpx2.Response]:
                return asyncio.create_task(client.post("/api/v1/photos", content=photo, headers=JPEG))

            accepted = [send()]
            await asyncio.to_thread(reading.wait, 20)
            accepted.append(send())
            while queue.waiting == 0:
                await asyncio.sleep(0.01)
            refused = await send()
            health = await client.get("/api/v1/health")
            go_on.set()
            answers = await asyncio.gather(*accepted)
            return [answer.status_code for answer in answers], refused.json(), health.status_code

    statuses, refused, health = asyncio.run(play())
    app.state.context.store.close()
    assert statuses == [201, 201]
    assert (refused["status"], refused["code"]) == (503, "busy")
    assert health == 200


def test_an_upload_that_stops_coming_is_given_up(tmp_path: Path, reader: Any, photo: bytes) -> None:
    app = create_app(Settings(data=tmp_path, upload_idle_seconds=0.05), reader)

    async def half() -> AsyncIterator[bytes]:
        yield photo[:100]
        await asyncio.sleep(3600)

    async def send() -> httpx2.Response:
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1:8210") as client:
            return await client.post("/api/v1/photos", content=half(), headers=JPEG)

    answer = asyncio.run(send())
    app.state.context.store.close()
    assert (answer.status_code, answer.json()["code"]) == (408, "upload_stalled")
    assert [path for path in (tmp_path / "photos").rglob("*") if path.is_file()] == []
