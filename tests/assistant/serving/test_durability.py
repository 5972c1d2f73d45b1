"""Nothing that was acknowledged is lost when the server is killed."""

from __future__ import annotations

import io
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from PIL import Image

ROUNDS = 3
CASE: dict[str, Any] = {
    "ruleset": "jinzhou",
    "dealer": 0,
    "winner": 1,
    "discarder": None,
    "hand": "123m678s99s45m555p",
    "melds": [],
    "win_tile": "6m",
    "win_method": "zimo",
    "open": [True, False, True, True],
    "kongs": [],
}


@dataclass
class Acknowledged:
    """What the server said it has kept."""

    photos: dict[str, bytes] = field(default_factory=dict)
    readings: dict[str, dict[str, Any]] = field(default_factory=dict)
    rulings: dict[str, dict[str, Any]] = field(default_factory=dict)
    events: dict[int, dict[str, Any]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return len(self.photos) + len(self.readings) + len(self.rulings) + len(self.events)


def photo(number: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (320, 240), (number % 256, number // 256 % 256, 90)).save(file, "PNG")
    return file.getvalue()


def send_until_killed(
    client: httpx2.Client, kept: Acknowledged, numbers: range, wanted: int, enough: threading.Event
) -> None:
    """Photo, correction, ruling and event in turn, for each number; ends when the server is gone.

    `enough` is set once `wanted` records are acknowledged.
    """
    for number in numbers:
        try:
            content = photo(number)
            sent = accepted(client.post("/api/v1/photos", content=content, headers={"Content-Type": "image/png"}))
            kept.photos[sent["photo"]["id"]] = content
            kept.readings[sent["reading"]["id"]] = sent["reading"]
            tiles = [{**tile, "source": index} for index, tile in enumerate(sent["reading"]["tiles"])]
            corrections = f"/api/v1/readings/{sent['reading']['id']}/corrections"
            corrected = accepted(client.post(corrections, json={"tiles": tiles}))
            kept.readings[corrected["id"]] = corrected
            ruling = accepted(client.post("/api/v1/rulings", json={"case": CASE, "reading_id": corrected["id"]}))
            kept.rulings[ruling["id"]] = ruling
            event = accepted(client.post("/api/v1/events", json={"type": "won", "payload": {"number": number}}))
            kept.events[event["seq"]] = event
            if kept.count >= wanted:
                enough.set()
        except httpx2.TransportError:
            return


def accepted(answer: httpx2.Response) -> dict[str, Any]:
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_what_was_acknowledged_outlives_a_server_killed_again_and_again(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    kept = Acknowledged()
    for round_number in range(ROUNDS):
        server = start(tmp_path, "--port", "0")
        wanted, enough = kept.count + 20, threading.Event()
        with server.client() as client:
            everything_is_there(client, kept)
            senders = [
                threading.Thread(
                    target=send_until_killed,
                    args=(client, kept, range(start_at, start_at + 10_000), wanted, enough),
                )
                for start_at in (round_number * 60_000, round_number * 60_000 + 30_000)
            ]
            for sender in senders:
                sender.start()
            assert enough.wait(120)
            # In the midst of whatever the senders are at.
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            for sender in senders:
                sender.join(120)
    server = start(tmp_path, "--port", "0")
    with server.client() as client:
        everything_is_there(client, kept)
    assert server.end(signal.SIGTERM) == 0


def everything_is_there(client: httpx2.Client, kept: Acknowledged) -> None:
    events = {event["seq"]: event for event in client.get("/api/v1/events").json()["events"]}
    assert {seq: events.get(seq) for seq in kept.events} == kept.events
    for id, content in kept.photos.items():
        assert client.get(f"/api/v1/photos/{id}/image").content == content
    for id, reading in kept.readings.items():
        assert client.get(f"/api/v1/readings/{id}").json() == reading
    for id, ruling in kept.rulings.items():
        assert client.get(f"/api/v1/rulings/{id}").json() == ruling
