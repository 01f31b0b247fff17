"""What happens when, with whom, and where?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.entities.schemas import EntityOut, lines
from orchestrator.domain.ground.entities.service import THIRD_PARTY, EntityService
from orchestrator.domain.ground.provenance.erasable import Erasable
from orchestrator.domain.ground.search import service as search
from orchestrator.domain.ground.search.service import IndexEntry
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.events import lately, repository
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.repository import EventFilter, PersonCount
from orchestrator.domain.world.events.schemas import EventFields, EventOut, ParticipantIn
from orchestrator.domain.world.places import service as places
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.kit.ids import parse_id
from orchestrator.kit.zones import local, to_utc, to_wall
from orchestrator.language.fold import fold, tokens
from orchestrator.language.render import clock

__all__ = [
    "EventFilter",
    "PersonCount",
    "active_state",
    "by_person",
    "called",
    "changed",
    "count",
    "events",
    "find",
    "participant_keys",
    "read_origin",
]

DAY = timedelta(days=1)
ACTIVE_EVENTS = 5
"""Of today's next events, how many a prompt shows."""
_IMPORTED = {"en": "imported event", "pt": "evento importado", "es": "evento importado"}
_TODAY = {"en": "today", "pt": "hoje", "es": "hoy"}


class EventService(EntityService[Event, EventFields]):
    """Events."""

    kind: ClassVar[str] = "event"
    fields = EventFields
    out = EventOut
    repository = repository.events

    async def columns(self, session: AsyncSession, owner_id: UUID, fields: EventFields, zone: str) -> Mapping[str, Any]:
        zone = fields.timezone or zone
        times = _times(fields, zone)
        people = await _people(session, owner_id, fields.participants)
        place = None
        if fields.place_id is not None:
            place = (await places.named(session, owner_id, [fields.place_id])).get(fields.place_id)
            if place is None:
                raise _wrong("place_id", "there is no such place")
        text = [fields.title, fields.description, fields.location_text, place, fields.calendar]
        names = [str(one["name"]) for one in people if one["name"]]
        return {
            **times,
            "title": fields.title,
            "description": fields.description,
            "timezone": zone,
            "all_day": fields.all_day,
            "place_id": fields.place_id,
            "location_text": fields.location_text,
            "participants": people,
            "participant_keys": _keys(people),
            "recurrence": fields.recurrence,
            "status": fields.status,
            "busy": fields.busy,
            "calendar": fields.calendar,
            "folded": fold(lines([*text, *names])),
        }

    def entry(self, row: Event) -> IndexEntry:
        names = [str(one["name"] or one["email"]) for one in row.participants]
        said = [row.meeting["summary"], *(str(one["text"]) for one in row.action_items)] if row.meeting else []
        text = lines([row.description, row.location_text, ", ".join(names), *row.tags, *said])
        return IndexEntry(
            "event", row.id, row.title, text, row.start_utc, origin=read_origin(row), external_id=row.external_id
        )

    async def given(self, session: AsyncSession, owner_id: UUID, row: Event) -> dict[str, Any]:
        values = await super().given(session, owner_id, row)
        return {**values, "start_at": shown(row.start_at, row), "end_at": shown(row.end_at, row)}

    def checked(self, values: Mapping[str, Any], named: set[str] | None = None) -> EventFields:
        """A time of day set on a whole-day event makes it one with times, unless it is said to stay."""
        named = named or set()
        start = values.get("start_at")
        timed = isinstance(start, datetime) or (isinstance(start, str) and len(start) > len("2026-11-27"))
        if "start_at" in named and "all_day" not in named:
            values = {**values, "all_day": not timed}
        return super().checked(values, named)

    async def present(self, session: AsyncSession, owner_id: UUID, rows: Sequence[Event]) -> list[EntityOut]:
        del session, owner_id
        return [
            EventOut.model_validate(
                {
                    **{name: getattr(row, name) for name in EventOut.model_fields if hasattr(row, name)},
                    "start_at": shown(row.start_at, row),
                    "end_at": shown(row.end_at, row),
                }
            )
            for row in rows
        ]

    async def show_meeting(
        self,
        session: AsyncSession,
        owner_id: UUID,
        event_id: UUID,
        meeting: Mapping[str, Any] | None,
        action_items: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Let the event show, and be found by, what came of the meeting that it was: `meeting` has a `summary`, each
        action item a `text`, all of it others' words. None takes it away. Nothing where the event is gone."""
        row = await self.repository.find(session, owner_id, event_id, for_update=True)
        told, items = dict(meeting) if meeting else None, [dict(one) for one in action_items]
        if row is None or (row.meeting == told and row.action_items == items):
            return
        row.meeting, row.action_items = told, items
        await self._bump(session, row)
        if row.hidden_at is None:
            await search.index(session, owner_id, [self.entry(row)])

    async def redact(
        self, session: AsyncSession, owner_id: UUID, erased: Sequence[tuple[str, UUID]]
    ) -> Mapping[str, int]:
        """Unlink erased contacts and places; names as they were written stay."""
        touched: set[UUID] = set()
        for kind, entity_id in erased:
            if kind == "contact":
                for row in await repository.with_participant(session, owner_id, entity_id):
                    row.participants = [
                        {**one, "contact_id": None} if one["contact_id"] == str(entity_id) else one
                        for one in row.participants
                    ]
                    row.participant_keys = _keys(row.participants)
                    touched.add(row.id)
                    await self._bump(session, row)
            elif kind == "place":
                for row in await repository.at_place(session, owner_id, entity_id):
                    row.place_id = None
                    touched.add(row.id)
                    await self._bump(session, row)
        return {"event": len(touched)} if touched else {}

    def erasable(self) -> Erasable:
        return replace(super().erasable(), redact=self.redact)

    async def _store(
        self,
        session: AsyncSession,
        owner_id: UUID,
        row: Event,
        fields: EventFields,
        columns: Mapping[str, Any],
        *,
        named: set[str],
        index: bool = True,
    ) -> bool:
        if lately.changes_when(row, columns):
            lately.note(row, columns, await repository.now(session))
        return await super()._store(session, owner_id, row, fields, columns, named=named, index=index)


events = EventService()


def read_origin(row: Event) -> str:
    """Whose words an event is, read whole: with what was said in its meeting they are others'."""
    return THIRD_PARTY if row.meeting is not None else row.origin


async def called(session: AsyncSession, owner_id: UUID, name: str) -> Event | None:
    """The event with this id, or the only one with this `external_id`; None where there is none, or several."""
    entity_id = parse_id(name)
    if entity_id is not None and (row := await repository.events.find(session, owner_id, entity_id)) is not None:
        return row
    found = await repository.with_external_id(session, owner_id, name)
    return found[0] if len(found) == 1 else None


def shown(value: datetime | None, row: Event) -> datetime | date | None:
    """A wall time as clients see it: a date where the event is all day."""
    return value.date() if value is not None and row.all_day else value


async def find(
    session: AsyncSession,
    owner_id: UUID,
    wanted: EventFilter,
    *,
    limit: int,
    q: str | None = None,
    newest_first: bool = False,
) -> list[Event]:
    """The events that match, by their start."""
    order = [column.desc() if newest_first else column.asc() for column in (Event.start_utc, Event.id)]
    return await repository.events.rows(session, owner_id, *wanted.conditions(), limit=limit, q=q, order_by=order)


async def changed(
    session: AsyncSession, owner_id: UUID, *, since: datetime, until: datetime, ahead_of: datetime, limit: int
) -> list[Event]:
    """Events that end after `ahead_of` and were made, moved or called off in [since, until) (aware), by their start;
    what happened to one says `lately.change_of`."""
    return await repository.changed(session, owner_id, since=since, until=until, ahead_of=ahead_of, limit=limit)


async def count(session: AsyncSession, owner_id: UUID, wanted: EventFilter, *, q: str | None = None) -> int:
    """How many events match."""
    return await repository.events.count(session, owner_id, *wanted.conditions(), q=q)


async def by_person(session: AsyncSession, owner_id: UUID, wanted: EventFilter, *, limit: int) -> list[PersonCount]:
    """With whom the user has most of these events; the user is left out."""
    own = await contacts.own_contact(session, owner_id)
    names = await accounts.own_names(session, owner_id)
    not_keys = [*(f"e:{name}" for name in sorted(names) if "@" in name), *([f"c:{own}"] if own else [])]
    return await repository.by_person(session, owner_id, wanted, not_keys=not_keys, limit=limit)


def participant_keys(*, contact_ids: Sequence[UUID] = (), name: str | None = None) -> tuple[str, ...]:
    """What events with any of these contacts, or with someone so called, are looked up by."""
    if contact_ids:
        return tuple(f"c:{one}" for one in contact_ids)
    words = tokens(name or "")
    return (f"w:{words[0]}",) if len(words) == 1 else (f"n:{fold(name or '')}",)


async def active_state(session: AsyncSession, owner_id: UUID, now: datetime, zone: str, locale: str) -> list[str]:
    """Today's events that are not over, one line each; of an imported one its time alone (its words are not ours)."""
    today = to_wall(now, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    until = to_utc(today + DAY, zone)
    language = locale[:2] if locale[:2] in _TODAY else "en"
    found = []
    for row in await repository.coming(session, owner_id, since=now, until=until, limit=ACTIVE_EVENTS):
        title = _IMPORTED[language] if row.origin == THIRD_PARTY else row.title
        when = _TODAY[language] if row.all_day else f"{_TODAY[language]} {clock(to_wall(row.start_utc, zone), locale)}"
        found.append(f"{when}: {title}")
    return found


def _times(fields: EventFields, zone: str) -> dict[str, datetime | None]:
    """The four times. Raises InvalidRequest."""
    try:
        start = local(fields.start_at, zone) if fields.start_at is not None else None
    except (ValueError, OverflowError) as error:
        raise _wrong("start_at", str(error)) from error
    try:
        end = local(fields.end_at, zone) if fields.end_at is not None else None
    except (ValueError, OverflowError) as error:
        raise _wrong("end_at", str(error)) from error
    assert start is not None
    if fields.all_day:
        start = start.replace(hour=0, minute=0, second=0)
        end = end.replace(hour=0, minute=0, second=0) if end is not None else start + DAY
        end = start + DAY if end == start else end
    if end is not None and end < start:
        raise _wrong("end_at", "the end is before the start")
    start_utc = to_utc(start, zone)
    # A start inside a daylight-saving gap moves on; its end must not be left before it.
    end_utc = max(to_utc(end, zone), start_utc) if end is not None else start_utc
    return {"start_at": start, "end_at": end, "start_utc": start_utc, "end_utc": end_utc}


async def _people(session: AsyncSession, owner_id: UUID, given: Sequence[ParticipantIn]) -> list[dict[str, str | None]]:
    """Participants with the contact that has their email. Raises InvalidRequest for a contact that does not exist."""
    asked = [one.contact_id for one in given if one.contact_id is not None]
    names = await contacts.named(session, owner_id, asked) if asked else {}
    if missing := set(asked) - names.keys():
        raise _wrong("participants", f"there is no such contact: {min(missing)}")
    emails = [one.email for one in given if one.contact_id is None and one.email]
    matched = await contacts.by_emails(session, owner_id, emails) if emails else {}
    people = []
    for one in given:
        contact_id, name = one.contact_id, one.name
        if contact_id is None and one.email and (match := matched.get(fold(one.email))):
            contact_id, name = match[0], name or match[1]
        elif contact_id is not None:
            name = name or names[contact_id]
        people.append(
            {
                "contact_id": str(contact_id) if contact_id else None,
                "name": name or one.email,
                "email": one.email,
                "role": one.role,
            }
        )
    return people


def _keys(people: Sequence[Mapping[str, Any]]) -> list[str]:
    keys: dict[str, None] = {}
    for one in people:
        if one["contact_id"]:
            keys[f"c:{one['contact_id']}"] = None
        if one["email"]:
            keys[f"e:{fold(one['email'])}"] = None
        if one["name"]:
            keys[f"n:{fold(one['name'])}"] = None
            keys.update({f"w:{word}": None for word in tokens(one["name"])})
    return list(keys)


def _wrong(field: str, message: str) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": [field], "message": message}]
    return InvalidRequest(f"`{field}`: {message}.", errors=errors)
