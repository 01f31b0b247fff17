"""How is a query answered: its look-ups, and the value that is worked out of what they found?"""

from dataclasses import replace

from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.call_selection import Wanted, calls, offered, spent
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.comparing import COMPARING
from orchestrator.reader.query.of_ages import OF_AGES
from orchestrator.reader.query.of_events import OF_EVENTS
from orchestrator.reader.query.of_free_time import OF_FREE_TIME
from orchestrator.reader.query.of_kin import OF_KIN
from orchestrator.reader.query.of_messages import LATER_MESSAGES, OF_MESSAGES
from orchestrator.reader.query.of_others import OF_OTHERS
from orchestrator.reader.query.of_overlaps import LATER_OVERLAPS, OF_OVERLAPS
from orchestrator.reader.query.of_people import LATER, LATER_PRESENTS, OF_PEOPLE, OF_PRESENTS
from orchestrator.reader.query.of_places import LATER_PLACES, OF_PLACES
from orchestrator.reader.query.of_series import OF_SERIES
from orchestrator.reader.query.of_tasks import OF_TASKS
from orchestrator.reader.query.of_trips import LATER_TRIPS, OF_TRIPS

_WAYS = {
    **OF_EVENTS,
    **OF_OVERLAPS,
    **COMPARING,
    **OF_PEOPLE,
    **OF_PLACES,
    **OF_OTHERS,
    **OF_TASKS,
    **OF_TRIPS,
    **OF_PRESENTS,
    **OF_MESSAGES,
    **OF_KIN,
    **OF_FREE_TIME,
    **OF_AGES,
    **OF_SERIES,
}
_THEN = {**LATER, **LATER_OVERLAPS, **LATER_TRIPS, **LATER_PRESENTS, **LATER_MESSAGES, **LATER_PLACES}


_OTHERWISE = {
    Aggregate.FIRST_VISIT: Aggregate.BEGAN,
    Aggregate.CAME: Aggregate.RETURN,
    Aggregate.LEFT: Aggregate.DEPARTURE,
}
"""What else a question may ask where nothing answers it: "since when do I go to guitar" is of no place, and nobody
measured when one left Porto by the train in the calendar."""


def query_calls(query: Query, facts: TurnFacts) -> list[ToolCall]:
    """The reads that are needed now; none where the value can be told, or never."""
    first = _first(query, facts)
    if not first:
        return []
    if not spent(facts, first, 0):
        return calls(facts, first)
    then = _later(query, facts)
    if not then or spent(facts, then, len(first)):
        return []
    return calls(facts, then)


def looked(query: Query, facts: TurnFacts) -> int:
    """How many look-ups it has cost: where they decide nothing, the question is answered as any other is."""
    return len(_first(query, facts)) + len(_later(query, facts))


def _first(query: Query, facts: TurnFacts) -> list[Wanted]:
    return [each for each in _WAYS[query.aggregate].reads(query, facts) if offered(facts, each.tool)]


def _later(query: Query, facts: TurnFacts) -> list[Wanted]:
    later = _THEN.get(query.aggregate)
    other = _otherwise(query)
    wished = [
        *(later(query, facts) if later is not None else ()),
        *(_WAYS[other.aggregate].reads(other, facts) if other is not None else ()),
    ]
    return [each for each in wished if offered(facts, each.tool)]


def _otherwise(query: Query) -> Query | None:
    other = _OTHERWISE.get(query.aggregate)
    return replace(query, aggregate=other) if other is not None else None


def told_query(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The value, and what it rests on; None where what was found does not decide it."""
    if not any(entry.effect == "read" and entry.outcome == "done" for entry in facts.ledger):
        return None
    found = _WAYS[query.aggregate].told(query, facts, voice)
    other = _otherwise(query)
    return _WAYS[other.aggregate].told(other, facts, voice) if found is None and other is not None else found
