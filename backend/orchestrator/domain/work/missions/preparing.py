"""How does a mission come to a plan that may be approved? What there is to plan with is read, the plan is proposed in
no transaction, and stored if nothing happened to the mission meanwhile."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

from orchestrator.agent.tools.spec import Tools
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.domain.work.agents import service as agents
from orchestrator.domain.work.agents.shipped import PLANNER
from orchestrator.domain.work.missions import ledger, repository, service
from orchestrator.domain.work.missions.files import safe_path
from orchestrator.domain.work.missions.ledger import Account
from orchestrator.domain.work.missions.model import Mission
from orchestrator.domain.work.missions.planning.estimating import MICROS, Past, estimated
from orchestrator.domain.work.missions.planning.plan import Plan
from orchestrator.domain.work.missions.planning.proposing import Order, Proposal, by_heart, by_model
from orchestrator.domain.work.missions.planning.templates import Given
from orchestrator.domain.work.missions.running import questions
from orchestrator.domain.work.missions.running.gate import BudgetGate
from orchestrator.domain.work.missions.running.workshop import Workshop, owner_of
from orchestrator.errors import InvalidRequest
from orchestrator.kit import patterns
from orchestrator.kit.zones import to_wall

MINUTE_MS = 60_000
_FILE = patterns.compile(r"[^.\s]\.[A-Za-z][A-Za-z0-9]{0,7}$")


async def prepare(workshop: Workshop, owner_id: UUID, mission_id: UUID, *, call: bool = False) -> None:
    """Have a draft planned; nothing where it is none. `call`: push that the plan waits for its user."""
    transaction = workshop.transaction(owner_id)

    own = await _own_tools(workshop, owner_id, mission_id)

    async def read() -> tuple[Order, int, Mission] | None:
        async with transaction() as tx:
            mission = await repository.get(tx, mission_id, for_update=True)
            if mission is None or mission.state != "draft":
                return None
            mission.epoch += 1
            await tx.session.flush()
            await ledger.settle_dead(tx, mission.id, mission.epoch)
            await tx.session.refresh(mission)
            return await _order(tx, workshop, mission, own), mission.epoch, mission

    found = await retry_on_disconnect(read)
    if found is None:
        return
    order, epoch, mission = found
    gate: BudgetGate | None = None
    if workshop.models:
        account, price = Account(mission_id, epoch), workshop.price_in(mission.currency)
        gate = BudgetGate(transaction, account, price, mission.limit_money is not None)
        proposal = await by_model(workshop.runs, order, gate)
    else:
        proposal = await asyncio.to_thread(by_heart, order)  # a goal may be long

    async def store() -> None:
        async with transaction() as tx:
            if gate is not None:
                await gate.settle(tx)
            await _stored(tx, workshop, mission_id, epoch, proposal, call=call)

    await retry_on_disconnect(store)


async def _stored(tx: Tx, workshop: Workshop, mission_id: UUID, epoch: int, proposal: Proposal, *, call: bool) -> None:
    mission = await repository.get(tx, mission_id, for_update=True)
    if mission is None or mission.state != "draft" or mission.epoch != epoch:
        return
    now = workshop.runs.services.clock.now()
    if proposal.plan is None:
        await service.not_planned(tx, mission, proposal.fault, now=now)
        return
    estimate = estimated(proposal.plan, models=workshop.models, price=workshop.first_price, past=await _past(tx))
    await service.planned(tx, mission, proposal.plan, estimate, now=now)
    if call:
        once = f"plan:{mission.plan_hash}"
        await questions.call_user(tx, mission, workshop.notifier, once=once, body="agent.proposal_waits")


async def _own_tools(workshop: Workshop, owner_id: UUID, mission_id: UUID) -> Tools:
    """Of the user's own servers: those that the goal may need, and those that the mission or an agent names."""
    async with workshop.transaction(owner_id)() as tx:
        mission = await repository.get(tx, mission_id)
        if mission is None:
            return ()
        words = "\n".join((mission.goal, mission.deliverable, mission.feedback))
        rows = await agents.every(tx)
    services = workshop.runs.services
    found = {tool.name: tool for tool in await services.tools_for(owner_id, words)}
    named = [*mission.allowed_tools, *(name for row in rows for name in row.tools)]
    for name in dict.fromkeys(named):
        if name not in services.by_name and name not in found:
            tool = await services.tool(owner_id, name)
            found |= {name: tool} if tool is not None else {}
    return tuple(found.values())


async def _order(tx: Tx, workshop: Workshop, mission: Mission, own: Tools) -> Order:
    around = await service.surroundings(tx, workshop, mission, own)
    rows = await agents.every(tx)
    planner = next((row for row in rows if row.name_key == PLANNER), None)
    past = await _past(tx)
    usable = [row for row in rows if row.name_key != PLANNER and (not mission.agents or row.name in mission.agents)]
    there = [*own, *workshop.runs.services.tools]
    tools = [tool for tool in there if not around.tools or tool.name in around.tools]
    now = to_wall(workshop.runs.services.clock.now(), mission.timezone)
    price = workshop.first_price

    def too_much(plan: Plan) -> Sequence[str]:
        told = estimated(plan, models=workshop.models, price=price, past=past)
        found = []
        if told["calls"] > mission.limit_calls:
            found.append(f"it takes {told['calls']} calls at least, the budget allows {mission.limit_calls}")
        if told["tokens"]["low"] > mission.limit_tokens:
            found.append(f"it takes {told['tokens']['low']:.0f} tokens at least, not {mission.limit_tokens}")
        if told["minutes"]["low"] * MINUTE_MS > mission.limit_ms:
            found.append("it takes more minutes than the budget allows")
        if mission.limit_money is not None and told["tokens"]["low"] > 0 and price is None:
            found.append("the price of the model is not known, so that a bound in money can't be kept")
        if mission.limit_money is not None and told["money"] and told["money"]["low"] * MICROS > mission.limit_money:
            found.append("it costs more than the budget allows")
        return found

    return Order(
        owner=await owner_of(tx, mission),
        given=Given(mission.goal, now, mission.timezone, mission.locale, _file(mission.deliverable)),
        around=around,
        too_much=too_much,
        agents=[(row.name, row.purpose) for row in usable],
        tools=[(tool.name, tool.description) for tool in tools],
        instructions=planner.instructions if planner is not None else "",
        deliverable=mission.deliverable,
        feedback=mission.feedback,
        before=mission.graph or None,
        role=planner.model_role if planner is not None else "smart",  # type: ignore[arg-type]
        effort=planner.effort if planner is not None else "medium",  # type: ignore[arg-type]
    )


def _file(deliverable: str) -> str:
    """The path that the deliverable is, where it is one: it ends as names of files do. The rest are words."""
    told = deliverable.strip()
    try:
        return safe_path(told) if _FILE.search(told) else ""
    except InvalidRequest:
        return ""


async def _past(tx: Tx) -> dict[str, Past]:
    """What attempts of each agent took lately."""
    found: dict[str, Past] = {}
    for agent, tokens, seconds in await repository.past(tx):
        known = found.get(agent, Past())
        found[agent] = Past([*known.tokens, tokens], [*known.seconds, seconds])
    return found
