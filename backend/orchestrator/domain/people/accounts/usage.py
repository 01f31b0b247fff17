"""How many tokens may this user's work still cost today? Implements `llm.port.UsageMeter` over `model_usage`."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

from orchestrator.db.session import Database
from orchestrator.domain.people.accounts.model import ModelUsageRow
from orchestrator.kit.clock import Clock
from orchestrator.llm.messages import Purpose, Usage


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
        row = insert(ModelUsageRow).values(
            user_id=user_id,
            day=self._clock.now().date(),
            purpose=purpose,
            model=model,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            calls=1,
        )
        added = row.on_conflict_do_update(
            index_elements=["user_id", "day", "purpose", "model"],
            set_={
                "prompt_tokens": ModelUsageRow.prompt_tokens + row.excluded.prompt_tokens,
                "completion_tokens": ModelUsageRow.completion_tokens + row.excluded.completion_tokens,
                "calls": ModelUsageRow.calls + 1,
            },
        )
        async with self._database.unit_of_work() as session:
            await session.execute(added)
