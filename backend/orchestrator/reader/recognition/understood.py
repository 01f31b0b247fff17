"""Does the reader understand all of a message, so that no model needs to be asked (docs/decisions/0072)?

A look-up is harmless: it is enough that the kind of question is clear. An answer has to rest on a record that all the
words of the question name, or on a list that no word narrows; a change has to have brought its call for every request.
"""

from collections.abc import Sequence

from orchestrator.language.speech_acts.mood import Mood
from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.evidence.finds import SURE, Evidence, Item
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.phrase.contact_lines import noted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request

_MOST_LETTERS = 160
"""A longer message says more than one question does."""
_MOST_TITLE_WORDS = 7
"""A longer title has swallowed what it should not have."""
_UNCLEAR = frozenset({Kind.TOPIC, Kind.UNABLE, Kind.NOTHING, Kind.BRIEFING})
_SMALL_TALK = frozenset({Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES})
_OF_A_TIME = frozenset({Kind.AGENDA, Kind.FREE, Kind.CONFLICT, Kind.NEXT})
"""Kinds that a calendar answers, even an empty one."""
_OF_MEETINGS = frozenset({Kind.DECIDED, Kind.PROMISED})
_ASKING = frozenset({Mood.QUESTION, Mood.UNCLEAR})
_OWN_TEXTS = frozenset({"note", "fact"})
_NAMED_BY = ("title", "text", "name")


def calls_understood(
    facts: TurnFacts, readings: Sequence[Reading], wished: Sequence[Request], made: Sequence[ToolCall]
) -> bool:
    """Whether these calls are what the whole message wants."""
    if len(facts.question) > _MOST_LETTERS or not made:
        return False
    if wished:
        return facts.mood != Mood.QUESTION and all(_short(one) for one in wished)
    return facts.mood in _ASKING and all(one.kind not in _UNCLEAR or _of_a_time(one) for one in readings)


def answer_understood(facts: TurnFacts, readings: Sequence[Reading], wished: Sequence[Request], voice: Voice) -> bool:
    """Whether what the turn's calls found, or did, answers the whole message."""
    found = [(one, gather(facts.ledger, one)) for one in readings]
    written = [entry for entry in found[0][1].writes if entry.outcome in {"done", "waiting"}]
    if wished or written:
        return bool(written) and len(written) >= len(wished) and len(written) == len(found[0][1].writes)
    if facts.mood not in _ASKING and any(one.kind not in _SMALL_TALK for one in readings):
        return False
    return all(_answered(one, evidence, voice) for one, evidence in found)


def _short(request: Request) -> bool:
    named = next((request.arguments[name] for name in _NAMED_BY if name in request.arguments), "")
    return len(str(named).split()) <= _MOST_TITLE_WORDS


def _answered(reading: Reading, evidence: Evidence, voice: Voice) -> bool:
    if reading.kind in _SMALL_TALK or reading.kind is Kind.CLOCK:
        return True
    if evidence.failed:
        return False
    if _of_a_time(reading):
        return bool(evidence.looked)
    if reading.kind in _OF_MEETINGS:
        return bool(evidence.stated)
    answers = [item for item in evidence.items if item.relevant]
    if reading.kind is Kind.ATTRIBUTE and reading.attribute is not None:
        people = [item for item in answers if item.kind == "contact"]
        return reading.when is None and len(people) == 1 and bool(noted(people[0], reading.attribute, voice))
    return reading.kind not in _UNCLEAR and any(item.named or (item.share >= SURE and _kept(item)) for item in answers)


def _of_a_time(reading: Reading) -> bool:
    """Whether it asks for nothing but what a time holds."""
    asks = reading.kind in _OF_A_TIME or reading.kind is Kind.TOPIC
    return asks and reading.span is not None and (not reading.words or reading.kind is Kind.CONFLICT)


def _kept(item: Item) -> bool:
    """A record of the user's own; of the texts of others a sentence may say something else."""
    return not item.hit or item.kind in _OWN_TEXTS
