"""Which rules hold a frozen write of an event? Asked when it is frozen, and again when it is carried out."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.agent.rules.ruleset import Held
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.world.events.finding import occurrence_at
from orchestrator.domain.world.events.ruled import Asking, held_change, held_new
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.tools import drafts


def asking(ctx: ToolContext) -> Asking:
    """Whose rules are asked."""
    return Asking(ctx.tx, ctx.rules, ctx.zone, ctx.locale)


async def of_create(ctx: ToolContext, frozen: Mapping[str, Any]) -> Sequence[Held]:
    """Of a new event."""
    fields = {name: value for name, value in drafts.as_fields(frozen).items() if value is not None}
    return await held_new(asking(ctx), EventFields.model_validate(fields))


async def of_update(ctx: ToolContext, frozen: Mapping[str, Any]) -> Sequence[Held]:
    """Of changes to an event, or to one occurrence of it."""
    row = await events.get(ctx.tx, UUID(frozen["event_id"]))
    changes = drafts.as_fields({name: frozen[name] for name in (*frozen["changed"], "place_id") if name in frozen})
    if "place" not in frozen["changed"]:
        changes.pop("place_id", None)
    at = None
    if frozen.get("occurrence"):
        at = await occurrence_at(ctx.tx, row, datetime.fromisoformat(frozen["occurrence"]))
    return await held_change(asking(ctx), row, changes, at=at)
