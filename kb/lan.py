"""Where this machine is found in the local network."""

from __future__ import annotations

import ipaddress
import socket

# Addresses that a machine in a network has a way to: one outside (reserved for documentation, so nobody's), and the
# usual local ones for a network that leads nowhere else.
_PROBES = ("192.0.2.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")


def address(host: str) -> str:
    """The address under which other machines reach a server bound to ``host``; empty when none does."""
    try:
        bound = ipaddress.ip_address(host)
    except ValueError:  # a name: localhost, or one that the owner knows better
        return ""
    if bound.is_unspecified:
        return _own_address()
    return "" if bound.is_loopback else host


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
