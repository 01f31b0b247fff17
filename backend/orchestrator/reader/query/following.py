"""Which query does a follow-up ask: the one before at another time ("and in December?"), or of the other end ("and the
last?")?"""

from collections.abc import Callable
from dataclasses import replace

from orchestrator.language.tables import Language
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.discourse.follow_ups import follow_ups
from orchestrator.reader.discourse.previous_question import question_before
from orchestrator.reader.line import MAX_LENGTH, Line, joined, line, spelled
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.question.reading import read
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.spoken import languages_of
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

_BACK = 3
_TWO = 2
Asked = Callable[[Line, Language], Query | None]


def followed(facts: TurnFacts, text: Line, asked: Asked, language: Language) -> Query | None:
    """The query that a few words make of the one before; None where there was none, or they say something else."""
    said = [each for role, each in facts.history if role == "user" and each.strip() != facts.question.strip()][-_BACK:]
    lead = follow_ups(language).leads.match(text.low)
    if lead is None or not said or len(said[-1]) > MAX_LENGTH:
        return None
    last: Query | None = None
    for each, spoken in zip(said, languages_of(said, facts.locale), strict=True):
        words = spelled(each[:MAX_LENGTH], spoken).readable
        last = asked(words, spoken) or _changed(last, words, facts, asked)
    return _changed(last, text, facts, asked) if last is None or last.language == language else None


def along_a_series(facts: TurnFacts) -> bool:
    """Whether the question before asked for one of many by its place: "and after that?" is then the one after it."""
    before = question_before(facts, facts.locale)
    placed = before is not None and (before.rank is not None or before.kind is Kind.NEXT)
    return before is not None and placed and bool(before.words or before.names)


def turned(query: Query, facts: TurnFacts, asked: Asked) -> Query:
    """ "And before?" after "anything after the review?": before the review, and not before what came after it."""
    said = [each for role, each in facts.history if role == "user"][-1:]
    last = asked(spelled(said[0][:MAX_LENGTH], query.language).readable, query.language) if said else None
    same = last is not None and last.aggregate is query.aggregate and last.least != query.least
    return replace(last, least=query.least) if last is not None and same else query


def compared(query: Query, facts: TurnFacts) -> Query | None:
    """ "Who's older?" of the two whose age was asked before; None where not two were."""
    if query.subjects or query.aggregate is not Aggregate.OLDER:
        return query
    said = [each for role, each in facts.history if role == "user"][-_BACK:]
    asked = [read(each[:MAX_LENGTH], now=facts.now, locale=facts.locale) for each in said]
    people = dict.fromkeys(one.about for one in asked if one.attribute == "birthday" and one.words)
    return replace(query, subjects=tuple(map(line, people))) if len(people) == _TWO else None


def _changed(last: Query | None, text: Line, facts: TurnFacts, asked: Asked) -> Query | None:
    """The query before, of the other end or at the time that is said."""
    if last is None:
        return None
    words = follow_ups(last.language)
    lead = words.leads.match(text.low)
    if lead is None:
        return None
    said = text.cut(lead.end(), len(text.low))
    if words.other_end.fullmatch(said.low):
        return replace(last, least=not last.least)
    known = words_of(last.language)
    told = phrases(said.raw, said.low, known, facts.now, known.locale)
    if len(told) != 1 or said.without([(told[0].start, told[0].end)]).low:
        return None
    old = phrases(last.line.raw, last.line.low, known, facts.now, known.locale)
    rest = last.line.without([(one.start, one.end) for one in old])
    found = asked(joined((rest, said)), last.language)
    return replace(found, least=last.least) if found is not None else None
