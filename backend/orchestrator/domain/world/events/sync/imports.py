"""What was an imported event made of, and which of a source's events does it no longer hold?"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final
from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.dialects.postgresql import insert

from orchestrator.db.tx import Tx
from orchestrator.domain.world.events.model import Event, EventImport
from orchestrator.domain.world.events.repository import events

CONNECTED: Final = ("ics:", "caldav:")
"""How the sources of events begin that a connection brings."""


async def digests(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, str]:
    """What each of these events was last read from."""
    if not ids:
        return {}
    found = await tx.session.execute(
        select(EventImport.event_id, EventImport.digest).where(
            EventImport.user_id == tx.owner_id, EventImport.event_id.in_(ids)
        )
    )
    return {one.event_id: one.digest for one in found}


async def raws(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, str]:
    """The VEVENTs that these events were made of."""
    if not ids:
        return {}
    found = await tx.session.execute(
        select(EventImport.event_id, EventImport.raw).where(
            EventImport.user_id == tx.owner_id, EventImport.event_id.in_(ids)
        )
    )
    return {one.event_id: one.raw for one in found}


async def keep(tx: Tx, made: Mapping[UUID, tuple[str, str]]) -> None:
    """Keep (raw, digest) of these events."""
    if not made:
        return
    values = [
        {"event_id": event_id, "user_id": tx.owner_id, "raw": raw, "digest": digest}
        for event_id, (raw, digest) in made.items()
    ]
    statement = insert(EventImport)
    key = [EventImport.user_id, EventImport.event_id]
    kept = {"raw": statement.excluded.raw, "digest": statement.excluded.digest}
    await tx.session.execute(statement.on_conflict_do_update(index_elements=key, set_=kept), values)


async def adopt(tx: Tx, external_ids: Sequence[str], *, source: str, live: Collection[str]) -> None:
    """Let `source` go on with the events of these ids that came from a connection which is no more (`live`: the sources
    of those that are): they stayed because the user had changed them, and would be there twice."""
    theirs = await tx.session.scalars(
        events.owned(tx.owner_id)
        .where(
            Event.external_id.in_(external_ids),
            or_(Event.source == source, *(Event.source.startswith(kind) for kind in CONNECTED)),
        )
        .order_by(Event.updated_at.desc(), Event.id)
        .with_for_update()
    )
    there: set[str | None] = set()
    orphans: list[Event] = []
    for row in theirs:
        if row.source == source:
            there.add(row.external_id)
        elif row.source not in live:
            orphans.append(row)
    for row in orphans:
        if row.external_id not in there:
            there.add(row.external_id)
            row.source, row.absent_since = source, None
    await tx.session.flush()


async def missing(tx: Tx, *, source: str, present: Collection[str], calendar: str | None) -> list[Event]:
    """The events of `source` with an external id that is not `present` and was until now, locked. What was never read
    from there is only on its way."""
    was_read = select(EventImport.event_id).where(EventImport.user_id == tx.owner_id)
    statement = events.owned(tx.owner_id).where(
        Event.source == source,
        Event.external_id.is_not(None),
        Event.absent_since.is_(None),
        Event.id.in_(was_read),
    )
    if calendar is not None:
        statement = statement.where(Event.calendar == calendar)
    rows = await tx.session.scalars(statement.order_by(Event.id).with_for_update())
    there = set(present)
    return [row for row in rows if row.external_id not in there]
