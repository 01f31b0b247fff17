"""A server between Steward and a real one, which can do something before or after a request goes on."""

from collections.abc import Awaitable, Callable

import httpx
from tests.support.loopback_http import LoopbackServer, Recorded, Wire

Meddle = Callable[[Recorded], Awaitable[None]]
_OWN = {"content-length", "content-encoding", "transfer-encoding", "connection", "date", "server"}


class Meddling(LoopbackServer):
    """Passes everything on to `target`. `before`: called with each request before it goes on; `after`: once it was
    answered there, before the answer comes back."""

    def __init__(self, target: str) -> None:
        super().__init__()
        self._target = target.rstrip("/")
        self.before: Meddle | None = None
        self.after: Meddle | None = None

    async def handle(self, request: Recorded, wire: Wire) -> None:
        if self.before is not None:
            await self.before(request)
        headers = {name: value for name, value in request.headers.items() if name not in {"host", *_OWN}}
        async with httpx.AsyncClient(verify=False) as client:
            answer = await client.request(
                request.method, f"{self._target}{request.path}", headers=headers, content=request.raw
            )
        if self.after is not None:
            await self.after(request)
        told = {name: value for name, value in answer.headers.items() if name.lower() not in _OWN}
        await wire.begin(answer.status_code, told)
        await wire.send(answer.content) if answer.content else None
        await wire.end()
