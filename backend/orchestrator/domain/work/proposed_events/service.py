"""What is proposed, and what does the user say to it? A yes makes a normal event; a no is remembered, and so is
silence: what was decided is not proposed again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.db.cursors import moment_cursor, moment_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.work.proposed_events import repository
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.rules import Decision
from orchestrator.domain.work.proposed_events.schemas import KIND, ProposedEventOut
from orchestrator.domain.world.events import ruled
from orchestrator.domain.world.events.schemas import EventFields, EventOut
from orchestrator.domain.world.events.service import events
from orchestrator.errors import Conflict, InvalidRequest, NotFound
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.kit.zones import to_wall

PUT_OFF_FOR = timedelta(days=7)
MOST_PUT_OFF = 2
EDITABLE = frozenset(
    {"title", "description", "start_at", "end_at", "timezone", "place_id", "location_text", "participants", "all_day"}
)


@dataclass(frozen=True)
class Yes:
    """An acceptance: what the user changed, in which zone and language they speak, and from which rules that hold it
    the event is an exception."""

    edits: Mapping[str, Any]
    zone: str
    locale: str
    overridden: Sequence[UUID] = ()


async def list_proposed(tx: Tx, page: PageRequest, *, state: str | None, now: datetime) -> Page[ProposedEventOut]:
    """The latest first. Raises InvalidRequest for a foreign cursor."""
    await repository.expire(tx, now)
    rows = await repository.page(tx, after=moment_mark(page.cursor), limit=page.limit + 1, state=state, shown_at=now)
    there = rows[: page.limit]
    cursor = moment_cursor(there[-1].start_at, there[-1].id) if len(rows) > page.limit else None
    return Page([shown(row) for row in there], cursor)


async def accept(tx: Tx, proposal_id: UUID, yes: Yes, *, now: datetime) -> EventOut:
    """The event that it became, made as every direct write is, under the user's rules; a second yes makes no second
    one. Raises NotFound, InvalidRequest, and Conflict for one that was dismissed or expired, or that a rule holds."""
    row = await _locked(tx, proposal_id, now)
    if row.state == "accepted" and row.event_id is not None:
        return await _event(tx, row.event_id)
    if row.state != "pending":
        raise Conflict("already_decided", f"This proposal is {row.state}.")
    if unknown := sorted(yes.edits.keys() - EDITABLE):
        raise InvalidRequest(f"These can't be edited here: {', '.join(unknown)}.")
    fields = await _ruled(tx, events.checked({**_fields(row), **yes.edits}), yes)
    made = await events.create(tx, fields, zone=yes.zone)
    row.state, row.event_id, row.decided_at, row.updated_at = "accepted", made.id, now, now
    return await _event(tx, made.id)


async def _ruled(tx: Tx, fields: EventFields, yes: Yes) -> EventFields:
    """With what the user's rules fill in. Raises Conflict `rule_held`, `rule_refused`."""
    rules = await FactRules().rules(tx)
    if not rules.rules:
        return fields
    asking = ruled.Asking(tx, rules, yes.zone, rules.locale(yes.locale))
    whole = await ruled.filled_fields(asking, fields)
    ruled.pass_or_raise(await ruled.held_new(asking, whole), yes.overridden)
    return whole


async def _event(tx: Tx, event_id: UUID) -> EventOut:
    (out,) = await events.present(tx, [await events.get(tx, event_id)])
    return EventOut.model_validate(out)


async def dismiss(tx: Tx, proposal_id: UUID, reason: Decision, *, now: datetime) -> ProposedEventOut:
    """It is no event, or not now. The same again changes nothing. Raises NotFound, and Conflict for one that was
    accepted or expired, or put off twice."""
    row = await _locked(tx, proposal_id, now)
    if row.state == "dismissed" and reason != "later":
        row.decision = reason
        return shown(row)
    if row.state != "pending":
        raise Conflict("already_decided", f"This proposal is {row.state}.")
    if reason != "later":
        row.state, row.decision, row.decided_at, row.updated_at = "dismissed", reason, now, now
        return shown(row)
    if row.put_off >= MOST_PUT_OFF:
        row.state, row.decided_at, row.updated_at = "expired", now, now
        return shown(row)
    row.put_off, row.decision, row.hidden_until = row.put_off + 1, reason, now + PUT_OFF_FOR
    row.expires_at, row.updated_at = row.hidden_until + PUT_OFF_FOR, now
    return shown(row)


async def _locked(tx: Tx, proposal_id: UUID, now: datetime) -> ProposedEvent:
    """The row, locked: of two answers at once the second finds what the first said."""
    await repository.expire(tx, now)
    row = await repository.get(tx, proposal_id, for_update=True)
    if row is None:
        raise NotFound("There is no such proposed event.")
    return row


def _fields(row: ProposedEvent) -> dict[str, Any]:
    return {
        "title": row.title,
        "description": row.suggested_summary,
        "start_at": to_wall(row.start_at, row.timezone).replace(microsecond=0).isoformat(),
        "end_at": to_wall(row.end_at, row.timezone).replace(microsecond=0).isoformat(),
        "timezone": row.timezone,
        "place_id": row.place_id,
        "participants": [{"contact_id": one["contact_id"]} for one in row.suggested_contacts],
        "external_id": str(row.id),
        "source": KIND,
    }


def shown(row: ProposedEvent) -> ProposedEventOut:
    """As clients see it."""
    out = ProposedEventOut.model_validate(row)
    start, end = (to_wall(one, row.timezone).replace(microsecond=0) for one in (row.start_at, row.end_at))
    return out.model_copy(update={"start_at": start, "end_at": end})


async def erase(tx: Tx, proposal_id: UUID) -> Sequence[ErasedRow]:
    """Delete it. Raises NotFound."""
    row = await repository.get(tx, proposal_id)
    if row is None:
        raise NotFound("There is no such proposed event.")
    await repository.remove(tx, [row.id])
    tx.session.expunge(row)
    return [ErasedRow(KIND, row.id, indexed=False)]


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """What stands on something that is gone, or was made anew: what waits goes; what was decided keeps its interval and
    its answer, and loses its words. Counts `proposed_event`."""
    gone = {str(entity_id) for _, entity_id in erased}
    touched = [row for row in await repository.everything(tx) if gone & _quoted(row)]
    await repository.remove(tx, [row.id for row in touched if row.state == "pending"])
    for row in touched:
        if row.state == "pending":
            tx.session.expunge(row)
            continue
        row.title = row.suggested_summary = row.reason = ""
        row.suggested_contacts, row.place_candidates, row.evidence, row.stay_id = [], [], [], None
    await tx.session.flush()
    return {KIND: len(touched)} if touched else {}


def _quoted(row: ProposedEvent) -> set[str]:
    told = {str(one["id"]) for one in row.evidence} | {str(one["place_id"]) for one in row.place_candidates}
    return told | {str(one) for one in (row.stay_id, row.place_id) if one is not None and row.title}
