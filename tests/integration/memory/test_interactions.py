"""How are interactions kept and counted, and what becomes of them? Over Postgres, by the slice's own functions."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from orchestrator import catalog
from orchestrator.db.tx import Tx
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.memory.facts import service as facts
from orchestrator.domain.memory.facts.schemas import FactFields
from orchestrator.domain.memory.interactions import aligning as alignment
from orchestrator.domain.memory.interactions import analytics, calls
from orchestrator.domain.memory.interactions.calls import AgentCallRecord
from orchestrator.domain.memory.interactions.filters import InteractionFilter
from orchestrator.domain.memory.interactions.schemas import InteractionFields
from orchestrator.domain.memory.interactions.service import interactions
from orchestrator.domain.memory.interactions.telemetry import telemetry
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import PageRequest

ALL = InteractionFilter()
NOW = datetime.now(UTC)


async def add(tx: Tx, *, days_ago: int = 0, **values: Any) -> UUID:
    told: dict[str, Any] = {
        "session_id": "s",
        "agent": "coder",
        "model": "small",
        "prompt": "p",
        "response": "r",
        "was_corrected": False,
    }
    fields = InteractionFields.model_validate({**told, **values})
    row = await interactions.report(tx, fields, client="a client", zone="UTC")
    moved = "update interactions set created_at = created_at - make_interval(days => :days) where id = :id"
    await tx.session.execute(text(moved), {"days": days_ago, "id": row.id})
    return row.id


async def test_friction_is_the_sum_of_its_parts(tx: Tx) -> None:
    nothing = await analytics.friction(tx, ALL)
    assert (nothing.total.interactions, nothing.total.friction_score, nothing.events) == (0, None, [])
    await add(tx, session_id="calm")
    worst = await add(tx, session_id="rough", was_corrected=True, edit_count=9, latency_ms=60_000)
    found = await analytics.friction(tx, ALL)
    assert sum(found.parts.model_dump().values()) == pytest.approx(found.total.friction_score, abs=1e-3)
    assert [one.session_id for one in found.sessions] == ["rough", "calm"]
    assert [one.id for one in found.events] == [worst]


async def test_trends_go_by_the_users_days(tx: Tx) -> None:
    for days_ago in (0, 1, 1, 3):
        await add(tx, days_ago=days_ago)
    now = datetime.now(UTC)
    daily = await analytics.trends(tx, ALL, now=now, zone="Pacific/Auckland")
    assert daily.bucket == "day"
    assert [one.interactions for one in daily.items] == [1, 2, 1]
    await add(tx, days_ago=200)
    weekly = await analytics.trends(tx, ALL, now=now, zone="UTC")
    assert weekly.bucket == "week"
    assert sum(one.interactions for one in weekly.items) == 5
    assert all(one.date.weekday() == 0 for one in weekly.items)
    empty = await analytics.trends(Tx(tx.session, new_id()), ALL, now=now, zone="UTC")
    assert empty.items == []


async def test_a_session_is_told_as_it_stands(tx: Tx) -> None:
    with pytest.raises(NotFound):
        await telemetry(tx, "s", NOW)
    for number in range(10):
        await add(tx, was_corrected=number >= 5)
    told = await telemetry(tx, "s", NOW)
    assert (told.interactions, told.corrected, told.recent, told.trend, told.alignment) == (10, 5, 0.6, "rising", 0.4)
    assert [one.interactions for one in told.agents] == [10]


async def test_a_correction_that_comes_later_counts(tx: Tx) -> None:
    interaction = await add(tx, response="x" * 900)
    row = await interactions.get(tx, interaction)
    assert (row.vibe_match, row.friction_score) == (True, 0)
    changed = await interactions.update(tx, interaction, {"was_corrected": True}, zone="UTC")
    assert (changed.vibe_match, changed.friction_score) == (False, 0.6)


async def test_calls_page_and_forget_what_was_erased(tx: Tx) -> None:
    fact, other = new_id(), new_id()
    for number in range(3):
        record = AgentCallRecord("c", "t", f"tool{number}", "done", 5, told=(("fact", fact), ("fact", other)))
        await calls.record(tx, record)
    first = await calls.list_calls(tx, PageRequest(limit=2))
    assert [one.tool for one in first.items] == ["tool2", "tool1"]
    rest = await calls.list_calls(tx, PageRequest(limit=2, cursor=first.next_cursor))
    assert [one.tool for one in rest.items] == ["tool0"]
    assert rest.next_cursor is None
    with pytest.raises(InvalidRequest):
        await calls.list_calls(tx, PageRequest(cursor="xx"))
    assert await calls.redact(tx, [("fact", fact)]) == {"agent_call": 3}
    (left,) = (await calls.list_calls(tx, PageRequest(limit=1))).items
    assert left.told == [{"type": "fact", "id": str(other)}]
    await tx.session.execute(
        text("update agent_calls set created_at = created_at - interval '91 days' where tool = 'tool0'")
    )
    assert await calls.prune(tx.session) == 1


async def test_an_erased_rule_is_in_no_interaction(tx: Tx) -> None:
    stated = await facts.state(tx, FactFields(text="Never use tabs", kind="hard_rule"), zone="UTC")
    other = new_id()
    interaction = await add(tx)
    rules = "update interactions set rule_ids = :ids, aligned = :ids where id = :id"
    await tx.session.execute(text(rules), {"ids": [stated.row.id, other], "id": interaction})
    await Erasure(catalog.ERASABLES).erase(tx, "fact", stated.row.id)
    left = await tx.session.execute(
        text("select rule_ids, aligned from interactions where id = :id"), {"id": interaction}
    )
    assert left.one() == ([other], [other])


async def test_alignment_goes_back_exactly(tx: Tx) -> None:
    stated = await facts.state(tx, FactFields(text="Never use tabs", kind="hard_rule"), zone="UTC")
    seen = []
    for _ in range(30):
        assert await alignment.raised(tx, [stated.row.id]) == [stated.row.id]
        seen.append(
            await tx.session.scalar(text("select alignment from user_facts where id = :id"), {"id": stated.row.id})
        )
    assert seen == [pytest.approx(n / (n + 10)) for n in range(1, 31)]
    for _ in range(31):
        await alignment.lowered(tx, [stated.row.id])
    assert await tx.session.scalar(text("select alignment from user_facts where id = :id"), {"id": stated.row.id}) == 0
    assert await alignment.raised(Tx(tx.session, new_id()), [stated.row.id]) == []
