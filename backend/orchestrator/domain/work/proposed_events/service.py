"""What is proposed, and what does the user say to it? A yes makes a normal event; a no is remembered, and so is
silence: what was decided is not proposed again.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.db.cursors import moment_cursor, moment_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.work.proposed_events import repository
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.rules import Decision
from orchestrator.domain.work.proposed_events.schemas import KIND, ProposedEventOut
from orchestrator.domain.work.proposed_events.wording import Worded
from orchestrator.errors import Conflict, NotFound, VersionConflict
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.kit.zones import to_wall

PUT_OFF_FOR = timedelta(days=7)
MOST_PUT_OFF = 2
_UNDONE = ("state", "decision", "put_off")
_UNDONE_TIMES = ("decided_at", "hidden_until", "expires_at")


async def list_proposed(tx: Tx, page: PageRequest, *, state: str | None, now: datetime) -> Page[ProposedEventOut]:
    """The latest first. Raises InvalidRequest for a foreign cursor."""
    rows = await repository.page(tx, after=moment_mark(page.cursor), limit=page.limit + 1, state=state, shown_at=now)
    there = rows[: page.limit]
    cursor = moment_cursor(there[-1].start_at, there[-1].id) if len(rows) > page.limit else None
    return Page([shown(row, now) for row in there], cursor)


async def waiting(tx: Tx, now: datetime, *, limit: int) -> Sequence[ProposedEvent]:
    """Those that wait for an answer, the earliest first."""
    return await repository.waiting(tx, now, limit=limit)


async def version(tx: Tx, proposal_id: UUID) -> int | None:
    """Its present version; None where it is gone."""
    row = await repository.get(tx, proposal_id)
    return row.version if row is not None else None


async def locked(tx: Tx, proposal_id: UUID, now: datetime) -> ProposedEvent:
    """The row, locked: of two answers at once the second finds what the first said. Raises NotFound."""
    await provenance.lock_ingestion(tx)  # what an answer writes is written after it was locked
    row = await repository.get(tx, proposal_id, for_update=True)
    if row is None:
        raise NotFound("There is no such proposed event.")
    if _state(row, now) != row.state:
        row.state = _state(row, now)
        await _changed(tx, row, now)
    return row


async def open_one(tx: Tx, proposal_id: UUID, now: datetime) -> ProposedEvent:
    """The same of one that waits for an answer. Raises NotFound, and Conflict where it has one."""
    row = await locked(tx, proposal_id, now)
    if row.state != "pending":
        raise Conflict("already_decided", f"This proposal is {row.state}.")
    return row


async def accepted(tx: Tx, row: ProposedEvent, event_id: UUID, edited: Collection[str], now: datetime) -> None:
    """It became that event; `edited`: the fields that the user changed, whose words the event has."""
    own = ({"field": field, "kind": "user", "id": str(tx.owner_id), "text": ""} for field in sorted(edited))
    row.evidence = [*(one for one in row.evidence if one["field"] not in edited), *own]
    row.state, row.event_id, row.decided_at = "accepted", event_id, now
    await _changed(tx, row, now)


async def dismissed(tx: Tx, row: ProposedEvent, reason: Decision, now: datetime) -> dict[str, Any]:
    """It is no event, or not now; the third "later" is a silence. Answers what `restored` needs to take it back."""
    before = snapshot(row)
    if reason != "later":
        row.state, row.decision, row.decided_at = "dismissed", reason, now
    elif row.put_off >= MOST_PUT_OFF:
        row.state, row.decided_at = "expired", now
    else:
        row.put_off, row.decision, row.hidden_until = row.put_off + 1, reason, now + PUT_OFF_FOR
        row.expires_at = row.hidden_until + PUT_OFF_FOR
    await _changed(tx, row, now)
    return {**before, "version": row.version}


def snapshot(row: ProposedEvent) -> dict[str, Any]:
    """How it stands, as JSON, without the words that it is told with."""
    times = {name: at.isoformat() if (at := getattr(row, name)) else None for name in _UNDONE_TIMES}
    return {"id": str(row.id), "version": row.version, **{name: getattr(row, name) for name in _UNDONE}, **times}


async def restored(tx: Tx, before: Mapping[str, Any], now: datetime) -> ProposedEvent:
    """An answer is taken back: it stands as it did. Raises NotFound, and VersionConflict where it changed since."""
    row = await repository.get(tx, UUID(before["id"]), for_update=True)
    if row is None:
        raise NotFound("There is no such proposed event.")
    if row.version != before["version"]:
        raise VersionConflict("The proposal changed since.")
    for name in _UNDONE:
        setattr(row, name, before[name])
    for name in _UNDONE_TIMES:
        setattr(row, name, datetime.fromisoformat(before[name]) if before[name] else None)
    row.event_id = None
    await _changed(tx, row, now)
    return row


async def unannounced(tx: Tx, now: datetime) -> Sequence[ProposedEvent]:
    """Those that no push told of, the likeliest first."""
    return [row for row in await repository.unannounced(tx) if _state(row, now) == "pending"]


async def reworded(tx: Tx, proposal_id: UUID, said: Worded, *, version: int, now: datetime) -> None:
    """Take a model's words, where nothing happened to it meanwhile."""
    row = await repository.get(tx, proposal_id, for_update=True)
    if row is None or row.state != "pending" or row.version != version:
        return
    row.title, row.suggested_summary = said.title or row.title, said.summary or row.suggested_summary
    if said.contact_ids is not None:
        chosen = set(said.contact_ids)
        row.suggested_contacts = [one for one in row.suggested_contacts if one["contact_id"] in chosen]
        names = {one["name"] for one in row.suggested_contacts}
        row.evidence = [one for one in row.evidence if one["field"] != "suggested_contacts" or one["text"] in names]
    await _changed(tx, row, now)


async def announced(tx: Tx, rows: Sequence[ProposedEvent], now: datetime) -> None:
    """A push told of them."""
    for row in rows:
        row.announced_at = now
    await tx.session.flush()


async def _changed(tx: Tx, row: ProposedEvent, now: datetime) -> None:
    row.version, row.updated_at = row.version + 1, now
    await tx.session.flush()


def _state(row: ProposedEvent, now: datetime) -> str:
    return "expired" if row.state == "pending" and row.expires_at <= now else row.state


def shown(row: ProposedEvent, now: datetime) -> ProposedEventOut:
    """As clients see it."""
    told = {name: getattr(row, name) for name in ProposedEventOut.model_fields} | {"state": _state(row, now)}
    walls = {name: to_wall(told[name], row.timezone).replace(microsecond=0) for name in ("start_at", "end_at")}
    return ProposedEventOut.model_validate({**told, **walls})


# What it quotes is erased, or merged


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
    """The ids of all that its words are from; of the event that it became, which holds them too."""
    told = {str(one["id"]) for one in row.evidence} | {str(one["place_id"]) for one in row.place_candidates}
    told |= {str(one["contact_id"]) for one in row.suggested_contacts}
    return told | {str(one) for one in (row.stay_id, row.place_id, row.event_id) if one is not None and row.title}


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """A contact was merged into another one, who is suggested instead; answers an entry a proposal."""
    told = []
    for row in await repository.everything(tx):
        if any(one["contact_id"] == str(from_id) for one in row.suggested_contacts):
            told.append({"proposal": str(row.id), "before": row.suggested_contacts, "evidence": row.evidence})
            row.suggested_contacts = _other(row.suggested_contacts, "contact_id", str(from_id), str(to_id))
            row.evidence = _other(row.evidence, "id", str(from_id), str(to_id))
    await tx.session.flush()
    return told


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Who was suggested before is suggested again, in the proposals that still suggest the other."""
    for entry in told:
        proposal_id = parse_id(entry["proposal"])
        row = await repository.get(tx, proposal_id, for_update=True) if proposal_id else None
        if row is not None and any(one["contact_id"] == str(kept_id) for one in row.suggested_contacts):
            row.suggested_contacts, row.evidence = entry["before"], entry["evidence"]
    del merged_id
    await tx.session.flush()


async def repoint_place(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """A place was merged into another one: what was proposed and decided there is so of that one. Answers an entry a
    proposal."""
    told = []
    for row in await repository.everything(tx):
        candidates = {one["place_id"] for one in row.place_candidates}
        if row.place_id != from_id and str(from_id) not in candidates:
            continue
        before = {"place_candidates": row.place_candidates, "evidence": row.evidence}
        told.append({"proposal": str(row.id), "own": row.place_id == from_id, **before})
        row.place_id = to_id if row.place_id == from_id else row.place_id
        row.place_candidates = _other(row.place_candidates, "place_id", str(from_id), str(to_id))
        row.evidence = _other(row.evidence, "id", str(from_id), str(to_id))
    await tx.session.flush()
    return told


async def restore_place(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """What was proposed at the merged place is so again, where it still is at the other one."""
    for entry in told:
        proposal_id = parse_id(entry["proposal"])
        row = await repository.get(tx, proposal_id, for_update=True) if proposal_id else None
        if row is None or (entry["own"] and row.place_id != kept_id):
            continue
        row.place_id = merged_id if entry["own"] else row.place_id
        if row.place_candidates:  # else its words were erased meanwhile
            row.place_candidates, row.evidence = entry["place_candidates"], entry["evidence"]
    await tx.session.flush()


def _other(rows: Sequence[Mapping[str, Any]], name: str, from_id: str, to_id: str) -> list[dict[str, Any]]:
    """The entries with one id in another's place, each person once."""
    found = [{**one, name: to_id} if one[name] == from_id else dict(one) for one in rows]
    return list({(one.get("field"), one[name]): one for one in found}.values())
