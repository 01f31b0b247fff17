"""What became of a call, for the record, the ledger, the model and the next step? Pure conversions, no execution."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from orchestrator.agent.execution.call_site import DoorAnswer
from orchestrator.agent.execution.validation import ValidatedCall
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.prompting.budget import is_inspection
from orchestrator.agent.prompting.result_text import Audience, told
from orchestrator.agent.tools.freezing import canonical
from orchestrator.agent.tools.spec import Effect, FrozenTool, Prepared, ReadTool, ToolContract, ToolResult
from orchestrator.agent.turn.state import RunLessons, StepOutcome
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.bundle import EntityOut, ProposalRecord, StepRecord
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin
from orchestrator.db.retry import is_disconnect
from orchestrator.errors import ClientError, InvalidRequest, NotFound, ToolError, ToolRejected
from orchestrator.llm.messages import LedgerEntry, Message, Role
from orchestrator.telemetry.logging import get_logger

MAX_RESULT_BYTES = 200_000
"""A result larger than this is a defect of its tool: no prompt can hold it."""
_ERRORS = frozenset({"refused", "failed", "duplicate"})
_MENDABLE = frozenset({"malformed", "unknown"})
"""Refusals of a call that another one for the same thing mends."""

log = get_logger(__name__)


@dataclass(frozen=True)
class CallResult:
    """What became of one judged call; `about`: what a proposed write is about. `of_its_form`: another call for the same
    thing might get through; `helped_before`: what the model is told of that, beside the error. `error`: why it failed;
    `filed`: its preview is new, and waits or is carried out; `answer`: what a door's own tool gave."""

    judged: ValidatedCall
    record: ProposalRecord
    entry: LedgerEntry | None = None
    result: ToolResult | None = None
    preview: Preview | None = None
    needs: NeedUserInput | None = None
    counts: bool = False
    about: tuple[EntityRef, ...] = ()
    of_its_form: bool = False
    helped_before: str = ""
    error: Exception | None = None
    filed: bool = False
    answer: DoorAnswer | None = None


@dataclass(frozen=True)
class BatchOutcome:
    """A carried-out batch. `asking`: the first call that only the user can complete, with its question."""

    step: StepOutcome
    asking: tuple[ValidatedCall, NeedUserInput] | None = None


def frozen_tool(judged: ValidatedCall) -> FrozenTool:
    """The tool of a call that is no read. Raises ValueError for any other."""
    if not isinstance(judged.spec, FrozenTool):
        msg = "only a write is frozen"
        raise ValueError(msg)
    return judged.spec


def concluded(judged: ValidatedCall, record: ProposalRecord) -> bool:
    """Whether a call ended the run: what it was given is the answer."""
    return isinstance(judged.spec, ReadTool) and judged.spec.concludes and record.outcome == "done"


def spec_of(judged: ValidatedCall) -> ToolContract:
    """The tool of an accepted call. Raises ValueError where there is none."""
    if judged.spec is None:
        msg = "only a call of a known tool is carried out"
        raise ValueError(msg)
    return judged.spec


def _base(judged: ValidatedCall, verdict: str, **values: Any) -> ProposalRecord:
    effect = judged.spec.effect.value if judged.spec is not None else "read"
    tool = judged.spec.name if judged.spec is not None else judged.call.name
    return ProposalRecord(tool=tool, arguments=judged.shown_arguments, verdict=verdict, effect=effect, **values)


def refused(judged: ValidatedCall) -> CallResult:
    """A call that was not carried out."""
    outcome = "duplicate" if judged.why == "duplicate" else "refused"
    record = _base(judged, "reject", reason=judged.reason, outcome=outcome)
    entry = None
    if judged.spec is not None and judged.why != "duplicate":
        entry = LedgerEntry(
            tool=record.tool,
            arguments=dict(judged.arguments or {}),
            effect=judged.spec.effect.value,
            outcome="refused",
            summary=judged.reason,
            data={"rule": judged.rule.text} if judged.rule is not None else {},
        )
    return CallResult(judged, record, entry, of_its_form=judged.why in _MENDABLE)


def failed(judged: ValidatedCall, error: Exception, duration_ms: int) -> CallResult:
    """A call that its tool did not carry out; logged where nobody but us can mend it."""
    spec = spec_of(judged)
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
        data={"code": error.code} if isinstance(error, ToolRejected) and error.code else {},
    )
    of_its_form = isinstance(error, ToolError | InvalidRequest | NotFound)
    return CallResult(judged, record, entry, counts=True, of_its_form=of_its_form, error=error)


def _is_down(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and is_disconnect(error)


def asking(judged: ValidatedCall, needs: NeedUserInput, duration_ms: int) -> CallResult:
    """A call that only the user can complete."""
    record = _base(
        judged,
        judged.verdict,
        reason=judged.reason,
        outcome="needs_input",
        result_summary=needs.question,
        origin=needs.origin.value,
        duration_ms=duration_ms,
    )
    return CallResult(judged, record, needs=needs, counts=spec_of(judged).effect is Effect.READ)


def answered(judged: ValidatedCall, answer: DoorAnswer, duration_ms: int) -> CallResult:
    """What a door's own tool gave."""
    record = _base(
        judged,
        judged.verdict,
        reason=judged.reason,
        outcome=answer.outcome,
        origin=answer.origin.value,
        duration_ms=duration_ms,
    )
    return CallResult(judged, record, counts=True, answer=answer)


def succeeded(judged: ValidatedCall, result: ToolResult, duration_ms: int) -> CallResult:
    """A read that was carried out."""
    spec = spec_of(judged)
    data = _checked(spec, result)
    record = _base(
        judged,
        judged.verdict,
        reason=judged.reason,
        outcome="done",
        result_summary=result.summary,
        origin=result.origin.value,
        duration_ms=duration_ms,
        read=[EntityOut(type=ref.type, id=str(ref.id)) for ref in result.read],
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
    return CallResult(judged, record, entry, result, counts=True)


def _checked(spec: ToolContract, result: ToolResult) -> Mapping[str, Any]:
    """The result's data as plain JSON; one that no prompt can hold is replaced by its summary."""
    text = canonical(result.data)
    if len(text) > MAX_RESULT_BYTES:
        log.warning("tool result too large", tool=spec.name, bytes=len(text))
        return {"summary": result.summary, "truncated": True}
    data: Mapping[str, Any] = json.loads(text)
    return data


def written(
    judged: ValidatedCall,
    preview: Preview,
    result: ToolResult | None,
    prepared: Prepared | None,
    reason: str = "",
    *,
    filed: bool = False,
) -> CallResult:
    """A write that was proposed: it waits, for `reason`, or was carried out at once. `prepared`: None where a
    connection broke after it was stored; `filed`: the preview is new."""
    spec = spec_of(judged)
    done = preview.state == "confirmed"
    entity = (preview.result or {}).get("entity")
    summary = str((preview.result or {}).get("summary") or preview.summary)
    origin = (result.origin if result is not None else preview.origin).value
    record = _base(
        judged,
        judged.verdict if done else "hold",
        reason=judged.reason or reason,
        outcome="done" if done else "waiting",
        result_summary=summary,
        origin=origin,
        entity=EntityOut(**entity) if entity else None,
        preview_id=str(preview.id),
    )
    data = {"preview_id": str(preview.id), "title": preview.title, "summary": summary, "arguments": preview.arguments}
    if prepared is not None and prepared.hints:
        data["hints"] = list(prepared.hints)
    entry = LedgerEntry(
        tool=spec.name,
        arguments=dict(judged.arguments or {}),
        effect=spec.effect.value,
        outcome="done" if done else "waiting",
        summary=summary,
        data=data,
        origin=origin,
    )
    about = prepared.about if prepared is not None else ()
    return CallResult(judged, record, entry, result, preview, counts=done, about=about, filed=filed)


def entities_read(executed: Iterable[CallResult]) -> list[EntityOut]:
    """The entities that any part of the results was taken from."""
    refs = _refs([one.result for one in executed if one.result is not None], "read")
    return [EntityOut(type=ref.type, id=str(ref.id)) for ref in refs]


def batch_outcome(
    ordered: Sequence[CallResult], record: StepRecord, turn: Turn, lessons: RunLessons | None = None
) -> BatchOutcome:
    """What a batch gave; `lessons`: of the run, after it."""
    lessons = lessons or RunLessons()
    results = [executed.result for executed in ordered if executed.result is not None]
    reads = [executed for executed in ordered if executed.result is not None and executed.preview is None]
    evidence = {kind for result in results if not result.empty for kind in (result.evidence or {"retrieval"})}
    tried = {kind for one in reads if one.result is not None for kind in ("looked_up", *one.result.evidence)}
    step = StepOutcome(
        record=record,
        entries=tuple(executed.entry for executed in ordered if executed.entry is not None),
        messages=tuple(_message(executed, turn) for executed in ordered),
        previews=tuple(executed.preview for executed in ordered if executed.preview is not None),
        inspected=_refs(results, "inspected"),
        context=(*_refs(results, "context"), *(ref for executed in ordered for ref in executed.about)),
        read=(*_refs(results, "read"), *lessons.read),
        evidence=frozenset(evidence),
        tried=frozenset(tried),
        errors=frozenset(executed.record.reason for executed in ordered if executed.record.outcome in _ERRORS),
        executed=sum(1 for executed in ordered if executed.counts),
        asked_again=any(executed.judged.why in _MENDABLE for executed in ordered),
        taints=any(_third_party(executed) for executed in ordered),  # what a write gave may quote others too
        lessons=lessons,
    )
    asking = next(((one.judged, one.needs) for one in ordered if one.needs is not None), None)
    return BatchOutcome(step, asking)


def _third_party(executed: CallResult) -> bool:
    shown = executed.result or executed.preview or executed.needs
    return shown is not None and shown.origin is Origin.THIRD_PARTY


def _refs(results: Sequence[ToolResult], name: str) -> tuple[EntityRef, ...]:
    return tuple(dict.fromkeys(ref for result in results for ref in getattr(result, name)))


def _message(executed: CallResult, turn: Turn) -> Message:
    """The call's result as the model reads it: JSON, fenced where others wrote any of it, broad ones shortened."""
    record = executed.record
    if record.outcome == "done" and executed.entry is not None and executed.preview is None:
        audience = Audience(turn.zone, turn.locale, turn.local_now, turn.vocabulary)
        whole = is_inspection(executed.entry, turn.vocabulary.inspecting)
        data = executed.entry.data if whole else told(executed.entry.data, audience)
        content = turn.fence.around(canonical(data), executed.entry.origin)
    elif record.outcome == "waiting":
        hints = executed.entry.data.get("hints", ()) if executed.entry is not None else ()
        waits = {"status": "waiting for the user's confirmation", "prepared": record.result_summary}
        content = canonical({**waits, "hints": list(hints)} if hints else waits)
        content = turn.fence.around(content, record.origin)
    elif record.outcome == "done":
        content = turn.fence.around(canonical({"status": "done", "summary": record.result_summary}), record.origin)
    elif executed.needs is not None:
        content = canonical({"status": "asked the user", "question": executed.needs.question})
    else:
        content = canonical({"status": record.outcome, "reason": record.reason})
        content = f"{content}\n{executed.helped_before}" if executed.helped_before else content
    return Message(Role.TOOL, content, tool_call_id=executed.judged.call.id, tool_name=record.tool)
