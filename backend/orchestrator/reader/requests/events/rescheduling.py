"""To which time or place is an event moved?"""

from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.lengths import length_of
from orchestrator.language.numbers import number
from orchestrator.language.render import on_day
from orchestrator.language.time import mentions
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS
from orchestrator.reader.line import Line
from orchestrator.reader.request import Request, Scene, cut
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events.event_words import (
    BACK,
    BEFORE_A_DAY,
    BEFORE_AN_HOUR,
    EXCHANGED,
    FROM_NOW_ON,
    SAME_DAY,
    SAME_HOUR,
)
from orchestrator.reader.requests.events.target_event import of_all, of_event
from orchestrator.reader.timing import phrases, series
from orchestrator.reader.words import words_of

_HOUR_AND_MINUTES = patterns.compile(r"\d{1,2}[.:]\d{2}")


def move(act: Act, match: Match, scene: Scene) -> list[Request]:
    """Another time or place, or a shift of the time."""
    if shift := cut(match, "shift", scene):
        # "Uma hora mais cedo" would be read as one o'clock: the language's plainest words for the direction are put in.
        after = match.group("after") or ""
        back = any(word in after for word in BACK) if after else scene.known.forward.match(match.string) is not None
        size = shift.cut(0, len(shift.low) - len(after)).raw
        told = f"{size} {scene.known.earlier if back else scene.known.later}"
        named = cut(match, "event", scene)
        return [replace(of_all(of_event(act, named, scene, {}), named), shift=told)]
    if "moved" in match.groupdict():
        return [of_event(act, cut(match, "moved", scene), scene, {"when": new_time(match, scene)})]
    if "new" not in match.groupdict():
        return [of_event(act, cut(match, "event", scene), scene, {})]
    body = scene.text.cut(match.start("event"), match.end("new"))
    parted = _parted(body, scene)
    if parted is None:
        return []
    words, new, when = parted
    when = SAME_DAY.sub("", SAME_HOUR.sub("", when))
    arguments = {"when": when} if when else {"place": details.without_articles(new, scene.known).written}
    return [of_all(of_event(act, words, scene, arguments), words)]


def new_time(match: Match, scene: Scene) -> str:
    """The time to which something moves; a bare number is one of the clock, but for "al 11", which is a day."""
    new = scene.text.cut(*match.span("new"))
    for same in filter(None, (SAME_HOUR.search(new.raw), SAME_DAY.search(new.raw))):
        new = new.cut(0, same.start())
    if later := FROM_NOW_ON.search(new.low):
        new = new.cut(0, later.start())
    if length_of(new.low, scene.known.language) is not None and not any(char in new.low for char in ":.h"):
        return f"{DRAFT_WORDS[scene.known.language].lasting} {new.raw}"  # "physio is 45 minutes, not an hour"
    toward = scene.text.low[: match.start("new")].split()[-1:]
    of_a_day = bool(toward) and toward[0] in BEFORE_A_DAY and new.low[:1].isdigit()
    if number(new.low, scene.known.language) is None and not of_a_day:
        return new.raw
    return f"{toward[0] if of_a_day else scene.known.at_clock} {new.raw}"


def without_same_hour(text: Line) -> Line:
    """A change of the day alone: "on Friday at the same time"."""
    same = SAME_HOUR.search(text.raw)
    return text.cut(0, same.start()) if same is not None and same.start() else text


def _parted(body: Line, scene: Scene) -> tuple[Line, Line, str] | None:
    """The event and its new time (or place), parted where a time begins."""
    places = [(found.start(), found.end()) for found in scene.known.toward.finditer(body.low) if found.start() > 0]
    for start, end in places:
        new = body.cut(end, len(body.low))
        if _HOUR_AND_MINUTES.fullmatch(new.low):  # "to 4.30" is no 4th of some month
            return body.cut(0, start), new, f"{scene.known.at_clock} {new.raw.replace('.', ':')}"
        times = phrases(new.raw, new.low, scene.known, scene.now, scene.locale)
        opens = times and (times[0].start == 0 or scene.known.lead.fullmatch(new.low[: times[0].start]))
        if opens or any(first == 0 for first, _ in series(new.raw, scene.now, scene.locale)):
            return body.cut(0, start), new, _clocked(body, start, end)
        if number(new.low, scene.known.language) is not None:
            # "Move it to two": the bare number is a clock time, which its words alone do not say; "al 11" is a day.
            toward = body.low[start:end].split()
            if toward and toward[-1] in BEFORE_A_DAY:
                return body.cut(0, start), new, f"{toward[-1]} {new.raw}"
            return body.cut(0, start), new, f"{scene.known.at_clock} {new.raw}"
    places = [(start, end) for start, end in places if body.low[start:end] not in EXCHANGED]
    if not places:
        return None
    start, end = places[-1]
    return body.cut(0, start), body.cut(end, len(body.low)), ""


def _clocked(body: Line, start: int, end: int) -> str:
    """The new time as written; with its "a las" where that says that it is a clock time."""
    whole = body.cut(start, len(body.low)).raw
    return whole if body.low[start:end] in BEFORE_AN_HOUR else body.cut(end, len(body.low)).raw


def near_its_day(when: str, start: datetime, language: str, *, now: datetime) -> str:
    """ "Shift Tuesday's service to the Thursday": the one beside the day of what is moved, and no other; "" of other
    words than a weekday behind its article."""
    if _ITS_DAY.match(when.casefold()) is None:
        return ""
    named = mentions(when.rsplit(maxsplit=1)[-1], now=now, locale=language)
    if len(named) != 1 or named[0].grain != "day":
        return ""
    apart = (named[0].start.weekday() - start.weekday() + _HALF_A_WEEK) % 7 - _HALF_A_WEEK
    day = start.date() + timedelta(days=apart)
    return on_day(day, words_of(language).language) if day > now.date() else ""


_ITS_DAY = patterns.compile(r"(?:the|al|ao|au) [^\W\d_]+(?:-feira)?$")
_HALF_A_WEEK = 3
