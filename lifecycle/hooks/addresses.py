"""Which addresses a webhook may go to: none inside of the network that Momo itself stands in.

A name is resolved once, and that answer is what is connected to: a second one could be another.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

IP = IPv4Address | IPv6Address

_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052
_V4_COMPATIBLE = IPv6Network("::/96")  # RFC 4291, of old
_DEFAULT_PORTS = {"https": 443, "http": 80}


class BadAddress(Exception):
    """A webhook cannot go there; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Rules:
    """`private`: addresses inside of a network are allowed. `plain`: so is HTTP without TLS."""

    private: bool = False
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """Where to connect to, and under which name."""

    ip: IP
    port: int
    host: str
    parts: SplitResult

    @property
    def url(self) -> str:
        """With the address in place of the name."""
        ip = f"[{self.ip}]" if self.ip.version == 6 else str(self.ip)
        return self.parts._replace(netloc=f"{ip}:{self.port}").geturl()

    @property
    def authority(self) -> str:
        """What the header Host says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        is_usual = self.port == _DEFAULT_PORTS[self.parts.scheme]
        return host if is_usual else f"{host}:{self.port}"


def check(url: str, rules: Rules) -> SplitResult:
    """What can be said of an address without resolving it. Raises BadAddress."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise BadAddress("This is no web address.") from None
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise BadAddress("Write the address in ASCII and without spaces: its name as xn--...")
    if parts.scheme not in (("https", "http") if rules.plain else ("https",)):
        raise BadAddress("The address must begin with https://.")
    if not host:
        raise BadAddress("The address has no host.")
    if parts.username is not None or parts.password is not None:
        raise BadAddress("Leave name and password out of the address: the signature says who asks.")
    if parts.fragment:
        raise BadAddress("Leave out what comes after #: it is never sent.")
    if literal := _literal(host):
        _refuse_inside(literal, rules)
    return parts


def resolve(url: str, rules: Rules) -> Target:
    """Look the name up. Raises BadAddress, also where only one of its addresses is not allowed."""
    parts = check(url, rules)
    host = parts.hostname or ""
    port = parts.port or _DEFAULT_PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadAddress("The name cannot be resolved.") from None
    ips = [ip_address(entry[4][0]) for entry in found]
    for ip in ips:
        _refuse_inside(ip, rules)
    return Target(ips[0], port, host, parts)


def _literal(host: str) -> IP | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _refuse_inside(ip: IP, rules: Rules) -> None:
    real = _embedded(ip)
    if real.is_loopback or (real.is_private and not _is_no_server(real)):
        if not rules.private:
            raise BadAddress("This address is inside a private network: choose a public one.")
    elif _is_no_server(real) or not real.is_global:
        raise BadAddress("This address is not one of a public server: choose another.")


def _is_no_server(ip: IP) -> bool:
    """Link-local addresses are among these: a cloud's keys are handed out there. So is what a
    network translates for itself (RFC 8215), wherever that leads."""
    return ip.is_link_local or ip.is_multicast or ip.is_unspecified or ip.is_reserved


def _embedded(ip: IP) -> IP:
    """The IPv4 address that is meant by one of IPv6, where that is so."""
    if isinstance(ip, IPv4Address):
        return ip
    if ip.ipv4_mapped or ip.sixtofour:
        return ip.ipv4_mapped or ip.sixtofour or ip
    if ip.teredo:
        return ip.teredo[1]
    is_wrapped = ip in _NAT64 or (ip in _V4_COMPATIBLE and int(ip) > 1)
    return IPv4Address(int(ip) & 0xFFFFFFFF) if is_wrapped else ip
