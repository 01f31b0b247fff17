"""Does a search ever fail or wait because of the embedder?"""

import asyncio
import math

import pytest
from structlog.testing import capture_logs
from tests.support.waiting import eventually

from orchestrator.llm.embedding.fake import WordEmbedder
from orchestrator.llm.embedding.queries import UNRELATED_TEXTS, QueryEmbedding
from orchestrator.llm.port import ModelUnavailable


async def test_a_vector_with_the_name_of_its_model() -> None:
    embedder = WordEmbedder("words")
    queries = QueryEmbedding(embedder)
    found = await queries.vector("the dentist")
    assert found is not None
    assert found.model == "words"
    assert list(found.values) == await embedder.embed_query("the dentist")
    assert queries.state == "ok"
    assert await queries.vector("  ") is None


class Narrow(WordEmbedder):
    """Every text has a cosine of at least 0.7 with every other, as with e5."""

    def _vector(self, text: str) -> list[float]:
        return [math.sqrt(0.7), *(math.sqrt(0.3) * value for value in super()._vector(text))]


async def test_the_floor_of_a_model_is_measured_once() -> None:
    high = Narrow(dimensions=4096)
    queries = QueryEmbedding(high)
    for _ in range(2):
        found = await queries.vector("dentist")
        assert found is not None
        assert 0.7 < found.floor < 0.75
    assert len(high.documents) == len(UNRELATED_TEXTS)


async def test_switched_off() -> None:
    queries = QueryEmbedding(None)
    assert await queries.vector("the dentist") is None
    assert queries.state == "off"


async def test_a_failure_is_told_once_until_it_is_well_again() -> None:
    embedder = WordEmbedder()
    queries = QueryEmbedding(embedder)
    with capture_logs() as told:
        embedder.fails = ModelUnavailable("nothing answers")
        for _ in range(3):
            assert await queries.vector("the dentist") is None
        assert queries.state == "degraded"
        embedder.fails = None
        assert await queries.vector("the dentist") is not None
        assert queries.state == "ok"
        embedder.fails = ModelUnavailable("nothing answers")
        assert await queries.vector("the dentist") is None
    assert [line["log_level"] for line in told] == ["warning", "warning"]


class Counting(WordEmbedder):
    asked = 0

    async def embed_query(self, text: str) -> list[float]:
        self.asked += 1
        return await super().embed_query(text)


async def test_a_slow_model_is_not_waited_for_and_not_asked_twice() -> None:
    embedder = Counting()
    embedder.delay_s = 2.0
    queries = QueryEmbedding(embedder, patience_s=0.05)
    loop = asyncio.get_running_loop()
    began = loop.time()
    assert await queries.vector("the dentist") is None
    assert queries.state == "degraded"
    assert await queries.vector("the dentist") is None
    assert embedder.asked == 1  # the first call is still under way
    assert loop.time() - began < embedder.delay_s
    await eventually(lambda: queries.state == "ok")
    embedder.delay_s = 0.0
    assert await queries.vector("the dentist") is not None
    await queries.close()


async def test_closing_leaves_a_call_that_hangs() -> None:
    embedder = WordEmbedder()
    embedder.delay_s = 60
    queries = QueryEmbedding(embedder, patience_s=0.01)
    assert await queries.vector("the dentist") is None
    async with asyncio.timeout(1):
        await queries.close()


async def test_who_asked_may_go_away() -> None:
    embedder = Counting()
    embedder.delay_s = 0.05
    queries = QueryEmbedding(embedder)
    asking = asyncio.create_task(queries.vector("the dentist"))
    await eventually(lambda: embedder.asked)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await eventually(lambda: queries.vector("the dentist"), lambda vector: vector is not None)
