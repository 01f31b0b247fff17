"""A web server that serves calendar feeds, well and badly: what a path answers is set in `pages`."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.support.loopback_http import LoopbackServer, Recorded, Wire

Page = Callable[[Recorded, Wire], Awaitable[None]]
ICS = {"Content-Type": "text/calendar; charset=utf-8"}


class FeedServer(LoopbackServer):
    """`pages`: by path; everything else is 404."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: dict[str, Page] = {}

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def handle(self, request: Recorded, wire: Wire) -> None:
        page = self.pages.get(request.path.partition("?")[0])
        await (page(request, wire) if page else wire.whole(404, "nothing here"))

    def serve(self, path: str, text: str, **headers: str) -> str:
        """Serve a calendar with an ETag that follows its text; answers its URL."""
        tag = f'"{hash(text)}"'

        async def page(request: Recorded, wire: Wire) -> None:
            if request.headers.get("if-none-match") == tag:
                await wire.whole(304, "", {"ETag": tag})
                return
            await wire.whole(200, text, {**ICS, "ETag": tag, **headers})

        self.pages[path] = page
        return f"{self.url}{path}"

    def answer(self, path: str, status: int, text: str = "", **headers: str) -> str:
        """Answer with a status; answers the URL."""

        async def page(_: Recorded, wire: Wire) -> None:
            await wire.whole(status, text, headers)

        self.pages[path] = page
        return f"{self.url}{path}"

    def drip(self, path: str, piece: bytes, *, pause_s: float = 0.0, **headers: str) -> str:
        """Send the same piece for ever; answers the URL."""

        async def page(_: Recorded, wire: Wire) -> None:
            await wire.begin(200, {**ICS, **headers})
            while True:
                await wire.send(piece)
                await asyncio.sleep(pause_s)

        self.pages[path] = page
        return f"{self.url}{path}"

    def sent(self, path: str, data: bytes, **headers: str) -> str:
        """Send these bytes in one piece; answers the URL."""

        async def page(_: Recorded, wire: Wire) -> None:
            await wire.begin(200, {**ICS, **headers})
            await wire.send(data)
            await wire.end()

        self.pages[path] = page
        return f"{self.url}{path}"


def calendar(*events: str, name: str = "Work") -> str:
    """A calendar file."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN", f"X-WR-CALNAME:{name}", *events, "END:VCALENDAR"]
    return "\r\n".join(lines) + "\r\n"


def event(uid: str, title: str, start: str = "20270305T100000Z", *more: str) -> str:
    """A VEVENT of an hour."""
    lines = ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"DTSTART:{start}", "DURATION:PT1H"]
    return "\r\n".join([*lines, f"SUMMARY:{title}", *more, "END:VEVENT"])
