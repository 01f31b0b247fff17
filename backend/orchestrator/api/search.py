"""Searching everything over HTTP (api.md): the user's own view, notes included."""

from datetime import datetime
from operator import attrgetter
from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

from orchestrator.api.crud import Reader
from orchestrator.api.times import Since, Until, moment
from orchestrator.domain.foundation.search.schemas import Hit, SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.world.documents.service import Place, places_of
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import happening
from orchestrator.domain.world.resolution.subjects import subjects_of
from orchestrator.kit.text import storable
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["search"])
QUERY_LIMIT = 2_000
HITS = 20
MAX_HITS = 100
MAX_SUBJECTS = 20


class HitOut(BaseModel):
    """One entry found; `score` is comparable within one answer only. `page` and `section`: where in a document."""

    model_config = ConfigDict(from_attributes=True)

    kind: str
    id: UUID
    external_id: str | None
    title: str
    snippet: str
    at: datetime | None
    score: float
    page: int | None = Field(default=None, exclude_if=lambda value: value is None)
    section: str | None = Field(default=None, exclude_if=lambda value: value is None)


class SearchOut(BaseModel):
    """The best entries first."""

    hits: list[HitOut]


@router.get("/search", responses=responses())
async def search_all(
    runtime: RuntimeDep,
    principal: Reader,
    *,
    q: Annotated[str, Query(min_length=1, max_length=QUERY_LIMIT, description="The words to look for.")],
    kinds: Annotated[
        list[str] | None, Query(max_length=20, description="Only these kinds, by comma or repeated.")
    ] = None,
    since: Since = None,
    until: Until = None,
    subjects: Annotated[
        list[str] | None,
        Query(
            max_length=MAX_SUBJECTS,
            description="Only what any of these said or is named in: names or ids of contacts and places, by comma or "
            "repeated.",
        ),
    ] = None,
    limit: Annotated[int, Query(ge=1, description=f"At most so many; {MAX_HITS} at once.")] = HITS,
) -> SearchOut:
    """Entries of all kinds that hold what is looked for; a question also finds what is near in meaning."""
    words, zone = storable(q), principal.timezone
    first, last = moment("since", since, zone), moment("until", until, zone)
    me, reads = principal.user_id, runtime.reads
    async with runtime.database.unit_of_work_of(me) as tx:  # series may be expanded, which is stored
        series = await happening(tx, EventFilter(first, last)) if first or last else {}
        about = await subjects_of(tx, _several(subjects)[:MAX_SUBJECTS])
    query = SearchQuery(
        words,
        kinds=_several(kinds),
        since=first,
        until=last,
        subjects=about,
        limit=runtime.reranking.wanted(min(limit, MAX_HITS)),
        vector=await runtime.query_vectors.vector(me, words),
        zone=zone,
        happening=series,
        by_meaning=True,
    )
    found = await reads.read(me, lambda tx: search(tx, query))
    best = await runtime.reranking.ordered(words, found, attrgetter("readable"))
    hits = best[: min(limit, MAX_HITS)]
    parts = [hit.part_id for hit in hits if hit.part_id]
    places = await reads.read(me, lambda tx: places_of(tx, parts)) if parts else {}
    return SearchOut(hits=[_shown(hit, places.get(hit.part_id) if hit.part_id else None) for hit in hits])


def _shown(hit: Hit, place: Place | None) -> HitOut:
    shown = HitOut.model_validate(hit)
    return shown if place is None else shown.model_copy(update={"page": place.page, "section": place.section})


def _several(given: list[str] | None) -> tuple[str, ...]:
    """Values of a parameter that may be repeated or joined by commas."""
    return tuple(one.strip() for part in given or () for one in storable(part).split(",") if one.strip())
