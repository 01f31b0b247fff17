"""Does a mission end the same, whatever dies when? Its process is ended at each of its writes, before and after they
are stored, with random usage, agents side by side and several deaths in a row: what is spent never passes the limit, no
change is proposed twice, the end is the same, and nothing is reported that no call did."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import pytest
import pytest_asyncio
from pydantic import SecretStr
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.runs.delegated import DelegatedRuns
from orchestrator.bootstrap.runtime import Runtime, phrased_by, running
from orchestrator.db.session import Database
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.agents import service as agents
from orchestrator.domain.work.agents.schemas import AgentFields
from orchestrator.domain.work.missions import preparing, service, views
from orchestrator.domain.work.missions.running.driving import Driver
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.domain.work.missions.schemas import Budget, MissionFields, MissionOut
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatReply, ChatRequest, Role, ToolCall, Usage
from orchestrator.llm.scripted import ScriptedModel
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling.handler import JobContext
from orchestrator.settings import Settings

SEEDS = range(6)
MOST_WAVES = 60
TOKENS = 400_000
DEATHS = 5
AGENTS_MONEY = 0.012
PLAN = [
    {"id": "look", "goal": "Look", "agent": "researcher", "tools": ["get_todos"], "needs": []},
    {"id": "count", "goal": "Count", "agent": "analyst", "tools": ["get_todos"], "needs": []},
    {"id": "note", "goal": "Note it", "agent": "noter", "tools": ["todos_create"], "needs": ["look", "count"]},
]


class Killed(BaseException):
    """The process is gone: nothing after it happens, and no border catches it."""


@dataclass
class Fate:
    """When the process dies: at its `at`th write from here, before it is stored or after; never where `at` is 0."""

    at: int = 0
    stored: bool = False
    writes: int = 0
    dead: bool = False

    def next_life(self, at: int, *, stored: bool) -> None:
        self.at, self.stored, self.writes, self.dead = at, stored, 0, False


@asynccontextmanager
async def mortal(database: Database, fate: Fate) -> AsyncIterator[AsyncSession]:
    """A unit of work of a process that may die in it."""
    if fate.dead:
        raise Killed
    async with database.unit_of_work() as session:
        yield session
        fate.writes += 1
        fate.dead = fate.dead or (fate.at == fate.writes and not fate.stored)
        if fate.dead:
            raise Killed
    fate.dead = fate.at == fate.writes
    if fate.dead:
        raise Killed


def plays(chance: random.Random) -> Callable[[ChatRequest], ChatReply]:
    """Agents that do what they should, by what they see; they use what chance says."""

    def reply(request: ChatRequest) -> ChatReply:
        tools = {tool.name for tool in request.tools}
        seen = any(message.role is Role.TOOL for message in request.messages)
        usage = Usage(chance.randint(50, 900), chance.randint(1, request.max_tokens or 400))
        if "submit_plan" in tools:
            made = ("submit_plan", {"steps": PLAN})
        elif seen:
            found = {"text": "Seeds are to be bought", "evidence": [{"tool": "get_todos", "quote": "Buy seeds"}]}
            made = ("submit_result", {"summary": "There.", "claims": [found] if "get_todos" in tools else []})
        elif "get_todos" in tools:
            made = ("get_todos", {"status": "open"})
        else:
            made = ("todos_create", {"title": "Order the seeds"})
        call = ToolCall(f"call_{chance.random()}", made[0], cast("dict[str, Any]", made[1]))
        return ChatReply("", "scripted", (call,), usage=usage, finish_reason="tool_calls")

    return reply


@dataclass
class Stage:
    """One Steward without workers: the test is the worker."""

    runtime: Runtime
    owner: Owner

    def workshop(self, fate: Fate, play: Callable[[ChatRequest], ChatReply]) -> Workshop:
        """Of a process with that fate and a model of its own, each token of which costs a micro-unit."""
        database, own = self.runtime.database, self.runtime.missions
        services = replace(own.runs.services, unit_of_work=lambda: mortal(database, fate))
        model = ScriptedModel([play], keep_last=True)
        models = ModelRouter([Candidate("smart", model)], reader=ReaderModel(), clock=self.runtime.clock)
        runs = DelegatedRuns(services, models, phrased_by(ReaderModel()))
        return replace(own, runs=runs, price=lambda _, __: (1_000_000, 1_000_000))

    async def approved(self, play: Callable[[ChatRequest], ChatReply]) -> UUID:
        """A mission that may be carried out."""
        workshop = self.workshop(Fate(), play)
        fields = MissionFields(goal="See to the seeds", budget=Budget(tokens=TOKENS))
        async with self.runtime.database.unit_of_work_of(self.owner.id) as tx:
            mission = await service.create(tx, workshop, self.owner, fields)
        await preparing.prepare(workshop, self.owner.id, mission.id)
        async with self.runtime.database.unit_of_work_of(self.owner.id) as tx:
            mission = await service.get(tx, mission.id)
            assert mission.plan_hash is not None, mission.last_error
            await service.approve(tx, mission.id, mission.plan_hash, now=self.runtime.clock.now())
        return mission.id

    async def shown(self, mission_id: UUID) -> MissionOut:
        async with self.runtime.database.unit_of_work_of(self.owner.id) as tx:
            return await views.shown(tx, await service.get(tx, mission_id))

    async def wave(self, mission_id: UUID, workshop: Workshop) -> None:
        """One wave, to its end or its death."""
        context = cast("JobContext", _Context(self.owner.id))
        before = asyncio.all_tasks()
        try:
            await Driver(workshop).wave(context, mission_id)
        except Killed:
            left = asyncio.all_tasks() - before
            await asyncio.gather(*left, return_exceptions=True)

    async def scalar(self, statement: str, **values: Any) -> Any:
        async with self.runtime.database.unit_of_work() as session:
            return await session.scalar(text(statement), {"me": self.owner.id, **values})


@dataclass
class _Context:
    owner_id: UUID

    def stopping(self) -> bool:
        return False


@pytest_asyncio.fixture
async def stage(database: Database, tmp_path: Path) -> AsyncIterator[Stage]:
    settings = Settings(
        home=tmp_path, database_url=SecretStr(database.url), llm_provider="reader", workers=0, embed_model="off"
    )
    async with running(settings, workers=False) as runtime:
        async with runtime.database.unit_of_work() as session:
            (user_id,) = await accounts.all_user_ids(session)
        async with runtime.database.unit_of_work_of(user_id) as tx:
            me = await accounts.me(tx)
            noter = AgentFields(name="noter", tools=["todos_create"])
            await agents.create(tx, noter, there=agents.There(frozenset({"todos_create"}), frozenset()))
        owner = Owner(user_id, me.name, me.email, "Europe/Lisbon", "en-US", frozenset({"ask", "read", "write"}))
        made = Stage(runtime, owner)
        preview = await runtime.outside.call(owner, "todos_create", {"title": "Buy seeds"}, client="the test")
        assert preview.preview is not None
        await runtime.confirmer.confirm(owner, preview.preview.id)
        yield made


async def lived(stage: Stage, deaths: list[tuple[int, bool]], seed: int) -> MissionOut:
    """A mission carried through all these deaths, one after the other, to its end."""
    play, fate = plays(random.Random(seed)), Fate()
    mission_id = await stage.approved(play)
    workshop = stage.workshop(fate, play)
    left = list(deaths)
    for _ in range(MOST_WAVES):
        at, stored = left.pop(0) if left else (0, False)
        fate.next_life(at, stored=stored)
        await stage.wave(mission_id, workshop)
        mission = await stage.shown(mission_id)
        _within(mission)
        if mission.state == "waiting" and not left and not fate.dead:
            (preview,) = mission.previews
            await stage.runtime.confirmer.confirm(stage.owner, preview)
        if mission.state in {"done", "partial", "failed"}:
            return mission
    raise AssertionError(f"it did not end: {mission}")


def _within(mission: MissionOut) -> None:
    spent, reserved, limit = mission.ledger.spent, mission.ledger.reserved, mission.ledger.limit
    assert spent.tokens + reserved.tokens <= limit.tokens == TOKENS
    assert spent.calls + reserved.calls <= limit.calls


async def _ended_well(stage: Stage, mission: MissionOut, todos: int) -> None:
    assert mission.state == "done", (mission.report, mission.plan)
    assert {one.state for one in mission.plan.steps} == {"done"}
    assert len(mission.previews) == 1
    assert await stage.scalar("select count(*) from todos where user_id = :me and title = 'Order the seeds'") == todos
    waiting = "select count(*) from previews where user_id = :me and state = 'pending'"
    assert await stage.scalar(waiting) == 0
    assert mission.ledger.reserved.tokens == 0
    left = "select count(*) from mission_reservations where user_id = :me"
    assert await stage.scalar(left) == 0
    started = "select count(*) from mission_executions where user_id = :me and state in ('started', 'unknown')"
    assert await stage.scalar(started) == 0
    assert mission.claims
    for claim in mission.claims:
        assert claim.label == "verified", claim
        (evidence,) = claim.evidence
        proof = "select state from mission_executions where user_id = :me and id = :id"
        assert await stage.scalar(proof, id=UUID(evidence["id"])) == "done"


@pytest.mark.parametrize("stored", [False, True], ids=["before it is stored", "after"])
async def test_it_ends_the_same_wherever_its_process_dies(stage: Stage, *, stored: bool) -> None:
    undisturbed = await lived(stage, [], 0)
    await _ended_well(stage, undisturbed, 1)
    todos = 1
    for at in range(1, 26):
        todos += 1
        mission = await lived(stage, [(at, stored)], at)
        await _ended_well(stage, mission, todos)


@pytest.mark.parametrize("seed", SEEDS)
async def test_it_ends_the_same_however_often(stage: Stage, seed: int) -> None:
    chance = random.Random(seed)
    deaths = [(chance.randint(1, 30), chance.random() < 0.5) for _ in range(chance.randint(2, 6))]
    mission = await lived(stage, deaths, seed)
    await _ended_well(stage, mission, 1)


async def test_a_death_gives_an_agent_no_money_anew(stage: Stage) -> None:
    async with stage.runtime.database.unit_of_work_of(stage.owner.id) as tx:
        payer = AgentFields.model_validate(
            {"name": "payer", "tools": ["get_todos"], "budget": {"money": AGENTS_MONEY, "currency": "USD"}}
        )
        await agents.create(tx, payer, there=agents.There(frozenset({"get_todos"}), frozenset()))
    fate, asked = Fate(), 0
    plan = [{"id": "look", "goal": "Look", "agent": "payer", "tools": ["get_todos"], "needs": []}]

    def play(request: ChatRequest) -> ChatReply:
        nonlocal asked
        if any(tool.name == "submit_plan" for tool in request.tools):
            call = ToolCall("plan", "submit_plan", {"steps": plan})
            return ChatReply("", "scripted", (call,), usage=Usage(200, 20), finish_reason="tool_calls")
        asked += 1
        fate.dead = True
        raise Killed

    mission_id = await stage.approved(play)
    money = "select spent_money + reserved_money from missions where user_id = :me and id = :id"
    before = await stage.scalar(money, id=mission_id)
    workshop = stage.workshop(fate, play)
    for _ in range(DEATHS):
        fate.next_life(0, stored=False)
        await stage.wave(mission_id, workshop)
    assert asked > 1, "it may use less than one call takes: this says nothing"
    assert asked < DEATHS
    assert await stage.scalar(money, id=mission_id) - before <= AGENTS_MONEY * 1_000_000
