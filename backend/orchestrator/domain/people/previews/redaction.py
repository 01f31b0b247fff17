"""Which previews quote what was erased, and what remains of them? Their tool, state and times; none of their words.

A preview quotes an entity that it names by id, or one that its run read. Of the latter a confirmed one stays: what the
user confirmed is a source of its own. One that still waited is cancelled.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx
from orchestrator.domain.people.previews import repository
from orchestrator.domain.people.previews.model import PreviewRow
from orchestrator.domain.people.runs.redaction import readers
from orchestrator.kit import patterns

_ID = patterns.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
CONFIRMED = frozenset({"confirmed", "undone", "unknown"})
CANCELLED_BECAUSE = "what it was about has been erased"


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Clean every preview that quotes what was erased; counts `preview`."""
    ids = [entity_id for _, entity_id in erased]
    gone = {str(entity_id) for entity_id in ids}
    runs = set(await readers(tx, ids))
    cleaned = 0
    for row in await repository.to_redact(tx):
        by_run = row.run_id in runs and row.state not in CONFIRMED
        if by_run or not gone.isdisjoint(_named(row)):
            await repository.replace(tx, row.id, _emptied(row))
            cleaned += 1
    return {"preview": cleaned} if cleaned else {}


def _named(row: PreviewRow) -> set[str]:
    """The ids that stand anywhere in the preview."""
    parts: list[Any] = [row.arguments, row.draft, row.result, row.undo, str(row.target_id)]
    return set(_ID.findall(json.dumps(parts)))


def _emptied(row: PreviewRow) -> dict[str, Any]:
    values: dict[str, Any] = {
        "title": "",
        "summary": "",
        "arguments": {},
        "draft": {},
        "editable_fields": [],
        "target_title": None,
        "last_error": None,
        "undo": None,
        "undo_until": None,
        "redacted_at": func.steward_now(),
    }
    if row.result is not None:
        values["result"] = {"entity": row.result.get("entity"), "summary": ""}
    if row.state == "pending":
        values |= {"state": "cancelled", "last_error": CANCELLED_BECAUSE}
    return values
