"""Who proposes the plan? The planner, an agent's run of the bounded loop as any, which gives its plan to code and mends
what code refuses, twice; where no model is configured, or none answers, the plans that code knows by heart."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.runs.delegated import Assignment, DelegatedRuns
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult
from orchestrator.agent.types.limits import Limits
from orchestrator.domain.work.missions.planning import templates
from orchestrator.domain.work.missions.planning.plan import Plan, Surroundings, faults, read_plan, with_risks
from orchestrator.domain.work.missions.planning.templates import Given
from orchestrator.errors import ToolRejected
from orchestrator.kit.package_texts import package_text
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import CallGate, Effort, ModelRole

SUBMIT_PLAN = "submit_plan"
MOST_REPAIRS = 2
DEADLINE_S = 300.0
MOST_TURNS = 6
FAULTS_TOLD = 6
TOOLS_TOLD = 60


class SubmitPlan(BaseModel):
    """Arguments of `submit_plan`."""

    model_config = ConfigDict(extra="allow")

    steps: list[dict[str, Any]] = Field(description="The steps: id, goal, agent, tools, needs, check.")


class Estimates(Protocol):
    """What keeps a plan from its budget; empty where nothing does."""

    def __call__(self, plan: Plan) -> Sequence[str]: ...


@dataclass(frozen=True)
class Proposal:
    """A plan, or why there is none."""

    plan: Plan | None
    fault: str = ""


@dataclass(frozen=True)
class Order:
    """What is to be planned. `agents`: name and purpose; `tools`: name and description of those that may be used;
    `instructions`: the planner's own; `feedback`: what the user wants otherwise, `before` the plan that they saw."""

    owner: Owner
    given: Given
    around: Surroundings
    too_much: Estimates
    agents: Sequence[tuple[str, str]] = ()
    tools: Sequence[tuple[str, str]] = ()
    instructions: str = ""
    deliverable: str = ""
    feedback: str = ""
    before: Mapping[str, Any] | None = None
    role: ModelRole = "smart"
    effort: Effort = "medium"


def by_heart(order: Order) -> Proposal:
    """The plan of a template. Its files are named by the user where they said so."""
    plan = with_risks(_given_to(templates.planned(order.given), order.around), order.around)
    found = [*faults(plan, order.around), *order.too_much(plan)]
    return Proposal(None, "; ".join(found[:FAULTS_TOLD])) if found else Proposal(plan)


def _given_to(plan: Plan, around: Surroundings) -> Plan:
    """The plan with the agents that the user chose in the place of others: its calls are fixed, whoever makes them."""
    chosen = list(around.chosen)
    known = {one.casefold() for one in chosen}
    if not chosen:
        return plan
    steps = [
        one if one.agent.casefold() in known else one.model_copy(update={"agent": chosen[0]}) for one in plan.steps
    ]
    return plan.model_copy(update={"steps": steps})


async def by_model(runs: DelegatedRuns, order: Order, gate: CallGate) -> Proposal:
    """The planner's plan. Where no model answers, the template's. Holds no transaction."""
    taken: list[Plan] = []
    refused: list[str] = []

    def judged(value: object) -> list[str]:
        plan, wrong = read_plan(value)
        if plan is not None:
            plan = with_risks(plan, order.around)
            wrong = [*faults(plan, order.around), *order.too_much(plan)]
        if plan is not None and not wrong:
            taken.append(plan.model_copy(update={"by": "planner"}))
        return wrong[:FAULTS_TOLD]

    async def submit(ctx: ToolContext, given: SubmitPlan) -> ToolResult:
        del ctx
        wrong = judged(given.model_dump())
        if wrong:
            refused.append("; ".join(wrong))
            raise ToolRejected("The plan was refused: " + "; ".join(wrong))
        return ToolResult({"accepted": True}, "accepted", evidence=frozenset({"retrieval"}))

    tool = ReadTool(
        name=SUBMIT_PLAN,
        description="Give the plan.",
        group="mission",
        execute=submit,
        arguments=SubmitPlan,
        independent=False,
        concludes=True,
        max_calls=MOST_REPAIRS + 1,
    )
    assignment = _assignment(order, tool)
    done = await runs.work(await runs.begin(assignment), assignment, gate=gate)
    if not taken and not refused and done.text:
        told = parse_object(done.text)
        if told is not None and (wrong := judged(told)):
            refused.append("; ".join(wrong))
    if taken:
        return Proposal(taken[-1])
    state = done.result.state if done.result is not None else None
    unanswered = done.stop == "model_unavailable" or (state is not None and state.unavailable)
    if unanswered and not refused:
        return await asyncio.to_thread(by_heart, order)
    if refused:
        return Proposal(None, f"The plan was refused: {refused[-1]}")
    return Proposal(None, f"The planner gave no plan ({done.stop}).")


def _assignment(order: Order, tool: ReadTool) -> Assignment:
    agents = "\n".join(f"- {name}: {purpose}" for name, purpose in order.agents)
    tools = "\n".join(f"- {name}: {told}" for name, told in order.tools[:TOOLS_TOLD])
    wanted = [f"Goal: {order.given.goal}"]
    wanted += [f"Deliverable: {order.deliverable}"] if order.deliverable else []
    wanted += [f"The plan before: {dict(order.before)}"] if order.before else []
    wanted += [f"What has to be different: {order.feedback}"] if order.feedback else []
    text = package_text(__name__, "prompts/planner.md")
    return Assignment(
        owner=order.owner,
        name="planner",
        goal="\n".join(wanted),
        instructions=f"{text}\n{order.instructions}\n\nAgents:\n{agents}\n\nTools:\n{tools}",
        tools=(tool,),
        limits=Limits(
            max_steps=MOST_TURNS, max_tool_calls=MOST_REPAIRS + 2, max_repairs=MOST_REPAIRS, deadline_s=DEADLINE_S
        ),
        locale=order.given.locale,
        zone=order.given.zone,
        drafts_checked=False,
        role=order.role,
        effort=order.effort,
    )
