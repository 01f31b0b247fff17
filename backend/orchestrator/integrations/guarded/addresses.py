"""Which address may a connection be made to? Public ones at the web's ports; private ones, and other ports, only where
the operator listed them.

Every address that a name resolves to is looked at, and the connection is made to that very address: a name that
resolves to something else a moment later gains nothing (contracts/security.md, part 5).
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from orchestrator.integrations.guarded.errors import AddressRefused, ServerFailed

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
LookUp = Callable[[str, int], Awaitable[Sequence[str]]]
"""(name, port) -> addresses"""
RESOLVE_S = 5.0
WEB_PORTS = frozenset({80, 443})
"""Of public servers; what is served on another port has to be listed (contracts/security.md, part 5)."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_NEVER_V4 = (ipaddress.ip_network("192.88.99.0/24"),)
"""6to4 relays: an address of no single host."""


def inner(address: Address) -> Address:
    """The IPv4 address that an IPv6 one stands for (mapped, NAT64, 6to4), else itself. Python 3.11 takes some
    of these for public whatever they hold."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address.sixtofour is not None:
        return address.sixtofour
    return address


def is_public(address: Address) -> bool:
    """Whether everybody's internet reaches it."""
    found = inner(address)
    if isinstance(found, ipaddress.IPv4Address) and any(found in network for network in _NEVER_V4):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


async def system_look_up(name: str, port: int) -> list[str]:
    """The addresses that this computer knows of a name."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]).partition("%")[0] for entry in found]


@dataclass(frozen=True)
class PrivateHosts:
    """STEWARD_PRIVATE_HOSTS: `host`, `host:port`, `[v6]:port` or a CIDR each. `look_up`: answers the addresses of a
    name; raises OSError where it has none."""

    entries: Sequence[str] = ()
    look_up: LookUp = system_look_up

    def lists(self, host: str, port: int, address: Address | None = None) -> bool:
        """Whether the operator allows this host, or the address that it resolved to."""
        names = {host.strip("[]").rstrip(".").lower(), *({str(address), str(inner(address))} if address else ())}
        for entry in self.entries:
            name, wanted = _split(entry.lower())
            if name in names and wanted in {None, port}:
                return True
            if address is not None and wanted is None and (network := _network(name)) is not None:
                found = inner(address)
                if found.version == network.version and found in network:
                    return True
        return False

    def names(self, host: str, port: int) -> bool:
        """Whether the operator listed this very host, by its name or as an address: one that is trusted, not only
        allowed."""
        try:
            address = ipaddress.ip_address(host.strip("[]"))
        except ValueError:
            return self.lists(host, port)
        return self.lists(host, port, address)

    async def resolve(self, host: str, port: int, *, private: bool = True) -> list[str]:
        """The addresses of `host` to connect to, in order. `private` False: listed ones are refused too (where a
        stranger named them). Raises AddressRefused where one of them may not be reached, ServerFailed where
        there are none."""
        found = await self._addresses(host, port)
        for address in found:
            if is_public(address):
                if port not in WEB_PORTS and not (private and self.lists(host, port, address)):
                    raise AddressRefused(_refused_port(host, port), attention=True)
            elif not (private and self.lists(host, port, address)):
                raise AddressRefused(_refusal(host, port, private=private), attention=True)
        return [str(address) for address in found]

    async def _addresses(self, host: str, port: int) -> list[Address]:
        name = host.strip("[]")
        try:
            return [ipaddress.ip_address(name.partition("%")[0])]
        except ValueError:
            pass
        try:
            async with asyncio.timeout(RESOLVE_S):
                texts = dict.fromkeys(await self.look_up(name, port))
        except (OSError, UnicodeError, TimeoutError) as error:
            raise ServerFailed(f"There is no server called {host}. Check the address.") from error
        addresses = [ipaddress.ip_address(text) for text in texts]
        return sorted(addresses, key=lambda one: one.version)  # many homes have no IPv6 that works


def written(host: str, port: int) -> str:
    """A host and a port as an address has them, and as STEWARD_PRIVATE_HOSTS takes them: `nas:5006`, `[::1]:80`."""
    bare = host.strip("[]")
    return f"[{bare}]:{port}" if ":" in bare else f"{bare}:{port}"


def _refused_port(host: str, port: int) -> str:
    return (
        f"Port {port} is not the web's (80, 443). If calendars or contacts are served there, add "
        f"{written(host, port)} to STEWARD_PRIVATE_HOSTS and start Steward again."
    )


def _refusal(host: str, port: int, *, private: bool) -> str:
    if not private:
        return f"It leads to {host}, an address inside a private network; that is followed from no public server."
    return (
        f"{host} is an address inside a private network. If it is a server of your own, add {written(host, port)} to "
        "STEWARD_PRIVATE_HOSTS and start Steward again."
    )


def _split(entry: str) -> tuple[str, int | None]:
    """`nas:5006`, `[::1]:80`, `10.0.0.0/8`, `fd00::/8`, `nas` as (name, port)."""
    if entry.startswith("["):
        name, _, port = entry[1:].partition("]")
        return name, int(port[1:]) if port.startswith(":") else None
    name, colon, port = entry.rpartition(":")
    if colon and port.isdigit() and ":" not in name and "/" not in entry:
        return name, int(port)
    return entry, None


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
