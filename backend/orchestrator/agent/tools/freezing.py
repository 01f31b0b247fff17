"""What exactly will happen when the user says yes? Freezing a prepared write, and how a preview is shown."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.tools.spec import FrozenTool, Prepared, ToolResult
from orchestrator.agent.types.bundle import EntityOut, PreviewOut, PreviewResult
from orchestrator.agent.types.limits import PREVIEW_LIFE_S, UNDO_S
from orchestrator.agent.types.origin import least_trusted
from orchestrator.kit.ids import new_id

GENERATED = frozenset({"id"})
"""Arguments that `prepare` makes up itself: they say nothing about what was proposed."""


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values give equal texts."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)


def digest_of(tool: str, arguments: Mapping[str, Any], zone: str) -> str:
    """SHA-256 (hex) over the frozen call: what the user saw is what is executed."""
    return hashlib.sha256(canonical([tool, arguments, zone]).encode()).hexdigest()


def same_proposal(preview: Preview, tool: str, prepared: Prepared) -> bool:
    """True where a waiting preview proposes the very same change already."""
    if preview.tool != tool or preview.state != "pending":
        return False
    return _stated(preview.arguments) == _stated(prepared.arguments)


def _stated(arguments: Mapping[str, Any]) -> str:
    return canonical({key: value for key, value in arguments.items() if key not in GENERATED})


def freeze(
    spec: FrozenTool,
    prepared: Prepared,
    *,
    owner_id: UUID,
    zone: str,
    locale: str,
    now: datetime,
    tainted: bool = False,
    thread_id: UUID | None = None,
    run_id: UUID | None = None,
    life_s: float = PREVIEW_LIFE_S,
) -> Preview:
    """A prepared write as a preview that waits; `now` is the real time (aware UTC)."""
    arguments = json.loads(canonical(prepared.arguments))
    preview_id = new_id()
    return Preview(
        id=preview_id,
        owner_id=owner_id,
        tool=spec.name,
        title=prepared.title,
        summary=prepared.summary,
        arguments=arguments,
        draft={name: arguments.get(name) for name in prepared.editable_fields},
        digest=digest_of(spec.name, arguments, zone),
        editable_fields=prepared.editable_fields,
        timezone=zone,
        locale=locale,
        idempotency_key=str(preview_id),
        created_at=now,
        expires_at=now + timedelta(seconds=life_s),
        origin=prepared.origin,
        tainted=tainted,
        target=prepared.target,
        target_version=prepared.target_version,
        thread_id=thread_id,
        run_id=run_id,
    )


def settled(preview: Preview, result: ToolResult, *, now: datetime) -> Preview:
    """The preview after its execution; undo is offered where the tool gave an exact inverse."""
    undoable = result.undo is not None
    origin = least_trusted([preview.origin, result.origin])
    stored = {
        "entity": {"type": result.entity.type, "id": str(result.entity.id)} if result.entity else None,
        "summary": result.summary,
    }
    return replace(
        preview,
        state="confirmed",
        origin=origin,
        last_error=None,
        lease_until=None,
        result=stored,
        undo=json.loads(canonical(result.undo)) if undoable else None,
        undo_until=now + timedelta(seconds=UNDO_S) if undoable else None,
    )


def wordless(preview: Preview) -> Preview:
    """An executed preview whose target is gone for good: what became of it, and no word of what it was about."""
    said = str((preview.result or {}).get("summary", ""))
    target = replace(preview.target, title="") if preview.target is not None else None
    return replace(preview, title=said, summary=said, target=target)


def shown(preview: Preview, *, now: datetime | None = None) -> PreviewOut:
    """The preview as api.md has it; one past its time reads `expired` even before anything stored that."""
    state = preview.state
    if state == "pending" and now is not None and preview.expires_at <= now:
        state = "expired"
    return PreviewOut(
        id=str(preview.id),
        tool=preview.tool,
        title=preview.title,
        summary=preview.summary,
        arguments=dict(preview.arguments),
        draft=dict(preview.draft),
        digest=preview.digest,
        editable_fields=list(preview.editable_fields),
        timezone=preview.timezone,
        held_by_rule=next(iter(preview.held_by_rules), None),
        expires_at=preview.expires_at,
        state=state,
        superseded_by=str(preview.superseded_by) if preview.superseded_by else None,
        last_error=preview.last_error,
        result=_result(preview),
    )


def _result(preview: Preview) -> PreviewResult | None:
    if preview.result is None:
        return None
    entity = preview.result.get("entity")
    return PreviewResult(
        entity=EntityOut(**entity) if entity else None,
        summary=str(preview.result.get("summary", "")),
        undo_until=preview.undo_until,
    )
