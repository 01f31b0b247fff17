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
from orchestrator.reader.timing import Phrase, phrases
from orchestrator.reader.words import words_of

_BACK = 3
_SOMEWHERE = frozenset(
    {
        Aggregate.WHEREABOUTS,
        Aggregate.VISITS,
        Aggregate.WAS_THERE,
        Aggregate.LAST_VISIT,
        Aggregate.FIRST_VISIT,
        Aggregate.TIME_THERE,
        Aggregate.COMPANY,
    }
)
_TWO = 2
Asked = Callable[[Line, Language], Query | None]


def followed(facts: TurnFacts, text: Line, asked: Asked, language: Language) -> Query | None:
    """The query that a few words make of the one before; None where there was none, or they say something else."""
    said = [each for role, each in facts.history if role == "user" and each.strip() != facts.question.strip()][-_BACK:]
    if not said or len(said[-1]) > MAX_LENGTH or _opened(text, language) is None:
        return None
    last: Query | None = None
    for each, spoken in zip(said, languages_of(said, facts.locale), strict=True):
        words = spelled(each[:MAX_LENGTH], spoken).readable
        last = asked(words, spoken) or _changed(last, words, facts, asked)
    return _changed(last, text, facts, asked) if last is None or last.language == language else None


def _opened(text: Line, language: Language) -> Line | None:
    """A follow-up without what opens it; None of what is none by its words."""
    words = follow_ups(language)
    lead = words.leads.match(text.low)
    said = text.cut(lead.end(), len(text.low)) if lead is not None else text
    alone = (words.company, words.began, words.ended, words.lasted, words.difference)
    return said if lead is not None or any(one.fullmatch(said.low) for one in alone) else None


def _of_a_visit(last: Query, said: Line) -> Query | None:
    """With whom, from when, until when, how long, where the question before was about being somewhere."""
    words = follow_ups(last.language)
    if last.aggregate not in _SOMEWHERE:
        return None
    dated = last.aggregate is Aggregate.WHEREABOUTS or not last.subjects
    if words.company.fullmatch(said.low):
        return replace(last, aggregate=Aggregate.COMPANY, subjects=() if dated else last.subjects)
    for pattern, asked in (
        (words.began, Aggregate.FIRST_VISIT),
        (words.ended, Aggregate.LAST_VISIT),
        (words.lasted, Aggregate.TIME_THERE),
    ):
        if pattern.fullmatch(said.low):
            return replace(last, aggregate=Aggregate.WHEREABOUTS if dated else asked, beside=False)
    return None


def along_a_series(facts: TurnFacts) -> bool:
    """Whether the question before asked for one of many by its place: "and after that?" is then the one after it."""
    before = question_before(facts, facts.locale)
    placed = before is not None and (before.rank is not None or before.kind is Kind.NEXT)
    named = before is not None and bool(before.words or before.names)
    return before is not None and ((placed and named) or before.whose_birthday)


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


def _day_of(old: Phrase, words: Line, language: Language, facts: TurnFacts) -> Line | None:
    """The day that a time phrase says before its hour, as written: "last Tuesday" of "last Tuesday at noon"; None where
    it says none."""
    said = words.cut(old.start, old.end)
    known = words_of(language)
    for token in reversed(said.tokens()):
        day = said.cut(0, token.end)
        told = phrases(day.raw, day.low, known, facts.now, known.locale)
        whole = len(told) == 1 and (told[0].start, told[0].end) == (0, len(day.low))
        if whole and told[0].mention.has_date and not told[0].mention.has_time:
            return day
    return None


def _changed(last: Query | None, text: Line, facts: TurnFacts, asked: Asked) -> Query | None:
    """The query before, of the other end or at the time that is said."""
    if last is None:
        return None
    words, said = follow_ups(last.language), _opened(text, last.language)
    if said is None:
        return None
    if (turned := _of_a_visit(last, said)) is not None:
        return turned
    if last.aggregate is Aggregate.OLDER and words.difference.fullmatch(said.low):
        return replace(last, aggregate=Aggregate.AGE_GAP)
    if words.other_end.fullmatch(said.low):
        return replace(last, least=not last.least)
    known = words_of(last.language)
    told = phrases(said.raw, said.low, known, facts.now, known.locale)
    if len(told) != 1 or said.without([(told[0].start, told[0].end)]).low:
        return None
    old = phrases(last.line.raw, last.line.low, known, facts.now, known.locale)
    if len(old) == 1:
        day = _day_of(old[0], last.line, last.language, facts) if not told[0].mention.has_date else None
        around = last.line.cut(0, old[0].start), last.line.cut(old[0].end, len(last.line.low))
        whole = joined((around[0], *([day] if day is not None else []), said, around[1]))
    else:
        whole = joined((last.line.without([(one.start, one.end) for one in old]), said))
    found = asked(whole, last.language)
    return replace(found, least=last.least) if found is not None else None
