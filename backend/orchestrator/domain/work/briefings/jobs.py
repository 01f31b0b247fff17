"""When are briefings made? At each user's own time, polled for; by a job of their own, with or without a model."""

from typing import Any

from orchestrator.agent.ports import Notifier
from orchestrator.domain.work.briefings import service
from orchestrator.domain.work.briefings.due import WITHOUT_A_ZONE
from orchestrator.domain.work.briefings.schemas import DUE, MAKE, Making
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Daily, External, Scheduled, ScheduledJob

POLL_S = 30.0
"""A briefing that is due waits no longer (api.md: at most 60 s)."""


def briefing_jobs(models: ModelRouter, notifier: Notifier, fallback: str | None) -> tuple[JobHandler[Any], ...]:
    """The handlers of `briefings.due` and `briefings.make`. `fallback`: STEWARD_TIMEZONE where it is set."""

    async def due(context: JobContext, _: Scheduled) -> Ended:
        number = await service.set_off(context.session, fallback=fallback)
        if not number:
            return Ended("idle")
        return Ended("ok", f"Set off the briefing of {number} {'user' if number == 1 else 'users'}.")

    async def make(context: JobContext, making: Making) -> None:
        owner_id = context.owner_id
        assert owner_id is not None
        async with context.unit_of_work_of(owner_id) as tx:
            over = making.scheduled and not await service.still_due(tx, making, fallback=fallback)
            made = None if over else await service.draft(tx, making.date, fallback=fallback)
        if made is None:
            await service.take_back(context.tx, making.date)
            return
        said = await service.worded(models, owner_id, made, remaining_s=service.PATIENCE_S)
        await service.store(context.tx, made, said, notifier=notifier if making.push else None)

    return (JobHandler(DUE, due), JobHandler(MAKE, make))


SCHEDULED = (
    ScheduledJob(DUE, Daily(WITHOUT_A_ZONE), source="each user's briefing_time", poll_s=POLL_S, named="daily_briefing"),
    ScheduledJob(MAKE, External(), source="daily_briefing, and POST /agents/daily-briefing/run"),
)
