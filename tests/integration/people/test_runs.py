"""Runs: accepting one turn at a time, steps, settling, recovery, redaction."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.people import make_user
from tests.support.runs import preview_of

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.requests import Owner, TurnRequest
from orchestrator.agent.ports.turns import Accepted
from orchestrator.agent.types.bundle import (
    Action,
    Bundle,
    EntityOut,
    Explanation,
    LinkedItem,
    ProposalRecord,
    RunOut,
    StepRecord,
)
from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.previews import service as preview_redaction
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.people.runs import redaction, service
from orchestrator.domain.people.runs.schemas import Feedback
from orchestrator.domain.people.runs.service import RunSettled, Turns
from orchestrator.errors import NotFound
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import PageRequest

TURNS = Turns()
LEASE_S = 30.0
SECRET: dict[str, Any] = {"title": "Dinner SECRETWORD"}


def request_of(user: UUID, question: str = "When is the dentist?", **fields: Any) -> TurnRequest:
    owner = Owner(user, "Test", "t@x.org", "UTC", "en", frozenset({"ask"}))
    return TurnRequest(owner=owner, question=question, zone="America/Sao_Paulo", locale="pt-BR", **fields)


async def accepted(database: Database, request: TurnRequest, lease_s: float = LEASE_S) -> Accepted:
    async with database.unit_of_work() as session:
        return await TURNS.accept(session, request, lease_s=lease_s)


def answer_of(turn: Accepted, text: str = "On Friday.", **fields: Any) -> Bundle:
    run = RunOut(id=str(turn.run_id), intent="memory_search")
    return Bundle(thread_id=str(turn.thread_id), message_id="", status="answered", answer=text, run=run, **fields)


async def finished(
    database: Database, user: UUID, turn: Accepted, bundle: Bundle, *, read: list[dict[str, str]] | None = None
) -> Bundle | None:
    assert turn.run_id is not None
    async with database.unit_of_work_of(user) as tx:
        return await TURNS.finish(
            tx,
            turn.run_id,
            bundle=bundle,
            metadata={"read": read or [], "linked_items": []},
            origin=Origin.AGENT,
            explanation=Explanation(verifier=[{"ok": True}], claims=[{"text": bundle.answer}], context=[{"part": "x"}]),
        )


async def test_a_turn_from_question_to_answer(database: Database) -> None:
    user = await make_user(database)
    turn = await accepted(database, request_of(user, zone_captured=True))
    assert turn.kind == "new"
    assert turn.run_id
    async with database.unit_of_work_of(user) as tx:
        me = await accounts.me(tx)
        assert me.captured_timezone == "America/Sao_Paulo"
        assert await tx.session.scalar(text("select last_active_at > now() - interval '1 hour' from users"))
        assert await TURNS.bundle(tx, turn.run_id) is None
        await TURNS.save_route(tx, turn.run_id, {"intent": "memory_search", "tier": "high"})
        # in its own turn the question is not what a search finds
        assert await search.search(tx, SearchQuery("dentist")) == []
        step = StepRecord(
            index=0,
            model_call={"model": "m", "prompt_tokens": 3},
            proposals=[ProposalRecord(tool="get_events", arguments={"when": "friday\0"}, verdict="accept")],
        )
        await TURNS.save_step(tx, turn.run_id, step)
        await TURNS.save_step(tx, turn.run_id, step)
    async with database.unit_of_work_of(user) as tx:
        running = await service.explain(tx, turn.run_id)
        assert (running.state, running.intent, running.status) == ("running", "memory_search", None)
    bundle = await finished(database, user, turn, answer_of(turn))
    assert bundle is not None
    async with database.unit_of_work_of(user) as tx:
        assert await TURNS.bundle(tx, turn.run_id) == bundle
        explained = await service.explain(tx, turn.run_id)
        assert explained.steps[0].proposals[0].arguments == {"when": "friday"}
        assert (explained.state, explained.step_count, explained.timezone) == ("settled", 1, "America/Sao_Paulo")
        assert explained.claims == [{"text": "On Friday."}]
        messages = (await conversations.messages(tx, UUID(bundle.thread_id), PageRequest())).items
        assert [(message.role, message.origin, message.content) for message in messages] == [
            ("user", "user", "When is the dentist?"),
            ("assistant", "agent", "On Friday."),
        ]
        assert str(messages[1].id) == bundle.message_id
        assert messages[1].metadata == {"linked_items": []}
        assert messages[1].run_id == messages[0].run_id == turn.run_id
        assert {hit.id for hit in await search.search(tx, SearchQuery("dentist"))} == {messages[0].id}
        assert (await conversations.get(tx, UUID(bundle.thread_id))).title == "When is the dentist?"
        for q, found in (("DENTIST", 1), ("memory_se", 1), ("get_ev", 1), ("nothing", 0), ("%", 0)):
            assert len((await service.list_runs(tx, PageRequest(q=q))).items) == found
        rated = await service.rate(tx, turn.run_id, Feedback(rating="bad", comment="no\0"))
        assert rated.comment == "no"
        assert (await service.explain(tx, turn.run_id)).feedback == rated
    assert await finished(database, user, turn, answer_of(turn, "Again.")) is None


async def test_a_run_whose_process_died_is_handed_over_once(database: Database) -> None:
    user = await make_user(database)
    dead = await accepted(database, request_of(user), lease_s=-1)
    live = await accepted(database, request_of(user), lease_s=LEASE_S)
    assert dead.run_id
    assert live.run_id
    async with database.unit_of_work_of(user) as tx:
        await TURNS.save_step(tx, dead.run_id, StepRecord(index=0, model_call={"n": 1}))
    async with database.unit_of_work_of(user) as tx, database.unit_of_work() as two:
        (found,) = await TURNS.unfinished(tx.session, limit=5)
        assert (found.run_id, found.question, found.locale, len(found.steps)) == (
            dead.run_id,
            "When is the dentist?",
            "pt-BR",
            1,
        )
        assert await TURNS.unfinished(two, limit=5) == []
        await TURNS.finish(
            tx,
            dead.run_id,
            bundle=answer_of(dead, "It was interrupted."),
            metadata={},
            origin=Origin.OWN_DATA,
            explanation=Explanation(),
        )
    async with database.unit_of_work_of(user) as tx:
        with pytest.raises(RunSettled):
            await TURNS.save_step(tx, dead.run_id, StepRecord(index=1))
        await TURNS.request_cancel(tx, dead.run_id)
        assert await TURNS.renew(tx.session, [dead.run_id, live.run_id], lease_s=LEASE_S) == [dead.run_id]
        await TURNS.request_cancel(tx, live.run_id)
        assert await TURNS.renew(tx.session, [live.run_id], lease_s=LEASE_S) == [live.run_id]
        assert await TURNS.renew(tx.session, [], lease_s=LEASE_S) == []


async def test_a_step_and_a_takeover_exclude_each_other_but_a_renewal_passes(database: Database) -> None:
    user = await make_user(database)
    turn = await accepted(database, request_of(user), lease_s=-1)
    assert turn.run_id
    async with database.unit_of_work_of(user) as tx:
        await TURNS.save_step(tx, turn.run_id, StepRecord(index=0))
        async with database.unit_of_work() as recovering:
            assert await TURNS.unfinished(recovering, limit=5) == []
        async with asyncio.timeout(60), database.unit_of_work() as renewing:
            assert await TURNS.renew(renewing, [turn.run_id], lease_s=-1) == []
    async with database.unit_of_work() as recovering:  # its own process knows better than the lease
        assert await TURNS.unfinished(recovering, limit=5, alive=[turn.run_id]) == []
        assert len(await TURNS.unfinished(recovering, limit=5, alive=[new_id()])) == 1


async def words(database: Database) -> str:
    """All that the tables of people and the index hold, as text."""
    async with database.unit_of_work() as session:
        found = []
        for table in ("messages", "agent_runs", "agent_steps", "previews", "search_documents"):
            found += (await session.scalars(text(f"select t::text from {table} t"))).all()
    return "\n".join(found)


async def test_erasing_what_a_run_read_takes_every_word_of_it(database: Database) -> None:
    user = await make_user(database)
    event, unrelated = new_id(), new_id()
    turn = await accepted(database, request_of(user))
    assert turn.run_id
    assert turn.thread_id
    proposal = ProposalRecord(
        tool="get_events", arguments={"query": "SECRETWORD"}, verdict="accept", result_summary="SECRETWORD at ten"
    )
    async with database.unit_of_work() as session:
        step = StepRecord(index=0, model_call={"model": "m", "text": "SECRETWORD"}, proposals=[proposal])
        await TURNS.save_step(Tx(session, user), turn.run_id, step)
        await Previews().add(session, preview_of(user, run_id=turn.run_id, thread_id=turn.thread_id, **SECRET))
        confirmed = preview_of(user, run_id=turn.run_id, state="confirmed", **SECRET | {"title": "kept"})
        await Previews().add(session, confirmed)
    bundle = answer_of(
        turn,
        "SECRETWORD is on Friday.",
        linked_items=[LinkedItem(type="event", id=str(event), title="SECRETWORD")],
        actions=[Action(tool="x", outcome="done", summary="SECRETWORD", entity=EntityOut(type="event", id=str(event)))],
    )
    told = await finished(database, user, turn, bundle)
    assert told
    # a later answer quotes the first one, a third one has nothing to do with it
    later = await accepted(database, request_of(user, "And again?", thread_id=turn.thread_id))
    quoting = [{"type": "message", "id": told.message_id}]
    await finished(database, user, later, answer_of(later, "As I said: SECRETWORD."), read=quoting)
    third = await accepted(database, request_of(user, "Milk?"))
    await finished(database, user, third, answer_of(third, "No."), read=[{"type": "todo", "id": str(unrelated)}])
    assert "SECRETWORD" in await words(database)
    async with database.unit_of_work() as session:
        assert await redaction.redact(Tx(session, await make_user(database)), [("event", event)]) == {}
    async with database.unit_of_work_of(user) as tx:
        erased = [("event", event)]
        assert await preview_redaction.redact(tx, erased) == {"preview": 1}
        assert await redaction.redact(tx, erased) == {"run": 2, "message": 2}
    async with database.unit_of_work_of(user) as tx:
        assert await redaction.redact(tx, erased) == {}
        assert await preview_redaction.redact(tx, erased) == {}
        stored = await TURNS.bundle(tx, turn.run_id)
        assert stored
        assert stored.answer == "Esta resposta foi removida: algo em que se baseava foi apagado."
        assert (await previews.show(tx, confirmed.id)).title == "kept"
        explained = await service.explain(tx, turn.run_id)
        assert explained.redacted_at is not None
        assert explained.steps[0].model_call == {"model": "m"}
        assert explained.steps[0].proposals[0].tool == "get_events"
        assert third.run_id
        assert (await service.explain(tx, third.run_id)).redacted_at is None
        assert await search.search(tx, SearchQuery("secretword")) == []
    assert "SECRETWORD" not in await words(database)


async def test_what_is_erased_while_a_run_goes_on_is_not_in_its_answer_afterwards(database: Database) -> None:
    user, event = await make_user(database), new_id()
    turn = await accepted(database, request_of(user))
    assert turn.run_id
    async with database.unit_of_work_of(user) as tx:
        step = StepRecord(index=0, read=[EntityOut(type="event", id=str(event))])
        await TURNS.save_step(tx, turn.run_id, step)
    async with database.unit_of_work_of(user) as tx:
        assert await redaction.redact(tx, [("event", event)]) == {"run": 1}
    told = await finished(database, user, turn, answer_of(turn, "SECRETWORD on Friday."))
    assert told
    assert "SECRETWORD" in told.answer
    assert "SECRETWORD" not in await words(database)


async def test_previews_are_kept_as_they_were_frozen(database: Database) -> None:
    user, other = await make_user(database), await make_user(database)
    store = Previews()
    arguments = {"title": "Dinner\0", "place_id": None}
    frozen = preview_of(
        user,
        title="t",
        arguments=arguments,
        target=EntityRef("event", new_id(), "Lunch"),
        target_version=3,
        tainted=True,
    )
    expired = preview_of(user, title="e", expires_at=datetime.now(UTC) - timedelta(seconds=1))
    stuck = preview_of(user, state="executing", lease_until=datetime.now(UTC) - timedelta(seconds=1))
    async with database.unit_of_work() as session:
        for preview in (frozen, expired, stuck):
            await store.add(session, preview)
    async with database.unit_of_work() as session:
        tx = Tx(session, user)
        stored = await store.get(tx, frozen.id, for_update=True)
        assert stored == replace(frozen, arguments={"title": "Dinner", "place_id": None})
        assert await store.find(tx, frozen.id) == stored
        assert await store.find(Tx(session, other), frozen.id) is None
        with pytest.raises(NotFound):
            await store.get(Tx(session, other), frozen.id)
        assert [preview.id for preview in await store.pending(tx)] == [frozen.id]
        assert await store.pending(Tx(session, other)) == []
        assert [preview.id for preview in await store.stuck(session, limit=5)] == [stuck.id]
        result = {"entity": {"type": "event", "id": str(frozen.target and frozen.target.id)}, "summary": "Made."}
        until = datetime.now(UTC) + timedelta(minutes=10)
        done = replace(stored, state="confirmed", result=result, undo={"a": 1}, undo_until=until)
        await store.save(session, done)
        with pytest.raises(NotFound):
            await store.save(session, replace(done, owner_id=other))
    async with database.unit_of_work_of(user) as tx:
        assert await store.get(tx, frozen.id) == done
        told = await previews.show(tx, frozen.id)
        assert told.result is not None
        assert told.result.undo_until == until
        by_state = {
            state: [one.id for one in (await previews.list_previews(tx, PageRequest(), state=state)).items]
            for state in ("pending", "expired", "executing", "confirmed")
        }
        assert by_state == {
            "pending": [],
            "expired": [str(expired.id)],
            "executing": [str(stuck.id)],
            "confirmed": [str(frozen.id)],
        }
        page = await previews.list_previews(tx, PageRequest(limit=2))
        rest = await previews.list_previews(tx, PageRequest(limit=2, cursor=page.next_cursor))
        assert len({one.id for one in [*page.items, *rest.items]}) == 3
        assert len((await previews.list_previews(tx, PageRequest(q="EVENTS_"))).items) == 3
        # erasing the target empties a confirmed preview too: it names it
        assert await preview_redaction.redact(tx, [("event", frozen.target.id)]) == {"preview": 1}  # type: ignore[union-attr]
    async with database.unit_of_work_of(user) as tx:
        emptied = await store.get(tx, frozen.id)
        assert (emptied.title, emptied.arguments, emptied.undo, emptied.state) == ("", {}, None, "confirmed")
