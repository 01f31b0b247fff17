"""Values that are worked out of places: how far one is from another, over the ground."""

from collections.abc import Mapping

from orchestrator.domain.world.places.likeness import metres
from orchestrator.integrations.geocoding.port import Point
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence import SURE, Item, text_of
from orchestrator.reader.line import Line
from orchestrator.reader.phrase.lines import Voice, line, quoted
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import Way, bare
from orchestrator.reader.texts import share

_PAIR = 2


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


OF_PLACES: Mapping[Aggregate, Way] = {Aggregate.DISTANCE: Way(_read, _distance)}
