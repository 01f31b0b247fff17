"""What of the user's changes of an event that lives in a calendar elsewhere (`writable.py`) is still on its way there?

An event is known there by its `source` (the calendar) and its `external_id` (the UID). What the user changes of one is
noted in the unit of work of the change, with a job that writes it there (`connections/write_out.py`); what a source
says is never written back. Participants and tags are not written: nobody is invited by us.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.world.events import repository
from orchestrator.domain.world.events.model import Event, EventWrite
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.schemas import WRITE_OUT, ElsewhereOut, WriteOut
from orchestrator.domain.world.events.sync import imports
from orchestrator.domain.world.places import service as places
from orchestrator.kit.text import shorten
from orchestrator.scheduling.async_jobs import Item, enqueue, enqueue_many

TIMES: Final = frozenset({"start_at", "end_at", "timezone", "all_day"})
SERIES: Final = frozenset({"recurrence", "overrides"})
PLACE: Final = frozenset({"location_text", "place_id"})
WRITTEN: Final = frozenset({"title", "description", "status", "busy", *TIMES, *SERIES, *PLACE})
"""The fields that a calendar elsewhere has too."""
_ERROR = 500


@dataclass(frozen=True)
class Going:
    """An event on its way to its calendar, as it is here now. `names`: what the user changed of it; `places`: names of
    the places that it and its occurrences have; `raw`: the VEVENTs that it was last read from; `base`: those from
    before the user changed it; `gone`: it is to be taken away there; `number`: of the change, for `written`."""

    row: Event
    names: frozenset[str]
    places: Mapping[UUID, str]
    raw: str
    base: str
    number: int

    @property
    def gone(self) -> bool:
        return self.row.hidden_at is not None


# Changes


_CHANGED = text(
    """
    insert into event_writes as w (event_id, user_id, state, names, base)
    select :event, :owner, 'waiting', cast(:names as text[]),
           (select raw from event_imports where user_id = :owner and event_id = :event)
     where exists (select from event_calendars where user_id = :owner and source = :source)
    on conflict (user_id, event_id) do update set
        state = 'waiting', number = w.number + 1, error = null, updated_at = steward_now(),
        names = array(select distinct unnest(w.names || excluded.names) order by 1),
        base = case when w.state = 'waiting' then w.base else excluded.base end,
        since = case when w.state = 'waiting' then w.since else steward_now() end
    returning true
    """
)


async def changed(session: AsyncSession, row: Event, names: Collection[str]) -> None:
    """The user changed these fields of the event: have them written, where it lives in a calendar elsewhere."""
    wanted = sorted(WRITTEN & set(names))
    if not wanted or row.source is None or row.external_id is None:
        return
    values = {"event": row.id, "owner": row.user_id, "names": wanted, "source": row.source}
    if (await session.execute(_CHANGED, values)).scalar():
        await enqueue(session, WRITE_OUT, WriteOut(event_id=row.id), owner_id=row.user_id, dedupe_key=str(row.id))


async def look_again(tx: Tx, event_id: UUID) -> None:
    """It was written there as it was made: have it compared, and be in step."""
    row = await repository.events.find(tx, event_id)
    if row is not None:
        await changed(tx.session, row, WRITTEN)


async def states(tx: Tx, rows: Mapping[UUID, str | None]) -> dict[UUID, ElsewhereOut]:
    """How it is with the writing of these events (`rows`: sources by id); those that were never changed here have
    none."""
    ids = [event_id for event_id, source in rows.items() if source is not None]
    if not ids:
        return {}
    found = await tx.session.scalars(
        select(EventWrite).where(EventWrite.user_id == tx.owner_id, EventWrite.event_id.in_(ids))
    )
    return {one.event_id: ElsewhereOut.model_validate(one) for one in found}


async def in_step(tx: Tx, ids: Sequence[UUID]) -> set[UUID]:
    """Those of these events that the user changed and whose calendar elsewhere has all of it: what that says from then
    on is newer."""
    if not ids:
        return set()
    found = await tx.session.scalars(
        select(EventWrite.event_id).where(
            EventWrite.user_id == tx.owner_id, EventWrite.event_id.in_(ids), EventWrite.state == "written"
        )
    )
    return set(found)


async def had_changes(tx: Tx, event_id: UUID) -> bool:
    """Whether the user ever changed what its calendar elsewhere says of the event."""
    found = select(EventWrite.event_id).where(EventWrite.user_id == tx.owner_id, EventWrite.event_id == event_id)
    return (await tx.session.scalar(found)) is not None


# Writing


async def send_waiting(tx: Tx, sources: Sequence[str]) -> None:
    """Have what waits for these calendars written now."""
    found = await tx.session.scalars(
        select(EventWrite.event_id)
        .join(Event, Event.id == EventWrite.event_id)
        .where(EventWrite.user_id == tx.owner_id, EventWrite.state == "waiting", Event.source.in_(sources))
        .order_by(EventWrite.event_id)
    )
    await enqueue_many(tx.session, WRITE_OUT, [Item(WriteOut(event_id=one), tx.owner_id, str(one)) for one in found])


async def going(tx: Tx, event_id: UUID) -> Going | None:
    """What is to be written of the event; None where nothing waits, or it is gone."""
    write = await _held(tx, event_id)
    row = await repository.events.find(tx, event_id)
    if write is None or row is None or write.state != "waiting":
        return None
    own = [UUID(one["place_id"]) for one in row.overrides if one.get("place_id")]
    named = await places.named(tx, [*own, *([row.place_id] if row.place_id is not None else [])])
    raw = (await imports.raws(tx, [row.id])).get(row.id, "")
    return Going(row, frozenset(write.names), named, raw, write.base or "", write.number)


async def waits(tx: Tx, event_id: UUID, error: str) -> None:
    """It could not be written for now, for this reason."""
    write = await _held(tx, event_id)
    if write is not None and write.state == "waiting":
        write.error = shorten(error, _ERROR)


async def refused(tx: Tx, event_id: UUID, number: int, error: str) -> None:
    """It will not be written, for this reason; the change stays here."""
    write = await _held(tx, event_id)
    if write is not None and write.number == number:
        write.state, write.error, write.note = "refused", shorten(error, _ERROR), None
        write.since = await repository.now(tx.session)


async def written(tx: Tx, event_id: UUID, *, number: int, note: str | None) -> None:
    """It is written up to the change `number`; a later one goes on waiting. What its calendar has as it is here is no
    longer held against what that says next (`settle`)."""
    write = await _held(tx, event_id)
    if write is None:
        return  # erased meanwhile
    write.error, write.note = None, note
    if write.number == number:
        write.state, write.names, write.base = "written", [], None
        write.since = await repository.now(tx.session)
    await tx.session.flush()


async def settle(tx: Tx, event_id: UUID, told: Mapping[str, Any]) -> None:
    """The calendar says this of the event (`told`: columns): what is the same here is in step, and a later change there
    is newer."""
    row = await repository.events.find(tx, event_id, for_update=True)
    if row is None:
        return
    same = {name for name in WRITTEN - SERIES if name in told and told[name] == getattr(row, name)}
    if "recurrence" in told and _rules(row, told["recurrence"]) == _rules(row, row.recurrence):
        same.add("recurrence")
        row.recurrence = told["recurrence"]  # in its calendar's form: the next reading is no change of it
    row.user_fields = [name for name in row.user_fields if name not in same]
    theirs = [_bare(one) for one in told.get("overrides", ())]
    row.overrides = [
        {**_bare(one), **({"by_user": True} if one.get("by_user") and _bare(one) not in theirs else {})}
        for one in row.overrides
    ]
    await tx.session.flush()


def _rules(row: Event, value: object) -> object:
    """What a `recurrence` says, however it is written."""
    if value is None:
        return None
    try:
        return sorted(recurrence.lines_of(value, start=row.start_at, zone=row.timezone, all_day=row.all_day))
    except (ValueError, OverflowError):
        return value


def _bare(one: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in one.items() if name != "by_user"}


async def _held(tx: Tx, event_id: UUID) -> EventWrite | None:
    statement = select(EventWrite).where(EventWrite.user_id == tx.owner_id, EventWrite.event_id == event_id)
    found = await tx.session.scalars(statement.with_for_update().execution_options(populate_existing=True))
    return found.one_or_none()


async def send_came(tx: Tx, ids: Sequence[UUID]) -> None:
    """Of writes that came with an archive: have those that wait written."""
    found = await tx.session.scalars(
        select(EventWrite.event_id).where(
            EventWrite.user_id == tx.owner_id, EventWrite.event_id.in_(ids), EventWrite.state == "waiting"
        )
    )
    await enqueue_many(tx.session, WRITE_OUT, [Item(WriteOut(event_id=one), tx.owner_id, str(one)) for one in found])
