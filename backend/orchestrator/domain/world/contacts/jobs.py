"""When does somebody look for contacts that are one person? After an import, and every day."""

from datetime import time
from typing import Any

from orchestrator.agent.tools.spec import WriteTool
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.contacts.schemas import DUPLICATES, DUPLICATES_ALL, Duplicates
from orchestrator.domain.world.contacts.tools import duplicates
from orchestrator.scheduling.async_jobs import Item, enqueue_many
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import Daily, External, Scheduled, ScheduledJob


def contact_jobs(merges: Merges, merge_tool: WriteTool) -> tuple[JobHandler[Any], ...]:
    """The handlers of `contacts.duplicates` and `contacts.duplicates_daily`."""

    async def look(context: JobContext, payload: Duplicates) -> None:
        del payload
        assert context.owner_id is not None
        await duplicates.propose(context.tx, merges, merge_tool, context.clock)

    async def look_at_all(context: JobContext, payload: Scheduled) -> None:
        del payload
        owners = await accounts.all_user_ids(context.session)
        items = [Item(Duplicates(), owner_id=one, dedupe_key="look") for one in owners]
        await enqueue_many(context.session, DUPLICATES, items)

    return (JobHandler(DUPLICATES, look), JobHandler(DUPLICATES_ALL, look_at_all))


_AT = time(3, 40)
SCHEDULED = (
    ScheduledJob(DUPLICATES_ALL, Daily(_AT), source="the clock"),
    ScheduledJob(DUPLICATES, External(), source="contacts.duplicates_daily, and an import"),
)
