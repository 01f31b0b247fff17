"""What do the user's rules say to an event that is to be written, by a tool, a command or a direct call?

The event as it would be is put into the shape that `rule_reading.py` judges, with what lies around it. Imports are
not asked: a calendar that comes from elsewhere is data, and says what is so (docs/decisions/0032).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.rules.effects import Buffer, NoDoubleBooking
from orchestrator.agent.rules.ruleset import Held, Rule, RuleSet, rule_held
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.events import rule_reading
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.recurrence.expansion import expand
from orchestrator.domain.world.events.rule_reading import Neighbour, ProposedEvent, Span, Subject
from orchestrator.domain.world.events.schemas import EventFields, ParticipantIn
from orchestrator.domain.world.events.series import overrides
from orchestrator.domain.world.events.series.occurrence import Occurrence, Shown
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places import service as places
from orchestrator.kit.zones import to_utc
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

AHEAD = timedelta(days=366)
MOST_SPANS = 400
"""Of a series: so far, and so many of its occurrences are looked at; what stands against one later is told by none."""
MOST_NEIGHBOURS = 2_000
WIDEST = timedelta(days=1)
"""A buffer is a day at most."""
CANCELLED = "cancelled"


@dataclass(frozen=True)
class Asking:
    """Whose rules are asked, and how the answer is worded."""

    tx: Tx
    rules: RuleSet
    zone: str
    locale: str

    @property
    def wording(self) -> rule_reading.Wording:
        return rule_reading.Wording(self.locale, self.locale)


# Filling


@dataclass(frozen=True)
class Filled:
    """What rules set where nobody said. `told`: one line each, that names the rule."""

    length: timedelta | None = None
    place: tuple[UUID, str] | None = None
    people: tuple[tuple[UUID, str], ...] = ()
    told: tuple[str, ...] = ()


async def filled(asking: Asking, subject: Subject, *, ends: bool, placed: bool) -> Filled:
    """What the rules fill in a new event; `ends`, `placed`: its end, its place was said."""
    found, told = Filled(), []
    length = None if ends else rule_reading.duration(asking.rules, subject)
    if length is not None:
        minutes = render.count(int(length[1].total_seconds()) // 60, "minute", asking.locale)
        found, told = replace(found, length=length[1]), [_told(asking, length[0], minutes)]
    where = None if placed else rule_reading.place(asking.rules, subject)
    if where is not None:
        names = await places.named(asking.tx, [where[1]])
        if where[1] in names:
            found = replace(found, place=(where[1], names[where[1]]))
            told.append(_told(asking, where[0], names[where[1]]))
    invited = rule_reading.invited(asking.rules, subject)
    known = await contacts.named(asking.tx, [one for _, one in invited]) if invited else {}
    people = tuple((one, known[one]) for _, one in invited if one in known)
    told += [_told(asking, rule, known[one]) for rule, one in invited if one in known]
    return replace(found, people=people, told=tuple(told))


async def filled_fields(asking: Asking, fields: EventFields) -> EventFields:
    """A new event of a direct call, with what the rules fill in."""
    people = [{"contact_id": one.contact_id, "name": one.name} for one in fields.participants]
    place_names = await _place_names(asking, [fields.place_id])
    subject = subject_of(
        fields.title, people, place_id=fields.place_id, places=place_names, tags=fields.tags, calendar=fields.calendar
    )
    placed = fields.place_id is not None or fields.location_text is not None
    made = await filled(asking, subject, ends=fields.all_day or fields.end_at is not None, placed=placed)
    changes: dict[str, Any] = {}
    if made.length is not None and isinstance(fields.start_at, datetime):
        changes["end_at"] = fields.start_at + made.length
    if made.place is not None:
        changes["place_id"] = made.place[0]
    if made.people:
        new = [ParticipantIn(contact_id=one, name=name) for one, name in made.people]
        changes["participants"] = [*fields.participants, *new]
    return fields.model_copy(update=changes) if changes else fields


def subject_of(
    title: str,
    people: Sequence[Mapping[str, Any]],
    *,
    place_id: UUID | None,
    places: Mapping[UUID, str],
    tags: Sequence[str] = (),
    calendar: str | None = None,
) -> Subject:
    """What rules ask of an event; `people` as participants are kept or frozen."""
    ids = [one["contact_id"] for one in people if one.get("contact_id")]
    return Subject(
        title=title,
        contact_ids=frozenset(UUID(str(one)) for one in ids),
        names=frozenset(normalize(str(one["name"])) for one in people if one.get("name")),
        place_id=place_id,
        place_name=places.get(place_id, "") if place_id is not None else "",
        categories=frozenset(normalize(one) for one in (*tags, calendar or "") if one),
    )


# Holding


async def held_new(asking: Asking, fields: EventFields, *, not_id: UUID | None = None) -> tuple[Held, ...]:
    """The rules that hold a new event."""
    if not asking.rules.rules:
        return ()
    columns = await events.columns(asking.tx, fields, asking.zone)
    proposed = await _proposed(asking, {**columns, "tags": fields.tags})
    return await _held(asking, proposed, None, not_id)


async def held_change(
    asking: Asking, row: Event, changes: Mapping[str, Any], *, at: Occurrence | None = None
) -> tuple[Held, ...]:
    """The rules that hold changes (by the names of an event's fields) to an event, or to one occurrence of it: what
    stood against it before, and is not changed, holds nothing."""
    if not asking.rules.rules:
        return ()
    if at is not None:
        before = await _proposed(asking, _columns_of(at))
        after = await _proposed(asking, _occurrence_after(at, changes))
        return await _held(asking, after, before, row.id)
    wanted = {name: value for name, value in changes.items() if name in EventFields.model_fields}
    given = await events.given(asking.tx, row)
    fields = events.checked({**given, **wanted}, set(wanted))
    columns = await events.columns(asking.tx, fields, asking.zone)
    before = await _proposed(asking, _columns_of(row))
    after = await _proposed(asking, {**columns, "tags": fields.tags})
    return await _held(asking, after, before, row.id)


async def as_proposed(asking: Asking, row: Shown) -> ProposedEvent | None:
    """A stored event, or one occurrence of it, as rules judge it; None where it does not take place."""
    return await _proposed(asking, _columns_of(row))


def pass_or_raise(held: Sequence[Held], overridden: Sequence[UUID]) -> None:
    """Raises Conflict `rule_held` for the first rule that the caller does not override."""
    left = next((one for one in held if one.rule.id not in overridden), None)
    if left is not None:
        raise rule_held(left)


async def _held(
    asking: Asking, proposed: ProposedEvent | None, before: ProposedEvent | None, not_id: UUID | None
) -> tuple[Held, ...]:
    if proposed is None:
        return ()
    around, origins = await _around(asking, proposed, not_id)
    found = rule_reading.holds(asking.rules, proposed, around, asking.wording, before=before)
    return tuple(replace(one, origin=Origin.THIRD_PARTY) if _quotes(one, around, origins) else one for one in found)


def _quotes(held: Held, around: Sequence[Neighbour], origins: Sequence[str]) -> bool:
    return any(
        origin == Origin.THIRD_PARTY and near.label in held.why for near, origin in zip(around, origins, strict=True)
    )


async def _around(asking: Asking, proposed: ProposedEvent, not_id: UUID | None) -> tuple[list[Neighbour], list[str]]:
    """What lies near the event, where a rule asks for that, and whose words each is."""
    asked = [*asking.rules.of(NoDoubleBooking), *asking.rules.of(Buffer)]
    if proposed.all_day or not asked:
        return [], []
    since = min(one.start_utc for one in proposed.spans) - WIDEST
    until = max(one.end_utc for one in proposed.spans) + WIDEST
    wanted = EventFilter(since=since, until=until, blocking=True)
    rows = await find(asking.tx, wanted, limit=MOST_NEIGHBOURS)
    rows = [row for row in rows if row.id != not_id and row.busy and row.end_utc > row.start_utc]
    names = await _place_names(asking, [row.place_id for row in rows])
    return [_neighbour(row, names, asking) for row in rows], [row.origin for row in rows]


def _neighbour(row: Shown, names: Mapping[UUID, str], asking: Asking) -> Neighbour:
    when = render.moment(
        row.start_at, row.end_at, all_day=row.all_day, zone=row.timezone, now=None, locale=asking.locale
    )
    return Neighbour(_subject(row, names), row.start_utc, row.end_utc, f"{row.title} ({when})")


def _subject(row: Shown, names: Mapping[UUID, str]) -> Subject:
    return subject_of(
        row.title, row.participants, place_id=row.place_id, places=names, tags=row.tags, calendar=row.calendar
    )


async def _proposed(asking: Asking, columns: Mapping[str, Any]) -> ProposedEvent | None:
    """The event of these columns; None where it does not take place."""
    if columns["status"] == CANCELLED:
        return None
    names = await _place_names(asking, [columns["place_id"]])
    subject = subject_of(
        columns["title"],
        columns["participants"],
        place_id=columns["place_id"],
        places=names,
        tags=columns["tags"],
        calendar=columns["calendar"],
    )
    spans = tuple(_spans(columns))
    return ProposedEvent(subject, spans, columns["all_day"], columns["busy"]) if spans else None


def _spans(columns: Mapping[str, Any]) -> list[Span]:
    start, end, zone = columns["start_at"], columns["end_at"], columns["timezone"]
    if columns["recurrence"] is None:
        return [Span(start, end, columns["start_utc"], columns["end_utc"])]
    rule = recurrence.read(columns["recurrence"], start=start, zone=zone, all_day=columns["all_day"])
    length = end - start if end is not None else None
    own = overrides.read(columns["overrides"])
    slots = expand(rule, start, length, own, since=start, until=start + AHEAD)
    living = [one for one in slots if one.fields.get("status") != CANCELLED]
    return [_span(one.start, one.end, zone) for one in living[:MOST_SPANS]]


def _span(start: datetime, end: datetime | None, zone: str) -> Span:
    begins = to_utc(start, zone)
    return Span(start, end, begins, max(to_utc(end, zone), begins) if end is not None else begins)


_COLUMNS = (
    "title",
    "start_at",
    "end_at",
    "start_utc",
    "end_utc",
    "timezone",
    "all_day",
    "place_id",
    "participants",
    "status",
    "busy",
    "calendar",
    "tags",
)


def _columns_of(row: Shown) -> dict[str, Any]:
    columns = {name: getattr(row, name) for name in _COLUMNS}
    if isinstance(row, Event):
        return {**columns, "recurrence": row.recurrence, "overrides": row.overrides}
    return {**columns, "recurrence": None, "overrides": []}


def _occurrence_after(at: Occurrence, changes: Mapping[str, Any]) -> dict[str, Any]:
    """One occurrence with frozen changes (times as local ISO text)."""
    columns = _columns_of(at)
    for name, value in changes.items():
        if name in {"start_at", "end_at"}:
            columns[name] = datetime.fromisoformat(value) if isinstance(value, str) else value
        elif name == "place_id":
            columns[name] = UUID(str(value)) if value else None
        elif name in columns:
            columns[name] = value
    moved = _span(columns["start_at"], columns["end_at"], at.timezone)
    return {**columns, "start_utc": moved.start_utc, "end_utc": moved.end_utc}


async def _place_names(asking: Asking, ids: Sequence[UUID | None]) -> Mapping[UUID, str]:
    wanted = [one for one in ids if one is not None]
    return await places.named(asking.tx, wanted) if wanted else {}


def _told(asking: Asking, rule: Rule, what: str) -> str:
    return say("agent.rules.filled", asking.locale, what=what, rule=rule.text)
