"""Which model answers, and what happens when it can't."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from sqlalchemy.exc import OperationalError
from tests.support.corpora import corpus

from orchestrator.kit.clock import FixedClock
from orchestrator.llm.gateway.breaker import PROBE_EVERY_S, Breaker
from orchestrator.llm.gateway.effort import Signals, effort_for, role_for, timeout_for
from orchestrator.llm.gateway.model_search import Candidate, Found, Missing, ModelSearch
from orchestrator.llm.gateway.router import ModelRouter, Routed
from orchestrator.llm.messages import ChatReply, ChatRequest, Cost, Delta, Effort, Message, Purpose, Role, Usage
from orchestrator.llm.port import (
    BadModelOutput,
    CapReached,
    Held,
    ModelError,
    ModelInfo,
    ModelRefusedRequest,
    ModelTimeout,
    ModelUnavailable,
    PromptTooLong,
)

USER = uuid4()


@dataclass
class FakeModel:
    """Answers its name, or raises what `failing` holds; hangs while `slow_s` is more than its deadline."""

    name: str
    provider: str = "fake"
    failing: ModelError | None = None
    probe_failing: ModelError | None = None
    slow_s: float = 0.0
    asked: list[ChatRequest] = field(default_factory=list)
    probes: int = 0
    warmed: int = 0
    closed: bool = False

    async def chat(self, request: ChatRequest) -> ChatReply:
        self.asked.append(request)
        if self.slow_s > request.deadline_s:
            raise ModelTimeout("slow")
        if self.failing is not None:
            raise self.failing
        return ChatReply(self.name, self.name, usage=Usage(10, 5), warnings=("noted",))

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta]:
        yield Delta(reply=await self.chat(request))

    async def warm(self) -> None:
        self.warmed += 1
        if self.failing is not None:
            raise self.failing

    async def probe(self) -> ModelInfo:
        self.probes += 1
        if self.probe_failing is not None:
            raise self.probe_failing
        return ModelInfo(self.provider, self.name)

    async def close(self) -> None:
        self.closed = True


@dataclass
class FakeMeter:
    """Caps by purpose, and what was recorded."""

    used_up: set[Purpose] = field(default_factory=set)
    recorded: list[tuple[UUID, Purpose, str, int]] = field(default_factory=list)
    broken: bool = False

    async def allowed(self, user_id: UUID, purpose: Purpose) -> bool:
        self._check()
        return purpose not in self.used_up

    async def hold(self, user_id: UUID, purpose: Purpose, model: str, worst: Cost) -> Held | None:
        self._check()
        return None

    async def release(self, user_id: UUID, purpose: Purpose, model: str, held: Held) -> None:
        raise AssertionError("nothing is held")

    async def record(
        self, user_id: UUID, purpose: Purpose, model: str, usage: Usage, cost: Cost, held: Held | None
    ) -> None:
        self._check()
        self.recorded.append((user_id, purpose, model, usage.total))

    def _check(self) -> None:
        if self.broken:
            raise OperationalError("select", {}, Exception("gone"))


class House:
    """A router with a smart and a fast model, a reader, a meter and a clock that stands still."""

    def __init__(self, *roles: str) -> None:
        self.smart, self.fast, self.reader = FakeModel("smart"), FakeModel("fast"), FakeModel("reader")
        self.clock = FixedClock(datetime(2026, 11, 20, 9, tzinfo=UTC))
        self.meter = FakeMeter()
        models = {"smart": self.smart, "fast": self.fast}
        wanted = [Candidate(role, models[role]) for role in roles or models]  # type: ignore[arg-type]
        self.router = ModelRouter(wanted, reader=self.reader, clock=self.clock, meter=self.meter, timeout_s=100)

    async def chat(
        self, purpose: Purpose = "turn", *, remaining_s: float = 1000, signals: Signals | None = None
    ) -> Routed:
        request = ChatRequest(messages=(Message(Role.USER, "hi"),), purpose=purpose)
        return await self.router.chat(request, user_id=USER, remaining_s=remaining_s, signals=signals)


@pytest.fixture
def house() -> House:
    return House()


async def test_roles(house: House) -> None:
    turn, tag, route = await house.chat(), await house.chat("tagging"), await house.chat("routing")
    assert [(routed.role, routed.reply.model, routed.effort) for routed in (turn, tag, route)] == [
        ("smart", "smart", "low"),
        ("fast", "fast", "none"),
        ("fast", "fast", "none"),
    ]
    assert not turn.fell_back
    assert not turn.unavailable
    assert turn.warnings == ("noted",)
    await house.router.close()
    assert house.meter.recorded[0] == (USER, "turn", "smart", 15)


async def test_the_chain_goes_from_smart_to_fast_to_the_reader(house: House) -> None:
    house.smart.failing = ModelUnavailable("down")
    second = await house.chat()
    assert (second.role, second.fell_back, second.unavailable) == ("fast", True, False)
    house.fast.failing = ModelUnavailable("down")
    third = await house.chat()
    assert (third.role, third.fell_back, third.unavailable) == ("reader", True, True)
    assert "built-in reader" in third.warnings[0]
    again = await house.chat()
    assert again.unavailable  # an open breaker counts
    assert (len(house.smart.asked), len(house.fast.asked)) == (1, 2)


async def test_the_fast_role_falls_back_to_smart(house: House) -> None:
    house.fast.failing = ModelUnavailable("down")
    routed = await house.chat("tagging")
    assert (routed.role, routed.fell_back) == ("smart", True)


async def test_a_configured_reader_is_no_fallback() -> None:
    house = House()
    router = ModelRouter([Candidate("reader", house.reader)], reader=house.reader, clock=house.clock)
    request = ChatRequest(messages=(Message(Role.USER, "hi"),), purpose="turn")
    routed = await router.chat(request, user_id=USER, remaining_s=10)
    assert (routed.role, routed.effort, routed.fell_back, routed.unavailable) == ("reader", "none", False, False)
    assert routed.warnings == ("noted",)
    assert not router.routing_available
    assert router.status().state == "ok"
    assert router.status().models[0].role == "reader"
    with pytest.raises(ModelUnavailable):
        await router.chat(ChatRequest(messages=(), purpose="routing"), user_id=USER, remaining_s=10)


async def test_one_model_in_two_roles_is_asked_and_counted_once() -> None:
    house = House()
    both = [Candidate("smart", house.smart), Candidate("fast", house.smart)]
    router = ModelRouter(both, reader=house.reader, clock=house.clock)
    house.smart.failing = ModelUnavailable("down")
    request = ChatRequest(messages=(), purpose="tagging")
    assert (await router.chat(request, user_id=USER, remaining_s=10)).unavailable
    await router.warm_all()
    assert (len(house.smart.asked), house.smart.warmed) == (1, 1)
    assert [model.role for model in router.status().models] == ["smart", "fast"]


# --- failures


async def test_broken_output_is_tried_once_more_then_passed_on(house: House) -> None:
    house.smart.failing = BadModelOutput("broken")
    routed = await house.chat()
    assert (routed.role, len(house.smart.asked)) == ("fast", 2)
    assert house.router.status().state == "ok"
    assert (house.router.status().models[0].last_error or "").startswith("BadModelOutput")


async def test_a_refusal_is_passed_on_at_once(house: House) -> None:
    house.smart.failing = ModelRefusedRequest("bad key")
    await house.chat()
    await house.chat()
    assert len(house.smart.asked) == 2
    assert not [model for model in house.router.status().models if model.state == "degraded"]


async def test_a_prompt_that_is_too_long_goes_back_to_the_caller(house: House) -> None:
    house.smart.failing = PromptTooLong("long")
    with pytest.raises(PromptTooLong):
        await house.chat()
    assert not house.fast.asked


async def test_two_timeouts_open_the_breaker_and_a_probe_closes_it(house: House) -> None:
    house.smart.slow_s = 5000
    for _ in range(3):
        assert (await house.chat()).role == "fast"
    assert len(house.smart.asked) == 2
    assert house.router.status().state == "degraded"
    house.smart.slow_s = 0
    await house.router.probe_due()
    assert house.smart.probes == 0
    house.clock.advance(PROBE_EVERY_S)
    await house.router.probe_due()
    assert (house.smart.probes, house.router.status().state) == (1, "ok")
    assert (await house.chat()).role == "smart"


async def test_a_probe_that_fails_waits_another_minute(house: House) -> None:
    house.smart.failing = house.smart.probe_failing = ModelUnavailable("down")
    await house.chat()
    house.clock.advance(PROBE_EVERY_S)
    await house.router.probe_due()
    await house.router.probe_due()
    assert house.smart.probes == 1
    house.clock.advance(PROBE_EVERY_S)
    await house.router.probe_due()
    assert house.smart.probes == 2


async def test_an_answer_between_two_timeouts_starts_the_count_again(house: House) -> None:
    for slow in (5000, 0, 5000, 0):
        house.smart.slow_s = slow
        await house.chat()
    assert house.router.status().state == "ok"


async def test_a_call_cut_short_by_the_run_says_nothing_about_the_model(house: House) -> None:
    house.smart.slow_s = 20
    for _ in range(3):
        await house.chat(remaining_s=10)
    assert house.router.status().state == "ok"


async def test_the_background_watch_starts_and_ends(house: House) -> None:
    house.router.start()
    house.router.start()
    await asyncio.sleep(0)
    await house.router.close()
    assert house.smart.closed
    assert house.fast.closed


# --- deadlines


async def test_deadlines_follow_effort_and_the_run(house: House) -> None:
    await house.chat()
    await house.chat("extraction")
    await house.chat(remaining_s=40)
    await house.chat("routing")
    assert [round(request.deadline_s) for request in house.smart.asked] == [100, 250, 38]
    assert 7 < house.fast.asked[0].deadline_s <= 8


async def test_without_time_left_no_model_is_asked(house: House) -> None:
    routed = await house.chat(remaining_s=0.5)
    assert routed.role == "reader"
    assert not house.smart.asked


# --- caps and usage


async def test_a_used_up_cap_gives_that_purpose_to_the_reader(house: House) -> None:
    house.meter.used_up = {"briefing", "routing"}
    briefing = await house.chat("briefing")
    assert (briefing.role, briefing.unavailable, briefing.fell_back) == ("reader", False, True)
    assert "cap for briefing" in briefing.warnings[0]
    assert (await house.chat()).role == "smart"
    with pytest.raises(CapReached):
        await house.chat("routing")


async def test_the_reader_costs_nothing(house: House) -> None:
    house.smart.failing = house.fast.failing = ModelUnavailable("down")
    await house.chat()
    assert not house.meter.recorded


async def test_a_meter_that_fails_fails_no_call(house: House) -> None:
    house.meter.broken = True
    assert (await house.chat()).role == "smart"


# --- routing


async def test_routing_raises_rather_than_asking_the_reader(house: House) -> None:
    house.smart.failing = house.fast.failing = ModelUnavailable("down")
    with pytest.raises(ModelUnavailable):
        await house.chat("routing")
    assert not house.reader.asked
    assert not house.router.routing_available


async def routed_too_late(house: House, times: int) -> None:
    for _ in range(times):
        house.fast.slow_s = house.smart.slow_s = 30
        with pytest.raises(ModelTimeout):
            await house.chat("routing", remaining_s=180)
        house.fast.slow_s = house.smart.slow_s = 0


async def test_three_late_routings_in_a_row_suspend_routing_until_a_probe_is_quick(house: House) -> None:
    await routed_too_late(house, 2)
    await house.chat("routing")
    await routed_too_late(house, 2)
    assert house.router.routing_available
    await routed_too_late(house, 1)
    assert not house.router.routing_available
    assert house.router.status().state == "ok"
    house.fast.slow_s = 5  # would be in time for routing, but not for the probe
    house.clock.advance(PROBE_EVERY_S)
    await house.router.probe_due()
    assert not house.router.routing_available
    house.fast.slow_s = 3
    house.clock.advance(PROBE_EVERY_S)
    await house.router.probe_due()
    assert house.router.routing_available
    assert house.fast.asked[-1].purpose == "routing"


# --- warm-up and state


async def test_warming_keeps_failures_as_state(house: House) -> None:
    house.fast.failing = ModelUnavailable("ollama does not have the model fast: ollama pull fast")
    await house.router.warm_all()
    status = house.router.status()
    assert status.state == "degraded"
    assert [(model.role, model.name, model.state) for model in status.models] == [
        ("smart", "smart", "ok"),
        ("fast", "fast", "degraded"),
    ]
    assert "ollama pull fast" in (status.models[1].last_error or "")


def test_a_breaker_that_never_failed_is_closed() -> None:
    breaker = Breaker()
    assert not breaker.open
    assert not breaker.due(datetime(2026, 1, 1, tzinfo=UTC))


# --- effort


@corpus("model_routing", "effort")
def test_effort(purpose: Purpose, signals: Signals, effort: Effort) -> None:
    assert effort_for(purpose, signals) == effort


def test_effort_never_falls_as_a_turn_gets_harder() -> None:
    order: list[Effort] = ["none", "low", "medium", "high"]
    grow: list[Callable[[int], Signals]] = [
        lambda at: Signals(question_chars=at * 200),
        lambda at: Signals(step=at, tool_calls=at),
        lambda at: Signals(confidence=1 - at / 15),
    ]
    for signals in grow:
        ranks = [order.index(effort_for("turn", signals(at))) for at in range(15)]
        assert ranks == sorted(ranks)


def test_timeouts_grow_with_effort_but_routing_has_its_own() -> None:
    times = [timeout_for("turn", effort, 100) for effort in ("none", "low", "medium", "high")]  # type: ignore[arg-type]
    assert times == sorted(set(times))
    assert timeout_for("routing", "none", 100) == 8
    assert timeout_for("routing", "none", 2) == 2


def test_roles_by_purpose() -> None:
    assert [role_for(purpose) for purpose in ("routing", "tagging", "turn", "meetings")] == [  # type: ignore[arg-type]
        "fast",
        "fast",
        "smart",
        "smart",
    ]


# --- looking for a model that was not there


class Searched(House):
    """A router that looks for models with `there`: what it would find."""

    def __init__(self, *candidates: Candidate, missing: Missing | None = None) -> None:
        super().__init__()
        self.there: list[Candidate] = []
        self.looks = 0
        self.router = ModelRouter(
            candidates,
            reader=self.reader,
            clock=self.clock,
            meter=self.meter,
            missing=missing,
            search=ModelSearch(self._look, self.clock),
        )

    async def _look(self) -> Found | None:
        self.looks += 1
        return Found(tuple(self.there), "found") if self.there else None

    async def a_minute_later(self) -> None:
        self.clock.advance(PROBE_EVERY_S)
        await self.router.probe_due()


async def test_a_model_that_comes_later_is_used_without_a_restart() -> None:
    house = Searched()
    await house.router.probe_due()
    assert house.looks == 0  # it was looked for at start
    await house.a_minute_later()
    assert (await house.chat()).role == "reader"
    house.there = [Candidate("smart", house.smart), Candidate("fast", house.fast)]
    await house.a_minute_later()
    assert ((await house.chat()).role, house.smart.warmed, house.looks) == ("smart", 1, 2)
    assert (house.router.status().why, house.router.routing_available) == ("found", True)
    await house.a_minute_later()
    assert house.looks == 2  # nothing is looked for while a model answers


async def test_what_was_found_but_does_not_load_is_not_used() -> None:
    house = Searched()
    house.smart.failing = ModelUnavailable("no memory")
    house.there = [Candidate("smart", house.smart)]
    await house.a_minute_later()
    assert ((await house.chat()).role, house.smart.closed) == ("reader", True)


async def test_a_model_that_is_gone_gives_way_to_another() -> None:
    old = FakeModel("old")
    house = Searched(Candidate("smart", old))
    old.failing = old.probe_failing = ModelUnavailable("removed")
    await house.chat()
    house.there = [Candidate("smart", house.smart)]
    await house.a_minute_later()
    assert ((await house.chat()).reply.model, old.closed) == ("smart", False)
    await house.router.close()
    assert old.closed


async def test_a_missing_model_is_told_and_the_stand_in_kept() -> None:
    gguf = FakeModel("file", provider="gguf")
    house = Searched(Candidate("gguf", gguf), missing=Missing("ollama", "ollama pull qwen3:8b"))
    assert (await house.chat()).role == "gguf"
    status = house.router.status()
    assert (status.state, status.models[0].provider, status.models[0].last_error) == (
        "degraded",
        "ollama",
        "ollama pull qwen3:8b",
    )
    house.there = [Candidate("smart", house.smart)]
    await house.a_minute_later()
    assert [model.role for model in house.router.status().models] == ["smart", "gguf"]
    assert house.router.status().state == "ok"


async def test_without_any_model_the_reader_says_what_is_missing() -> None:
    house = Searched(missing=Missing("ollama", "ollama pull qwen3:8b"))
    routed = await house.chat()
    assert (routed.role, routed.unavailable) == ("reader", True)
    assert "ollama pull qwen3:8b" in routed.warnings[0]


async def test_a_gguf_beside_others_is_not_loaded_ahead() -> None:
    gguf = FakeModel("file", provider="gguf")
    beside = Searched(Candidate("smart", FakeModel("smart")), Candidate("gguf", gguf))
    await beside.router.warm_all()
    assert (gguf.warmed, gguf.probes) == (0, 1)
    alone = Searched(Candidate("gguf", gguf))
    await alone.router.warm_all()
    assert gguf.warmed == 1


async def test_the_gguf_is_the_last_before_the_reader() -> None:
    models = [FakeModel(name, provider=name) for name in ("smart", "fast", "gguf")]
    house = Searched(*(Candidate(model.name, model) for model in models))  # type: ignore[arg-type]
    answered = []
    for model in models:
        answered.append((await house.chat()).role)
        model.failing = model.probe_failing = ModelUnavailable("down")
    last = await house.chat()
    assert [*answered, last.role] == ["smart", "fast", "gguf", "reader"]
    assert last.unavailable
