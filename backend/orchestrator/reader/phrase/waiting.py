"""What that is asked for was proposed and waits for a yes? It stands in no record, and belongs to the answer."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.domain.world.events.recurrence import recurrence_set
from orchestrator.domain.world.events.recurrence.expansion import expand
from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts, WaitingChange
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.evidence.finds import Evidence
from orchestrator.reader.evidence.gathering import told_to_steward
from orchestrator.reader.phrase.measured import apart
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reads.asked_todos import of_a_list
from orchestrator.reader.texts import share

MOST_TOLD = 5
_HELD = 0.5
"""So much of what is asked for stands in what waits."""
_NEVER = frozenset(
    {Kind.GREETING, Kind.FAREWELL, Kind.THANKS, Kind.ABILITIES, Kind.UNABLE, Kind.CLOCK, Kind.SAID, Kind.DECIDED}
)
"""Kinds of question that no proposal answers."""
_LOOKED_AHEAD = timedelta(days=31)
_LAST = "~"
"""What names no time comes after what does."""
_OF_A_TIME = frozenset({Kind.AGENDA, Kind.FREE, Kind.CONFLICT, Kind.COUNT, Kind.NEXT})
"""Kinds that ask for all of a time, whatever it is."""
_HELD_AGAINST = frozenset({Kind.FREE, Kind.CONFLICT, Kind.COUNT})
"""Kinds whose answer is right of what is kept, whatever waits."""


def waiting_for_word(facts: TurnFacts, reading: Reading) -> Sequence[WaitingChange]:
    """What waits in the thread and is meant by the question, in the order of its times."""
    if reading.kind in _NEVER or (reading.past and not reading.words):
        return []
    newest = facts.waiting[0] if facts.waiting else None
    placed = [replace(one, starts=_start_in(one, reading.span)) for one in facts.waiting if _is_of(one, reading)]
    meant = [
        one for one in placed if _is_meant(one, reading, newest=newest is not None and one.summary == newest.summary)
    ]
    return sorted(meant, key=lambda one: one.starts.isoformat() if one.starts is not None else _LAST)[:MOST_TOLD]


def told_waiting(
    text: str, waiting: Sequence[WaitingChange], reading: Reading, evidence: Evidence, voice: Voice
) -> str:
    """The answer, and below it what waits; nothing but that where no record answers: what the user told Steward for it
    is not told again beside what was made of that, and a count of days is worked out from it."""
    if all(one.summary in text for one in waiting):
        return text
    told = say("reader.answer.unconfirmed", voice.locale, items="; ".join(one.summary for one in waiting))
    if reading.kind in _HELD_AGAINST or any(item.relevant and not told_to_steward(item) for item in evidence.items):
        return f"{text}\n\n{told}"
    at = waiting[0].starts if len(waiting) == 1 else None
    if reading.measure is Measure.UNTIL and at is not None:
        return f"{apart(voice.now, at, voice.locale, timed=False, unit=reading.unit)}. {told}"
    return told


def _is_of(one: WaitingChange, reading: Reading) -> bool:
    """Whether it is of the kind of thing that is asked for, where one is."""
    return reading.thing is None or one.tool.startswith(f"{reading.thing}s_")


def _start_in(one: WaitingChange, span: tuple[datetime, datetime | None] | None) -> datetime | None:
    """When it starts; of a series in the time that is asked for, where it has an occurrence there."""
    since, until = span or (None, None)
    if one.starts is None or since is None or not one.recurrence:
        return one.starts
    try:
        series = recurrence_set.read(one.recurrence, start=one.starts, zone=one.zone, all_day=False)
    except ValueError:
        return one.starts
    until = until or since + _LOOKED_AHEAD
    return next((slot.start for slot in expand(series, one.starts, None, (), since=since, until=until)), one.starts)


def _is_meant(one: WaitingChange, reading: Reading, *, newest: bool) -> bool:
    since, until = reading.span or (None, None)
    if one.starts is not None and since is not None and not since <= one.starts < (until or since.max):
        return False
    if reading.words and not of_a_list(reading):
        return share(reading.words, one.summary) >= _HELD
    if reading.measure is not None:
        return newest and one.starts is not None  # "how many days till then"
    if since is not None:
        return one.starts is not None
    return reading.thing is not None or reading.kind in _OF_A_TIME
