"""What may an agent from outside do with our tools? A read is carried out; what would change or leave anything becomes
a preview that waits for the user, whatever their policy lets through (product.md, MCP server).

Such a call belongs to no turn: no question of the user's stands behind it, so nothing of it counts as the user's words,
and its preview is shown nowhere but in the app: no "yes" in a thread means it, and no prompt quotes it.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ValidationError

from orchestrator.agent.ports import EntityRef, Owner, Preview
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.agent.runs.needs_input import call_to
from orchestrator.agent.tools.arguments.repair import check
from orchestrator.agent.tools.freezing import freeze, same_proposal
from orchestrator.agent.tools.policy import blocked, named, policy_violations, with_reasons
from orchestrator.agent.tools.spec import (
    FrozenTool,
    Prepared,
    ReadTool,
    ToolContext,
    ToolResult,
    Tools,
    ToolSpec,
)
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.errors import ClientError, ToolError
from orchestrator.language.messages import say
from orchestrator.language.mood import mood_of
from orchestrator.telemetry.logging import get_logger
from orchestrator.telemetry.metrics import METRICS

MOST_WAITING = 50
"""So many changes may wait for the user; a flood of them would hide what they asked for themselves."""
REASONS_TOLD = 3
Outcome = Literal["done", "waiting", "asked", "refused", "failed"]

log = get_logger(__name__)


@dataclass(frozen=True)
class OutsideResult:
    """What became of a call. `data`: the result of a read, a JSON object; `summary`: one line, of what is not `done`
    why. `origin`: of the least trusted part; `read`: the entities that it was made of; `preview`: of what waits;
    `needs`: what only the user, or a clearer call, can say; `rule`: that of the user's which forbids the call."""

    outcome: Outcome
    summary: str
    data: Mapping[str, Any] | None = None
    origin: Origin = Origin.OWN_DATA
    read: tuple[EntityRef, ...] = ()
    preview: Preview | None = None
    needs: NeedUserInput | None = None
    rule: Rule | None = None


class ExternalToolCalls:
    """Carries out single calls from outside; holds no state of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @property
    def tools(self) -> Tools:
        """All tools of this process."""
        return self._services.tools

    def context(self, tx: Tx, owner: Owner, rules: RuleSet, *, question: str = "") -> ToolContext:
        """What a handler is given for one call from outside; `question`: what the outside agent looks for."""
        return self._services.tool_context(
            tx,
            now=self._services.clock.now(),
            zone=owner.timezone,
            locale=rules.locale(owner.locale),
            rules=rules,
            scopes=owner.scopes,
            question=question,
        )

    async def rules(self, tx: Tx) -> RuleSet:
        """The user's rules that bind now."""
        return await self._services.rules.rules(tx)

    async def call(
        self, owner: Owner, spec: ToolSpec, arguments: Mapping[str, Any], *, client: str, question: str = ""
    ) -> OutsideResult:
        """One call of one tool. `client`: who calls, as the user shall read it. Never raises for what a tool did."""
        checked = check({"name": spec.name, "arguments": dict(arguments)}, [spec.offered])
        if checked.arguments is None:
            return self._told(spec, OutsideResult("refused", checked.reason))
        missing = spec.scopes - owner.scopes
        if missing and "admin" not in owner.scopes:
            reason = f"This needs a token with scope {', '.join(sorted(missing))}."
            return self._told(spec, OutsideResult("refused", reason))
        try:
            payload = spec.arguments.model_validate(checked.arguments) if spec.arguments else checked.arguments
        except ValidationError as error:
            return self._told(spec, OutsideResult("refused", _complaint(error)))
        try:
            async with asyncio.timeout(spec.timeout_s):
                result = await retry_on_disconnect(lambda: self._once(owner, spec, payload, client, question))
        except Exception as error:  # noqa: BLE001  (border: whatever a tool does, the caller is answered)
            result = OutsideResult("failed", _reason(spec, error))
        return self._told(spec, result)

    async def _once(self, owner: Owner, spec: ToolSpec, payload: Any, client: str, question: str) -> OutsideResult:
        async with self._services.unit_of_work_of(owner.id) as tx:
            rules = await self.rules(tx)
        if (rule := rules.blocks(spec.name)) is not None:
            return OutsideResult("refused", blocked(rule, spec.name), rule=rule)
        async with self._services.unit_of_work_of(owner.id) as tx:  # a new one: a read may ask for vectors before it
            context = self.context(tx, owner, rules, question=question)
            if isinstance(spec, ReadTool):
                return _read(await spec.execute(context, payload))
            return await self._frozen(context, spec, payload, client)

    async def _frozen(self, context: ToolContext, spec: FrozenTool, payload: Any, client: str) -> OutsideResult:
        if spec.prepare is None:
            return OutsideResult("refused", f"'{spec.name}' can't be proposed from outside.")
        prepared = await spec.prepare(context, payload)
        if isinstance(prepared, NeedUserInput):
            return _asking(prepared)
        held = await policy_violations(spec, context, prepared.arguments)
        language = context.rules.spoken or mood_of("", context.locale).language
        prepared = _by_an_agent(with_reasons(prepared, held), client, language)
        waiting = await self._services.previews.pending(context.tx, limit=MOST_WAITING)
        twin = next((one for one in waiting if same_proposal(one, spec.name, prepared)), None)
        if twin is not None:
            return _waits(twin)
        if len(waiting) >= MOST_WAITING:
            return OutsideResult("refused", "Too many changes wait for the user already; they have to look at those.")
        preview = freeze(
            spec,
            prepared,
            owner_id=context.tx.owner_id,
            zone=context.zone,
            locale=context.locale,
            now=self._services.clock.now(),
            tainted=True,
        )
        preview = replace(preview, held_by_rules=named(held))
        await self._services.previews.add(context.tx.session, preview)
        push = call_to(preview, language=language, now=preview.created_at)
        await self._services.notifier.notify(context.tx, push)
        return _waits(preview, prepared.hints)

    def _told(self, spec: ToolSpec, result: OutsideResult) -> OutsideResult:
        METRICS.tool_calls.labels(spec.name, "needs_input" if result.outcome == "asked" else result.outcome).inc()
        return result


def _by_an_agent(prepared: Prepared, client: str, language: str) -> Prepared:
    """The same, as what it is: another agent's words."""
    summary = say("agent.proposed_by", language, summary=prepared.summary, client=client)
    return replace(prepared, summary=summary, origin=least_trusted([prepared.origin, Origin.AGENT]))


def _read(result: ToolResult | NeedUserInput) -> OutsideResult:
    if isinstance(result, NeedUserInput):
        return _asking(result)
    return OutsideResult("done", result.summary, dict(result.data), result.origin, result.read or result.inspected)


def _asking(needs: NeedUserInput) -> OutsideResult:
    return OutsideResult("asked", needs.question, origin=needs.origin, needs=needs)


def _waits(preview: Preview, hints: tuple[str, ...] = ()) -> OutsideResult:
    data: dict[str, Any] = {"arguments": dict(preview.arguments)}
    if hints:
        data["hints"] = list(hints)
    return OutsideResult("waiting", preview.summary, data, preview.origin, preview=preview)


def _reason(spec: ToolSpec, error: Exception) -> str:
    if isinstance(error, ToolError | ClientError):
        return str(error)
    if isinstance(error, TimeoutError):
        return f"'{spec.name}' took longer than {spec.timeout_s:.0f} s and was stopped; nothing of it was stored."
    log.error("tool failed for an outside agent", tool=spec.name, exc_info=error)
    return f"'{spec.name}' failed on the server's side; nothing of it was stored."


def _complaint(error: ValidationError) -> str:
    """Pydantic's complaints as sentences, without the values."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return " ".join(f"'{'.'.join(map(str, one['loc'])) or 'arguments'}': {one['msg']}." for one in found[:REASONS_TOLD])
