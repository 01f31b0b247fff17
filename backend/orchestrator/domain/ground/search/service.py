"""What was said and written about this?

Ranking: BM25 over the user's own lexemes; issue "Retrieval" replaces it, not this interface. Entries are stored at
once; the postings that make them findable are written last in the unit of work (`flush`), under one lock a user.
"""

import math
from collections.abc import Sequence
from functools import partial
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.session import before_commit
from orchestrator.domain.ground.search import ranking, repository
from orchestrator.domain.ground.search.lexemes import SELF_WORDS, query_terms
from orchestrator.domain.ground.search.postings import flush
from orchestrator.domain.ground.search.schemas import Hit, IndexEntry, SearchQuery
from orchestrator.domain.ground.search.snippet import snippet
from orchestrator.language.fold import fold, tokens

__all__ = ["Hit", "IndexEntry", "SearchQuery", "index", "search", "withdraw"]

MAX_POSTINGS = 30_000
"""The rarest words of a question are taken until this many postings; contracts/retrieval.md."""
COMMON = 0.25
MANY_DOCUMENTS = 200
"""Of so many entries, words in more than this share of them say nothing beside rarer ones, and cost most."""
INDEX_BATCH = 2_000
MAX_LIMIT = 200


async def index(session: AsyncSession, owner_id: UUID, entries: Sequence[IndexEntry]) -> None:
    """Insert or replace entries by (kind, id); they can be found once this unit of work is committed."""
    if not entries:
        return
    before_commit(session, f"search:{owner_id}", partial(flush, owner_id=owner_id))
    last = {(entry.kind, entry.id): entry for entry in entries}
    ordered = [last[key] for key in sorted(last)]
    for start in range(0, len(ordered), INDEX_BATCH):
        await repository.put(session, owner_id, ordered[start : start + INDEX_BATCH])


async def withdraw(session: AsyncSession, owner_id: UUID, kind: str, ids: Sequence[UUID]) -> int:
    """Take entries out of every later search; answers how many there were."""
    if not ids:
        return 0
    before_commit(session, f"search:{owner_id}", partial(flush, owner_id=owner_id))
    return await repository.mark_withdrawn(session, owner_id, kind, sorted(ids))


async def search(session: AsyncSession, owner_id: UUID, query: SearchQuery) -> list[Hit]:
    """The best entries first; of equal ones the newer first."""
    terms = query_terms(query.text)
    filters = ranking.Filters(
        kinds=query.kinds,
        exclude_kinds=query.exclude_kinds,
        since=query.since,
        until=query.until,
        speaker_words=_speaker_words(query.speaker),
        own_words_only=_is_self(query.speaker),
        exclude_ids=query.exclude_ids,
        asides=query.asides,
    )
    limit = max(1, min(query.limit, MAX_LIMIT))
    if terms:
        rows = await _ranked(session, owner_id, terms, filters, limit)
    elif filters.any():
        rows = await ranking.newest(session, owner_id, filters, limit)
    else:
        rows = []
    return [
        Hit(
            kind=row.kind,
            id=row.entity_id,
            external_id=row.external_id,
            title=row.title,
            snippet=snippet(row.body or row.title, terms),
            text=row.body,
            at=row.at,
            origin=row.origin,
            speaker=row.speaker,
            group_id=row.group_id,
            score=round(float(row.score), 4),
        )
        for row in rows
    ]


async def _ranked(
    session: AsyncSession,
    owner_id: UUID,
    terms: Sequence[frozenset[str]],
    filters: ranking.Filters,
    limit: int,
) -> Sequence[ranking.Found]:
    totals = await ranking.totals(session, owner_id)
    known = await ranking.frequencies(session, owner_id, sorted(set().union(*terms)))
    if totals.documents == 0 or not known:
        return []
    weighed: list[tuple[int, float, list[str]]] = []
    for term in terms:
        there = sorted(lexeme for lexeme in term if lexeme in known)
        if there:
            df = sum(known[lexeme] for lexeme in there)
            weighed.append((df, _idf(totals.documents, df), there))
    wanted: list[ranking.WeightedLexeme] = []
    postings = 0
    for number, (df, idf, there) in enumerate(sorted(weighed)):
        common = totals.documents >= MANY_DOCUMENTS and df > COMMON * totals.documents
        if number and (common or postings + df > MAX_POSTINGS):
            break
        postings += df
        wanted += [ranking.WeightedLexeme(number, lexeme, idf) for lexeme in there]
    mean = max(totals.length / totals.documents, 1.0)
    return await ranking.ranked(session, owner_id, wanted, filters, mean_length=mean, limit=limit)


def _idf(documents: int, df: int) -> float:
    df = min(df, documents)
    return math.log(1 + (documents - df + 0.5) / (df + 0.5))


def _is_self(speaker: str | None) -> bool:
    return speaker is not None and fold(speaker) in SELF_WORDS


def _speaker_words(speaker: str | None) -> tuple[str, ...]:
    return () if speaker is None or _is_self(speaker) else tuple(tokens(speaker))
