"""What must something be able to do to search the web for us?"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class WebResult:
    """One find. All of it was written by others; `url` is http(s) and is never fetched by us. `published`: an ISO date
    where the engine told one."""

    title: str
    url: str
    snippet: str = ""
    published: str | None = None


class WebSearch(Protocol):
    """A search engine."""

    async def search(self, query: str, *, language: str, limit: int) -> tuple[WebResult, ...]:
        """At most `limit` finds, the best first; `language` is two letters. Raises IntegrationFailed (what to do)."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...
