"""How many tokens and how much money may this user's work still cost today? Implements `llm.port.UsageMeter` over
`model_usage`.

Money is held before it is spent: what a call may cost at most is added under a lock, and what it did cost takes its
place. So no number of calls at once passes a cap, and what a process that died was about to spend counts as spent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from sqlalchemy import Date, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import UUID as PgUUID

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts.model import ModelUsageRow
from orchestrator.kit.clock import Clock
from orchestrator.llm.messages import Cost, Purpose, Usage
from orchestrator.llm.port import CapReached, Held

WHOLE_DAY = "day"
"""The cap of all purposes together."""
MICROS = 1_000_000

_ADD = text(
    "insert into model_usage as u (user_id, day, purpose, model, prompt_tokens, completion_tokens, calls, "
    "cost_micros, unpriced_calls, price_source, price_version) values (:owner, :day, :purpose, :model, :prompt, "
    ":completion, :calls, :micros, :unpriced, :source, :version) on conflict (user_id, day, purpose, model) "
    "do update set prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, "
    "completion_tokens = u.completion_tokens + excluded.completion_tokens, calls = u.calls + excluded.calls, "
    "cost_micros = u.cost_micros + excluded.cost_micros, unpriced_calls = u.unpriced_calls + excluded.unpriced_calls, "
    "price_source = excluded.price_source, price_version = excluded.price_version"
).bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("day", type_=Date()))
_LOCK = text("select pg_advisory_xact_lock(hashtextextended(:key, 0))")


@dataclass(frozen=True)
class Budgets:
    """What a user may spend a UTC day, by purpose; what has no cap is not bounded. `money`: micro-units of US dollars,
    for `day` of all purposes together."""

    tokens: Mapping[str, int] = field(default_factory=dict)
    money: Mapping[str, int] = field(default_factory=dict)


class ModelUsage:
    """Counts in units of work of its own: what a model used is used, whatever becomes of the turn."""

    def __init__(self, database: Database, clock: Clock, budgets: Budgets) -> None:
        self._database = database
        self._clock = clock
        self._caps = budgets.tokens
        self._money = budgets.money

    async def allowed(self, user_id: UUID, purpose: Purpose) -> bool:
        cap = self._caps.get(purpose)
        if cap is None:
            return True
        spent = select(func.coalesce(func.sum(ModelUsageRow.prompt_tokens + ModelUsageRow.completion_tokens), 0)).where(
            ModelUsageRow.user_id == user_id,
            ModelUsageRow.day == self._clock.now().date(),
            ModelUsageRow.purpose == purpose,
        )
        async with self._database.unit_of_work() as session:
            return int((await session.execute(spent)).scalar_one()) < cap

    async def hold(self, user_id: UUID, purpose: Purpose, model: str, worst: Cost) -> Held | None:
        caps = {name: self._money[name] for name in (WHOLE_DAY, purpose) if name in self._money}
        if not caps or worst.micros == 0:
            return None
        if worst.micros is None:
            raise CapReached(f"What {model} costs is not known, so no limit of money can be kept")
        day = self._clock.now().date()
        async with self._database.unit_of_work_of(user_id) as tx:
            await tx.session.execute(_LOCK, {"key": f"model_usage:{user_id}"})
            for name, cap in caps.items():
                spent = await _spent(tx, day, None if name == WHOLE_DAY else purpose)
                if spent + worst.micros > cap:
                    told = "the day" if name == WHOLE_DAY else f"{purpose} of the day"
                    raise CapReached(
                        f"The money for {told} does not allow another call: {_dollars(spent)} of {_dollars(cap)} are "
                        f"spent, and it may cost {_dollars(worst.micros)}"
                    )
            await tx.session.execute(_ADD, _row(user_id, day, purpose, model) | {"micros": worst.micros})
        return Held(day, worst.micros)

    async def record(
        self, user_id: UUID, purpose: Purpose, model: str, usage: Usage, cost: Cost, held: Held | None
    ) -> None:
        day = held.day if held is not None else self._clock.now().date()
        used = _row(user_id, day, purpose, model) | {
            "prompt": usage.prompt_tokens,
            "completion": usage.completion_tokens,
            "calls": 1,
            "micros": (cost.micros or 0) - (held.micros if held is not None else 0),
            "unpriced": int(not cost.known),
            "source": cost.source,
            "version": cost.version,
        }
        async with self._database.unit_of_work() as session:
            await session.execute(_ADD, used)

    async def release(self, user_id: UUID, purpose: Purpose, model: str, held: Held) -> None:
        async with self._database.unit_of_work() as session:
            await session.execute(_ADD, _row(user_id, held.day, purpose, model) | {"micros": -held.micros})


async def _spent(tx: Tx, day: date, purpose: str | None) -> int:
    spent = select(func.coalesce(func.sum(ModelUsageRow.cost_micros), 0)).where(
        ModelUsageRow.user_id == tx.owner_id, ModelUsageRow.day == day
    )
    if purpose is not None:
        spent = spent.where(ModelUsageRow.purpose == purpose)
    return int((await tx.session.execute(spent)).scalar_one())


def _row(user_id: UUID, day: date, purpose: str, model: str) -> dict[str, object]:
    nothing = {"prompt": 0, "completion": 0, "calls": 0, "micros": 0, "unpriced": 0, "source": "", "version": ""}
    return {"owner": user_id, "day": day, "purpose": purpose, "model": model} | nothing


def _dollars(micros: int) -> str:
    return f"{micros / MICROS:.4f} USD"
