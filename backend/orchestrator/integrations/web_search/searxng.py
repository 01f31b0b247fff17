"""How does a SearXNG instance answer? Its JSON over HTTP, within bounds of size and time.

Only the address that the operator configured is ever spoken to: redirects are not followed, proxies and credentials of
the environment not used, and nothing that a result names is fetched (contracts/security.md, part 5). The instance has
to allow JSON: `search: formats: [html, json]` in its settings.yml; without that it answers 403.
"""

import asyncio
import json
from collections.abc import Mapping
from datetime import datetime
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import httpx

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.web_search.port import WebResult
from orchestrator.kit import patterns
from orchestrator.kit.authorities import authorities
from orchestrator.kit.text import shorten, storable

_TAG = patterns.compile(r"<[a-zA-Z/!][^<>]*>")
_CONTROL = patterns.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_READ = 8  # so many times the wanted length is looked at: what is cut away may be tags


def plain_text(value: object, limit: int) -> str:
    """At most `limit` characters on one line; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    text = _TAG.sub(" ", unescape(_TAG.sub(" ", value[: limit * _READ])))
    return shorten(" ".join(_CONTROL.sub(" ", storable(text)).split()), limit)


SEARCH_S = 12.0
"""SearXNG itself waits 3 to 10 s for its engines."""
CONNECT_S = 4.0
MOST_BYTES = 2**20
MOST_RESULTS = 10
TITLE_CHARACTERS = 160
SNIPPET_CHARACTERS = 400
URL_CHARACTERS = 500
_ISO_DATE = 10
_NO_JSON = (
    "The SearXNG instance does not give JSON: add json to search.formats in its settings.yml "
    "(search: formats: [html, json]) and restart it."
)


class SearxngSearch:
    """See WebSearch. `url` is STEWARD_SEARCH_URL: the instance's address, with or without `/search`."""

    def __init__(self, url: str) -> None:
        base = url.rstrip("/")
        self._address = base if urlsplit(base).path.endswith("/search") else f"{base}/search"
        self._http = httpx.AsyncClient(
            headers={"Accept": "application/json", "User-Agent": "steward"},
            timeout=httpx.Timeout(SEARCH_S, connect=CONNECT_S),
            follow_redirects=False,
            verify=authorities(),
            trust_env=False,
        )

    async def search(self, query: str, *, language: str, limit: int) -> tuple[WebResult, ...]:
        """See WebSearch."""
        asked = {"q": query, "format": "json", "language": language, "safesearch": "1", "pageno": "1"}
        body = _json(await self._answered(asked))
        found = body.get("results")
        if not isinstance(found, list):
            raise IntegrationFailed("The web search answered something that is no search result.")
        results = list(_results(found, min(limit, MOST_RESULTS)))
        if not results and (silent := _unresponsive(body)):
            raise IntegrationFailed(f"The web search found nothing because its engines did not answer: {silent}.")
        return tuple(results)

    async def close(self) -> None:
        await self._http.aclose()

    async def _answered(self, asked: Mapping[str, str]) -> bytes:
        """The body of a 200. Raises IntegrationFailed; its message never holds the query."""
        try:
            async with asyncio.timeout(SEARCH_S), self._http.stream("GET", self._address, params=asked) as response:
                _check(response.status_code)
                received = bytearray()
                async for chunk in response.aiter_bytes():
                    received += chunk
                    if len(received) > MOST_BYTES:
                        raise IntegrationFailed("The web search answered more than 1 MB.")
                return bytes(received)
        except (TimeoutError, httpx.TimeoutException):
            raise IntegrationFailed("The web search did not answer in time. Try again later.") from None
        except (httpx.HTTPError, httpx.InvalidURL):
            raise IntegrationFailed(
                "The web search can't be reached. Is SearXNG running at the address in STEWARD_SEARCH_URL?"
            ) from None


def _check(status: int) -> None:
    if status == httpx.codes.OK:
        return
    if status == httpx.codes.FORBIDDEN:
        raise IntegrationFailed(_NO_JSON)
    if status == httpx.codes.TOO_MANY_REQUESTS:
        raise IntegrationFailed(
            "The web search refuses more requests for now (its limiter). Try again later, or set "
            "server.limiter: false in the instance's settings.yml."
        )
    if 300 <= status < 400:
        raise IntegrationFailed("The web search redirects elsewhere; set STEWARD_SEARCH_URL to its own address.")
    if status == httpx.codes.NOT_FOUND:
        raise IntegrationFailed("At STEWARD_SEARCH_URL there is no SearXNG (404 for /search).")
    raise IntegrationFailed(f"The web search answered {status}. Try again later.")


def _json(received: bytes) -> Mapping[str, Any]:
    try:
        body = json.loads(received)
    except (ValueError, RecursionError):
        raise IntegrationFailed(_NO_JSON) from None
    if not isinstance(body, dict):
        raise IntegrationFailed("The web search answered something that is no search result.")
    return body


def _results(found: list[Any], limit: int) -> tuple[WebResult, ...]:
    results: dict[str, WebResult] = {}
    for entry in found:
        if len(results) == limit:
            break
        if not isinstance(entry, dict):
            continue
        url = _safe_url(entry.get("url"))
        title = plain_text(entry.get("title"), TITLE_CHARACTERS)
        snippet = plain_text(entry.get("content"), SNIPPET_CHARACTERS)
        if url and (title or snippet):
            results.setdefault(url, WebResult(title or url, url, snippet, _date(entry.get("publishedDate"))))
    return tuple(results.values())


def _safe_url(value: object) -> str | None:
    """An address that may be shown as a source: http(s), with a host, without credentials."""
    if not isinstance(value, str) or not value.isprintable() or " " in value or len(value) > URL_CHARACTERS:
        return None
    try:
        parts = urlsplit(value)
        host = parts.hostname
    except ValueError:
        return None
    return value if parts.scheme in {"http", "https"} and host and "@" not in parts.netloc else None


def _date(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value[:_ISO_DATE]).date().isoformat()
    except ValueError:
        return None


def _unresponsive(body: Mapping[str, Any]) -> str:
    """`[["google", "timeout"], …]` in words."""
    told = body.get("unresponsive_engines")
    pairs = told if isinstance(told, list) else []
    names = [plain_text(pair[0], 40) for pair in pairs if isinstance(pair, list) and pair]
    return ", ".join(name for name in names[:5] if name)
