"""What was said and written about this?

One index over all kinds of entries. They are stored at once; the postings that make them findable are written last in
the unit of work (`flush`), under one lock a user. How they are ordered: `ranking`.
"""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.session import before_commit
from orchestrator.domain.ground.search import ranking, reading, repository
from orchestrator.domain.ground.search.asked import asked, without_names
from orchestrator.domain.ground.search.filters import filters_of
from orchestrator.domain.ground.search.flush import flush
from orchestrator.domain.ground.search.lexemes import query_words
from orchestrator.domain.ground.search.reading import Shown
from orchestrator.domain.ground.search.schemas import Hit, IndexEntry, SearchQuery, Subject
from orchestrator.domain.ground.search.snippet import snippet

__all__ = ["Hit", "IndexEntry", "SearchQuery", "Subject", "index", "search", "withdraw", "words_to_embed"]

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
    words = query_words(query.text)
    filters = filters_of(query)
    limit = max(1, min(query.limit, MAX_LIMIT))
    terms = [word.lexemes for word in words]
    if not words:
        rows = await reading.newest(session, owner_id, filters, limit) if filters.any() else []
        return [_hit(row, 0.0, terms) for row in rows]
    best = await ranking.ranked(
        session, owner_id, words, asked(query.text), filters, vector=query.vector, zone=query.zone
    )
    shown = await reading.shown(session, owner_id, [one.candidate.doc for one in best[:limit]])
    return [_hit(shown[one.candidate.doc], one.score, terms) for one in best[:limit] if one.candidate.doc in shown]


async def words_to_embed(session: AsyncSession, owner_id: UUID, text: str) -> str:
    """What an embedder shall be given of a question, for `SearchQuery.vector`: without the names of those who speak in
    many of the entries."""
    names = await ranking.names_in(session, owner_id, asked(text).words)
    return without_names(text, names)


def _hit(row: Shown, score: float, terms: Sequence[frozenset[str]]) -> Hit:
    return Hit(
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
        score=round(score, 4),
    )
