"""`paiyan serve` as a process: what it tells the person, how it ends, what it refuses."""

from __future__ import annotations

import re
import signal
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from paiyan.assistant.serving.address import ServeError, lan_address


def needs_lan() -> str:
    try:
        return lan_address()
    except ServeError:
        pytest.skip("this computer has no address in a local network")


def test_it_serves_this_computer_only_logs_nothing_personal_and_ends_on_request(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    server = start(tmp_path, "--port", "0")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", server.url)
    with server.client() as client:
        assert client.get("/api/v1/health", params={"secret": "s3cr3t"}).status_code == 200
        assert client.get("/api/v1/none").status_code == 404
    assert server.end(signal.SIGINT) == 0
    assert "GET /api/v1/health 200" in server.text
    assert "GET /api/v1/none 404" in server.text
    assert "s3cr3t" not in server.text
    assert "127.0.0.1" not in server.text.replace(server.url, "")
    assert "everything is saved" in server.text


def test_an_upload_that_breaks_off_leaves_nothing_and_the_server_goes_on(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    server = start(tmp_path, "--port", "0")
    port = urlsplit(server.base).port
    head = "POST /api/v1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: 9999\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port)) as phone:
        phone.sendall(head.encode() + b"\xff\xd8\xff" + bytes(1000))
    with server.client() as client:
        assert client.get("/api/v1/health").status_code == 200
    assert server.end(signal.SIGTERM) == 0
    assert "Traceback" not in server.text
    assert [path for path in (tmp_path / "photos").rglob("*") if path.is_file()] == []


def test_an_upload_that_stands_still_does_not_hold_up_the_end(start: Callable[..., Any], tmp_path: Path) -> None:
    server = start(tmp_path, "--port", "0")
    head = "POST /api/v1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: 9999\r\n\r\n"
    with socket.create_connection(("127.0.0.1", urlsplit(server.base).port)) as phone:
        phone.sendall(head.encode() + b"\xff\xd8\xff" + bytes(1000))
        with server.client() as client:
            assert client.get("/api/v1/health").status_code == 200
        assert server.end(signal.SIGTERM) == 0
    assert "Traceback" not in server.text
    assert "everything is saved" in server.text
    assert [path for path in (tmp_path / "photos").rglob("*") if path.is_file()] == []


def test_a_phone_that_stays_connected_does_not_hold_up_the_end(start: Callable[..., Any], tmp_path: Path) -> None:
    server = start(tmp_path, "--https", "--port", "0")
    (url,) = re.findall(r"HTTPS .*(https://\S+)", server.text)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", urlsplit(url).port)) as plain,
        context.wrap_socket(plain) as phone,
    ):
        phone.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert phone.recv(12) == b"HTTP/1.1 200"
        assert server.end(signal.SIGTERM) == 0
    assert "Traceback" not in server.text


def test_a_port_in_use_is_told_with_what_to_do(start: Callable[..., Any], tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        server = start(tmp_path, "--port", str(port))
        assert server.ended() == 1
    assert f"Port {port} is in use" in server.text
    assert "Traceback" not in server.text


def test_a_data_folder_that_cannot_be_used_is_told(start: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    server = start(tmp_path / "file", "--port", "0")
    assert server.ended() == 1
    assert "cannot be used" in server.text
    assert "Traceback" not in server.text


def test_phones_are_let_in_by_the_qr_codes_address_only(start: Callable[..., Any], tmp_path: Path) -> None:
    address = needs_lan()
    server = start(tmp_path, "--lan", "--port", "0")
    (phone_url,) = re.findall(rf"http://{re.escape(address)}:\d+/\?token=[0-9a-f]{{32}}", server.text)
    assert "█" in server.text or "▀" in server.text
    base = "{0.scheme}://{0.netloc}".format(urlsplit(phone_url))
    with httpx2.Client(base_url=base, timeout=60) as phone:
        assert phone.get("/").status_code == 401
        assert phone.get("/api/v1/health").status_code == 401
        assert phone.get(phone_url).status_code == 303
        assert phone.get("/api/v1/health").status_code == 200
        assert phone.get("/qr.svg").status_code == 403
    with server.client() as here:
        assert here.get("/api/v1/health").status_code == 401
        assert here.get(server.url).status_code == 303
        assert here.get("/qr.svg").headers["content-type"] == "image/svg+xml"
    server.end(signal.SIGTERM)
    again = start(tmp_path, "--lan", "--port", "0")
    assert phone_url.split("token=")[1] in again.text


def test_https_is_served_by_a_certificate_of_the_local_authority(start: Callable[..., Any], tmp_path: Path) -> None:
    server = start(tmp_path, "--https", "--port", "0")
    (url,) = re.findall(r"HTTPS .*(https://\S+)", server.text)
    with server.client() as plain:
        authority = plain.get("/ca.crt").text
    context = ssl.create_default_context(cadata=authority)
    with httpx2.Client(verify=context, timeout=60) as client:
        assert client.get(f"{url}api/v1/health").json()["status"] == "ok"
    assert server.end(signal.SIGTERM) == 0
