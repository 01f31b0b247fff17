"""Where memory is short, is what can be loaded again given back, and told?"""

from tests.support.ollama_server import OllamaServer

from orchestrator.domain.memory.idle.jobs import PRESSED_FROM, relieved
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.memory import memory_in_use
from orchestrator.llm.embedding.in_process import InProcessEmbedder
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.json_tools import JsonTools
from orchestrator.llm.ollama.model import OllamaModel
from orchestrator.reader.model import ReaderModel


class Tiny:
    """A loaded model."""

    def encode(self, texts: object, *, query: bool) -> list[list[float]]:
        return [[1.0] for _ in list(texts)]  # type: ignore[call-overload]


async def test_models_and_embedder_are_unloaded_and_named() -> None:
    async with OllamaServer() as server:
        model = JsonTools(OllamaModel(server.url, "smart"))
        router = ModelRouter([Candidate("smart", model)], reader=ReaderModel(), clock=SystemClock())
        embedder = InProcessEmbedder("tiny", Tiny)
        try:
            server.loaded.add("smart")
            assert await relieved(router, embedder, lambda: 0.9) == (True, "")  # somebody else's
            assert server.loaded == {"smart"}
            await model.warm()
            await embedder.embed_query("x")
            assert await relieved(router, embedder, lambda: PRESSED_FROM) == (False, "")
            assert embedder.loaded
            pressed, told = await relieved(router, embedder, lambda: 0.913)
            assert (pressed, told) == (True, "91% of the memory is in use; unloaded: smart, embedder tiny")
            assert server.loaded == set()
            assert not embedder.loaded
            assert await relieved(router, embedder, lambda: 0.9) == (True, "")  # nothing is left to give back
            assert await relieved(router, embedder, lambda: None) == (False, "")
            await model.warm()
            assert server.loaded == {"smart"}
        finally:
            await router.close()
            await embedder.close()


async def test_a_server_that_is_away_is_no_trouble() -> None:
    async with OllamaServer() as server:
        model = OllamaModel(server.url, "smart")
        await model.warm()
    router = ModelRouter([Candidate("smart", model)], reader=ReaderModel(), clock=SystemClock())
    try:
        assert await relieved(router, None, lambda: 0.9) == (True, "")
    finally:
        await router.close()


def test_memory_in_use_is_a_share() -> None:
    share = memory_in_use()
    assert share is None or 0 < share < 1.01
