"""How many tokens may this user's work still cost today? Implements `llm.port.UsageMeter` over `model_usage`."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import Date, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import UUID as PgUUID

from orchestrator.db.session import Database
from orchestrator.domain.people.accounts.model import ModelUsageRow
from orchestrator.kit.clock import Clock
from orchestrator.llm.messages import Purpose, Usage

_ADD = text(
    "insert into model_usage as u (user_id, day, purpose, model, prompt_tokens, completion_tokens, calls) "
    "values (:owner, :day, :purpose, :model, :prompt, :completion, 1) on conflict (user_id, day, purpose, model) "
    "do update set prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, "
    "completion_tokens = u.completion_tokens + excluded.completion_tokens, calls = u.calls + 1"
).bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("day", type_=Date()))


class ModelUsage:
    """Counts in units of work of its own: what a model used is used, whatever becomes of the turn.

    `caps`: tokens a user may spend a UTC day, by purpose; a purpose without one has none.
    """

    def __init__(self, database: Database, clock: Clock, caps: Mapping[str, int]) -> None:
        self._database = database
        self._clock = clock
        self._caps = dict(caps)

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

    async def record(self, user_id: UUID, purpose: Purpose, model: str, usage: Usage) -> None:
        used = {
            "owner": user_id,
            "day": self._clock.now().date(),
            "purpose": purpose,
            "model": model,
            "prompt": usage.prompt_tokens,
            "completion": usage.completion_tokens,
        }
        async with self._database.unit_of_work() as session:
            await session.execute(_ADD, used)
