"""What do proposed events register? The job at the day's end, the tools that tell and answer them, their table in
archives, and their part in erasures and merges."""

from dataclasses import dataclass
from datetime import datetime, time
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.notifications import Notifier, Push
from orchestrator.agent.types.vocabulary import RULE_SURE, Decision, Intent, ToolGroup, Vocabulary
from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import Reach
from orchestrator.domain.senses.photos.access import PhotoAccess
from orchestrator.domain.senses.photos.proposing import taken_between
from orchestrator.domain.work.proposed_events import service, tools, wording
from orchestrator.domain.work.proposed_events.proposing import propose, times
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.schemas import DAILY, KIND
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.kit.zones import to_wall
from orchestrator.language.messages import say, say_counted
from orchestrator.language.speech_acts.intents import Topics
from orchestrator.language.speech_acts.mood import MoodReading
from orchestrator.language.speech_acts.proposals import about_proposals
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import Daily, Scheduled, ScheduledJob

AT = time(15, 50)
"""UTC: after the day's end in Asia, in the evening of Europe, at noon of the Americas (seed 003)."""
INTENT = "proposed_events"
URL = "/proposed-events"
PATIENCE_S = 60.0
"""How long a proposal waits for a model's words: then it is told in code's."""


def of_proposals(question: str, _: Topics, __: MoodReading) -> Decision | None:
    """A message that asks what is proposed, or answers it."""
    said = about_proposals(question)
    return Decision(INTENT, RULE_SURE, f"{said.act} proposed events") if said is not None else None


_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            tools.GROUP,
            intents=frozenset({INTENT}),
            apart=True,
            words="proposed proposal suggestion event proposta sugestão propuesta sugerencia",
        ),
    ),
    intents=(Intent(INTENT, 55, looks_up=True, changes=True),),
    recognisers=(of_proposals,),
    targets=frozenset({"proposal"}),
)


@dataclass(frozen=True)
class Evening:
    """What the day's job works with. `fallback`: STEWARD_TIMEZONE, of who has no zone."""

    models: ModelRouter
    notifier: Notifier
    photos: PhotoAccess | None
    fallback: str


def daily_jobs(means: Evening) -> tuple[JobHandler[Any], ...]:
    """The handler of `proposed_events_daily`: for each user it proposes, with the photos of the times that are
    proposed, has a model word what is new where there is one, and tells of it by one push a local day. Each step is a
    transaction that finds what the one before it stored: a process that dies between two of them leaves nothing
    untold."""

    async def daily(context: JobContext, _: Scheduled) -> None:
        async with context.unit_of_work() as session:
            users = await accounts.all_user_ids(session)
        for user_id in users:
            if context.stopping():
                return
            await _of_one(context, user_id, means)

    return (JobHandler(DAILY, daily),)


async def _of_one(context: JobContext, user_id: UUID, means: Evening) -> None:
    now = context.clock.now()
    async with context.unit_of_work_of(user_id) as tx:
        span = await times(tx, now=now, fallback=means.fallback)
    taken = await taken_between(context.unit_of_work_of, means.photos, user_id, *span) if span is not None else ()
    async with context.unit_of_work_of(user_id) as tx:
        await propose(tx, now=now, fallback=means.fallback, photos=taken)
        reach = (await accounts.reach(tx.session, [user_id])).get(user_id)
        given = [wording.material(row) for row in await service.unannounced(tx, now)]
    if reach is None or not given:
        return
    for one in given:
        said = await wording.worded(means.models, user_id, one, locale=reach.locale, remaining_s=PATIENCE_S)
        if said is not None:
            async with context.unit_of_work_of(user_id) as tx:
                await service.reworded(tx, one.proposal_id, said, version=one.version, now=now)
    async with context.unit_of_work_of(user_id) as tx:
        await _announce(tx, reach, means.notifier, now, means.fallback)


async def _announce(tx: Tx, reach: Reach, notifier: Notifier, now: datetime, fallback: str) -> None:
    """One push a local day, of all that none told of yet."""
    await provenance.lock_ingestion(tx)
    rows = await service.unannounced(tx, now)
    if not rows:
        return
    await notifier.notify(
        tx,
        Push(
            say("proposed_events.push_title", reach.locale),
            say_counted("proposed_events.push_body", len(rows), reach.locale, count=len(rows)),
            {"kind": "proposed_events_ready", "id": str(rows[0].id), "url": URL},
            once=f"proposed_events:{to_wall(now, reach.timezone or fallback).date()}",
            sources=tuple((KIND, row.id) for row in rows),
        ),
    )
    await service.announced(tx, rows, now)


SLICE = Slice(
    "proposed_events",
    vocabulary=_VOCABULARY,
    tools=tools.TOOLS,
    jobs_with=lambda means, _: daily_jobs(
        Evening(means.models, Pushes(means.default_zone), means.own.get(PhotoAccess), means.default_zone)
    ),
    scheduled=(ScheduledJob(DAILY, Daily(AT), source="the clock"),),
    erasable=(Erasable(kind=KIND, redact=service.redact),),
    portable=(Portable(ProposedEvent.__tablename__),),
    referrers=(Referrer(KIND, service.repoint, service.restore),),
    place_referrers=(Referrer(KIND, service.repoint_place, service.restore_place),),
)
