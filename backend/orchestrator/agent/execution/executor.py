"""How is a batch of judged calls carried out? Reads in parallel, writes one after the other, each by the pipeline.

The record of a step commits together with what a write wrote, so that a process that dies leaves the record of exactly
what was done. One that ended its run commits with the run's end.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.execution.call_site import CallSite
from orchestrator.agent.execution.calls import CallPipeline, is_read
from orchestrator.agent.execution.error_learning import ErrorMemory
from orchestrator.agent.execution.results import BatchOutcome, CallResult, batch_outcome, concluded, entities_read
from orchestrator.agent.execution.validation import ValidatedCall
from orchestrator.agent.tools.spec import ReadTool
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import RunLessons
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.bundle import ProposalRecord, StepRecord
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx

Beside = Callable[[Tx, BatchOutcome], Awaitable[None]]
"""What is stored together with the record of a batch, before it; may be called again where the connection was lost."""


class ToolExecutor:
    """Carries out batches for one turn after the other; holds no state of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._calls = CallPipeline(services)
        self._lessons = ErrorMemory(services)

    async def execute(
        self,
        batch: Sequence[ValidatedCall],
        turn: Turn,
        site: CallSite,
        lessons: RunLessons,
        *,
        index: int,
        model_call: Mapping[str, Any],
        beside: Beside | None = None,
    ) -> BatchOutcome:
        """Execute what was accepted, record all of it. Never raises for what a tool did. `beside`: of a batch with a
        write, whose record is stored already, in a transaction of its own."""
        record = StepRecord(index=index, model_call=dict(model_call))
        reads = [i for i, one in enumerate(batch) if one.accepted and is_read(one, site)]
        writes = [i for i, one in enumerate(batch) if one.accepted and i not in reads]
        done: dict[int, CallResult] = {
            i: await self._calls.carry_out(one, site) for i, one in enumerate(batch) if not one.accepted
        }
        done.update(zip(reads, await self._reads([batch[i] for i in reads], turn, site), strict=True))
        record = record.model_copy(update={"read": entities_read(done.values())})
        for i in writes:
            earlier = [done[j].record for j in sorted(done)]
            done[i] = await self._write(batch[i], turn, site, record, earlier)
        ordered = [done[i] for i in range(len(batch))]
        record = record.model_copy(update={"proposals": [executed.record for executed in ordered]})
        if model_call.get("role") != "reader":
            after = await self._lessons.after(ordered, turn, lessons, step=index)
            ordered, lessons = list(after.ordered), after.lessons
        outcome = batch_outcome(ordered, record, turn, lessons)
        if beside is None and not writes and any(map(concluded, batch, record.proposals)):
            return replace(outcome, step=replace(outcome.step, unsaved=True))
        if not writes or beside is not None:
            await self._save(
                turn, None if writes else record, (lambda tx: beside(tx, outcome)) if beside is not None else None
            )
        return outcome

    async def _save(
        self, turn: Turn, record: StepRecord | None, first: Callable[[Tx], Awaitable[None]] | None = None
    ) -> None:
        async def save() -> None:
            async with self._services.unit_of_work_of(turn.owner.id) as tx:
                if first is not None:
                    await first(tx)
                if record is not None:
                    await self._services.turns.save_step(tx, turn.run_id, record)

        await retry_on_disconnect(save)

    async def _reads(self, batch: Sequence[ValidatedCall], turn: Turn, site: CallSite) -> list[CallResult]:
        for one in batch:
            _tell_start(turn, one)
        if all(not isinstance(one.spec, ReadTool) or one.spec.independent for one in batch):
            results = list(await asyncio.gather(*(self._calls.carry_out(one, site) for one in batch)))
        else:
            results = [await self._calls.carry_out(one, site) for one in batch]
        for executed in results:
            _tell_end(turn, executed)
        return results

    async def _write(
        self, judged: ValidatedCall, turn: Turn, site: CallSite, record: StepRecord, earlier: Sequence[ProposalRecord]
    ) -> CallResult:
        """`earlier`: the records of the batch before it."""

        def step(executed: CallResult) -> StepRecord:
            return record.model_copy(update={"proposals": [*earlier, executed.record]})

        async def stored(session: AsyncSession, executed: CallResult) -> None:
            await self._services.turns.save_step(Tx(session, turn.owner.id), turn.run_id, step(executed))

        _tell_start(turn, judged)
        executed = await self._calls.carry_out(judged, site, stored)
        if executed.error is not None:
            await self._save(turn, step(executed))
        _tell_end(turn, executed)
        return executed


def _tell_start(turn: Turn, judged: ValidatedCall) -> None:
    turn.emit("tool.started", {"tool": judged.spec.name if judged.spec is not None else judged.call.name})


def _tell_end(turn: Turn, executed: CallResult) -> None:
    record = executed.record
    turn.emit("tool.finished", {"tool": record.tool, "outcome": record.outcome, "duration_ms": record.duration_ms})
