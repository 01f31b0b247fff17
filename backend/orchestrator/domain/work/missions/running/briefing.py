"""What is an agent handed? Its objective, what earlier steps gave, what was answered, its bounds; nothing else of what
was said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.context import ContextPart
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.tx import Tx
from orchestrator.domain.work.agents import service as agents
from orchestrator.domain.work.agents.schemas import AgentBudget, AgentOut
from orchestrator.domain.work.missions import ledger, repository
from orchestrator.domain.work.missions.ledger import Account
from orchestrator.domain.work.missions.model import (
    Mission,
    MissionBrief,
    MissionExecution,
    MissionLesson,
    MissionQuestion,
)
from orchestrator.domain.work.missions.planning.plan import PlanStep
from orchestrator.domain.work.missions.running.bound_tools import skills_part
from orchestrator.kit.ids import new_id
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten
from orchestrator.llm.messages import Effort, ModelRole

DEFAULT_TOKENS = 20_000
DEFAULT_MINUTES = 5.0
DEFAULT_CALLS = 20
MOST_TURNS = 8
WORK_CHARACTERS = 4_000
"""Of what one earlier step gave."""
LESSONS_TOLD = 5
MS = 60_000
MICROS = 1_000_000
ITEM = "item"
"""Among the constraints: which of several things a brief is for."""


@dataclass(frozen=True)
class Brief:
    """One attempt's. `money`: micro-units, None where the mission's own bound is all; `deadline_ms`: how long it may
    take; `parts`: what it is told, each with its label."""

    id: UUID
    agent: str
    collaborators: tuple[str, ...]
    instructions: str
    parts: tuple[ContextPart, ...]
    context: str
    tools: tuple[str, ...]
    skills: tuple[str, ...]
    approved: tuple[str, ...]
    tokens: int
    money: int | None
    deadline_ms: int
    calls: int
    depth: int
    role: ModelRole
    effort: Effort

    @property
    def tainted(self) -> bool:
        """Others' words are in what it is told."""
        return any(one.origin is Origin.THIRD_PARTY for one in self.parts)


async def brief_for(
    tx: Tx,
    mission: Mission,
    step: PlanStep,
    *,
    epoch: int,
    attempt: int,
    outputs: Mapping[str, Mapping[str, Any]],
    parent: Brief | None = None,
    item: str = "",
) -> tuple[Brief, MissionBrief]:
    """A brief and its row, which is not stored yet; what it may spend is cut from what its parent, or the mission, has
    left. `outputs`: what the steps gave that are done."""
    agent = await agents.named(tx, step.agent)
    left = await ledger.room(tx, Account(mission.id, epoch, parent.id if parent else None))
    budget = agent.budget if agent is not None else AgentBudget()
    tokens = min(budget.tokens or DEFAULT_TOKENS, left.tokens)
    deadline_ms = min(int((budget.minutes or DEFAULT_MINUTES) * MS), left.ms)
    if parent is not None:
        deadline_ms = min(deadline_ms, parent.deadline_ms)
    calls = min(budget.calls or DEFAULT_CALLS, max(left.calls, 1))
    parts = tuple(await _parts(tx, mission, step, outputs)) if parent is None else ()
    if agent is not None and agent.skills and not step.calls:
        parts = (*parts, await skills_part(tx, agent.skills))
    collaborators = tuple(agent.collaborators) if agent is not None else ()
    brief = Brief(
        id=new_id(),
        agent=step.agent,
        collaborators=collaborators,
        instructions=_instructions(mission, step, agent),
        parts=parts,
        context="\n\n".join(part.text for part in parts),
        tools=tuple(step.tools),
        skills=tuple(agent.skills) if agent is not None and not step.calls else (),
        approved=tuple(mission.agents) or collaborators,
        tokens=tokens,
        money=int(budget.money * MICROS) if budget.money is not None else None,
        deadline_ms=deadline_ms,
        calls=calls,
        depth=parent.depth + 1 if parent else 0,
        role=agent.model_role if agent is not None else "smart",
        effort=agent.effort if agent is not None else "medium",
    )
    row = _stored(tx, mission, step, brief, attempt, parent)
    if item:
        row.constraints = {**row.constraints, ITEM: item}
    return brief, row


def _stored(tx: Tx, mission: Mission, step: PlanStep, brief: Brief, attempt: int, parent: Brief | None) -> MissionBrief:
    return MissionBrief(
        id=brief.id,
        user_id=tx.owner_id,
        mission_id=mission.id,
        step_key=step.id,
        parent_id=parent.id if parent else None,
        agent=brief.agent,
        objective=step.goal,
        context=brief.context,
        constraints={
            "tokens": brief.tokens,
            "minutes": round(brief.deadline_ms / MS, 2),
            "calls": brief.calls,
            "turns": MOST_TURNS,
            "delegation": mission.delegation,
            "outbound": step.risk == "outbound",
        },
        deliverables=[step.check.model_dump(exclude_defaults=True)],
        tools_approved=list(brief.tools),
        agents_approved=list(brief.approved),
        depth=brief.depth,
        attempt=attempt,
        status="running",
        limit_tokens=brief.tokens,
    )


def _instructions(mission: Mission, step: PlanStep, row: AgentOut | None) -> str:
    own = f"You are the {step.agent}. {row.purpose}\n{row.instructions}" if row is not None else ""
    fields = f"\nGive in `output` what this JSON Schema asks for: {step.output}" if step.output else ""
    check = step.check.model_dump(exclude_defaults=True) or {"kind": "calls"}
    whole = f"The task that this step belongs to: {shorten(mission.goal, WORK_CHARACTERS)}"
    return (
        f"{package_text(__name__, 'prompts/agent.md')}\n\n{own}\n\n{whole}\nCode checks this step by: {check}{fields}"
    )


async def _parts(
    tx: Tx, mission: Mission, step: PlanStep, outputs: Mapping[str, Mapping[str, Any]]
) -> Sequence[ContextPart]:
    """What the steps that it needs gave, what was answered, what earlier missions taught."""
    parts = []
    executions = await repository.called_in(tx, mission.id, step.needs)
    for need in step.needs:
        if (gave := outputs.get(need)) is not None:
            parts.append(_work(need, gave, [one for one in executions if one.step_key == need]))
    asked = [one for one in await repository.parts(tx, MissionQuestion, mission.id) if one.answer]
    if asked:
        lines = [f"- {one.question} → {_told(one)} (by {one.answered_by})" for one in asked]
        parts.append(ContextPart("answers", "Answered:\n" + "\n".join(lines)))
    if lessons := await repository.latest_lessons(tx, limit=LESSONS_TOLD):
        parts.append(ContextPart("lessons", _lessons(lessons), Origin.AGENT))
    return parts


def _told(row: MissionQuestion) -> str:
    option = next((one for one in row.options if str(one.get("id")) == row.answer), None)
    return str(option.get("label")) if option is not None else str(row.answer)


def _lessons(rows: Sequence[MissionLesson]) -> str:
    return "What earlier missions taught:\n" + "\n".join(f"- {row.lesson}" for row in rows)


def _work(need: str, gave: Mapping[str, Any], executions: Sequence[MissionExecution]) -> ContextPart:
    origin = least_trusted([Origin.AGENT, *(one.origin for one in executions)])
    text = str(gave.get("summary") or gave.get("text") or "")
    if not text:
        text = "\n".join(f"{one.tool}: {one.summary}" for one in executions)
    return ContextPart(f"step_{need}", f"Result of step {need}:\n{shorten(text, WORK_CHARACTERS)}", origin)
