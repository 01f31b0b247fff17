"""Values that are worked out of contacts and what was said: who is older, who is what to whom, a whole name, whom one
has not seen, what somebody said last; and to-dos without a day."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from orchestrator.language import render
from orchestrator.language.concepts import MARK
from orchestrator.language.messages import say
from orchestrator.language.people.relations import relation_label
from orchestrator.language.text.normalize import stems
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import Item, text_of
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.line import line as line_of
from orchestrator.reader.phrase.contact_lines import attribute, born, name_of
from orchestrator.reader.phrase.frame import MOST_OF_A_LIST, listed
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.overview import so_many
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import Way, bare, person, person_look, subject
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question.reading import read_line
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import share
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

_BACK = timedelta(days=730)
_HITS = 20
_MOST_EVENTS = 100
_MARRIED = frozenset({"Wife", "Husband", "Spouse", "Partner"})
_NO_YEAR = 4
_OLDEST_OF = 2
_WHEN = ("when", "quando", "cuando")


def _read_people(query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [person_look(words) for words in query.subjects]


def _older(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    found = [person(words, facts) for words in query.subjects]
    people = [one for one in found if one is not None]
    dated = [(day, one) for one in people if (day := born(one)) is not None and day.year > _NO_YEAR]
    if len(people) != len(query.subjects) or len({one.get("id") for one in people}) < _OLDEST_OF:
        return None
    if len(dated) != len(people):
        unknown = next(one for one in people if one not in [each for _, each in dated])
        return say("reader.answer.age_unknown", voice.locale, name=name_of(unknown))
    ranked = sorted(dated, key=lambda pair: pair[0], reverse=query.least)
    rows = [
        f"- {name_of(one)}: {render.count(_age(day, facts.now.date()), 'year', voice.locale)}, "
        f"{attribute(one, 'birthday', voice)} {source(one, voice, None)}"
        for day, one in ranked
    ]
    if ranked[0][0] == ranked[1][0]:
        return "\n".join([say("reader.query.same_age", voice.locale), *rows])
    key = "reader.query.younger" if query.least else "reader.query.older"
    return "\n".join([say(key, voice.locale, name=name_of(ranked[0][1])), *rows])


def _age(day: date, on: date) -> int:
    return on.year - day.year - ((on.month, on.day) < (day.month, day.day))


def _relation(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = person(query.subjects[0], facts)
    if one is None or not one.get("relation"):
        return None
    return f"{clean(one.get('relation'))}: {line(one, voice)}"


def _married(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = person(query.subjects[0], facts)
    rows = one.data.get("relationships") if one is not None else None
    if one is None:
        return None
    wed = [row for row in rows or () if isinstance(row, Mapping) and relation_label(str(row.get("label"))) in _MARRIED]
    if not wed:
        return say("reader.query.no_spouse", voice.locale, name=name_of(one))
    told = f"{clean(str(wed[0].get('name')))} ({clean(str(wed[0].get('label')))})"
    return say("reader.query.married", voice.locale, name=name_of(one), spouse=told)


def _full_name(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = person(query.subjects[0], facts)
    return line(one, voice) if one is not None else None


_ME = line_of("me")


def _read_me(_query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [person_look(_ME)]


def _myself(_query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = person(_ME, facts)
    return line(one, voice) if one is not None else clean(facts.user_name) or None


# Whom one has not seen since


def _since(query: Query, facts: TurnFacts) -> datetime | None:
    """The end of the time since when: "since October" is not after October."""
    known = words_of(query.language)
    told = phrases(query.line.raw, query.line.low, known, facts.now, known.locale)
    found = next((one.mention for one in told if one.mention.has_date), None)
    if found is None:
        return None
    start = found.start if found.start <= facts.now else found.start.replace(year=found.start.year - 1)
    ends = {
        "month": (start.replace(day=1) + timedelta(days=31)).replace(day=1),
        "year": start.replace(month=1, day=1, year=start.year + 1),
        "week": start + timedelta(days=7),
    }.get(found.grain, start + timedelta(days=1))
    return min(ends, facts.now)


def _read_unseen(query: Query, facts: TurnFacts) -> list[Wanted]:
    cut = _since(query, facts)
    if cut is None:
        return []
    now = facts.now
    return [
        wanted("get_events", action="last", since=iso(cut - _BACK), until=iso(cut), limit=_MOST_EVENTS),
        wanted("get_events", action="most", since=iso(cut), until=iso(now), limit=_MOST_EVENTS),
    ]


def _unseen(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    cut = _since(query, facts)
    looked = [one for one in facts.ledger if one.tool == "get_events" and one.outcome == "done"]
    rows = [row for one in looked if one.arguments.get("action") == "last" for row in one.data.get("events") or ()]
    since = [one for one in looked if one.arguments.get("action") == "most"]
    if cut is None or not rows or not since:
        return None
    seen = {str(row.get("name")) for one in since for row in one.data.get("by_person") or ()}
    last: dict[str, Item] = {}
    for row in rows:
        for who in row.get("participants") or ():
            last.setdefault(str(who.get("name")), Item("event", row, 1.0))
    missed = [(name, item) for name, item in last.items() if name not in seen][:MOST_OF_A_LIST]
    if not missed:
        return None
    named = render.join([clean(name) for name, _ in missed], voice.locale)
    rows_told = [
        f"- {clean(name)}: {quoted(item.get('title'))} {source(item, voice, item.moment('start_at'))}"
        for name, item in missed  # without the others who were there: it would read as if they were missed
    ]
    return "\n".join([say("reader.query.unseen", voice.locale, names=named, day=voice.short(cut)), *rows_told])


# What somebody said last


def _latest_messages(query: Query, facts: TurnFacts) -> list[Wanted]:
    """The messages of the person, once it is known who that is."""
    one = person(query.subjects[0], facts)
    if one is None:
        return []
    return [
        wanted(
            "search_memories",
            kinds=["message"],
            speaker=name_of(one),
            since=iso(facts.now - _BACK),
            until=iso(facts.now),
            limit=_HITS,
        )
    ]


def _latest(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = person(query.subjects[0], facts)
    if one is None:
        return None
    own = Reading(query.line, query.language, voice.locale, Kind.SAID, who=name_of(one), names=(name_of(one),))
    hits = [item for item in gather(facts.ledger, own).items if item.hit and item.kind == "message"]
    theirs = [item for item in hits if item.get("speaker") == name_of(one) and item.moment("at") is not None]
    if not theirs:
        about = say("reader.answer.about", voice.locale, about=name_of(one))
        return say("reader.answer.nothing", voice.locale, about=about, range="")
    newest = max(theirs, key=lambda item: item.moment("at") or voice.now)
    at = newest.moment("at")
    day = f"{voice.moment(at)}: " if at is not None and query.line.low.startswith(_WHEN) else ""
    return f"{day}{line(newest, voice)}"


# To-dos without a day


def _read_undated(_query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [wanted("get_todos", status="open", limit=_MOST_EVENTS)]


def _undated(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    reading = subject(query, query.line, facts)
    if reading.thing not in {"todo", None} or not any(one.tool == "get_todos" for one in facts.ledger):
        return None
    rows = [row for one in facts.ledger if one.tool == "get_todos" for row in one.data.get("todos") or ()]
    found = [Item("todo", row, 1.0) for row in rows if not row.get("due_at") and not row.get("done_at")]
    if not found:
        return say("reader.query.all_dated", voice.locale)
    text = listed(found, voice, most=MOST_OF_A_LIST)
    asked = read_line(query.line, query.language, now=facts.now, locale=voice.locale)
    if asked.kind is not Kind.COUNT:
        return text
    told = say("reader.answer.count", voice.locale, count=so_many(len(found), "todo", voice), about="", range="")
    return f"{told}\n{text}"


OF_PEOPLE: Mapping[Aggregate, Way] = {
    Aggregate.OLDER: Way(_read_people, _older),
    Aggregate.RELATION: Way(_read_people, _relation),
    Aggregate.MARRIED: Way(_read_people, _married),
    Aggregate.FULL_NAME: Way(_read_people, _full_name),
    Aggregate.MYSELF: Way(_read_me, _myself),
    Aggregate.UNSEEN: Way(_read_unseen, _unseen),
    Aggregate.LATEST: Way(_read_people, _latest),
    Aggregate.UNDATED: Way(_read_undated, _undated),
}
LATER = {Aggregate.LATEST: _latest_messages}
"""What can be looked up only when it is known who is meant."""


_GIVEN = frozenset(f"{MARK}{name}" for name in ("gift", "buy"))
_PRESENT_NOTED = frozenset({"note", "fact"})
_PRESENT_HITS = 20
_MOST_PRESENTS = 4


def _presents_read(query: Query, _facts: TurnFacts) -> list[Wanted]:
    who = query.subjects[0]
    return [
        person_look(who),
        wanted("search_memories", query=bare(who), kinds=[*sorted(_PRESENT_NOTED)], limit=_PRESENT_HITS),
        wanted("search_memories", query=f"present {bare(who)}", limit=_PRESENT_HITS),
    ]


def _presents_later(query: Query, facts: TurnFacts) -> list[Wanted]:
    """The same by the name of whom the words only tell a relation."""
    one = person(query.subjects[0], facts)
    if one is None or share(tuple(name_of(one).split()), bare(query.subjects[0])) > 0:
        return []
    first = name_of(one).split()[0]
    return [
        wanted("search_memories", query=first, kinds=[*sorted(_PRESENT_NOTED)], limit=_PRESENT_HITS),
        wanted("search_memories", query=f"present {first}", limit=_PRESENT_HITS),
    ]


def _presents_told(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = person(query.subjects[0], facts)
    called = name_of(one).split()[0] if one is not None else bare(query.subjects[0])
    looked = [each for each in facts.ledger if each.tool == "search_memories" and each.outcome == "done"]
    rows = {str(row.get("part_id") or row.get("id")): row for each in looked for row in each.data.get("hits") or ()}
    hits = [Item(str(row.get("kind") or "message"), row, 1.0, hit=True) for row in rows.values()]
    theirs = [each for each in hits if share((called,), text_of(each)) >= 1]
    given = [each for each in theirs if _is_given(each)]
    found = given or [each for each in theirs if each.kind in _PRESENT_NOTED]
    return listed(found[:_MOST_PRESENTS], voice) if found else None


def _is_given(item: Item) -> bool:
    """Whether it speaks of something that is bought or given."""
    return item.kind != "event" and any(_GIVEN & set(forms) for forms in stems(text_of(item)))


OF_PRESENTS: Mapping[Aggregate, Way] = {Aggregate.PRESENT: Way(_presents_read, _presents_told)}

LATER_PRESENTS = {Aggregate.PRESENT: _presents_later}
