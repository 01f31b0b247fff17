"""A real HTTP server that answers as a SearXNG instance does (its JSON of 2026), and fails as one does.

async with SearxngServer() as web:
    web.results = [result("Town library", "https://library.example/hours", "Open <b>10-18</b>")]
    … STEWARD_SEARCH_URL=web.url …
    assert web.queries == ["town library hours"]
"""

import asyncio
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.support.loopback_http import LoopbackServer, Recorded, Wire


def result(title: str, url: str, content: str = "", **more: Any) -> dict[str, Any]:
    """One result as SearXNG gives it."""
    parts = urlsplit(url)
    return {
        "template": "default.html",
        "url": url,
        "title": title,
        "content": content,
        "thumbnail": "",
        "engine": "duckduckgo",
        "engines": ["duckduckgo", "brave"],
        "parsed_url": [parts.scheme, parts.netloc, parts.path, "", parts.query, ""],
        "positions": [1],
        "score": 2.0,
        "category": "general",
        "publishedDate": None,
        **more,
    }


class SearxngServer(LoopbackServer):
    """`results` and `unresponsive` are what it finds; `status` and `raw` what it answers instead; `hangs` that it never
    does. `json_format=False`: the instance as it is installed, where only HTML is allowed."""

    def __init__(self) -> None:
        super().__init__()
        self.results: Sequence[Any] = ()
        self.unresponsive: list[list[str]] = []
        self.status = 200
        self.raw: str | None = None
        self.location = ""
        self.hangs = False
        self.json_format = True

    @property
    def asked(self) -> list[dict[str, str]]:
        """The parameters of each search."""
        found = [urlsplit(request.path) for request in self.requests]
        return [{k: v[0] for k, v in parse_qs(one.query).items()} for one in found if one.path.endswith("/search")]

    @property
    def queries(self) -> list[str]:
        return [asked["q"] for asked in self.asked]

    async def handle(self, request: Recorded, wire: Wire) -> None:
        path = urlsplit(request.path).path
        if self.hangs:
            await asyncio.sleep(3600)
        elif not path.endswith("/search"):
            await wire.whole(404, "<html>not found</html>")
        elif not self.json_format:
            await wire.whole(403, "<!doctype html><title>403 Forbidden</title>", {"Content-Type": "text/html"})
        elif self.status != 200:
            await wire.whole(self.status, "no", {"Location": self.location} if self.location else None)
        elif self.raw is not None:
            await wire.whole(200, self.raw)
        else:
            await wire.whole(
                200,
                {
                    "query": self.asked[-1]["q"],
                    "number_of_results": 0,
                    "results": list(self.results),
                    "answers": [],
                    "corrections": [],
                    "infoboxes": [],
                    "suggestions": [],
                    "unresponsive_engines": self.unresponsive,
                },
            )
