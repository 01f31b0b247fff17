"""Which addresses may be connected to?"""

import ipaddress

import pytest
from tests.support.corpora import corpus

from orchestrator.integrations.guarded.addresses import PrivateHosts, is_public
from orchestrator.integrations.guarded.errors import AddressRefused


@pytest.mark.parametrize("text", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"])
def test_public_ones(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize(
    "text",
    """127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1 255.255.255.255 240.0.0.1
    192.0.2.1 198.18.0.1 ::1 :: fe80::1 fc00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1
    64:ff9b::a9fe:a9fe 2002:7f00:1:: 2002:c0a8:101:: 2001:db8::1 2001:0:4136:e378:8000:63bf:3fff:fdd2""".split(),
)
def test_private_ones(text: str) -> None:
    assert not is_public(ipaddress.ip_address(text))


@corpus("guarded_addresses", "listed_ones_may_be_reached")
async def test_listed_ones_may_be_reached(entry: str, host: str, port: int, listed: bool) -> None:
    hosts = PrivateHosts((entry,))
    if not listed:
        with pytest.raises(AddressRefused) as refused:
            await hosts.resolve(host, port)
        assert refused.value.attention
        return
    assert await hosts.resolve(host, port)
    with pytest.raises(AddressRefused):
        await hosts.resolve(host, port, private=False)
