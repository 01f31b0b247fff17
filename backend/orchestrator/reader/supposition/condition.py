"""Which change does a question only suppose, and what does it ask of the calendar as it would be then?

"What if I cancelled the council meeting, would I be free after lunch?": a condition, and what would follow from it. The
condition is put as the request that it would be ("cancel the council meeting") and read as any request is; nobody
carries it out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from orchestrator.kit import patterns
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.line import MAX_LENGTH, Line, line, spelled
from orchestrator.reader.request import Request, Scene, target_of
from orchestrator.reader.requests.templates import requested
from orchestrator.reader.spoken import language_in
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of


class Asks(StrEnum):
    """What is asked of the calendar: is there time, does it overlap, does it suit, is one still in time, what is
    there, what changes; or of Steward, whether it would do it."""

    FREE = "free"
    CLASH = "clash"
    FITS = "fits"
    REACH = "reach"
    DAY = "day"
    CHANGES = "changes"
    STEWARD = "steward"


@dataclass(frozen=True)
class Supposition:
    """A supposed change and the question about it. `own_week`: a bare weekday is that of the event's own week ("what if
    it was on Friday instead?"). `ends`: the new time is that of its end ("if lunch ran till half past three")."""

    language: Language
    change: Request
    asks: Asks
    asked: Line
    own_week: bool = False
    ends: bool = False


class _Condition(Table):
    says: Compiled
    order: str


class _Tables(Table):
    """`suppositions.toml`: what opens a condition (`opens`), stands between a question and the condition that
    follows it (`after`), begins the question behind a condition (`then`); conditions with the request that they are
    (`changes`); words that ask for free time, for overlaps (`clash`) and for the contrary (`fits`), for being in
    time (`reach`), for the day; who is told something (`told`); what leads to a time (`leads`); a question that is
    clearly about a supposition, whatever else it says (`barely`); a whole message that says to make the change that
    was supposed (`carry_out`); a whole question for the time that something (`what`) needs (`room`), and what opens a
    span of hours (`since`)."""

    opens: Compiled
    after: Compiled
    then: Compiled
    changes: tuple[_Condition, ...]
    free: Compiled
    clash: Compiled
    fits: Compiled
    reach: Compiled
    day: Compiled
    told: Compiled
    leads: Compiled
    barely: Compiled
    carry_out: Compiled
    room: Compiled
    since: str


_STOP = patterns.compile(r"[,;:.!?…]+(?: |$)")
_HELD = patterns.compile(r"<([a-z]+)>")
_MOST_STOPS = 8
_TABLES = ByLanguage(lambda language: read_patterns(language, "suppositions", _Tables))


def tables_of(language: Language) -> _Tables:
    """What one language says about suppositions."""
    return _TABLES[language]


def supposition(facts: TurnFacts) -> Supposition | None:
    """What a message supposes; None where it supposes nothing that the calendar could tell."""
    if facts.purpose != "turn" or len(facts.question) > MAX_LENGTH:
        return None
    language = language_in(facts)
    text, tables = spelled(facts.question, language).readable, _TABLES[language]
    for condition, asked in _parted(text, tables):
        if asked.low and (told := tables.told.match(condition.low)) is not None:
            about = condition.cut(*told.span("about")) if told.groupdict().get("about") else asked
            return Supposition(language, _concerned(about, facts, language), Asks.STEWARD, asked)
        made = _change(condition, tables, facts, language)
        if made is not None:
            asks = _asks(asked, tables)
            if asks is Asks.CHANGES and asked.low and mood_of(asked.raw, facts.locale).mood is Mood.REQUEST:
                return None  # "if the concert is off, remind me …" asks for something to be done
            return Supposition(language, made[0], asks, asked, own_week=made[1] == "new", ends=made[1] == "end")
    return None


def _concerned(about: Line, facts: TurnFacts, language: Language) -> Request:
    """What Steward would be told to do something with; only to look it up."""
    known = words_of(language)
    target = target_of(about, Scene(about, known, facts.now, known.locale, facts.context))
    return Request(Act.EVENT_CANCEL, target=replace(target, thing="event"), named_by="event")


def _parted(text: Line, tables: _Tables) -> Iterator[tuple[Line, Line]]:
    """The condition and the question about it, in each way in which the text can be parted."""
    end = len(text.low)
    opens = tables.opens.match(text.low)
    if opens is not None:
        begins = opens.end()
        stops = [found.span() for found in _STOP.finditer(text.low) if begins < found.start()][:_MOST_STOPS]
        for start, after in stops:
            yield text.cut(begins, start), text.cut(after, end)
        for found in list(tables.then.finditer(text.low[begins:]))[:_MOST_STOPS]:
            yield text.cut(begins, begins + found.start()), text.cut(begins + found.start(), end)
        yield text.cut(begins, end), line("")
        return
    for found in list(tables.after.finditer(text.low))[:2]:
        asked = text.cut(0, found.start())
        if _asks(asked, tables) is not Asks.CHANGES or tables.barely.search(asked.low):
            yield text.cut(found.end(), end), asked


def _asks(asked: Line, tables: _Tables) -> Asks:
    for kind, pattern in (
        (Asks.REACH, tables.reach),
        (Asks.FITS, tables.fits),
        (Asks.CLASH, tables.clash),
        (Asks.DAY, tables.day),
        (Asks.FREE, tables.free),
    ):
        if pattern.search(asked.low):
            return kind
    return Asks.CHANGES


def _change(condition: Line, tables: _Tables, facts: TurnFacts, language: Language) -> tuple[Request, str] | None:
    """The request that a condition would be, and whether it only says when something is ("new") or ends ("end")."""
    known = words_of(language)
    for one in tables.changes:
        found = one.says.match(condition.low)
        if found is None:
            continue
        parts = {name: condition.cut(*found.span(name)) for name in found.groupdict()}
        when = next((name for name in ("new", "end") if name in parts), "")
        if when:
            parts[when] = _time_first(parts[when], tables, facts, language) or line("")
            if not parts[when].low:
                continue
        wished = requested(line(_order(one.order, parts)), known, known.locale, facts)
        if len(wished) == 1 and _usable(wished[0]):
            return wished[0], when
    return None


def _order(order: str, parts: Mapping[str, Line]) -> str:
    """The request with what the condition said in it."""
    return _HELD.sub(lambda held: parts[held[1]].raw, order)


def _time_first(new: Line, tables: _Tables, facts: TurnFacts, language: Language) -> Line | None:
    """A new time without what leads to it; None of anything that is no time."""
    known = words_of(language)
    leads = tables.leads.match(new.low)
    start = leads.end() if leads is not None else 0
    times = phrases(new.raw, new.low, known, facts.now, known.locale)
    if not times or times[0].start > start:
        return None
    return new.cut(start, len(new.low)) if times[0].mention.has_date else new


def _usable(wish: Request) -> bool:
    """Whether the change is one of the calendar, and says enough to be worked out."""
    if wish.act is Act.EVENT_CANCEL:
        return True
    if wish.act is Act.EVENT_MOVE:
        return bool(wish.shift or wish.arguments.get("when"))
    return wish.act is Act.EVENT and bool(wish.arguments.get("when"))
