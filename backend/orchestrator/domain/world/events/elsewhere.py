"""Which events live in a calendar elsewhere that the user lets Steward write into, and what of the user's changes is
still on its way there?

An event is known there by its `source` (the calendar) and its `external_id` (the UID). What the user changes of one is
noted in the unit of work of the change, with a job that writes it there (`connections/write_out.py`); what a source
says is never written back. Participants and tags are not written: nobody is invited by us.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.world.events import imports, recurrence, repository
from orchestrator.domain.world.events.model import Event, EventCalendar, EventWrite
from orchestrator.domain.world.events.schemas import WRITE_OUT, ElsewhereOut, EventFields, WriteOut
from orchestrator.domain.world.places import service as places
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.kit.text import shorten
from orchestrator.language.fold import fold
from orchestrator.scheduling.async_jobs import Item, enqueue, enqueue_many

TIMES: Final = frozenset({"start_at", "end_at", "timezone", "all_day"})
SERIES: Final = frozenset({"recurrence", "overrides"})
PLACE: Final = frozenset({"location_text", "place_id"})
WRITTEN: Final = frozenset({"title", "description", "status", "busy", *TIMES, *SERIES, *PLACE})
"""The fields that a calendar elsewhere has too."""
_ERROR = 500


@dataclass(frozen=True)
class Calendar:
    """A calendar that may be written into; `source` is that of its events, `account` whose it is."""

    source: str
    name: str
    account: str


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


# Calendars


async def calendars(session: AsyncSession, owner_id: UUID) -> list[Calendar]:
    """The user's, by name."""
    found = await session.scalars(
        select(EventCalendar)
        .where(EventCalendar.user_id == owner_id)
        .order_by(EventCalendar.name, EventCalendar.source)
    )
    return [Calendar(one.source, one.name, one.account) for one in found]


async def keep_calendars(session: AsyncSession, owner_id: UUID, known: Sequence[Calendar]) -> None:
    """These may be written into."""
    if not known:
        return
    values = [{"user_id": owner_id, "source": one.source, "name": one.name, "account": one.account} for one in known]
    statement = insert(EventCalendar)
    kept = {"name": statement.excluded.name, "account": statement.excluded.account}
    index = [EventCalendar.user_id, EventCalendar.source]
    await session.execute(statement.on_conflict_do_update(index_elements=index, set_=kept), values)


async def drop_calendars(session: AsyncSession, owner_id: UUID, sources: Sequence[str]) -> None:
    """These may not be written into any more."""
    await session.execute(
        delete(EventCalendar).where(EventCalendar.user_id == owner_id, EventCalendar.source.in_(sources))
    )


async def placed(session: AsyncSession, owner_id: UUID, fields: EventFields, entity_id: UUID) -> EventFields:
    """The fields of a new event, with the calendar elsewhere that its `calendar` names: by its name, or by
    "name (account)". A name that none of them has is a label of this home alone. Raises InvalidRequest where several
    are called so."""
    if fields.external_id is not None or fields.source is not None:
        return fields
    found = _called(await calendars(session, owner_id), fields.calendar)
    if found is None:
        return fields
    return fields.model_copy(update={"source": found.source, "external_id": str(entity_id), "calendar": found.name})


async def moves_into(session: AsyncSession, row: Event, name: object) -> Calendar | None:
    """The calendar elsewhere into which an event goes whose `calendar` the user sets to `name`; None where that is a
    label alone. Raises InvalidRequest where it lives in another one: an event is not moved between calendars."""
    known = await calendars(session, row.user_id)
    own = next((one for one in known if one.source == row.source), None)
    wanted = name if isinstance(name, str) else None
    found = own if own is not None and _is_called(own, wanted) else _called(known, wanted)
    if own is not None and found is not own:
        told = f"the event is in the calendar “{own.name}” and can't be moved out of it; make it anew where it shall be"
        raise InvalidRequest.of_field("calendar", told)
    if own is not None or found is None:
        return None
    if row.source is not None or row.external_id is not None:
        told = f"the event comes from elsewhere and can't be moved into “{found.name}”; make it anew there"
        raise InvalidRequest.of_field("calendar", told)
    return found


def _called(known: Sequence[Calendar], name: str | None) -> Calendar | None:
    """Raises InvalidRequest where several are called so."""
    found = [one for one in known if _is_called(one, name)]
    if len(found) > 1:
        told = ", ".join(f"“{one.name} ({one.account})”" for one in found)
        errors: list[FieldError] = [{"loc": ["calendar"], "message": f"several calendars are called so: {told}"}]
        raise InvalidRequest(f"`calendar`: several calendars are called so. Name one of these: {told}.", errors=errors)
    return found[0] if found else None


def _is_called(calendar: Calendar, name: str | None) -> bool:
    wanted = fold(name or "")
    return bool(wanted) and wanted in {fold(calendar.name), fold(f"{calendar.name} ({calendar.account})")}


# Changes


_CHANGED = text(
    """
    insert into event_writes as w (event_id, user_id, state, names, base)
    select :event, :owner, 'waiting', cast(:names as text[]),
           (select raw from event_imports where user_id = :owner and event_id = :event)
     where exists (select from event_calendars where user_id = :owner and source = :source)
    on conflict (event_id) do update set
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


async def look_again(session: AsyncSession, owner_id: UUID, event_id: UUID) -> None:
    """It was written there as it was made: have it compared, and be in step."""
    row = await repository.events.find(session, owner_id, event_id)
    if row is not None:
        await changed(session, row, WRITTEN)


async def states(session: AsyncSession, owner_id: UUID, rows: Mapping[UUID, str | None]) -> dict[UUID, ElsewhereOut]:
    """How it is with the writing of these events (`rows`: sources by id); those that were never changed here have
    none."""
    ids = [event_id for event_id, source in rows.items() if source is not None]
    if not ids:
        return {}
    found = await session.scalars(
        select(EventWrite).where(EventWrite.user_id == owner_id, EventWrite.event_id.in_(ids))
    )
    return {one.event_id: ElsewhereOut.model_validate(one) for one in found}


async def in_step(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> set[UUID]:
    """Those of these events that the user changed and whose calendar elsewhere has all of it: what that says from then
    on is newer."""
    if not ids:
        return set()
    found = await session.scalars(
        select(EventWrite.event_id).where(
            EventWrite.user_id == owner_id, EventWrite.event_id.in_(ids), EventWrite.state == "written"
        )
    )
    return set(found)


async def had_changes(session: AsyncSession, owner_id: UUID, event_id: UUID) -> bool:
    """Whether the user ever changed what its calendar elsewhere says of the event."""
    found = select(EventWrite.event_id).where(EventWrite.user_id == owner_id, EventWrite.event_id == event_id)
    return (await session.scalar(found)) is not None


# Writing


async def send_waiting(session: AsyncSession, owner_id: UUID, sources: Sequence[str]) -> None:
    """Have what waits for these calendars written now."""
    found = await session.scalars(
        select(EventWrite.event_id)
        .join(Event, Event.id == EventWrite.event_id)
        .where(EventWrite.user_id == owner_id, EventWrite.state == "waiting", Event.source.in_(sources))
        .order_by(EventWrite.event_id)
    )
    await enqueue_many(session, WRITE_OUT, [Item(WriteOut(event_id=one), owner_id, str(one)) for one in found])


async def going(session: AsyncSession, owner_id: UUID, event_id: UUID) -> Going | None:
    """What is to be written of the event; None where nothing waits, or it is gone."""
    write = await _held(session, owner_id, event_id)
    row = await repository.events.find(session, owner_id, event_id)
    if write is None or row is None or write.state != "waiting":
        return None
    own = [UUID(one["place_id"]) for one in row.overrides if one.get("place_id")]
    named = await places.named(session, owner_id, [*own, *([row.place_id] if row.place_id is not None else [])])
    raw = (await imports.raws(session, owner_id, [row.id])).get(row.id, "")
    return Going(row, frozenset(write.names), named, raw, write.base or "", write.number)


async def waits(session: AsyncSession, owner_id: UUID, event_id: UUID, error: str) -> None:
    """It could not be written for now, for this reason."""
    write = await _held(session, owner_id, event_id)
    if write is not None and write.state == "waiting":
        write.error = shorten(error, _ERROR)


async def refused(session: AsyncSession, owner_id: UUID, event_id: UUID, number: int, error: str) -> None:
    """It will not be written, for this reason; the change stays here."""
    write = await _held(session, owner_id, event_id)
    if write is not None and write.number == number:
        write.state, write.error, write.note = "refused", shorten(error, _ERROR), None
        write.since = await repository.now(session)


async def written(session: AsyncSession, owner_id: UUID, event_id: UUID, *, number: int, note: str | None) -> None:
    """It is written up to the change `number`; a later one goes on waiting. What its calendar has as it is here is no
    longer held against what that says next (`settle`)."""
    write = await _held(session, owner_id, event_id)
    if write is None:
        return  # erased meanwhile
    write.error, write.note = None, note
    if write.number == number:
        write.state, write.names, write.base = "written", [], None
        write.since = await repository.now(session)
    await session.flush()


async def settle(session: AsyncSession, owner_id: UUID, event_id: UUID, told: Mapping[str, Any]) -> None:
    """The calendar says this of the event (`told`: columns): what is the same here is in step, and a later change there
    is newer."""
    row = await repository.events.find(session, owner_id, event_id, for_update=True)
    if row is None:
        return
    same = {name for name in WRITTEN - SERIES if name in told and told[name] == getattr(row, name)}
    if "recurrence" in told and _rules(row, told["recurrence"]) == _rules(row, row.recurrence):
        same.add("recurrence")
    row.user_fields = [name for name in row.user_fields if name not in same]
    theirs = [_bare(one) for one in told.get("overrides", ())]
    row.overrides = [
        {**_bare(one), **({"by_user": True} if one.get("by_user") and _bare(one) not in theirs else {})}
        for one in row.overrides
    ]
    await session.flush()


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


async def _held(session: AsyncSession, owner_id: UUID, event_id: UUID) -> EventWrite | None:
    statement = select(EventWrite).where(EventWrite.user_id == owner_id, EventWrite.event_id == event_id)
    found = await session.scalars(statement.with_for_update().execution_options(populate_existing=True))
    return found.one_or_none()


async def send_came(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> None:
    """Of writes that came with an archive: have those that wait written."""
    found = await session.scalars(
        select(EventWrite.event_id).where(
            EventWrite.user_id == owner_id, EventWrite.event_id.in_(ids), EventWrite.state == "waiting"
        )
    )
    await enqueue_many(session, WRITE_OUT, [Item(WriteOut(event_id=one), owner_id, str(one)) for one in found])
