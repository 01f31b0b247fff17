"""Does somebody take part: "is Fiona coming to Dublin too?", "e o Sven vem?", "viene Irene a la cena?"

Decided by the people of the event: the one that is named, else the one that the conversation was about. Names are
resolved by the tool, so that a nickname is no stranger; where it stays unclear which event or who, nothing is said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from orchestrator.kit import lookaround, patterns
from orchestrator.language.discourse.marks import pointing_words
from orchestrator.language.messages import say
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table, Words
from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import SURE, Item
from orchestrator.reader.line import MAX_LENGTH, line, spelled
from orchestrator.reader.phrase.frame import listed
from orchestrator.reader.phrase.lines import names
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question.reading import read, read_line
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_MOST = 50
_EVENTS = 10
_MOST_TOLD = 3
_FEW = 5
_LOOKS = 2
"""Events are looked up twice: that which is asked about, and all that the person takes part in."""
_NAMED = 0.5
"""The share of an event's title that a question says which is about it."""
_MOSTLY = 0.6
"""The share of the words that the title of the one event which is meant holds at least."""
_WHO_WORDS = 3


class _Attendance(Table):
    """`attendance.toml`. `asks`: `who`, and in `what` where it says that, `was` where it asks of what was; `also`: what
    may stand after a name; `no_names`: what is none; `names_in_capitals`: whether a word in small letters is none."""

    asks: tuple[Compiled, ...]
    also: Compiled
    no_names: Words
    names_in_capitals: bool


_ATTENDANCE = ByLanguage(lambda language: read_patterns(language, "attendance", _Attendance))


@dataclass(frozen=True)
class AskedAttendance:
    """Who, and in what: the words for it, or the ids of the events that were spoken of."""

    who: str
    what: str = ""
    ids: tuple[str, ...] = ()
    past: bool = False
    """Whether it asks of what was."""
    when: str = ""
    """The time phrase that tells it from others: "the party on the 5th"."""


def attendance_ask(facts: TurnFacts, reading: Reading) -> AskedAttendance | None:
    """Somebody and an event, where that is all that is asked; None of any other question."""
    if facts.mood not in {"question", "unclear"} or reading.measure is not None:
        return None  # "cuántos va a cumplir Pilar" asks how old she turns
    asked = _asked(facts.question, reading.language)
    if asked is None:
        return None
    if asked.what:
        event = read_line(line(asked.what), words_of(reading.language).language, now=facts.now, locale=facts.locale)
        return replace(asked, what=event.about, when=event.when or "") if event.when and event.about else asked
    before = _before(facts, reading)
    if before is not None and before.rest:
        return replace(asked, what=before.about)
    ids = tuple(str(row["id"]) for row in facts.context.get("events") or () if row.get("id"))
    return replace(asked, ids=ids) if ids else None


def _asked(question: str, spoken: str) -> AskedAttendance | None:
    """Whom a question asks for, and in what where it says that."""
    if len(question) > MAX_LENGTH:
        return None
    language = words_of(spoken).language
    text = spelled(question, language)
    low = text.low.rstrip(" ?!.")
    words = _ATTENDANCE[language]
    for pattern in words.asks:
        found = pattern.fullmatch(low)
        if found is None:
            continue
        start, end = found.span("who")
        also = words.also.search(text.low[start:end])
        who = text.cut(start, end if also is None else start + also.start())
        told = who.low.split()
        if not told or len(told) > _WHO_WORDS or words.no_names & set(told):
            continue
        if words.names_in_capitals and not who.raw[:1].isupper() and len(told) > 1:
            continue
        named = found.groupdict()
        what = text.cut(*found.span("what")) if named.get("what") is not None else line("")
        told_before = what.low in pointing_words(language)  # "is she coming to that"
        return AskedAttendance(who.raw, "" if told_before else what.raw, past=named.get("was") is not None)
    return None


def _before(facts: TurnFacts, reading: Reading) -> Reading | None:
    """The question that the thread was about before it asked who comes."""
    said = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    other = next((text for text in reversed(said) if _asked(text, reading.language) is None), None)
    return read(other, now=facts.now, locale=reading.locale) if other is not None else None


def attendance_calls(ask: AskedAttendance, facts: TurnFacts) -> Sequence[Wanted]:
    """The event, and all that the person takes part in."""
    when = {"until": iso(facts.now)} if ask.past else {"since": iso(facts.now)}
    timed = {"when": ask.when} if ask.when and not ask.past else when
    event = (
        wanted("get_events", action="search", query=ask.what, limit=_EVENTS, **timed)
        if ask.what
        else wanted("get_events", action="by_ids", ids=list(ask.ids))
    )
    theirs = wanted("get_events", action="by_participant", participant=ask.who, limit=_MOST, **when)
    return (event, theirs, wanted("get_contacts", name=ask.who, limit=_FEW))


def told_attendance(ask: AskedAttendance, facts: TurnFacts, reading: Reading, voice: Voice) -> str | None:
    """The answer; None where the event or the person is not clear."""
    found = [_events(entry) for entry in facts.ledger if entry.tool == "get_events" and entry.outcome == "done"]
    if len(found) != _LOOKS:
        return None
    events, theirs = found
    asked = tuple(ask.what.split())
    if asked:
        shares = [share(asked, str(row.get("title") or "")) for row in events]
        best = max(shares, default=0.0)
        events = [row for row, held in zip(events, shares, strict=True) if held >= min(SURE, max(best, _MOSTLY))]
    elif len(events) > 1:
        events = _spoken_of(facts, events)
    there = {str(row.get("id")) for row in theirs}
    joined = [row for row in events if str(row.get("id")) in there]
    if not events or len(joined or events) > _MOST_TOLD:
        return None
    told = listed([Item("event", row, 1.0) for row in joined or events], voice, reading.words)
    if joined:
        opens = say("reader.answer.have_yes", voice.locale)
        return f"{opens}\n{told}" if len(joined) > 1 else f"{opens} {told}"
    known = any(entry.tool == "get_contacts" and entry.data.get("meant") for entry in facts.ledger)
    if not (theirs or known) or not all(names(Item("event", row, 1.0)) for row in events):
        return None  # of nobody who takes part is told, or nobody of that name is known anywhere: that decides nothing
    return say("reader.answer.not_there", voice.locale, name=ask.who, event=told if len(events) == 1 else f"\n{told}")


def _spoken_of(facts: TurnFacts, events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of several those that the user's latest question named which named any of them."""
    asked = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    for text in reversed(asked):
        shares = [share(str(row.get("title") or "").split(), text) for row in events]
        if max(shares) >= _NAMED:
            return [row for row, held in zip(events, shares, strict=True) if held == max(shares)]
    return []


def _events(entry: LedgerEntry) -> list[Mapping[str, Any]]:
    return [row for row in entry.data.get("events") or () if isinstance(row, Mapping)]


COMES = lookaround.compile(
    r"\b(?:chego|chegamos|venho|vou ai|vou ter (?:ai|contigo)|apareco|aterro|aterramos|llego|llegamos|vengo|venimos"
    r"|aterrizo|aterrizamos|paso por|voy a (?:llegar|venir)|(?:j'|on )arrive|nous arrivons|j'atterris|on atterrit"
    r"|(?:i|we)(?:'ll| will)? (?:arrive|be (?:there|over|in)|come (?:by|over|to|on|at)|land|get (?:in|there))"
    r"|(?:i'm|i am|we're|we are) (?:coming|arriving|landing)|arriving|coming (?:on|over|to))\b"
)
"""How somebody says of themselves that they come."""

# How people tell of their work and of a day, and ask of it.
WORKS = lookaround.compile(
    r"\b(?:work(?:s|ing)?|shift|on duty|trabalh\w+|turno|plantao|de servico|trabaj\w+|guardia|curro)\b"
)

PRONOUNS = frozenset("he she they him her ele ela eles elas el ella ellos ellas".split())

HOUR = lookaround.compile(
    r"\b\d{1,2}(?:[:h.]\d{2}|h\b| ?(?:am|pm)\b)|\b(?:at|until|till|as|ate as|a las|hasta las) \d{1,2}\b"
)

DAY_ONLY = lookaround.compile(r"\b(?:el|dia|the) (?P<day>[12]?\d|3[01])(?:st|nd|rd|th)?\b(?![:.,h]\d)")

IN = patterns.compile(r" (?:in|at|em|no|na|en|visits?|visita|comes|arrives) ")

INDEFINITE = patterns.compile(
    r"\b(?:tem|tiene|tienen|ha|hay) (?:algo|alguma coisa|alguna cosa|algum|alguna?|alguem|alguien)\b"
)
