"""How is a batch of accepted calls carried out? Reads in parallel, writes one after the other, each in its transaction.

A write that must wait becomes a frozen preview; the step's record commits together with what the tool wrote, so that a
process that dies leaves the record of exactly what was done.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from orchestrator.agent.bundle import EntityOut, ProposalRecord, StepRecord
from orchestrator.agent.clarification import NeedUserInput
from orchestrator.agent.durable import is_disconnect, until_reachable
from orchestrator.agent.origin import Origin
from orchestrator.agent.ports import EntityRef, Preview
from orchestrator.agent.prevalidation import Judged, hold_reason
from orchestrator.agent.previews import canonical, freeze, same_proposal, settled
from orchestrator.agent.services import Services
from orchestrator.agent.state import StepOutcome, TurnState
from orchestrator.agent.tool import Effect, Prepared, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.turn import Turn
from orchestrator.errors import ClientError, ToolError, ToolFailed
from orchestrator.llm.messages import LedgerEntry, Message, Role
from orchestrator.telemetry.logging import get_logger
from orchestrator.telemetry.metrics import METRICS
from orchestrator.telemetry.tracing import span

MAX_RESULT_BYTES = 200_000
"""A result larger than this is a defect of its tool: no prompt can hold it."""
MILLISECONDS = 1000

log = get_logger(__name__)


@dataclass(frozen=True)
class Executed:
    """What became of one judged call."""

    judged: Judged
    record: ProposalRecord
    entry: LedgerEntry | None = None
    result: ToolResult | None = None
    preview: Preview | None = None
    needs: NeedUserInput | None = None
    counts: bool = False


@dataclass(frozen=True)
class BatchOutcome:
    """A carried-out batch. `asking`: the first call that only the user can complete, with its question."""

    step: StepOutcome
    asking: tuple[Judged, NeedUserInput] | None = None


class ToolExecutor:
    """Carries out batches for one turn after the other; holds no state of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def carry_out(
        self, batch: Sequence[Judged], turn: Turn, state: TurnState, *, index: int, model_call: Mapping[str, Any]
    ) -> BatchOutcome:
        """Execute what was accepted, record all of it. Never raises for what a tool did."""
        record = StepRecord(index=index, model_call=dict(model_call))
        done: dict[int, Executed] = {}
        reads = [i for i, one in enumerate(batch) if one.accepted and _is_read(one, turn, state)]
        writes = [i for i, one in enumerate(batch) if one.accepted and i not in reads]
        for i, one in enumerate(batch):
            if not one.accepted:
                done[i] = _refusal(one)
        for i, executed in zip(reads, await self._reads([batch[i] for i in reads], turn), strict=True):
            done[i] = executed
        for i in writes:
            done[i] = await self._write(batch[i], turn, state, record, done)
        ordered = [done[i] for i in range(len(batch))]
        for executed in ordered:
            tool = executed.judged.spec.name if executed.judged.spec is not None else "unknown"
            METRICS.tool_calls.labels(tool, executed.record.outcome).inc()
        record = record.model_copy(update={"proposals": [executed.record for executed in ordered]})
        if not writes:
            await self._save(turn, record)
        return _outcome(ordered, record, turn)

    async def _save(self, turn: Turn, record: StepRecord) -> None:
        async def save() -> None:
            async with self._services.unit_of_work() as session:
                await self._services.turns.save_step(session, turn.owner.id, turn.run_id, record)

        await until_reachable(save)

    # --- reads

    async def _reads(self, batch: Sequence[Judged], turn: Turn) -> list[Executed]:
        for one in batch:
            turn.emit("tool.started", {"tool": one.spec.name if one.spec else one.call.name})
        if all(one.spec is not None and one.spec.independent for one in batch):
            results = await asyncio.gather(*(self._read(one, turn) for one in batch))
        else:
            results = [await self._read(one, turn) for one in batch]
        for executed in results:
            turn.emit("tool.finished", _finished(executed))
        return list(results)

    async def _read(self, judged: Judged, turn: Turn) -> Executed:
        spec = _spec(judged)
        started = asyncio.get_running_loop().time()

        async def once() -> ToolResult | NeedUserInput:
            async with self._services.unit_of_work() as session:
                return await spec.execute(self._context(session, turn), judged.payload)

        try:
            with span("tool", tool=spec.name):
                async with asyncio.timeout(spec.timeout_s):
                    result = await until_reachable(once)
        except Exception as error:  # noqa: BLE001  (border: whatever a tool does, the turn goes on)
            return _failure(judged, error, _elapsed(started))
        if isinstance(result, NeedUserInput):
            return _asks(judged, result, _elapsed(started))
        return _success(judged, result, _elapsed(started))

    # --- writes

    async def _write(
        self, judged: Judged, turn: Turn, state: TurnState, record: StepRecord, done: Mapping[int, Executed]
    ) -> Executed:
        spec = _spec(judged)
        turn.emit("tool.started", {"tool": spec.name})
        started = asyncio.get_running_loop().time()
        earlier = [done[i].record for i in sorted(done)]
        try:
            with span("tool", tool=spec.name):
                async with asyncio.timeout(spec.timeout_s):
                    executed = await self._write_durably(judged, turn, state, record, earlier)
        except Exception as error:  # noqa: BLE001  (border: whatever a tool does, the turn goes on)
            executed = _failure(judged, error, _elapsed(started))
            failed = record.model_copy(update={"proposals": [*earlier, executed.record]})
            await self._save(turn, failed)
        turn.emit("tool.finished", _finished(executed))
        return executed

    async def _write_durably(
        self, judged: Judged, turn: Turn, state: TurnState, record: StepRecord, earlier: Sequence[ProposalRecord]
    ) -> Executed:
        """The write in one transaction. Where the connection broke off at its end, the stored preview tells whether it
        was committed; it is carried out again only if it was not."""
        frozen: list[Preview] = []

        async def once() -> Executed:
            if frozen:
                committed = await self._committed(turn, frozen[-1])
                if committed is not None:
                    return _written(judged, committed, None)
            async with self._services.unit_of_work() as session:
                context = self._context(session, turn)
                executed = await self._prepare_and_freeze(judged, turn, state, context, frozen)
                step = record.model_copy(update={"proposals": [*earlier, executed.record]})
                await self._services.turns.save_step(session, turn.owner.id, turn.run_id, step)
                return executed

        return await until_reachable(once)

    async def _committed(self, turn: Turn, preview: Preview) -> Preview | None:
        async with self._services.unit_of_work() as session:
            return await self._services.previews.find(session, turn.owner.id, preview.id)

    async def _prepare_and_freeze(
        self, judged: Judged, turn: Turn, state: TurnState, context: ToolContext, frozen: list[Preview]
    ) -> Executed:
        spec = _spec(judged)
        started = asyncio.get_running_loop().time()
        prepared = await prepare(spec, context, judged)
        if isinstance(prepared, NeedUserInput):
            return _asks(judged, prepared, _elapsed(started))
        waiting = await self._services.previews.pending(context.session, turn.owner.id, thread_id=turn.thread_id)
        twin = next((one for one in (*waiting, *state.previews) if same_proposal(one, spec.name, prepared)), None)
        if twin is not None:
            return _written(judged, twin, None)
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
        result: ToolResult | None = None
        if hold_reason(judged, turn, state) is None:
            result = await execute_frozen(spec, context, preview.arguments)
            preview = settled(preview, result, now=now)
        frozen.append(preview)
        await self._services.previews.add(context.session, preview)
        return _written(judged, preview, result, hold_reason(judged, turn, state) or "", prepared.hints)

    def _context(self, session: Any, turn: Turn) -> ToolContext:
        return self._services.tool_context(
            session,
            owner_id=turn.owner.id,
            now=turn.now,
            zone=turn.zone,
            locale=turn.locale,
            rules=turn.rules,
            scopes=turn.owner.scopes,
            question=turn.question,
            run_id=turn.run_id,
            thread_id=turn.thread_id,
        )


async def prepare(spec: ToolSpec, context: ToolContext, judged: Judged) -> Prepared | NeedUserInput:
    """What will be frozen. A tool without `prepare` takes its arguments as they are."""
    if spec.prepare is None:
        return Prepared(arguments=dict(judged.arguments or {}), title=spec.name, summary=spec.description)
    return await spec.prepare(context, judged.payload)


async def execute_frozen(spec: ToolSpec, context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    """Execute frozen arguments. Raises ToolFailed where the tool asks instead of doing, or a service refuses."""
    try:
        result = await spec.execute(context, dict(arguments))
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    if isinstance(result, NeedUserInput):
        raise ToolFailed(result.question)
    return result


def _is_read(judged: Judged, turn: Turn, state: TurnState) -> bool:
    """Reads, and outbound calls that need no preview."""
    spec = _spec(judged)
    if spec.effect is Effect.READ:
        return True
    return spec.effect is Effect.OUTBOUND and spec.prepare is None and hold_reason(judged, turn, state) is None


def _spec(judged: Judged) -> ToolSpec:
    if judged.spec is None:
        msg = "only a call of a known tool is carried out"
        raise ValueError(msg)
    return judged.spec


def _elapsed(started: float) -> int:
    return int((asyncio.get_running_loop().time() - started) * MILLISECONDS)


def _finished(executed: Executed) -> dict[str, Any]:
    record = executed.record
    return {"tool": record.tool, "outcome": record.outcome, "duration_ms": record.duration_ms}


def _base(judged: Judged, verdict: str, **values: Any) -> ProposalRecord:
    effect = judged.spec.effect.value if judged.spec is not None else "read"
    tool = judged.spec.name if judged.spec is not None else judged.call.name
    return ProposalRecord(tool=tool, arguments=judged.shown_arguments, verdict=verdict, effect=effect, **values)


def _refusal(judged: Judged) -> Executed:
    record = _base(judged, "reject", reason=judged.reason, outcome="refused")
    entry = None
    if judged.spec is not None and judged.why != "duplicate":
        entry = LedgerEntry(
            tool=record.tool,
            arguments=dict(judged.arguments or {}),
            effect=judged.spec.effect.value,
            outcome="refused",
            summary=judged.reason,
        )
    return Executed(judged, record, entry)


def _failure(judged: Judged, error: Exception, duration_ms: int) -> Executed:
    spec = _spec(judged)
    if isinstance(error, ToolError | ClientError):
        reason = str(error)
    elif isinstance(error, TimeoutError):
        reason = f"'{spec.name}' took longer than {spec.timeout_s:.0f} s and was stopped; nothing of it was stored."
    else:
        reason = f"'{spec.name}' failed on the server's side; nothing of it was stored."
        known = isinstance(error, SQLAlchemyError | OSError)
        log.error("tool failed", tool=spec.name, exc_info=None if known and _is_down(error) else error)
    record = _base(judged, judged.verdict, reason=reason, outcome="failed", duration_ms=duration_ms)
    entry = LedgerEntry(
        tool=spec.name,
        arguments=dict(judged.arguments or {}),
        effect=spec.effect.value,
        outcome="failed",
        summary=reason,
    )
    return Executed(judged, record, entry, counts=True)


def _is_down(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and is_disconnect(error)


def _asks(judged: Judged, needs: NeedUserInput, duration_ms: int) -> Executed:
    record = _base(
        judged,
        judged.verdict,
        reason=judged.reason,
        outcome="needs_input",
        result_summary=needs.question,
        duration_ms=duration_ms,
    )
    return Executed(judged, record, needs=needs, counts=_spec(judged).effect is Effect.READ)


def _success(judged: Judged, result: ToolResult, duration_ms: int) -> Executed:
    spec = _spec(judged)
    data = _checked(spec, result)
    record = _base(
        judged,
        judged.verdict,
        reason=judged.reason,
        outcome="done",
        result_summary=result.summary,
        origin=result.origin.value,
        duration_ms=duration_ms,
    )
    entry = LedgerEntry(
        tool=spec.name,
        arguments=dict(judged.arguments or {}),
        effect=spec.effect.value,
        outcome="done",
        summary=result.summary,
        data=data,
        empty=result.empty,
        origin=result.origin.value,
    )
    return Executed(judged, record, entry, result, counts=True)


def _checked(spec: ToolSpec, result: ToolResult) -> Mapping[str, Any]:
    """The result's data as plain JSON; a result that is none, or that no prompt can hold, is replaced by its summary."""
    text = canonical(result.data)
    if len(text) > MAX_RESULT_BYTES:
        log.warning("tool result too large", tool=spec.name, bytes=len(text))
        return {"summary": result.summary, "truncated": True}
    data: Mapping[str, Any] = json.loads(text)
    return data


def _written(
    judged: Judged, preview: Preview, result: ToolResult | None, reason: str = "", hints: Sequence[str] = ()
) -> Executed:
    spec = _spec(judged)
    done = preview.state == "confirmed"
    entity = (preview.result or {}).get("entity")
    summary = str((preview.result or {}).get("summary") or preview.summary)
    record = _base(
        judged,
        judged.verdict if done else "hold",
        reason=judged.reason or reason,
        outcome="done" if done else "waiting",
        result_summary=summary,
        entity=EntityOut(**entity) if entity else None,
        preview_id=str(preview.id),
    )
    data = {"preview_id": str(preview.id), "title": preview.title, "summary": summary, "arguments": preview.arguments}
    if hints:
        data["hints"] = list(hints)
    entry = LedgerEntry(
        tool=spec.name,
        arguments=dict(judged.arguments or {}),
        effect=spec.effect.value,
        outcome="done" if done else "waiting",
        summary=summary,
        data=data,
    )
    return Executed(judged, record, entry, result, preview, counts=done)


def _outcome(ordered: Sequence[Executed], record: StepRecord, turn: Turn) -> BatchOutcome:
    results = [executed.result for executed in ordered if executed.result is not None]
    reads = [executed for executed in ordered if executed.result is not None and executed.preview is None]
    evidence = {kind for result in results if not result.empty for kind in (result.evidence or {"retrieval"})}
    tried = {"looked_up"} if reads else set()
    step = StepOutcome(
        record=record,
        entries=tuple(executed.entry for executed in ordered if executed.entry is not None),
        messages=tuple(_message(executed, turn) for executed in ordered),
        previews=tuple(executed.preview for executed in ordered if executed.preview is not None),
        inspected=_refs(results, "inspected"),
        context=_refs(results, "context"),
        read=_refs(results, "read"),
        evidence=frozenset(evidence),
        tried=frozenset(tried),
        errors=frozenset(executed.record.reason for executed in ordered if executed.record.outcome in _ERRORS),
        executed=sum(1 for executed in ordered if executed.counts),
        asked_again=any(executed.judged.why == "malformed" for executed in ordered),
        taints=any(_third_party(executed) for executed in reads),
    )
    asking = next(((one.judged, one.needs) for one in ordered if one.needs is not None), None)
    return BatchOutcome(step, asking)


_ERRORS = frozenset({"refused", "failed"})


def _third_party(executed: Executed) -> bool:
    return executed.result is not None and executed.result.origin is Origin.THIRD_PARTY


def _refs(results: Sequence[ToolResult], name: str) -> tuple[EntityRef, ...]:
    return tuple(dict.fromkeys(ref for result in results for ref in getattr(result, name)))


def _message(executed: Executed, turn: Turn) -> Message:
    """The call's result as the model reads it: JSON, fenced where others wrote any of it."""
    record = executed.record
    if record.outcome == "done" and executed.entry is not None and executed.preview is None:
        content = turn.fence.around(canonical(executed.entry.data), executed.entry.origin)
    elif record.outcome == "waiting":
        hints = executed.entry.data.get("hints", ()) if executed.entry is not None else ()
        content = canonical(
            {
                "status": "waiting for the user's confirmation",
                "prepared": record.result_summary,
                "note": "Tell the user what waits. It is not done.",
                "hints": list(hints),
            }
        )
    elif record.outcome == "done":
        content = canonical({"status": "done", "summary": record.result_summary})
    elif executed.needs is not None:
        content = canonical({"status": "asked the user", "question": executed.needs.question})
    else:
        content = canonical({"status": record.outcome, "reason": record.reason})
    return Message(Role.TOOL, content, tool_call_id=executed.judged.call.id, tool_name=record.tool)
