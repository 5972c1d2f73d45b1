"""A real server in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

ROOT = Path(__file__).parents[3]


class Server:
    """A running `paiyan serve`; `said` is what it told the person so far."""

    def __init__(self, data: Path, *options: str) -> None:
        environment = {**os.environ, "PAIYAN_LANG": "en", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.assistant.row_server", "--data", str(data), *options],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self._ready = threading.Event()
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()
        assert self._ready.wait(120), "the server neither started nor ended"

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if line.startswith("Ctrl+C"):
                self._ready.set()
        self._ready.set()

    @property
    def text(self) -> str:
        return "".join(self.said)

    @property
    def url(self) -> str:
        """Address of the page on this computer, with the token where there is one."""
        found = re.search(r"Open on this computer: (\S+)", self.text)
        assert found, self.text
        return found[1]

    @property
    def base(self) -> str:
        return self.url.split("/?")[0].rstrip("/")

    def client(self) -> httpx2.Client:
        return httpx2.Client(base_url=self.base, timeout=120)

    def end(self, how: signal.Signals) -> int:
        """Sends a signal and waits for the end; the exit status."""
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> int:
        """Waits for the end; the exit status."""
        status = self.process.wait(120)
        self._listener.join(120)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return status


@pytest.fixture
def start() -> Iterator[Callable[..., Server]]:
    """Starts servers; those still running at the end of the test are ended."""
    servers: list[Server] = []

    def start_server(data: Path, *options: str) -> Server:
        servers.append(Server(data, *options))
        return servers[-1]

    yield start_server
    for server in servers:
        if server.process.poll() is None:
            server.process.kill()
        server.ended()
