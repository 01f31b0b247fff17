"""How does a push go out at most once? `sending` is committed before the call; what then is not settled by the attempt
that made the call becomes `unknown`, and nothing that may be out is sent again.

Only what was certainly not sent is tried again: the service could not be reached, or asked for fewer messages (429).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.previews.reply_parser import still_open
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.rules.source import rules_of
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations.glances import glances
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.work.pushes import device_rows, repository
from orchestrator.domain.work.pushes.letters import asks, message_of, told_of
from orchestrator.domain.work.pushes.links import GOOD_S
from orchestrator.domain.work.pushes.model import PushRow
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.domain.work.pushes.repository import Addressed
from orchestrator.domain.work.pushes.schemas import RECEIPTS, SEND, ReceiptsDue, Sending
from orchestrator.errors import NotFound
from orchestrator.integrations.push.port import Accepted, Later, Message, Outcome, PushSender, Refused, Uncertain
from orchestrator.kit.ids import parse_id
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.handler import JobContext
from orchestrator.telemetry.logging import get_logger


async def still_needed(session: AsyncSession, push: PushRow) -> bool:
    """False for a call whose preview was decided, or whose thread neither asks nor proposes anything any more."""
    opens = parse_id(push.opens)
    if push.kind != "needs_input" or opens is None:
        return True
    tx = Tx(session, push.user_id)
    if push.url.startswith("/previews/"):
        try:
            return (await previews.show(tx, opens)).state == "pending"
        except NotFound:
            return False
    waiting = (await previews.waiting_in(tx, [opens])).get(opens, [])
    glance = (await glances(tx, [opens]))[opens]
    return bool(waiting) or still_open(glance.asks, glance.clarification, waiting) is not None


AT_ONCE = 100
"""Pushes that one call takes along: a full batch of Expo's where each user has one device."""
WAITS_S = (5.0, 15.0, 60.0, 180.0, 300.0)
"""Between the tries of what was not sent: ten minutes together (contracts/expo_push.md)."""
SPREAD = 0.2
"""So much longer, at random, so that replicas do not come back together."""
RECEIPT_AFTER_S = 900.0
CALL_S = SEND.timeout_s + 30.0
"""After so long no attempt of ours waits for its call any more."""
LOOK_AGAIN_S = 1.0
OPERATORS = frozenset({"InvalidCredentials", "MismatchSenderId", "UNAUTHORIZED", "http_401", "http_403"})
"""Refusals that only who runs Steward can end."""

log = get_logger(__name__)


@dataclass(frozen=True)
class Outbox:
    """What a worker sends with. `default_zone`: see `Pushes`."""

    sender: PushSender
    pushing: Pushing
    default_zone: str


async def send_due(context: JobContext, outbox: Outbox, own: Sending) -> None:
    """Send every push that is due, whoever's job this is: many users' mornings make full batches. `own`: the job's."""
    async with context.unit_of_work() as session:
        given_up = await repository.lost(session, context.job_id)
        await repository.settle(session, given_up, state="sending")
    if given_up:
        log.warning("pushes_unknown", number=len(given_up))
    while not context.stopping():
        async with context.unit_of_work() as session:
            pushes, addressed = await _claim(session, context.job_id, outbox.default_zone)
            told = await told_of(session, pushes)
            answerable = [one.delivery_id for one in addressed if asks(one, told[one.push_id])]
            await repository.await_answers(session, answerable, seconds=GOOD_S)
        if not pushes:
            await _look_again(context, own)
            return
        by_id = {push.id: push for push in pushes}
        letters = [message_of(outbox.pushing, by_id[one.push_id], one, told[one.push_id]) for one in addressed]
        outcomes = await _sent(outbox.sender, letters)
        async with context.unit_of_work() as session:
            await _record(session, pushes, list(zip(addressed, outcomes, strict=True)))
    # The worker stops: what is left is another one's.
    await enqueue(context.session, SEND, own, owner_id=context.owner_id, dedupe_key=str(own.push_id))


async def _sent(sender: PushSender, letters: Sequence[Message | Refused]) -> list[Outcome]:
    """What became of each; one that could not be written was not sent."""
    messages = [one for one in letters if isinstance(one, Message)]
    outcomes = iter(await sender.send(messages) if messages else ())
    return [next(outcomes) if isinstance(one, Message) else one for one in letters]


async def _look_again(context: JobContext, own: Sending) -> None:
    """Somebody was changing the job's own push just when it was looked for (the same was notified twice): it is looked
    for once more, for it may have no other job."""
    assert context.owner_id is not None
    now = await repository.now(context.session)
    rows = await repository.many(context.tx, [own.push_id])
    if any(row.state in repository.UNSENT and row.due_at <= now for row in rows):
        at = now + timedelta(seconds=LOOK_AGAIN_S)
        await enqueue(context.session, SEND, own, owner_id=context.owner_id, run_after=at, dedupe_key=str(own.push_id))


async def _claim(
    session: AsyncSession, job_id: UUID, default_zone: str
) -> tuple[Sequence[PushRow], Sequence[Addressed]]:
    """Take pushes that are due and may go out now; committed, they are `sending`."""
    rows = await repository.due(session, limit=AT_ONCE)
    if not rows:
        return (), ()
    now = await repository.now(session)
    users = list({row.user_id for row in rows})
    reach, rules = await accounts.reach(session, users), await rules_of(session, users)
    taken = []
    for row in sorted(rows, key=lambda one: one.id):
        who = reach[row.user_id]
        theirs = rules.get(row.user_id, RuleSet())
        until = theirs.held_until(now, who.timezone or default_zone, row.kind)
        if until is not None:
            row.state, row.due_at = "held", until
            await _again(session, row, until)
        elif row.attempts == 0 and not await still_needed(session, row):
            row.state = "none"
        else:
            taken.append(row)
    addressed = await repository.address(session, taken)
    for row in taken:
        row.state, row.sending_job, row.attempts = "sending", job_id, row.attempts + 1
        row.sending_until = now + timedelta(seconds=CALL_S)
    await session.flush()
    return taken, addressed


async def _record(
    session: AsyncSession, pushes: Sequence[PushRow], outcomes: Sequence[tuple[Addressed, Outcome]]
) -> None:
    """Settle what a call came to, with the jobs that follow from it."""
    now = await repository.now(session)
    by_id = {push.id: push for push in pushes}
    waits: dict[UUID, float] = {}
    for one, outcome in sorted(outcomes, key=lambda found: found[0].device_id):  # devices are locked in one order
        tries = by_id[one.push_id].attempts
        values = _settled(outcome, tries, now)
        await repository.settle_delivery(session, one.delivery_id, values)
        if isinstance(outcome, Refused):
            await _refused(session, one, outcome, by_id[one.push_id])
        elif isinstance(outcome, Later) and values["state"] == "queued":
            waits[one.push_id] = max(waits.get(one.push_id, 0.0), _wait_s(outcome, tries))
    states = await repository.settle(session, [push.id for push in pushes], state="sending")
    for push_id in sorted(waits):
        if states.get(push_id) == "queued":
            due_at = now + timedelta(seconds=waits[push_id])
            await repository.postpone(session, push_id, due_at)
            await _again(session, by_id[push_id], due_at)
    if any(isinstance(outcome, Accepted) and outcome.ticket_id is not None for _, outcome in outcomes):
        await enqueue(session, RECEIPTS, ReceiptsDue(), run_after=now + timedelta(seconds=RECEIPT_AFTER_S))


def _settled(outcome: Outcome, tries: int, now: datetime) -> dict[str, object]:
    """The columns of a delivery."""
    match outcome:
        case Accepted(ticket_id=ticket):
            due = now + timedelta(seconds=RECEIPT_AFTER_S) if ticket is not None else None
            return {"state": "sent", "ticket_id": ticket, "sent_at": now, "receipt_due_at": due, "error": None}
        case Refused(error=error, detail=detail):
            return {"state": "failed", "error": error, "detail": detail}
        case Later(why=why):
            return {"state": "queued" if tries <= len(WAITS_S) else "failed", "error": why}
        case Uncertain(why=why):
            return {"state": "unknown", "error": why}


async def _refused(session: AsyncSession, one: Addressed, outcome: Refused, push: PushRow) -> None:
    if outcome.gone:
        sent_at = push.sending_until - timedelta(seconds=CALL_S) if push.sending_until else push.due_at
        await device_rows.retire(session, one.device_id, sent_at=sent_at, reason=outcome.error)
    elif outcome.error in OPERATORS:
        log.error("pushes_refused", error=outcome.error, detail=outcome.detail)


def _wait_s(outcome: Later, tries: int) -> float:
    wait = max(WAITS_S[tries - 1], outcome.after_s or 0.0)
    return wait * (1 + SPREAD * random.random())  # noqa: S311  (no secret)


async def _again(session: AsyncSession, push: PushRow, at: datetime) -> None:
    await enqueue(session, SEND, Sending(push_id=push.id), owner_id=push.user_id, run_after=at, dedupe_key=str(push.id))
