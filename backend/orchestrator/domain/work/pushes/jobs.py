"""When are pushes sent, receipts fetched, todos reminded of? The handlers, over the push service of this process."""

from datetime import timedelta
from typing import Any

from orchestrator.domain.work.pushes import repository
from orchestrator.domain.work.pushes.receipts import fetch_due
from orchestrator.domain.work.pushes.reminders import remind
from orchestrator.domain.work.pushes.schemas import PRUNE, RECEIPTS, RECONSIDER, SEND, ReceiptsDue, Sending
from orchestrator.domain.work.pushes.sending import send_due
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.todos.schemas import REMIND, TodoReminder
from orchestrator.integrations.push.port import PushSender
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, External, Scheduled, ScheduledJob

KEPT_DAYS = 90
"""So long a push can be looked up."""
RECONSIDER_S = 20.0
"""What no rule holds any more goes out within a minute."""


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
        await remind(context.tx, payload, pushes, now=now)

    async def reconsider(context: JobContext, _: Scheduled) -> Ended:
        """Quiet hours end and change in many ways: a rule is retired, taken back by an undo, comes with an archive, or
        its own time is over. So those that hold a push are asked again."""
        changed = 0
        async with context.unit_of_work() as session:
            owners = await repository.waited_for(session)
        for owner_id in owners:
            if context.stopping():
                break
            async with context.unit_of_work_of(owner_id) as tx:
                changed += await pushes.reconsider(tx)
        return Ended("ok", f"{changed} pushes that waited go out at another time.") if changed else Ended("idle")

    return (
        JobHandler(SEND, send),
        JobHandler(RECEIPTS, receipts),
        JobHandler(REMIND, reminder),
        JobHandler(PRUNE, prune),
        JobHandler(RECONSIDER, reconsider),
    )


async def prune(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `pushes.prune`."""
    now = await repository.now(context.session)
    forgotten = await repository.prune(context.session, before=now - timedelta(days=KEPT_DAYS))
    return Ended("ok", f"{forgotten} old pushes forgotten.")


SCHEDULED = (
    ScheduledJob(PRUNE, Every(86_400), source="the clock"),
    ScheduledJob(RECONSIDER, Every(RECONSIDER_S), source="pushes that wait, and their users' rules"),
    ScheduledJob(SEND, External(), source="a push that is due"),
    ScheduledJob(RECEIPTS, External(), source="a push that was sent, a quarter of an hour later"),
    ScheduledJob(REMIND, External(), source="a todo's remind_at"),
)
