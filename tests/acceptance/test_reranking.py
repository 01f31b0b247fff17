"""A reranker beside Steward: what `GET /search` and the tool of a turn are told first, and what happens without it."""

from collections.abc import AsyncIterator

import pytest_asyncio
from tests.acceptance.conftest import Start
from tests.support.rerank_server import RerankServer
from tests.support.steward import Person, Steward

NOTES = ["The dentist called twice about the bill of the dentist", "Dentist moved to Friday"]


@pytest_asyncio.fixture
async def reranker() -> AsyncIterator[RerankServer]:
    async with RerankServer() as server:
        yield server


@pytest_asyncio.fixture
async def reranked(start: Start, reranker: RerankServer) -> AsyncIterator[Steward]:
    async with start(rerank_url=reranker.url, rerank_model="r") as steward:
        yield steward


async def with_notes(steward: Steward) -> Person:
    person = await steward.person("Rita Lopes")
    for text in NOTES:
        await person.post("/notes", {"text": text})
    return person


async def found(person: Person) -> list[str]:
    hits = (await person.get("/search", q="dentist Friday", kinds="note"))["hits"]
    return [hit["snippet"] for hit in hits]


async def test_hits_are_told_in_its_order(reranked: Steward, reranker: RerankServer) -> None:
    rita = await with_notes(reranked)
    texts = {one["text"]: one for one in (await rita.get("/notes"))["items"]}
    assert set(texts) == set(NOTES)
    first = (await found(rita))[0]
    assert "Friday" in first
    asked = reranker.bodies[-1]
    assert (asked["query"], asked["model"]) == ("dentist Friday", "r")
    assert len(asked["documents"]) == len(NOTES)
    reranker.answer = {
        "results": [
            {"index": place, "relevance_score": float("called" in text)}
            for place, text in enumerate(asked["documents"])
        ]
    }
    assert "called" in (await found(rita))[0]


async def test_a_turn_reads_them_in_its_order_and_goes_on_without_it(reranked: Steward, reranker: RerankServer) -> None:
    rita = await with_notes(reranked)
    reranked.model.call("search_memories", {"query": "dentist"})
    reranked.model.say("It was moved to Friday.")
    assert (await rita.ask("When is the dentist, by my notes?"))["status"] == "answered"
    assert "dentist" in reranker.bodies[-1]["query"]
    reranker.status = 500
    assert len(await found(rita)) == len(NOTES)
