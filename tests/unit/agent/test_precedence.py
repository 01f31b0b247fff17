"""Does background work let a user's turn go first, and is it done all the same?"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from uuid import uuid4

import pytest
from sqlalchemy.exc import OperationalError
from tests.support.corpora import corpus
from tests.support.waiting import eventually

from orchestrator.kit.clock import FixedClock
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.precedence import Precedence, in_background
from orchestrator.llm.gateway.prices import Prices
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.json_tools import JsonTools
from orchestrator.llm.messages import ChatReply, ChatRequest, Message, Role
from orchestrator.llm.openai.model import OpenAIModel
from orchestrator.llm.scripted import ScriptedModel, say


@dataclass
class Turns:
    """Turns that are under way or not; `looked` counts the questions."""

    busy: bool = False
    broken: bool = False
    looked: int = 0

    async def under_way(self) -> bool:
        self.looked += 1
        if self.broken:
            raise OperationalError("select", {}, Exception("gone"))
        return self.busy


@dataclass
class Model:
    """Answers when it is let; counts how often it was asked and broken off, and with how much time."""

    may_answer: asyncio.Event = field(default_factory=asyncio.Event)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    seconds: list[float] = field(default_factory=list)
    broken_off: int = 0

    async def ask(self, seconds: float) -> str:
        self.seconds.append(seconds)
        self.begun.set()
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            self.begun.clear()
            raise
        return "said"


async def in_a_job(
    turns: Turns, model: Model, remaining_s: float = 1000.0, *, shared: bool = True, patience_s: float = 1000.0
) -> str:
    first = Precedence(turns, look_s=0.01, patience_s=patience_s)
    with in_background():
        return await first.yield_to_turns(model.ask, remaining_s, shared=shared)


@pytest.fixture
async def tasks() -> AsyncIterator[list[asyncio.Task[str]]]:
    made: list[asyncio.Task[str]] = []
    yield made
    for task in made:
        task.cancel()
    await asyncio.gather(*made, return_exceptions=True)


async def test_a_turn_never_waits_for_a_turn() -> None:
    turns, model = Turns(busy=True), Model()
    model.may_answer.set()
    assert await Precedence(turns).yield_to_turns(model.ask, 10, shared=True) == "said"
    assert turns.looked == 0


async def test_a_job_begins_when_the_turn_is_over(tasks: list[asyncio.Task[str]]) -> None:
    turns, model = Turns(busy=True), Model()
    model.may_answer.set()
    tasks.append(asyncio.create_task(in_a_job(turns, model)))
    await eventually(lambda: turns.looked > 3)
    assert not model.seconds
    turns.busy = False
    assert await tasks[0] == "said"
    assert model.seconds == [1000.0]


async def test_a_turn_that_comes_breaks_it_off_and_it_is_asked_again(tasks: list[asyncio.Task[str]]) -> None:
    turns, model = Turns(), Model()
    tasks.append(asyncio.create_task(in_a_job(turns, model)))
    await model.begun.wait()
    turns.busy = True
    await eventually(lambda: model.broken_off == 1)
    turns.busy = False
    await eventually(lambda: len(model.seconds) == 2)
    model.may_answer.set()
    assert await tasks[0] == "said"
    assert model.seconds[1] < model.seconds[0]


async def test_talk_without_end_starves_nothing() -> None:
    turns, model = Turns(busy=True), Model()
    model.may_answer.set()
    assert await in_a_job(turns, model, patience_s=0.05) == "said"


async def test_half_of_its_time_is_left_to_it(tasks: list[asyncio.Task[str]]) -> None:
    turns, model = Turns(), Model()
    tasks.append(asyncio.create_task(in_a_job(turns, model, 0.2)))
    await model.begun.wait()
    await asyncio.sleep(0.11)  # more than half of its 0.2 s
    turns.busy = True
    looked = turns.looked
    await asyncio.sleep(0.05)  # some looks, if it looked
    assert (model.broken_off, turns.looked) == (0, looked)
    model.may_answer.set()
    assert await tasks[0] == "said"


async def test_who_ends_the_job_ends_the_call(tasks: list[asyncio.Task[str]]) -> None:
    turns, model = Turns(), Model()
    tasks.append(asyncio.create_task(in_a_job(turns, model)))
    await model.begun.wait()
    tasks[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    assert (model.broken_off, len(model.seconds)) == (1, 1)


async def test_nothing_waits_for_a_database_that_is_away_or_a_model_that_is_elsewhere() -> None:
    model = Model()
    model.may_answer.set()
    assert await in_a_job(Turns(busy=True, broken=True), model) == "said"
    assert await in_a_job(Turns(busy=True), model, shared=False) == "said"


async def test_what_it_raises_is_raised() -> None:
    async def ask(seconds: float) -> str:
        raise ValueError(seconds)

    with in_background(), pytest.raises(ValueError, match="7"):
        await Precedence(Turns()).yield_to_turns(ask, 7, shared=True)


@corpus("precedence", "which_servers_are_elsewhere")
async def test_which_servers_are_elsewhere(url: str, remote: bool) -> None:
    model = JsonTools(OpenAIModel(url, "m"))
    assert model.remote is remote
    await model.close()


async def test_a_router_lets_turns_go_first_where_the_model_is_shared() -> None:
    class There(ScriptedModel):
        remote = True
        address = ""

    for model, looks in ((There([say("a")]), False), (ScriptedModel([say("a")]), True)):
        turns = Turns()
        router = ModelRouter(
            [Candidate("smart", model)],
            reader=ScriptedModel([]),
            clock=(clock := FixedClock(datetime(2026, 11, 20, tzinfo=UTC))),
            turns=turns,
            prices=Prices({"scripted": (Decimal(0), Decimal(0))}, clock.now),
        )
        request = ChatRequest(messages=(Message(Role.USER, "hi"),), purpose="summaries")
        with in_background():
            routed = await router.chat(request, user_id=uuid4(), remaining_s=100)
        assert isinstance(routed.reply, ChatReply)
        assert bool(turns.looked) is looks
