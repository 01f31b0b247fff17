"""What does the user tell that an event or a to-do has to follow: it is off, at another time, with or without somebody,
done, or not needed any more?

Such news proposes a change only where it surely names one thing that is kept.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.discourse.retiming import with_colons
from orchestrator.language.numbers import number
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.speech_acts.news_words import NEWS, News
from orchestrator.language.text.normalize import content_words
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS, unmarked
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, joined, line, spelled
from orchestrator.reader.request import Request, Scene, cut, target_of, unquoted
from orchestrator.reader.requests import details
from orchestrator.reader.requests.engagements import called_and_when, of_its_owner
from orchestrator.reader.requests.events.creation import jotted, made_of
from orchestrator.reader.requests.events.rescheduling import new_time
from orchestrator.reader.requests.news.affected_event import (
    called_off_by,
    calls_an_event,
    change_of,
    is_of_one_day,
    of_the_one_in_mind,
    of_the_one_with,
    on_any_day,
    on_each_day,
    scene_of,
)
from orchestrator.reader.requests.people.introductions import is_name
from orchestrator.reader.requests.remarks import without_a_remark
from orchestrator.reader.timing import series

_MOST_STOPS = 4
_MOST_PLACE_WORDS = 6
_KNOWN_ANEW = frozenset({News.ANEW, News.ELSEWHERE})
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
    lead = words.lead.match(text.low)
    found = known.polite.match(text.low)
    whole, text = text, text.cut(found.end(), len(text.low)) if found else text
    plain = whole.cut(lead.end(), len(whole.low)) if lead else text
    return (
        _put_off(text, known, locale, facts)
        or _hindered(plain, known, locale, facts)
        or _called(plain, known, locale, facts)
        or (_told(plain, known, locale, facts, led=True) if lead else [])
        or _told(text, known, locale, facts)
        or (_takes_place(scene_of(text, known, locale, facts)) if facts.mood == Mood.STATEMENT else [])
    )


def told_anew(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """What is told of an event that shall be as it is told: "the demo is at twelve, change it"."""
    return _told(text, known, locale, facts, led=True)


def _called(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """ "Dentist rang, it's at 4 now": what one has with who got in touch is then. What the last clause tells holds:
    "the sweep rang, he can't make Wednesday, he's coming Thursday"."""
    stops = list(islice(NEWS[known.language].stops.finditer(text.low), _MOST_STOPS))
    for at, stop in enumerate(stops):
        scene = scene_of(text.cut(0, stop.start()), known, locale, facts)
        caller = NEWS[known.language].calls.match(scene.text.low)
        if caller is None:
            continue
        told = (_told_by_caller(text.cut(each.end(), len(text.low)), scene) for each in stops[at:])
        when = next((one for one in told if one), "")
        if not when:
            continue
        named = next((one for name in caller.groupdict() if (one := cut(caller, name, scene)) is not None), None)
        named = _last_clause(named) if named is not None else None
        made = _new(named, when, scene) if named is not None else None
        return [replace(one, otherwise=made) for one in change_of(Act.EVENT_MOVE, named, "", {"when": when}, scene)]
    return []


def _told_by_caller(rest: Line, scene: Scene) -> str:
    """The time that is told and hardly anything else."""
    left, when = details.timed(rest, scene.known, scene.now, scene.locale)
    if not {token.low for token in left.tokens()} <= NEWS[scene.known.language].around:
        when = _bare_hour(rest, scene)
    return _without_now(when, scene)


def _last_clause(named: Line) -> Line:
    """Who got in touch, without what was told before that: "hi, I run the café. The plumber"."""
    found = list(islice(_STOPS.finditer(named.low), _MOST_STOPS))
    return named.cut(found[-1].end(), len(named.low)) if found else named


_STOPS = patterns.compile(r"[,;.!] +")


def _without_now(when: str, scene: Scene) -> str:
    """The time without a word behind it that only says that it is so now: "wednesday now"."""
    first, _, last = when.rpartition(" ")
    idle = last in NEWS[scene.known.language].around and mentions(first, now=scene.now, locale=scene.locale)
    return first if idle else when


def _bare_hour(text: Line, scene: Scene) -> str:
    """The hour that is told without a word that says so: "it's 9.50 now"; "" where more is told."""
    idle = NEWS[scene.known.language].around
    said = with_colons(" ".join(token.raw for token in text.tokens() if token.low not in idle))
    told = f"{scene.known.at_clock} {said}"
    found = mentions(told, now=scene.now, locale=scene.locale)
    return told if len(found) == 1 and found[0].has_time and len(found[0].text) == len(told) else ""


def _told(text: Line, known: Words, locale: str, facts: TurnFacts, *, led: bool = False) -> list[Request]:
    whole = text
    text, when = _dated(text, facts, locale)
    return (
        _matched(text, when, known, locale, facts, led=led)
        or _matched(*_dated_last(text, facts, locale), known, locale, facts)
        or _before_why(text, known, locale, facts)
        or _after_why(whole, known, locale, facts)
    )


def _before_why(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """What is told before a clause that only says why: "no netball this Wednesday, it's the school holidays"."""
    stop = next(iter(NEWS[known.language].stops.finditer(text.low)), None)
    if stop is None or not stop.start() or DRAFT_WORDS[known.language].why.match(text.low[stop.end() :]) is None:
        return []
    if any(one.has_date or one.has_time for one in mentions(text.raw[stop.end() :], now=facts.now, locale=locale)):
        return []
    return _matched(*_dated_last(text.cut(0, stop.start()), facts, locale), known, locale, facts)


def _after_why(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """What is told behind a clause that only says why: "Rui is away, the call moves to Thursday"."""
    stop = next(iter(NEWS[known.language].stops.finditer(text.low)), None)
    if stop is None or mood_of(text.cut(0, stop.start()).raw, locale).mood is Mood.REQUEST:
        return []
    return _matched(text.cut(stop.end(), len(text.low)), "", known, locale, facts)


def _matched(text: Line, when: str, known: Words, locale: str, facts: TurnFacts, *, led: bool = False) -> list[Request]:
    scene = scene_of(text, known, locale, facts)
    for told in NEWS[known.language].told:
        match = told.says.match(text.low)
        if match is None:
            continue
        if told.news not in _KNOWN_ANEW:
            return _followed(told.news, match, scene, when)
        found = _known_anew(match, scene, when)
        anew = led or any(match.groupdict().get(word) for word in ("early", "now", "later"))
        told_of = facts.mood is not Mood.REQUEST and any(one.target is not None and one.target.when for one in found)
        if found and (anew or told_of):
            return found  # "Thursday's pilates is at six" is told of that one day
    return []


def _takes_place(scene: Scene) -> list[Request]:
    """ "The parents' evening is on Tuesday at five": the event of that name is then; where there is none, it is new."""
    said = called_and_when(scene)
    if said is None:
        return []
    event, when = said[0], without_a_remark(said[1], scene)
    named = details.without_articles(event, scene.known)
    born = scene.known.attributes["birthday"].search(named.low)
    if born is not None and not scene.known.things["event"].search(named.low.replace(born[0], " ")):
        return []  # "Ana's birthday is on 4 July" is a detail of hers; her birthday party is none
    if not calls_an_event(event, named, scene):
        return []
    made = jotted(replace(scene, text=joined([named, when])), named=True, clocked=False)
    moved = change_of(Act.EVENT_MOVE, event, "", {"when": when.raw}, scene) if len(made) == 1 else []
    return [replace(one, arguments={"when": made[0].arguments["when"]}, otherwise=made[0]) for one in moved]


def _known_anew(match: Match, scene: Scene, when: str) -> list[Request]:
    """The time or the place that an event is now known to have; only what tells nothing else."""
    new, place = cut(match, "new", scene), cut(match, "place", scene)
    begins = match.start("new" if new is not None else "place")
    if any(start < begins < end for start, end in series(scene.text.raw, scene.now, scene.locale)):
        return []  # "toda segunda e quarta": an "and" within the days, and no "is"
    if _between_days(match, new, scene) or _within_a_time(begins, scene):
        return []  # "treina segundas e quartas", "entre as 9 e as 12": neither
    left, told = details.timed(new or place or line(""), scene.known, scene.now, scene.locale)
    if new is not None and told and not left.low:
        arguments: dict[str, object] = {"when": new.raw}
    elif (
        place is not None
        and not told
        and number(place.low, scene.known.language) is None
        and 0 < len(place.low.split()) <= _MOST_PLACE_WORDS
    ):
        arguments = {"place": details.without_articles(place, scene.known).written}
    else:
        return []
    event = cut(match, "event", scene)
    found = change_of(Act.EVENT_MOVE, event, when, arguments, scene)
    made = _new(event, new.raw, scene) if event is not None and new is not None and told else None
    return [replace(one, otherwise=made) for one in found] if made is not None else found


def _new(event: Line, when: str, scene: Scene) -> Request | None:
    """The event of that name on the day that is told, where none is kept: "book club moved to the 3rd"."""
    if not any(one.has_date and one.start > scene.now for one in mentions(when, now=scene.now, locale=scene.locale)):
        return None
    named = details.event(details.without_articles(event, scene.known), scene.known, scene.now, scene.locale)
    if named.when or not content_words(named.title):
        return None
    return next(iter(made_of(Act.EVENT, replace(named, when=when))), None)


def _within_a_time(place: int, scene: Scene) -> bool:
    """Whether a place in the text lies within the words for one time."""
    told = mentions(scene.text.raw, now=scene.now, locale=scene.locale)
    return any(start < place < end for one in told for start, end in one.parts)


def _between_days(match: Match, new: Line | None, scene: Scene) -> bool:
    """Whether a day stands on both sides of what may be an "is" as well as an "and"."""
    event = cut(match, "event", scene)
    if event is None or new is None:
        return False
    before, after = (mentions(one.raw, now=scene.now, locale=scene.locale) for one in (event, new))
    ends = any(one.has_date and one.offset + len(one.text) == len(event.raw) for one in before)
    return ends and any(one.has_date and one.offset == 0 for one in after)


def _hindered(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """ "Rui can't do Wednesday for the call, Thursday instead": the event that is named is moved, else the one in mind,
    else the only one with that person."""
    scene = scene_of(text, known, locale, facts)
    for stop in islice(NEWS[known.language].stops.finditer(text.low), _MOST_STOPS):
        match = NEWS[known.language].hindered.match(text.low[: stop.start()])
        onward = text.cut(stop.end(), len(text.low))
        when = (_only_time(onward, scene) or _comes_then(onward, scene)) if match is not None else ""
        if match is None or not when:
            continue
        rest = cut(match, "rest", scene) or line("")
        left, day = details.timed(rest, known, facts.now, locale)
        moved = {"when": when}
        if target_of(left, scene).words:
            return change_of(Act.EVENT_MOVE, left, day, moved, scene)
        return of_the_one_in_mind(Act.EVENT_MOVE, moved, scene) or of_the_one_with(
            match, day, Act.EVENT_MOVE, moved, scene
        )
    return []


def _comes_then(text: Line, scene: Scene) -> str:
    """The time at which somebody comes instead: "she's coming Monday at nine"."""
    found = NEWS[scene.known.language].onward.match(text.low)
    return new_time(found, replace(scene, text=text)) if found is not None else ""


def _only_time(text: Line, scene: Scene) -> str:
    """The time that a text tells where it tells nothing else: "better on Friday"."""
    words = DRAFT_WORDS[scene.known.language]
    left, when = details.timed(unmarked(text, scene.known.language)[0], scene.known, scene.now, scene.locale)
    return when if when and words.filler.fullmatch(left.low) else ""


def _put_off(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """ "I can't do the dentist on the 1st, move it to the 2nd": what is told off is moved, and asked for."""
    for stop in islice(NEWS[known.language].stops.finditer(text.low), _MOST_STOPS):
        rest = text.cut(stop.end(), len(text.low))
        onward = NEWS[known.language].onward.match(rest.low)
        off = _told(text.cut(0, stop.start()), known, locale, facts) if onward is not None else []
        if onward is not None and len(off) == 1 and off[0].act is Act.EVENT_CANCEL:
            scene = Scene(rest, known, facts.now, locale, facts.context)
            moved = {"when": new_time(onward, scene)}
            return [replace(on_any_day(off[0]), act=Act.EVENT_MOVE, arguments=moved, told=False)]
    return []


def _dated(text: Line, facts: TurnFacts, locale: str) -> tuple[Line, str]:
    """The text without the day that opens it: "this week I'm not going to football"."""
    first = next((one for one in mentions(text.raw, now=facts.now, locale=locale) if one.offset == 0), None)
    if first is None or not first.has_date:
        return text, ""
    end = first.parts[0][1] if len(first.parts) > 1 else len(first.text)  # "na quinta o pilates é às 18h"
    owns = _OF_THE_DAY if text.low[end:].startswith(_OF_THE_DAY) else ""  # "Saturday's practice"
    return text.cut(end + len(owns), len(text.low)), text.raw[:end]


_OF_THE_DAY = "'s "


def _dated_last(text: Line, facts: TurnFacts, locale: str) -> tuple[Line, str]:
    """The text without the day that ends it: "standup's cancelled tomorrow"."""
    last = next(iter(reversed(mentions(text.raw, now=facts.now, locale=locale))), None)
    if last is None or not last.has_date or last.offset + len(last.text) < len(text.raw) or not last.offset:
        return text.cut(0, 0), ""
    return text.cut(0, last.offset), last.text


def _followed(kind: News, match: Match, scene: Scene, when: str) -> list[Request]:
    if kind not in _OF_EVENTS:
        planned = kind is News.DID and any(
            one.start > scene.now for one in mentions(when, now=scene.now, locale=scene.locale)
        )
        return [] if planned else _of_todo(kind, match, scene)  # "the service is booked for Friday" is to come
    if match.groupdict().get("with"):
        return called_off_by(cut(match, "with", scene) or line(""), when, scene)
    groups = (cut(match, group, scene) for group in ("event", "known", "dated"))
    named = next((one for one in groups if one is not None), None)
    named = _of_one_clause(named, scene) if named is not None else None
    if kind is News.OFF and named is None:
        return of_the_one_with(match, when, Act.EVENT_CANCEL, {}, scene)  # "Bruna has cancelled"
    if kind is not News.MOVED and (named is None or not named.low):
        return []
    arguments: dict[str, object] = {}
    if kind is News.MOVED:
        arguments = {"when": new_time(match, scene)}
    elif kind in {News.COMES, News.LEAVES}:
        people = details.people(cut(match, "people", scene) or line(""), scene.known)
        name = "participants_add" if kind is News.COMES else "participants_remove"
        arguments = {name: list(people)}
    if any(not value for value in arguments.values()):
        return []
    found = change_of(_OF_EVENTS[kind], named, when, arguments, scene)
    nobody = named is not None and not is_name(named, scene.known)
    if (
        kind is News.MOVED
        and named is not None
        and nobody
        and (new := _new(named, str(arguments["when"]), scene)) is not None
    ):
        found = [replace(one, otherwise=new) for one in found]
    if kind is News.COMES and (made := _goes_to(scene)):
        found = [replace(one, otherwise=made) for one in found] or [made]
    if match.groupdict().get("dated") and not all(is_of_one_day(one) for one in found):
        return []
    return [on_each_day(one) for one in found] if kind in {News.OFF, News.AWAY} else found


def _of_one_clause(named: Line, scene: Scene) -> Line:
    """What is named, without what stands behind a comma, or before it where that only tells who got in touch: "the
    hospital phoned, Ken's op …"."""
    first, comma, _ = named.low.partition(", ")
    if comma and NEWS[scene.known.language].calls.fullmatch(first) is not None:
        return details.without_articles(named.cut(len(first) + len(comma), len(named.low)), scene.known)
    return named.cut(0, len(first.partition(",")[0])) if "," in named.low else named


def _goes_to(scene: Scene) -> Request | None:
    """What something goes to at an hour of a day, where nothing of that name is known: "o gato vai ao veterinário dia 4
    às 17h"."""
    told, when = details.timed(scene.text, scene.known, scene.now, scene.locale)
    times = mentions(when, now=scene.now, locale=scene.locale)
    owned = of_its_owner(told, scene.known.language)
    hour = any(char.isdigit() for char in when)
    if owned is None or not hour or not any(one.has_date and one.has_time and one.start > scene.now for one in times):
        return None
    title = f"{owned[0].written}{owned[1]}"
    made = {"title": title[:1].upper() + title[1:], "when": when, "participants": [], "place": ""}
    return Request(Act.EVENT, made)


def _of_todo(kind: News, match: Match, scene: Scene) -> list[Request]:
    words = cut(match, "todo", scene)
    if words is None or not words.low:
        return []
    words = unquoted(details.without_articles(words, scene.known))
    target = replace(target_of(words, scene), thing="todo", when=None, span=None)
    if not target.words:  # "call the plumber": whom one calls is no word of meaning elsewhere
        target = replace(target, words=tuple(content_words(words.raw)), names=())
    if not target.words:
        return []
    act = _OF_TODOS[kind]
    arguments = {"when": new_time(match, scene)} if kind is News.LATER else {}
    named_by = "item" if act is Act.REMOVE else "todo"
    return [Request(act, arguments, target=target, named_by=named_by, told=True)]
