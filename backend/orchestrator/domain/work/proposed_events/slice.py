"""What do proposed events register? The job at the day's end, their table in archives, and their part in erasures."""

from datetime import time
from typing import Any

from orchestrator.agent.ports.notifications import Notifier, Push
from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.proposed_events import service
from orchestrator.domain.work.proposed_events.proposing import propose
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.schemas import DAILY, KIND
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.kit.zones import to_wall
from orchestrator.language.messages import say, say_counted
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import Daily, Scheduled, ScheduledJob

AT = time(15, 50)
"""UTC: after the day's end in Asia, in the evening of Europe, at noon of the Americas (seed 003)."""
URL = "steward://proposed-events"


def proposing_jobs(notifier: Notifier, fallback: str) -> tuple[JobHandler[Any], ...]:
    """The handler of `proposed_events_daily`. `fallback`: STEWARD_TIMEZONE, of who has no zone."""

    async def daily(context: JobContext, _: Scheduled) -> None:
        async with context.unit_of_work() as session:
            users = await accounts.all_user_ids(session)
        for user_id in users:
            if context.stopping():
                return
            async with context.unit_of_work_of(user_id) as tx:
                await _for_one(tx, context, notifier, fallback)

    return (JobHandler(DAILY, daily),)


async def _for_one(tx: Tx, context: JobContext, notifier: Notifier, fallback: str) -> None:
    now = context.clock.now()
    made = await propose(tx, now=now, fallback=fallback)
    if not made:
        return
    reach = (await accounts.reach(tx.session, [tx.owner_id]))[tx.owner_id]
    locale, day = reach.locale, to_wall(now, reach.timezone or fallback).date()
    await notifier.notify(
        tx,
        Push(
            say("proposed_events.push_title", locale),
            say_counted("proposed_events.push_body", len(made), locale, count=len(made)),
            {"kind": "proposed_events_ready", "id": str(made[0]), "url": URL},
            once=f"proposed_events:{day}",
            sources=tuple((KIND, one) for one in made),
        ),
    )


SLICE = Slice(
    "proposed_events",
    jobs_with=lambda means, _: proposing_jobs(Pushes(means.default_zone), means.default_zone),
    scheduled=(ScheduledJob(DAILY, Daily(AT), source="the clock"),),
    erasable=(Erasable(kind=KIND, erase=service.erase, redact=service.redact),),
    portable=(Portable(ProposedEvent.__tablename__),),
)
