"""What `paiyan serve` is asked for, worked out: sockets, who is let in, and the addresses to tell people."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path

from paiyan.assistant.api.access import AccessRules
from paiyan.assistant.serving.address import LOOPBACK, ServeError, is_shared, lan_address, listen
from paiyan.assistant.serving.certificates import Certificates, prepare_certificates
from paiyan.assistant.serving.token import load_or_create_token


@dataclass(frozen=True, slots=True)
class ServePlan:
    """Open sockets and what goes with them.

    `local_url` opens the page on this computer, `phone_url` on a phone, `https_url` over HTTPS once the authority's
    certificate at `ca_url` is trusted.
    """

    http: tuple[socket.socket, ...]
    https: tuple[socket.socket, ...]
    certificates: Certificates | None
    access: AccessRules
    local_url: str
    phone_url: str | None
    https_url: str | None
    ca_url: str | None

    def close(self) -> None:
        """Closes the sockets."""
        for listener in (*self.http, *self.https):
            listener.close()


def plan_serving(data: Path, host: str, port: int, *, lan: bool, https: bool) -> ServePlan:
    """Opens the sockets and prepares token and certificates; `ServeError` saying what is in the way.

    HTTPS listens on the port after the HTTP one (on any free one for port 0). Whatever lets other computers in
    needs the token, `--lan` or not.
    """
    if lan and not is_shared(host):
        host = lan_address()
    shared = is_shared(host)
    hosts = (LOOPBACK, host) if shared and host not in _EVERYWHERE else (host,)
    plain: list[socket.socket] = []
    secure: list[socket.socket] = []
    try:
        _listen_all(hosts, port, plain)
        if https:
            _listen_all(hosts, _port(plain[0]) + 1 if port else 0, secure)
        return _plan(data, host, tuple(plain), tuple(secure), shared=shared)
    except BaseException:
        for listener in (*plain, *secure):
            listener.close()
        raise


_EVERYWHERE = ("0.0.0.0", "::")


def _listen_all(hosts: tuple[str, ...], port: int, listeners: list[socket.socket]) -> None:
    for host in hosts:
        listeners.append(listen(host, port))
        port = _port(listeners[-1])


def _plan(
    data: Path, host: str, http: tuple[socket.socket, ...], https: tuple[socket.socket, ...], *, shared: bool
) -> ServePlan:
    try:
        token = load_or_create_token(data) if shared else None
        reached_at = lan_address() if host in _EVERYWHERE else host
        names = _host_names(host)
        certificates = prepare_certificates(data / "certificates", [LOOPBACK, reached_at, *names]) if https else None
    except OSError as error:
        raise ServeError("store.folder", path=str(data), reason=error.strerror) from error
    query = f"?token={token}" if token else ""
    plain = f"http://{_in_url(reached_at)}:{_port(http[0])}"
    phone = f"{plain}/{query}" if shared else None
    secure = f"https://{_in_url(reached_at)}:{_port(https[0])}/{query}" if https else None
    access = AccessRules(
        token=token,
        names=frozenset(names),
        any_address=shared,
        qr_url=phone,
        ca_certificate=certificates.authority if certificates else None,
    )
    local = f"http://{LOOPBACK}:{_port(http[0])}/{query}" if shared else f"{plain}/"
    ca = f"{plain}/ca.crt{query}" if https else None
    return ServePlan(http, https, certificates, access, local, phone, secure, ca)


def _host_names(host: str) -> list[str]:
    """Names this computer may be called by: `localhost`, its own name with and without `.local`, and `host`."""
    own = socket.gethostname().lower().split(".")[0]
    names = ["localhost"]
    if own and own.isascii() and own.replace("-", "").isalnum():
        names += [own, f"{own}.local"]
    if not _is_address(host):
        names.append(host.lower())
    return sorted(set(names))


def _is_address(host: str) -> bool:
    for family in (socket.AF_INET, socket.AF_INET6):
        try:
            socket.inet_pton(family, host)
        except OSError:
            continue
        return True
    return False


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _port(listener: socket.socket) -> int:
    port: int = listener.getsockname()[1]
    return port
