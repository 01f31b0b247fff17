"""`/interactions` and `/analytics`: what agents did, and how well (api.md, Memory of the person)."""

from typing import Annotated

from fastapi import Depends, Path, Query

from orchestrator.api.crud import Conditions, Reader, add_crud
from orchestrator.api.times import Since, Until, moment
from orchestrator.bootstrap.models import budgets_of
from orchestrator.domain.memory.interactions import analytics, calls
from orchestrator.domain.memory.interactions.filters import InteractionFilter
from orchestrator.domain.memory.interactions.schemas import (
    AgentComparison,
    CallOut,
    Friction,
    SessionTelemetry,
    Trends,
    VibeMap,
)
from orchestrator.domain.memory.interactions.service import interactions
from orchestrator.domain.memory.interactions.telemetry import telemetry
from orchestrator.domain.people.accounts.costs import Costs, costs
from orchestrator.kit.text import storable
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["analytics"])
NAME_CHARACTERS = 500
Agent = Annotated[str | None, Query(max_length=NAME_CHARACTERS, description="Only of this agent.")]
Model = Annotated[str | None, Query(max_length=NAME_CHARACTERS, description="Only of this model.")]
SessionId = Annotated[
    str,
    Path(max_length=NAME_CHARACTERS, description="As its agent named it; of Steward a thread's id, or a session's."),
]


async def which(
    principal: Reader, since: Since = None, until: Until = None, agent: Agent = None, model: Model = None
) -> InteractionFilter:
    """The interactions that a query names."""
    zone = principal.timezone
    return InteractionFilter(moment("since", since, zone), moment("until", until, zone), agent or None, model or None)


Which = Annotated[InteractionFilter, Depends(which)]


async def narrowed(
    found: Which,
    session_id: Annotated[str | None, Query(max_length=NAME_CHARACTERS, description="Only of this session.")] = None,
) -> Conditions:
    """Those of a time, an agent, a model, a session."""
    return [*found.conditions(), *InteractionFilter(session_id=session_id or None).conditions()]


add_crud(router, "/interactions", interactions, narrow=narrowed)


@router.get("/analytics/agents", summary="Agents compared", responses=responses())
async def compare_agents(runtime: RuntimeDep, principal: Reader, found: Which) -> AgentComparison:
    """Each agent with each of its models. `friction_score`: the mean of
    0.60 · corrected + 0.25 · min(1, edits / 5) + 0.15 · (1 − 2^(−latency / 30 s))."""
    return await runtime.reads.read(principal.user_id, lambda tx: analytics.agents(tx, found))


@router.get("/analytics/friction", summary="Where the friction is", responses=responses())
async def show_friction(runtime: RuntimeDep, principal: Reader, found: Which) -> Friction:
    """In all, by what it is made of, the sessions and generations with most of it."""
    return await runtime.reads.read(principal.user_id, lambda tx: analytics.friction(tx, found))


@router.get("/analytics/vibe-map", summary="What is corrected again and again", responses=responses())
async def show_vibe_map(runtime: RuntimeDep, principal: Reader, found: Which) -> VibeMap:
    """The newest corrections, those that are alike together."""
    return await runtime.reads.read(principal.user_id, lambda tx: analytics.vibe_map(tx, found))


@router.get("/analytics/trends", summary="Interactions over time", responses=responses())
async def show_trends(runtime: RuntimeDep, principal: Reader, found: Which) -> Trends:
    """By day of the user's zone, of more than two months by week."""
    now, zone = runtime.clock.now(), principal.timezone
    return await runtime.reads.read(principal.user_id, lambda tx: analytics.trends(tx, found, now=now, zone=zone))


@router.get("/analytics/costs", summary="What models cost", responses=responses())
async def show_costs(
    runtime: RuntimeDep, principal: Reader, since: Since = None, until: Until = None, model: Model = None
) -> Costs:
    """Tokens and money by UTC day, purpose and model, of Steward's own calls, the newest day first; and what is left
    of today's caps (`STEWARD_TOKENS_PER_DAY`, `STEWARD_MONEY_PER_DAY`). Models at home cost nothing; of a model whose
    price nobody knows (`STEWARD_PRICES` gives one) the calls are counted in `unpriced_calls`."""
    zone, budgets = principal.timezone, budgets_of(runtime.settings)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await costs(
            tx,
            budgets,
            now=runtime.clock.now(),
            since=moment("since", since, zone),
            until=moment("until", until, zone),
            model=model or None,
        )


@router.get("/analytics/sessions/{session_id:path}", summary="A session as it stands", responses=responses(404))
async def show_session(runtime: RuntimeDep, principal: Reader, session_id: SessionId, found: Which) -> SessionTelemetry:
    """Live: counted anew at each request, while the session runs and when it is over."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await telemetry(tx, storable(session_id), runtime.clock.now(), found)


@router.get("/analytics/calls", summary="What outside agents called", responses=responses())
async def list_calls(
    runtime: RuntimeDep,
    principal: Reader,
    page: PageDep,
    since: Since = None,
    until: Until = None,
    client: Annotated[str | None, Query(max_length=NAME_CHARACTERS, description="Only of this client.")] = None,
    tool: Annotated[str | None, Query(max_length=NAME_CHARACTERS, description="Only of this tool.")] = None,
) -> Listed[CallOut]:
    """The newest first, of 90 days: who called which tool by MCP, and what the answer was made of."""
    zone = principal.timezone
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await calls.list_calls(
            tx,
            page,
            client=client or None,
            tool=tool or None,
            since=moment("since", since, zone),
            until=moment("until", until, zone),
        )
    return listed(found)
