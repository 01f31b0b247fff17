"""When do events, contacts and documents get their tags? Soon after they were written, by looks of a job.

Reload, ask, sanitise, merge with the user's own, index anew: each by itself, so that a kill loses one call. No write
waits for it, and no command makes tags. Without a model the rules alone give some.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement

from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.documents.service import documents
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.tagging import repository
from orchestrator.domain.world.tagging.asking import MOST_TAGS, asked, by_rules
from orchestrator.domain.world.tagging.service import keep
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import CapReached, ModelError, ModelUnavailable
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob
from orchestrator.telemetry.logging import get_logger

TIMEOUT_S = 600.0
TAG_EVENTS = JobType("events.tag", Scheduled, max_attempts=2, timeout_s=TIMEOUT_S)
TAG_CONTACTS = JobType("contacts.tag", Scheduled, max_attempts=2, timeout_s=TIMEOUT_S)
TAG_DOCUMENTS = JobType("documents.tag", Scheduled, max_attempts=2, timeout_s=TIMEOUT_S)


EVERY_S = 60.0
QUIET_S = 10.0
"""An entity that is being edited is tagged when the edits are over."""
AT_ONCE = 200
SLICE_S = 240.0
"""No call begins later in a look; the next one goes on."""
BY_RULES = "rules"

log = get_logger(__name__)


@dataclass(frozen=True)
class Kind:
    """One kind of entity that is tagged; `only`: those that are ready for it."""

    job: JobType[Scheduled]
    service: EntityService[Any, Any]
    only: Sequence[ColumnElement[bool]] = ()


KINDS = (
    Kind(TAG_EVENTS, events),
    Kind(TAG_CONTACTS, contacts),
    Kind(TAG_DOCUMENTS, documents, (documents.repository.model.enhancement_status == "done",)),
)


@dataclass(frozen=True)
class _Look:
    """An entity as it was when it was looked at."""

    version: int
    text: str
    tags: tuple[str, ...]
    origin: Origin


def tagging_jobs(models: ModelRouter) -> tuple[JobHandler[Any], ...]:
    """The handlers, one a kind."""
    return tuple(_handler(kind, models) for kind in KINDS)


def _handler(kind: Kind, models: ModelRouter) -> JobHandler[Any]:
    async def tag(context: JobContext, _: Scheduled) -> Ended:
        service = kind.service
        async with context.unit_of_work() as session:
            due = await repository.due(
                session, service.repository.model, service.kind, *kind.only, quiet_s=QUIET_S, limit=AT_ONCE
            )
        if not due:
            return Ended("idle")
        done, waits, stopped = 0, set[UUID](), ""
        ends_at = asyncio.get_running_loop().time() + SLICE_S
        for owner_id, entity_id in due:
            if context.stopping() or asyncio.get_running_loop().time() > ends_at:
                break
            if owner_id in waits:
                continue
            try:
                done += await _tag_one(context, models, kind, owner_id, entity_id)
            except CapReached:
                waits.add(owner_id)
            except ModelUnavailable as error:
                stopped = str(error)
                break
        told = [f"{service.kind}s tagged: {done}"]
        if waits:
            told.append(f"users whose daily tokens are used up: {len(waits)}")
        if stopped:
            told.append(f"the rest waits: {stopped}")
        return Ended("skipped" if not done and (waits or stopped) else "ok", "; ".join(told))

    return JobHandler(kind.job, tag)


async def _tag_one(context: JobContext, models: ModelRouter, kind: Kind, owner_id: UUID, entity_id: UUID) -> bool:
    """Raises CapReached, ModelUnavailable: then it is due as before."""
    look = await _looked(context, kind, owner_id, entity_id)
    if look is None:
        return False
    made, generated_by, rules = by_rules(look.text, look.tags), BY_RULES, tuple[UUID, ...]()
    if models.configured:
        try:
            told = await asked(models, owner_id, kind.service.kind, look.text, look.origin, tagged=look.tags)
            made, generated_by, rules = list(dict.fromkeys([*told.tags, *made])), told.by, told.rules
        except (CapReached, ModelUnavailable):
            raise
        except ModelError as error:
            log.info("the model gave no tags", kind=kind.service.kind, error=str(error))
    async with context.unit_of_work_of(owner_id) as tx:
        return await keep(
            tx, kind.service, entity_id, made[:MOST_TAGS], version=look.version, generated_by=generated_by, rules=rules
        )


async def _looked(context: JobContext, kind: Kind, owner_id: UUID, entity_id: UUID) -> _Look | None:
    async with context.unit_of_work_of(owner_id) as tx:
        row = await kind.service.repository.find(tx, entity_id)
        if row is None or row.hidden_at is not None:
            return None
        entry = kind.service.entry(row)
        return _Look(row.version, f"{entry.title}\n{entry.text}", tuple(row.tags), Origin(entry.origin))


SCHEDULED = tuple(ScheduledJob(kind.job, Every(EVERY_S), source=f"{kind.service.kind}s that changed") for kind in KINDS)
