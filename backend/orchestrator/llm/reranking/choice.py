"""Which reranker do this machine's settings name? `STEWARD_RERANK_URL`: a `/rerank` endpoint or the address before it;
an Ollama, which has none, is known by its version and orders by its chat model `STEWARD_RERANK_MODEL`."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from orchestrator.errors import ConfigurationError
from orchestrator.llm.failures import refusal
from orchestrator.llm.port import ModelError, Reranker
from orchestrator.llm.reranking.served import ENDPOINT, ListwiseReranker, ServedReranker
from orchestrator.llm.stream import ModelServer, deadline, whole_body

PROBE_S = 1.0


def choose_reranker(url: str | None, model: str | None, *, keep_alive: str = "30m") -> Reranker | None:
    """The reranker, which connects to nothing yet; None where none is configured.

    Raises ConfigurationError for a model without an address.
    """
    if not url:
        if model:
            raise ConfigurationError("STEWARD_RERANK_MODEL is set, but STEWARD_RERANK_URL is empty")
        return None
    if not model or urlsplit(url).path.endswith(ENDPOINT):
        return ServedReranker(url, model)
    return _AsFound(url, model, keep_alive)


class _AsFound:
    """See Reranker: an Ollama's chat model or an endpoint, told apart when it is first asked."""

    def __init__(self, url: str, model: str, keep_alive: str) -> None:
        self._url, self._model, self._keep_alive = url, model, keep_alive
        self._found: Reranker | None = None

    async def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """See Reranker."""
        if self._found is None:
            is_ollama = await _is_ollama(self._url)
            self._found = (
                ListwiseReranker(self._url, self._model, keep_alive=self._keep_alive)
                if is_ollama
                else ServedReranker(self._url, self._model)
            )
        return await self._found.scores(query, texts)

    async def close(self) -> None:
        """See Reranker."""
        if self._found is not None:
            await self._found.close()


async def _is_ollama(url: str) -> bool:
    """Whether an Ollama answers there: it alone tells its version at `/api/version`."""
    server = ModelServer(url, refuse=lambda status, said, _: refusal("rerank", "its model", status, said))
    ends_at = deadline(PROBE_S)
    try:
        async with server.answering("GET", "/api/version", ends_at=ends_at) as response:
            told = await whole_body(response, ends_at=ends_at)
    except ModelError:
        return False
    finally:
        await server.close()
    return isinstance(told, dict) and "version" in told
