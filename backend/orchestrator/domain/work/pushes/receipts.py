"""What became of a push after Expo took it? Asked a quarter of an hour later, and again, as long as Expo keeps it."""

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.work.pushes import repository
from orchestrator.domain.work.pushes.model import Delivery
from orchestrator.domain.work.pushes.schemas import RECEIPTS, ReceiptsDue
from orchestrator.domain.work.pushes.sending import OPERATORS
from orchestrator.integrations.push.port import Delivered, PushSender
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.handler import JobContext
from orchestrator.telemetry.logging import get_logger

AT_ONCE = 300
ASKED_AFTER_S = (900.0, 3_600.0, 6 * 3_600.0, 23 * 3_600.0)
"""After sending. Expo drops receipts after 24 hours (contracts/expo_push.md)."""

log = get_logger(__name__)


async def fetch_due(context: JobContext, sender: PushSender) -> None:
    """Fetch the receipts that should be there, retire tokens that are dead, and plan the next look. Raises
    IntegrationFailed: the job is tried again, and asking twice harms nothing."""
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
        await repository.retire(session, one.device_id, sent_at=one.sent_at, reason=receipt.error or "gone")
    elif receipt.error in OPERATORS:
        log.error("pushes_refused", error=receipt.error, detail=receipt.detail)


def _missing(one: Delivery, now: datetime) -> dict[str, object]:
    """Not there yet: asked for again at the next of the moments, and after the last never."""
    sent_at = one.sent_at or now
    later = [at for seconds in ASKED_AFTER_S if (at := sent_at + timedelta(seconds=seconds)) > now]
    if later:
        return {"receipt_due_at": later[0]}
    return {"receipt": "missing", "receipt_at": now, "receipt_due_at": None}
