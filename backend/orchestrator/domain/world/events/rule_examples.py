"""Which event would a rule hold, and which would it let pass? From the user's coming calendar where one fits, else made
up for the coming days; each is judged by the very code that applies the rule."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from uuid import UUID

from orchestrator.agent.rules.effects import BlockedTime, EarliestStart, LatestEnd, Match
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.world.events import rule_reading
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.rule_reading import ProposedEvent, Span, Subject
from orchestrator.domain.world.events.ruled import Asking, as_proposed
from orchestrator.kit.ids import parse_id
from orchestrator.kit.zones import named_zone, to_utc

Clocked = BlockedTime | EarliestStart | LatestEnd
LOOKED_AHEAD = timedelta(days=28)
MOST_EVENTS = 200
_DAYS = 8
"""A week and a day: every weekday is met, today's again."""
_STEP = timedelta(minutes=30)
"""How long an invented event takes, and how far two of them are apart."""
_FIRST, _LAST = time(7), time(22)
"""Between these an invented event begins where the rule holds any there: nobody plans for the small hours."""


@dataclass(frozen=True)
class Example:
    """An event that a rule holds or lets pass. `title` "" = whatever it is called; `contact_id`, `place_id`: with whom
    and where a made-up one is; `start`: wall time in `zone`."""

    title: str
    start: datetime
    zone: str
    origin: Origin = Origin.OWN_DATA
    contact_id: UUID | None = None
    place_id: UUID | None = None


@dataclass(frozen=True)
class Examples:
    """One of each side; None where there is none."""

    held: Example | None = None
    passing: Example | None = None


async def examples(asking: Asking, rule: Rule, now: datetime) -> Examples:
    """One that the rule would hold and one that it would not; none of a rule that looks at no clock. `now` aware."""
    if not isinstance(rule.effect, Clocked):
        return Examples()
    alone = replace(asking, rules=RuleSet((rule,)))
    found = await _in_calendar(alone, rule, rule.effect, now)
    held = found.held or _invented(alone, rule, rule.effect, now)
    return Examples(held, found.passing or (_beside(alone, rule, rule.effect, now, held) if held is not None else None))


async def _in_calendar(asking: Asking, rule: Rule, effect: Clocked, now: datetime) -> Examples:
    """The next of each that the rule is about."""
    wanted = EventFilter(since=now, until=now + LOOKED_AHEAD, blocking=True)
    found = Examples()
    for row in await find(asking.tx, wanted, limit=MOST_EVENTS):
        event = await as_proposed(asking, row)
        if event is None or row.start_utc < now or not rule_reading.concerns(rule, effect, event.subject):
            continue
        one = Example(row.title, row.start_at, row.timezone, Origin(row.origin))
        if _holds(asking, event):
            found = replace(found, held=found.held or one)
        else:
            found = replace(found, passing=found.passing or one)
        if found.held is not None and found.passing is not None:
            break
    return found


def _holds(asking: Asking, event: ProposedEvent) -> bool:
    return bool(rule_reading.holds(asking.rules, event, (), asking.wording))


def _invented(asking: Asking, rule: Rule, effect: Clocked, now: datetime) -> Example | None:
    """The first made-up event that the rule holds, by day where it holds any there."""
    subject = _subject(rule, effect.match)
    starts = list(_starts(asking, now))
    for start in sorted(starts, key=lambda one: not _FIRST <= one.time() <= _LAST):
        if _holds(asking, _event(subject, start, asking.zone)):
            return _made_up(subject, start, asking.zone)
    return None


def _beside(asking: Asking, rule: Rule, effect: Clocked, now: datetime, held: Example) -> Example | None:
    """A made-up event that passes: the exception at the same time, else the same thing at the nearest other time."""
    if isinstance(effect, BlockedTime) and effect.except_:
        spared = effect.except_[0]
        subject = _subject(rule, Match(words=spared.words, contact_ids=spared.contact_ids, place_ids=spared.place_ids))
        if not _holds(asking, _event(subject, held.start, held.zone)):
            return _made_up(subject, held.start, held.zone)
    subject = _subject(rule, effect.match)
    starts = [one for one in _starts(asking, now) if _FIRST <= one.time() <= _LAST] or list(_starts(asking, now))
    for start in sorted(starts, key=lambda one: abs(one - held.start)):
        if not _holds(asking, _event(subject, start, asking.zone)):
            return _made_up(subject, start, asking.zone)
    return None


def _made_up(subject: Subject, start: datetime, zone: str) -> Example:
    contact = next(iter(subject.contact_ids), None)
    return Example(subject.title, start, zone, contact_id=contact, place_id=subject.place_id)


def _starts(asking: Asking, now: datetime) -> Iterator[datetime]:
    """The half hours of the coming days, from tomorrow on."""
    begins = datetime.combine(now.astimezone(named_zone(asking.zone)).date() + timedelta(days=1), time())
    at = begins
    while at < begins + timedelta(days=_DAYS):
        yield at
        at += _STEP


def _subject(rule: Rule, match: Match) -> Subject:
    """What such an event is about, as the rule asks it: the first of what it names, and the person or place of its
    scope."""
    person = parse_id(rule.ref or "") if rule.scope == "person" else None
    place = parse_id(rule.ref or "") if rule.scope == "place" else None
    contacts = [*match.contact_ids[:1], *([person] if person is not None else [])]
    return Subject(
        title=match.words[0] if match.words else "",
        contact_ids=frozenset(contacts),
        place_id=place or (match.place_ids[0] if match.place_ids else None),
        categories=frozenset(match.categories[:1]),
    )


def _event(subject: Subject, start: datetime, zone: str) -> ProposedEvent:
    end = start + _STEP
    return ProposedEvent(subject, (Span(start, end, to_utc(start, zone), to_utc(end, zone)),))
