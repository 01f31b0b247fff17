"""The rerankers, against real HTTP servers that speak their wires."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from tests.support.ollama_server import OllamaServer
from tests.support.rerank_server import RerankServer

from orchestrator.errors import ConfigurationError
from orchestrator.llm.port import BadModelOutput, ModelError, ModelUnavailable
from orchestrator.llm.reranking.choice import choose_reranker
from orchestrator.llm.reranking.fake import WordReranker
from orchestrator.llm.reranking.ordering import MOST_RERANKED, Reranking

QUERY = "When is the dentist?"
TEXTS = ["We saw two owls.", "The dentist is on Friday.", "The dentist rang us again."]


@pytest_asyncio.fixture
async def server() -> AsyncIterator[RerankServer]:
    async with RerankServer() as server:
        yield server


async def scored(url: str, model: str | None = None) -> list[float]:
    reranker = choose_reranker(url, model)
    assert reranker is not None
    try:
        return await reranker.scores(QUERY, TEXTS)
    finally:
        await reranker.close()


@pytest.mark.parametrize("path", ["", "/", "/rerank"])
async def test_scores_come_in_the_order_of_the_texts(server: RerankServer, path: str) -> None:
    scores = await scored(f"{server.url}{path}")
    assert scores[1] > scores[2] > scores[0]
    assert server.bodies == [{"query": QUERY, "documents": TEXTS, "top_n": 3, "return_documents": False}]


async def test_a_model_is_named_where_one_is_set(server: RerankServer) -> None:
    await scored(f"{server.url}/rerank", "bge-reranker")
    assert server.bodies[0]["model"] == "bge-reranker"


async def test_a_server_that_takes_texts_is_known_from_its_first_answer() -> None:
    async with RerankServer("tei") as server:
        reranker = choose_reranker(server.url, None)
        assert reranker is not None
        for _ in range(2):
            scores = await reranker.scores(QUERY, TEXTS)
            assert scores[1] > scores[2] > scores[0]
        await reranker.close()
        assert [sorted(body) for body in server.bodies[1:]] == [["query", "texts"], ["query", "texts"]]


@pytest.mark.parametrize(
    "answer",
    [
        {"results": []},
        {"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": 1}, {"index": 7, "score": 1}]},
        {"results": None},
        [{"index": 0, "score": "x"}],
        "no",
    ],
)
async def test_scores_that_are_none_are_refused(server: RerankServer, answer: Any) -> None:
    server.answer = answer
    with pytest.raises(BadModelOutput):
        await scored(server.url)


async def test_nobody_there_is_told() -> None:
    with pytest.raises(ModelUnavailable):
        await scored("http://127.0.0.1:9")


async def test_an_ollama_orders_by_its_chat_model() -> None:
    async with OllamaServer() as server:
        server.say(json.dumps({"order": [2, 3, 99, 2]}), to="routing")
        scores = await scored(server.url, "smart")
        assert scores == [-2.0, 0.0, -1.0]
        request = next(one for one in server.requests if one.path == "/api/chat")
        told = request.body["messages"][-1]["content"]
        assert "[2] The dentist is on Friday." in told
        assert QUERY in told
        server.say("no order", to="routing")
        with pytest.raises(BadModelOutput):
            await scored(server.url, "smart")


async def test_a_model_that_is_no_ollamas_is_an_endpoints(server: RerankServer) -> None:
    scores = await scored(server.url, "bge-reranker")
    assert scores[1] > scores[2] > scores[0]


def test_a_model_without_an_address_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="STEWARD_RERANK_URL"):
        choose_reranker(None, "bge-reranker")
    assert choose_reranker(None, None) is None


async def test_the_first_hits_are_ordered_and_the_others_stay_behind() -> None:
    reranker = WordReranker()
    hits = [*TEXTS, *(f"owl {number}" for number in range(60))]
    ordered = await Reranking(reranker).ordered(QUERY, hits, str)
    assert ordered[:3] == [TEXTS[1], TEXTS[2], TEXTS[0]]
    assert ordered[MOST_RERANKED:] == hits[MOST_RERANKED:]
    assert sorted(ordered) == sorted(hits)
    assert len(reranker.asked[0][1]) == MOST_RERANKED


@pytest.mark.parametrize("error", [ModelUnavailable("gone"), BadModelOutput("no")])
async def test_a_reranker_that_fails_leaves_the_order_and_rests(error: ModelError) -> None:
    reranker = WordReranker()
    reranker.fails = error
    reranking = Reranking(reranker)
    assert await reranking.ordered(QUERY, TEXTS, str) == TEXTS
    assert reranking.state == "degraded"
    reranker.fails = None
    assert await reranking.ordered(QUERY, TEXTS, str) == TEXTS
    assert len(reranker.asked) == 1


async def test_a_reranker_that_takes_too_long_is_not_waited_for() -> None:
    reranker = WordReranker()
    reranker.delay_s = 30
    assert await Reranking(reranker, patience_s=0.05).ordered(QUERY, TEXTS, str) == TEXTS


async def test_without_one_nothing_changes() -> None:
    reranking = Reranking()
    assert (reranking.state, reranking.wanted(8)) == ("off", 8)
    assert await reranking.ordered(QUERY, TEXTS, str) == TEXTS
