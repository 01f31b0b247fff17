"""What has to be looked up before this question can be answered?

A question has a few batches of reads, from the likeliest to the widest. They are proposed together, in one round; which
of the finds answers is decided by `evidence`, the likeliest kind first.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from orchestrator.kit import lookaround
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.text.normalize import tokens
from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.call_selection import Wanted, calls, offered, spent, wanted
from orchestrator.reader.errands import ERRANDS
from orchestrator.reader.passages import HITS, NEAR_KINDS, asks_texts
from orchestrator.reader.question.reading import Reading, iso
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.slots import free_days
from orchestrator.reader.words import words_of

MOST_READS = 6
"""In one round, run in parallel: a second one that finds nothing either would end the turn as "no progress"."""
_LIMIT = 20
_EVERYONE = 100
_HITS = 8
_QUERY = 120
_QUESTION = 300
_YEAR = timedelta(days=365)
_DAY = timedelta(days=1)
_FILTERED = timedelta(days=28)
"""How far ahead it is looked for what is "on Tuesdays"."""
_LABELS = {"phone": "number phone", "email": "email", "birthday": "birthday", "address": "address house"}
_DIRECTED = {Kind.WHEN, Kind.WHERE, Kind.HOW_LONG, Kind.AGENDA, Kind.NEXT}
"""Kinds whose tense says whether what is ahead or what was is meant."""
_RANKED = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.AGENDA, Kind.NEXT, Kind.TOPIC, Kind.EXISTS}
"""Kinds that may ask for one of several in the order of time."""
_KNOW = lookaround.compile(r"\b(?:know|conheco|conhecemos|conozco|conocemos)\b")
"""Asks whether somebody is among the people of the user."""
_TWINS = lookaround.compile(r"\b(?:duplicat\w*|duplicad\w*|repetid[oa]s?|dupes?)\b")
_PEOPLE = lookaround.compile(r"\b(?:contacts?|contatos?|contactos?|people|pessoas|personas|address book)\b")
"""Together: asks which contacts are one person twice."""
Batches = list[list[Wanted]]

_SPOKEN = ("message", "meeting")
_MINE = lookaround.compile(
    r"\b(?:i|we|my|our|me|eu|meus?|minhas?|tenho|tinha|temos|fiquei|prometi|comprometi|yo|mis?|tengo|tenia|tenemos|debo|quede|je|j'ai|mes|mon|ma|dois)\b"
)
"""Asks what the user themselves are to do."""
_SILENT = {Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE, Kind.NOTHING, Kind.CLOCK}


def next_reads(
    readings: Sequence[Reading], facts: TurnFacts, *, first: Sequence[Wanted] = (), before: int = 0
) -> list[ToolCall]:
    """The reads to propose now; none where the answer can be given. Several questions share the round; `first` are
    those that a question about a place needs, `before` the number of those that decided nothing."""
    asked = [reading for reading in readings if reading.kind not in _SILENT or facts.missing is not None]
    share = MOST_READS // max(1, len(asked))
    batch: list[Wanted] = list(first)
    for reading in asked:
        own = [each for each in _distinct(batches(reading, facts)) if offered(facts, each.tool)][:share]
        batch += [each for each in own if each not in batch][: MOST_READS - len(batch)]
    if not batch:
        return []
    return [] if spent(facts, batch, before) else calls(facts, batch)


def _a_day(reading: Reading) -> bool:
    """Whether one day is asked for; a briefing tells no week."""
    if reading.span is None:
        return True
    start, end = reading.span
    return end is not None and end - start <= _DAY


def _distinct(planned: Batches) -> list[Wanted]:
    found: list[Wanted] = []
    for batch in planned:
        found += [each for each in batch if each not in found]
    return found


def batches(reading: Reading, facts: TurnFacts) -> Batches:
    """The batches of a question that this turn's tools can make."""
    if _TWINS.search(reading.line.low) and _PEOPLE.search(reading.line.low) and offered(facts, "get_contacts"):
        return [[wanted("get_contacts", duplicates=True, limit=_EVERYONE)]]
    ranked = reading.rank is not None and reading.kind in _RANKED
    planned = _ranked(reading, facts.now) if ranked else _PLANS.get(reading.kind, _topic)(reading, facts.now)
    if reading.filters or reading.kind is Kind.COUNT:
        planned = [[_all(each) for each in batch] for batch in planned]
    if reading.kind is Kind.BRIEFING and offered(facts, "get_briefing") and _a_day(reading):
        return [[wanted("get_briefing", when=reading.when)]]
    planned = [*planned[:1], [near_search(reading)], *planned[1:]] if asks_texts(reading) and reading.words else planned
    possible = [[each for each in batch if offered(facts, each.tool)] for batch in planned]
    possible = [batch for batch in possible if batch]
    if not possible or (facts.missing and not any(entry.effect == "read" for entry in facts.ledger)):
        possible.append([_search(reading), *([] if reading.words else [events_read(reading, facts.now)])])
    return [batch for batch in possible if any(offered(facts, each.tool) for each in batch)]


def _all(look: Wanted) -> Wanted:
    """The same look-up of as many as there are: what is counted or left out is done here."""
    return Wanted(look.tool, {**look.arguments, "limit": _EVERYONE}) if look.tool == "get_events" else look


def _ranked(reading: Reading, now: datetime) -> Batches:
    """The events of which one is asked for by its place in the order of time."""
    rank = reading.rank
    named = reading.names[0] if reading.names and not reading.rest else None
    if rank is None or not rank.from_now:
        bounds = reading.timing or ({"until": iso(now)} if reading.past else {})
        look = (
            {"action": "by_participant", "participant": named}
            if named
            else {"action": "search", "query": reading.about}
        )
        return [[wanted("get_events", **look, limit=_EVERYONE, **bounds)]] if reading.words else []
    bounds = reading.timing or ({"since": iso(now)} if rank.index >= 0 else {})
    return [
        [
            wanted(
                "get_events",
                action="next" if rank.index >= 0 else "last",
                participant=named,
                query=None if named else reading.about,
                limit=_LIMIT,
                **bounds,
            )
        ]
    ]


def _today(now: datetime) -> Mapping[str, str]:
    start = datetime.combine(now.date(), time())
    return {"since": iso(start), "until": iso(start + _DAY)}


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
        return wanted("get_events", action="by_participant", participant=reading.names[0], limit=_LIMIT, **bounds)
    if reading.words:
        return wanted("get_events", action="search", query=reading.about, limit=_LIMIT, **bounds)
    if reading.when and timed:
        return wanted("get_events", action="by_range", limit=_LIMIT, **bounds)
    if reading.past:
        return wanted("get_events", action="by_range", since=iso(now - _YEAR), until=iso(now), limit=_LIMIT)
    return wanted("get_events", action="next", limit=5)


def _todos(reading: Reading, *, status: str = "all", timed: bool = True) -> Wanted:
    bounds = reading.timing if timed else {}
    return wanted("get_todos", status=status, query=reading.about, limit=_LIMIT, **bounds)


def _search(reading: Reading, *, timed: bool = True, kinds: tuple[str, ...] = (), query: str | None = None) -> Wanted:
    text = query or reading.about or " ".join(target.name for target in reading.targets) or reading.line.raw[:_QUERY]
    bounds = reading.timing if timed and not reading.ahead else {}
    return wanted("search_memories", query=text, kinds=list(kinds), limit=_HITS, **bounds)


def near_search(reading: Reading) -> Wanted:
    """All that comes near the whole question, for `passages`."""
    return wanted(
        "search_memories", query=reading.line.raw[:_QUESTION], kinds=sorted(NEAR_KINDS), near=True, limit=HITS
    )


def _contacts(reading: Reading) -> list[Wanted]:
    ids = [target.id for target in reading.targets if target.kind == "contact"]
    if ids:
        return [wanted("get_contacts", ids=ids, limit=5)]
    places = [target.name for target in reading.targets if target.kind == "place"]
    if places:
        return [wanted("get_contacts", query=places[0], limit=_LIMIT)]
    if not reading.words:
        return []
    if reading.relative is not None and reading.names:
        return [wanted("get_contacts", name=reading.names[0], limit=_LIMIT)]
    return [wanted("get_contacts", query=reading.about, limit=_LIMIT)]


def _thing(reading: Reading, now: datetime) -> Batches:
    """When, where, who, how long, is there: events first."""
    if reading.kind is Kind.EXISTS and reading.words and _KNOW.search(reading.line.low):
        return [[*_contacts(reading), _search(reading)], _wider(reading)]
    first = [events_read(reading, now)]
    if reading.kind in {Kind.WHEN, Kind.EXISTS} and reading.words:
        first.append(_todos(reading))
    if reading.thing == "todo":
        first = (
            [_todos(reading, timed=True), *first[:1]]
            if reading.words
            else [_todos(reading, status=todo_state(reading))]
        )
    if reading.kind is Kind.WHERE:
        ids = [target.id for target in reading.targets if target.kind == "place"]
        if ids:
            first = [wanted("get_places", ids=ids)]
        elif reading.words:
            first.append(wanted("get_places", query=reading.about, limit=5))
    if reading.words and not (reading.past or reading.when or reading.targets):
        # A search misses a title that is misspelt in the question; the next events are compared letter by letter.
        first.append(wanted("get_events", action="next", limit=_LIMIT))
    return [first, _wider(reading), [_search(reading, timed=False)]]


def _wider(reading: Reading) -> list[Wanted]:
    """What was said about it; at the time that was asked for everything, at no time the same words anywhere."""
    second = [_search(reading)]
    if reading.words and reading.when:
        second.append(wanted("get_events", action="by_range", limit=_LIMIT, **reading.timing))
    elif reading.words:
        second.append(wanted("get_events", action="search", query=reading.about, limit=_LIMIT))
    return second


def _who(reading: Reading, now: datetime) -> Batches:
    contacts = _contacts(reading)
    if any(target.kind == "place" for target in reading.targets):
        return [contacts, [_search(reading)]]
    return [[events_read(reading, now), *contacts], _wider(reading), [_search(reading, timed=False)]]


def _agenda(reading: Reading, now: datetime) -> Batches:
    said = [_search(reading, timed=False)] if reading.words else []
    if reading.thing == "todo":
        every = reading.words and (reading.when or of_a_list(reading))
        plain = [_todos(replace(reading, words=()), status=todo_state(reading))] if every else []
        return [[_todos(reading, status=todo_state(reading)), *plain], said]
    if reading.thing == "contact":
        return [[wanted("get_contacts", query=reading.about, limit=_LIMIT)], said]
    if reading.thing == "place":
        return [[wanted("get_places", query=reading.about, limit=_LIMIT)], said]
    if reading.thing == "message":
        return [[_search(reading, kinds=("message",))], [_search(reading, timed=False)]]
    first = [events_read(reading, now)]
    if reading.words and reading.when:
        first.append(wanted("get_events", action="by_range", limit=_LIMIT, **reading.timing))
    if reading.filters and not reading.when and not reading.words:
        ahead = {"since": iso(now), "until": iso(now + _FILTERED)}
        bounds = {"since": iso(now - _YEAR), "until": iso(now)} if reading.past else ahead
        first = [wanted("get_events", action="last" if reading.past else "by_range", **bounds)]
    if reading.thing is None and not reading.words and not reading.past:
        first.append(_todos(reading, status="open"))
    return [first, [_search(reading), _todos(reading)]] if reading.words else [first]


def of_a_list(reading: Reading) -> bool:
    """Whether the words only name the list itself ("what's on the shopping list"): nothing on it needs to say so."""
    listed, bought = words_of(reading.language).shopping, ERRANDS[reading.language].buys
    lists = all(listed.search(word) or bought.fullmatch(f"{word} ") for word in reading.words)
    return reading.thing == "todo" and bool(reading.words) and lists


def todo_state(reading: Reading) -> str:
    """Which to-dos are asked for: `open`, `overdue` or `done`."""
    text = reading.line.low
    if any(
        word in text
        for word in ("overdue", "past due", "atrasad", "em atraso", "retras", "vencid", "de fecha", "late ")
    ):
        return "overdue"
    if any(word in text for word in _DONE):
        return "done"
    verbs = LEXICONS[words_of(reading.language).language].verbs
    forms = [verbs[one.low] for one in reading.line.tokens() if one.low in verbs]
    return "done" if any("complete" in form.kinds and _PAST & set(form.tags) for form in forms) else "open"


_DONE = ("completed", "finished", " done", "feit", "concluid", "hech", "completad", "terminad", " fiz", " hice")
_PAST = frozenset("de")
"""Tags of what somebody did."""


def _next(reading: Reading, now: datetime) -> Batches:
    if reading.thing == "todo":
        return [[_todos(reading, status="open")]]
    participant = reading.names[0] if reading.names and not reading.rest else None
    query = None if participant else reading.about
    first = wanted(
        "get_events",
        action="next",
        participant=participant,
        query=query,
        limit=5,
        **(reading.timing or {"since": iso(now)}),
    )
    if not reading.words:
        return [[first]]
    return [[first], [events_read(reading, now), _search(reading)]]


def _free(reading: Reading, now: datetime) -> Batches:
    since, until = free_days(reading, now)
    return [[wanted("get_events", action="free", limit=_EVERYONE, since=iso(since), until=iso(until))]]


def _conflicts(reading: Reading, now: datetime) -> Batches:
    del now  # the tool looks ahead by itself
    return [[wanted("get_events", action="conflicts", limit=_LIMIT, **reading.timing)]]


def _briefing(reading: Reading, now: datetime) -> Batches:
    timing = reading.timing or _today(now)
    return [
        [
            wanted("get_events", action="by_range", limit=_LIMIT, **timing),
            wanted("get_todos", status="overdue", limit=_LIMIT),
            wanted("get_todos", status="open", limit=_LIMIT, **timing),
        ]
    ]


def _count(reading: Reading, now: datetime) -> Batches:
    if reading.thing == "todo":
        return [[_todos(reading, status=todo_state(reading))], [_search(reading)]]
    if reading.thing == "contact":
        return [[wanted("get_contacts", query=reading.about, limit=_LIMIT)]]
    if reading.thing == "place":
        return [[wanted("get_places", query=reading.about, limit=_LIMIT)]]
    if reading.thing == "message" and reading.words:
        return [[_search(reading, kinds=("message",))]]
    named = reading.names and not reading.rest
    bounds = reading.timing or ({"until": iso(now)} if reading.past else {})
    counted = wanted(
        "get_events",
        action="count",
        participant=reading.names[0] if named else None,
        query=None if named else reading.about,
        limit=_LIMIT,
        **bounds,
    )
    return [[counted], [_search(reading)]] if reading.words else [[counted]]


def _most(reading: Reading, now: datetime) -> Batches:
    timing = reading.timing or {"since": iso(now - _YEAR), "until": iso(now)}
    return [[wanted("get_events", action="most", query=" ".join(reading.rest), limit=_LIMIT, **timing)]]


def _said(reading: Reading, now: datetime) -> Batches:
    if reading.last_contact:
        theirs = wanted("search_memories", kinds=["message"], speaker=reading.names[0], limit=_HITS, **reading.timing)
        return [[events_read(reading, now), theirs]]
    both = " ".join(dict.fromkeys([*(reading.who or "").split(), *reading.words]))
    by_speaker = wanted(
        "search_memories",
        query=reading.about or ("" if reading.who else reading.line.raw[:_QUERY]),
        kinds=list(_SPOKEN),
        speaker=reading.who,
        limit=_HITS,
        **reading.timing,
    )
    wider = _search(reading, kinds=_SPOKEN, query=both)
    # "What did Ana say in the review?": the words name the meeting, and stand in none of what she said there.
    there = [wanted("search_memories", kinds=["meeting"], speaker=reading.who, limit=_LIMIT, **reading.timing)]
    mine = [] if reading.who or _MINE.search(reading.line.low) is None else _written_to(reading)
    return [
        [*mine, by_speaker, *(there if reading.who and reading.words else [])],
        [wider],
        [_search(reading, timed=False, query=both)],
    ]


def _stated(reading: Reading, now: datetime) -> Batches:
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
        limit=_LIMIT if reading.who and not reading.words else _HITS,
        **reading.timing,
    )
    rest = [_todos(reading, status="open", timed=False), *_written_to(reading)] if mine else []
    wide = [_search(reading), events_read(reading, now, directed=False)] if reading.words else []
    return [[held], [*([said] if reading.who or reading.words else []), *rest], wide]


def _written_to(reading: Reading) -> list[Wanted]:
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
        limit=_HITS,
        **reading.timing,
    )
    return [said] if whom else []


def _attribute(reading: Reading, now: datetime) -> Batches:
    if reading.targets:
        return [_contacts(reading), _told(reading), [_search(reading)]]
    if not reading.words:
        return (
            [[wanted("get_contacts", birthdays=True, limit=_EVERYONE)]]
            if reading.attribute == "birthday"
            else [[_search(reading)]]
        )
    first = [wanted("get_contacts", name=reading.names[0] if reading.relative else reading.about, limit=5)]
    second = [wanted("get_contacts", query=reading.about, limit=5)]
    if reading.attribute == "birthday":
        second.append(events_read(reading, now, directed=False, timed=False))
    if reading.attribute == "address":
        second.append(wanted("get_places", query=reading.about, limit=5))
        second.append(events_read(reading, now, directed=False, timed=False))
    if len(reading.words) == 1:
        return [first, second, [_search(reading, timed=False), *_told(reading)]]
    return [first, second, [_search(reading, timed=False)]]


def _told(reading: Reading) -> list[Wanted]:
    """What the person said of it: "my new number is …" is said without one's own name."""
    names = [target.name for target in reading.targets if target.kind == "contact"] or [reading.about]
    if reading.attribute not in _LABELS or len(names) != 1:
        return []
    query = _LABELS[reading.attribute]
    return [wanted("search_memories", query=query, kinds=["message"], speaker=names[0], limit=_HITS)]


def _topic(reading: Reading, now: datetime) -> Batches:
    if reading.when and not reading.words:
        return _agenda(reading, now)
    first = [_search(reading)]
    if reading.when:
        first.append(wanted("get_events", action="by_range", limit=_LIMIT, **reading.timing))
    if reading.when or reading.thing == "event":
        first.append(events_read(reading, now, directed=False))
    second = [wanted("get_contacts", query=reading.about, limit=5), _todos(reading, timed=False)]
    if reading.words:
        second.insert(0, events_read(reading, now, directed=False, timed=False))
    return [first, second if reading.words else [], [_search(reading, timed=False)]]


_PLANS: Mapping[Kind, Callable[[Reading, datetime], Batches]] = {
    Kind.WHEN: _thing,
    Kind.WHERE: _thing,
    Kind.HOW_LONG: _thing,
    Kind.EXISTS: _thing,
    Kind.WHO: _who,
    Kind.AGENDA: _agenda,
    Kind.NEXT: _next,
    Kind.FREE: _free,
    Kind.CONFLICT: _conflicts,
    Kind.BRIEFING: _briefing,
    Kind.COUNT: _count,
    Kind.MOST: _most,
    Kind.SAID: _said,
    Kind.DECIDED: _stated,
    Kind.PROMISED: _stated,
    Kind.ATTRIBUTE: _attribute,
    Kind.TOPIC: _topic,
}
