"""Is something to be done before an event that is kept: "buy paper before Teo's concert"?

Its due day is then the one before that event's, which is looked up; where none is found the words stay in the title.
"""

from datetime import timedelta

from orchestrator.language.discourse.dated_things import before_event
from orchestrator.language.lengths import length_of
from orchestrator.language.text.words import level
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.evidence.finds import SURE
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.evidence.relevance import names_birthday
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line
from orchestrator.reader.question.model import Reading

_DAY = timedelta(days=1)


def before_an_event(text: Line, known: Words) -> tuple[Line, Line] | None:
    """What is to be done, and the words of the event before which; None where nothing is told so."""
    found = before_event(text.low, known.language)
    return (text.cut(*found.span("head")), text.cut(*found.span("event"))) if found is not None else None


def day_before(anchor: Reading, facts: TurnFacts, early: str = "") -> str | None:
    """The day (ISO) before the event that the words surely name, the next one of several, or the time so long before it
    (`early`: "2 hours"); None where there is none."""
    found = [item for item in gather(facts.ledger, anchor).of("event") if not item.hit and item.share >= SURE]
    length = length_of(level(early), anchor.locale) if early else None
    if length is not None and length < _DAY:
        found = [item for item in found if not item.data.get("all_day")]  # a whole day has no hour to count from
    if names_birthday(anchor.line.low, anchor.language):
        found = [item for item in found if names_birthday(item.get("title"))]
    best = max((item.share for item in found), default=0.0)
    starts = [item.moment("start_at") for item in found if item.share == best and item.get("status") != "cancelled"]
    first = min((one for one in starts if one is not None and one > facts.now.replace(tzinfo=None)), default=None)
    if first is None or length is None:
        return (first.date() - _DAY).isoformat() if first is not None and not early else None
    return (first - length).isoformat(timespec="minutes")
