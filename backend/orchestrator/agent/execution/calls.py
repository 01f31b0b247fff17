"""The one pipeline that every call of a tool goes through, of a turn, from outside or by a door's own tool: what was
judged is carried out, or frozen into a preview that waits; its record and its count are the same wherever it came from.

A read is one transaction and a write another, done again where the connection broke off. What a tool does, up to
breaking down, is a result; nothing of it is raised.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.execution.call_site import CallSite
from orchestrator.agent.execution.results import (
    CallResult,
    answered,
    asking,
    failed,
    frozen_tool,
    refused,
    spec_of,
    succeeded,
    written,
)
from orchestrator.agent.execution.validation import RejectedFor, ValidatedCall, hold_reason
from orchestrator.agent.ports.previews import WAITING_AT_ONCE, Preview
from orchestrator.agent.rules.ruleset import Held, Rule
from orchestrator.agent.tools.freezing import (
    blocked,
    freeze,
    named,
    policy_violations,
    refused_by,
    same_proposal,
    settled,
    with_reasons,
)
from orchestrator.agent.tools.spec import FrozenTool, OutboundTool, Prepared, ReadTool, Tool, ToolContext, ToolResult
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.bundle import ProposalRecord
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.limits import PREVIEW_LIFE_S
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.shared_reads import share
from orchestrator.db.tx import Tx
from orchestrator.errors import ClientError, ToolFailed
from orchestrator.language.messages import say
from orchestrator.telemetry.metrics import METRICS
from orchestrator.telemetry.tracing import span

MILLISECONDS = 1000
Stored = Callable[[AsyncSession, CallResult], Awaitable[None]]
"""What is stored in the transaction of a write, together with it."""


@dataclass(frozen=True)
class Proposal:
    """A write as it would wait: the preview, what it was frozen from, and the rules that hold it."""

    preview: Preview
    prepared: Prepared
    held: tuple[Held, ...]


class CallPipeline:
    """Carries out one judged call after the other; holds no state of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def carry_out(self, judged: ValidatedCall, site: CallSite, stored: Stored | None = None) -> CallResult:
        """What became of the call, counted. Never raises for what a tool did."""
        result = await self.attempt(judged, site, stored)
        count(result.record, known=judged.spec is not None)
        return result

    async def attempt(self, judged: ValidatedCall, site: CallSite, stored: Stored | None = None) -> CallResult:
        """The same, for a call that is a part of one that is counted."""
        if not judged.accepted:
            return refused(judged)
        spec, started = spec_of(judged), _now()
        try:
            with span("tool", tool=spec.name):
                async with asyncio.timeout(spec.timeout_s):
                    if not isinstance(spec, Tool):
                        return await _by_the_door(judged, site, started)
                    if is_read(judged, site):
                        return await self._read(judged, site, started)
                    return await self._write(judged, site, stored)
        except Exception as error:  # noqa: BLE001  (border: whatever a tool does, the caller is answered)
            return failed(judged, error, _elapsed(started))

    def context(self, session: AsyncSession, site: CallSite) -> ToolContext:
        """What a handler is given for one execution."""
        turn = site.turn
        return self._services.tool_context(
            Tx(session, site.owner.id),
            now=site.now,
            zone=site.zone,
            locale=site.locale,
            rules=site.rules,
            scopes=site.owner.scopes,
            question=site.question,
            run_id=turn.run_id if turn else None,
            thread_id=turn.thread_id if turn else None,
            discourse=turn.discourse if turn else None,
            message_id=turn.live.message_id if turn else None,
            attachments=turn.request.attachments if turn else (),
            people=turn.people if turn else None,
        )

    async def _read(self, judged: ValidatedCall, site: CallSite, started: float) -> CallResult:
        spec = spec_of(judged)
        assert isinstance(spec, Tool)
        execute = (spec.lookup if isinstance(spec, OutboundTool) else None) or spec.execute

        async def once() -> ToolResult | NeedUserInput:
            async with self._services.unit_of_work() as session:
                share(session, site.shared)
                return await execute(self.context(session, site), judged.payload)

        result = await retry_on_disconnect(once)
        if isinstance(result, NeedUserInput):
            return asking(judged, result, _elapsed(started))
        return succeeded(judged, result, _elapsed(started))

    # --- writes

    async def _write(self, judged: ValidatedCall, site: CallSite, stored: Stored | None) -> CallResult:
        """The write in one transaction. Where the connection broke off at its end, the stored preview tells whether it
        was committed; it is carried out again only if it was not."""
        frozen: list[Preview] = []

        async def once() -> CallResult:
            if frozen:
                committed = await self._committed(site, frozen[-1])
                if committed is not None:
                    return written(judged, committed, None, None)
            async with self._services.unit_of_work() as session:
                result = await self._prepare_and_freeze(judged, site, self.context(session, site), frozen)
                if stored is not None:
                    await stored(session, result)
                return result

        return await retry_on_disconnect(once)

    async def _committed(self, site: CallSite, preview: Preview) -> Preview | None:
        async with self._services.unit_of_work_of(site.owner.id) as tx:
            return await self._services.previews.find(tx, preview.id)

    async def _prepare_and_freeze(
        self, judged: ValidatedCall, site: CallSite, context: ToolContext, frozen: list[Preview]
    ) -> CallResult:
        spec, started = frozen_tool(judged), _now()
        prepared = await _prepare(spec, context, judged, site)
        if isinstance(prepared, NeedUserInput):
            return asking(judged, prepared, _elapsed(started))
        if prepared is None:
            return _turned_down(judged, "hidden", f"'{spec.name}' can't be proposed from outside.")
        if (rule := refused_by(spec, context, prepared.arguments)) is not None:
            return _turned_down(judged, "rule", blocked(rule, spec.name), rule)
        proposal = await propose(spec, prepared, context, tainted=site.tainted, client=site.client)
        preview, prepared = proposal.preview, proposal.prepared
        waiting = await self._waiting(context, site)
        twin = next((one for one in (*waiting, *site.previews) if same_proposal(one, spec.name, prepared)), None)
        if twin is not None:
            return written(judged, twin, None, prepared)
        if site.most_waiting is not None and len(waiting) >= site.most_waiting:
            reason = "Too many changes wait for the user already; they have to look at those."
            return _turned_down(judged, "limit", reason)
        result: ToolResult | None = None
        held = " ".join(one.why for one in proposal.held) or hold_reason(judged, site, stated=prepared.stated)
        if held is None and spec.reaches_outside(preview.arguments):
            held = "it is written to another server"
        if held is None:
            result = _telling(await execute_frozen(spec, context, preview.arguments), prepared.by_rules)
            preview = settled(preview, result, now=context.clock.now())
        frozen.append(preview)
        await self._services.previews.add(context.tx.session, preview)
        return written(judged, preview, result, prepared, held or "", filed=True)

    async def _waiting(self, context: ToolContext, site: CallSite) -> tuple[Preview, ...]:
        limit = site.most_waiting or WAITING_AT_ONCE
        found = await self._services.previews.pending(context.tx, thread_id=context.thread_id, limit=limit)
        return tuple(found)


def count(record: ProposalRecord, *, known: bool = True) -> None:
    """A proposed call and what became of it, for `/metrics`; what is no tool has one name there."""
    METRICS.tool_calls.labels(record.tool if known else "unknown", record.outcome).inc()


async def propose(
    spec: FrozenTool,
    prepared: Prepared,
    context: ToolContext,
    *,
    tainted: bool = False,
    client: str = "",
    locale: str = "",
    life_s: float = PREVIEW_LIFE_S,
) -> Proposal:
    """A prepared write as it would wait, with what the user's rules say of it in its summary; nothing is stored.
    `client`: the agent from outside that proposes it; `locale`: the preview's, where it is not that of the context.
    Raises ToolRejected where a rule refuses it."""
    if spec.take_along is not None:
        prepared = await spec.take_along(context, prepared)
    held = await policy_violations(spec, context, prepared.arguments)
    prepared = with_reasons(prepared, held)
    if client:
        prepared = _signed(prepared, client, context.rules.spoken or context.locale)
    preview = freeze(
        spec,
        prepared,
        owner_id=context.tx.owner_id,
        zone=context.zone,
        locale=locale or context.locale,
        now=context.clock.now(),
        tainted=tainted,
        thread_id=context.thread_id,
        run_id=context.run_id,
        life_s=life_s,
    )
    return Proposal(replace(preview, held_by_rules=named(held)), prepared, held)


async def execute_frozen(spec: FrozenTool, context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    """Execute frozen arguments. Raises ToolFailed where the tool asks instead of doing, or a service refuses."""
    try:
        result = await spec.execute(context, dict(arguments))
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    if isinstance(result, NeedUserInput):
        raise ToolFailed(result.question)
    return result


def is_read(judged: ValidatedCall, site: CallSite) -> bool:
    """Whether an accepted call changes nothing: reads, and outbound calls that need no preview."""
    spec = spec_of(judged)
    if isinstance(spec, ReadTool):
        return True
    looks_up = isinstance(spec, OutboundTool) and (spec.lookup is not None or spec.prepare is None)
    return looks_up and hold_reason(judged, site) is None


async def _by_the_door(judged: ValidatedCall, site: CallSite, started: float) -> CallResult:
    """Not done again where the connection broke off: it may be more than one transaction."""
    if site.door_tools is None:
        raise ToolFailed(f"'{judged.call.name}' can't be called here.")
    return answered(judged, await site.door_tools(judged.spec, judged.payload), _elapsed(started))


async def _prepare(
    spec: FrozenTool, context: ToolContext, judged: ValidatedCall, site: CallSite
) -> Prepared | NeedUserInput | None:
    """What will be frozen. A tool without `prepare` takes its arguments as they are, where a turn stands behind them;
    else None: nothing would tell the user what it is that they confirm."""
    if spec.prepare is not None:
        return await spec.prepare(context, judged.payload)
    if not site.of_a_turn:
        return None
    return Prepared(arguments=dict(judged.arguments or {}), title=spec.name, summary=spec.description)


def _signed(prepared: Prepared, client: str, language: str) -> Prepared:
    """The same, as what it is: another agent's words."""
    summary = say("agent.proposed_by", language, summary=prepared.summary, client=client)
    return replace(prepared, summary=summary, origin=least_trusted([prepared.origin, Origin.AGENT]))


def _telling(result: ToolResult, by_rules: Sequence[str]) -> ToolResult:
    """The result with what rules filled in: nobody saw the preview that tells it."""
    return replace(result, summary=". ".join([result.summary.rstrip("."), *by_rules])) if by_rules else result


def _turned_down(judged: ValidatedCall, why: RejectedFor, reason: str, rule: Rule | None = None) -> CallResult:
    """A call that got as far as its frozen arguments and no further."""
    return refused(replace(judged, verdict="reject", reason=reason, why=why, rule=rule))


def _now() -> float:
    return asyncio.get_running_loop().time()


def _elapsed(started: float) -> int:
    return int((_now() - started) * MILLISECONDS)
