"""May one agent ask another? By the mission's mode: whom the brief names (`pre_approved`), what code finds fit and else
the user allows (`per_request`), anybody within thresholds (`mesh`). A child spends from its parent's share, is at most
two below the step, and never one of those above it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.work.agents import service as agents
from orchestrator.domain.work.agents.schemas import AgentOut
from orchestrator.domain.work.missions import ledger, repository
from orchestrator.domain.work.missions.ledger import Account
from orchestrator.domain.work.missions.model import MissionDelegation, MissionQuestion
from orchestrator.domain.work.missions.planning.plan import PlanStep, StepCheck
from orchestrator.domain.work.missions.running import questions
from orchestrator.domain.work.missions.running.briefing import DEFAULT_TOKENS, Brief
from orchestrator.domain.work.missions.running.questions import Wanted
from orchestrator.domain.work.missions.running.step_tools import Delegate
from orchestrator.domain.work.missions.running.task import Ended, Task
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.errors import ToolRejected
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten, storable
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

DEEPEST = 2
MOST_ALIKE = 2
"""So often the same may be asked of the same agent in a step."""
MESH_SHARE = 4
"""In a mesh what takes more than one part in so many of the mission's limit is asked about."""
YES, NO = "yes", "no"


class Delegating:
    """What one agent, at work on a task by its brief, may have others do."""

    def __init__(self, workshop: Workshop, make: Callable[[Task], Awaitable[Ended]], task: Task, brief: Brief) -> None:
        self._workshop = workshop
        self._make = make
        self._task = task
        self._brief = brief

    @property
    def possible(self) -> bool:
        """Whether there is anybody that it may ask at all."""
        mode = self._task.mission.delegation
        return self._brief.depth < DEEPEST and (mode != "pre_approved" or bool(self._brief.approved))

    async def help(self, given: Delegate) -> dict[str, Any] | NeedUserInput:
        """What the other agent gave, its claims with their labels, or the question whether it may be asked, which is
        stored. Raises ToolRejected where it may not."""
        allowed = await self._allowed(given)
        if isinstance(allowed, NeedUserInput):
            return allowed
        target, row = allowed
        step = self._task.step
        tools = [spec.name for spec in await self._usable(target)]
        child = PlanStep(
            id=step.id,
            goal=given.objective,
            agent=target.name,
            tools=tools,
            check=StepCheck(kind="calls" if tools else "text"),
        )
        ended = await self._make(
            replace(self._task, step=child, parent=self._brief, chain=(*self._task.chain, self._brief.agent), attempt=1)
        )
        async with self._workshop.transaction(self._task.owner.id)() as tx:
            stored = await repository.part(tx, MissionDelegation, row.id, for_update=True)
            assert stored is not None
            stored.child_brief_id, stored.tokens_used = ended.brief_id, ended.tokens
            stored.status = "failed" if ended.fault or ended.asked else "done"
            await tx.session.flush()
        if ended.fault or ended.asked:
            raise ToolRejected(f"{target.name} did not manage it: {ended.fault or 'it has a question for the user'}")
        told = [{"text": one.text, "label": one.label} for one in ended.claims if one.label != "struck"]
        return {"agent": target.name, "summary": shorten(ended.text, 4_000), "claims": told}

    async def _usable(self, target: AgentOut) -> list[ToolSpec]:
        """Tools of the other agent's: those that read, and of the rest what the plan gave this step."""
        allowed, own = self._task.mission.allowed_tools, self._task.step.tools
        named = [name for name in target.tools if not allowed or name in allowed]
        there = [await self._workshop.runs.services.tool(self._task.owner.id, name) for name in named]
        return [one for one in there if one is not None and (one.effect.value == "read" or one.name in own)]

    async def _allowed(self, given: Delegate) -> tuple[AgentOut, MissionDelegation] | NeedUserInput:
        mission, task = self._task.mission, self._task
        async with self._workshop.transaction(task.owner.id)() as tx:
            target = await agents.named(tx, given.agent)
            if target is None:
                raise ToolRejected(f"There is no agent '{given.agent}'.")
            above = {agents.key_of(name) for name in (*task.chain, self._brief.agent)}
            if agents.key_of(target.name) in above:
                raise ToolRejected(f"'{target.name}' is waiting for this very work; do it yourself.")
            earlier = await repository.parts(tx, MissionDelegation, mission.id)
            alike = [
                one
                for one in earlier
                if agents.key_of(one.target_agent) == agents.key_of(target.name)
                and normalize(one.objective) == normalize(given.objective)
                and one.status in {"done", "failed"}
            ]
            if len(alike) >= MOST_ALIKE:
                raise ToolRejected(f"'{target.name}' was asked this {MOST_ALIKE} times already.")
            room = await ledger.room(tx, Account(mission.id, task.epoch, self._brief.id))
            wanted = min(target.budget.tokens or DEFAULT_TOKENS, room.tokens)
            by = await self._decided(tx, target, given, wanted, room.tokens)
            row = MissionDelegation(
                id=new_id(),
                user_id=tx.owner_id,
                mission_id=mission.id,
                parent_brief_id=self._brief.id,
                requesting_agent=self._brief.agent,
                target_agent=target.name,
                objective=storable(given.objective),
                reason=storable(given.reason),
                status={"": "refused", "asked": "requested"}.get(by, "approved"),
                approved_by=None if by in {"", "asked"} else by,
                tokens_budget=wanted,
            )
            tx.session.add(row)
            await tx.session.flush()
            question = await self._question(tx, target, given) if by == "asked" else None
        if question is not None:
            options = tuple(Option(one["id"], one["label"]) for one in question.options)
            return NeedUserInput("confirm", question.question, options, origin=Origin.AGENT)
        if not by:
            raise ToolRejected(f"'{target.name}' may not be asked here; do it yourself.")
        return target, row

    async def _decided(self, tx: Tx, target: AgentOut, given: Delegate, wanted: int, left: int) -> str:
        """Who allows it: `brief`, `steward`, `mesh` or `user`; `asked`: the user is; "" where nobody does."""
        mission, key = self._task.mission, agents.key_of(target.name)
        approved = {agents.key_of(name) for name in self._brief.approved}
        if mission.delegation == "pre_approved":
            return "brief" if key in approved else ""
        told = await self._answer(tx, target, given)
        if told is not None:
            return "user" if told == YES else ""
        if mission.delegation == "per_request":
            known = key in {agents.key_of(name) for name in (*self._brief.collaborators, *mission.agents)}
            return "steward" if known and left > 0 else "asked"
        risky = any(spec.effect.value != "read" for spec in await self._usable(target))
        costly = wanted * MESH_SHARE > mission.limit_tokens
        return "asked" if risky or costly or self._brief.depth + 1 >= DEEPEST else "mesh"

    async def _answer(self, tx: Tx, target: AgentOut, given: Delegate) -> str | None:
        """What the user said to this before; None where they were not asked or have not answered."""
        text = self._text(target, given)
        for one in await repository.parts(tx, MissionQuestion, self._task.mission.id):
            if one.purpose == "delegation" and normalize(one.question) == normalize(text) and one.answered_at:
                return one.answer or NO
        return None

    async def _question(self, tx: Tx, target: AgentOut, given: Delegate) -> MissionQuestion:
        locale = self._task.mission.locale
        options = [
            {"id": YES, "label": say("missions.yes", locale)},
            {"id": NO, "label": say("missions.no", locale)},
        ]
        wanted = Wanted(self._text(target, given), options, NO, purpose="delegation")
        now = self._workshop.runs.services.clock.now()
        return await questions.ask(
            tx, self._task.mission, wanted, step_key=self._task.step.id, brief_id=self._brief.id, now=now
        )

    def _text(self, target: AgentOut, given: Delegate) -> str:
        objective = shorten(" ".join(given.objective.split()), 300)
        return say(
            "missions.ask.delegation",
            self._task.mission.locale,
            agent=self._brief.agent,
            other=target.name,
            objective=objective,
        )
