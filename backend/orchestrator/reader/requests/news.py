"""What does the user tell that an event or a to-do has to follow: it is off, at another time, with or without somebody,
done, or not needed any more?

Such news proposes a change only where it surely names one thing that is kept.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from orchestrator.kit.patterns import Match
from orchestrator.language.places.towns import is_town
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.speech_acts.news_words import NEWS, News
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, joined, spelled
from orchestrator.reader.request import Request, Scene, cut, target_of, unquoted
from orchestrator.reader.requests import details
from orchestrator.reader.requests.event_requests import new_time, of_event

_MOST_STOPS = 4
_KEEPS = frozenset({Act.NOTE, Act.REMIND})
""" "Note: the code changed to 5531" is to be noted."""
_OF_EVENTS: Mapping[News, Act] = {
    News.OFF: Act.EVENT_CANCEL,
    News.AWAY: Act.EVENT_CANCEL,
    News.MOVED: Act.EVENT_MOVE,
    News.COMES: Act.EVENT_ADD,
    News.LEAVES: Act.EVENT_LEAVE,
}
_OF_TODOS: Mapping[News, Act] = {
    News.NEEDLESS: Act.REMOVE,
    News.LATER: Act.TODO_CHANGE,
    News.DID: Act.TODO_DONE,
}


def news(facts: TurnFacts, known: Words, locale: str) -> list[Request]:
    """The change that follows from what is told; none of a question, or where nothing of the kind is told."""
    words = NEWS[known.language]
    text = spelled(facts.question[:MAX_LENGTH], known.language)
    if len(facts.question) > MAX_LENGTH or facts.mood == Mood.QUESTION or "?" in text.low or words.asks.match(text.low):
        return []
    if any(act in _KEEPS and pattern.match(text.low) for act, pattern in known.acts):
        return []
    found = known.polite.match(text.low)
    text = text.cut(found.end(), len(text.low)) if found else text
    return _put_off(text, known, locale, facts) or _told(text, known, locale, facts)


def _told(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    text, when = _dated(text, facts, locale)
    return _matched(text, when, known, locale, facts) or _matched(
        *_dated_last(text, facts, locale), known, locale, facts
    )


def _matched(text: Line, when: str, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    scene = Scene(text, known, facts.now, locale, facts.context)
    for told in NEWS[known.language].told:
        match = told.says.match(text.low)
        if match is not None:
            return _followed(told.news, match, scene, when)
    return []


def _put_off(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """ "I can't do the dentist on the 1st, move it to the 2nd": what is told off is moved, and asked for."""
    for stop in islice(NEWS[known.language].stops.finditer(text.low), _MOST_STOPS):
        rest = text.cut(stop.end(), len(text.low))
        onward = NEWS[known.language].onward.match(rest.low)
        off = _told(text.cut(0, stop.start()), known, locale, facts) if onward is not None else []
        if onward is not None and len(off) == 1 and off[0].act is Act.EVENT_CANCEL:
            scene = Scene(rest, known, facts.now, locale, facts.context)
            moved = {"when": new_time(onward, scene)}
            return [replace(_whenever(off[0]), act=Act.EVENT_MOVE, arguments=moved, told=False)]
    return []


def _whenever(off: Request) -> Request:
    """What is told off at some hour without its day is looked for on any: "climbing at half ten"."""
    target = off.target
    if target is None or any(one.mention.has_date for one in target.times):
        return off
    return replace(off, target=replace(target, when=None, span=None, times=()))


def _dated(text: Line, facts: TurnFacts, locale: str) -> tuple[Line, str]:
    """The text without the day that opens it: "this week I'm not going to football"."""
    first = next((one for one in mentions(text.raw, now=facts.now, locale=locale) if one.offset == 0), None)
    if first is None or not first.has_date:
        return text, ""
    return text.cut(len(first.text), len(text.low)), first.text


def _dated_last(text: Line, facts: TurnFacts, locale: str) -> tuple[Line, str]:
    """The text without the day that ends it: "standup's cancelled tomorrow"."""
    last = next(iter(reversed(mentions(text.raw, now=facts.now, locale=locale))), None)
    if last is None or not last.has_date or last.offset + len(last.text) < len(text.raw) or not last.offset:
        return text.cut(0, 0), ""
    return text.cut(0, last.offset), last.text


def _followed(kind: News, match: Match, scene: Scene, when: str) -> list[Request]:
    if kind not in _OF_EVENTS:
        return _of_todo(kind, match, scene)
    named = cut(match, "event", scene) or cut(match, "known", scene)
    if named is None or not named.low:
        return []
    named = named.cut(0, named.low.find(",")) if "," in named.low else named
    if when:
        named = joined([named, Line(when, when.casefold())]) if len(when) == len(when.casefold()) else named
    arguments: dict[str, object] = {}
    if kind is News.MOVED:
        arguments = {"when": new_time(match, scene)}
    elif kind in {News.COMES, News.LEAVES}:
        people = details.people(cut(match, "people", scene) or named, scene.known)
        name = "participants_add" if kind is News.COMES else "participants_remove"
        arguments = {name: list(people)}
    if any(not value for value in arguments.values()):
        return []
    asked = of_event(_OF_EVENTS[kind], named, scene, arguments)
    if asked.target is None or not asked.target.words or is_town(named.low):
        return []  # who goes to Lisbon takes no part in a flight there
    return [replace(asked, told=True)]


def _of_todo(kind: News, match: Match, scene: Scene) -> list[Request]:
    words = cut(match, "todo", scene)
    if words is None or not words.low:
        return []
    words = unquoted(details.without_articles(words, scene.known))
    target = replace(target_of(words, scene), thing="todo", when=None, span=None)
    if not target.words:
        return []
    act = _OF_TODOS[kind]
    arguments = {"when": new_time(match, scene)} if kind is News.LATER else {}
    named_by = "item" if act is Act.REMOVE else "todo"
    return [Request(act, arguments, target=target, named_by=named_by, told=True)]
