"""Which facts does `GET /facts` list? Each filter, all of them together, and both clocks (api.md)."""

from datetime import UTC, datetime
from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward

from orchestrator.domain.memory.facts.review import proposing
from orchestrator.domain.memory.facts.schemas import FactFields

FACTS: tuple[dict[str, Any], ...] = (
    {"text": "I like tea", "category": "preference", "subjects": ["Chá", "tea"], "tags": ["mood:calm"]},
    {"text": "Use tabs", "kind": "hard_rule", "category": "preference", "scope": {"type": "project", "ref": "steward"}},
    {"text": "Use spaces", "category": "decision", "scope": {"type": "project", "ref": "other"}, "tags": ["mood:calm"]},
    {
        "text": "Speak plainly",
        "kind": "hard_rule",
        "category": "preference",
        "subjects": ["tea"],
        "tags": ["mood:calm"],
    },
    {"text": "I lived in Porto", "valid_from": "2019-01-01", "valid_to": "2022-01-01", "subjects": ["Porto"]},
)
TEA, TABS, _, PLAIN, _ = (one["text"] for one in FACTS)


@pytest_asyncio.fixture
async def eva(steward: Steward, ana: Person) -> Person:
    """With all of these, and a proposal."""
    for fact in FACTS:
        await ana.post("/facts", fact)
    async with steward.database.unit_of_work_of(ana.id) as tx:
        await proposing.propose(tx, FactFields(text="Likes snow", subjects=["tea"]), agent="mcp:x")
    return ana


async def held(person: Person, **params: Any) -> set[str]:
    return {fact["text"] for fact in (await person.get("/facts", limit=100, **params))["items"]}


async def test_filters_narrow_alone_and_together(eva: Person) -> None:
    for params, wanted in cases("facts_filters", "filters_narrow_alone_and_together"):
        assert await held(eva, **params) == set(wanted), params


async def test_pages_and_filters_go_together(eva: Person) -> None:
    seen: list[str] = []
    cursor: str | None = None
    while True:
        params = {"category": "preference", "limit": 1} | ({"cursor": cursor} if cursor else {})
        page = await eva.get("/facts", **params)
        seen += [fact["text"] for fact in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == [PLAIN, TABS, TEA]
    notes = [await eva.post("/notes", {"text": str(number)}) for number in range(3)]
    assert len(notes) == 3
    foreign = (await eva.get("/notes", limit=1))["next_cursor"]
    for odd in (foreign, "x", "eyJ4IjoxfQ", "🙂", "a" * 5_000):
        answer = await eva.send("GET", "/facts", params={"cursor": odd, "category": "preference"})
        assert answer.status_code in {200, 422}


@pytest.mark.parametrize("act", ["change", "retire"])
async def test_an_end_counts_from_the_moment_it_was_told(ana: Person, act: str) -> None:
    """Told in November that it ended in May: in June one still believed it."""
    made = await ana.post("/facts", {"text": "I live in Porto", "valid_from": "2020-01-01"})
    await ana.execute("update user_facts set recorded_at = '2026-02-01' where user_id = :me")
    before = datetime.now(UTC).isoformat()
    body = {"text": "I live in Lisbon", "valid_from": "2026-05-01"} if act == "change" else {"valid_to": "2026-05-01"}
    answer = await ana.post(f"/facts/{made['id']}/{act}", body)
    after = {"I live in Lisbon"} if act == "change" else set()
    assert answer["text"] == ("I live in Lisbon" if act == "change" else "I live in Porto")  # what now holds, or held
    june = "2026-06-15T00:00:00Z"
    assert await held(ana) == after
    assert await held(ana, as_of=june) == after
    assert await held(ana, as_of=june, known_at=june) == {"I live in Porto"}
    assert await held(ana, as_of=june, known_at=before) == {"I live in Porto"}
    assert await held(ana, known_at=before) == {"I live in Porto"}
    assert await held(ana, as_of="2026-04-01") == {"I live in Porto"}
    assert await held(ana, as_of="2019-12-31") == set()
    assert await held(ana, known_at="2026-01-31") == set()
