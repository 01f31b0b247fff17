"""What a model call used is written beside the turn, and is known before the next one is allowed."""

import asyncio
from uuid import UUID

import pytest

from orchestrator.kit.ids import new_id
from orchestrator.llm.gateway.metering import Metering
from orchestrator.llm.messages import FREE, ChatReply, Cost, Purpose, Usage
from orchestrator.llm.port import CapReached, Held
from orchestrator.telemetry.metrics import METRICS

ANSWER = ChatReply("Hello.", "smart", usage=Usage(11, 4))


class SlowMeter:
    """A cap of ten tokens; writes take a while."""

    def __init__(self) -> None:
        self.used: dict[UUID, int] = {}
        self.broken = False

    async def allowed(self, user_id: UUID, purpose: Purpose) -> bool:
        return self.used.get(user_id, 0) < 10

    async def hold(self, user_id: UUID, purpose: Purpose, model: str, worst: Cost) -> Held | None:
        if self.broken:
            raise ConnectionError("gone")
        return None

    async def release(self, user_id: UUID, purpose: Purpose, model: str, held: Held) -> None:
        raise AssertionError("nothing is held")

    async def record(
        self, user_id: UUID, purpose: Purpose, model: str, usage: Usage, cost: Cost, held: Held | None
    ) -> None:
        await asyncio.sleep(0.01)
        if self.broken:
            raise ConnectionError("gone")
        self.used[user_id] = self.used.get(user_id, 0) + usage.total


async def test_what_was_used_counts_before_the_next_call() -> None:
    metering, user = Metering(SlowMeter()), new_id()
    assert await metering.allowed(user, "turn")
    metering.used(user, "turn", ANSWER, model="smart", cost=FREE)
    assert await metering.allowed(new_id(), "turn")
    assert not await metering.allowed(user, "turn")


async def test_close_waits_for_what_is_being_written() -> None:
    meter, user = SlowMeter(), new_id()
    metering = Metering(meter)
    metering.used(user, "turn", ANSWER, model="smart", cost=FREE)
    metering.used(user, "turn", ANSWER, model="smart", cost=FREE)
    await metering.close()
    assert meter.used == {user: 30}


async def test_a_meter_that_is_gone_stops_nobody() -> None:
    meter = SlowMeter()
    meter.broken = True
    metering, user = Metering(meter), new_id()
    metering.used(user, "turn", ANSWER, model="smart", cost=FREE)
    assert await metering.allowed(user, "turn")
    assert await metering.hold(user, "turn", "smart", FREE) is None


async def test_where_money_can_not_be_counted_none_is_spent() -> None:
    meter = SlowMeter()
    meter.broken = True
    with pytest.raises(CapReached):
        await Metering(meter).hold(new_id(), "turn", "smart", Cost(1, "owner"))


async def test_calls_are_counted_by_their_outcome() -> None:
    metering = Metering(None)
    with metering.call("smart", "metered") as called:
        called.answered(ANSWER)
    with pytest.raises(TimeoutError), metering.call("smart", "metered"):
        raise TimeoutError
    value = METRICS.registry.get_sample_value
    labels = {"role": "smart", "provider": "metered"}
    assert value("steward_model_calls_total", {**labels, "outcome": "answered"}) == 1
    assert value("steward_model_calls_total", {**labels, "outcome": "failed"}) == 1
    assert value("steward_model_tokens_total", {**labels, "direction": "prompt"}) == 11
    assert value("steward_model_call_duration_seconds_count", labels) == 2
