"""Does the message ask who lives at a place, what happened there, what is near, or where the user is?

All languages are read together. "Here" and "there" are left to the tools, which know what the conversation was
about and where the client is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from orchestrator.kit.patterns import Match, Pattern
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.places.place_kinds import place_kind
from orchestrator.language.tables import LANGUAGES, Table, Words
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted
from orchestrator.reader.line import Line, line
from orchestrator.reader.question.model import Reading
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

HERE = "here"
_LIMIT = 20
_LONGEST = 80


class Ask(StrEnum):
    """What is asked, and the tool that tells it."""

    PEOPLE = "places_people"
    EVENTS = "places_events"
    NEARBY = "places_nearby"
    LOCATION = "get_location"
    HOME = "get_places"


@dataclass(frozen=True)
class PlaceAsk:
    """A question about a place: `place` by name, or `here` for what "here" and "there" mean; `role` of the people."""

    ask: Ask
    place: str = HERE
    role: str = "any"
    category: str = ""
    when: str = ""

    @property
    def named(self) -> bool:
        """Whether a place is named: it may be none that is known, then the words are read as any others are."""
        return self.place != HERE


class _PlaceAsks(Table):
    """`place_asks.toml`, for folded text. With the group `where`: `people` (and how they are there, `role`), `events`,
    `near_named`; `sharing`: who shares the home of the group `who`, the user's own without it. `there`: a place that is
    only pointed at; `at` and `article`: before a place, before a person; `of`: behind a weekday that is none ("na
    Quinta da Ana"); `me`: the user; `works`: how the role of who works somewhere begins; `near`, `near_tail`: near the
    user; `nearest`, with a kind of place; `bare`: no kind is named; `location`, `home`: the user's own."""

    people: tuple[Compiled, ...]
    sharing: tuple[Compiled, ...]
    events: tuple[Compiled, ...]
    there: Compiled
    at: Compiled
    of: Compiled
    article: Compiled
    me: Words
    works: Words
    near: Compiled
    near_tail: Compiled
    nearest: Compiled
    near_named: Compiled
    bare: Compiled
    location: Compiled
    home: Compiled


_ASKS = tuple(read_patterns(language, "place_asks", _PlaceAsks) for language in LANGUAGES)
_SELF = frozenset().union(*(asks.me for asks in _ASKS))
_WORKS = tuple(word for asks in _ASKS for word in asks.works)
_OWN_HOME = "my home"


def place_ask(facts: TurnFacts, reading: Reading) -> PlaceAsk | None:
    """What is asked about a place; None where the message asks something else."""
    asked = line(facts.question) if len(facts.question) <= _LONGEST * 4 else reading.line
    if any(asks.location.match(asked.low) for asks in _ASKS):
        return PlaceAsk(Ask.LOCATION)
    if any(asks.home.match(asked.low) for asks in _ASKS):
        return PlaceAsk(Ask.HOME, _OWN_HOME)
    if found := _first([one for asks in _ASKS for one in asks.sharing], asked.low):
        return PlaceAsk(Ask.PEOPLE, _home_of(asked, found), role="lives")
    if found := _first([one for asks in _ASKS for one in asks.people], asked.low):
        role = "works" if found["role"].startswith(_WORKS) else "lives"
        return _at(PlaceAsk(Ask.PEOPLE, role=role), asked.cut(*found.span("where")), reading, facts)
    if found := _first([one for asks in _ASKS for one in asks.events], asked.low):
        return _at(PlaceAsk(Ask.EVENTS), asked.cut(*found.span("where")), reading, facts)
    return _near(asked)


def _first(patterns: Iterable[Pattern], text: str) -> Match | None:
    return next(filter(None, (pattern.match(text) for pattern in patterns)), None)


def place_calls(ask: PlaceAsk | None, facts: TurnFacts) -> Sequence[Wanted]:
    """The look-up that answers it, where this turn may make it."""
    if ask is None or not offered(facts, ask.ask):
        return ()
    if ask.ask is Ask.LOCATION:
        return (wanted(ask.ask),)
    if ask.ask is Ask.HOME:
        return (wanted(ask.ask, query=ask.place, limit=1),)
    if ask.ask is Ask.NEARBY:
        return (wanted(ask.ask, around=ask.place, category=ask.category),)
    if ask.ask is Ask.EVENTS:
        return (wanted(ask.ask, place=ask.place, when=ask.when, limit=_LIMIT),)
    theirs = wanted(ask.ask, place=ask.place, role=ask.role)
    if ask.role != "works" or not ask.named:
        return (theirs,)
    return (theirs, wanted("get_contacts", query=ask.place, limit=_LIMIT))  # whose company is called so


def _at(ask: PlaceAsk, where: Line, reading: Reading, facts: TurnFacts) -> PlaceAsk | None:
    """The question with its place and time; None where the words name no place ("what happened on Monday?")."""
    known = words_of(reading.language)
    times = [
        found
        for found in phrases(where.raw, where.low, known, facts.now, reading.locale)
        if not any(asks.of.match(where.low[found.end :]) for asks in _ASKS)  # "na Quinta da Ana" is no Thursday
    ]
    rest = where.without([span for found in times for span in found.spans])
    when = " ".join(found.bare.strip() for found in times)
    if any(asks.there.match(rest.low) for asks in _ASKS):
        return PlaceAsk(ask.ask, HERE, ask.role, when=when)
    lead = _first((asks.at for asks in _ASKS), rest.low)
    name = rest.cut(lead.end(), len(rest.low)) if lead else None
    if name is None or not name.low or len(name.low) > _LONGEST:
        return None
    return PlaceAsk(ask.ask, name.written, ask.role, when=when)


def _home_of(asked: Line, found: Match) -> str:
    """The words for the home of whoever is named."""
    who = found.groupdict().get("who") or ""
    if not who or who in _SELF:
        return _OWN_HOME
    at = found.start("who")
    lead = _first((asks.article for asks in _ASKS), who)
    return f"{asked.cut(at + (lead.end() if lead else 0), found.end('who')).written}'s home"


def _near(asked: Line) -> PlaceAsk | None:
    kind = place_kind(asked.low) or ""
    for asks in _ASKS:
        if asks.near.search(asked.low) or asks.near_tail.match(asked.low) or (kind and asks.nearest.search(asked.low)):
            return PlaceAsk(Ask.NEARBY, category=kind)
    found = next(filter(None, (asks.near_named.search(asked.low) for asks in _ASKS)), None)
    if found is None:
        return None
    kind = place_kind(asked.low[: found.start()]) or ""
    bare = any(asks.bare.match(asked.low) for asks in _ASKS)
    if not kind and not bare:
        return None
    name = asked.cut(*found.span("where"))
    return PlaceAsk(Ask.NEARBY, name.written, category=kind) if len(name.low) <= _LONGEST else None
