"""Long conversations, models that summarise them, and a worker that does it."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import text
from tests.support.postgres import execute, scalar
from tests.support.waiting import eventually

from orchestrator import catalog
from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.memory.episodes.jobs import episode_jobs
from orchestrator.domain.memory.episodes.schemas import DISTIL
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.conversations.ingestion import ingest
from orchestrator.domain.people.conversations.schemas import ThreadOut
from orchestrator.domain.people.conversations.slice import conversation_jobs
from orchestrator.kit.clock import SystemClock
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatReply, ChatRequest
from orchestrator.llm.port import ChatModel, UsageMeter
from orchestrator.llm.scripted import ScriptedModel, Step, say
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.scheduled_jobs import Scheduled
from orchestrator.scheduling.worker import Worker

ERASURE = Erasure(catalog.ERASABLES)
_OPEN = (
    "select count(*) from async_jobs where job_type in ('conversations.summarise', 'episodes.distil') "
    "and (state = 'running' or (state = 'pending' and run_after <= steward_now()))"
)
Exchange = Callable[[int], tuple[str, str]]


def told(number: int) -> tuple[str, str]:
    """What the user says, and what is answered."""
    return f"Fact {number}: the boat has {number} sails.", f"Noted number {number}."


async def talked(
    database: Database,
    user: UUID,
    messages: int,
    *,
    thread: UUID | None = None,
    said: Exchange = told,
    answered_as: Origin = Origin.AGENT,
) -> UUID:
    """So many messages of turns, question and answer, at the end of the thread (a new one unless given)."""
    async with database.unit_of_work_of(user) as tx:
        thread = thread or await conversations.create(tx, title="The boat")
        for number in range(messages):
            mine = number % 2 == 0
            await conversations.append(
                tx,
                thread,
                role="user" if mine else "assistant",
                content=said(number // 2)[0 if mine else 1],
                origin=Origin.USER if mine else answered_as,
            )
    return thread


async def chat(database: Database, user: UUID, lines: Sequence[tuple[str, str, str]], **fields: Any) -> UUID:
    """An ingested conversation of (speaker, text, time)."""
    messages = [{"external_id": f"m{at}", "speaker": who, "text": what, "at": at} for who, what, at in lines]
    item = {"external_id": "c1", "source": "chat", "title": "Chat", "messages": messages, **fields}
    async with database.unit_of_work_of(user) as tx:
        (result,) = await ingest(tx, [item], zone="UTC")
    assert result.id is not None, result
    return result.id


def models(*steps: Step, model: ChatModel | None = None, meter: UsageMeter | None = None) -> ModelRouter:
    """A router over one model, scripted with `steps` unless given."""
    chosen = model or ScriptedModel(steps, name="small")
    return ModelRouter([Candidate("smart", chosen)], reader=ReaderModel(), clock=SystemClock(), meter=meter)


def no_model() -> ModelRouter:
    """A router where only the reader is there."""
    return ModelRouter([], reader=ReaderModel(), clock=SystemClock())


def answering(reply: str) -> Callable[[ChatRequest], ChatReply]:
    """A step that can be asked any number of times."""
    return lambda _: say(reply)


async def worked(database: Database, router: ModelRouter, *, retry_delay_s: float = 0.05) -> None:
    """Let a worker do all that is due."""
    handlers = (*conversation_jobs(router), *episode_jobs(router))
    worker = Worker(database, handlers, eraser=ERASURE, retry_delay_s=retry_delay_s)
    async with worker.working():
        await eventually(lambda: scalar(database, _OPEN), lambda found: not found)


async def distilled(database: Database, router: ModelRouter) -> None:
    """Let the background summariser look once."""
    async with database.unit_of_work() as session:
        await enqueue(session, DISTIL, Scheduled(tick_at=SystemClock().now()))
    await worked(database, router)


async def read(database: Database, user: UUID, thread: UUID) -> ThreadOut:
    async with database.unit_of_work_of(user) as tx:
        return await conversations.get(tx, thread)


async def silence(database: Database, by: timedelta) -> None:
    """All that was said was said so much longer ago."""
    await execute(database, "update messages set at = at - cast(:by as interval)", by=by)
    await execute(
        database,
        "update threads set last_message_at = last_message_at - cast(:by as interval), "
        "sessions_due_at = sessions_due_at - cast(:by as interval), "
        "facts_due_at = facts_due_at - cast(:by as interval)",
        by=by,
    )


async def job_of(database: Database, job_type: str) -> dict[str, Any]:
    """The newest job of a type."""
    async with database.unit_of_work() as session:
        statement = text("select * from async_jobs where job_type = :type order by arrival desc limit 1")
        return dict((await session.execute(statement, {"type": job_type})).one()._mapping)
