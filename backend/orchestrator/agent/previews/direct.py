"""What becomes of a write that the user makes by their own hand, at a button instead of in words?

Either it is frozen and carried out in one transaction, and stands among the previews as any other that they confirmed:
it can be taken back in the same time, and says what was done; the user's rules hold it as they hold every direct write.
Or it is proposed: frozen alone, to be looked at and confirmed, as what a turn proposes is.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from orchestrator.agent.execution.calls import execute_frozen, propose
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.rules.ruleset import rule_held, rule_refused
from orchestrator.agent.tools.freezing import (
    canonical,
    freeze,
    missing_scopes,
    named,
    refused_by,
    same_proposal,
    settled,
    shown,
)
from orchestrator.agent.tools.spec import FrozenTool, Prepared, ToolContext, WriteTool
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.db.tx import Tx
from orchestrator.errors import FieldError, InvalidRequest, ScopeMissing, ToolError

ARGUMENTS_CHARACTERS = 32_000
"""As JSON: as long as a question may be, since both are read for times and names."""


class DirectWrites:
    """Carries out writing tools for the user themselves; no state of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def carry_out(
        self,
        tx: Tx,
        owner: Owner,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        edits: Mapping[str, Any] | None = None,
        overridden: Collection[UUID] = (),
    ) -> PreviewOut:
        """The confirmed preview. `edits`: the user's own values of what the tool prepared; `overridden`: the rules from
        which this is the one exception. Raises InvalidRequest, and Conflict `rule_held`."""
        spec = self._services.frozen_tool(tool)
        context = await self._context(tx, owner)
        try:
            prepared = await _prepared(spec, context, arguments, edits or {})
            held = await spec.rule_check(context, prepared.arguments) if spec.rule_check is not None else ()
            if (left := next((one for one in held if one.rule.id not in overridden), None)) is not None:
                raise rule_held(left)
            now = self._services.clock.now()
            preview = freeze(spec, prepared, owner_id=tx.owner_id, zone=context.zone, locale=context.locale, now=now)
            result = await execute_frozen(spec, context, preview.arguments)
        except ToolError as error:
            raise InvalidRequest(str(error)) from error
        done = replace(settled(preview, result, now=now), held_by_rules=named(held))
        await self._services.previews.add(tx.session, done)
        return shown(done)

    async def propose(self, tx: Tx, owner: Owner, tool: str, arguments: Mapping[str, Any]) -> PreviewOut:
        """A preview that waits; one that proposes the very same already is answered itself. Nothing is executed, even
        where words would have been (`auto_confirm`): whoever asks here wants to look first. Raises InvalidRequest (no
        such tool, arguments that it does not take or that change nothing), ScopeMissing, Conflict `rule_refused`."""
        spec = self._proposable(tool)
        if missing := missing_scopes(spec, owner.scopes):
            raise ScopeMissing(f"'{tool}' needs {', '.join(sorted(missing))} too.")
        if len(canonical(dict(arguments))) > ARGUMENTS_CHARACTERS:
            raise InvalidRequest.of_field("arguments", "they are too long", loc=("body", "arguments"))
        context = await self._context(tx, owner)
        if (rule := context.rules.blocks(spec.name)) is not None:
            raise rule_refused(rule)
        try:
            prepared = await _prepared(spec, context, arguments, {})
            if (rule := refused_by(spec, context, prepared.arguments)) is not None:
                raise rule_refused(rule)
            preview = (await propose(spec, prepared, context)).preview
        except ToolError as error:
            raise InvalidRequest(str(error)) from error
        waiting = await self._services.previews.pending(tx)
        twin = next((one for one in waiting if same_proposal(one, spec.name, prepared)), None)
        if twin is None:
            await self._services.previews.add(tx.session, preview)
        return shown(twin or preview)

    def _proposable(self, tool: str) -> FrozenTool:
        """Raises InvalidRequest."""
        spec = self._services.by_name.get(tool)
        if isinstance(spec, WriteTool) and spec.prepare is not None and spec.arguments is not None:
            return spec
        raise InvalidRequest.of_field("tool", "no tool of this name proposes a change", loc=("body", "tool"))

    async def _context(self, tx: Tx, owner: Owner) -> ToolContext:
        rules = await self._services.rules.rules(tx)
        return self._services.tool_context(
            tx,
            now=self._services.clock.now(),
            zone=owner.timezone,
            locale=rules.locale(owner.locale),
            rules=rules,
            scopes=owner.scopes,
        )


async def _prepared(
    spec: FrozenTool, context: ToolContext, arguments: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared:
    """Raises ToolError; InvalidRequest where the tool would have to ask, or does not take these arguments."""
    assert spec.prepare is not None
    assert spec.arguments is not None
    try:
        told = spec.arguments.model_validate(dict(arguments))
    except ValidationError as error:
        wrong = [
            FieldError(loc=["body", "arguments", *one["loc"]], message=one["msg"])
            for one in error.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise InvalidRequest(f"'{spec.name}' does not take these arguments.", errors=wrong) from error
    prepared = await spec.prepare(context, told)
    if isinstance(prepared, Prepared) and edits and spec.revise is not None:
        prepared = await spec.revise(context, prepared.arguments, edits)
    if isinstance(prepared, NeedUserInput):
        raise InvalidRequest(prepared.question)
    return prepared
