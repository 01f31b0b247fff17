"""Which sessions were about this? Episodes by words and meaning, and by time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel

from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.memory.episodes.filters import EpisodeFilter
from orchestrator.domain.memory.episodes.repository import Episode
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.kit.paging import PageRequest
from orchestrator.llm.port import QueryVector

MOST_LOOKED_AT = 200
"""Episodes that the words find, of which those of the time asked for are told."""


class Recalled(BaseModel):
    """An episode as an agent is told of it. `score` is comparable within one answer only, null without words."""

    id: UUID
    title: str
    summary: str
    event_type: str
    session_id: str | None
    started_at: datetime
    ended_at: datetime
    tags: list[str]
    origin: str
    score: float | None = None


async def recalled(
    tx: Tx,
    query: str,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int,
    vector: QueryVector | None = None,
) -> list[Recalled]:
    """Those that overlap [since, until), the best first; without a word the newest. `vector`: of the query."""
    conditions = EpisodeFilter(since, until).conditions()
    if not query.strip():
        newest = await episodes.page(tx, PageRequest(limit=limit), *conditions)
        return [_told(row, None) for row in newest.items]
    wanted = SearchQuery(query, kinds=(episodes.kind,), limit=MOST_LOOKED_AT, vector=vector)
    hits = {hit.id: hit.score for hit in await search.search(tx, wanted)}
    found = await episodes.repository.rows(tx, *conditions, Episode.id.in_(list(hits)), limit=MOST_LOOKED_AT)
    best = sorted(found, key=lambda row: (-hits[row.id], -row.started_at.timestamp()))[:limit]
    return [_told(row, hits[row.id]) for row in best]


def origin_of(found: Sequence[Recalled]) -> Origin:
    """The label of the least trusted of them."""
    return least_trusted(one.origin for one in found)


def _told(row: Episode, score: float | None) -> Recalled:
    values: dict[str, Any] = {name: getattr(row, name) for name in Recalled.model_fields if name != "score"}
    return Recalled(**values, score=score)
