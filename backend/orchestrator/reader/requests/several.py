"""Does a message ask several questions: "where's the concert and how do I get there", "when and where is the vet",
"what's on Monday and Thursday"?

Each is a turn of its own, read after those before it, so that one that leaves its subject out has that of the first.
"""

from dataclasses import replace
from itertools import pairwise

from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.tables import Language
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, spelled
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question.reading import read_line
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.spoken import language_in
from orchestrator.reader.words import words_of

_MOST_QUESTIONS = 3
_OF_DAYS = frozenset({Kind.AGENDA, Kind.FREE, Kind.EXISTS, Kind.COUNT, Kind.WHO})
_DAY_GRAINS = frozenset({"day", "part"})


def asked_apart(facts: TurnFacts) -> list[TurnFacts]:
    """The questions of a message, each as a turn; none where it is a single one."""
    if facts.purpose != "turn" or facts.mood != Mood.QUESTION or len(facts.question) > MAX_LENGTH:
        return []
    language = language_in(facts)
    whole, known = spelled(facts.question, language), words_of(language)
    joints = [found.span() for found in known.also_asks.finditer(whole.low)]
    edges = [(0, 0), *joints, (len(whole.low), len(whole.low))]
    parts = [whole.cut(start, end) for (_, start), (end, _) in pairwise(edges)]
    if len(parts) == 1:
        return _of_each_day(whole, facts, known)
    if len(parts) > _MOST_QUESTIONS:
        return []
    found = [read_line(part, language, now=facts.now, locale=facts.locale) for part in parts]
    if not _says(found[0]) and known.asks.match(parts[0].low):
        parts = [_with_subject(parts[0], parts[1], known), *parts[1:]]  # "when and where is the vet"
        found[0] = read_line(parts[0], language, now=facts.now, locale=facts.locale)
    if not _says(found[0]) or not all(_says(each) or each.kind is not Kind.TOPIC for each in found[1:]):
        return []
    asked = [part.written for part in parts]
    return [_turn(facts, text, asked[:at], language) for at, text in enumerate(asked)]


def _of_each_day(whole: Line, facts: TurnFacts, known: Words) -> list[TurnFacts]:
    """The same question of each of the days that it joins: no reading of a time holds two days with others between."""
    days = mentions(whole.raw, now=facts.now, locale=facts.locale)
    spans = [(one.offset, one.offset + len(one.text)) for one in days]
    if not 1 < len(days) <= _MOST_QUESTIONS or not all(one.has_date and one.grain in _DAY_GRAINS for one in days):
        return []
    between = [whole.low[end:start] for (_, end), (start, _) in pairwise(spans)]
    reading = read_line(whole, known.language, now=facts.now, locale=facts.locale)
    if reading.kind not in _OF_DAYS or not all(known.join.fullmatch(each) for each in between):
        return []
    first, last = spans[0][0], spans[-1][1]
    each = [whole.without([(first, start), (end, last)]) for start, end in spans]
    return [replace(facts, question=one.written, language=known.language) for one in each]


def _says(reading: Reading) -> bool:
    """Whether a question says of what it asks."""
    return bool(reading.words or reading.names or reading.when or reading.thing or reading.who or reading.deictic)


def _with_subject(first: Line, second: Line, known: Words) -> Line:
    """A bare question word with what the next one is asked of."""
    opens = known.asks.match(second.low)
    rest = second.cut(opens.end(), len(second.low)) if opens is not None else second
    return spelled(f"{first.written} {rest.written}", known.language)


def _turn(facts: TurnFacts, question: str, before: list[str], language: Language) -> TurnFacts:
    """One of the questions; what was asked before it in the message tells what is spoken of."""
    own = replace(facts, question=question, language=language)
    if not before:
        return own
    return replace(own, history=(*facts.history, *(("user", text) for text in before)), context={})
