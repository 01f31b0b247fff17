"""Turns and previews as the runtime stores them, without a controller."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import Owner, TurnRequest
from orchestrator.agent.types.bundle import Bundle, Explanation, ProposalRecord, RunOut, StepRecord
from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.domain.people.runs.service import Turns
from orchestrator.kit.ids import new_id

TURNS = Turns()


def request_of(user: UUID, question: str = "When is the dentist?", **fields: Any) -> TurnRequest:
    owner = Owner(user, "Test", "t@x.org", "UTC", "en", frozenset({"ask"}))
    return TurnRequest(owner=owner, question=question, **{"zone": "UTC", "locale": "en", **fields})


async def settled(
    database: Database,
    user: UUID,
    question: str = "When is the dentist?",
    answer: str = "Friday.",
    *,
    thread: UUID | None = None,
    read: Sequence[EntityRef] = (),
) -> tuple[UUID, UUID]:
    """A turn of one step that read these, with its answer; its thread and its run."""
    async with database.unit_of_work_of(user) as tx:
        turn = await TURNS.accept(tx.session, request_of(user, question, thread_id=thread), lease_s=30)
        assert turn.run_id is not None
        assert turn.thread_id is not None
        proposal = ProposalRecord(tool="get_events", arguments={}, verdict="accept")
        await TURNS.save_step(tx, turn.run_id, StepRecord(index=0, proposals=[proposal]))
        run = RunOut(id=str(turn.run_id), intent="memory_search", steps=1)
        told = Bundle(thread_id=str(turn.thread_id), message_id="", status="answered", answer=answer, run=run)
        refs = [{"type": ref.type, "id": str(ref.id)} for ref in read]
        why = Explanation(verifier=[{"check": "retrieval"}])
        await TURNS.finish(
            tx, turn.run_id, bundle=told, metadata={"read": refs}, origin=Origin.AGENT, explanation=why
        )  # fmt: skip
    return turn.thread_id, turn.run_id


def preview_of(user: UUID, **fields: Any) -> Preview:
    """An event that waits for a day, unless told otherwise."""
    now = datetime.now(UTC)
    preview = Preview(
        id=new_id(),
        owner_id=user,
        tool="events_create",
        title="Dinner",
        summary="Dinner on Friday",
        arguments={"title": "Dinner"},
        draft={"title": "Dinner"},
        digest="d",
        editable_fields=("title",),
        timezone="UTC",
        locale="en",
        idempotency_key=str(new_id()),
        created_at=now,
        expires_at=now + timedelta(hours=24),
    )
    return replace(preview, **fields)
