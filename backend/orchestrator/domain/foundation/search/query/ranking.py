"""Which entries answer this, the best first? The words' postings give candidates, what else is known orders them.

The rarest words are read until MAX_POSTINGS; `scoring` does the arithmetic. Filters count before the best are taken.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.store import reading, scoring, vectors
from orchestrator.domain.foundation.search.store.filters import Filters
from orchestrator.domain.foundation.search.store.postings import kind_code
from orchestrator.domain.foundation.search.store.reading import Candidate
from orchestrator.domain.foundation.search.store.scoring import OFFSETS, Candidates, Floats, Found, Integers, Term
from orchestrator.domain.foundation.search.text.asked import Asked
from orchestrator.domain.foundation.search.text.lexemes import QueryWord, name_lexeme, query_words
from orchestrator.language.concepts import MARK
from orchestrator.llm.port import QueryVector

MAX_POSTINGS = 30_000
"""The rarest words of a question are taken until this many postings; contracts/retrieval.md."""
COMMON = 0.25
MANY_DOCUMENTS = 200
"""Of so many entries, words in more than this share of them say nothing beside rarer ones, and cost most. Where entries
are longer than a line of talk, each holds more words, and the share is as much larger."""
CANDIDATES = 200
"""So many of the best are ordered by all that is known; contracts/retrieval.md."""
OF_A_KIND = 40
"""So many of each kind but messages are among them in any case: an event must not drown under chat lines."""
SPARE = 40
"""Candidates more than wanted, for positions beside a session's end where nothing stands."""
NAME_SHARE, NAME_ENTRIES = 0.02, 20
"""The name of who said so great a part of the user's entries, or so many, is left out of a question's vector."""
NEAREST = 100
NEAREST_AMONG = 6_000
"""So many of the nearest by vector are candidates too, whatever their words, where the user has no more entries than
this: the scan takes 0.8 ms a thousand."""
NEAR_A_QUESTION, NEAR_WORDS = 0.0, 0.35
"""Cosines from which an entry without any of the words is found: a question wants its answer, in whatever words; who
types mere words wants those, or something very near. So does a question whose words stand nowhere at all, unless
whoever asks looks through the hits themselves (`by_meaning`)."""
ENGLISH_ONLY = frozenset({"minilm"})
FOREIGN = 0.3
"""What the cosines of a model count that does not know the question's language: of 24 Portuguese and Spanish questions
MiniLM found 6 (docs/decisions/0009-retrieval-ordering.md)."""
VECTORS_SHARE = 0.5
"""Cosines count where so many of the candidates have vectors."""


@dataclass(frozen=True)
class Ranked:
    """A candidate and its score."""

    candidate: Candidate
    score: float


async def ranked(
    tx: Tx,
    words: Sequence[QueryWord],
    asked: Asked,
    filters: Filters,
    *,
    vector: QueryVector | None,
    zone: str,
    by_meaning: bool = False,
) -> list[Ranked]:
    """The best entries that pass `filters`, best first, of equal ones the newer first. What somebody says holds the
    word that is their name."""
    looked_for = [QueryWord(one.word, one.lexemes | {name_lexeme(one.word)}) for one in words]
    wanted = frozenset[str]().union(*(one.lexemes for one in looked_for))
    known = await reading.statistics(tx, sorted(wanted))
    chosen = _chosen(looked_for, known)
    if not chosen and vector is None:
        return []
    lexemes = {lexeme for _, _, there in chosen for lexeme in there}
    postings = await reading.postings(tx, sorted(lexemes | filters.lexemes()))
    terms = [
        Term(idf, [(postings[lexeme], _weight(lexeme)) for lexeme in there if lexeme in postings])
        for _, idf, there in chosen
    ]
    found = scoring.lexical([term for term in terms if term.alternatives], known.mean_lengths())
    about = await reading.positions_of(tx, filters.subject_ids) if filters.subject_ids else []
    happening = await reading.positions_of(tx, filters.happening, reading.HAPPENING_KINDS) if filters.happening else []
    admitted = np.flatnonzero(filters.admits(found, postings, about, happening))
    candidates: list[Candidate] = []
    for batch in _batches(found, admitted):
        candidates += await reading.candidates(tx, found.positions[batch].tolist(), filters)
        if len(candidates) >= CANDIDATES:
            break
    if vector is not None and known.documents() <= NEAREST_AMONG:
        least = NEAR_A_QUESTION if asked.question and (chosen or by_meaning) else NEAR_WORDS
        candidates += await _nearest(tx, candidates, filters, vector, least=least)
    if not candidates:
        return []
    cosines = await _cosines(tx, candidates, vector) if vector is not None else None
    table = _table(candidates, found.of([one.position for one in candidates]), words, asked, zone, cosines)
    meaning = FOREIGN if vector is not None and _is_foreign(asked, vector) else 1.0
    final = scoring.final(table, scoring.Asking(asked.first_person, asked.when, meaning))
    return sorted(map(Ranked, candidates, final.tolist()), key=_order)


def _is_foreign(asked: Asked, vector: QueryVector) -> bool:
    return vector.model in ENGLISH_ONLY and "en" not in asked.languages


def _order(one: Ranked) -> tuple[float, float, int]:
    at = one.candidate.at
    return -round(one.score, 2), -at.timestamp() if at is not None else float("inf"), -one.candidate.doc


async def names_in(tx: Tx, words: Collection[str]) -> set[str]:
    """Those of the folded words that are names of people who speak in many of the user's entries."""
    known = await reading.statistics(tx, sorted(map(name_lexeme, words)))
    often = min(NAME_SHARE * known.documents(), NAME_ENTRIES)
    return {word for word in words if known.holding.get(name_lexeme(word), 0) > often}


def _chosen(words: Sequence[QueryWord], known: reading.Statistics) -> list[tuple[int, float, list[str]]]:
    """(entries, idf, lexemes) of the rarest words, until there are enough."""
    documents = known.documents()
    weighed: list[tuple[int, float, list[str]]] = []
    for word in words:
        there = sorted(lexeme for lexeme in word.lexemes if lexeme in known.holding)
        if there:
            holding = sum(known.holding[lexeme] for lexeme in there)
            weighed.append((holding, scoring.idf(documents, holding), there))
    chosen: list[tuple[int, float, list[str]]] = []
    read = 0
    share = COMMON * max(1.0, known.mean_length() / scoring.LONG_WORDS)
    for holding, idf, there in sorted(weighed):
        common = documents >= MANY_DOCUMENTS and holding > share * documents
        if chosen and (common or read + holding > MAX_POSTINGS):
            break
        read += holding
        chosen.append((holding, idf, there))
    return chosen


def _weight(lexeme: str) -> float:
    return scoring.CONCEPT if lexeme.startswith(MARK) else 1.0


def _batches(found: Found, admitted: Integers) -> Iterator[Integers]:
    """Indices into `found`: the best first, and the best of each kind with them; then the others, in growing parts."""
    score = found.scores[admitted].astype(np.float64).round(3) + found.day[admitted] * 1e-8  # of equal ones the newer
    first = _best(score, CANDIDATES + SPARE)
    kinds = found.kind[admitted]
    parts = [first]
    for kind in np.unique(kinds):
        if kind != kind_code("message"):
            of_kind = np.flatnonzero(kinds == kind)
            parts.append(of_kind[_best(score[of_kind], OF_A_KIND)])
    taken = np.unique(np.concatenate(parts))
    yield admitted[taken]
    left = np.setdiff1d(np.arange(len(admitted)), taken, assume_unique=True)
    left = left[np.argsort(-score[left], kind="stable")]
    start, size = 0, 2 * CANDIDATES
    while start < len(left):
        yield admitted[left[start : start + size]]
        start, size = start + size, 2 * size


def _best(score: np.ndarray, number: int) -> Integers:
    if len(score) <= number:
        return np.arange(len(score))
    return np.argpartition(-score, number)[:number]


async def _nearest(
    tx: Tx, there: Sequence[Candidate], filters: Filters, vector: QueryVector, *, least: float
) -> list[Candidate]:
    """Further entries that are near in meaning."""
    positions = await vectors.nearest(tx, vector, filters, least=least, limit=NEAREST)
    further = set(positions) - {one.position for one in there}
    return await reading.candidates(tx, sorted(further), filters) if further else []


async def _cosines(tx: Tx, candidates: Sequence[Candidate], vector: QueryVector) -> Floats | None:
    """`scoring.Candidates.cosines`; None where too few of them have vectors yet."""
    beside = {one.position + offset for one in candidates if one.talk for offset in OFFSETS if offset}
    doc_at = {one.position: one.doc for one in candidates}
    further = await reading.docs_at(tx, sorted(beside - doc_at.keys()))
    products = await vectors.products(tx, vector, list(doc_at.values()), beside=list(further.values()))
    doc_at |= further
    by_position = {position: products[doc] for position, doc in doc_at.items() if doc in products}
    found = np.full((len(candidates), len(OFFSETS), 2), np.nan, np.float32)
    for row, one in enumerate(candidates):
        for column, offset in enumerate(OFFSETS if one.talk else OFFSETS[:1]):
            if one.position + offset in by_position:
                found[row, column] = by_position[one.position + offset]
    return found if np.isfinite(found[:, 0, 0]).mean() >= VECTORS_SHARE else None


def _table(
    rows: Sequence[Candidate],
    lexical: Floats,
    words: Sequence[QueryWord],
    asked: Asked,
    zone: str,
    cosines: Floats | None,
) -> Candidates:
    sought = frozenset[str]().union(*(word.lexemes for word in words))
    named = {word.word for word in words}
    return Candidates(
        lexical=lexical,
        length=np.array([row.length for row in rows], np.float32),
        marks=np.array([row.marks for row in rows], np.int16),
        own=np.array([row.own for row in rows], np.bool_),
        talk=np.array([row.talk for row in rows], np.bool_),
        named=np.array([not named.isdisjoint(row.speaker_words) for row in rows], np.bool_),
        date=np.array([asked.on_a_date(row.at, zone) for row in rows], np.bool_),
        title=np.array([0.0 if row.grouped else _share(row.title, sought) for row in rows], np.float32),
        message=np.array([row.kind == "message" for row in rows], np.bool_),
        cosines=cosines,
    )


def _share(title: str, sought: frozenset[str]) -> float:
    """Which part of a title's words the question names."""
    words = query_words(title)
    return sum(not word.lexemes.isdisjoint(sought) for word in words) / len(words) if words else 0.0
