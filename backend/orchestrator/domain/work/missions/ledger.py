"""What may still be used, and what is gone? Set aside before each call, settled after it; what is set aside and what is
gone never pass the limit together, whatever runs beside it and whenever a process dies.

One statement sets aside on the mission, then on each brief above the call; the database refuses what would pass (checks
in db_migrations/0085). A driver of an older `epoch` can set nothing aside.
"""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text

from orchestrator.agent.runs.delegated import OutOfBudget
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import new_id

CLOSING_SHARE = 10
"""A tenth of the tokens is kept for the closing report."""
_ABOVE = """
    select id, parent_id, true as called from mission_briefs where user_id = :owner and id = {brief}
    union all
    select b.id, b.parent_id, false from mission_briefs b join above on b.id = above.parent_id where b.user_id = :owner
"""
_RESERVE = text(
    f"""
    with recursive mission as (
        update missions
           set reserved_tokens = reserved_tokens + :tokens, reserved_money = reserved_money + :money,
               reserved_ms = reserved_ms + :ms, reserved_calls = reserved_calls + :calls
         where user_id = :owner and id = :mission and epoch = :epoch
           and state in ('draft', 'planned', 'failed', 'running')
           and spent_tokens + reserved_tokens + :tokens
               <= limit_tokens - case when :keeps then limit_tokens / :share else 0 end
           and (limit_money is null or spent_money + reserved_money + :money <= limit_money)
           and spent_ms + reserved_ms + :ms <= limit_ms
           and spent_calls + reserved_calls + :calls <= limit_calls
        returning id),
    above as ({_ABOVE.format(brief="cast(:paying as uuid)")}),
    briefs as (
        update mission_briefs one
           set reserved_tokens = one.reserved_tokens + :tokens,
               reserved_money = one.reserved_money + case when above.called then :money else 0 end
          from above, mission
         where one.id = above.id and one.spent_tokens + one.reserved_tokens + :tokens <= one.limit_tokens
        returning one.id),
    note as (
        insert into mission_reservations (id, user_id, mission_id, brief_id, epoch, tokens, money, ms, calls)
        select cast(:id as uuid), cast(:owner as uuid), id, cast(:brief as uuid), :epoch, :tokens, :money, :ms, :calls
          from mission)
    select (select count(*) from mission) = 1 as within_mission,
           (select count(*) from briefs) = (select count(*) from above) as within_briefs
    """  # noqa: S608
)
_SETTLE = text(
    f"""
    with recursive taken as (
        delete from mission_reservations where user_id = :owner and id = :id
        returning mission_id, brief_id, tokens, money, ms, calls),
    used as (
        select taken.*, least(told.tokens, taken.tokens) as used_tokens, least(told.money, taken.money) as used_money,
               least(told.ms, taken.ms) as used_ms, least(told.calls, taken.calls) as used_calls,
               greatest(0, told.tokens - taken.tokens) as over_tokens,
               greatest(0, told.money - taken.money) as over_money
          from taken, lateral (
              select coalesce(cast(:tokens as bigint), taken.tokens) as tokens,
                     coalesce(cast(:money as bigint), taken.money) as money,
                     coalesce(cast(:ms as bigint), taken.ms) as ms,
                     coalesce(cast(:calls as bigint), taken.calls) as calls) told),
    mission as (
        update missions one
           set reserved_tokens = one.reserved_tokens - used.tokens,
               spent_tokens = one.spent_tokens + used.used_tokens,
               reserved_money = one.reserved_money - used.money, spent_money = one.spent_money + used.used_money,
               reserved_ms = one.reserved_ms - used.ms, spent_ms = one.spent_ms + used.used_ms,
               reserved_calls = one.reserved_calls - used.calls, spent_calls = one.spent_calls + used.used_calls,
               overrun = case when used.over_tokens + used.over_money = 0 then one.overrun
                   else one.overrun || jsonb_build_object(
                   'tokens', coalesce((one.overrun->>'tokens')::bigint, 0) + used.over_tokens,
                   'money_micros', coalesce((one.overrun->>'money_micros')::bigint, 0) + used.over_money) end
          from used where one.user_id = :owner and one.id = used.mission_id
        returning one.id),
    above as ({_ABOVE.format(brief="(select brief_id from used where tokens > 0)")}),
    briefs as (
        update mission_briefs one
           set reserved_tokens = one.reserved_tokens - used.tokens,
               spent_tokens = one.spent_tokens + used.used_tokens,
               reserved_money = greatest(0, one.reserved_money - case when above.called then used.money else 0 end),
               spent_money = one.spent_money + case when above.called then used.used_money else 0 end
          from above, used, mission where one.id = above.id
        returning one.id)
    select used.over_tokens, used.over_money from used
    """  # noqa: S608
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
    f"""
    with recursive above as ({_ABOVE.format(brief="cast(:brief as uuid)")})
    select limit_tokens - spent_tokens - reserved_tokens as tokens,
           limit_money - spent_money - reserved_money as money,
           limit_ms - spent_ms - reserved_ms as ms, limit_calls - spent_calls - reserved_calls as calls, limit_tokens,
           (select min(one.limit_tokens - one.spent_tokens - one.reserved_tokens)
              from mission_briefs one join above on above.id = one.id) as tokens_of_briefs
      from missions where user_id = :owner and id = :mission
    """  # noqa: S608
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
    asked = {"owner": tx.owner_id, "mission": account.mission_id, "brief": account.brief_id}
    row = (await tx.session.execute(_ROOM, asked)).one()
    tokens = row.tokens - (0 if account.closing else row.limit_tokens // CLOSING_SHARE)
    if row.tokens_of_briefs is not None:
        tokens = min(tokens, row.tokens_of_briefs)
    return Room(max(0, tokens), row.money, max(0, row.ms), max(0, row.calls))


async def reserve(tx: Tx, account: Account, amount: Amount) -> UUID:
    """Set the worst case aside; answers what settles it. Raises OutOfBudget, and then nothing of this transaction may
    be kept."""
    reservation = new_id()
    values = {"owner": tx.owner_id, "mission": account.mission_id, "epoch": account.epoch, **_of(amount)}
    values |= {"keeps": bool(amount.tokens) and not account.closing, "share": CLOSING_SHARE}
    values |= {"id": reservation, "brief": account.brief_id, "paying": account.brief_id if amount.tokens else None}
    made = (await tx.session.execute(_RESERVE, values)).one()
    if not made.within_mission:
        raise OutOfBudget("The mission's budget leaves no room for this call.")
    if not made.within_briefs:
        raise OutOfBudget("What the agent was given leaves no room for this call.")
    await _within_agents_money(tx, account)
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
    told: dict[str, int | None] = dict.fromkeys(("tokens", "money", "ms", "calls"))
    if used is not None:
        told |= _of(used)
    over = (await tx.session.execute(_SETTLE, {"owner": tx.owner_id, "id": reservation, **told})).first()
    return Amount(over.over_tokens, over.over_money) if over is not None else Amount()


async def settle_dead(tx: Tx, mission_id: UUID, epoch: int) -> int:
    """What drivers before this one set aside and never settled is spent: nobody knows what their calls used. Of the
    time no more is gone than went by. Answers how many calls that were."""
    rows = (await tx.session.execute(_DEAD, {"owner": tx.owner_id, "mission": mission_id, "epoch": epoch})).all()
    for row in rows:
        await settle(tx, row.id, Amount(row.tokens, row.money, row.ms, row.calls))
    return len(rows)


def _of(amount: Amount) -> dict[str, int]:
    return {"tokens": amount.tokens, "money": amount.money, "ms": amount.ms, "calls": amount.calls}
