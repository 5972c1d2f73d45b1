"""The page in a real browser, served by `paiyan serve` in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from tests.e2e.table_page import TablePage

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "assistant/paiyan/assistant/static"
PAIYAN = (sys.executable, "-m", "paiyan.assistant.cli")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def unavailable(what: str) -> NoReturn:
    """Skips where the browser tests cannot run; in continuous integration that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, headless."""
    program = os.environ.get("PAIYAN_CHROMIUM") or shutil.which("chromium")
    if program is None:
        unavailable(
            "browser tests need chromium: `apt-get install chromium`, or name one in the variable PAIYAN_CHROMIUM"
        )
    if not (STATIC / "index.html").is_file():
        unavailable("browser tests need the built page: `make web`")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running Paiyan with an empty store."""
    with serving([*PAIYAN, "serve"], tmp_path_factory.mktemp("data")) as found:
        yield found


@contextmanager
def serving(command: list[str], data: Path) -> Iterator[str]:
    """Runs a server over a folder of its own; gives its address."""
    server = subprocess.Popen(
        [*command, "--port", "0", "--data", str(data)],
        env={**os.environ, "PAIYAN_LANG": "en", "PYTHONUNBUFFERED": "1", "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    said: list[str] = []
    ready = threading.Event()

    def listen() -> None:
        assert server.stderr is not None
        for line in server.stderr:
            said.append(line)
            if re.search(r"http://127\.0\.0\.1:\d+/", line):
                ready.set()
        ready.set()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    assert ready.wait(120), "the server neither started nor ended"
    found = re.search(r"http://127\.0\.0\.1:\d+/", "".join(said))
    assert found, "".join(said)
    try:
        yield found[0]
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)
        listener.join(10)
        assert server.stderr is not None
        server.stderr.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Callable[..., TablePage]]:
    """Opens the page in a fresh profile: `open_page(width, language)`. A script error on it fails the test."""
    opened: list[tuple[Any, TablePage]] = []

    def open_one(width: int = 390, language: str = "zh", **settings: Any) -> TablePage:
        context = browser.new_context(
            viewport={"width": width, "height": 844 if width < 700 else 900},
            locale="zh-CN" if language == "zh" else "en-US",
            has_touch=width < 700,
            reduced_motion="reduce",
            accept_downloads=True,
            **settings,
        )
        context.set_default_timeout(60_000)
        page = TablePage(context.new_page(), address)
        opened.append((context, page))
        return page

    yield open_one
    for context, page in opened:
        context.close()
        assert page.script_errors == []
