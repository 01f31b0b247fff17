"""How is a batch of accepted calls carried out? Reads in parallel, writes one after the other, each in its transaction.

A write that must wait becomes a frozen preview; the step's record commits together with what the tool wrote, so that a
process that dies leaves the record of exactly what was done.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from orchestrator.agent.execution.error_learning import ErrorMemory
from orchestrator.agent.execution.results import (
    BatchOutcome,
    CallResult,
    asking,
    batch_outcome,
    entities_read,
    failed,
    frozen_tool,
    refused,
    spec_of,
    succeeded,
    written,
)
from orchestrator.agent.execution.validation import ValidatedCall, hold_reason
from orchestrator.agent.ports import Preview
from orchestrator.agent.tools.freezing import freeze, same_proposal, settled
from orchestrator.agent.tools.policy import blocked, named, policy_violations, refused_by, with_reasons
from orchestrator.agent.tools.spec import (
    FrozenTool,
    OutboundTool,
    Prepared,
    ReadTool,
    ToolContext,
    ToolResult,
)
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.bundle import ProposalRecord, StepRecord
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.errors import ClientError, ToolFailed
from orchestrator.telemetry.metrics import METRICS
from orchestrator.telemetry.tracing import span

MILLISECONDS = 1000


class ToolExecutor:
    """Carries out batches for one turn after the other; holds no state of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lessons = ErrorMemory(services)

    async def execute(
        self, batch: Sequence[ValidatedCall], turn: Turn, state: TurnState, *, index: int, model_call: Mapping[str, Any]
    ) -> BatchOutcome:
        """Execute what was accepted, record all of it. Never raises for what a tool did."""
        record = StepRecord(index=index, model_call=dict(model_call))
        done: dict[int, CallResult] = {}
        reads = [i for i, one in enumerate(batch) if one.accepted and _is_read(one, turn, state)]
        writes = [i for i, one in enumerate(batch) if one.accepted and i not in reads]
        for i, one in enumerate(batch):
            if not one.accepted:
                done[i] = refused(one)
        for i, executed in zip(reads, await self._reads([batch[i] for i in reads], turn), strict=True):
            done[i] = executed
        record = record.model_copy(update={"read": entities_read(done.values())})
        for i in writes:
            done[i] = await self._write(batch[i], turn, state, record, done)
        ordered = [done[i] for i in range(len(batch))]
        for executed in ordered:
            tool = executed.judged.spec.name if executed.judged.spec is not None else "unknown"
            METRICS.tool_calls.labels(tool, executed.record.outcome).inc()
        record = record.model_copy(update={"proposals": [executed.record for executed in ordered]})
        if not writes:
            await self._save(turn, record)
        if model_call.get("role") == "reader":
            return batch_outcome(ordered, record, turn, state.lessons)
        after = await self._lessons.after(ordered, turn, state.lessons, step=index)
        return batch_outcome(after.ordered, record, turn, after.lessons)

    async def _save(self, turn: Turn, record: StepRecord) -> None:
        async def save() -> None:
            async with self._services.unit_of_work_of(turn.owner.id) as tx:
                await self._services.turns.save_step(tx, turn.run_id, record)

        await retry_on_disconnect(save)

    # --- reads

    async def _reads(self, batch: Sequence[ValidatedCall], turn: Turn) -> list[CallResult]:
        for one in batch:
            turn.emit("tool.started", {"tool": one.spec.name if one.spec else one.call.name})
        if all(not isinstance(one.spec, ReadTool) or one.spec.independent for one in batch):
            results = await asyncio.gather(*(self._read(one, turn) for one in batch))
        else:
            results = [await self._read(one, turn) for one in batch]
        for executed in results:
            turn.emit("tool.finished", _finished(executed))
        return list(results)

    async def _read(self, judged: ValidatedCall, turn: Turn) -> CallResult:
        spec = spec_of(judged)
        execute = (spec.lookup if isinstance(spec, OutboundTool) else None) or spec.execute
        started = asyncio.get_running_loop().time()

        async def once() -> ToolResult | NeedUserInput:
            async with self._services.unit_of_work_of(turn.owner.id) as tx:
                return await execute(self._context(tx, turn), judged.payload)

        try:
            with span("tool", tool=spec.name):
                async with asyncio.timeout(spec.timeout_s):
                    result = await retry_on_disconnect(once)
        except Exception as error:  # noqa: BLE001  (border: whatever a tool does, the turn goes on)
            return failed(judged, error, _elapsed(started))
        if isinstance(result, NeedUserInput):
            return asking(judged, result, _elapsed(started))
        return succeeded(judged, result, _elapsed(started))

    # --- writes

    async def _write(
        self, judged: ValidatedCall, turn: Turn, state: TurnState, record: StepRecord, done: Mapping[int, CallResult]
    ) -> CallResult:
        spec = spec_of(judged)
        turn.emit("tool.started", {"tool": spec.name})
        started = asyncio.get_running_loop().time()
        earlier = [done[i].record for i in sorted(done)]
        try:
            with span("tool", tool=spec.name):
                async with asyncio.timeout(spec.timeout_s):
                    executed = await self._write_durably(judged, turn, state, record, earlier)
        except Exception as error:  # noqa: BLE001  (border: whatever a tool does, the turn goes on)
            executed = failed(judged, error, _elapsed(started))
            step = record.model_copy(update={"proposals": [*earlier, executed.record]})
            await self._save(turn, step)
        turn.emit("tool.finished", _finished(executed))
        return executed

    async def _write_durably(
        self, judged: ValidatedCall, turn: Turn, state: TurnState, record: StepRecord, earlier: Sequence[ProposalRecord]
    ) -> CallResult:
        """The write in one transaction. Where the connection broke off at its end, the stored preview tells whether it
        was committed; it is carried out again only if it was not."""
        frozen: list[Preview] = []

        async def once() -> CallResult:
            if frozen:
                committed = await self._committed(turn, frozen[-1])
                if committed is not None:
                    return written(judged, committed, None, None)
            async with self._services.unit_of_work_of(turn.owner.id) as tx:
                context = self._context(tx, turn)
                executed = await self._prepare_and_freeze(judged, turn, state, context, frozen)
                step = record.model_copy(update={"proposals": [*earlier, executed.record]})
                await self._services.turns.save_step(tx, turn.run_id, step)
                return executed

        return await retry_on_disconnect(once)

    async def _committed(self, turn: Turn, preview: Preview) -> Preview | None:
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            return await self._services.previews.find(tx, preview.id)

    async def _prepare_and_freeze(
        self, judged: ValidatedCall, turn: Turn, state: TurnState, context: ToolContext, frozen: list[Preview]
    ) -> CallResult:
        spec = frozen_tool(judged)
        started = asyncio.get_running_loop().time()
        prepared = await prepare(spec, context, judged)
        if isinstance(prepared, NeedUserInput):
            return asking(judged, prepared, _elapsed(started))
        if (rule := refused_by(spec, context, prepared.arguments)) is not None:
            return refused(replace(judged, verdict="reject", reason=blocked(rule, spec.name), why="rule"))
        held = await policy_violations(spec, context, prepared.arguments)
        prepared = with_reasons(prepared, held)
        waiting = await self._services.previews.pending(context.tx, thread_id=turn.thread_id)
        twin = next((one for one in (*waiting, *state.previews) if same_proposal(one, spec.name, prepared)), None)
        if twin is not None:
            return written(judged, twin, None, prepared)
        now = self._services.clock.now()
        preview = freeze(
            spec,
            prepared,
            owner_id=turn.owner.id,
            zone=turn.zone,
            locale=turn.locale,
            now=now,
            tainted=state.tainted,
            thread_id=turn.thread_id,
            run_id=turn.run_id,
        )
        preview = replace(preview, held_by_rules=named(held))
        result: ToolResult | None = None
        reason = " ".join(one.why for one in held) or hold_reason(judged, turn, state, stated=prepared.stated)
        if reason is None and spec.reaches_outside(preview.arguments):
            reason = "it is written to another server"
        if reason is None:
            result = await execute_frozen(spec, context, preview.arguments)
            preview = settled(preview, result, now=now)
        frozen.append(preview)
        await self._services.previews.add(context.tx.session, preview)
        return written(judged, preview, result, prepared, reason or "")

    def _context(self, tx: Tx, turn: Turn) -> ToolContext:
        return self._services.tool_context(
            tx,
            now=turn.now,
            zone=turn.zone,
            locale=turn.locale,
            rules=turn.rules,
            scopes=turn.owner.scopes,
            question=turn.question,
            run_id=turn.run_id,
            thread_id=turn.thread_id,
            discourse=turn.discourse,
            message_id=turn.live.message_id,
        )


async def prepare(spec: FrozenTool, context: ToolContext, judged: ValidatedCall) -> Prepared | NeedUserInput:
    """What will be frozen. A tool without `prepare` takes its arguments as they are."""
    if spec.prepare is None:
        return Prepared(arguments=dict(judged.arguments or {}), title=spec.name, summary=spec.description)
    return await spec.prepare(context, judged.payload)


async def execute_frozen(spec: FrozenTool, context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    """Execute frozen arguments. Raises ToolFailed where the tool asks instead of doing, or a service refuses."""
    try:
        result = await spec.execute(context, dict(arguments))
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    if isinstance(result, NeedUserInput):
        raise ToolFailed(result.question)
    return result


def _is_read(judged: ValidatedCall, turn: Turn, state: TurnState) -> bool:
    """Reads, and outbound calls that need no preview."""
    spec = spec_of(judged)
    if isinstance(spec, ReadTool):
        return True
    looks_up = isinstance(spec, OutboundTool) and (spec.lookup is not None or spec.prepare is None)
    return looks_up and hold_reason(judged, turn, state) is None


def _elapsed(started: float) -> int:
    return int((asyncio.get_running_loop().time() - started) * MILLISECONDS)


def _finished(executed: CallResult) -> dict[str, Any]:
    record = executed.record
    return {"tool": record.tool, "outcome": record.outcome, "duration_ms": record.duration_ms}
