"""Editing a preview: another one is frozen with the user's own fields, and the old one is superseded. Nothing runs."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.previews.refreezing import context_of, refrozen, tool_of
from orchestrator.agent.previews.standing import Decided, against_digest, against_editing, changed
from orchestrator.agent.turn.services import Services
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.errors import InvalidRequest, ToolError


async def edited(
    services: Services,
    owner: Owner,
    preview_id: UUID,
    edits: Mapping[str, Any],
    *,
    digest: str | None = None,
    at_once: bool = False,
) -> Decided:
    """The preview frozen anew. `at_once`: it shall run at once, so more than the user's own fields coming out
    different is the conflict `preview_changed`."""
    return await retry_on_disconnect(lambda: _edit_once(services, owner, preview_id, edits, digest, at_once=at_once))


async def _edit_once(
    services: Services,
    owner: Owner,
    preview_id: UUID,
    edits: Mapping[str, Any],
    digest: str | None,
    *,
    at_once: bool,
) -> Decided:
    async with services.unit_of_work_of(owner.id) as tx:
        preview = await services.previews.get(tx, preview_id, for_update=True)
        conflict = against_editing(preview, services.clock.now()) or against_digest(preview, digest)
        if conflict is not None:
            return Decided(preview, conflict)
        unknown = sorted(set(edits) - set(preview.editable_fields))
        if unknown:
            known = ", ".join(preview.editable_fields) or "none"
            return Decided(preview, invalid=_invalid_edit(unknown, f"Can't be edited. Editable fields: {known}."))
        spec = await tool_of(services, preview)
        context = await context_of(services, tx, owner, preview)
        try:
            fresh = await refrozen(services, tx.session, context, spec, preview, edits)
        except ToolError as error:
            return Decided(preview, invalid=_invalid_edit(sorted(edits), str(error)))
        if services.reception is not None and fresh.digest != preview.digest:
            await services.reception.edited(tx.session, preview, _different(preview, fresh, edits))
    if at_once and not _only_edited(preview, fresh, edits):
        detail = "More than your own fields came out different. Look at the new preview and confirm that."
        return Decided(fresh, changed(fresh, detail))
    return Decided(fresh)


# --- what stands against it


def _invalid_edit(fields: list[str], message: str) -> InvalidRequest:
    return InvalidRequest(message, errors=[{"loc": ["body", "edits", field], "message": message} for field in fields])


def _different(old: Preview, new: Preview, edits: Mapping[str, Any]) -> list[str]:
    """The edited fields that came out different; all of them where they stand under other names."""
    found = [name for name in sorted(edits) if old.arguments.get(name) != new.arguments.get(name)]
    return found or sorted(edits)


def _only_edited(old: Preview, new: Preview, edits: Mapping[str, Any]) -> bool:
    """True where the frozen arguments differ in the edited fields alone, and the target is as it was."""
    changed = {
        key
        for key in {*old.arguments, *new.arguments}
        if key not in edits and old.arguments.get(key) != new.arguments.get(key)
    }
    return not changed and old.target_version == new.target_version and set(new.held_by_rules) <= set(old.held_by_rules)
