"""Addresses, token, QR code and certificates."""

from __future__ import annotations

import ipaddress
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest
from cryptography import x509

from paiyan.assistant.serving.address import ServeError, is_shared, listen
from paiyan.assistant.serving.certificates import prepare_certificates
from paiyan.assistant.serving.plan import plan_serving
from paiyan.assistant.serving.qr import qr_svg, qr_text
from paiyan.assistant.serving.token import load_or_create_token

NAMES = ["127.0.0.1", "192.168.1.20", "localhost", "table.local"]
NOT_OURS = ["8.8.8.8", "table", "example.org"]
NOW = datetime(2026, 5, 1, tzinfo=UTC)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_token_is_random_kept_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    token = load_or_create_token(tmp_path / "a")
    assert len(bytes.fromhex(token)) == 16
    assert load_or_create_token(tmp_path / "a") == token
    assert load_or_create_token(tmp_path / "b") != token
    assert mode(tmp_path / "a" / "token") == 0o600


@pytest.mark.parametrize("damaged", [b"", b"short", b"\xff\xfe", b"z" * 32])
def test_a_damaged_token_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "token").write_bytes(damaged)
    token = load_or_create_token(tmp_path)
    assert len(bytes.fromhex(token)) == 16
    assert (tmp_path / "token").read_text().strip() == token


def test_the_server_certificate_is_signed_for_its_names_by_an_authority_of_private_names_only(tmp_path: Path) -> None:
    made = prepare_certificates(tmp_path, [*NAMES, *NOT_OURS], NOW)
    server, authority = x509.load_pem_x509_certificates(made.certificate.read_bytes())
    server.verify_directly_issued_by(authority)
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost", "table.local"]
    assert names.get_values_for_type(x509.IPAddress) == [ipaddress.ip_address(name) for name in NAMES[:2]]
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    permitted = [entry.value for entry in limits.value.permitted_subtrees or []]
    assert all(value.is_private or value.overlaps(CARRIER) for value in permitted if not isinstance(value, str))
    assert mode(made.key) == mode(tmp_path / "ca.key") == 0o600


CARRIER = ipaddress.ip_network("100.64.0.0/10")


def test_certificates_are_kept_while_they_serve(tmp_path: Path) -> None:
    first = prepare_certificates(tmp_path, NAMES, NOW).certificate.read_bytes()
    assert prepare_certificates(tmp_path, NAMES[:1], NOW + timedelta(days=300)).certificate.read_bytes() == first


@pytest.mark.parametrize(
    ("names", "later"),
    [(["10.0.0.9"], timedelta(0)), (NAMES, timedelta(days=365)), (NAMES, timedelta(days=800))],
    ids=["new address", "soon to expire", "expired"],
)
def test_a_certificate_that_no_longer_serves_is_renewed_by_the_same_authority(
    tmp_path: Path, names: list[str], later: timedelta
) -> None:
    first = prepare_certificates(tmp_path, NAMES, NOW)
    old = first.certificate.read_bytes()
    renewed = prepare_certificates(tmp_path, names, NOW + later)
    assert renewed.certificate.read_bytes() != old
    assert renewed.authority == first.authority


@pytest.mark.parametrize("file", ["ca.key", "ca.crt", "server.key", "server.crt"])
def test_damaged_certificates_are_made_anew(tmp_path: Path, file: str) -> None:
    prepare_certificates(tmp_path, NAMES, NOW)
    (tmp_path / file).write_bytes(b"damaged")
    made = prepare_certificates(tmp_path, NAMES, NOW)
    server, authority = x509.load_pem_x509_certificates(made.certificate.read_bytes())
    server.verify_directly_issued_by(authority)


@pytest.mark.parametrize(
    ("host", "shared"),
    [
        ("127.0.0.1", False),
        ("localhost", False),
        ("::1", False),
        ("0.0.0.0", True),
        ("192.168.1.2", True),
        ("me", True),
    ],
)
def test_only_loopback_keeps_others_out(host: str, shared: bool) -> None:
    assert is_shared(host) is shared


def test_a_server_that_others_can_reach_needs_the_token_even_without_lan(tmp_path: Path) -> None:
    plan = plan_serving(tmp_path, "0.0.0.0", 0, lan=False, https=False)
    plan.close()
    assert plan.access.token is not None
    assert plan.access.token in plan.local_url


def test_a_server_for_this_computer_needs_none(tmp_path: Path) -> None:
    plan = plan_serving(tmp_path, "127.0.0.1", 0, lan=False, https=False)
    plan.close()
    assert (plan.access.token, plan.phone_url, plan.https_url) == (None, None, None)


def test_sockets_are_closed_where_the_plan_fails(tmp_path: Path) -> None:
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    with pytest.raises(ServeError) as refusal:
        plan_serving(tmp_path, "127.0.0.1", port, lan=False, https=False)
    assert (refusal.value.code, refusal.value.params["port"]) == ("serve.port_in_use", port)
    listener.close()
    plan_serving(tmp_path, "127.0.0.1", port, lan=False, https=False).close()


def test_a_host_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ServeError) as refusal:
        plan_serving(tmp_path, "no host at all", 0, lan=False, https=False)
    assert refusal.value.code == "serve.bad_host"


URL = "http://192.168.1.20:8210/?token=0123456789abcdef0123456789abcdef"
HALVES = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}


def test_a_camera_reads_the_address_from_the_code_in_the_terminal() -> None:
    lines = qr_text(URL).splitlines()
    width = max(len(line) for line in lines)
    rows = [[HALVES[char][half] for char in line.ljust(width)] for line in lines if line for half in (0, 1)]
    picture = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == URL


def test_the_code_on_the_screen_holds_the_same_address() -> None:
    assert qr_svg(URL).startswith(b"<?xml")
    assert qr_svg(URL) != qr_svg(URL.replace("0123", "3210"))
