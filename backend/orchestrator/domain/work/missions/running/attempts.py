"""How does an agent do a step? In a run of the bounded loop with its brief alone, behind the ledger; what it gives is
taken as far as code finds it so."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.context import GOING_ON
from orchestrator.agent.runs.delegated import Assignment, Delegated, OutOfBudget, Work
from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.limits import Limits
from orchestrator.agent.types.origin import Origin
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.domain.work.missions import ledger, repository
from orchestrator.domain.work.missions.ledger import Account, Amount
from orchestrator.domain.work.missions.model import (
    MissionBrief,
    MissionClaim,
    MissionQuestion,
)
from orchestrator.domain.work.missions.planning.plan import PlannedCall, filled
from orchestrator.domain.work.missions.running import questions, step_tools
from orchestrator.domain.work.missions.running.bound_tools import SKILLS_PART, in_folder, with_skills
from orchestrator.domain.work.missions.running.briefing import MOST_TURNS, Brief, brief_for
from orchestrator.domain.work.missions.running.delegating import Delegating
from orchestrator.domain.work.missions.running.effects import Place, RecordedExecutor
from orchestrator.domain.work.missions.running.gate import BudgetGate
from orchestrator.domain.work.missions.running.judging import earlier_attempts, judged, status, stored, with_children
from orchestrator.domain.work.missions.running.proof.claims import Checked
from orchestrator.domain.work.missions.running.questions import Wanted
from orchestrator.domain.work.missions.running.step_tools import AskQuestion, Gathered
from orchestrator.domain.work.missions.running.task import Ended, Task
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import storable
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import meaningful_words
from orchestrator.llm.messages import ToolCall

MS = 1_000
_UNTOLD = frozenset({SKILLS_PART, GOING_ON})
"""A step has its brief: what waits for the user, what failed and what comes next is not its business."""
Keep = Callable[[Tx, Ended], Awaitable[None]]
"""Stores how an attempt ended in its step, in the transaction that stores the attempt."""


@dataclass(frozen=True)
class _Begun:
    """An attempt that is stored as begun. `time`: settles the time that was set aside; without `work`, `fault` says why
    there is none."""

    brief: Brief
    gate: BudgetGate
    time: UUID
    given: Assignment | None = None
    work: Work | None = None
    fault: str = ""


class Attempts:
    """Makes attempts; `under_way`: the runs that a cancellation has to reach."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._services = workshop.runs.services
        self.under_way: dict[UUID, set[asyncio.Event]] = {}

    async def make(self, task: Task, keep: Keep | None = None) -> Ended:
        """One attempt, recorded whole; `keep`: what is stored together with how it ended. Never raises for what a
        model or a tool did."""
        gathered = Gathered()
        named = {name: await self._services.tool(task.owner.id, name) for name in task.step.tools}
        try:
            begun = await retry_on_disconnect(lambda: self._begun(task, gathered, named))
        except OutOfBudget:
            return Ended(fault=say("missions.fault.no_room", task.mission.locale))
        clock = asyncio.get_running_loop()
        since, ended = clock.time(), None

        async def closing(tx: Tx, done: Delegated | str) -> None:
            nonlocal ended
            ended = None
            await repository.lock(tx, task.mission.id)
            await begun.gate.settle(tx)
            await ledger.settle(tx, begun.time, Amount(ms=int((clock.time() - since) * MS)))
            ended = await self._ended(tx, task, begun.brief, gathered, done, begun.gate)
            if keep is not None:
                await keep(tx, ended)
                ended = replace(ended, kept=True)

        try:
            await self._worked(task, begun, closing)
        finally:
            if ended is None:
                await retry_on_disconnect(lambda: self._broken_off(task, begun, int((clock.time() - since) * MS)))
        assert ended is not None  # `work` calls `closing` before it returns
        return ended

    async def _begun(self, task: Task, gathered: Gathered, named: Mapping[str, ToolSpec | None]) -> _Begun:
        """All that an attempt begins with, at once: its brief, its time, its run. Raises OutOfBudget."""
        account = Account(task.mission.id, task.epoch)
        async with self._workshop.transaction(task.owner.id)() as tx:
            brief, row = await brief_for(
                tx,
                task.mission,
                task.step,
                epoch=task.epoch,
                attempt=task.attempt,
                outputs=task.outputs,
                parent=task.parent,
                item=task.item,
            )
            own = 0 if task.parent is not None else brief.deadline_ms  # a child's time is its parent's
            time = await ledger.reserve(tx, account, Amount(ms=own))
            bounded = task.mission.limit_money is not None or brief.money is not None
            account = replace(account, brief_id=brief.id, most_money=brief.money)
            price = self._workshop.price_in(task.mission.currency)
            gate = BudgetGate(self._workshop.transaction(task.owner.id), account, price, bounded)
            begun = await self._with_work(tx, task, _Begun(brief, gate, time), gathered, named)
            row.run_id = begun.work.run_id if begun.work is not None else None
            tx.session.add(row)
            await tx.session.flush()
            return begun

    async def _with_work(
        self, tx: Tx, task: Task, begun: _Begun, gathered: Gathered, named: Mapping[str, ToolSpec | None]
    ) -> _Begun:
        """Its run, or why there is none."""
        if gone := [name for name, tool in named.items() if tool is None]:
            why = say("missions.fault.tool_gone", task.mission.locale, tool=gone[0])
            return replace(begun, fault=why)
        try:
            calls = await self._calls(tx, task)
        except KeyError as error:
            return replace(begun, fault=say("missions.fault.not_given", task.mission.locale, what=str(error)))
        tools = self._tools(task, begun.brief, gathered, [tool for tool in named.values() if tool is not None])
        given = _assignment(task, begun.brief, tools, calls)
        return replace(begun, given=given, work=await self._workshop.runs.begun_in(tx, given))

    async def _worked(
        self, task: Task, begun: _Begun, closing: Callable[[Tx, Delegated | str], Awaitable[None]]
    ) -> None:
        """The run to its end; where it could not be begun, that is its end."""
        given, work = begun.given, begun.work
        if given is None or work is None:

            async def close() -> None:
                async with self._workshop.transaction(task.owner.id)() as tx:
                    await closing(tx, begun.fault)

            await retry_on_disconnect(close)
            return
        gate = begun.gate
        executor = RecordedExecutor(
            self._services,
            gate.account,
            Place(task.mission.id, task.step.id, begun.brief.id),
            step_tools.OWN,
            spending=frozenset({step_tools.DELEGATE}),
            settle=gate.settle,
        )
        live = self.under_way.setdefault(task.mission.id, set())
        live.add(work.cancelled)
        try:
            await self._workshop.runs.work(work, given, gate=gate, executor=executor, closing=closing)
        finally:
            live.discard(work.cancelled)

    async def _broken_off(self, task: Task, begun: _Begun, took: int) -> None:
        """What it used is known even where nobody knows what it gave."""
        async with self._workshop.transaction(task.owner.id)() as tx:
            await begun.gate.settle(tx)
            await ledger.settle(tx, begun.time, Amount(ms=took))

    async def _calls(self, tx: Tx, task: Task) -> list[ToolCall]:
        """The calls that were fixed beforehand, what they refer to put in, and what the user answered about them.
        Raises KeyError."""
        if not task.step.calls:
            return []
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

    def _tools(self, task: Task, brief: Brief, gathered: Gathered, there: Sequence[ToolSpec]) -> list[ToolSpec]:
        named = in_folder(there, task.mission.workspace_id)
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
        origin = Origin.THIRD_PARTY if brief.tainted else Origin.AGENT
        async with self._workshop.transaction(task.owner.id)() as tx:
            return await self._workshop.files.write(tx, task.mission.workspace_id, path, text, origin=origin)

    # --- what it gave

    async def _ended(
        self, tx: Tx, task: Task, brief: Brief, gathered: Gathered, done: Delegated | str, gate: BudgetGate
    ) -> Ended:
        briefs = await repository.parts(tx, MissionBrief, task.mission.id)
        made = await repository.called(tx, task.mission.id, with_children(brief.id, briefs))
        row = next(one for one in briefs if one.id == brief.id)
        ended = replace(judged(task, gathered, done, made), overran=gate.overran, tokens=row.spent_tokens)
        if isinstance(done, Delegated) and done.result is not None and done.result.asking is not None:
            ended = replace(ended, asked=True, fault=None)
            await self._ask(tx, task, brief, done)
        row.status = status(ended)
        row.stop_reason = done.stop if isinstance(done, Delegated) else "refused"
        row.result = stored(ended)
        row.finished_at = self._services.clock.now()
        if not ended.asked and not ended.cancelled:
            await repository.forget_claims(tx, task.mission.id, task.step.id, of=earlier_attempts(row, briefs))
            for one in ended.claims:
                tx.session.add(_claim(tx.owner_id, task, brief.id, one))
        await tx.session.flush()
        return replace(ended, brief_id=brief.id)

    async def _ask(self, tx: Tx, task: Task, brief: Brief, done: Delegated) -> None:
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


def _assignment(task: Task, brief: Brief, tools: Sequence[ToolSpec], calls: Sequence[ToolCall]) -> Assignment:
    return Assignment(
        owner=task.owner,
        name=brief.agent,
        goal=task.step.goal,
        instructions=brief.instructions,
        tools=tools,
        limits=_limits(brief, len(calls) if task.step.calls else brief.calls),
        locale=task.mission.locale,
        zone=task.mission.timezone,
        parts=brief.parts,
        said=frozenset(meaningful_words([task.mission.goal])),
        first_calls=calls,
        tainted=brief.tainted,
        untold=_UNTOLD,
        role=brief.role,
        effort=brief.effort,
    )


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
