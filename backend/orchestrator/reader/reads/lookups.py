"""The single look-ups that a question may need: of events, to-dos, people, and of what was said."""

from datetime import datetime, timedelta

from orchestrator.kit import lookaround
from orchestrator.language.text.normalize import tokens
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.passages.ranking import HITS, NEAR_KINDS
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question_kinds import Kind

Batches = list[list[Wanted]]
LIMIT = 20
EVERYONE = 100
MANY_HITS = 8
QUERY_LETTERS = 120
_QUESTION = 300
YEAR = timedelta(days=365)
_LABELS = {"phone": "number phone", "email": "email", "birthday": "birthday", "address": "address house"}
_DIRECTED = {Kind.WHEN, Kind.WHERE, Kind.HOW_LONG, Kind.AGENDA, Kind.NEXT}
"""Kinds whose tense says whether what is ahead or what was is meant."""


def events_read(reading: Reading, now: datetime, *, directed: bool = True, timed: bool = True) -> Wanted:
    """The look-up of the events that are asked about: those named, those with somebody, of a time, or the next."""
    ids = [target.id for target in reading.targets if target.kind == "event"]
    if ids:
        return wanted("get_events", action="by_ids", ids=ids)
    bounds = reading.timing if timed else {}
    if reading.last:
        named = reading.names[0] if reading.names and not reading.rest else None
        query = None if named else reading.about
        return wanted("get_events", action="last", participant=named, query=query, limit=5, **bounds)
    if not bounds and directed and reading.kind in _DIRECTED:
        bounds = {"until": iso(now)} if reading.past else {"since": iso(now)}
    if reading.names and not reading.rest:
        return wanted("get_events", action="by_participant", participant=reading.names[0], limit=LIMIT, **bounds)
    if reading.words:
        return wanted("get_events", action="search", query=reading.about, limit=LIMIT, **bounds)
    if reading.when and timed:
        return wanted("get_events", action="by_range", limit=LIMIT, **bounds)
    if reading.past:
        return wanted("get_events", action="by_range", since=iso(now - YEAR), until=iso(now), limit=LIMIT)
    return wanted("get_events", action="next", limit=5)


def todos_read(reading: Reading, *, status: str = "all", timed: bool = True) -> Wanted:
    bounds = reading.timing if timed else {}
    return wanted("get_todos", status=status, query=reading.about, limit=LIMIT, **bounds)


def search_read(
    reading: Reading, *, timed: bool = True, kinds: tuple[str, ...] = (), query: str | None = None
) -> Wanted:
    text = (
        query
        or reading.about
        or " ".join(target.name for target in reading.targets)
        or reading.line.raw[:QUERY_LETTERS]
    )
    bounds = reading.timing if timed and not reading.ahead else {}
    return wanted("search_memories", query=text, kinds=list(kinds), limit=MANY_HITS, **bounds)


def near_search(reading: Reading) -> Wanted:
    """All that comes near the whole question, for `passages`."""
    return wanted(
        "search_memories", query=reading.line.raw[:_QUESTION], kinds=sorted(NEAR_KINDS), near=True, limit=HITS
    )


def contacts_read(reading: Reading) -> list[Wanted]:
    ids = [target.id for target in reading.targets if target.kind == "contact"]
    if ids:
        return [wanted("get_contacts", ids=ids, limit=5)]
    places = [target.name for target in reading.targets if target.kind == "place"]
    if places:
        return [wanted("get_contacts", query=places[0], limit=LIMIT)]
    if not reading.words:
        return []
    if reading.relative is not None and reading.names:
        return [wanted("get_contacts", name=reading.names[0], limit=LIMIT)]
    return [wanted("get_contacts", query=reading.about, limit=LIMIT)]


def written_to_read(reading: Reading) -> list[Wanted]:
    """What the user wrote to the one whom a question names: "what did I promise Ana?"."""
    whom = next((one for one in (*reading.names, *reading.words) if one.isalpha() or " " in one), "")
    told = tokens(whom)
    query = " ".join(word for word in reading.words if not set(tokens(word)) & set(told))
    said = wanted(
        "search_memories",
        query=query,
        kinds=["message"],
        speaker="me",
        conversation_with=whom,
        limit=MANY_HITS,
        **reading.timing,
    )
    return [said] if whom else []


def told_read(reading: Reading) -> list[Wanted]:
    """What the person said of it: "my new number is …" is said without one's own name."""
    names = [target.name for target in reading.targets if target.kind == "contact"] or [reading.about]
    if reading.attribute not in _LABELS or len(names) != 1:
        return []
    query = _LABELS[reading.attribute]
    return [wanted("search_memories", query=query, kinds=["message"], speaker=names[0], limit=MANY_HITS)]


_SPOKEN = ("message", "meeting")
_NOTED = ("note", "fact")
"""What the user wrote for themselves."""

_MINE = lookaround.compile(
    r"\b(?:i|we|my|our|me|eu|meus?|minhas?|tenho|tinha|temos|fiquei|prometi|comprometi|yo|mis?|tengo|tenia|tenemos|debo|quede|je|j'ai|mes|mon|ma|dois"
    r"|apontei|anotei|escrevi|registei|apunte|apuntado|anote|anotado|escribi|noted|jotted)\b"
)
"""Asks what the user themselves are to do."""


def said_reads(reading: Reading, now: datetime) -> Batches:
    if reading.last_contact:
        theirs = wanted(
            "search_memories", kinds=["message"], speaker=reading.names[0], limit=MANY_HITS, **reading.timing
        )
        return [[events_read(reading, now), theirs]]
    both = " ".join(dict.fromkeys([*(reading.who or "").split(), *reading.words]))
    by_speaker = wanted(
        "search_memories",
        query=reading.about or ("" if reading.who else reading.line.raw[:QUERY_LETTERS]),
        kinds=list(_SPOKEN),
        speaker=reading.who,
        limit=MANY_HITS,
        **reading.timing,
    )
    wider = search_read(reading, kinds=_SPOKEN, query=both)
    # "What did Ana say in the review?": the words name the meeting, and stand in none of what she said there.
    there = [wanted("search_memories", kinds=["meeting"], speaker=reading.who, limit=LIMIT, **reading.timing)]
    own = reading.who is None and _MINE.search(reading.line.low) is not None
    mine = [*written_to_read(reading), search_read(reading, kinds=_NOTED)] if own else []
    return [
        [*mine, by_speaker, *(there if reading.who and reading.words else [])],
        [wider],
        [search_read(reading, timed=False, query=both)],
    ]


def stated_reads(reading: Reading, now: datetime) -> Batches:
    """What was decided or promised: what meetings hold of it, then who said so, then as any other question."""
    promised = reading.kind is Kind.PROMISED
    mine = promised and reading.who is None and _MINE.search(reading.line.low) is not None
    held = wanted(
        "search_meetings",
        about="promised" if promised else "decided",
        query=reading.about,
        person="me" if mine else reading.who,
        when=reading.when,
    )
    said = wanted(
        "search_memories",
        query=reading.about,
        kinds=list(_SPOKEN),
        speaker=reading.who,
        limit=LIMIT if reading.who and not reading.words else MANY_HITS,
        **reading.timing,
    )
    rest = [todos_read(reading, status="open", timed=False), *written_to_read(reading)] if mine else []
    wide = [search_read(reading), events_read(reading, now, directed=False)] if reading.words else []
    return [[held], [*([said] if reading.who or reading.words else []), *rest], wide]
