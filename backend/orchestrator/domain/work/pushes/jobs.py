"""When are pushes sent, receipts fetched, todos reminded of? The handlers, over the push service of this process."""

from typing import Any

from orchestrator.domain.work.pushes import repository
from orchestrator.domain.work.pushes.receipts import fetch_due
from orchestrator.domain.work.pushes.reminders import remind
from orchestrator.domain.work.pushes.schemas import RECEIPTS, SEND, ReceiptsDue, Sending
from orchestrator.domain.work.pushes.sending import send_due
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.todos.schemas import REMIND, TodoReminder
from orchestrator.integrations.push.port import PushSender
from orchestrator.scheduling.handler import JobContext, JobHandler


def push_jobs(sender: PushSender, default_zone: str) -> tuple[JobHandler[Any], ...]:
    """The handlers of `pushes.send`, `pushes.receipts` and `todos.remind`. `default_zone`: see `Pushes`."""
    pushes = Pushes(default_zone)

    async def send(context: JobContext, _: Sending) -> None:
        await send_due(context, sender, default_zone)

    async def receipts(context: JobContext, _: ReceiptsDue) -> None:
        await fetch_due(context, sender)

    async def reminder(context: JobContext, payload: TodoReminder) -> None:
        assert context.owner_id is not None
        now = await repository.now(context.session)
        await remind(context.session, context.owner_id, payload, pushes, now=now)

    return (JobHandler(SEND, send), JobHandler(RECEIPTS, receipts), JobHandler(REMIND, reminder))
