"""Which query of the algebra does a question ask? The patterns of its language; the first that fits.

A group `a`, `b` or `c` is a subject; `least` stands where the other end of the scale is asked for; `unit` names one.
"""

from collections.abc import Mapping

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.speech_acts.asked_sources import asked_source
from orchestrator.language.tables import ByLanguage, Language, Phrases, Table
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.line import MAX_LENGTH, Line, asked_first, spelled
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.following import along_a_series, compared, followed, turned
from orchestrator.reader.question.reading import unmarked_question
from orchestrator.reader.spoken import language_in

_SUBJECTS = ("a", "b", "c")
_OF_SOMEBODY = {
    Aggregate.MARRIED,
    Aggregate.LATEST,
    Aggregate.ARRIVAL,
    Aggregate.LEAVES,
    Aggregate.THEIR_TIME,
    Aggregate.THEIR_HOURS,
    Aggregate.WROTE,
    Aggregate.ANSWERED,
    Aggregate.KIN_OF,
    Aggregate.IS_KIN,
}
"""Queries of a person."""


class _Row(Table):
    asks: Aggregate
    says: Compiled


class _Queries(Table):
    """`queries.toml`. `leads`: what may stand before a question; `no_name`: what is no person's name; `no_total`: hours
    that no events fill; `by_rank`: asks for those that the user marked as the most important, whenever they are due;
    `units`: how the words for each begin; `rows`: the first that fits."""

    leads: Compiled
    no_name: Compiled
    no_total: Compiled
    by_rank: Compiled
    units: Mapping[str, Phrases]
    rows: tuple[_Row, ...]


_QUERIES = ByLanguage(lambda language: read_patterns(language, "queries", _Queries))


def query_in(facts: TurnFacts) -> Query | None:
    """The query of a message; a long one asks none, nor one that asks where something is known from."""
    if len(facts.question) > MAX_LENGTH or asked_source(facts.question) is not None:
        return None
    language = language_in(facts)
    text = spelled(unmarked_question(facts.question, language), language).readable
    asked = query_asked(text, language)
    if asked is not None and asked.aggregate is Aggregate.AFTER and not asked.subjects:
        return None if along_a_series(facts) else turned(asked, facts, query_asked)
    return compared(asked, facts) if asked is not None else followed(facts, text, query_asked, language)


def query_asked(text: Line, language: Language) -> Query | None:
    """The query of a question; None of one that is answered by what a record holds."""
    table = _QUERIES[language]
    leads = table.leads.match(text.low)
    asked = text.cut(leads.end(), len(text.low)) if leads is not None else text
    turned = asked_first(asked, language)
    return _row_of(table, asked, language) or (_row_of(table, turned, language) if turned is not None else None)


def asks_by_rank(query: Query) -> bool:
    """Whether it asks for what the user marked as the most important, whenever that is due."""
    return _QUERIES[query.language].by_rank.search(query.line.low) is not None


def _row_of(table: _Queries, asked: Line, language: Language) -> Query | None:
    for row in table.rows:
        found = row.says.match(asked.low)
        if found is not None and _fits(row.asks, found, table):
            return _query(row.asks, found, asked, language)
    return None


def _fits(aggregate: Aggregate, found: Match, table: _Queries) -> bool:
    named = found.groupdict()
    if aggregate in {Aggregate.TOTAL, Aggregate.STAY}:
        return table.no_total.search(found.group()) is None
    if aggregate in _OF_SOMEBODY:
        return table.no_name.match(named.get("a") or "") is None
    return True


def _query(aggregate: Aggregate, found: Match, asked: Line, language: Language) -> Query:
    named = found.groupdict()
    subjects = tuple(asked.cut(*found.span(name)) for name in _SUBJECTS if named.get(name))
    said = named.get("unit") or ""
    units = _QUERIES[language].units.items()
    unit = next((unit for unit, words in units if any(said.startswith(word) for word in words)), None)
    least, beside = (bool(named.get(name)) for name in ("least", "beside"))
    return Query(aggregate, asked, language, subjects, least=least, unit=unit, beside=beside)
