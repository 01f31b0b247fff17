"""What did a model call cost, and may this user make another? Metrics of the process, tokens in the user's meter.

What was used is written beside the turn, which does not wait for it; the next question whether more may be used does.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError

from orchestrator.errors import StewardError
from orchestrator.llm.messages import ChatReply, Cost, Purpose
from orchestrator.llm.port import CapReached, Held, UsageMeter
from orchestrator.telemetry.logging import get_logger
from orchestrator.telemetry.metrics import METRICS

log = get_logger(__name__)


@dataclass(frozen=True)
class Called:
    """A model that is being asked, for the labels of its metrics."""

    role: str
    provider: str

    def answered(self, reply: ChatReply) -> None:
        """Count the tokens of its answer."""
        tokens = METRICS.model_tokens.labels
        tokens(self.role, self.provider, "prompt").inc(reply.usage.prompt_tokens)
        tokens(self.role, self.provider, "completion").inc(reply.usage.completion_tokens)


class Metering:
    """Counts calls; without a `meter` nothing is capped or stored."""

    def __init__(self, meter: UsageMeter | None) -> None:
        self._meter = meter
        self._writing: dict[asyncio.Task[None], UUID] = {}

    @contextmanager
    def call(self, role: str, provider: str) -> Iterator[Called]:
        """Around one call of a model: its time, and whether it gave an answer."""
        started = perf_counter()
        outcome = "failed"
        try:
            yield Called(role, provider)
            outcome = "answered"
        finally:
            METRICS.model_calls.labels(role, provider, outcome).inc()
            METRICS.model_seconds.labels(role, provider).observe(perf_counter() - started)

    async def allowed(self, user_id: UUID, purpose: Purpose) -> bool:
        """Whether the user's tokens of the day leave another call, all that was used before counted."""
        if self._meter is None:
            return True
        await self._written(user_id)
        try:
            return await self._meter.allowed(user_id, purpose)
        except (SQLAlchemyError, OSError, StewardError) as error:
            log.warning("token caps can't be read", error=type(error).__name__)
            return True

    async def hold(self, user_id: UUID, purpose: Purpose, model: str, worst: Cost) -> Held | None:
        """Have what a call may cost at most counted as spent, before it is made. Raises CapReached; a meter that can't
        be asked lets through what costs nothing alone."""
        if self._meter is None:
            return None
        try:
            return await self._meter.hold(user_id, purpose, model, worst)
        except CapReached:
            raise
        except (SQLAlchemyError, OSError, StewardError) as error:
            log.warning("money can't be held", error=type(error).__name__)
            if worst.micros == 0:
                return None
            raise CapReached("the money spent today can't be read") from error

    async def release(self, user_id: UUID, purpose: Purpose, model: str, held: Held | None) -> None:
        """What was held for a call that came to nothing for certain is free again."""
        if self._meter is None or held is None:
            return
        try:
            await self._meter.release(user_id, purpose, model, held)
        except (SQLAlchemyError, OSError, StewardError) as error:
            log.warning("money stays held", error=type(error).__name__, micros=held.micros)

    def used(
        self, user_id: UUID, purpose: Purpose, reply: ChatReply, *, model: str, cost: Cost, held: Held | None = None
    ) -> None:
        """Have the tokens of an answer written down, and what they cost in place of what was held for it. `model`: the
        name under which it was held."""
        if self._meter is None:
            return
        task = asyncio.create_task(
            self._record(self._meter, user_id, purpose, model, reply, cost, held), name="record token usage"
        )
        self._writing[task] = user_id
        task.add_done_callback(self._writing.pop)

    async def close(self) -> None:
        """Returns when all is written."""
        await asyncio.gather(*self._writing)

    async def _written(self, user_id: UUID) -> None:
        mine = [task for task, of in self._writing.items() if of == user_id]
        if mine:
            await asyncio.gather(*mine)

    async def _record(
        self,
        meter: UsageMeter,
        user_id: UUID,
        purpose: Purpose,
        model: str,
        reply: ChatReply,
        cost: Cost,
        held: Held | None,
    ) -> None:
        try:
            await meter.record(user_id, purpose, model if held is not None else reply.model, reply.usage, cost, held)
        except (SQLAlchemyError, OSError, StewardError) as error:
            log.warning("token usage was not recorded", error=type(error).__name__, tokens=reply.usage.total)
