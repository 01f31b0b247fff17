"""Values that are worked out of places: how far one is from another, over the ground, and where the user was."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any

from orchestrator.domain.world.places.likeness import metres
from orchestrator.integrations.geocoding.port import Point
from orchestrator.language import render
from orchestrator.language.messages import say, say_counted
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import SURE, Item, moment, text_of
from orchestrator.reader.line import Line
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.measured import clock
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import Way, bare, spanned
from orchestrator.reader.question.model import iso
from orchestrator.reader.texts import share

_PAIR = 2
_MOST_EVENTS = 100
_MOST_TOLD = 5
DAY, ASLEEP_AT = timedelta(days=1), time(3)
STILL_HERE = timedelta(minutes=30)
"""Who was measured at a place so lately is there."""


def _read(query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [wanted("get_places", query=bare(words), limit=5) for words in query.subjects[:_PAIR]]


def _place(words: Line, facts: TurnFacts) -> Item | None:
    """The one place that words mean: what the tool is sure of, else the only one that holds them all."""
    for entry in facts.ledger:
        if entry.tool != "get_places" or entry.outcome != "done" or entry.arguments.get("query") != bare(words):
            continue
        rows = [Item("place", row, 1.0) for row in entry.data.get("places") or ()]
        meant = [one for one in rows if one.get("id") in (entry.data.get("meant") or ())]
        named = meant or [one for one in rows if share(tuple(bare(words).split()), text_of(one)) >= SURE]
        return named[0] if len(named) == 1 else None
    return None


def _distance(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    found = [one for words in query.subjects[:_PAIR] if (one := _place(words, facts)) is not None]
    points = [point for each in found if (point := _point(each)) is not None]
    if len(points) != _PAIR or found[0].get("id") == found[1].get("id"):
        return None
    away = render.distance(round(metres(*points), -1), voice.locale)  # to the metre would be more than is known
    first, last = (quoted(item.get("name")) for item in found)
    text = say("reader.query.distance", voice.locale, distance=away, one=first, other=last)
    return "\n".join([text, *(f"- {line(item, voice)}" for item in found)])


def _point(one: Item) -> Point | None:
    lat, lon = one.data.get("lat"), one.data.get("lon")
    return Point(lat, lon) if isinstance(lat, int | float) and isinstance(lon, int | float) else None


# Where the user was


def _read_history(query: Query, facts: TurnFacts) -> list[Wanted]:
    reading = spanned(query, facts, query.line)
    doubtful = bool(reading.when) and not reading.exact and not all(one.mention.sure for one in reading.times)
    # Of words with two readings the tool looks at both: it is given the words.
    timing = {"when": str(reading.when)} if doubtful else reading.timing
    return [wanted("get_location_history", **timing)]


def _read_night(query: Query, facts: TurnFacts) -> list[Wanted]:
    """Where one was in the small hours after the evening of a day; of several days what was measured on them. Without a
    day the last night."""
    reading = spanned(query, facts, query.line)
    start, end = reading.span if reading.span is not None else (facts.now - DAY, facts.now)
    if start is None or (end is not None and end - start > DAY):
        return _read_history(query, facts)
    asleep = iso(datetime.combine(start.date() + DAY, ASLEEP_AT))
    return [wanted("get_location_history", since=asleep, until=asleep)]


def _history(_query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The stays that were measured; None where none was: the calendar may tell."""
    rows = [row for one in _histories(facts) for row in one.get("stays") or () if isinstance(row, Mapping)]
    told = [f"- {_named(row, voice)}: {_while(row, voice)}" for row in rows]
    return "\n".join(told) or None


def _named(stay: Mapping[str, Any], voice: Voice) -> str:
    """The place of a stay by the best that is known of it."""
    if stay.get("place_name"):
        return quoted(str(stay["place_name"]))
    town = ", ".join(clean(str(stay[key])) for key in ("city", "country") if stay.get(key))
    return clean(str(stay.get("address") or town)) or say("reader.query.unnamed_place", voice.locale)


def _while(stay: Mapping[str, Any], voice: Voice) -> str:
    start, end = moment(stay.get("start_at")), moment(stay.get("end_at"))
    return voice.moment(start, end) if start is not None else ""


# How often, when last and with whom the user was somewhere, by the stays there; where there are none the calendar tells


def _read_visits(query: Query, facts: TurnFacts) -> list[Wanted]:
    asked = query.subjects[0] if query.subjects else None
    if asked is None:  # with whom where one was at a time
        return _read_history(query, facts) if query.aggregate is Aggregate.COMPANY else []
    reading = spanned(query, facts, asked)
    place = bare(reading.line.without([(one.start, one.end) for one in reading.times]))
    return [wanted("get_location_history", place=place, **reading.timing)] if place else []


def _read_whether(query: Query, facts: TurnFacts) -> list[Wanted]:
    """The visits of a place at the time that is asked for: of any other time they prove nothing."""
    timed = facts.mood == Mood.QUESTION and bool(spanned(query, facts, query.subjects[0]).when)
    return _read_visits(query, facts) if timed else []


def _then_calendar(query: Query, facts: TurnFacts) -> list[Wanted]:
    """What the calendar has at a place that is known, where nothing was measured there."""
    known = any(one.tool == "get_location_history" and one.data.get("place") for one in facts.ledger)
    if not query.subjects or not known or _looked(facts) is not None:
        return []
    first = _read_visits(query, facts)
    return [wanted("places_events", **first[0].arguments, limit=_MOST_EVENTS)] if first else []


def _by_calendar(facts: TurnFacts) -> tuple[str, list[Item]]:
    """The place, and what was there by the calendar, the latest first."""
    for entry in facts.ledger:
        if entry.tool == "places_events" and entry.outcome == "done" and entry.data.get("place"):
            rows = [Item("event", row, 1.0) for row in entry.data.get("events") or () if isinstance(row, Mapping)]
            gone = [one for one in rows if (at := one.moment("start_at")) is not None and at <= facts.now]
            held = [one for one in gone if one.get("status") != "cancelled"]
            return quoted(str(entry.data["place"].get("name") or "")), held
    return "", []


def _looked(facts: TurnFacts) -> Mapping[str, Any] | None:
    """What was measured at the place."""
    return next((one for one in _histories(facts) if one.get("visits")), None)


def _histories(facts: TurnFacts) -> list[Mapping[str, Any]]:
    return [one.data for one in facts.ledger if one.tool == "get_location_history" and one.outcome == "done"]


def _visits(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    data = _looked(facts)
    if data is None:
        place, held = _by_calendar(facts)
        text = say_counted("reader.query.visits", len(held), voice.locale, count=len(held), place=place)
        return "\n".join([text, *(f"- {line(one, voice)}" for one in held[:_MOST_TOLD])]) if held else None
    times, place = int(data["visits"]), quoted(str(data["place"]["name"]))
    text = say_counted("reader.query.visits", times, voice.locale, count=times, place=place)
    return "\n".join([text, *_listed(data, voice), *(_with_whom(data, voice) if query.beside else ())])


def _was_there(_query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """That they were, or where else; where nothing was measured the calendar may tell."""
    data = _looked(facts)
    if data is None:
        return _was_elsewhere(facts, voice)
    place = quoted(str(data["place"]["name"]))
    return "\n".join([say("reader.query.was_there", voice.locale, place=place), *_listed(data, voice)])


def _was_elsewhere(facts: TurnFacts, voice: Voice) -> str | None:
    """That they were not: their phone was elsewhere; of a time that nobody measured what the calendar has there."""
    known = [one for one in _histories(facts) if one.get("visits") == 0]
    data = next((one for one in known if one.get("stays") or one.get("planned")), None)
    if data is None:
        return None
    place = quoted(str(data["place"]["name"]))
    if planned := [f"- {line(Item('event', row, 1.0), voice)}" for row in data.get("planned") or ()]:
        return "\n".join([say("reader.query.planned_there", voice.locale, place=place), *planned])
    told = [f"- {_named(row, voice)}: {_while(row, voice)}" for row in data["stays"]]
    return "\n".join([say("reader.query.was_elsewhere", voice.locale, place=place), *told])


def _came(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """From when on they were there: each time of those that are asked for, else the last one."""
    return _bounds(query, facts, voice, "start_at", "reader.query.there_from")


def _left(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """Until when they were there; of who is there still nobody can tell."""
    return _bounds(query, facts, voice, "end_at", "reader.query.there_until")


def _bounds(query: Query, facts: TurnFacts, voice: Voice, end: str, key: str) -> str | None:
    data, span = _looked(facts), spanned(query, facts, query.subjects[0]).span
    if data is None:
        return None
    all_of_them = [at for row in data.get("stays") or () if (at := moment(row.get(end))) is not None and at < facts.now]
    since, until = span if span is not None else (None, None)
    told = [at for at in all_of_them if (since is None or since <= at) and (until is None or at < until)]
    place, shown = quoted(str(data["place"]["name"])), told if span is not None else told[-1:]
    return "\n".join(say(key, voice.locale, place=place, when=voice.moment(at, None)) for at in shown) or None


def _last_visit(_query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    data = _looked(facts)
    if data is None:
        _, held = _by_calendar(facts)
        return line(held[0], voice) if held else None
    place = quoted(str(data["place"]["name"]))
    start, end = moment(data.get("last_from")), moment(data.get("last_until"))
    if start is None or end is None:
        return None
    here = facts.now - end <= STILL_HERE
    key = "reader.query.here_since" if here else "reader.query.visited_last"
    return say(key, voice.locale, place=place, when=voice.moment(start, None if here else end))


def _time_there(_query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """How long the user was there, all visits together."""
    data = _looked(facts)
    if data is None:
        return None
    length = clock(timedelta(minutes=int(data["minutes"])), voice.locale)
    text = say("reader.query.time_there", voice.locale, length=length, place=quoted(str(data["place"]["name"])))
    return "\n".join([text, *_listed(data, voice)])


def _first_visit(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """Since when they have been there, and how often since."""
    data = _looked(facts)
    first = moment(data.get("first_at")) if data is not None else None
    if data is None or first is None:
        return None
    place = quoted(str(data["place"]["name"]))
    text = say("reader.query.visited_first", voice.locale, place=place, when=voice.moment(first, None))
    return f"{text}\n{_visits(query, facts, voice)}"


def _company(_query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """Who took part in what the calendar has for the stays there; None where nobody stayed there."""
    data = _looked(facts) or _measured(facts)
    if data is None:
        _, held = _by_calendar(facts)
        return line(held[0], voice) if held else None
    if told := _with_whom(data, voice):
        return "\n".join(told)
    place = data.get("place")
    stays = [row for row in data.get("stays") or () if isinstance(row, Mapping)]
    where = quoted(str(place["name"])) if place else ", ".join(dict.fromkeys(_named(row, voice) for row in stays))
    text = say("reader.query.company_unknown", voice.locale, place=where)
    told = _listed(data, voice) if place else [f"- {_named(row, voice)}: {_while(row, voice)}" for row in stays]
    return "\n".join([text, *told])


def _with_whom(data: Mapping[str, Any], voice: Voice) -> list[str]:
    """The events meanwhile that somebody else took part in."""
    rows = [row for stay in data.get("stays") or () for row in stay.get("events") or ()]
    told = {row.get("id"): Item("event", row, 1.0) for row in rows if row.get("participants")}
    return [f"- {line(one, voice)}" for one in told.values()]


def _measured(facts: TurnFacts) -> Mapping[str, Any] | None:
    """The stays of a time, wherever they were."""
    return next((one for one in _histories(facts) if one.get("stays")), None)


def _listed(data: Mapping[str, Any], voice: Voice) -> list[str]:
    return [f"- {_while(row, voice)}" for row in data.get("stays") or () if isinstance(row, Mapping)]


OF_PLACES: Mapping[Aggregate, Way] = {
    Aggregate.DISTANCE: Way(_read, _distance),
    Aggregate.WHEREABOUTS: Way(_read_history, _history),
    Aggregate.SLEPT: Way(_read_night, _history),
    Aggregate.VISITS: Way(_read_visits, _visits),
    Aggregate.WAS_THERE: Way(_read_whether, _was_there),
    Aggregate.CAME: Way(_read_visits, _came),
    Aggregate.LEFT: Way(_read_visits, _left),
    Aggregate.LAST_VISIT: Way(_read_visits, _last_visit),
    Aggregate.FIRST_VISIT: Way(_read_visits, _first_visit),
    Aggregate.TIME_THERE: Way(_read_visits, _time_there),
    Aggregate.COMPANY: Way(_read_visits, _company),
}
_VISITED = (Aggregate.VISITS, Aggregate.LAST_VISIT, Aggregate.COMPANY)
LATER_PLACES = dict.fromkeys(_VISITED, _then_calendar)
"""What is looked up where no stay was measured: what the calendar has at the place."""
