"""How does an agent do a step? In a run of the bounded loop with its brief alone, behind the ledger; what it gives is
taken as far as code finds it so."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from orchestrator.agent.runs.delegated import Assignment, Delegated, OutOfBudget, Work
from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.limits import Limits
from orchestrator.agent.types.origin import Origin
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.domain.work.missions import ledger, repository
from orchestrator.domain.work.missions.ledger import Account, Amount
from orchestrator.domain.work.missions.model import (
    MissionBrief,
    MissionClaim,
    MissionExecution,
    MissionQuestion,
)
from orchestrator.domain.work.missions.planning.plan import PlannedCall, filled
from orchestrator.domain.work.missions.running import questions, step_tools
from orchestrator.domain.work.missions.running.briefing import MOST_TURNS, Brief, brief_for
from orchestrator.domain.work.missions.running.checks import Outcome, fault_of
from orchestrator.domain.work.missions.running.claims import Checked, Proof, checked
from orchestrator.domain.work.missions.running.delegating import Delegating
from orchestrator.domain.work.missions.running.effects import Place, RecordedExecutor
from orchestrator.domain.work.missions.running.gate import BudgetGate
from orchestrator.domain.work.missions.running.questions import Wanted
from orchestrator.domain.work.missions.running.skilled import SKILLS_PART, with_skills
from orchestrator.domain.work.missions.running.step_tools import AskQuestion, Gathered
from orchestrator.domain.work.missions.running.task import Ended, Task
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten, storable, storable_json
from orchestrator.language.text.normalize import meaningful_words
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ToolCall

TEXT_CHARACTERS = 8_000
ENDED = "final_answer"
MS = 1_000


class Attempts:
    """Makes attempts; `under_way`: the runs that a cancellation has to reach."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._services = workshop.runs.services
        self.under_way: dict[UUID, set[asyncio.Event]] = {}

    async def make(self, task: Task) -> Ended:
        """One attempt, recorded whole. Never raises for what a model or a tool did."""
        transaction = self._workshop.transaction(task.owner.id)
        account = Account(task.mission.id, task.epoch)

        async def begin() -> tuple[Brief, UUID]:
            async with transaction() as tx:
                brief = await brief_for(
                    tx,
                    task.mission,
                    task.step,
                    epoch=task.epoch,
                    attempt=task.attempt,
                    parent=task.parent,
                    item=task.item,
                )
                own = 0 if task.parent is not None else brief.deadline_ms  # a child's time is its parent's
                return brief, await ledger.reserve(tx, account, Amount(ms=own))

        try:
            brief, time_ticket = await retry_on_disconnect(begin)
        except OutOfBudget as error:
            return Ended(fault=str(error))
        bounded = task.mission.limit_money is not None or brief.money is not None
        gate = BudgetGate(
            transaction, replace(account, brief_id=brief.id), self._workshop.price, bounded, most_money=brief.money
        )
        begun = asyncio.get_running_loop().time()
        gathered = Gathered()
        try:
            done = await self._worked(task, brief, gathered, gate)
        finally:
            took = int((asyncio.get_running_loop().time() - begun) * MS)
            await retry_on_disconnect(lambda: self._time(task, time_ticket, took))
        return await self._ended(task, brief, gathered, done, gate)

    async def _time(self, task: Task, ticket: UUID, took: int) -> None:
        async with self._workshop.transaction(task.owner.id)() as tx:
            await ledger.settle(tx, ticket, Amount(ms=took))

    async def _worked(self, task: Task, brief: Brief, gathered: Gathered, gate: BudgetGate) -> Delegated | str:
        """The run; a text where it could not be begun."""
        try:
            calls = await self._calls(task)
        except KeyError as error:
            return f"It refers to {error}, which the step before did not give."
        named = {name: await self._services.tool(task.owner.id, name) for name in brief.tools}
        if gone := [name for name, tool in named.items() if tool is None]:
            return f"The tool {gone[0]} can't be used now: its server is gone, changed, or was switched off."
        there = [tool for tool in named.values() if tool is not None]
        fixed = bool(task.step.calls)
        given = Assignment(
            owner=task.owner,
            name=brief.agent,
            goal=task.step.goal,
            instructions=brief.instructions,
            tools=self._tools(task, brief, gathered, there),
            limits=_limits(brief, len(calls) if fixed else brief.calls),
            locale=task.mission.locale,
            zone=task.mission.timezone,
            parts=brief.parts,
            said=frozenset(meaningful_words([task.mission.goal])),
            first_calls=calls,
            tainted=brief.tainted,
            untold=frozenset({SKILLS_PART}),
            role=brief.role,
            effort=brief.effort,
        )
        work = await self._workshop.runs.begin(given)
        await retry_on_disconnect(lambda: self._bound(task, brief, work))
        place = Place(task.mission.id, task.step.id, brief.id)
        executor = RecordedExecutor(self._services, gate.account, place, step_tools.OWN)
        live = self.under_way.setdefault(task.mission.id, set())
        live.add(work.cancelled)
        try:
            return await self._workshop.runs.work(work, given, gate=gate, executor=executor)
        finally:
            live.discard(work.cancelled)

    async def _bound(self, task: Task, brief: Brief, work: Work) -> None:
        async with self._workshop.transaction(task.owner.id)() as tx:
            row = await repository.part(tx, MissionBrief, brief.id)
            assert row is not None
            row.run_id = work.run_id
            await tx.session.flush()

    async def _calls(self, task: Task) -> list[ToolCall]:
        """The calls that were fixed beforehand, what they refer to put in, and what the user answered about them."""
        if not task.step.calls:
            return []
        async with self._workshop.transaction(task.owner.id)() as tx:
            asked = [one for one in await repository.parts(tx, MissionQuestion, task.mission.id) if one.answer]
        told = {
            (one.source.get("tool"), one.source.get("field")): one.answer
            for one in asked
            if one.step_key == task.step.id
        }
        calls = [
            ToolCall(f"fixed_{at}", one.tool, _answered(one, filled(one.arguments, task.outputs), told))
            for at, one in enumerate(task.step.calls, 1)
        ]
        return [*calls, ToolCall("fixed_end", step_tools.DONE, {})]

    def _tools(self, task: Task, brief: Brief, gathered: Gathered, named: Sequence[ToolSpec]) -> list[ToolSpec]:
        if task.step.calls:
            return [*named, step_tools.done_tool()]
        helping = Delegating(self._workshop, self.make, task, brief)
        own = step_tools.agent_tools(
            gathered,
            lambda asked: self._known(task, brief, asked),
            lambda path, text: self._write(task, brief, path, text),
            helping.help if helping.possible else None,
        )
        return [*with_skills(self._services.by_name, named, brief.agent, brief.skills), *own]

    async def _known(self, task: Task, brief: Brief, asked: AskQuestion) -> tuple[str, str] | None:
        """An answer that was given already, or that is known; it is recorded with its source."""
        options = [{"id": str(at), "label": label} for at, label in enumerate(asked.options, 1)]
        wanted = Wanted(asked.question, options, asked.default or None)
        async with self._workshop.transaction(task.owner.id)() as tx:
            now = self._services.clock.now()
            row = await questions.ask(tx, task.mission, wanted, step_key=task.step.id, brief_id=brief.id, now=now)
            if row.answered_at is not None:
                return str(questions.chosen(row)["answer"]), str(row.answered_by)
            found = await questions.known_answer(tx, wanted, brief.context)
            if found is None:
                return None
            await questions.answered(tx, row, found.answer, found.by, now, found.source)
            return str(questions.chosen(row)["answer"]), found.by

    async def _write(self, task: Task, brief: Brief, path: str, text: str) -> str:
        assert task.mission.workspace_id is not None
        origin = Origin.THIRD_PARTY if brief.tainted else Origin.AGENT
        async with self._workshop.transaction(task.owner.id)() as tx:
            return await self._workshop.files.write(tx, task.mission.workspace_id, path, text, origin=origin)

    # --- what it gave

    async def _ended(
        self, task: Task, brief: Brief, gathered: Gathered, done: Delegated | str, gate: BudgetGate
    ) -> Ended:
        transaction = self._workshop.transaction(task.owner.id)

        async def store() -> Ended:
            async with transaction() as tx:
                every = await repository.parts(tx, MissionExecution, task.mission.id)
                briefs = await repository.parts(tx, MissionBrief, task.mission.id)
                own = _with_children(brief.id, briefs)
                made = [one for one in every if one.brief_id in own]
                row = await repository.part(tx, MissionBrief, brief.id, for_update=True)
                assert row is not None
                ended = replace(_judged(task, gathered, done, made), overran=gate.overran, tokens=row.spent_tokens)
                if isinstance(done, Delegated) and done.result is not None and done.result.asking is not None:
                    ended = replace(ended, asked=True, fault=None)
                    await self._ask(tx, task, brief, done)
                row.status = _status(ended)
                row.stop_reason = done.stop if isinstance(done, Delegated) else "refused"
                row.result = _stored(ended)
                row.finished_at = self._services.clock.now()
                if not ended.asked and not ended.cancelled:
                    for one in ended.claims:
                        tx.session.add(_claim(tx.owner_id, task, brief.id, one))
                await tx.session.flush()
                return replace(ended, brief_id=brief.id)

        return await retry_on_disconnect(store)

    async def _ask(self, tx: Any, task: Task, brief: Brief, done: Delegated) -> None:
        """A question that its run ended with; one that it asked by `ask_question` is stored already."""
        assert done.result is not None
        assert done.result.asking is not None
        judged, needs = done.result.asking
        tool = judged.spec.name if judged.spec is not None else judged.call.name
        if tool in step_tools.OWN:
            return
        options = [{"id": one.id, "label": one.label} for one in needs.options]
        row = await questions.ask(
            tx,
            task.mission,
            Wanted(needs.question, options, purpose="argument"),
            step_key=task.step.id,
            brief_id=brief.id,
            now=self._services.clock.now(),
        )
        row.source = {"tool": tool, "field": needs.field}
        await tx.session.flush()


def _with_children(brief_id: UUID, briefs: Sequence[MissionBrief]) -> set[UUID]:
    """A brief and all that came of it."""
    found = {brief_id}
    for one in briefs:  # as they came: a child after its parent
        if one.parent_id in found:
            found.add(one.id)
    return found


def _answered(call: PlannedCall, arguments: Mapping[str, Any], told: Mapping[tuple[Any, Any], Any]) -> dict[str, Any]:
    """The arguments with what the user answered when this call asked."""
    own = {name: value for (tool, name), value in told.items() if tool == call.tool and name}
    return {**arguments, **own}


def _limits(brief: Brief, calls: int) -> Limits:
    return Limits(
        max_steps=MOST_TURNS,
        max_tool_calls=calls,
        deadline_s=brief.deadline_ms / MS,
        max_tokens=max(brief.tokens, 1),
    )


def _judged(task: Task, gathered: Gathered, done: Delegated | str, made: Sequence[MissionExecution]) -> Ended:
    if isinstance(done, str):
        return Ended(fault=done)
    if done.stop == "cancelled":
        return Ended(cancelled=True, fault="It was stopped.")
    if done.result is not None and done.result.state.unavailable and not gathered.submitted:
        return Ended(fault="No model answered; what stood in for it is no result.")
    text, output, given = _given(gathered, done, made, fixed=bool(task.step.calls))
    claims = checked(given, Proof(made, gathered.files, task.mission.locale))
    ended = Ended(text=text, output=output, claims=claims, files=gathered.files)
    if done.stop != ENDED:
        return replace(ended, fault=f"It was ended by a bound ({done.stop}); that is no result.")
    left = Outcome(text, output, made, claims, gathered.files)
    return replace(ended, fault=fault_of(task.step, left))


def _given(
    gathered: Gathered, done: Delegated, made: Sequence[MissionExecution], *, fixed: bool
) -> tuple[str, dict[str, Any], list[Any]]:
    """Its text, its fields and its claims. A text that was not submitted is one claim on all that it called."""
    if fixed:
        return "\n".join(f"{one.tool}: {one.summary}" for one in made), {}, []
    if gathered.submitted:
        return gathered.summary, gathered.output, gathered.claims
    text = shorten(done.text, TEXT_CHARACTERS)
    told = parse_object(text) or {}
    if isinstance(told.get("summary"), str):
        output = told.get("output")
        claims = told.get("claims")
        return (
            str(told["summary"]),
            dict(output) if isinstance(output, Mapping) else {},
            list(claims) if isinstance(claims, list) else [],
        )
    evidence = [{"tool": one.tool} for one in made if one.state in {"done", "waiting"}]
    return text, {}, [{"text": text, "evidence": evidence[:5]}] if text.strip() else []


def _status(ended: Ended) -> str:
    if ended.asked:
        return "waiting"
    if ended.cancelled:
        return "interrupted"
    return "failed" if ended.fault else "done"


def _stored(ended: Ended) -> dict[str, Any]:
    told = {
        "summary": shorten(storable(ended.text), TEXT_CHARACTERS),
        "output": dict(ended.output),
        "fault": ended.fault,
        "files": dict(ended.files),
    }
    clean = storable_json(told)
    assert isinstance(clean, dict)
    return clean


def _claim(owner_id: UUID, task: Task, brief_id: UUID | None, one: Checked) -> MissionClaim:
    return MissionClaim(
        id=new_id(),
        user_id=owner_id,
        mission_id=task.mission.id,
        brief_id=brief_id,
        step_key=task.step.id,
        text=storable(one.text),
        label=one.label,
        why=one.why,
        evidence=[dict(each) for each in one.evidence],
    )
