"""Does the client reach only addresses that were checked, in time, and does it keep a password to itself?"""

import asyncio
import time
from collections.abc import Iterator, Sequence

import pytest
from tests.support.corpora import corpus
from tests.support.feed_server import FeedServer, calendar, event

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.guarded.client import Bounds, Credentials, GuardedClient
from orchestrator.integrations.guarded.errors import AddressRefused, ServerFailed

HERE, METADATA, PUBLIC = "127.0.0.1", "169.254.169.254", "93.184.216.34"


class Names:
    """A resolver that says another address each time it is asked, the last one for ever."""

    def __init__(self, *told: str) -> None:
        self._told = list(told)
        self.asked = 0

    async def __call__(self, name: str, port: int) -> Sequence[str]:
        del name, port
        self.asked += 1
        return [self._told.pop(0) if len(self._told) > 1 else self._told[0]]


@pytest.fixture
def feeds() -> Iterator[FeedServer]:
    with FeedServer() as server:
        yield server


async def test_a_name_that_turns_private_reaches_nothing(feeds: FeedServer) -> None:
    """Checked once a request, and connected to what was checked: the name itself is known to no resolver but ours."""
    feeds.serve("/a.ics", calendar(event("a", "Lunch")))
    names = Names(HERE, METADATA)
    client = GuardedClient(f"http://rebind.invalid:{feeds.port}/a.ics", PrivateHosts((f"{HERE}:{feeds.port}",), names))
    try:
        answer = await client.send("GET", f"http://rebind.invalid:{feeds.port}/a.ics")
        assert (answer.status, names.asked) == (200, 1)
        assert feeds.requests[0].headers["host"] == f"rebind.invalid:{feeds.port}"
        with pytest.raises(AddressRefused):
            await client.send("GET", f"http://rebind.invalid:{feeds.port}/a.ics")
    finally:
        await client.close()
    assert len(feeds.requests) == 1


async def test_one_private_address_among_public_ones_is_refused() -> None:
    async def both(name: str, port: int) -> Sequence[str]:
        del name, port
        return [PUBLIC, HERE]

    with pytest.raises(AddressRefused):
        await PrivateHosts((), both).resolve("mixed.invalid", 80)


async def test_a_body_that_drips_is_given_up(feeds: FeedServer) -> None:
    url = feeds.drip("/slow.ics", b"BEGIN:VCALENDAR\r\n", pause_s=0.05)
    client = GuardedClient(url, PrivateHosts((HERE,)), bounds=Bounds(seconds=2))
    begun = time.monotonic()
    try:
        with pytest.raises(ServerFailed, match="in time"):
            await client.send("GET", url)
    finally:
        await client.close()
    assert time.monotonic() - begun < 20


@corpus("guarded_client", "other_ports_and_private_hosts_are_refused_unless_listed")
async def test_other_ports_and_private_hosts_are_refused_unless_listed(host: str, port: int, advice: str) -> None:
    with pytest.raises(AddressRefused, match="STEWARD_PRIVATE_HOSTS") as refused:
        await PrivateHosts().resolve(host, port)
    assert f"add {advice} to" in str(refused.value)
    assert await PrivateHosts((advice,)).resolve(host, port)


async def test_a_password_never_goes_over_http_to_the_internet() -> None:
    """Also where the name was unknown, or private, when the connection was made."""
    names = Names(PUBLIC)
    client = GuardedClient("http://dav.invalid/", PrivateHosts((), names), credentials=Credentials("ana", "pw"))
    try:
        with pytest.raises(AddressRefused, match="https alone"):
            async with asyncio.timeout(60):
                await client.send("PROPFIND", "http://dav.invalid/")
    finally:
        await client.close()
