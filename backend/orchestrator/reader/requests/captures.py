"""What is to be done with what was just told: "I'm at the garage on Friday at nine, put it in", "out of milk, add it to
the list", "the plants are watered, tick that", "Ana can't do lunch tomorrow, take it out".

The words that say what to do hang on a pronoun; what it stands for is the rest of the message, so that is read.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.shifts import shift
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.line import Line, joined, line
from orchestrator.reader.request import Request, Scene, target_of
from orchestrator.reader.requests import details
from orchestrator.reader.requests.engagements import engaged, formerly, visits
from orchestrator.reader.requests.events.creation import made_of
from orchestrator.reader.requests.events.target_event import of_event
from orchestrator.reader.requests.journeys import journey
from orchestrator.reader.requests.news.announced import told_anew
from orchestrator.reader.timing import day_words


class _Captures(Table):
    """`captures.toml`: `calendar` (`jotted` where nothing parts it from what was told),
    `listed`, `reminded`, `ticked`, `dropped`, `changed`: how one says what to do with
    what was told; `needs`: what opens what somebody has before them or needs; `hindered`: that somebody can't;
    `wished`: what tells a wish, a doubt, what was or what somebody said."""

    calendar: Looking
    jotted: Looking
    listed: Looking
    reminded: Looking
    ticked: Looking
    dropped: Looking
    changed: Looking
    needs: Compiled
    hindered: Compiled
    wished: Compiled


_TABLES = ByLanguage(lambda language: read_patterns(language, "captures", _Captures))
_DAY = timedelta(days=1)
_FEW_WORDS = 8
"""More words are a story, not the name of an errand."""


def captured(scene: Scene, facts: TurnFacts) -> list[Request]:
    """The change of what the message tells beside the words that say what to do; none where it says only that."""
    table = _TABLES[scene.known.language]
    for name, make in _MAKES.items():
        pattern = getattr(table, name)
        found = next((one for one in pattern.finditer(scene.text.low) if one.start() > 0), None)
        if found is not None and (parts := _parts(found, scene)) is not None:
            return make(replace(scene, text=parts[0]), parts[1], facts)
    return []


class Keeps(StrEnum):
    """Where what was shown is to be kept."""

    CALENDAR = "calendar"
    REMINDER = "reminded"


def only_keeps(scene: Scene) -> Keeps | None:
    """Where a message that says nothing else wants kept what was shown before it: "put that in my calendar"."""
    table = _TABLES[scene.known.language]
    said = f", {scene.text.low.rstrip(' .!')}"  # the words hang on what was told; here that is the answer before
    for keeps in Keeps:
        found = next(iter(getattr(table, keeps).finditer(said)), None)
        if found is not None and found.span() == (0, len(said)):
            return keeps
    return None


def hinders(title: str, language: Language) -> bool:
    """Whether what looks like a title says that somebody can't: "não posso"."""
    return _TABLES[language].hindered.search(line(title).low) is not None


def only_thought_of(said: str, language: Language) -> bool:
    """Whether words tell a wish, a doubt, what was or what somebody said: "queria tanto ter ido ao jogo"."""
    return _TABLES[language].wished.search(line(said).low) is not None


def _parts(found: Match, scene: Scene) -> tuple[Line, str] | None:
    """What was told, and the time beside what is to be done; None where that names anything else, or the rest asks for
    something by itself."""
    told, after = scene.text.cut(0, found.start()), scene.text.cut(found.end(), len(scene.text.low))
    if _early(after.raw, scene) is not None:
        return told, after.raw
    left, when = details.timed(after, scene.known, scene.now, scene.locale)
    needed = _TABLES[scene.known.language].needs.match(told.low) is not None
    if left.low or (not needed and mood_of(told.raw, scene.locale).mood in {Mood.REQUEST, Mood.QUESTION}):
        return None
    return told, when


def _early(said: str, scene: Scene) -> timedelta | None:
    """How long before what was told: "a day before", "la veille", perhaps with its day ("la veille du 5"); None of any
    other words."""
    words = said.split()
    for size in range(min(len(words), _FEW_WORDS), 0, -1):
        by = shift(" ".join(words[:size]), locale=scene.locale)
        rest = " ".join(words[size:])
        if by is not None and by < timedelta():
            return by if not rest or _is_a_time(rest, scene) else None
    return None


def _is_a_time(words: str, scene: Scene) -> bool:
    """Whether words are a time and name nothing else: not "2 December to book a table"."""
    named = mentions(words, now=scene.now, locale=scene.locale)
    told = sum(len(one.text.split()) for one in named)
    return bool(named) and len(words.split()) <= told + 1


def _needed(scene: Scene) -> tuple[Line, str]:
    """What is told, without its times and without that somebody needs or has it; and its times."""
    rest, when = details.timed(scene.text, scene.known, scene.now, scene.locale)
    found = _TABLES[scene.known.language].needs.match(rest.low)
    return (rest.cut(found.end(), len(rest.low)) if found is not None else rest), when


def _event(scene: Scene, later: str, _: TurnFacts) -> list[Request]:
    body, when = _needed(scene)
    when = f"{when} {later}".strip()
    if not when and _TABLES[scene.known.language].needs.match(scene.text.low) is not None:
        return _things(scene, later, _)  # "we need detergent, put it down": of no day, and so for the list
    if not when or not body.low:
        return []
    timed = Line(when, when.casefold()) if len(when) == len(when.casefold()) else Line("", "")
    made = details.event(joined([body, timed]), scene.known, scene.now, scene.locale)
    return made_of(Act.EVENT, made) if made.when else []


def _jotted(scene: Scene, later: str, facts: TurnFacts) -> list[Request]:
    """What is told at an hour of a day and put down in one breath: "Wullie's coming on Saturday at 9 put it down"."""
    if formerly(scene):
        return []
    return journey(scene) or visits(scene) or engaged(scene) or (_event(scene, later, facts) if _timed(scene) else [])


def _timed(scene: Scene) -> bool:
    told = mentions(scene.text.raw, now=scene.now, locale=scene.locale)
    return any(one.has_time for one in told) and any(one.has_date for one in told)


def _things(scene: Scene, later: str, _: TurnFacts) -> list[Request]:
    body, when = _needed(scene)
    each = details.items(body, scene.known, shopping=True) if body.low else []
    return [Request(Act.TODO, {"title": one, "when": later or when}) for one in each]


def _reminder(scene: Scene, later: str, _: TurnFacts) -> list[Request]:
    if (early := _early(later, scene)) is not None:
        return _reminder_before(scene, early)
    title, when = _needed(scene)
    if later and not any(one.has_date for one in mentions(later, now=scene.now, locale=scene.locale)):
        day = day_words(when, scene.now, scene.locale)
        when = f"{day} {later}".strip() if day or not when else later
    elif later:  # "the concert is on Thursday, remind me on Tuesday"
        title, when = (scene.text if when else title), later
    return [Request(Act.REMIND, {"title": title.written, "when": when})] if title.low else []


def _reminder_before(scene: Scene, early: timedelta) -> list[Request]:
    """A reminder of all that was told, so long before its own time; none where that is not one."""
    told = [one for one in mentions(scene.text.raw, now=scene.now, locale=scene.locale) if one.has_date]
    if len(told) != 1:
        return [Request(Act.UNREAD, {"title": scene.text.raw})]  # before what, nobody knows
    at = told[0].start + early
    when = at.isoformat(timespec="minutes") if told[0].has_time and -early < _DAY else at.date().isoformat()
    title = details.tidy(details.without_articles(scene.text, scene.known).written)
    return [Request(Act.REMIND, {"title": title, "when": when})] if at > scene.now else []


def _ticked(scene: Scene, _when: str, _: TurnFacts) -> list[Request]:
    target = replace(target_of(details.without_articles(scene.text, scene.known), scene), thing="todo")
    return [Request(Act.TODO_DONE, {}, target=target, named_by="todo", told=True)] if target.words else []


def _dropped(scene: Scene, _when: str, _: TurnFacts) -> list[Request]:
    found = _TABLES[scene.known.language].hindered.search(scene.text.low)
    named = scene.text.without([found.span()]) if found is not None else scene.text
    return [replace(of_event(Act.EVENT_CANCEL, named, scene, {}), told=True)] if _few(named) else []


def _changed(scene: Scene, later: str, facts: TurnFacts) -> list[Request]:
    if later:
        return []  # "…, move it to Monday": news.py reads what is told off and moved
    return told_anew(scene.text, scene.known, scene.locale, facts)


def _few(text: Line) -> bool:
    return 0 < len(text.low.split()) <= _FEW_WORDS


_MAKES: Mapping[str, Callable[[Scene, str, TurnFacts], list[Request]]] = {
    "listed": _things,
    "calendar": _event,
    "jotted": _jotted,
    "reminded": _reminder,
    "ticked": _ticked,
    "dropped": _dropped,
    "changed": _changed,
}
