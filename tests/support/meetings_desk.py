"""One user's meetings with their models and a worker, in a real database."""

import json
from typing import Any
from uuid import UUID

from sqlalchemy import text
from tests.support.waiting import eventually

from orchestrator import catalog
from orchestrator.agent.ports.erasure import Receipt
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import Hit, SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.senses.meetings import service
from orchestrator.domain.senses.meetings.jobs import meeting_jobs
from orchestrator.domain.senses.meetings.schemas import MeetingOut, SubmissionIn, checked_segments
from orchestrator.domain.senses.meetings.summary.fragments import SegmentsHash
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.service import events
from orchestrator.kit.clock import SystemClock
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import UsageMeter
from orchestrator.llm.scripted import ScriptedModel, Step, say
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling.worker import Worker
from orchestrator.worker_processes.service import WorkerProcesses

ZONE = "Europe/Lisbon"
_WAITING = "select count(*) from async_jobs where job_type = :kind and state in ('pending', 'running')"


class Meetings:
    """One user's meetings, their models and a worker."""

    def __init__(self, database: Database, processes: WorkerProcesses, owner: UUID) -> None:
        self.database = database
        self.processes = processes
        self.owner = owner
        self.model = ScriptedModel()
        self.meter: UsageMeter | None = None

    async def send(self, body: dict[str, Any], *, wait_s: float = 0.0, **how: Any) -> service.Submitted:
        given = SubmissionIn.model_validate(body)
        digest = SegmentsHash()
        for segments in checked_segments(body["segments"]):
            digest.add(segments)
        async with self.database.unit_of_work_of(self.owner) as tx:
            return await service.submit(tx, given, json.dumps(body), str(digest), zone=ZONE, wait_s=wait_s, **how)

    def says(self, *steps: Step | str) -> ScriptedModel:
        """What the model will say from here on."""
        self.model = ScriptedModel([say(step) if isinstance(step, str) else step for step in steps], name="scripted")
        return self.model

    async def worked(
        self, *, configured: bool = True, retry_delay_s: float = 0.0, until: str = "meetings.summarize"
    ) -> None:
        """Let a worker work until nothing of a type is due."""
        candidates = [Candidate("smart", self.model)] if configured else []
        models = ModelRouter(candidates, reader=ReaderModel(), clock=SystemClock(), meter=self.meter)
        worker = Worker(
            self.database,
            meeting_jobs(models, self.processes, ZONE),
            eraser=Erasure(catalog.ERASABLES),
            retry_delay_s=retry_delay_s,
        )
        async with worker.working():
            await eventually(lambda: self.scalar(_WAITING, kind=until), lambda found: not found)

    async def summarised(self, body: dict[str, Any], *steps: Step | str) -> MeetingOut:
        """Send it, have it summarised by what the model says, and show it."""
        await self.send(body)
        self.says(*steps)
        await self.worked()
        self.model.assert_finished()
        return await self.show(body["meeting_id"])

    async def show(self, meeting_id: str = "kick-off") -> MeetingOut:
        async with self.database.unit_of_work_of(self.owner) as tx:
            return await service.show(tx, meeting_id)

    async def rerun(self, meeting_id: str = "kick-off") -> service.Submitted:
        async with self.database.unit_of_work_of(self.owner) as tx:
            return await service.rerun(tx, meeting_id)

    async def event(self, event_id: UUID | None) -> Event:
        assert event_id is not None
        async with self.database.unit_of_work_of(self.owner) as tx:
            return await events.get(tx, event_id)

    async def todo_titles(self, *, hidden: bool = False) -> list[str]:
        where = "true" if hidden else "hidden_at is null"
        async with self.database.unit_of_work() as session:
            found = await session.scalars(
                text(f"select title from todos where user_id = :me and {where} order by title"), {"me": self.owner}
            )
            return list(found)

    async def erase(self, kind: str, entity_id: UUID, *, dry_run: bool = False) -> Receipt:
        async with self.database.unit_of_work_of(self.owner) as tx:
            return await Erasure(catalog.ERASABLES).erase(tx, kind, entity_id, dry_run=dry_run)

    async def ingest(self, what: Any, *items: dict[str, Any]) -> list[UUID]:
        async with self.database.unit_of_work_of(self.owner) as tx:
            found = await what.ingest(tx, list(items), zone=ZONE)
        return [one.id for one in found]

    async def found(self, words: str, **how: Any) -> list[Hit]:
        """What the search finds, once the index holds what was said."""
        await self.worked(until="meetings.index")
        async with self.database.unit_of_work_of(self.owner) as tx:
            return await search(tx, SearchQuery(words, **how))

    async def scalar(self, statement: str, **values: Any) -> Any:
        async with self.database.unit_of_work() as session:
            return (await session.execute(text(statement), {"me": self.owner, **values})).scalar_one()

    async def execute(self, statement: str, **values: Any) -> None:
        async with self.database.unit_of_work() as session:
            await session.execute(text(statement), {"me": self.owner, **values})
