"""Who is let in: foreign names and pages never, other computers only with the token."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from paiyan.assistant.api import create_app
from paiyan.assistant.api.access import AccessRules, host_name
from paiyan.assistant.settings import Settings

TOKEN = "0123456789abcdef" * 2
LAN = "http://192.168.1.20:8210"
EVENT = {"type": "hand_started"}
PATHS = ("/", "/assets/app.js", "/api/v1/health", "/api/v1/photos/x/image", "/qr.svg", "/ca.crt", "/nothing")


def lan_rules() -> AccessRules:
    return AccessRules(
        token=TOKEN,
        names=frozenset({"localhost", "table", "table.local"}),
        any_address=True,
        qr_url=f"{LAN}/?token={TOKEN}",
        ca_certificate=b"-----BEGIN CERTIFICATE-----\n",
    )


@pytest.fixture
def shared(tmp_path: Path, reader: Any) -> Iterator[TestClient]:
    """A server that the local network reaches."""
    app = create_app(Settings(data=tmp_path), reader, lan_rules())
    with TestClient(app, base_url=LAN, client=("192.168.1.33", 50000), follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS"])
def test_without_the_token_nothing_is_served(shared: TestClient, path: str, method: str) -> None:
    answer = shared.request(method, path)
    assert (answer.status_code, answer.headers["content-type"]) == (401, "application/problem+json")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("language", "says"), [("en-GB,en;q=0.9", "Scan the QR code again"), ("zh-CN", "请再扫一次二维码")]
)
def test_a_browser_without_the_token_is_told_to_scan_the_code_again(
    shared: TestClient, language: str, says: str
) -> None:
    accept = "text/html,application/xhtml+xml,*/*;q=0.8"
    answer = shared.get("/", headers={"Accept": accept, "Accept-Language": language})
    assert (answer.status_code, answer.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.headers["cache-control"] == "no-store"
    assert says in answer.text
    assert "src=" not in answer.text
    assert "href=" not in answer.text


def test_a_call_of_the_api_without_the_token_gets_a_problem_document_whatever_it_accepts(shared: TestClient) -> None:
    for path, accept in (("/api/v1/health", "text/html"), ("/", "application/json"), ("/", "*/*")):
        answer = shared.get(path, headers={"Accept": accept})
        assert (answer.status_code, answer.headers["content-type"]) == (401, "application/problem+json")


@pytest.mark.parametrize("token", ["", "0", TOKEN[:-1], TOKEN + "0", TOKEN.upper(), "é"])
def test_a_wrong_token_is_no_token(shared: TestClient, token: str) -> None:
    assert shared.get("/api/v1/health", params={"token": token}).status_code == 401
    headers = {"Authorization": b"Bearer " + token.encode()}
    assert shared.get("/api/v1/health", headers=headers).status_code == 401
    assert shared.get("/api/v1/health", headers={"Cookie": b"paiyan_token=" + token.encode()}).status_code == 401


def test_the_address_of_the_qr_code_sets_a_cookie_and_leads_to_the_clean_address(shared: TestClient) -> None:
    answer = shared.get("/", params={"token": TOKEN, "lang": "en"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?lang=en")
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert "Secure" not in cookie
    assert shared.get("/api/v1/health").status_code == 200


def test_over_https_the_cookie_is_for_https_only(tmp_path: Path, reader: Any) -> None:
    app = create_app(Settings(data=tmp_path), reader, lan_rules())
    with TestClient(app, base_url=LAN.replace("http:", "https:"), follow_redirects=False) as client:
        assert "Secure" in client.get("/", params={"token": TOKEN}).headers["set-cookie"]


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example", "///evil.example"])
def test_the_clean_address_never_leads_to_another_host(shared: TestClient, path: str) -> None:
    answer = shared.get(LAN + path, params={"token": TOKEN})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/")
    assert answer.headers["location"][1:2] not in ("/", "\\")


def test_a_program_may_send_the_token_as_bearer_or_in_the_address_of_the_api(shared: TestClient) -> None:
    assert shared.get("/api/v1/health", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert shared.get("/api/v1/health", params={"token": TOKEN}).status_code == 200


def test_the_qr_code_is_shown_on_this_computer_only(tmp_path: Path, reader: Any, shared: TestClient) -> None:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    refused = shared.get("/qr.svg", headers=bearer)
    assert (refused.status_code, refused.json()["code"]) == (403, "this_computer_only")
    app = create_app(Settings(data=tmp_path / "second"), reader, lan_rules())
    with TestClient(app, base_url="http://127.0.0.1:8210", client=("127.0.0.1", 50000)) as here:
        shown = here.get("/qr.svg", headers=bearer)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/svg+xml")
    assert b"<svg" in shown.content


def test_phones_get_the_certificate_they_have_to_trust(shared: TestClient) -> None:
    answer = shared.get("/ca.crt", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.headers["content-type"] == "application/x-x509-ca-cert"
    assert answer.content.startswith(b"-----BEGIN CERTIFICATE-----")


def test_a_server_for_this_computer_has_no_qr_code(client: TestClient) -> None:
    assert client.get("/qr.svg").status_code == 404


@pytest.mark.parametrize("host", ["127.0.0.1:8210", "localhost:8210", "LOCALHOST", "[::1]:8210", "127.0.0.1"])
def test_this_computer_needs_no_token_by_its_own_names(client: TestClient, host: str) -> None:
    assert client.get("/api/v1/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8210", "192.168.1.20:8210", "", "localhost.evil.example", "a@127.0.0.1", "[", "x:y"],
)
def test_a_foreign_name_is_refused_even_on_this_computer(client: TestClient, host: str) -> None:
    """A page of a foreign name whose address is turned to this computer (DNS rebinding) must not read anything."""
    answer = client.get("/api/v1/health", headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_host")


def test_a_shared_server_answers_to_its_names_and_addresses_only(shared: TestClient) -> None:
    def status(host: str) -> int:
        answer = shared.get("/api/v1/health", headers={"Host": host, "Authorization": f"Bearer {TOKEN}"})
        return answer.status_code

    assert [status(host) for host in ("192.168.1.20", "10.0.0.7:1", "table.local:8210", "localhost")] == [200] * 4
    assert status("evil.example") == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_change_asked_for_by_another_page_is_refused(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/v1/events", json=EVENT, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    assert client.get("/api/v1/events").json()["events"] == []


def test_a_change_asked_for_by_our_own_page_is_made(client: TestClient) -> None:
    headers = {"Origin": "http://127.0.0.1:8210", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/v1/events", json=EVENT, headers=headers).status_code == 201


def test_a_web_socket_without_the_token_is_closed(shared: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), shared.websocket_connect("/api/v1/live"):
        pass


@pytest.mark.parametrize("host", ["a/b", "a?b", "a#b", "u@h", "[::1", "h:99999999", ""])
def test_a_malformed_host_is_no_name(host: str) -> None:
    assert host_name(host) is None
