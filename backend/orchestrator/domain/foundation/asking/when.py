"""Which time do the user's words mean, and when must the user be asked? (contracts/time.md)

What is not sure is shown in the preview; with several readings, or where nothing was understood, the user is asked.
`untimed` is what is left of a title without the time that stands beside it: a small model copies it into the title too.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.domain.foundation.asking.hours import resolved
from orchestrator.errors import ToolRejected
from orchestrator.kit import patterns
from orchestrator.kit.zones import Daylight, daylight, local, named_zone, to_utc, to_wall, wall_time, zone_names
from orchestrator.language import render, time
from orchestrator.language.messages import say
from orchestrator.language.shifts import shift
from orchestrator.language.text.normalize import content_words
from orchestrator.language.time import Mention, mentions

MAX_OPTIONS = 6
_ISO = "like 2026-11-27T10:00:00"


@dataclass(frozen=True)
class Moment:
    """Wall time in `zone`; `hints` are for the preview. `recurrence`: an RFC 5545 line, where it happens again."""

    start: datetime
    end: datetime | None
    all_day: bool
    zone: str
    hints: tuple[str, ...] = ()
    recurrence: str = ""


def zone_of(ctx: ToolContext, named: str) -> str:
    """The zone named, the turn's where none is. Raises ToolRejected for one that does not exist."""
    if not named:
        return ctx.zone
    if named not in zone_names():
        raise ToolRejected(
            f"'{named}' is no IANA time zone (like Europe/Lisbon). Leave timezone out for the user's own."
        )
    return named


def moment(
    ctx: ToolContext,
    *,
    when: str,
    start_at: str,
    end_at: str = "",
    zone: str,
    tool: str,
    field: str = "when",
    title: str = "",
    own: datetime | None = None,
    repeats: bool = False,
) -> Moment | NeedUserInput | None:
    """The time for a write: `when` (the user's words) wins over `start_at`, `end_at` (ISO). None where nothing was
    said. `tool`: the one that will write; where it may write unseen, every doubt is asked. `title`: what is planned; a
    meal has its usual hour. `own`: the wall time that what is changed has now: a move counts from it ("an hour later"),
    an hour without a day is on its day. `repeats`: it may be a recurrence ("every Tuesday at 5"); the time is then that
    of the first."""
    about = _About(zone, tool, field, title, own, repeats)
    if when and _iso(when) is None:
        return _in_words(ctx, when, about)
    start_text = when or start_at
    if not start_text:
        return None
    start = _iso(start_text)
    if start is None:
        return _in_words(ctx, start_text, about)
    end = _iso(end_at) if end_at else None
    if end_at and end is None:
        raise ToolRejected(f"end_at must be local ISO time {_ISO}, or leave it out.")
    all_day = not isinstance(start, datetime)
    try:
        begins = local(start, zone)
        ends = local(end, zone) if end is not None else None
    except (ValueError, OverflowError) as error:
        raise ToolRejected(f"start_at or end_at: {error}.") from error
    if ends is not None and ends < begins:
        raise ToolRejected("end_at is before start_at.")
    return Moment(begins, ends, all_day, zone, tuple(hints(ctx, begins, zone, all_day=all_day)))


def span(
    ctx: ToolContext, *, when: str, since: str, until: str, looking: Literal["forward", "back"] = "forward"
) -> tuple[datetime | None, datetime | None]:
    """The range of a read as instants (end exclusive), either side None where it is open. Raises ToolRejected."""
    if when:
        given = _iso(when)
        found = (
            _whole(given)
            if given is not None
            else time.resolve_range(when, now=ctx.local_now, zone=ctx.zone, locale=ctx.locale, looking=looking)
        )
        if found is None:
            raise ToolRejected(f"'{when}' is not understood as a time. Use since and until (local ISO) instead.")
        return to_utc(found[0], ctx.zone), to_utc(found[1], ctx.zone)
    return _bound(ctx, "since", since), _bound(ctx, "until", until)


def other_spans(ctx: ToolContext, when: str, since: datetime) -> list[tuple[datetime, datetime]]:
    """The other readings of the words of a time that has two, for a read that found nothing in the one that began at
    `since`: "el martes pasado" is the latest Tuesday or that of last week."""
    if not when or _iso(when) is not None:
        return []
    read = time.resolve_range(when, now=ctx.local_now, zone=ctx.zone, locale=ctx.locale, looking="back")
    found = time.resolve(when, now=ctx.local_now, zone=ctx.zone, locale=ctx.locale)
    if read is None or found.sure:
        return []
    lasts = read[1] - read[0]
    starts = [one for one in dict.fromkeys(found.candidates) if one != read[0] and one <= ctx.local_now]
    spans = [(to_utc(one, ctx.zone), to_utc(one + lasts, ctx.zone)) for one in starts]
    return [one for one in spans if one[0] != since]


def hints(ctx: ToolContext, wall: datetime, zone: str, *, all_day: bool = False) -> list[str]:
    """What the user should know about a time before it is written."""
    if all_day:
        return []
    found = []
    odd: Daylight | None = daylight(wall, zone)
    if odd is not None:
        then = to_utc(wall, zone).astimezone(named_zone(zone))
        shown = render.clock(wall, ctx.locale)
        found.append(say(f"times.clock.{odd}", ctx.locale, at=shown, then=render.clock(then, ctx.locale)))
    if to_utc(wall, zone) < ctx.now:
        found.append(say("times.past", ctx.locale))
    return found


def asked_when(ctx: ToolContext, field: str = "when") -> NeedUserInput:
    """The question that is asked where a time is needed and none was said."""
    return NeedUserInput("text", say("times.when", ctx.locale), reason="no_time", field=field)


def shown(ctx: ToolContext, start: datetime, end: datetime | None, *, all_day: bool, zone: str) -> str:
    """The time for people: "Friday, 27 November 2026, 10:00–11:00 (Europe/Lisbon)"."""
    text = render.moment(start, end, all_day=all_day, zone=zone, now=None, locale=ctx.locale)
    return text if all_day else f"{text} ({zone})"


@dataclass(frozen=True)
class _About:
    """What the words of a time are said about."""

    zone: str
    tool: str
    field: str
    title: str
    own: datetime | None
    repeats: bool = False


_AS_READ = frozenset({"partly_understood", "ambiguous"})
"""With one reading all the same: "Sunday 12 December" of a year in which that is a Saturday."""


def _in_words(ctx: ToolContext, phrase: str, about: _About) -> Moment | NeedUserInput:
    zone = about.zone
    moved = shift(phrase, locale=ctx.locale) if about.own is not None else None
    if about.own is not None and moved is not None:
        start = about.own + moved
        return Moment(start, end=None, all_day=False, zone=zone, hints=tuple(hints(ctx, start, zone)))
    now = to_wall(ctx.now, zone)
    again = time.recurring(phrase, now=now, zone=zone, locale=ctx.locale)
    if again is not None:
        return (_repeating if about.repeats else _once)(ctx, phrase, again, about)
    found = resolved(phrase, now=now, zone=zone, locale=ctx.locale, title=about.title, own=about.own)
    found = replace(found, candidates=not_over(found, now))
    days = {one.date() for one in found.candidates}
    unseen = not ctx.rules.confirms(about.tool)
    if not found.sure and len(found.candidates) > 1 and (found.start is None or unseen or len(days) > 1):
        options = tuple(
            Option(one.isoformat(), render.moment(one, None, all_day=False, zone=zone, now=now, locale=ctx.locale))
            for one in dict.fromkeys(found.candidates)
        )[:MAX_OPTIONS]
        return NeedUserInput(
            "choice", say("times.which", ctx.locale, phrase=phrase), options, found.reason, about.field
        )
    if found.start is None or (not found.sure and unseen):
        return NeedUserInput("text", say("times.unclear", ctx.locale, phrase=phrase), (), found.reason, about.field)
    told = hints(ctx, found.start, zone, all_day=found.all_day)
    others = [render.clock(one, ctx.locale) for one in found.candidates if one != found.start and not found.sure]
    if others:
        told.append(say("times.or", ctx.locale, phrase=phrase, others=render.join(others, ctx.locale, either=True)))
    elif found.reason in _AS_READ or (found.daylight is not None and not told):
        told.append(say("times.read", ctx.locale, phrase=phrase))
    return Moment(found.start, found.end, found.all_day, zone, tuple(told))


def not_over(found: time.Resolution, now: datetime) -> tuple[datetime, ...]:
    """The readings without those of a day on which the hour, as it was read, is over: "Sunday at noon", on Sunday at
    six."""
    if found.start is None or found.start <= now:
        return found.candidates
    over = {one.date() for one in found.candidates if one <= now and one.time() == found.start.time()}
    return tuple(one for one in found.candidates if one.date() not in over)


def _repeating(ctx: ToolContext, phrase: str, again: time.Recurring, about: _About) -> Moment | NeedUserInput:
    """A series; one of days whose title names a meal has its usual hour."""
    if again.all_day and (meal := time.meal_time(about.title, ctx.locale)) is not None:
        again = replace(again, start=datetime.combine(again.start, meal), all_day=False)
    if not again.sure and not ctx.rules.confirms(about.tool):
        return NeedUserInput("text", say("times.unclear", ctx.locale, phrase=phrase), (), "ambiguous", about.field)
    told = [say("times.again", ctx.locale, phrase=phrase), *hints(ctx, again.start, about.zone, all_day=again.all_day)]
    if not again.sure or again.daylight is not None:
        told.append(say("times.read", ctx.locale, phrase=phrase))
    return Moment(again.start, again.end, again.all_day, about.zone, tuple(told), f"RRULE:{again.rule}")


def _once(ctx: ToolContext, phrase: str, again: time.Recurring, about: _About) -> Moment | NeedUserInput:
    """What can't repeat is told so: its first time in a preview, a question where it would be written unseen."""
    key = "times.no_series" if about.own is not None else "times.unseen"
    if about.own is not None or not ctx.rules.confirms(about.tool):
        return NeedUserInput("text", say(key, ctx.locale, phrase=phrase), (), "repeats", about.field)
    told = [say("times.once", ctx.locale, phrase=phrase), *hints(ctx, again.start, about.zone, all_day=again.all_day)]
    return Moment(again.start, again.end, again.all_day, about.zone, tuple(told))


def _iso(text: str) -> datetime | date | None:
    try:
        return wall_time(text)
    except ValueError:
        return None


def _whole(given: datetime | date) -> tuple[datetime, datetime]:
    """The day of a date, the hour of a time."""
    if isinstance(given, datetime):
        start = given.replace(tzinfo=None)
        return start, start + timedelta(hours=1)
    start = datetime.combine(given, datetime.min.time())
    return start, start + timedelta(days=1)


def _bound(ctx: ToolContext, name: str, text: str) -> datetime | None:
    if not text:
        return None
    value = _iso(text)
    if value is not None:
        try:
            return to_utc(local(value, ctx.zone), ctx.zone)
        except (ValueError, OverflowError) as error:
            raise ToolRejected(f"{name}: {error}.") from error
    found = time.resolve_range(text, now=ctx.local_now, zone=ctx.zone, locale=ctx.locale)
    if found is None:
        raise ToolRejected(f"{name} must be local ISO time {_ISO}; put the user's words into 'when'.")
    return to_utc(found[0] if name == "since" else found[1], ctx.zone)


_WORD = patterns.compile(r"[^\s,;:–—-]+")
_LOOSE_ENDS = frozenset("due for until para pra até em no na às el la".split())
_LOOSE_START = patterns.compile(r"^[\s,;:–—-]+")
_NAMED_DAY = patterns.compile(r"(?i)\b(?:black|good|ash|palm|easter|holy|cyber|casual)\s+$")
""" "Black Friday" is a name."""


def untimed(title: str, at: Moment | None, *, now: datetime, locale: str) -> str:
    """`title` without the phrases that mean the resolved time `at`; as it is where nothing would be left. `now`: naive
    wall time of the user."""
    if at is None:
        return title
    left = title
    for one in reversed(mentions(title, now=now, locale=locale)):
        if _NAMED_DAY.search(title[: one.offset]):
            continue
        # "Friday drinks" and "Christmas dinner" keep their names.
        if _means(one, at) and (one.offset > 0 or (_says_all(one, at) and not one.feast)):
            for start, end in reversed(one.parts):
                left = f"{left[:start]} {left[end:]}"
    if left == title:
        return title
    left = _LOOSE_START.sub("", _without_loose_end(" ".join(left.split())))
    if not content_words(left):
        return title
    return left[0].upper() + left[1:] if title[0].isupper() else left


def _without_loose_end(text: str) -> str:
    """Without what led to the time that stood at the end, marks and words: "Dentist - due for" is "Dentist"."""
    words = list(_WORD.finditer(text))
    while len(words) > 1 and words[-1].group().casefold() in _LOOSE_ENDS:
        words.pop()
    return text[: words[-1].end()] if words else ""


def _says_all(one: Mention, at: Moment) -> bool:
    """The phrase says all that was resolved: its hour too, where there is one."""
    return one.has_date and one.has_time == (not at.all_day)


def _means(one: Mention, at: Moment) -> bool:
    if one.kind == "duration":
        return False
    if one.kind == "open":  # "by Friday": the moment that ends it
        ends = (one.end - timedelta(microseconds=1)).date() if one.end is not None else one.start.date()
        return at.start.date() in {ends, one.start.date()}
    if one.has_date and not _same_day(one, at):
        return False
    return not one.has_time or at.all_day or _same_hour(one, at)


def _same_day(one: Mention, at: Moment) -> bool:
    return one.start.date() == at.start.date()


def _same_hour(one: Mention, at: Moment) -> bool:
    """Morning or evening may have been told apart elsewhere."""
    return (one.start.hour % 12, one.start.minute) == (at.start.hour % 12, at.start.minute) or one.grain == "part"
