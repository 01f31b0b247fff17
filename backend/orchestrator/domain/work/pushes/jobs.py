"""When are pushes sent, receipts fetched, todos reminded of? The handlers, over the push service of this process."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.notifications import Notifier, Push
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.pushes import device_rows, repository
from orchestrator.domain.work.pushes.model import Delivery
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.domain.work.pushes.schemas import PRUNE, RECEIPTS, RECONSIDER, SEND, ReceiptsDue, Sending
from orchestrator.domain.work.pushes.sending import OPERATORS, Outbox, send_due
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.todos.schemas import REMIND, TodoReminder
from orchestrator.domain.world.todos.service import remind_utc, todos
from orchestrator.integrations.push.port import Delivered, PushSender
from orchestrator.kit.clock import rfc3339
from orchestrator.language.messages import say
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, External, Scheduled, ScheduledJob
from orchestrator.telemetry.logging import get_logger

KEPT_DAYS = 90
"""So long a push can be looked up."""
UNSEEN_DAYS = 60
"""A browser says that it is still there whenever the page starts in it."""
RECONSIDER_S = 20.0
"""What no rule holds any more goes out within a minute."""


def push_jobs(sender: PushSender, default_zone: str, pushing: Pushing) -> tuple[JobHandler[Any], ...]:
    """The handlers over this sender. `default_zone`: see `Pushes`."""
    pushes = Pushes(default_zone)

    async def send(context: JobContext, payload: Sending) -> None:
        await send_due(context, Outbox(sender, pushing, default_zone), payload)

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
    unseen = await device_rows.disable_unseen(context.session, before=now - timedelta(days=UNSEEN_DAYS))
    return Ended("ok", f"{forgotten} old pushes forgotten, {unseen} browsers not seen for {UNSEEN_DAYS} days.")


SCHEDULED = (
    ScheduledJob(PRUNE, Every(86_400), source="the clock"),
    ScheduledJob(RECONSIDER, Every(RECONSIDER_S), source="pushes that wait, and their users' rules"),
    ScheduledJob(SEND, External(), source="a push that is due"),
    ScheduledJob(RECEIPTS, External(), source="a push that was sent, a quarter of an hour later"),
    ScheduledJob(REMIND, External(), source="a todo's remind_at"),
)


LATEST = timedelta(days=1)
"""What no worker saw for longer, or came back with an old backup, is not pushed any more."""


async def remind(tx: Tx, reminder: TodoReminder, notifier: Notifier, *, now: datetime) -> UUID | None:
    """Push the reminder where it still holds; answers the push. Once for each todo and moment. Looked at anew at
    `remind_at`: what was done, hidden, erased or moved since reminds nobody."""
    found = await todos.many(tx, [reminder.todo_id])
    todo = found[0] if found else None
    if todo is None or todo.hidden_at is not None or todo.done_at is not None:
        return None
    if remind_utc(todo) != reminder.remind_at or now - reminder.remind_at > LATEST:
        return None
    reach = (await accounts.reach(tx.session, [tx.owner_id]))[tx.owner_id]
    locale = (await FactRules().rules(tx)).locale(reach.locale)
    push = Push(
        title=say("todos.reminder", locale),
        body=todo.title,
        data={"kind": "todo_reminder", "id": str(todo.id), "url": f"/todos/{todo.id}"},
        once=f"todo_reminder:{todo.id}:{rfc3339(reminder.remind_at)}",
        sources=(("todo", todo.id),),
    )
    return await notifier.notify(tx, push)


AT_ONCE = 300
ASKED_AFTER_S = (900.0, 3_600.0, 6 * 3_600.0, 23 * 3_600.0)
"""After sending. Expo drops receipts after 24 hours (contracts/expo_push.md)."""

log = get_logger(__name__)


async def fetch_due(context: JobContext, sender: PushSender) -> None:
    """Fetch the receipts that should be there, retire tokens that are dead, and plan the next look. Raises
    IntegrationFailed: the job is tried again, and asking twice harms nothing. Expo is asked what became of a push a
    quarter of an hour after it took it, and again, as long as it keeps receipts."""
    while not context.stopping():
        async with context.unit_of_work() as session:
            waiting = await repository.awaited(session, limit=AT_ONCE)
        if not waiting:
            break
        found = await sender.receipts([one.ticket_id for one in waiting if one.ticket_id])
        async with context.unit_of_work() as session:
            now = await repository.now(session)
            for one in waiting:
                await _note(session, one, found.get(one.ticket_id or ""), now)
            await repository.settle(session, sorted({one.push_id for one in waiting}), state="sent")
    next_due = await repository.next_receipt(context.session)
    if next_due is not None:
        await enqueue(context.session, RECEIPTS, ReceiptsDue(), run_after=next_due, dedupe_key="next")


async def _note(session: AsyncSession, one: Delivery, receipt: Delivered | None, now: datetime) -> None:
    if receipt is None:
        await repository.note_receipt(session, one.id, _missing(one, now))
        return
    values: dict[str, object] = {"receipt": "ok", "receipt_at": now, "receipt_due_at": None}
    if receipt.error is not None:
        values |= {"receipt": "error", "state": "failed", "error": receipt.error, "detail": receipt.detail}
    await repository.note_receipt(session, one.id, values)
    if receipt.gone and one.sent_at is not None:
        await device_rows.retire(session, one.device_id, sent_at=one.sent_at, reason=receipt.error or "gone")
    elif receipt.error in OPERATORS:
        log.error("pushes_refused", error=receipt.error, detail=receipt.detail)


def _missing(one: Delivery, now: datetime) -> dict[str, object]:
    """Not there yet: asked for again at the next of the moments, and after the last never."""
    sent_at = one.sent_at or now
    later = [at for seconds in ASKED_AFTER_S if (at := sent_at + timedelta(seconds=seconds)) > now]
    if later:
        return {"receipt_due_at": later[0]}
    return {"receipt": "missing", "receipt_at": now, "receipt_due_at": None}
