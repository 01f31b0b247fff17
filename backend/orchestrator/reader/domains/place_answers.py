"""How is a question about a place answered from what its tool found?"""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.domains.place_asks import Ask, PlaceAsk
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.phrase.lines import event
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.texts import share

_MOST = 12
_LABEL = 40


def told_of_place(ask: PlaceAsk | None, facts: TurnFacts, voice: Voice, language: str) -> str | None:
    """The answer; None where the tool was not asked, or knows no place of that name: the other look-ups answer."""
    if ask is None:
        return None
    entry = next((one for one in reversed(facts.ledger) if one.tool == ask.ask and _is_of(one, ask)), None)
    if entry is None or entry.outcome != "done":
        return None
    if ask.ask is Ask.LOCATION:
        return _location(entry, language)
    if ask.ask is Ask.HOME:
        return _home(entry, language, voice)
    if ask.ask is Ask.NEARBY:
        return _nearby(entry, language, voice.locale)
    place = entry.data.get("place")
    if not isinstance(place, Mapping):
        return None
    name = quoted(str(place.get("name") or ""))
    if ask.ask is Ask.PEOPLE:
        return _people(entry, ask, name, voice, language, _of_company(facts, ask.place))
    return _events(entry, name, voice, language)


def _of_company(facts: TurnFacts, name: str) -> list[Mapping[str, Any]]:
    """The contacts whose company is called as the place is."""
    looked = [one for one in facts.ledger if one.tool == "get_contacts" and one.outcome == "done"]
    rows = [row for one in looked for row in _rows(one.data.get("contacts"))]
    words = tuple(name.split())
    own = [row for row in rows if row.get("organization") and share(words, str(row["organization"])) >= 1]
    return list({str(row.get("id")): row for row in own}.values())


def _people(
    entry: LedgerEntry,
    ask: PlaceAsk,
    place: str,
    voice: Voice,
    language: str,
    of_company: list[Mapping[str, Any]],
) -> str:
    rows = _rows(entry.data.get("contacts")) or (of_company if ask.role == "works" else [])
    if not rows:
        return say(f"reader.places.nobody.{ask.role}", language, place=place)
    shown = [_person(row) for row in rows[:_MOST]]
    key = {"lives": "reader.places.lives", "works": "reader.places.works"}.get(ask.role, "reader.places.there")
    how = say(key if len(rows) > 1 else "reader.places.there", language, place=place)
    text = f"{render.join(shown, voice.locale)}: {how} ({say('reader.answer.sources.contact', voice.locale)})"
    return text if len(rows) <= _MOST else f"{text}\n{say('reader.places.more', language, number=len(rows) - _MOST)}"


def _person(row: Mapping[str, Any]) -> str:
    name, label = clean(str(row.get("display_name") or "")), clean(str(row.get("label") or ""), _LABEL)
    return f"{name} ({label})" if label else name


def _events(entry: LedgerEntry, place: str, voice: Voice, language: str) -> str:
    rows = _rows(entry.data.get("events"))
    if not rows:
        return say("reader.places.nothing", language, place=place)
    lines = [f"- {event(Item('event', row, 1.0), voice)}" for row in rows[:_MOST]]
    total = entry.data.get("total")
    left = (total if isinstance(total, int) else len(rows)) - len(lines)
    return "\n".join(
        [
            say("reader.places.happened", language, place=place),
            *lines,
            *([say("reader.places.more", language, number=left)] if left > 0 else []),
        ]
    )


def _location(entry: LedgerEntry, language: str) -> str:
    here = entry.data.get("location")
    if not isinstance(here, Mapping):
        return say("reader.places.unknown", language)
    town = ", ".join(clean(str(here[key])) for key in ("city", "country") if here.get(key))
    if here.get("place_name"):
        name = quoted(str(here["place_name"]))
        text = say("reader.places.at_home" if here.get("home_like") else "reader.places.at", language, place=name)
        return f"{text} {say('reader.places.near_town', language, town=town)}" if town else text
    if here.get("address"):
        text = say("reader.places.in", language, address=clean(str(here["address"]), 200))
    elif town:
        text = say("reader.places.near_town", language, town=town)
    else:
        return say("reader.places.nowhere", language)
    return _credited(text, here, language)


def _is_of(entry: LedgerEntry, ask: PlaceAsk) -> bool:
    """Places are looked up for other reasons too."""
    return ask.ask is not Ask.HOME or entry.arguments.get("query") == ask.place


def _home(entry: LedgerEntry, language: str, voice: Voice) -> str | None:
    """None where it is not known which place that is."""
    meant = entry.data.get("meant")
    row = next((one for one in _rows(entry.data.get("places")) if meant == [one.get("id")]), None)
    if row is None:
        return None
    address = clean(str(row.get("address") or ""), 200)
    told = ", ".join(part for part in (quoted(str(row.get("name") or "")), address) if part)
    return f"{say('reader.places.home', language, place=told)} ({say('reader.answer.sources.place', voice.locale)})"


def _nearby(entry: LedgerEntry, language: str, locale: str) -> str:
    around = entry.data.get("around")
    place = (
        quoted(str(around.get("name") or "")) if isinstance(around, Mapping) else say("reader.places.where", language)
    )
    rows = _rows(entry.data.get("places"))
    unseen = (
        []
        if entry.data.get("looked_on_map") or not entry.arguments.get("category")
        else [say("reader.places.no_map", language)]
    )
    if not rows:
        return " ".join([say("reader.places.near_none", language, place=place), *unseen])
    lines = [f"- {_near_row(row, locale)}" for row in rows[:_MOST]]
    return _credited(
        "\n".join([say("reader.places.near", language, place=place), *lines, *unseen]), entry.data, language
    )


def _near_row(row: Mapping[str, Any], locale: str) -> str:
    away = render.distance(float(row.get("distance_m") or 0), locale)
    address = clean(str(row.get("address") or ""), 200)
    return ", ".join(part for part in (quoted(str(row.get("name") or "")), address, away) if part)


def _credited(text: str, told: Mapping[str, Any], language: str) -> str:
    credit = clean(str(told.get("attribution") or ""), 120)
    return f"{text}\n{say('reader.places.credit', language, credit=credit)}" if credit else text


def _rows(value: object) -> Sequence[Mapping[str, Any]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list | tuple) else []
