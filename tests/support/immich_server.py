"""The fake Immich on a real port, which also fails as servers do.

async with ImmichServer() as server:
    photo = server.immich.asset(taken_at, people=[server.immich.person("Ana Souza")])
    … STEWARD_IMMICH_URL=server.url STEWARD_IMMICH_API_KEY=KEY …

`python -m tests.support.immich_server` serves one to try things by hand.
"""

import asyncio
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from tests.support.loopback_http import LoopbackServer, Recorded, Wire

from orchestrator.integrations.photos.fake import KEY, FakeImmich

__all__ = ["KEY", "ImmichServer"]


class ImmichServer(LoopbackServer):
    """`statuses`: what the next requests are answered instead, in order; `raw`: another body; `hangs`: paths that begin
    so get no answer; `location`: where it redirects."""

    def __init__(self, immich: FakeImmich | None = None) -> None:
        super().__init__()
        self.immich = immich or FakeImmich()
        self.statuses: list[int] = []
        self.raw: str | None = None
        self.location = ""
        self.hangs: str | None = None

    @property
    def asked(self) -> list[tuple[str, str]]:
        """(method, path) of each request, oldest first."""
        return [(one.method, urlsplit(one.path).path) for one in self.requests]

    def times(self, method: str, path: str) -> int:
        return self.asked.count((method, path))

    async def handle(self, request: Recorded, wire: Wire) -> None:
        if self.hangs is not None and urlsplit(request.path).path.startswith(self.hangs):
            await asyncio.sleep(3600)
        elif self.location:
            await wire.whole(302, "", {"Location": self.location})
        elif self.statuses:
            await wire.whole(self.statuses.pop(0), {"message": "scripted"})
        elif self.raw is not None:
            await wire.whole(200, self.raw)
        else:
            found = self.immich.answer(request.method, request.path, request.headers, request.raw)
            await _write(wire, found.status, found.body, found.media_type)


async def _write(wire: Wire, status: int, body: bytes, media_type: str) -> None:
    """Pictures are no text, so they go in pieces."""
    await wire.begin(status, {"Content-Type": media_type})
    if body:
        await wire.send(body)
    await wire.end()


def _by_hand() -> None:
    server: Any = ImmichServer()
    ana = server.immich.person("Ana Souza")
    with server:
        photo = server.immich.asset(datetime(2026, 11, 21, 20, tzinfo=UTC), at=(38.7223, -9.1393), people=[ana])
        print(f"STEWARD_IMMICH_URL={server.url} STEWARD_IMMICH_API_KEY={KEY}\nasset {photo}, person {ana}", flush=True)  # noqa: T201
        input()


if __name__ == "__main__":
    _by_hand()
