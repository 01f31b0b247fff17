"""When are pushes sent, receipts fetched, todos reminded of? The handlers, over the push service of this process."""

from datetime import timedelta
from typing import Any

from orchestrator.domain.work.pushes import repository
from orchestrator.domain.work.pushes.receipts import fetch_due
from orchestrator.domain.work.pushes.reminders import remind
from orchestrator.domain.work.pushes.schemas import PRUNE, RECEIPTS, SEND, ReceiptsDue, Sending
from orchestrator.domain.work.pushes.sending import send_due
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.todos.schemas import REMIND, TodoReminder
from orchestrator.integrations.push.port import PushSender
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

KEPT_DAYS = 90
"""So long a push can be looked up."""


def push_jobs(sender: PushSender, default_zone: str) -> tuple[JobHandler[Any], ...]:
    """The handlers over this sender. `default_zone`: see `Pushes`."""
    pushes = Pushes(default_zone)

    async def send(context: JobContext, payload: Sending) -> None:
        await send_due(context, sender, default_zone, payload)

    async def receipts(context: JobContext, _: ReceiptsDue) -> None:
        await fetch_due(context, sender)

    async def reminder(context: JobContext, payload: TodoReminder) -> None:
        assert context.owner_id is not None
        now = await repository.now(context.session)
        await remind(context.session, context.owner_id, payload, pushes, now=now)

    return (
        JobHandler(SEND, send),
        JobHandler(RECEIPTS, receipts),
        JobHandler(REMIND, reminder),
        JobHandler(PRUNE, prune),
    )


async def prune(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `pushes.prune`."""
    now = await repository.now(context.session)
    forgotten = await repository.prune(context.session, before=now - timedelta(days=KEPT_DAYS))
    return Ended("ok", f"{forgotten} old pushes forgotten.")


SCHEDULED = (ScheduledJob(PRUNE, Every(86_400), source="the clock"),)
