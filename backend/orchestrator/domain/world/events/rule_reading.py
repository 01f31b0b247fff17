"""What do the user's rules say to an event: what do they fill in, and what do they hold? Pure: the slice tells what is
proposed and what lies around it.

Times are compared as wall time in the event's own zone, day by day: each occurrence of a series by itself. A whole-day
event has no clock time and takes up nobody's, so only who comes and where it is are looked at.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TypeVar
from uuid import UUID

from orchestrator.agent.rules.effects import (
    About,
    AlwaysInvite,
    BlockedTime,
    Buffer,
    DefaultDuration,
    DefaultPlace,
    EarliestStart,
    LatestEnd,
    Match,
    NeverInvite,
    NoDoubleBooking,
    OfDays,
    Spared,
    holds_words,
    time_of,
)
from orchestrator.agent.rules.ruleset import Held, Rule, RuleSet
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

NIGHT_ENDS = time(6)
"""A latest end before this belongs to the evening before."""
DAY = timedelta(days=1)
_DAYS_LOOKED_AT = 9
"""The day before, whose night may reach into it, and a week: then every weekday was met."""
A = TypeVar("A", bound=About)


@dataclass(frozen=True)
class Subject:
    """What rules ask of an event to know whether they are about it. `names`: folded names of who takes part;
    `categories`: folded tags and calendar; `place_name` as it is told."""

    title: str
    contact_ids: frozenset[UUID] = frozenset()
    names: frozenset[str] = frozenset()
    place_id: UUID | None = None
    place_name: str = ""
    categories: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Span:
    """One time at which it happens: naive wall time in its zone (`end` None = none), and the same as instants."""

    start: datetime
    end: datetime | None
    start_utc: datetime
    end_utc: datetime


@dataclass(frozen=True)
class ProposedEvent:
    """An event as it would be. `spans`: when it happens, the first first; `busy`: it takes up the user's time."""

    subject: Subject
    spans: tuple[Span, ...]
    all_day: bool = False
    busy: bool = True


@dataclass(frozen=True)
class Neighbour:
    """A timed event at which the user is busy; `label` tells it to them."""

    subject: Subject
    start_utc: datetime
    end_utc: datetime
    label: str


@dataclass(frozen=True)
class Wording:
    """In which language and form it is told."""

    language: str
    locale: str


def concerns(rule: Rule, about: About, subject: Subject) -> bool:
    """Whether a rule is about this event: by its scope, and by its match."""
    return _in_scope(rule, subject) and matches(about.match, subject)


def matches(match: Match, subject: Subject) -> bool:
    """Whether any of what the match names is true of the event."""
    if match.always:
        return True
    return (
        (bool(match.words) and holds_words(match.words, subject.title))
        or not subject.contact_ids.isdisjoint(match.contact_ids)
        or subject.place_id in match.place_ids
        or not subject.categories.isdisjoint(normalize(one) for one in match.categories)
    )


def _in_scope(rule: Rule, subject: Subject) -> bool:
    ref = rule.ref or ""
    match rule.scope:
        case "global":
            return True
        case "person":
            return any(ref == str(one) for one in subject.contact_ids) or normalize(ref) in subject.names
        case "place":
            return ref == str(subject.place_id) or (bool(ref) and normalize(ref) == normalize(subject.place_name))
        case "project" | "domain":
            return normalize(ref) in subject.categories
        case _:
            return False


# Filling


def duration(rules: RuleSet, subject: Subject) -> tuple[Rule, timedelta] | None:
    """How long the event takes where nobody said."""
    for rule, one in rules.of(DefaultDuration):
        if concerns(rule, one, subject):
            return rule, timedelta(minutes=one.minutes)
    return None


def place(rules: RuleSet, subject: Subject) -> tuple[Rule, UUID] | None:
    """Where the event is where nobody said."""
    for rule, one in rules.of(DefaultPlace):
        if concerns(rule, one, subject):
            return rule, one.place_id
    return None


def invited(rules: RuleSet, subject: Subject) -> tuple[tuple[Rule, UUID], ...]:
    """Who else takes part; nobody whom a stronger rule leaves out."""
    found: dict[UUID, Rule] = {}
    for rule, one in rules.of(AlwaysInvite):
        if not concerns(rule, one, subject):
            continue
        for contact in one.contact_ids:
            kept_out = _left_out(rules, contact, subject)
            if contact not in subject.contact_ids and (kept_out is None or kept_out.rank < rule.rank):
                found.setdefault(contact, rule)
    return tuple((rule, contact) for contact, rule in found.items())


def _left_out(rules: RuleSet, contact: UUID, subject: Subject) -> Rule | None:
    about = (rule for rule, one in rules.of(NeverInvite) if contact in one.contact_ids and concerns(rule, one, subject))
    return next(about, None)


# Holding


def holds(
    rules: RuleSet,
    event: ProposedEvent,
    around: Sequence[Neighbour],
    wording: Wording,
    *,
    before: ProposedEvent | None = None,
) -> tuple[Held, ...]:
    """The rules that hold the event, the strongest of each kind first, one entry a rule. `around`: what lies near it,
    itself left out. `before`: as it was: what stood against it then already, and was not changed, holds nothing."""
    found = list(_all(rules, event, around, wording))
    if before is not None:
        same_times = before.spans == event.spans and before.all_day == event.all_day and before.busy == event.busy
        known = {held.rule.id for held in _people(rules, before, wording)} if _same_people(before, event) else set()
        if same_times:
            known |= {
                held.rule.id for held in (*_clock(rules, before, wording), *_room(rules, before, around, wording))
            }
        found = [held for held in found if held.rule.id not in known]
    return tuple({held.rule.id: held for held in found}.values())


def _same_people(before: ProposedEvent, event: ProposedEvent) -> bool:
    return event.subject.contact_ids <= before.subject.contact_ids and event.subject.names <= before.subject.names


def _all(rules: RuleSet, event: ProposedEvent, around: Sequence[Neighbour], wording: Wording) -> Iterable[Held]:
    yield from _clock(rules, event, wording)
    yield from _people(rules, event, wording)
    yield from _room(rules, event, around, wording)


def _clock(rules: RuleSet, event: ProposedEvent, wording: Wording) -> Iterable[Held]:
    if event.all_day:
        return
    for rule, earliest in _about(rules, EarliestStart, event.subject):
        at = time_of(earliest.time)
        early = next((one for one in event.spans if earliest.on(one.start.weekday()) and one.start.time() < at), None)
        if early is not None:
            yield _held(rule, "agent.rules.early", wording, at=_told(early.start, event, wording))
    for rule, latest in _about(rules, LatestEnd, event.subject):
        late = next((one for one in event.spans if _ends_late(one, latest, time_of(latest.time))), None)
        if late is not None:
            yield _held(rule, "agent.rules.late", wording, at=_told(late.end or late.start, event, wording))

    for rule, blocked in _about(rules, BlockedTime, event.subject):
        if any(_spares(one, event.subject) for one in blocked.except_):
            continue
        inside = next((one for one in event.spans if _touches(one, blocked)), None)
        if inside is not None:
            begins = _told(inside.start, event, wording)
            yield _held(rule, "agent.rules.blocked", wording, at=begins, begins=blocked.from_, ends=blocked.to)


def _spares(spared: Spared, subject: Subject) -> bool:
    return matches(
        Match(words=spared.words, contact_ids=spared.contact_ids, place_ids=spared.place_ids), subject
    ) and bool(spared.words or spared.contact_ids or spared.place_ids)


def _touches(span: Span, blocked: BlockedTime) -> bool:
    """Whether any of it lies in the blocked time of a day; what takes no time lies at its start."""
    begins, ends = time_of(blocked.from_), time_of(blocked.to)
    last = max(span.end or span.start, span.start + timedelta(seconds=1))
    day = span.start.date() - DAY
    for _ in range(min((last.date() - day).days + 1, _DAYS_LOOKED_AT)):
        start = datetime.combine(day, begins)
        end = datetime.combine(day if begins < ends else day + DAY, ends)
        if blocked.on(day.weekday()) and span.start < end and start < last:
            return True
        day += DAY
    return False


def _ends_late(span: Span, days: OfDays, at: time) -> bool:
    """Whether it ends after `at` of its evening. What takes a day and more is looked at on its last day alone."""
    end = span.end or span.start
    begins = span.start if end - span.start < DAY else end
    limit = datetime.combine(begins.date(), at)
    evening = begins.date()
    if at < NIGHT_ENDS and begins.time() >= at:
        limit += DAY
    elif at < NIGHT_ENDS:
        evening -= DAY
    return days.on(evening.weekday()) and end > limit


def _people(rules: RuleSet, event: ProposedEvent, wording: Wording) -> Iterable[Held]:
    for rule, one in _about(rules, NeverInvite, event.subject):
        if not event.subject.contact_ids.isdisjoint(one.contact_ids):
            yield _held(rule, "agent.rules.uninvited", wording)


def _room(rules: RuleSet, event: ProposedEvent, around: Sequence[Neighbour], wording: Wording) -> Iterable[Held]:
    if event.all_day or not event.busy:
        return
    double = next(iter(_about(rules, NoDoubleBooking, event.subject)), None)
    if double is not None and (over := _overlapped(event, around)) is not None:
        yield _held(double[0], "agent.rules.overlap", wording, event=over.label)
    own = _buffer(rules, event.subject)
    for near in around:
        theirs = _buffer(rules, near.subject)
        if own is None and theirs is None:
            continue
        if (rule := _too_close(event, near, own, theirs)) is not None:
            yield _held(rule, "agent.rules.close", wording, event=near.label)


def _overlapped(event: ProposedEvent, around: Sequence[Neighbour]) -> Neighbour | None:
    for span in event.spans:
        for near in around:
            if (
                near.start_utc < max(span.end_utc, span.start_utc + timedelta(seconds=1))
                and span.start_utc < near.end_utc
            ):
                return near
    return None


Buffered = tuple[Rule, Buffer]


def _buffer(rules: RuleSet, subject: Subject) -> Buffered | None:
    return next(iter(_about(rules, Buffer, subject)), None)


def _too_close(event: ProposedEvent, near: Neighbour, own: Buffered | None, theirs: Buffered | None) -> Rule | None:
    """The rule whose buffer, the wider of the two, does not fit between one of the event's times and its neighbour."""
    for span in event.spans:
        first_is_near = near.start_utc <= span.start_utc
        gap = span.start_utc - near.end_utc if first_is_near else near.start_utc - span.end_utc
        wanted = [
            (one[1].minutes_before if first_is_near == (one is own) else one[1].minutes_after, one[0])
            for one in (own, theirs)
            if one is not None
        ]
        minutes, rule = max(wanted, key=lambda each: each[0])
        if minutes and gap < timedelta(minutes=minutes):
            return rule
    return None


def _about(rules: RuleSet, kind: type[A], subject: Subject) -> list[tuple[Rule, A]]:
    return [(rule, one) for rule, one in rules.of(kind) if concerns(rule, one, subject)]


def _held(rule: Rule, why: str, wording: Wording, **values: str) -> Held:
    return Held(rule, say(why, wording.language, rule=rule.text, **values))


def _told(at: datetime, event: ProposedEvent, wording: Wording) -> str:
    shown = render.clock(at, wording.locale)
    return shown if len(event.spans) == 1 else f"{render.short_day(at.date(), wording.locale)}, {shown}"
