"""When is memory consolidated? Whenever nobody is there (memory/idle), and once a day for those who always are."""

from datetime import time
from typing import Any

from orchestrator.domain.memory.consolidation.comparing import compare
from orchestrator.domain.memory.consolidation.schemas import CONSOLIDATE, Tally
from orchestrator.domain.memory.consolidation.verifying import verify
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Daily, Scheduled, ScheduledJob

AT = time(3, 40)


def consolidation_jobs(models: ModelRouter, default_zone: str) -> tuple[JobHandler[Any], ...]:
    """The handler of `facts.consolidate`. `default_zone`: of users who have none themselves (STEWARD_TIMEZONE)."""

    async def consolidate(context: JobContext, _: Scheduled) -> Ended:
        tally = Tally()

        async def goes_on() -> bool:
            return not context.stopping()

        whole = await verify(context, tally, default_zone=default_zone, goes_on=goes_on)
        whole = whole and await compare(context, models, tally, default_zone=default_zone, goes_on=goes_on)
        told = tally.told or "nothing had changed"
        return Ended("ok", told if whole else f"{told}; the rest waits: the worker stops")

    return (JobHandler(CONSOLIDATE, consolidate),)


SCHEDULED = (ScheduledJob(CONSOLIDATE, Daily(AT), source="the clock"),)
