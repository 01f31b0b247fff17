"""From which address does a request come? Its peer's; what a proxy says counts only from STEWARD_TRUSTED_PROXIES.

`X-Forwarded-For` is read from the right: each proxy adds whom it was asked by, so the first address that is none of
ours is the client's, and whatever stands left of it was the client's own claim. `Forwarded` is not read.
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

Address = IPv4Address | IPv6Address
HOME_BITS = 64
"""An IPv6 customer is given at least so long a prefix: whoever has one address of it has all (RFC 6177)."""
HOPS_READ = 20
"""Entries of a forwarding header that are looked at, from the right."""


def address_of(text: str) -> Address | None:
    """An address as it stands in a forwarding header, with or without its port; None where it is none."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def counted_as(host: str) -> str:
    """Under which name tries from there are counted: the address, of IPv6 its first 64 bits."""
    found = address_of(host)
    if found is None:
        return host
    return str(IPv6Network((found, HOME_BITS), strict=False)) if isinstance(found, IPv6Address) else str(found)


class TrustedProxies:
    """Puts the client's address and scheme into a request that came by a proxy of ours. `proxies`: addresses and
    networks; without any, nothing that a header says counts."""

    def __init__(self, app: ASGIApp, proxies: Sequence[str]) -> None:
        self._app = app
        self._networks = tuple(ip_network(one, strict=False) for one in proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._networks and scope.get("client"):
            peer = address_of(scope["client"][0])
            if peer is not None and self._trusts(peer):
                scope = {**scope, **self._told(peer, scope["headers"])}
        await self._app(scope, receive, send)

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._networks)

    def _told(self, peer: Address, headers: Sequence[tuple[bytes, bytes]]) -> dict[str, object]:
        found: dict[str, object] = {"client": (str(self._client(peer, headers)), 0)}
        schemes = [value for name, value in headers if name == b"x-forwarded-proto"]
        if schemes and (scheme := schemes[-1].rpartition(b",")[2].strip().lower()) in {b"http", b"https"}:
            found["scheme"] = scheme.decode()
        return found

    def _client(self, peer: Address, headers: Sequence[tuple[bytes, bytes]]) -> Address:
        hops = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        nearest = peer
        for hop in reversed(hops.split(",")[-HOPS_READ:] if hops else []):
            found = address_of(hop)
            if found is None:  # what stands left of it may be anybody's words
                break
            nearest = found
            if not self._trusts(found):
                break
        return nearest
