"""What is there to tell of a date? Found by code in what the user's slices hold; each find says what it is from."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, TypeVar
from uuid import UUID

from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.senses.meetings import service as meetings
from orchestrator.domain.work.briefings.due import DAY, Frame
from orchestrator.domain.work.briefings.facts import Action, Birthday, Day, Happening, Proposed, Task, Waiting
from orchestrator.domain.work.briefings.schemas import Section, Source
from orchestrator.domain.work.proposed_events import service as proposed_events
from orchestrator.domain.work.proposed_events.schemas import KIND as PROPOSED
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.events import change_history, finding
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.todos import service as todos
from orchestrator.domain.world.todos.service import TodoFilter
from orchestrator.kit.zones import to_utc, to_wall
from orchestrator.language.text.normalize import normalize

LOOKED_AT = 200
"""Rows of one kind that are read at most."""
MOST: Mapping[Section, int] = {
    "today": 20,
    "tomorrow": 12,
    "changes": 6,
    "overdue": 8,
    "due": 12,
    "actions": 6,
    "birthdays": 8,
    "waiting": 5,
    "proposals": 3,
}
"""So many of each are told; of the others how many there are."""
BIRTHDAYS_AHEAD = 7
"""Days after the date on which a birthday is told."""
ZONES_APART = 2
"""Days around a date in which a whole-day event of another zone may hold it."""
LATELY = 30
"""Days: what is overdue since is told before what is overdue for longer."""
WHOLE_DAY = {time(0, 0), time(23, 59)}
"""A todo with one of these times is due on a date, not at a moment."""

T = TypeVar("T", Happening, Task, Action, Birthday, Waiting, Proposed)


async def gather(tx: Tx, frame: Frame) -> Day:
    """What the briefing of `frame` tells."""
    rest: dict[Section, tuple[Source, ...]] = {}

    def told(section: Section, found: Sequence[T], kind: str = "event") -> tuple[T, ...]:
        if left := found[MOST[section] :]:
            rest[section] = tuple(source for one in left for source in _sources(one, kind))
        return tuple(found[: MOST[section]])

    today, tomorrow = await _happenings(tx, frame)
    overdue, due = await _tasks(tx, frame)
    known = {one.id for one in (*overdue, *due)}
    return Day(
        today=told("today", today),
        tomorrow=told("tomorrow", tomorrow),
        changes=told("changes", await _changes(tx, frame)),
        overdue=told("overdue", overdue, "todo"),
        due=told("due", due, "todo"),
        actions=told("actions", await _actions(tx, frame, known)),
        birthdays=told("birthdays", await _birthdays(tx, frame), "contact"),
        waiting=told("waiting", await _waiting(tx), "preview"),
        proposals=told("proposals", await _proposals(tx, frame)),
        rest=rest,
    )


def _sources(one: Happening | Task | Action | Birthday | Waiting | Proposed, kind: str) -> tuple[Source, ...]:
    return one.sources if isinstance(one, Action | Proposed) else (Source(type=kind, id=one.id),)


# --- events


async def _happenings(tx: Tx, frame: Frame) -> tuple[list[Happening], list[Happening]]:
    """The events of the date, and those of the day after that are not told already, whole days first."""
    wanted = EventFilter(since=frame.start(-ZONES_APART), until=frame.start(2 + ZONES_APART))
    rows = await finding.find(tx, wanted, limit=LOOKED_AT)
    today = [row for row in rows if _overlaps(row, frame, 0)]
    tomorrow = [row for row in rows if row not in today and _overlaps(row, frame, 1)]
    known = await _told(tx, frame, [*today, *tomorrow])
    return _in_order(known[_key(row)] for row in today), _in_order(known[_key(row)] for row in tomorrow)


async def _changes(tx: Tx, frame: Frame) -> list[Happening]:
    """What was called off of the date and later, and what is new or moved after the two days that are told anyway."""
    if frame.since is None:
        return []
    until = _news_end(frame)
    rows = await finding.changed(
        tx, since=frame.since, until=until, ahead_of=frame.start(-ZONES_APART), limit=LOOKED_AT
    )
    meant = []
    for row in rows:
        change = change_history.change_of(row, frame.since, until)
        near = _overlaps(row, frame, 0) or _overlaps(row, frame, 1)
        later = _starts(row, frame).date() > frame.date
        if change is not None and (near or later) and (change == "cancelled" or not near):
            meant.append(row)
    known = await _told(tx, frame, meant)
    return [known[_key(row)] for row in meant]


def _news_end(frame: Frame) -> datetime:
    """Until when changes are news: now, or for a date that is over, its end."""
    return min(frame.now, frame.start(1))


def _key(row: Any) -> tuple[UUID, datetime | None]:
    """What tells one occurrence of a series from another."""
    return row.id, getattr(row, "recurrence_id", None)


def _overlaps(row: Any, frame: Frame, days: int) -> bool:
    """Whether the event lies on the date, or so many days later. A whole day is that date in every zone."""
    if row.all_day:
        day = frame.date + days * DAY
        return bool(row.start_at.date() <= day < _last(row).date())
    start, end = frame.start(days), frame.start(days + 1)
    return bool(row.start_utc < end and (row.end_utc > start or row.start_utc >= start))


def _last(row: Any) -> datetime:
    end: datetime = row.end_at if row.end_at is not None else row.start_at + DAY
    return end


def _starts(row: Any, frame: Frame) -> datetime:
    start: datetime = row.start_at if row.all_day else to_wall(row.start_utc, frame.zone)
    return start


async def _told(tx: Tx, frame: Frame, rows: Sequence[Any]) -> dict[Any, Happening]:
    unnamed = [row.place_id for row in rows if row.place_id is not None and not row.location_text]
    names = await places.named(tx, unnamed) if unnamed else {}
    own = await accounts.own_names(tx)
    own_contact = await contacts_known.own_contact(tx)
    return {
        _key(row): Happening(
            id=row.id,
            title=row.title,
            start=_starts(row, frame),
            end=_last(row) if row.all_day else to_wall(row.end_utc, frame.zone),
            all_day=row.all_day,
            place=row.location_text or names.get(row.place_id),
            named_place=row.place_id if row.place_id in names and not row.location_text else None,
            people=_others(row.participants, own, own_contact),
            tentative=row.status == "tentative",
            change=_change(row, frame),
            was=_was(row, frame),
            zone=row.timezone,
            own_start=_elsewhere(row, frame),
            third_party=row.origin == Origin.THIRD_PARTY,
        )
        for row in rows
    }


def _change(row: Any, frame: Frame) -> change_history.Change | None:
    return change_history.change_of(row, frame.since, _news_end(frame)) if frame.since is not None else None


def _was(row: Any, frame: Frame) -> datetime | None:
    if row.moved_from is None:
        return None
    if row.recurrence_id is not None and not row.moved_alone:  # the series moved by as much as its first occurrence
        moved_by = row.event.start_at - to_wall(row.moved_from, row.timezone)
        was = row.recurrence_id - moved_by
        return was if row.all_day else to_wall(to_utc(was, row.timezone), frame.zone)
    return to_wall(row.moved_from, row.timezone if row.all_day else frame.zone)


def _elsewhere(row: Any, frame: Frame) -> datetime | None:
    own: datetime = row.start_at
    return own if not row.all_day and own != to_wall(row.start_utc, frame.zone) else None


def _others(
    participants: Iterable[Mapping[str, Any]], own: frozenset[str], own_contact: UUID | None
) -> tuple[str, ...]:
    """The names of those who take part beside the user."""
    found = []
    for one in participants:
        mine = (
            one["contact_id"] == str(own_contact) or {normalize(one["name"] or ""), normalize(one["email"] or "")} & own
        )
        if not mine and (name := one["name"] or one["email"]):
            found.append(str(name))
    return tuple(found)


def _in_order(found: Iterable[Happening]) -> list[Happening]:
    return sorted(found, key=lambda one: (not one.all_day, one.start, one.title, one.id))


# --- todos, meetings, birthdays, previews


async def _tasks(tx: Tx, frame: Frame) -> tuple[list[Task], list[Task]]:
    """What is overdue, the latest first, and what is due on the date or the day after."""
    recent, ahead = frame.start(-LATELY), frame.start(2 + ZONES_APART)
    wanted = (TodoFilter("open", since=recent, until=ahead), TodoFilter("open", until=recent))
    rows = [row for one in wanted for row in await todos.find(tx, one, limit=LOOKED_AT)]
    found = [_task(row, frame) for row in rows]
    overdue = [one for one in found if _is_over(one, frame)]
    due = [one for one in found if one not in overdue and one.due.date() <= frame.date + DAY]
    return sorted(overdue, key=lambda one: (one.due, one.id), reverse=True), sorted(
        due, key=lambda one: (one.due.date(), one.whole_day, one.due, one.id)
    )


def _task(row: Any, frame: Frame) -> Task:
    whole = row.due_at.time().replace(second=0) in WHOLE_DAY
    due = row.due_at if whole else to_wall(row.due_utc, frame.zone)
    return Task(row.id, row.title, due, whole, third_party=row.origin == Origin.THIRD_PARTY)


def _is_over(task: Task, frame: Frame) -> bool:
    return task.due.date() < frame.date if task.whole_day else task.due < frame.at


async def _actions(tx: Tx, frame: Frame, told: set[UUID]) -> list[Action]:
    """The user's own first; not those that a todo tells already."""
    found = await meetings.open_action_items(tx, limit=LOOKED_AT)
    actions = []
    for item in found:
        if item.todo_id in told:
            continue
        refs = (("meeting", item.meeting_row_id), ("event", item.event_id), ("todo", item.todo_id))
        sources = tuple(Source(type=kind, id=entity_id) for kind, entity_id in refs if entity_id is not None)
        on = to_wall(item.at, frame.zone).date() if item.at is not None else None
        actions.append(Action(item.text, item.assignee, item.mine, item.title, on, sources))
    return sorted(actions, key=lambda one: not one.mine)


async def _birthdays(tx: Tx, frame: Frame) -> list[Birthday]:
    """The next ones first. Who was born on 29 February has it on the 28th in other years."""
    days: dict[str, date] = {}
    for ahead in range(BIRTHDAYS_AHEAD + 1):
        day = frame.date + ahead * DAY
        days[f"{day:%m-%d}"] = day
        if (day.month, day.day) == (2, 28) and (day + DAY).month == 3:
            days["02-29"] = day
    rows = await contacts.born_on(tx, sorted(days), limit=LOOKED_AT)
    found = []
    for row in rows:
        assert row.birthday is not None
        on = days[row.birthday[-5:]]
        turns = on.year - int(row.birthday[:4]) if not row.birthday.startswith("--") else None
        third_party = row.origin == Origin.THIRD_PARTY
        found.append(Birthday(row.id, row.display_name, on, turns if turns and turns > 0 else None, third_party))
    return sorted(found, key=lambda one: (one.on, one.name, one.id))


async def _waiting(tx: Tx) -> list[Waiting]:
    """The newest first."""
    found = await Previews().pending(tx, limit=LOOKED_AT)
    return [
        Waiting(one.id, one.summary, third_party=one.tainted or one.origin is Origin.THIRD_PARTY)
        for one in found
        if one.summary.strip()
    ]


async def _proposals(tx: Tx, frame: Frame) -> list[Proposed]:
    """What is proposed as events waits today: the earliest first."""
    if not frame.today:
        return []
    rows = await proposed_events.waiting(tx, frame.now, limit=LOOKED_AT)
    foreign = await places.origins(tx, [row.place_id for row in rows if row.place_id is not None])
    return [
        Proposed(
            row.title,
            to_wall(row.start_at, frame.zone),
            to_wall(row.end_at, frame.zone),
            (Source(type=PROPOSED, id=row.id), *_stands_on(row.evidence)),
            third_party=Origin.THIRD_PARTY in foreign,
        )
        for row in rows
    ]


def _stands_on(evidence: Sequence[Mapping[str, Any]]) -> list[Source]:
    """What its title and its time are from, each once."""
    told = [one for one in evidence if one["field"] in {"title", "start_at"}]
    return list(dict.fromkeys(Source(type=one["kind"], id=UUID(one["id"])) for one in told))
