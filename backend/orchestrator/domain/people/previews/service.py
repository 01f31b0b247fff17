"""Which frozen writes are there, and what became of each? Implements `agent.ports.PreviewStore` (class `Previews`)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast, get_args
from uuid import UUID

from sqlalchemy import Row, func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.context import ContextLine
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.types.bundle import PreviewOut, PreviewState
from orchestrator.agent.types.origin import Origin
from orchestrator.db.cursors import moment_cursor, moment_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.people.previews import repository
from orchestrator.domain.people.previews.model import PreviewRow
from orchestrator.domain.people.previews.schemas import EXPIRE, PreviewExpiry
from orchestrator.domain.people.runs.redaction import readers
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit import patterns
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.kit.text import storable, storable_json
from orchestrator.scheduling.async_jobs import enqueue

STATES: tuple[str, ...] = get_args(PreviewState)
ACTIVE_PREVIEWS = 5
MOST_EDITS = 200
"""Previews of one draft that are followed to the one that stands."""


class Previews:
    """The store of frozen writes. No state of its own."""

    async def add(self, session: AsyncSession, preview: Preview) -> None:
        values = {"id": preview.id, "created_at": preview.created_at, **_columns(preview)}
        tx = Tx(session, preview.owner_id)
        await repository.add(tx, values)
        await _plan_expiry(tx, preview.id, preview.expires_at)

    async def get(self, tx: Tx, preview_id: UUID, *, for_update: bool = False) -> Preview:
        found = await repository.get(tx, preview_id, for_update=for_update)
        if found is None:
            raise NotFound("There is no such preview.")
        return _preview(found[0])

    async def find(self, tx: Tx, preview_id: UUID) -> Preview | None:
        found = await repository.get(tx, preview_id)
        return _preview(found[0]) if found is not None else None

    async def save(self, session: AsyncSession, preview: Preview) -> None:
        """Raises NotFound where it was erased meanwhile."""
        if not await repository.replace(Tx(session, preview.owner_id), preview.id, _columns(preview)):
            raise NotFound("There is no such preview.")

    async def pending(self, tx: Tx, *, thread_id: UUID | None = None, limit: int = 20) -> Sequence[Preview]:
        rows = await repository.pending(tx, thread_id=thread_id, limit=limit)
        return [_preview(row) for row in rows]

    async def stuck(self, session: AsyncSession, *, limit: int) -> Sequence[Preview]:
        return [_preview(row) for row in await repository.stuck(session, limit=limit)]


async def carried_out_on(tx: Tx, kind: str, entity_id: UUID) -> UUID | None:
    """The preview of the latest write of an entity that was carried out, taken back or not."""
    return await repository.carried_out_on(tx, kind, entity_id)


async def list_previews(
    tx: Tx, page: PageRequest, *, state: str | None = None, thread_id: UUID | None = None
) -> Page[PreviewOut]:
    """Previews, newest first. Raises InvalidRequest for a state that is none."""
    if state is not None and state not in STATES:
        raise InvalidRequest(f"`state` is one of {', '.join(STATES)}.")
    rows = await repository.page(
        tx, after=moment_mark(page.cursor), limit=page.limit + 1, q=page.q, state=state, thread_id=thread_id
    )
    there = rows[: page.limit]
    more = len(rows) > page.limit
    cursor = moment_cursor(there[-1][0].created_at, there[-1][0].id) if more else None
    return Page([_told(row, over) for row, over in there], cursor)


async def waiting_in(tx: Tx, thread_ids: Sequence[UUID]) -> dict[UUID, list[str]]:
    """The ids of the previews that wait in each of these threads; nothing for one where none does."""
    waiting: dict[UUID, list[str]] = {}
    for thread_id, preview_id in await repository.waiting_in(tx, thread_ids) if thread_ids else ():
        waiting.setdefault(thread_id, []).append(str(preview_id))
    return waiting


async def show(tx: Tx, preview_id: UUID) -> PreviewOut:
    """The preview as clients see it. Raises NotFound."""
    found = await repository.get(tx, preview_id)
    if found is None:
        raise NotFound("There is no such preview.")
    return _told(*found)


async def heads(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, tuple[PreviewOut, PreviewOut]]:
    """Each of `ids` that exists: the preview itself, and the one that has taken its place in the end."""
    found: dict[UUID, tuple[PreviewOut, PreviewOut]] = {}
    for preview_id in dict.fromkeys(ids):
        row = await repository.get(tx, preview_id)
        if row is None:
            continue
        own = head = row
        for _ in range(MOST_EDITS):
            after = head[0].superseded_by
            following = await repository.get(tx, after) if after is not None else None
            if following is None:
                break
            head = following
        found[preview_id] = (_told(*own), _told(*head))
    return found


async def redacted(tx: Tx, ids: Sequence[UUID]) -> set[UUID]:
    """Those of `ids` whose words went with what they were about."""
    return await repository.redacted(tx, ids) if ids else set()


async def expire(tx: Tx, preview_id: UUID) -> bool:
    """Mark a preview that still waits after its time as expired; False where there is none such (any more)."""
    found = await repository.get(tx, preview_id, for_update=True)
    if found is None or found[0].state != "pending" or not found[1]:
        return False
    return await repository.replace(tx, preview_id, {"state": "expired"})


def _told(row: PreviewRow, over: bool) -> PreviewOut:
    told = shown(_preview(row))
    return told.model_copy(update={"state": "expired"}) if over and told.state == "pending" else told


def _columns(preview: Preview) -> dict[str, Any]:
    """The columns of a preview but for its id, its owner and its time of making."""
    target = preview.target
    jsons = {
        "arguments": dict(preview.arguments),
        "draft": dict(preview.draft),
        "result": dict(preview.result) if preview.result is not None else None,
        "undo": dict(preview.undo) if preview.undo is not None else None,
    }
    return {
        **cast("dict[str, Any]", storable_json(jsons)),
        "thread_id": preview.thread_id,
        "run_id": preview.run_id,
        "tool": preview.tool,
        "title": storable(preview.title),
        "summary": storable(preview.summary),
        "digest": preview.digest,
        "editable_fields": list(preview.editable_fields),
        "timezone": preview.timezone,
        "locale": preview.locale,
        "idempotency_key": preview.idempotency_key,
        "expires_at": preview.expires_at,
        "state": preview.state,
        "origin": preview.origin.value,
        "tainted": preview.tainted,
        "target_type": target.type if target else None,
        "target_id": target.id if target else None,
        "target_title": storable(target.title) if target else None,
        "target_version": preview.target_version,
        "held_by_rule": " ".join(preview.held_by_rules) or None,
        "superseded_by": preview.superseded_by,
        "last_error": storable(preview.last_error) if preview.last_error is not None else None,
        "undo_until": preview.undo_until,
        "lease_until": preview.lease_until,
    }


def _preview(row: PreviewRow) -> Preview:
    target = None
    if row.target_type is not None and row.target_id is not None:
        target = EntityRef(row.target_type, row.target_id, row.target_title or "")
    return Preview(
        id=row.id,
        owner_id=row.user_id,
        tool=row.tool,
        title=row.title,
        summary=row.summary,
        arguments=row.arguments,
        draft=row.draft,
        digest=row.digest,
        editable_fields=tuple(row.editable_fields),
        timezone=row.timezone,
        locale=row.locale,
        idempotency_key=row.idempotency_key,
        created_at=row.created_at,
        expires_at=row.expires_at,
        state=cast("PreviewState", row.state),
        origin=Origin(row.origin),
        tainted=row.tainted,
        target=target,
        target_version=row.target_version,
        held_by_rules=tuple((row.held_by_rule or "").split()),
        superseded_by=row.superseded_by,
        last_error=row.last_error,
        result=row.result,
        undo=row.undo,
        undo_until=row.undo_until,
        thread_id=row.thread_id,
        run_id=row.run_id,
        lease_until=row.lease_until,
    )


async def plan_expiries(tx: Tx, ids: Sequence[UUID]) -> None:
    """Have those previews expire in time that came with an archive and wait."""
    for preview_id, expires_at in await repository.waiting_until(tx, ids):
        await _plan_expiry(tx, preview_id, expires_at)


async def _plan_expiry(tx: Tx, preview_id: UUID, at: datetime) -> None:
    await enqueue(tx.session, EXPIRE, PreviewExpiry(preview_id=preview_id), owner_id=tx.owner_id, run_after=at)


async def active_state(tx: Tx, now: datetime, zone: str, locale: str) -> list[ContextLine]:
    """What waits for the user's confirmation, a line each; summaries are written by code from frozen arguments. Of one
    that quotes others, or that others' text brought about, the tool alone."""
    del zone, locale
    waiting = await repository.waiting(tx, limit=ACTIVE_PREVIEWS)
    return [
        ContextLine(row.tool)
        if row.tainted or row.origin == Origin.THIRD_PARTY
        else ContextLine(row.summary, tuple(_quoted(row)))
        for row in waiting
        if row.expires_at > now
    ]


def _quoted(row: Row[Any]) -> Iterator[EntityRef]:
    """What a summary's words are from: its target, and whatever the run had read that proposed it."""
    if row.target_type is not None and row.target_id is not None:
        yield EntityRef(row.target_type, row.target_id)
    if row.run_id is not None:
        yield EntityRef("run", row.run_id)


_ID = patterns.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
CONFIRMED = frozenset({"confirmed", "undone", "unknown"})
CANCELLED_BECAUSE = "what it was about has been erased"


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Clean every preview that quotes what was erased; counts `preview`.

    Their tool, state and times remain; none of their words. A preview quotes an entity that it names by id, or one that
    its run read. Of the latter a confirmed one stays: what the user confirmed is a source of its own. One that still
    waited is cancelled.
    """
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
