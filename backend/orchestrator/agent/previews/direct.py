"""What becomes of a write that the user makes by their own hand, at a button instead of in words?

It is frozen and carried out in one transaction, and stands among the previews as any other that they confirmed: it can
be taken back in the same time, and says what was done. The user's rules hold it as they hold every direct write.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from orchestrator.agent.execution.calls import execute_frozen
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.rules.ruleset import rule_held
from orchestrator.agent.tools.freezing import freeze, settled, shown
from orchestrator.agent.tools.policy import named
from orchestrator.agent.tools.spec import FrozenTool, Prepared, ToolContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.db.tx import Tx
from orchestrator.errors import InvalidRequest, ToolError


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
    """Raises ToolError; InvalidRequest where the tool would have to ask."""
    assert spec.prepare is not None
    assert spec.arguments is not None
    prepared = await spec.prepare(context, spec.arguments.model_validate(dict(arguments)))
    if isinstance(prepared, Prepared) and edits and spec.revise is not None:
        prepared = await spec.revise(context, prepared.arguments, edits)
    if isinstance(prepared, NeedUserInput):
        raise InvalidRequest(prepared.question)
    return prepared
