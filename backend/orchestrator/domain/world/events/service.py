"""What happens when, with whom, and where?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, ClassVar
from uuid import UUID

from orchestrator.agent.ports.context import ContextLine
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import EntityOut, lines
from orchestrator.domain.foundation.entities.service import OWN_DATA, THIRD_PARTY, EntityService
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.world.events import change_history, repository
from orchestrator.domain.world.events.columns import columns_of
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.participants import Acquaintances
from orchestrator.domain.world.events.people import participants_keys
from orchestrator.domain.world.events.schemas import ElsewhereOut, EventFields, EventOut, OverrideIn
from orchestrator.domain.world.events.series import service as series
from orchestrator.domain.world.events.series.occurrence import Occurrence, Shown
from orchestrator.domain.world.events.sync import writable, write_back
from orchestrator.kit.ids import new_id
from orchestrator.kit.versions import Expected
from orchestrator.kit.zones import to_utc, to_wall
from orchestrator.language.messages import say
from orchestrator.language.render import clock

DAY = timedelta(days=1)
ACTIVE_EVENTS = 5
"""Of today's next events, how many a prompt shows."""
CANCELLED_MARK = "status:cancelled"
"""Stands in the index beside an event that does not take place: whoever finds it there must not take it for one that
does."""


class EventService(EntityService[Event, EventFields]):
    """Events. `known`: the user's contacts, where many events are taken in at once."""

    def __init__(self, known: Acquaintances | None = None) -> None:
        self._known = known

    kind: ClassVar[str] = "event"
    written_together: ClassVar[bool] = True
    fields = EventFields
    out = EventOut
    repository = repository.events

    async def columns(self, tx: Tx, fields: EventFields, zone: str) -> Mapping[str, Any]:
        return await columns_of(tx, fields, zone, self._known)

    def entry(self, row: Event) -> IndexEntry:
        names = [str(one["name"] or one["email"]) for one in row.participants]
        met = [*row.occurrence_meetings.values()] or [{"meeting": row.meeting, "action_items": row.action_items}]
        said = [
            text
            for one in met
            if one["meeting"]
            for text in (one["meeting"]["summary"], *(str(item["text"]) for item in one["action_items"]))
        ]
        off = [CANCELLED_MARK] if row.status == "cancelled" else []
        text = lines([*off, row.description, row.location_text, ", ".join(names), *row.tags, *said])
        origin = THIRD_PARTY if said else row.origin
        return IndexEntry("event", row.id, row.title, text, row.start_utc, origin=origin, external_id=row.external_id)

    async def given(self, tx: Tx, row: Event) -> dict[str, Any]:
        values = await super().given(tx, row)
        own = [OverrideIn.model_validate(one) for one in row.overrides]
        return {**values, "start_at": shown(row.start_at, row), "end_at": shown(row.end_at, row), "overrides": own}

    def checked(self, values: Mapping[str, Any], named: set[str] | None = None) -> EventFields:
        """A time of day set on a whole-day event makes it one with times, unless it is said to stay."""
        named = named or set()
        start = values.get("start_at")
        timed = isinstance(start, datetime) or (isinstance(start, str) and len(start) > len("2026-11-27"))
        if "start_at" in named and "all_day" not in named:
            values = {**values, "all_day": not timed}
        return super().checked(values, named)

    async def present(self, tx: Tx, rows: Sequence[Shown]) -> list[EntityOut]:
        states = await write_back.states(tx, {row.id: row.source for row in rows})
        return [_presented(row, states.get(row.id)) for row in rows]

    async def create(
        self, tx: Tx, fields: EventFields, *, zone: str, origin: str = OWN_DATA, entity_id: UUID | None = None
    ) -> Event:
        """As of every entity; one whose `calendar` names a calendar elsewhere that may be written into goes there."""
        entity_id = entity_id or new_id()
        given = await writable.placed(tx, fields, entity_id)
        row = await super().create(tx, given, zone=zone, origin=origin, entity_id=entity_id)
        if given is not fields:
            await write_back.changed(tx.session, row, write_back.WRITTEN)
        return row

    async def update(
        self, tx: Tx, entity_id: UUID, changes: Mapping[str, Any], *, zone: str, version: Expected = None
    ) -> Event:
        """As of every entity; a series that gets another start moves whole, and single occurrences that the user
        changed stay the user's while the source goes on to change the others."""
        row = await self._locked(tx, entity_id, version)
        before = row.version
        goes_to = await writable.moves_into(tx.session, row, changes["calendar"]) if "calendar" in changes else None
        changes = {**changes, **series.moved_with(row, changes, zone)}
        if "overrides" in changes:
            changes["overrides"] = series.by_user(
                row, changes["overrides"], same={"start_at", "recurrence"}.isdisjoint(changes)
            )
        row = await super().update(tx, entity_id, changes, zone=zone)
        if "overrides" in row.user_fields:
            row.user_fields = [name for name in row.user_fields if name != "overrides"]
            await tx.session.flush()
        if goes_to is not None:
            row.source, row.external_id, row.calendar = goes_to.source, str(row.id), goes_to.name
            await tx.session.flush()
            await write_back.changed(tx.session, row, write_back.WRITTEN)
        elif row.version != before:
            await write_back.changed(tx.session, row, changes)
        return row

    async def hide(self, tx: Tx, entity_id: UUID, *, version: Expected = None) -> Event:
        """As of every entity; it is taken away from its calendar elsewhere too."""
        row = await super().hide(tx, entity_id, version=version)
        await write_back.changed(tx.session, row, write_back.WRITTEN)
        return row

    async def unhide(self, tx: Tx, entity_id: UUID, *, version: Expected = None) -> Event:
        """As of every entity; it comes back into its calendar elsewhere too."""
        row = await super().unhide(tx, entity_id, version=version)
        await write_back.changed(tx.session, row, write_back.WRITTEN)
        return row

    async def stays(self, tx: Tx, entity_id: UUID) -> bool:
        row = await self.repository.find(tx, entity_id)
        if await super().stays(tx, entity_id) or (row is not None and edited(row)):
            return True
        return await write_back.had_changes(tx, entity_id)

    async def show_meeting(
        self,
        tx: Tx,
        event_id: UUID,
        meeting: Mapping[str, Any] | None,
        action_items: Sequence[Mapping[str, Any]] = (),
        of_occurrences: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """Let the event show, and be found by, what came of the meeting that it was: `meeting` has a `summary`, each
        action item a `text`, all of it others' words. None takes it away. Of a series these are the newest, and
        `of_occurrences` those of each occurrence. Nothing where the event is gone."""
        row = await self.repository.find(tx, event_id, for_update=True)
        told, items = dict(meeting) if meeting else None, [dict(one) for one in action_items]
        each = {place: dict(one) for place, one in (of_occurrences or {}).items()}
        if row is None or (row.meeting, row.action_items, row.occurrence_meetings) == (told, items, each):
            return
        row.meeting, row.action_items, row.occurrence_meetings = told, items, each
        await self._bump(tx.session, row)
        if row.hidden_at is None:
            await search.index(tx, [self.entry(row)])

    async def mark_absent(self, tx: Tx, row: Event, *, stays: bool) -> None:
        """Its source no longer has it: it is called off, unless it `stays`; `absent_since` says so."""
        now = await repository.now(tx.session)
        row.absent_since = now
        if not stays and row.status != change_history.CANCELLED:
            row.status, row.cancelled_at = change_history.CANCELLED, now
        await self._bump(tx.session, row)
        await series.keep(tx.session, row)
        if row.hidden_at is None:
            await search.index(tx, [self.entry(row)])

    async def redact(self, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        """Unlink erased contacts and places; names as they were written stay."""
        touched: set[UUID] = set()
        for kind, entity_id in erased:
            rows: Sequence[Event] = ()
            if kind == "contact":
                rows = await repository.with_participant(tx, entity_id)
            elif kind == "place":
                rows = await repository.at_place(tx, entity_id)
            for row in rows:
                series.unlink(row, kind, entity_id)
                row.participant_keys = participants_keys([*row.participants, *series.people_of(row.overrides)])
                touched.add(row.id)
                await self._bump(tx.session, row)
                await series.keep(tx.session, row)
        return {"event": len(touched)} if touched else {}

    def erasable(self) -> Erasable:
        return replace(super().erasable(), redact=self.redact)

    async def _store(
        self,
        tx: Tx,
        row: Event,
        fields: EventFields,
        columns: Mapping[str, Any],
        *,
        named: set[str],
        index: bool = True,
        origin: str | None = None,
    ) -> bool:
        if change_history.changes_when(row, columns):
            change_history.note(row, columns, await repository.now(tx.session))
        was_series = row.recurrence is not None
        place, own = _place_of(row), list(row.overrides)
        different = await super()._store(tx, row, fields, columns, named=named, index=index, origin=origin)
        if different and (was_series or row.recurrence is not None):
            if place == _place_of(row) and own != row.overrides:
                change_history.note_days(row, own, await repository.now(tx.session))
            await series.keep(tx.session, row)
        return different

    async def _made(
        self,
        tx: Tx,
        fields: EventFields,
        *,
        zone: str,
        origin: str,
        entity_id: UUID | None = None,
        by_user: bool = False,
    ) -> Event:
        row = await super()._made(tx, fields, zone=zone, origin=origin, entity_id=entity_id, by_user=by_user)
        if row.recurrence is not None:
            await series.keep(tx.session, row)
        return row

    async def after_made(self, tx: Tx, rows: Sequence[Event]) -> None:
        await series.keep_new(tx, [row for row in rows if row.recurrence is not None])

    async def _refresh(self, tx: Tx, row: Event, fields: EventFields, zone: str, *, origin: str) -> bool:
        if "overrides" in fields.model_fields_set:
            mine = [OverrideIn.model_validate(one) for one in row.overrides if one.get("by_user")]
            fields = fields.model_copy(update={"overrides": [*fields.overrides, *mine]})
        absent = row.absent_since is not None
        if absent and row.status == "cancelled" and "status" not in row.user_fields:
            fields.model_fields_set.add("status")  # its source has it again
        different = await super()._refresh(tx, row, fields, zone, origin=origin)
        if absent:
            row.absent_since = None
            await self._bump(tx.session, row)
        return different or absent


events = EventService()


def _place_of(row: Event) -> tuple[object, ...]:
    """What says where a series' occurrences lie, but for those that have times of their own."""
    return row.recurrence, row.start_at, row.timezone, row.all_day


def read_origin(row: Shown) -> str:
    """Whose words an event is, read whole: with what was said in its meeting they are others'."""
    return THIRD_PARTY if row.meeting is not None else row.origin


def edited(row: Event) -> bool:
    """Whether the user changed anything in it, or in one of its occurrences."""
    return bool(row.user_fields) or any(one.get("by_user") for one in row.overrides)


def _presented(row: Shown, at: ElsewhereOut | None = None) -> EventOut:
    told = row if isinstance(row, Occurrence) else Occurrence.of(row)
    values = {name: getattr(told.event, name) for name in EventOut.model_fields if hasattr(told.event, name)}
    values |= {name: getattr(told, name) for name in EventOut.model_fields if hasattr(told, name)}
    times = {name: shown(getattr(told, name), told) for name in ("start_at", "end_at")}
    times["recurrence_id"] = shown(told.recurrence_id, told.event)
    return EventOut.model_validate({**values, **times, "elsewhere": at})


def shown(value: datetime | None, row: Shown) -> datetime | date | None:
    """A wall time as clients see it: a date where the event is all day."""
    return value.date() if value is not None and row.all_day else value


async def active_state(tx: Tx, now: datetime, zone: str, locale: str) -> list[ContextLine]:
    """Today's events that are not over, one line each; of an imported one its time alone (its words are not ours)."""
    today = to_wall(now, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    until = to_utc(today + DAY, zone)
    named = say("events.today", locale)
    found = []
    for row in await repository.coming(tx, since=now, until=until, limit=ACTIVE_EVENTS):
        title = say("events.imported", locale) if row.origin == THIRD_PARTY else row.title
        when = named if row.all_day else f"{named} {clock(to_wall(row.start_utc, zone), locale)}"
        found.append(ContextLine(f"{when}: {title}", (EntityRef("event", row.id),)))
    return found
