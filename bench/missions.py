"""What does a mission's step cost beyond its model and its tool? A chain of steps on a durable Postgres: each is an
agent's run that asks the model twice (which takes no time), calls one tool, and is reserved, recorded, checked,
settled.

A step's cost is the time of its wave (taken up, brief, ledger, run, records, check, the next wave put off) without
what its tool took. Processor time is told beside it, and how many transactions and statements it is: on a busy
machine these say what the step itself takes of ours.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from pydantic import SecretStr
from sqlalchemy import event

from bench.figures import Figure, Part, median, percentile
from bench.home import database
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.runs.delegated import DelegatedRuns
from orchestrator.agent.tools.spec import ReadTool, ToolContext
from orchestrator.bootstrap.runtime import Runtime, phrased_by, running
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.missions import preparing, service
from orchestrator.domain.work.missions.running.driving import Driver
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.domain.work.missions.schemas import MissionFields
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatReply, ChatRequest, Role, ToolCall, Usage
from orchestrator.llm.scripted import ScriptedModel
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling.handler import JobContext
from orchestrator.settings import Settings

STEPS = 12
MISSIONS = 3
TOOL = "get_todos"
MOST_MS = 30.0


@dataclass
class Times:
    """Seconds spent in the model and in the tool."""

    model: float = 0.0
    tool: float = 0.0


@dataclass
class Measured:
    """Of each step: milliseconds without its tool, those of its tool, its processor time, what it asked of the
    database."""

    costs: list[float] = field(default_factory=list)
    tooled: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    transactions: list[float] = field(default_factory=list)
    statements: list[float] = field(default_factory=list)


class Asked:
    """What is asked of the database: transactions that are stored, and statements; counted."""

    def __init__(self, runtime: Runtime) -> None:
        self.transactions = self.statements = 0
        engine = runtime.database.engine.sync_engine
        event.listen(engine, "commit", self._stored)
        event.listen(engine, "before_cursor_execute", self._asked)

    def _stored(self, *_: Any) -> None:
        self.transactions += 1

    def _asked(self, *_: Any) -> None:
        self.statements += 1


@dataclass
class _Context:
    owner_id: Any

    def stopping(self) -> bool:
        return False


@dataclass
class Played:
    """The model: it plans the chain, calls the tool, submits."""

    times: Times
    number: int = field(default=0)

    def __call__(self, request: ChatRequest) -> ChatReply:
        begun = time.perf_counter()
        tools = {tool.name for tool in request.tools}
        self.number += 1
        made: tuple[str, Mapping[str, Any]]
        if "submit_plan" in tools:
            made = ("submit_plan", {"steps": [_step(at) for at in range(STEPS)]})
        elif any(message.role is Role.TOOL for message in request.messages):
            made = ("submit_result", {"summary": "Looked."})
        else:
            made = (TOOL, {"status": "open"})
        call = ToolCall(f"call_{self.number}", made[0], dict(made[1]))
        reply = ChatReply("", "scripted", (call,), usage=Usage(200, 20), finish_reason="tool_calls")
        self.times.model += time.perf_counter() - begun
        return reply


def _step(at: int) -> dict[str, Any]:
    needs = [f"s{at - 1}"] if at else []
    return {"id": f"s{at}", "goal": "Look", "agent": "researcher", "tools": [TOOL], "needs": needs}


def _timed(tool: ReadTool, times: Times) -> ReadTool:
    execute = tool.execute

    async def timed(ctx: ToolContext, arguments: Any) -> Any:
        begun = time.perf_counter()
        try:
            return await execute(ctx, arguments)
        finally:
            times.tool += time.perf_counter() - begun

    return replace(tool, execute=timed)


def _workshop(runtime: Runtime, times: Times) -> Workshop:
    own = runtime.missions
    tools = [
        _timed(one, times) if one.name == TOOL and isinstance(one, ReadTool) else one for one in own.runs.services.tools
    ]
    services = replace(own.runs.services, tools=tuple(tools))
    model = ScriptedModel([Played(times)], keep_last=True)
    models = ModelRouter([Candidate("smart", model)], reader=ReaderModel(), clock=runtime.clock)
    return replace(own, runs=DelegatedRuns(services, models, phrased_by(ReaderModel())))


async def _measured() -> Measured:
    """Each step but those of the first mission, which warms up."""
    measured = Measured()
    async with database() as opened:
        with TemporaryDirectory(prefix="steward-bench-") as folder:
            settings = Settings(
                home=Path(folder),
                database_url=SecretStr(opened.url),
                llm_provider="reader",
                workers=0,
                embed_model="off",
                sandbox="off",
            )
            async with running(settings, workers=False) as runtime:
                async with runtime.database.unit_of_work() as session:
                    (user_id,) = await accounts.all_user_ids(session)
                async with runtime.database.unit_of_work_of(user_id) as tx:
                    me = await accounts.me(tx)
                owner = Owner(user_id, me.name, me.email, "UTC", "en", frozenset({"ask", "read", "write"}))
                asked = Asked(runtime)
                await _mission(runtime, owner, asked, Measured())
                for _ in range(MISSIONS):
                    await _mission(runtime, owner, asked, measured)
    return measured


async def _mission(runtime: Runtime, owner: Owner, asked: Asked, measured: Measured) -> None:
    times = Times()
    workshop = _workshop(runtime, times)
    async with runtime.database.unit_of_work_of(owner.id) as tx:
        mission = await service.create(
            tx, workshop, owner, MissionFields.model_validate({"goal": "Look", "budget": {"tokens": 10_000_000}})
        )
    await preparing.prepare(workshop, owner.id, mission.id)
    async with runtime.database.unit_of_work_of(owner.id) as tx:
        mission = await service.get(tx, mission.id)
        assert mission.plan_hash is not None, mission.last_error
        await service.approve(tx, mission.id, mission.plan_hash, now=runtime.clock.now())
    driver, context = Driver(workshop), cast("JobContext", _Context(owner.id))
    for _ in range(STEPS):
        times.tool = times.model = 0.0
        asked.transactions = asked.statements = 0
        begun, processor = time.perf_counter(), time.process_time()
        await driver.wave(context, mission.id)
        whole = time.perf_counter() - begun
        measured.costs.append((whole - times.tool - times.model) * 1_000)
        measured.worked.append((time.process_time() - processor) * 1_000)
        measured.tooled.append(times.tool * 1_000)
        measured.transactions.append(asked.transactions)
        measured.statements.append(asked.statements)
    async with runtime.database.unit_of_work_of(owner.id) as tx:
        assert (await service.get(tx, mission.id)).state == "done"


def run() -> Part:
    """The figures."""
    found = asyncio.run(_measured())
    return Part(
        f"missions: a step, without model and tool ({len(found.costs)} steps)",
        (
            Figure("step p50", median(found.costs), "ms", ("<=", MOST_MS)),
            Figure("step p95", percentile(found.costs, 0.95), "ms"),
            Figure("its processor time p50, the tool's with it", median(found.worked), "ms"),
            Figure("its transactions p50, the tool's with them", median(found.transactions), ""),
            Figure("its statements p50, the tool's with them", median(found.statements), ""),
            Figure("its tool p50", median(found.tooled), "ms"),
        ),
    )
