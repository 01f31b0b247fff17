"""Into which calendars elsewhere may the user's events be written, and into which of them does a new one go?"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.events.model import Event, EventCalendar
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.language.text.normalize import normalize


@dataclass(frozen=True)
class Calendar:
    """A calendar that may be written into; `source` is that of its events, `account` whose it is."""

    source: str
    name: str
    account: str


async def calendars(tx: Tx) -> list[Calendar]:
    """The user's, by name."""
    found = await tx.session.scalars(
        select(EventCalendar)
        .where(EventCalendar.user_id == tx.owner_id)
        .order_by(EventCalendar.name, EventCalendar.source)
    )
    return [Calendar(one.source, one.name, one.account) for one in found]


async def keep_calendars(tx: Tx, known: Sequence[Calendar]) -> None:
    """These may be written into."""
    if not known:
        return
    values = [{"user_id": tx.owner_id, "source": one.source, "name": one.name, "account": one.account} for one in known]
    statement = insert(EventCalendar)
    kept = {"name": statement.excluded.name, "account": statement.excluded.account}
    index = [EventCalendar.user_id, EventCalendar.source]
    await tx.session.execute(statement.on_conflict_do_update(index_elements=index, set_=kept), values)


async def drop_calendars(tx: Tx, sources: Sequence[str]) -> None:
    """These may not be written into any more."""
    await tx.session.execute(
        delete(EventCalendar).where(EventCalendar.user_id == tx.owner_id, EventCalendar.source.in_(sources))
    )


async def placed(tx: Tx, fields: EventFields, entity_id: UUID) -> EventFields:
    """The fields of a new event, with the calendar elsewhere that its `calendar` names (by its name, or by
    "name (account)"), or the `default` where it names none. A name that none of them has is a label of this home alone.
    Raises InvalidRequest where several are called so."""
    if fields.external_id is not None or fields.source is not None:
        return fields
    if fields.calendar is None:
        found = await default(tx)
    else:
        found = _called(await calendars(tx), fields.calendar)
    if found is None:
        return fields
    return fields.model_copy(update={"source": found.source, "external_id": str(entity_id), "calendar": found.name})


async def moves_into(session: AsyncSession, row: Event, name: object) -> Calendar | None:
    """The calendar elsewhere into which an event goes whose `calendar` the user sets to `name`; None where that is a
    label alone. Raises InvalidRequest where it lives in another one: an event is not moved between calendars."""
    known = await calendars(Tx(session, row.user_id))
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


async def default(tx: Tx) -> Calendar | None:
    """Where a new event goes whose calendar nobody named: into the one that the user set, else into the only one that
    there is; None where it stays here."""
    known = await calendars(tx)
    if not known:
        return None
    wanted = (await accounts.me(tx)).default_calendar
    set_one = next((one for one in known if one.source == wanted), None)
    return set_one or (known[0] if len(known) == 1 else None)


async def default_named(tx: Tx) -> str | None:
    """The `default` as a new event's `calendar` says it."""
    found = await default(tx)
    return await name_of(tx, found.source) if found is not None else None


async def name_of(tx: Tx, source: str | None) -> str | None:
    """What the calendar with this `source` is called: its name, or "name (account)" where another one has that too;
    None where it may not be written into (any more)."""
    known = await calendars(tx) if source is not None else []
    found = next((one for one in known if one.source == source), None)
    if found is None:
        return None
    alike = [one for one in known if normalize(one.name) == normalize(found.name)]
    return f"{found.name} ({found.account})" if len(alike) > 1 else found.name


async def source_named(tx: Tx, name: str) -> str:
    """The `source` of the calendar that is called so, or has this source or id. Raises InvalidRequest where none that
    may be written into is, or several are."""
    known = await calendars(tx)
    found = next((one for one in known if name in {one.source, one.source.partition(":")[2]}), None)
    try:
        found = found or _called(known, name)
    except InvalidRequest as error:
        raise InvalidRequest.of_field("default_calendar", error.detail, loc=("body", "default_calendar")) from error
    if found is None:
        there = ", ".join(f"“{one.name} ({one.account})”" for one in known)
        told = f"these can be written into: {there}" if there else "there is no calendar that can be written into"
        raise InvalidRequest.of_field("default_calendar", f"no such calendar; {told}", loc=("body", "default_calendar"))
    return found.source


def _called(known: Sequence[Calendar], name: str | None) -> Calendar | None:
    """Raises InvalidRequest where several are called so."""
    found = [one for one in known if _is_called(one, name)]
    if len(found) > 1:
        told = ", ".join(f"“{one.name} ({one.account})”" for one in found)
        errors: list[FieldError] = [{"loc": ["calendar"], "message": f"several calendars are called so: {told}"}]
        raise InvalidRequest(f"`calendar`: several calendars are called so. Name one of these: {told}.", errors=errors)
    return found[0] if found else None


def _is_called(calendar: Calendar, name: str | None) -> bool:
    wanted = normalize(name or "")
    return bool(wanted) and wanted in {normalize(calendar.name), normalize(f"{calendar.name} ({calendar.account})")}
