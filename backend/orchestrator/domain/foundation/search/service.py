"""What was said and written about this?

One index over all kinds of entries. They are stored at once; the postings that make them findable are written last in
the unit of work (`flush`), under one lock a user. How they are ordered: `ranking`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from uuid import UUID

from orchestrator.db.session import before_commit
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.index_writer import flush
from orchestrator.domain.foundation.search.query import ranking
from orchestrator.domain.foundation.search.query.ranking import Ranked
from orchestrator.domain.foundation.search.schemas import REINDEX, Hit, IndexEntry, Reindexing, SearchQuery
from orchestrator.domain.foundation.search.store import reading, repository, vectors
from orchestrator.domain.foundation.search.store.filters import filters_of
from orchestrator.domain.foundation.search.store.postings import PARTED
from orchestrator.domain.foundation.search.store.reading import Shown
from orchestrator.domain.foundation.search.text.asked import asked, without_names
from orchestrator.domain.foundation.search.text.lexemes import query_words
from orchestrator.domain.foundation.search.text.snippet import snippet
from orchestrator.llm.port import QueryVector
from orchestrator.scheduling.async_jobs import enqueue

MOST_PASSAGES = 4
"""Of one document or meeting."""
INDEX_BATCH = 500
FOUND_AT_ONCE = 2_000
"""Entries: about two seconds of a thread; of more that come at once (an import) the newest."""
MAX_LIMIT = 200


async def index(tx: Tx, entries: Sequence[IndexEntry]) -> None:
    """Insert or replace entries by (kind, id); they can be found once this unit of work is committed."""
    if not entries:
        return
    before_commit(tx.session, f"search:{tx.owner_id}", partial(flush, tx))
    last = {(entry.kind, entry.id): entry for entry in entries}
    ordered = [last[key] for key in sorted(last)]
    for start in range(0, len(ordered), INDEX_BATCH):
        await repository.put(tx, ordered[start : start + INDEX_BATCH])


async def index_later(tx: Tx, entries: Sequence[IndexEntry]) -> None:
    """As `index`, of any number: the newest `FOUND_AT_ONCE` can be found once this unit of work is committed, the
    others a little later, by the job `search.reindex`. To be called before this unit of work indexes anything else."""
    before_commit(tx.session, f"search:{tx.owner_id}", partial(_flush_some, tx))
    await index(tx, entries)


async def _flush_some(tx: Tx) -> None:
    if await repository.put_off(tx, FOUND_AT_ONCE):
        await enqueue(tx.session, REINDEX, Reindexing(), owner_id=tx.owner_id, dedupe_key="all")
    await flush(tx)


async def withdraw(tx: Tx, kind: str, ids: Sequence[UUID]) -> int:
    """Take entries out of every later search; answers how many there were."""
    if not ids:
        return 0
    before_commit(tx.session, f"search:{tx.owner_id}", partial(flush, tx))
    return await repository.mark_withdrawn(tx, kind, sorted(ids))


async def withdraw_parts(tx: Tx, kind: str, whole: UUID, *, kept: Sequence[UUID] = ()) -> int:
    """Take out the parts of one document or meeting, but those of `kept`; answers how many there were."""
    before_commit(tx.session, f"search:{tx.owner_id}", partial(flush, tx))
    return await repository.mark_parts_withdrawn(tx, kind, whole, kept)


async def withdraw_all(tx: Tx, ids: Sequence[UUID]) -> None:
    """Take out whatever stands for these entities, of any kind, with the parts of those that are documents or
    meetings. To be followed by `index_later` of what stands for them now."""
    before_commit(tx.session, f"search:{tx.owner_id}", partial(_flush_some, tx))
    await repository.mark_all_withdrawn(tx, sorted(ids))


async def search(tx: Tx, query: SearchQuery) -> list[Hit]:
    """The best entries first; of equal ones the newer first."""
    words = query_words(query.text)
    filters = filters_of(query)
    limit = max(1, min(query.limit, MAX_LIMIT))
    terms = [word.lexemes for word in words]
    if not words:
        rows = (
            await reading.newest(tx, filters, limit, said=query.passages and query.speaker is not None)
            if filters.any()
            else []
        )
        return [_at(_hit(row, 0.0, terms), query) for row in rows]
    best = await ranking.ranked(
        tx,
        words,
        asked(query.text),
        filters,
        vector=query.vector,
        zone=query.zone,
        by_meaning=query.by_meaning,
    )
    best = _wholes(best, passages=query.passages)
    shown = await reading.shown(tx, [one.candidate.doc for one in best[:limit]])
    hits = [_hit(shown[one.candidate.doc], one.score, terms) for one in best[:limit] if one.candidate.doc in shown]
    return [_at(hit, query) for hit in hits]


def _at(hit: Hit, query: SearchQuery) -> Hit:
    """A series is told with its day in the range."""
    return replace(hit, at=query.happening[hit.id]) if hit.id in query.happening else hit


async def nearest(tx: Tx, kind: str, vector: QueryVector, *, limit: int) -> dict[UUID, float]:
    """The cosines of the entries of one kind that are nearest to `vector`, the nearest first; 0 for unrelated texts."""
    return await vectors.of_kind(tx, kind, vector, limit=limit)


async def words_to_embed(tx: Tx, text: str) -> str:
    """What an embedder shall be given of a question, for `SearchQuery.vector`: without the names of those who speak in
    many of the entries."""
    names = await ranking.names_in(tx, asked(text).words)
    return without_names(text, names)


def _wholes(best: Sequence[Ranked], *, passages: bool) -> list[Ranked]:
    """Of each document or meeting one entry, where its best one stands: the best of its parts, which say where it is
    told, before what it is called. With `passages` the best few of its parts, each where it stands."""
    parts: dict[UUID, list[Ranked]] = {}
    for one in best:
        if one.candidate.whole is not None and one.candidate.grouped:
            parts.setdefault(one.candidate.whole, []).append(one)
    kept: dict[UUID | int, Ranked] = {}
    for one in best:
        whole = one.candidate.whole
        own = parts.get(whole, []) if whole is not None else []
        if whole is None or (passages and (one in own[:MOST_PASSAGES] or not own)):
            kept[one.candidate.doc] = one
        elif not passages and whole not in kept:
            kept[whole] = Ranked((own[0] if own else one).candidate, one.score)
    return list(kept.values())


def _hit(row: Shown, score: float, terms: Sequence[frozenset[str]]) -> Hit:
    part_id = row.entity_id if row.kind in PARTED and row.group_id is not None else None
    return Hit(
        kind=row.kind,
        id=row.entity_id if part_id is None or row.group_id is None else row.group_id,
        external_id=row.external_id,
        title=row.title,
        snippet=snippet(row.body or row.title, terms),
        text=row.body,
        at=row.at,
        origin=row.origin,
        speaker=row.speaker,
        group_id=row.group_id if part_id is None else None,
        score=round(score, 4),
        part_id=part_id,
    )
