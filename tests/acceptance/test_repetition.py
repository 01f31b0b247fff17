"""Is repetition no evidence? A fact's own text, fed back by whatever way, never makes it truer."""

from typing import Any

import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncSession
from tests.support.steward import Person, Steward

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import reading
from orchestrator.domain.memory.facts.review import proposing
from orchestrator.domain.memory.facts.schemas import FactFields, Source
from orchestrator.kit.ids import new_id

TEXT = "Ana prefers aisle seats"
FRAMES = (
    "{}", "{}.", "{}!", "  {}  ", "You told me: {}", "As you know, {}", "I remember that {}", "“{}”", "> {}",
    "{} (recalled)", "{}, as I said", "Summary: {}", "Fact: {}", "- {}", "{}\n{}", "Noted: {}", "{} {} {}",
)  # fmt: skip
WAYS = ("recalled", "derived", "quoted", "proposed", "stated_for_it", "used", "noted")


@pytest_asyncio.fixture
async def learned(steward: Steward, ana: Person) -> str:
    """A fact that was learned, at .4."""
    made = await ana.post("/facts", {"text": TEXT})
    await ana.execute(
        "update user_facts set trust = 'learned', confidence = 0.4, ratified_at = null where id = cast(:id as uuid)"
        " and user_id = :me",
        id=made["id"],
    )
    return str(made["id"])


async def fed(session: AsyncSession, person: Person, way: str, text: str) -> None:
    """The text comes back, from anywhere but from the user."""
    source = Source("message", new_id(), 0, len(text), text)
    fields = FactFields(text=text)
    tx = Tx(session, person.id)
    if way == "used":
        (row,) = await reading.facts_now(tx)
        await reading.used(tx, [row.id], str(new_id()))
    else:
        await proposing.propose(tx, fields, agent=f"agent:{way}", sources=(source,))


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(WAYS), st.sampled_from(FRAMES)), min_size=1, max_size=6))
async def test_fifty_ways_raise_nothing(steward: Steward, ana: Person, learned: str, ways: Any) -> None:
    for way, frame in ways:
        text = frame.replace("{}", TEXT)
        async with steward.database.unit_of_work() as session:
            await fed(session, ana, way, text)
    fact = await ana.get(f"/facts/{learned}")
    assert (fact["confidence"], fact["trust"], fact["importance"]) == (0.4, "learned", 5)
    assert [one["text"] for one in (await ana.get("/facts"))["items"]] == [TEXT]


async def test_what_the_assistant_said_is_nobodys_statement(steward: Steward, ana: Person, learned: str) -> None:
    """A model that proposes its own answer again gets a preview; told third-party conversations change nothing."""
    steward.model.always(f"You know, {TEXT}.")
    told = await ana.ask("Any tip for my flight?")
    steward.model.forget()
    steward.model.call("remember_fact", {"text": TEXT})
    steward.model.always("Please have a look.")
    bundle = await ana.ask("Thanks, that was useful to hear", thread=told["thread_id"])
    assert [one["outcome"] for one in bundle["actions"]] in (["waiting"], ["refused"], [])
    talk = {
        "external_id": "t1", "title": "Flight", "source": "chat",
        "messages": [{"external_id": "1", "speaker": "Rui", "text": TEXT, "at": "2026-03-01T10:00:00Z"}],
    }  # fmt: skip
    await ana.post("/ingest/conversation", talk)
    fact = await ana.get(f"/facts/{learned}")
    assert (fact["confidence"], fact["trust"]) == (0.4, "learned")


async def test_the_users_own_repetition_weighs_more_and_no_more(ana: Person) -> None:
    made = await ana.post("/facts", {"text": "I like tea", "confidence": 0.6})
    for _ in range(3):
        await ana.post("/facts", {"text": "I like tea"})
    fact = await ana.get(f"/facts/{made['id']}")
    assert (fact["confidence"], fact["importance"]) == (0.6, 8)
