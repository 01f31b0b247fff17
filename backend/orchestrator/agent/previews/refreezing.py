"""The tool and the context that a frozen preview is executed with, and freezing the same intention anew.

Anew means: another preview of the same tool with the user's edits, or against its target as it is now; the old one is
superseded in the same transaction.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.execution.calls import propose
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.tools.spec import FrozenTool, Prepared, ToolContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.db.tx import Tx
from orchestrator.errors import ToolRejected


async def tool_of(services: Services, preview: Preview) -> FrozenTool:
    """Raises ToolRejected where it is there no more."""
    spec = await services.tool(preview.owner_id, preview.tool)
    if not isinstance(spec, FrozenTool):
        raise ToolRejected(f"The tool '{preview.tool}' does not exist any more.")
    return spec


async def context_of(services: Services, tx: Tx, owner: Owner, preview: Preview) -> ToolContext:
    """The owner's rules as they are now, the zone and the thread of the preview."""
    rules = await services.rules.rules(tx)
    return services.tool_context(
        tx,
        now=services.clock.now(),
        zone=preview.timezone,
        locale=rules.locale(preview.locale),
        rules=rules,
        scopes=owner.scopes,
        run_id=preview.run_id,
        thread_id=preview.thread_id,
    )


async def refrozen(
    services: Services,
    session: AsyncSession,
    context: ToolContext,
    spec: FrozenTool,
    preview: Preview,
    edits: Mapping[str, Any],
) -> Preview:
    """The new preview; both are stored. Raises ToolError where the edits come to nothing possible."""
    prepared = await _revised(context, spec, preview, edits)
    proposal = await propose(
        spec,
        prepared,
        context,
        tainted=preview.tainted,
        locale=preview.locale,
        life_s=(preview.expires_at - preview.created_at).total_seconds(),
    )
    fresh = proposal.preview
    await services.previews.add(session, fresh)
    await services.previews.save(session, replace(preview, state="superseded", superseded_by=fresh.id))
    return fresh


async def _revised(context: ToolContext, spec: FrozenTool, preview: Preview, edits: Mapping[str, Any]) -> Prepared:
    if spec.revise is None:
        arguments = {**preview.arguments, **edits}
        return Prepared(arguments, preview.title, preview.summary, preview.editable_fields)
    prepared = await spec.revise(context, preview.arguments, edits)
    if isinstance(prepared, NeedUserInput):
        raise ToolRejected(prepared.question)
    return prepared
