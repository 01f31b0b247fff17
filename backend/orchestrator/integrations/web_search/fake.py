"""A web that holds what a test wrote down: the fake beside the port."""

from collections.abc import Iterable

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.web_search.port import WebResult


class WrittenWeb:
    """Answers every query with the same results; `queries` holds (query, language, limit). `failing`: what it raises
    instead."""

    def __init__(self, results: Iterable[WebResult] = (), *, failing: str = "") -> None:
        self.results = tuple(results)
        self.failing = failing
        self.queries: list[tuple[str, str, int]] = []
        self.closed = False

    async def search(self, query: str, *, language: str, limit: int) -> tuple[WebResult, ...]:
        """See WebSearch."""
        self.queries.append((query, language, limit))
        if self.failing:
            raise IntegrationFailed(self.failing)
        return self.results[:limit]

    async def close(self) -> None:
        self.closed = True
