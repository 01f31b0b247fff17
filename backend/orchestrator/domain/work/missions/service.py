"""What does the user do with missions? Begin one, have it planned, approve exactly the plan that they read, pause, go
on, cancel, answer."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from decimal import ROUND_DOWN, Decimal
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.tools.spec import Tools
from orchestrator.db.cursors import moment_cursor, moment_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.work.agents import service as agents
from orchestrator.domain.work.missions import repository, views
from orchestrator.domain.work.missions.model import Mission, MissionQuestion, MissionStep
from orchestrator.domain.work.missions.planning.plan import Plan, Surroundings, effects_of, hash_of
from orchestrator.domain.work.missions.planning.templates import TEMPLATES
from orchestrator.domain.work.missions.progress import move, put_off
from orchestrator.domain.work.missions.running import answers, questions, synthesis
from orchestrator.domain.work.missions.running.workshop import PRICED_IN, Workshop
from orchestrator.domain.work.missions.schemas import (
    DEFAULT_CALLS,
    DEFAULT_MINUTES,
    DEFAULT_TOKENS,
    KIND,
    OVER,
    PLAN,
    MissionFields,
    MissionOut,
    MissionRef,
    QuestionAnswer,
)
from orchestrator.domain.work.workspaces.erasing import erase_workspace
from orchestrator.domain.work.workspaces.store import WorkspaceStore
from orchestrator.errors import Conflict, InvalidRequest, NotFound
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.kit.zones import to_wall
from orchestrator.scheduling.async_jobs import enqueue

MICROS = 1_000_000
MINUTE_MS = 60_000
AT_HAND = timedelta(seconds=20)
"""So long after it was begun a mission whose plan is known by heart has it, unless the process died."""
UNAPPROVED = frozenset({"draft", "planned", "failed"})


async def surroundings(tx: Tx, workshop: Workshop, mission: Mission, own: Tools = ()) -> Surroundings:
    """What a plan of this mission is held against. `own`: tools of the user's own that it may name."""
    rows = await agents.every(tx)
    return Surroundings(
        effects=effects_of([*workshop.runs.services.tools, *own]),
        own=frozenset(tool.name for tool in own),
        shipped=frozenset(row.name.casefold() for row in rows if row.shipped),
        agents={row.name.casefold(): frozenset(row.tools) for row in rows},
        tools=frozenset(mission.allowed_tools),
        chosen=tuple(mission.agents),
        templates=TEMPLATES,
    )


async def create(tx: Tx, workshop: Workshop, owner: Owner, fields: MissionFields) -> Mission:
    """A mission that is to be planned. Raises InvalidRequest for a tool or an agent that there is not, and for a
    deadline that is over."""
    services, now = workshop.runs.services, workshop.runs.services.clock.now()
    if unknown := [one for one in fields.tools if await services.tool(tx.owner_id, one) is None]:
        raise InvalidRequest.of_field("tools", f"there is no tool {unknown[0]!r}")
    there = {row.name_key for row in await agents.every(tx)}
    if unknown := [one for one in fields.agents if agents.key_of(one) not in there]:
        raise InvalidRequest.of_field("agents", f"there is no agent {unknown[0]!r}")
    if fields.deadline is not None and fields.deadline <= now:
        raise InvalidRequest.of_field("deadline", "it is over already")
    budget, mission_id = fields.budget, new_id()
    currency = budget.currency.upper() if budget.money is not None else PRICED_IN
    if currency != PRICED_IN and workshop.models and workshop.first_price != (0, 0):
        raise InvalidRequest.of_field("budget.currency", f"what models cost is known in {PRICED_IN} alone")
    workspace_id = await workshop.files.open(tx, mission_id, fields.goal)
    mission = Mission(
        id=mission_id,
        user_id=tx.owner_id,
        goal=fields.goal,
        deliverable=fields.deliverable.strip(),
        checks=[one if isinstance(one, str) else one.model_dump(exclude_defaults=True) for one in fields.checks],
        deadline=fields.deadline,
        budget=budget.model_dump(exclude_none=True),
        currency=currency,
        delegation=fields.delegation,
        agents=fields.agents,
        allowed_tools=fields.tools,
        timezone=owner.timezone,
        locale=owner.locale,
        limit_tokens=budget.tokens if budget.tokens is not None else DEFAULT_TOKENS,
        limit_money=_micros(budget.money),
        limit_ms=int((budget.minutes or DEFAULT_MINUTES) * MINUTE_MS),
        limit_calls=budget.calls or DEFAULT_CALLS,
        workspace_id=workspace_id,
    )
    tx.session.add(mission)
    await tx.session.flush()
    await repository.tell(tx, mission.id, "state", {"state": mission.state})
    await have_planned(tx, workshop, mission)
    return mission


def _micros(money: float | None) -> int | None:
    """A bound in micro-units. Rounded down: a bound is never widened."""
    if money is None:
        return None
    return int((Decimal(str(money)) * MICROS).to_integral_value(rounding=ROUND_DOWN))


async def have_planned(tx: Tx, workshop: Workshop, mission: Mission) -> None:
    """By a job. What is planned by heart is planned by who asks; the job comes where they do not get to it."""
    now = workshop.runs.services.clock.now()
    await enqueue(
        tx.session,
        PLAN,
        MissionRef(mission_id=mission.id),
        owner_id=tx.owner_id,
        run_after=now + AT_HAND if not workshop.models else None,
        dedupe_key=str(mission.id),
    )


async def locked(tx: Tx, mission_id: UUID) -> Mission:
    """The mission, its row locked. Raises NotFound."""
    mission = await repository.get(tx, mission_id, for_update=True)
    if mission is None:
        raise NotFound("There is no such mission.")
    return mission


async def get(tx: Tx, mission_id: UUID) -> Mission:
    """The mission. Raises NotFound."""
    mission = await repository.get(tx, mission_id)
    if mission is None:
        raise NotFound("There is no such mission.")
    return mission


async def page(tx: Tx, asked: PageRequest, *, state: str | None) -> Page[MissionOut]:
    """The latest first. Raises InvalidRequest for a foreign cursor."""
    rows = await repository.page(tx, after=moment_mark(asked.cursor), limit=asked.limit + 1, q=asked.q, state=state)
    there = rows[: asked.limit]
    cursor = moment_cursor(there[-1].created_at, there[-1].id) if len(rows) > asked.limit else None
    return Page([await views.shown(tx, row) for row in there], cursor)


async def planned(tx: Tx, mission: Mission, plan: Plan, estimate: Mapping[str, Any], *, now: datetime) -> None:
    """The plan that may be approved now; another one's approval is gone."""
    mission.graph = plan.model_dump(mode="json")
    mission.plan_hash = hash_of(plan, terms(mission))
    mission.approved_hash, mission.approved_at = None, None
    mission.planned_by, mission.last_error = plan.by, None
    mission.estimate = {name: value for name, value in estimate.items() if name != "calls"}
    await repository.forget_plan(tx, mission.id)
    for at, step in enumerate(plan.steps):
        tx.session.add(
            MissionStep(id=new_id(), user_id=tx.owner_id, mission_id=mission.id, step_key=step.id, position=at)
        )
    await move(tx, mission, "planned", now)


async def not_planned(tx: Tx, mission: Mission, why: str, *, now: datetime) -> None:
    """No plan that could be approved: the user may ask for another."""
    mission.last_error = why
    mission.graph, mission.plan_hash, mission.estimate = {}, None, {}
    await repository.forget_plan(tx, mission.id)
    mission.finished_at = now
    await move(tx, mission, "failed", now)
    await repository.tell(tx, mission.id, "final", {"state": "failed", "report": None, "deliverables": []})


def terms(mission: Mission) -> dict[str, Any]:
    """What a yes covers beside the graph."""
    return {
        "goal": mission.goal,
        "deliverable": mission.deliverable,
        "checks": mission.checks,
        "budget": [mission.limit_tokens, mission.limit_money, mission.limit_ms, mission.limit_calls],
        "delegation": mission.delegation,
        "agents": mission.agents,
        "tools": mission.allowed_tools,
    }


async def replan(tx: Tx, workshop: Workshop, mission_id: UUID, feedback: str) -> Mission:
    """Have it planned again. Raises NotFound, Conflict where it is under way or over."""
    mission = await locked(tx, mission_id)
    if mission.state not in UNAPPROVED or mission.approved_at is not None:
        raise _wrong_state(mission, "planned again")
    mission.feedback = feedback
    mission.finished_at = None
    await move(tx, mission, "draft", workshop.runs.services.clock.now())
    await have_planned(tx, workshop, mission)
    return mission


async def approve(tx: Tx, mission_id: UUID, plan_hash: str, *, now: datetime) -> Mission:
    """Have exactly this plan carried out; approving again what was approved answers it. Raises NotFound, Conflict
    (`plan_changed`, `mission_state`)."""
    mission = await locked(tx, mission_id)
    if mission.plan_hash is None:
        raise _wrong_state(mission, "approved")
    if mission.plan_hash != plan_hash:
        detail = "The plan is another one than you read. Read it again and approve that."
        raise Conflict("plan_changed", detail, extra={"plan_hash": mission.plan_hash})
    if mission.approved_hash == plan_hash and mission.state not in {"planned", "draft"}:
        return mission
    if mission.state != "planned":
        raise _wrong_state(mission, "approved")
    mission.approved_hash, mission.approved_at = plan_hash, now
    await move(tx, mission, "approved", now)
    await put_off(tx, mission.id)
    return mission


async def pause(tx: Tx, mission_id: UUID, *, now: datetime) -> Mission:
    """Nothing more is begun; what is under way ends at its next call. Raises NotFound, Conflict."""
    mission = await locked(tx, mission_id)
    if mission.state == "paused":
        return mission
    if mission.state not in repository.GOING_ON:
        raise _wrong_state(mission, "paused")
    await move(tx, mission, "paused", now)
    return mission


async def resume(tx: Tx, mission_id: UUID, *, now: datetime) -> Mission:
    """Go on where it was. Raises NotFound, Conflict."""
    mission = await locked(tx, mission_id)
    if mission.state in repository.GOING_ON:
        return mission
    if mission.state != "paused":
        raise _wrong_state(mission, "resumed")
    mission.last_error = None
    await move(tx, mission, "running" if mission.started_at is not None else "approved", now)
    await put_off(tx, mission.id)
    return mission


async def cancel(tx: Tx, workshop: Workshop, mission_id: UUID, *, now: datetime) -> Mission:
    """End it for good; what was done stays and is reported, what it proposed still waits under `/previews`. Raises
    NotFound, Conflict where it is over."""
    mission = await locked(tx, mission_id)
    if mission.state == "cancelled":
        return mission
    if mission.state in OVER and not (mission.state == "failed" and mission.approved_at is None):
        raise _wrong_state(mission, "cancelled")
    for one in await repository.steps(tx, mission.id):
        if one.state not in {"done", "failed"}:
            one.state = "skipped"
    await tx.session.flush()
    await synthesis.cancelled(tx, workshop, mission)
    mission.finished_at = now
    await move(tx, mission, "cancelled", now)
    final = {"state": "cancelled", "report": mission.report, "deliverables": mission.deliverables}
    await repository.tell(tx, mission.id, "final", final)
    return mission


async def answer(tx: Tx, mission_id: UUID, question_id: UUID, given: QuestionAnswer, *, now: datetime) -> Mission:
    """The user's answer; it goes on. The same answer again changes nothing. Raises NotFound, InvalidRequest for an
    option that there is not, Conflict where another answer stands or the mission is over."""
    mission = await locked(tx, mission_id)
    row = await repository.part(tx, MissionQuestion, question_id, for_update=True)
    if row is None or row.mission_id != mission.id:
        raise NotFound("There is no such question.")
    told = _told(row, given)
    if row.answered_at is not None:
        if row.answered_by == "user" and row.answer == told:
            return mission
        raise Conflict("already_decided", "This question has its answer already.")
    if mission.state in OVER:
        raise _wrong_state(mission, "answered")
    await questions.answered(tx, row, told, "user", now, _days(mission, row, told, now))
    await repository.touch(tx, mission.id)
    await tx.session.refresh(mission)
    if mission.state in repository.GOING_ON:
        await put_off(tx, mission.id)
    return mission


def _told(row: MissionQuestion, given: QuestionAnswer) -> str:
    ids = {str(one.get("id")) for one in row.options}
    if given.option_id is not None:
        if given.option_id not in ids:
            raise InvalidRequest.of_field("option_id", f"it is one of {', '.join(sorted(ids)) or 'none: give text'}")
        return given.option_id
    assert given.text is not None
    named = answers.in_words(row.options, given.text).option_id if row.options else None
    if named is not None:
        return named
    if row.purpose == "delegation":
        raise InvalidRequest.of_field("option_id", f"it is one of {', '.join(sorted(ids))}")
    return given.text


def _days(mission: Mission, row: MissionQuestion, told: str, now: datetime) -> Mapping[str, Any] | None:
    """The days of an answer in the user's own words, where days are asked for. Raises InvalidRequest for words that
    name none."""
    if not answers.asks_for_days(row.options) or told in {str(one.get("id")) for one in row.options}:
        return None
    days = answers.days_in(told, now=to_wall(now, mission.timezone), locale=mission.locale)
    if days is None:
        raise InvalidRequest.of_field("text", "name the days, like 14 to 18 May, or give the `option_id` of an option")
    return {"kind": answers.OWN_DAYS, **days}


def _wrong_state(mission: Mission, what: str) -> Conflict:
    return Conflict(
        "mission_state", f"A mission that is {mission.state} can't be {what}.", extra={"state": mission.state}
    )


async def erase(store: WorkspaceStore | None, tx: Tx, mission_id: UUID) -> Sequence[ErasedRow]:
    """Delete one with all its parts and its workspace; what it taught stays. `store`: see `erase_workspace`. Raises
    NotFound."""
    mission = await locked(tx, mission_id)
    workspace_id = mission.workspace_id
    await repository.remove(tx, mission_id)
    tx.session.expunge(mission)
    told: list[ErasedRow] = [ErasedRow(KIND, mission_id, indexed=False)]
    if workspace_id is not None:
        with suppress(NotFound):  # it was erased by itself before
            told += await erase_workspace(store, tx, workspace_id)
    return told
