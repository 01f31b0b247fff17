"""How is a day told without a model? One line a find, by templates in the user's language, each with its sources."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta

from orchestrator.domain.work.briefings.due import DAY, Frame
from orchestrator.domain.work.briefings.facts import Action, Birthday, Day, Happening, Proposed, Task
from orchestrator.domain.work.briefings.lines import one_line, quoted
from orchestrator.domain.work.briefings.schemas import SECTIONS, Headings, Line, Section, Source
from orchestrator.language import render
from orchestrator.language.messages import DEFAULT, LANGUAGES, say, say_counted

NAME_CHARACTERS = 60
PEOPLE = 4
"""Names of those who take part that are told."""
NEAR = timedelta(days=300)
"""Dates further away are told with their year."""


class Words:
    """A day in the language of its frame."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._locale = frame.locale if frame.locale[:2].lower() in LANGUAGES else DEFAULT

    # --- what stands around the lines

    def title(self) -> str:
        """The briefing's own."""
        return say("briefings.title", self._locale, day=render.day(self._frame.date, self._locale))

    def headings(self) -> Headings:
        """The words around the lines."""
        days: dict[Section, str] = {"today": self._heading(0), "tomorrow": self._heading(1)}
        dates = {"today": self._frame.date, "tomorrow": self._frame.date + DAY}
        return Headings(
            sections={
                section: say(f"briefings.headings.{section}", self._locale, day=days.get(section, ""))
                for section in SECTIONS
            },
            dates={section: render.day(on, self._locale) for section, on in dates.items()},
            free=say("briefings.free", self._locale),
            empty=say("briefings.empty" if self._frame.today else "briefings.empty_day", self._locale),
        )

    def _heading(self, days: int) -> str:
        on = self._frame.date + days * DAY
        name = render.relative_day(on, self._frame.date, self._locale) if self._frame.today else None
        told = render.short_day(on, self._locale)
        return _begun(f"{name}, {told}" if name else told)

    # --- lines

    def lines(self, day: Day) -> list[Line]:
        """Everything there is, in order."""
        found: list[Line] = []
        for section, told in self._sections(day):
            found += told
            if left := day.rest.get(section):
                text = say("briefings.rest", self._locale, number=len(left))
                found.append(Line(section=section, text=text, sources=left, rest=True))
        return found

    def _sections(self, day: Day) -> Iterable[tuple[Section, list[Line]]]:
        yield "today", [self._event("today", one, self.event) for one in day.today]
        yield "tomorrow", [self._event("tomorrow", one, self.event_tomorrow) for one in day.tomorrow]
        yield "changes", [self._event("changes", one, self.change) for one in day.changes]
        yield (
            "overdue",
            [self._line("overdue", self.task(one, late=True), "todo", one) for one in day.overdue],
        )
        yield "due", [self._line("due", self.task(one, late=False), "todo", one) for one in day.due]
        yield "actions", [Line(section="actions", text=self.action(one), sources=one.sources) for one in day.actions]
        yield "birthdays", [self._line("birthdays", self.birthday(one), "contact", one) for one in day.birthdays]
        yield "waiting", [self._line("waiting", one_line(one.summary), "preview", one) for one in day.waiting]
        yield (
            "proposals",
            [Line(section="proposals", text=self.proposed(one), sources=one.sources) for one in day.proposals],
        )

    def _line(self, section: Section, text: str, kind: str, one: object) -> Line:
        return Line(section=section, text=text, sources=(Source(type=kind, id=getattr(one, "id")),))  # noqa: B009

    def _event(self, section: Section, one: Happening, told: Callable[[Happening, str | None], str]) -> Line:
        """An event's line; where it names one of the user's places, it can do without it."""
        place = one_line(one.place, NAME_CHARACTERS) if one.place else None
        bare = Line(section=section, text=told(one, None), sources=(Source(type="event", id=one.id),))
        if one.named_place is None:
            return bare.model_copy(update={"text": told(one, place)})
        sources = (*bare.sources, Source(type="place", id=one.named_place))
        return Line(section=section, text=told(one, place), sources=sources, parts=(bare,))

    # --- events

    def event(self, one: Happening, place: str | None) -> str:
        """An event of the date itself: its time, its title, what is to be known of it."""
        return _begun(f"{self._span(one, self._frame.date)}: {self._what(one, place)}")

    def event_tomorrow(self, one: Happening, place: str | None) -> str:
        """An event of the day after."""
        on = self._frame.date + DAY
        return _begun(f"{self._day(on)}, {self._span(one, on)}: {self._what(one, place)}")

    def change(self, one: Happening, place: str | None) -> str:
        """What is new, moved or called off, with its day."""
        on = one.start.date()
        begins = f"{self._day(on)}, {self._span(one, on)}"
        told = f"{quoted(one.title)}, {begins}{self._details(one, place)}"
        if one.change == "moved" and one.was is not None:
            told += f" ({self._was(one, one.was)})"
        return say(f"briefings.change.{one.change or 'new'}", self._locale, what=told)

    def _what(self, one: Happening, place: str | None) -> str:
        notes = [say("briefings.tentative", self._locale)] if one.tentative else []
        if one.change is not None:
            notes.append(say("briefings.moved" if one.change == "moved" else "briefings.new", self._locale))
        if one.change == "moved" and one.was is not None:
            notes.append(self._was(one, one.was))
        told = f"{quoted(one.title)}{self._details(one, place)}"
        return f"{told} ({', '.join(notes)})" if notes else told

    def _details(self, one: Happening, place: str | None) -> str:
        details = [say("briefings.at", self._locale, place=place)] if place else []
        if one.people:
            shown = [one_line(name, NAME_CHARACTERS) for name in one.people[:PEOPLE]]
            if len(one.people) > PEOPLE:
                shown.append(say("briefings.more_people", self._locale, number=len(one.people) - PEOPLE))
            details.append(say("briefings.with", self._locale, names=render.join(shown, self._locale)))
        return "".join(f" {each}" for each in details)

    def _span(self, one: Happening, on: date) -> str:
        """When it is on that date: "10:00–11:00", "all day", "until Sun, 29 Nov, 12:00"."""
        midnight = datetime.combine(on, datetime.min.time())
        if one.all_day:
            last = (one.end - DAY).date()
            return (
                say("briefings.all_day", self._locale)
                if last <= on
                else say("briefings.all_day_until", self._locale, end=self._date(last))
            )
        ends_later = one.end > midnight + DAY
        end = f"{self._date(one.end.date())}, {self._clock(one.end)}" if ends_later else self._clock(one.end)
        if one.start < midnight:
            return say("briefings.all_day_until" if ends_later else "briefings.until", self._locale, end=end)
        start = self._clock(one.start)
        if one.end <= one.start:
            told = start
        elif ends_later:
            told = say("briefings.from", self._locale, start=start, end=end)
        else:
            told = f"{start}–{end}"
        return f"{told}{self._elsewhere(one)}"

    def _elsewhere(self, one: Happening) -> str:
        if one.own_start is None or one.zone is None:
            return ""
        city = one.zone.rpartition("/")[2].replace("_", " ")
        return f" ({say('briefings.elsewhere', self._locale, time=self._clock(one.own_start), zone=city)})"

    def _was(self, one: Happening, was: datetime) -> str:
        day = "" if was.date() == one.start.date() else self._day(was.date())
        clock = "" if one.all_day else self._clock(was)
        return say("briefings.was", self._locale, was=", ".join(part for part in (day, clock) if part))

    # --- the others

    def task(self, one: Task, *, late: bool) -> str:
        """A todo with when it is due."""
        key = "briefings.overdue" if late else "briefings.due"
        when = self._day(one.due.date())
        return say(
            key, self._locale, title=quoted(one.title), day=when if one.whole_day else f"{when}, {self._clock(one.due)}"
        )

    def action(self, one: Action) -> str:
        """What is open from a meeting, and whose it is."""
        who = one_line(one.assignee, NAME_CHARACTERS) if one.assignee and not one.mine else None
        told = say("briefings.of_other", self._locale, who=who, title=quoted(one.text)) if who else quoted(one.text)
        meeting = [quoted(one.meeting, NAME_CHARACTERS)] if one.meeting.strip() else []
        if one.on is not None:
            meeting.append(self._date(one.on))
        return f"{told} ({say('briefings.of_meeting', self._locale, meeting=', '.join(meeting))})" if meeting else told

    def birthday(self, one: Birthday) -> str:
        """Whose, when, and how old they turn."""
        key = "briefings.birthday" if one.turns is None else "briefings.turns"
        return say(key, self._locale, name=one_line(one.name, NAME_CHARACTERS), day=self._day(one.on), age=one.turns)

    def proposed(self, one: Proposed) -> str:
        """What it may have been, and when."""
        end = (
            self._clock(one.end)
            if one.end.date() == one.start.date()
            else f"{self._day(one.end.date())}, {self._clock(one.end)}"
        )
        return f"{quoted(one.title)}, {self._day(one.start.date())}, {self._clock(one.start)}–{end}"

    # --- the push

    def push(self, day: Day) -> str:
        """How much there is, in a sentence, without a word of what it is: a phone shows it to whoever looks at it."""
        parts = []
        if day.today:
            events = self._count(_all(day.today, day.rest.get("today")), "event")
            first = self.first(day)
            parts.append(
                say("briefings.push_first", self._locale, events=events, time=self._clock(first.start))
                if first
                else events
            )
        else:
            parts.append(say("briefings.push_free", self._locale))
        if due := [one for one in day.due if one.due.date() <= self._frame.date]:
            parts.append(say("briefings.push_due", self._locale, todos=self._count(len(due), "todo")))
        for key, section in (("briefings.push_overdue", "overdue"), ("briefings.push_waiting", "waiting")):
            if number := _all(getattr(day, section), day.rest.get(section)):  # type: ignore[call-overload]
                parts.append(say(key, self._locale, number=number))
        return f"{'; '.join(parts)}."

    def first(self, day: Day) -> Happening | None:
        """The event whose time the push tells."""
        timed = (one for one in day.today if not one.all_day and one.start.date() == self._frame.date)
        return next(timed, None)

    def _count(self, number: int, noun: str) -> str:
        return f"{number} {say_counted(f'briefings.nouns.{noun}', number, self._locale)}"

    # --- dates

    def _day(self, on: date) -> str:
        """ "tomorrow" and its like where today is told, else the date."""
        name = render.relative_day(on, self._frame.date, self._locale) if self._frame.today else None
        return name or self._date(on)

    def _date(self, on: date) -> str:
        return render.short_day(on, self._locale, year=abs(on - self._frame.date) > NEAR)

    def _clock(self, at: datetime) -> str:
        return render.clock(at, self._locale)


def _all(told: Sequence[object], rest: Sequence[Source] | None) -> int:
    return len(told) + len(rest or ())


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
