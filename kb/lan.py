"""Where this machine is found in the local network."""

from __future__ import annotations

import ipaddress
import socket

# Addresses that a machine in a network has a way to: one outside (reserved for documentation, so nobody's), and the
# usual local ones for a network that leads nowhere else.
_PROBES = ("192.0.2.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")


def address(host: str) -> str:
    """Where other machines reach a server bound to ``host``, as it stands in an address; empty when none does."""
    if is_open(host):
        return _own_address()
    bound = _bound(host)
    return "" if bound is None or bound.is_loopback else _written(host)


def own(host: str) -> str:
    """Where this machine itself finds a server bound to ``host``, as it stands in an address."""
    if is_open(host):
        return "127.0.0.1"
    return _written(host)


def _written(host: str) -> str:
    return f"[{_bare(host)}]" if ":" in host else host


def is_open(host: str) -> bool:
    """Whether it stands for every address of this machine."""
    bound = _bound(host)
    return bound is not None and bound.is_unspecified


def _bound(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """``None`` for a name: localhost, or one that the owner knows better. Nothing, as 0, stands for every address."""
    host = _bare(host) or "0"
    try:
        return ipaddress.ip_address(int(host) if host.isdecimal() else host)
    except ValueError:
        return None


def _bare(host: str) -> str:
    """An address of IPv6 without the brackets that it may be written in."""
    return host.removeprefix("[").removesuffix("]")


def _own_address() -> str:
    for probe in _PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            try:
                sock.connect((probe, 9))  # of a datagram socket: chooses the way and sends nothing
            except OSError:
                continue
            own: str = sock.getsockname()[0]
            if not ipaddress.ip_address(own).is_loopback:
                return own
    return ""
