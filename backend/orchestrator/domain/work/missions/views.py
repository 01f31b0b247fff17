"""How is a mission told? Its rows as clients see them."""

from typing import Any

from orchestrator.db.tx import Tx
from orchestrator.domain.work.missions import repository
from orchestrator.domain.work.missions.model import (
    Mission,
    MissionBrief,
    MissionClaim,
    MissionDelegation,
    MissionExecution,
    MissionQuestion,
    MissionStep,
)
from orchestrator.domain.work.missions.planning.plan import Plan
from orchestrator.domain.work.missions.running.proposals import changes
from orchestrator.domain.work.missions.schemas import (
    Amounts,
    BriefOut,
    ClaimOut,
    DelegationOut,
    EstimateOut,
    ExecutionOut,
    LedgerOut,
    LessonOut,
    MissionOut,
    MissionStepOut,
    PlanOut,
    QuestionOut,
)
from orchestrator.domain.work.workspaces.agent_clis.runs import has_run

MINUTE_MS = 60_000


async def shown(tx: Tx, mission: Mission) -> MissionOut:
    """The whole of a mission."""
    steps = {one.step_key: one for one in await repository.steps(tx, mission.id)}
    questions = await repository.parts(tx, MissionQuestion, mission.id)
    claims = await repository.parts(tx, MissionClaim, mission.id)
    executions = await repository.parts(tx, MissionExecution, mission.id)
    lessons = await repository.lessons(tx, mission.id)
    previews = [one.preview_id for one in executions if one.preview_id is not None]
    if any(has_run(one.tool) for one in executions):
        previews += (await changes(tx, executions)).previews
    return MissionOut(
        id=mission.id,
        state=mission.state,
        goal=mission.goal,
        deliverable=mission.deliverable,
        checks=mission.checks,
        deadline=mission.deadline,
        delegation=mission.delegation,
        agents=mission.agents,
        tools=mission.allowed_tools,
        plan=PlanOut(hash=mission.plan_hash, steps=_steps(mission, steps)),
        estimate=_estimate(mission.estimate),
        ledger=ledger_of(mission),
        questions=[_question(one) for one in questions],
        report=mission.report,
        deliverables=mission.deliverables,
        claims=[
            ClaimOut(text=one.text, label=one.label, evidence=one.evidence, why=one.why)
            for one in claims
            if one.label != "struck"
        ],
        lessons=[LessonOut(lesson=one.lesson, outcome=one.outcome) for one in lessons],
        previews=list(dict.fromkeys(previews)),
        workspace_id=mission.workspace_id,
        last_error=mission.last_error,
        version=mission.version,
        created_at=mission.created_at,
        updated_at=mission.updated_at,
        approved_at=mission.approved_at,
        finished_at=mission.finished_at,
    )


def _steps(mission: Mission, rows: dict[str, MissionStep]) -> list[MissionStepOut]:
    if not mission.graph:
        return []
    told = []
    for step in Plan.model_validate(mission.graph).steps:
        row = rows.get(step.id)
        told.append(
            MissionStepOut(
                id=step.id,
                goal=step.goal,
                agent=step.agent,
                tools=step.tools,
                needs=step.needs,
                check=step.check.model_dump(exclude_defaults=True) | {"kind": step.check.kind},
                state=row.state if row is not None else "pending",
                attempts=row.attempts if row is not None else 0,
                kind=step.kind,
                inputs=step.inputs,
                output=step.output,
                items=step.items,
                over=step.over,
                risk=step.risk,
                retries=step.retries,
                calls=[one.model_dump() for one in step.calls],
                error=row.error if row is not None else None,
            )
        )
    return told


def _estimate(told: dict[str, Any]) -> EstimateOut | None:
    return EstimateOut.model_validate(told) if told else None


def ledger_of(mission: Mission) -> LedgerOut:
    """The ledger."""
    limited = mission.limit_money is not None
    return LedgerOut(
        limit=_amounts(mission.limit_tokens, mission.limit_money, mission.limit_ms, mission.limit_calls),
        reserved=_amounts(
            mission.reserved_tokens,
            mission.reserved_money if limited or mission.reserved_money else None,
            mission.reserved_ms,
            mission.reserved_calls,
        ),
        spent=_amounts(
            mission.spent_tokens,
            mission.spent_money if limited or mission.spent_money else None,
            mission.spent_ms,
            mission.spent_calls,
        ),
        overrun=mission.overrun,
    )


def _amounts(tokens: int, money: int | None, ms: int, calls: int) -> Amounts:
    return Amounts(tokens=tokens, money_micros=money, minutes=round(ms / MINUTE_MS, 3), calls=calls)


def _question(row: MissionQuestion) -> QuestionOut:
    return QuestionOut(
        id=row.id,
        question=row.question,
        options=[{"id": str(one["id"]), "label": str(one.get("label", ""))} for one in row.options],
        default=row.default_answer,
        deadline_at=row.deadline_at,
        answered_by=row.answered_by,
        answer=row.answer,
        step=row.step_key,
    )


async def briefs(tx: Tx, mission: Mission) -> list[BriefOut]:
    """What each agent was handed, as they came."""
    return [
        BriefOut(
            id=one.id,
            step=one.step_key,
            parent_id=one.parent_id,
            agent=one.agent,
            objective=one.objective,
            context=one.context,
            constraints=one.constraints,
            deliverables=one.deliverables,
            tools_approved=one.tools_approved,
            agents_approved=one.agents_approved,
            depth=one.depth,
            attempt=one.attempt,
            status=one.status,
            stop_reason=one.stop_reason,
            run_id=one.run_id,
            tokens_limit=one.limit_tokens,
            tokens_spent=one.spent_tokens,
            result=one.result,
            created_at=one.created_at,
            finished_at=one.finished_at,
        )
        for one in await repository.parts(tx, MissionBrief, mission.id)
    ]


async def delegations(tx: Tx, mission: Mission) -> list[DelegationOut]:
    """Which agents asked which, as they came."""
    return [DelegationOut.model_validate(one) for one in await repository.parts(tx, MissionDelegation, mission.id)]


async def executions(tx: Tx, mission: Mission) -> list[ExecutionOut]:
    """Every call of a tool, as they came."""
    return [
        ExecutionOut(
            id=one.id,
            step=one.step_key,
            brief_id=one.brief_id,
            tool=one.tool,
            arguments=one.arguments,
            effect=one.effect,
            state=one.state,
            summary=one.summary,
            preview_id=one.preview_id,
            run_id=one.run_id,
            started_at=one.started_at,
            finished_at=one.finished_at,
        )
        for one in await repository.parts(tx, MissionExecution, mission.id)
    ]
