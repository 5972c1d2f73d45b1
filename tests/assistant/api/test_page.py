"""The page: served with headers that keep foreign content out, or a word on how to build it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from paiyan.assistant.api.middleware import Surroundings
from paiyan.assistant.api.page import add_page


def client_of(folder: Path) -> TestClient:
    app = FastAPI(openapi_url=None)
    app.add_middleware(Surroundings)
    add_page(app, folder)
    return TestClient(app)


@pytest.fixture
def built(tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>牌眼</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("export {}")
    (tmp_path.parent / "secret.txt").write_text("secret")
    yield client_of(tmp_path)


def test_the_page_is_asked_for_anew_and_its_hashed_files_are_kept(built: TestClient) -> None:
    page, script = built.get("/"), built.get("/assets/app-1a2b.js")
    assert (page.headers["content-type"], page.headers["cache-control"]) == ("text/html; charset=utf-8", "no-cache")
    assert "immutable" in script.headers["cache-control"]
    assert built.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304


def test_nothing_but_our_own_files_may_run_in_the_page(built: TestClient) -> None:
    headers = built.get("/").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["img-src"] == "'self' blob: data:"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/assets/"])
def test_nothing_outside_the_page_is_served(built: TestClient, path: str) -> None:
    answer = built.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_a_page_that_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    for language in ("zh", "en"):
        answer = client.get("/", headers={"Accept-Language": language})
        assert answer.status_code == 503
        assert "make web" in answer.text
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
