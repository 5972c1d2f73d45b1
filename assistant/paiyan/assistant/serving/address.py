"""Where the server can be reached: the address of this computer on the local network, and free ports."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from typing import Final

LOOPBACK: Final = "127.0.0.1"
_SOMEWHERE_ELSE: Final = (("10.255.255.255", 9), ("192.0.2.1", 9))


class ServeError(Exception):
    """The server cannot be started; `code` is a key of the catalogue, `params` fill its text."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code}: {params}")
        self.code = code
        self.params = params


def lan_address() -> str:
    """The IPv4 address by which the local network knows this computer; `ServeError` where it has none."""
    for target in _SOMEWHERE_ELSE:
        # Connecting a datagram socket sends nothing: the system only chooses the interface it would use.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(target)
            except OSError:
                continue
            address: str = probe.getsockname()[0]
            if is_shared(address):
                return address
    raise ServeError("serve.no_lan")


def is_shared(host: str) -> bool:
    """Whether listening at `host` lets other computers in."""
    if host == "localhost":
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to `host` and `port` (0: any free one); `ServeError` saying why it cannot be."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise ServeError("serve.bad_host", host=host) from error
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            # A server stopped a moment ago must not block its own port. (On Windows this would share a used one.)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(128)
    except OSError as error:
        listener.close()
        code = "serve.port_in_use" if error.errno == errno.EADDRINUSE else "serve.cannot_listen"
        raise ServeError(code, host=host, port=port, next=port + 1, reason=error.strerror) from error
    listener.set_inheritable(False)
    return listener
