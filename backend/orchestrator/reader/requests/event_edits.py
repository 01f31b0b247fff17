"""What do words change in an event's draft that the user sees: when, where, who else, who instead, under which name?

Each way of saying it is a reader of its own; the first that understands the words is taken.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from orchestrator.kit import patterns
from orchestrator.language.concepts import MARK
from orchestrator.language.detect import language_of
from orchestrator.language.discourse.nearby_days import JOINS, near
from orchestrator.language.discourse.retiming import (
    amended_time,
    late_hour,
    names_a_thing,
    only_a_time,
    with_colons,
)
from orchestrator.language.lengths import ends_with_length, lasting
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.numbers import number
from orchestrator.language.people.relations import relation_label
from orchestrator.language.people.selectors import selector
from orchestrator.language.shifts import shift
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.speech_acts.news_words import NEWS, News
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import content_words, normalize, stems
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS, DraftWords, unmarked
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, spelled
from orchestrator.reader.request import Request
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events.rescheduling import without_same_hour
from orchestrator.reader.requests.meals import other_meal
from orchestrator.reader.requests.templates import requested
from orchestrator.reader.timing import phrases

NOT_BEGUN = "not_begun"
"""The key of a draft that no command began."""
UPDATES = frozenset({Act.EVENT_MOVE, Act.EVENT_RENAME, Act.EVENT_ADD, Act.EVENT_LEAVE})
_STOP = patterns.compile(r"[,;.!] ?|\s-\s")
_MOST_STOPS = 4
_HOURS = range(1, 25)
""" "Make it four": a number where a time stands is one of the clock."""
Found = dict[str, Any]
_Edit = Callable[[Line, DraftWords, TurnFacts, Words, str], Found | None]


def named_by(made: Request) -> str:
    return made.target.line.raw if made.target is not None else ""


def update_of(made: Request) -> Found:
    told = made.arguments
    return {
        "action": "update",
        "event": named_by(made),
        "title": told.get("title", ""),
        "when": made.shift or told.get("when", ""),
        "participants": list(told.get("participants_add", ())),
        "remove": list(told.get("participants_remove", ())),
        "place": told.get("place", ""),
    }


def event_edit(facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """What the words change in the draft that stands in the context; None where they are about something else."""
    text = without_same_hour(spelled(with_colons(facts.question[:MAX_LENGTH]), known.language))
    words = DRAFT_WORDS[known.language]
    tried: list[tuple[Line, tuple[_Edit, ...]]] = [
        (
            text,
            (
                _title,
                _meal,
                _moved_on,
                _lasts,
                _minutes,
                _instead,
                _rather,
                _leaves,
                _comes,
                _moved,
                _timed,
                _announced,
                _placed,
            ),
        )
    ]
    bare, rights = unmarked(text, known.language)
    if bare.low != text.low:
        more: tuple[_Edit, ...] = (_lasts, _minutes, _hour, _swapped, _meant, _when_and_who) if rights else ()
        tried.insert(0, (bare, (_instead,) if rights else ()))
        tried.append((bare, (_meal, _moved_on, *more, _instead, _rather, _leaves, _moved, _timed, _placed)))
    if lead := NEWS[known.language].lead.match(text.low):
        tried.append((text.cut(lead.end(), len(text.low)), (_announced,)))
    reasoned: tuple[_Edit, ...] = (_lasts, _hour, _instead, _leaves, _timed)
    tried += [(part, reasoned) for part in _after_a_reason(text, facts, known, locale)]
    for part, readers in tried:
        for read in readers:
            found = read(part, words, facts, known, locale)
            if found is not None:
                return {"action": "change", **_near_the_draft(found, facts, known.language)}
    when = amended_time(facts.question, known.language, now=facts.now)
    return {"action": "change", **_near_the_draft({"when": when}, facts, known.language)} if when else None


def _near_the_draft(found: Found, facts: TurnFacts, language: Language) -> Found:
    """A weekday or day of the month alone is one beside the day of the draft."""
    start = str((facts.context.get("draft") or {}).get("start_at") or "")
    if not start or not found.get("when"):
        return found
    when = near(str(found["when"]), datetime.fromisoformat(start), language, now=facts.now)
    return {**found, "when": when} if when else found


def _after_a_reason(text: Line, facts: TurnFacts, known: Words, locale: str) -> Iterator[Line]:
    """What follows a clause that only says why: "oh that's her party, make it Sunday". A clause that asks for something
    or names a time is no mere reason, nor is one with an event of its own before a bare time: "we've got an appointment
    with the notary, Friday at 2.30"."""
    for stop in islice(_STOP.finditer(text.low), _MOST_STOPS):
        why, rest = text.cut(0, stop.start()), text.cut(stop.end(), len(text.low))
        if mood_of(why.raw, locale).mood is Mood.REQUEST or _has_time(why, facts, known, locale):
            return
        bare = only_a_time(rest.raw) and mood_of(rest.raw, locale).mood is not Mood.REQUEST
        if bare and (known.things["event"].search(why.low) or _names_another(why, facts, known)):
            return
        yield rest


def _names_another(why: Line, facts: TurnFacts, known: Words) -> bool:
    """Whether words name something else than the draft: "dentist, Friday at 3" beside a lunch."""
    return names_a_thing(why.raw, known.language) and not _means_draft(why.raw, facts, DRAFT_WORDS[known.language])


def _title(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    del facts, locale
    found = words.title.match(text.low)
    title = text.cut(*found.span("title")) if found else None
    if title is None or only_a_time(title.raw) or number(title.low, known.language) in _HOURS:
        return None  # "call it 11"
    return {"title": title.written}


def _meal(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    del locale
    return other_meal(text, facts.context.get("draft") or {}, words, known)


def _moved_on(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """A move counted from the draft's own time, and no more: "no, the week after"."""
    del words, facts
    said = text.low.strip(" .!")
    return {"when": said} if len(said) <= _SHORT and shift(said, locale=locale or known.locale) is not None else None


_SHORT = 40


def _lasts(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """A message that says how long it shall last, and no more: "for 3 hours", "better 3 hours", not "in 3 hours"."""
    del facts, locale
    found = lasting(text.low, known.language) if normalize(text.low) == text.low else None
    if found is not None and words.filler.fullmatch(f"{text.low[: found.start]} "):
        return {"when": text.cut(found.start, found.end).raw}
    bare = ends_with_length(text.low, known.language, known.at_clock)
    if bare is None or not words.filler.fullmatch(f"{text.low[: bare[0]]} "):
        return None
    return {"when": f"{words.lasting} {text.cut(*bare).raw}"}


def _instead(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """ "Friday, not Thursday", "with Priya, not Mateusz": the one in the place of the other."""
    found = words.instead.match(text.low)
    if found is None:
        return None
    way = next(name.removeprefix("meant") for name, words in found.groupdict().items() if words and name[:5] == "meant")
    meant, other = (text.cut(*found.span(f"{name}{way}")) for name in ("meant", "other"))
    draft = facts.context.get("draft") or {}
    title = str(draft.get("title") or "")
    if all(known.meal_first.fullmatch(one.low) for one in (meant, other)):
        return _retitled(title, left=other, came=meant)
    if all(number(one.low, known.language) in _HOURS for one in (meant, other)):
        return {"when": f"{known.at_clock} {meant.raw}"}
    if _has_time(other, facts, known, locale):
        return _timed(meant, words, facts, known, locale)
    if _has_time(meant, facts, known, locale):
        return None
    people, left = (details.people(_after_with(one, known), known) for one in (meant, other))
    called = [*draft.get("participants", ()), title]
    there = {word for name in called for word in content_words(str(name))}
    if not people or not left or not all(_may_name(one) or relation_label(one) is not None for one in left):
        return _retitled(str(draft.get("title") or ""), left=other, came=meant)
    of_it = known.with_.search(f"{meant.low} ") is not None or there & set(content_words(left[0]))
    if not of_it and not (
        draft.get("participants") and all(_may_name(one) and " " not in one for one in (*people, *left))
    ):
        return None
    renamed = _renamed(str(draft.get("title") or ""), left[0], people[0])
    return {"participants": list(people), "remove": list(left), **renamed}


def _may_name(name: str) -> bool:
    """Whether a word may be what somebody is called, as it means nothing known: a nickname is not in the draft."""
    return name[:1].isupper() or not any(form.startswith(MARK) for forms in stems(name) for form in forms)


def _rather(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """ "Actually it's with Teo": in the place of the one person whom the draft names."""
    named = known.with_.search(text.low)
    draft = facts.context.get("draft") or {}
    there = [str(one) for one in draft.get("participants", ())]
    if named is None or len(there) != 1 or not words.corrects.match(text.low) or words.surely.search(text.low):
        return None
    if not words.filler.fullmatch(text.low[: named.start()]) or _has_time(text, facts, known, locale):
        return None
    return _another(text, there, facts, known)


def _meant(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """ "Oops, with Carmen": the same, behind a mark that says that something was wrong."""
    del words
    there = [str(one) for one in (facts.context.get("draft") or {}).get("participants", ())]
    alone = known.with_.match(text.low) is not None and not _has_time(text, facts, known, locale)
    return _another(text, there, facts, known) if alone and len(there) == 1 else None


def _another(text: Line, there: list[str], facts: TurnFacts, known: Words) -> Found | None:
    """Whom the words name in the place of the one who is there."""
    people = details.people_with(text, known)
    if not people:
        return None
    renamed = _renamed(str((facts.context.get("draft") or {}).get("title") or ""), there[0], people[0])
    return {"participants": list(people), "remove": there, **renamed}


def _renamed(title: str, left: str, came: str) -> Found:
    """The title with somebody else's name in it; nothing where it names nobody who left."""
    for name in (left, left.split(maxsplit=1)[0]):
        at = title.casefold().find(name.casefold())
        if at >= 0:
            return {"title": f"{title[:at]}{came}{title[at + len(name) :]}"}
    return {}


def _retitled(title: str, *, left: Line, came: Line) -> Found | None:
    """Another word in the place of one of the title: "not dinner, lunch"."""
    made = _renamed(title, left.written, came.written).get("title") if left.low and came.low else None
    return {"title": f"{made[:1].upper()}{made[1:]}"} if made and len(came.low.split()) <= _SHORT_NAME else None


_SHORT_NAME = 3


def _after_with(text: Line, known: Words) -> Line:
    named = known.with_.match(f"{text.low} ")
    return text.cut(named.end(), len(text.low)) if named is not None else text


def _comes(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    found = words.add.match(text.low)
    if found is None or _has_time(text, facts, known, locale):
        return None
    group = next(name for name, said in found.groupdict().items() if said)
    named = details.without_articles(text.cut(*found.span(group)), known)
    joined = words.joins.match(text.low) is not None  # "and a quarter" is nobody
    if (joined or not _begun(facts)) and not (words.surely.search(text.low) or _is_somebody(named)):
        return None  # "add milk" beside an event is for the list
    if known.at.match(f"{named.low} "):
        return None  # "and at the clinic" is where
    people = details.people(named, known)
    verb = named.low.partition(" ")[0] in LEXICONS[known.language].verbs
    if verb and not words.surely.search(text.low):
        return None  # "y avisa también a Irene" asks for something
    return {"participants": list(people)} if people else None


def _is_somebody(named: Line) -> bool:
    """By a name's capital, or because only people are called so: "my sister", "the kids", "everyone at Acme"."""
    if named.raw[:1].isupper() or relation_label(named.raw) is not None:
        return True
    several = selector(named.raw)
    return several is not None and several.kind != "named"


def _begun(facts: TurnFacts) -> bool:
    """Whether a command began the draft, so that words are about it unless they say otherwise."""
    return not (facts.context.get("draft") or {}).get(NOT_BEGUN)


def _leaves(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    found = words.leave.match(text.low)
    if found is None or _has_time(text, facts, known, locale):
        return None
    span = next(found.span(group) for group in ("people", "out", "absent") if found.group(group) is not None)
    people = details.people(text.cut(*span), known)
    return {"remove": list(people)} if people else None


def _moved(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """A template of a change whose target is the draft itself."""
    for made in requested(text, known, locale, facts):
        if made.act in UPDATES and _means_draft(named_by(made), facts, words):
            return {name: value for name, value in update_of(made).items() if name not in {"action", "event"}}
    return None


def _means_draft(named: str, facts: TurnFacts, words: DraftWords) -> bool:
    """Nothing, "it", or words of the draft itself."""
    draft = facts.context.get("draft") or {}
    told = " ".join([str(draft.get("title") or ""), *draft.get("participants", ())])
    wanted = {word for word in content_words(named) if word not in words.itself}
    return wanted <= set(content_words(told))


def _timed(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """A message that is nothing but a time, with the small words beside it."""
    if (of_day := words.of_day.fullmatch(text.low)) is not None:
        return {"when": f"{words.day} {of_day['day']}"}
    late = late_hour(text.low, str((facts.context.get("draft") or {}).get("start_at") or ""), known.language)
    rest, when = details.timed(text, known, facts.now, locale)
    if when and late:
        return {"when": late}
    if when:
        return {"when": when} if words.filler.fullmatch(rest.low) else None
    told, _, hour = text.low.rpartition(" ")
    bare_hour = told and words.filler.fullmatch(f"{told} ") and number(hour, known.language) in _HOURS
    return {"when": f"{known.at_clock} {hour}"} if bare_hour else None


def _announced(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """News of the draft itself: "the plumber isn't coming on Thursday but on Friday"; none of a draft of some days."""
    del locale
    draft = facts.context.get("draft") or {}
    start, end = (str(draft.get(name) or "")[:_OF_A_DAY] for name in ("start_at", "end_at"))
    if end > start:
        return None
    for told in NEWS[known.language].told:
        found = told.says.match(text.low) if told.news is News.MOVED else None
        event = found.groupdict().get("event") if found is not None else None
        if found is not None and event and "," not in event and _means_draft(event, facts, words):
            new = text.cut(*found.span("new")).raw if found.groupdict().get("new") else ""
            return {"when": new} if new and only_a_time(new) else None
    return None


_OF_A_DAY = 10
"""Characters of a date."""


def _minutes(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """Minutes alone, of the hour at which the draft begins: "half past"."""
    del locale
    said = words.past_the_hour.get(text.low.strip(" .!"))
    start = str((facts.context.get("draft") or {}).get("start_at") or "")
    if said is None or "T" not in start:
        return None
    at = datetime.fromisoformat(start).replace(minute=0, second=0, tzinfo=None) + timedelta(minutes=said)
    return {"when": f"{known.at_clock} {at:%H:%M}"}


def _hour(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """A number alone, where something was wrong: "no wait, 8"."""
    del words, facts, locale
    return {"when": f"{known.at_clock} {text.raw}"} if number(text.low, known.language) in _HOURS else None


def _swapped(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """A name alone in the place of the one person whom the draft names: "oops, I meant Kasia"."""
    del words
    draft = facts.context.get("draft") or {}
    there = [str(one) for one in draft.get("participants", ())]
    named = details.people(text, known) if _is_somebody(text) and not _has_time(text, facts, known, locale) else ()
    if len(there) != 1 or len(named) != 1 or named[0].casefold() != text.raw.casefold():
        return None
    return {"participants": list(named), "remove": there, **_renamed(str(draft.get("title") or ""), there[0], named[0])}


def _when_and_who(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """Two parts put right at once: "no, 1 was fine, but with Priya", "no, with Ana and on Friday"."""
    stops = [one.span() for one in islice(_AND_ALSO.finditer(text.low), _MOST_STOPS)]
    named = known.with_.search(text.low)
    for start, end in [*stops, *([(named.start(), named.start())] if named is not None and named.start() else [])]:
        head, tail = text.cut(0, start), text.cut(end, len(text.low))
        for time, other in ((head, tail), (tail, head)):
            when = _lasts(time, words, facts, known, locale) or _hour(time, words, facts, known, locale)
            when = when or _timed(time, words, facts, known, locale)
            who = _meant(other, words, facts, known, locale) if when else None
            if when and who:
                return {**when, **who}
    return None


_AND_ALSO = patterns.compile(rf"(?:[,;] ?| )(?:{'|'.join(sorted(JOINS))}) |[,;] ?")


def _placed(text: Line, words: DraftWords, facts: TurnFacts, known: Words, locale: str) -> Found | None:
    found = words.place.match(text.low)
    if found is None or _has_time(text, facts, known, locale):
        return None
    foreign = language_of(facts.question, facts.locale) != known.language
    if foreign and mood_of(facts.question[:MAX_LENGTH], facts.locale).mood is Mood.STATEMENT:
        return None  # Spanish "no puedo comer …" is in no place, though Portuguese "no" would say so
    place = details.without_articles(text.cut(*found.span("place")), known)
    asked = NEWS[known.language].asks.match(place.low) is not None  # "in which room is the exam"
    return {"place": place.written} if place.low and not asked else None


def _has_time(text: Line, facts: TurnFacts, known: Words, locale: str) -> bool:
    return any(phrases(text.raw, text.low, known, facts.now, locale))
