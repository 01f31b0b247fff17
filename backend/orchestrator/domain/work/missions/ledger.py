"""What may still be used, and what is gone? Set aside before each call, settled after it; what is set aside and what is
gone never pass the limit together, whatever runs beside it and whenever a process dies.

One statement sets aside on the mission and one on each brief above the call; the database refuses what would pass
(checks in db_migrations/0085). A driver of an older `epoch` can set nothing aside.
"""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text

from orchestrator.agent.runs.delegated import OutOfBudget
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import new_id

CLOSING_SHARE = 10
"""A tenth of the tokens is kept for the closing report."""
_RESERVE = text(
    """
    update missions
       set reserved_tokens = reserved_tokens + :tokens, reserved_money = reserved_money + :money,
           reserved_ms = reserved_ms + :ms, reserved_calls = reserved_calls + :calls
     where user_id = :owner and id = :mission and epoch = :epoch and state in ('draft', 'planned', 'failed', 'running')
       and spent_tokens + reserved_tokens + :tokens
           <= limit_tokens - case when :keeps then limit_tokens / :share else 0 end
       and (limit_money is null or spent_money + reserved_money + :money <= limit_money)
       and spent_ms + reserved_ms + :ms <= limit_ms
       and spent_calls + reserved_calls + :calls <= limit_calls
    returning id
    """
)
_RESERVE_BRIEF = text(
    """
    update mission_briefs set reserved_tokens = reserved_tokens + :tokens, reserved_money = reserved_money + :money
     where user_id = :owner and id = :brief and spent_tokens + reserved_tokens + :tokens <= limit_tokens
    returning parent_id
    """
)
_NOTE = text(
    """
    insert into mission_reservations (id, user_id, mission_id, brief_id, epoch, tokens, money, ms, calls)
    values (:id, :owner, :mission, :brief, :epoch, :tokens, :money, :ms, :calls)
    """
)
_TAKE = text(
    """
    delete from mission_reservations where user_id = :owner and id = :id
    returning mission_id, brief_id, tokens, money, ms, calls
    """
)
_SETTLE = text(
    """
    update missions
       set reserved_tokens = reserved_tokens - :tokens, spent_tokens = spent_tokens + :used_tokens,
           reserved_money = reserved_money - :money, spent_money = spent_money + :used_money,
           reserved_ms = reserved_ms - :ms, spent_ms = spent_ms + :used_ms,
           reserved_calls = reserved_calls - :calls, spent_calls = spent_calls + :used_calls,
           overrun = case when cast(:over_tokens as bigint) + cast(:over_money as bigint) = 0 then overrun
               else overrun || jsonb_build_object(
               'tokens', coalesce((overrun->>'tokens')::bigint, 0) + cast(:over_tokens as bigint),
               'money_micros', coalesce((overrun->>'money_micros')::bigint, 0) + cast(:over_money as bigint)) end
     where user_id = :owner and id = :mission
    """
)
_SETTLE_BRIEF = text(
    """
    update mission_briefs
       set reserved_tokens = reserved_tokens - :tokens, spent_tokens = spent_tokens + :used,
           reserved_money = greatest(0, reserved_money - :money), spent_money = spent_money + :used_money
     where user_id = :owner and id = :brief
    returning parent_id
    """
)
_MONEY_OF_AGENT = text(
    """
    select coalesce(sum(b.spent_money + b.reserved_money), 0)
      from mission_briefs own join mission_briefs b on b.user_id = own.user_id and b.mission_id = own.mission_id
       and b.step_key = own.step_key and lower(b.agent) = lower(own.agent)
       and b.constraints->>'item' is not distinct from own.constraints->>'item'
     where own.user_id = :owner and own.id = :brief
    """
)
_DEAD = text(
    """
    select id, tokens, money, calls,
           least(ms, cast(extract(epoch from steward_now() - created_at) * 1000 as bigint) + 1) as ms
      from mission_reservations where user_id = :owner and mission_id = :mission and epoch < :epoch
    """
)
_ROOM = text(
    """
    select limit_tokens - spent_tokens - reserved_tokens as tokens,
           limit_money - spent_money - reserved_money as money,
           limit_ms - spent_ms - reserved_ms as ms, limit_calls - spent_calls - reserved_calls as calls, limit_tokens
      from missions where user_id = :owner and id = :mission
    """
)
_ROOM_OF_BRIEFS = text(
    """
    with recursive above as (
        select id, parent_id, limit_tokens - spent_tokens - reserved_tokens as room from mission_briefs
         where user_id = :owner and id = :brief
        union all
        select b.id, b.parent_id, b.limit_tokens - b.spent_tokens - b.reserved_tokens from mission_briefs b
          join above on b.id = above.parent_id where b.user_id = :owner)
    select min(room) from above
    """
)


@dataclass(frozen=True)
class Amount:
    """Of each kind; money in micro-units, time in milliseconds."""

    tokens: int = 0
    money: int = 0
    ms: int = 0
    calls: int = 0


@dataclass(frozen=True)
class Account:
    """Who spends: a mission, driven by `epoch`, and the brief that a call is made for."""

    mission_id: UUID
    epoch: int
    brief_id: UUID | None = None
    closing: bool = False
    """The closing report may use what was kept for it."""
    most_money: int | None = None
    """What its agent may use for this step in micro-units, beside the mission's own bound: all attempts together."""


@dataclass(frozen=True)
class Room:
    """What could be set aside now. `money`: None where it is not bounded."""

    tokens: int
    money: int | None
    ms: int
    calls: int


async def room(tx: Tx, account: Account) -> Room:
    """What is left for this account, its briefs above included."""
    row = (await tx.session.execute(_ROOM, {"owner": tx.owner_id, "mission": account.mission_id})).one()
    tokens = row.tokens - (0 if account.closing else row.limit_tokens // CLOSING_SHARE)
    if account.brief_id is not None:
        above = await tx.session.scalar(_ROOM_OF_BRIEFS, {"owner": tx.owner_id, "brief": account.brief_id})
        tokens = min(tokens, above if above is not None else tokens)
    return Room(max(0, tokens), row.money, max(0, row.ms), max(0, row.calls))


async def reserve(tx: Tx, account: Account, amount: Amount) -> UUID:
    """Set the worst case aside; answers what settles it. Raises OutOfBudget, and then nothing of this transaction may
    be kept."""
    values = {"owner": tx.owner_id, "mission": account.mission_id, "epoch": account.epoch, **_of(amount)}
    kept = {"keeps": bool(amount.tokens) and not account.closing, "share": CLOSING_SHARE}
    if (await tx.session.execute(_RESERVE, {**values, **kept})).first() is None:
        raise OutOfBudget("The mission's budget leaves no room for this call.")
    brief, money = account.brief_id if amount.tokens else None, amount.money
    while brief is not None:
        asked = {"owner": tx.owner_id, "brief": brief, "tokens": amount.tokens, "money": money}
        taken = (await tx.session.execute(_RESERVE_BRIEF, asked)).first()
        if taken is None:
            raise OutOfBudget("What the agent was given leaves no room for this call.")
        brief, money = taken.parent_id, 0  # tokens are everybody's above it, money is told of who made the call
    await _within_agents_money(tx, account)
    reservation = new_id()
    await tx.session.execute(_NOTE, {**values, "id": reservation, "brief": account.brief_id})
    return reservation


async def _within_agents_money(tx: Tx, account: Account) -> None:
    """After it was set aside, under the lock of the mission's row: two calls at once do not pass it together."""
    if account.most_money is None or account.brief_id is None:
        return
    used = await tx.session.scalar(_MONEY_OF_AGENT, {"owner": tx.owner_id, "brief": account.brief_id})
    if int(used or 0) > account.most_money:
        raise OutOfBudget("The money that this agent may use does not make another call of a model.")


async def settle(tx: Tx, reservation: UUID, used: Amount | None) -> Amount:
    """The call is over; `used`: None where nobody knows, then all that was set aside is gone. What was used above it
    is kept as `overrun`, never as spent. Answers the overrun. A reservation that is settled already stays so."""
    taken = (await tx.session.execute(_TAKE, {"owner": tx.owner_id, "id": reservation})).first()
    if taken is None:
        return Amount()
    held = Amount(taken.tokens, taken.money, taken.ms, taken.calls)
    gone = used if used is not None else held
    over = Amount(max(0, gone.tokens - held.tokens), max(0, gone.money - held.money))
    values = {
        "owner": tx.owner_id,
        "mission": taken.mission_id,
        **_of(held),
        "used_tokens": min(gone.tokens, held.tokens),
        "used_money": min(gone.money, held.money),
        "used_ms": min(gone.ms, held.ms),
        "used_calls": min(gone.calls, held.calls),
        "over_tokens": over.tokens,
        "over_money": over.money,
    }
    await tx.session.execute(_SETTLE, values)
    brief = taken.brief_id if held.tokens else None
    of_brief = {"tokens": held.tokens, "used": values["used_tokens"]}
    money = {"money": held.money, "used_money": values["used_money"]}
    while brief is not None:
        told = {"owner": tx.owner_id, "brief": brief, **of_brief, **money}
        above = (await tx.session.execute(_SETTLE_BRIEF, told)).first()
        brief, money = above.parent_id if above is not None else None, {"money": 0, "used_money": 0}
    return over


async def settle_dead(tx: Tx, mission_id: UUID, epoch: int) -> int:
    """What drivers before this one set aside and never settled is spent: nobody knows what their calls used. Of the
    time no more is gone than went by. Answers how many calls that were."""
    rows = (await tx.session.execute(_DEAD, {"owner": tx.owner_id, "mission": mission_id, "epoch": epoch})).all()
    for row in rows:
        await settle(tx, row.id, Amount(row.tokens, row.money, row.ms, row.calls))
    return len(rows)


def _of(amount: Amount) -> dict[str, int]:
    return {"tokens": amount.tokens, "money": amount.money, "ms": amount.ms, "calls": amount.calls}
