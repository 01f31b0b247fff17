"""Places and their merging, events, todos, notes, episodes over HTTP; `contacts` beside them (api.md, Entities)."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from orchestrator import catalog
from orchestrator.api import contacts as contacts_routes
from orchestrator.api import events as events_routes
from orchestrator.api.crud import Conditions, Reader, Writer, add_crud
from orchestrator.api.ruled import BoundEvents, BoundTexts
from orchestrator.api.times import Since, Until, moment
from orchestrator.db.tx import tried
from orchestrator.domain.memory.episodes.filters import EpisodeFilter
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.domain.memory.notes.filters import NoteFilter
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places.merging.schemas import (
    PlaceMergeIn,
    PlaceMergeOut,
    PlaceUnmergeIn,
    PlaceUnmergeOut,
)
from orchestrator.domain.world.places.merging.service import PlaceMerges
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.todos.service import TodoFilter, TodoStatus, todos
from orchestrator.kit.text import storable
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["entities"])
WORD_CHARACTERS = 500
MERGES = PlaceMerges(catalog.REGISTERED.place_referrers)
"""Merging places, with all slices that keep ids of places."""
Word = Annotated[str | None, Query(max_length=WORD_CHARACTERS)]


async def of_time(principal: Reader, since: Since = None, until: Until = None) -> Conditions:
    """Episodes that overlap the range."""
    zone = principal.timezone
    return EpisodeFilter(moment("since", since, zone), moment("until", until, zone)).conditions()


async def by_status(
    runtime: RuntimeDep, status: Annotated[TodoStatus, Query(description="Which todos.")] = "all"
) -> Conditions:
    """Todos by what became of them."""
    return TodoFilter(status, now=runtime.clock.now()).conditions()


async def of_kind(
    category: Word = None,
    agent: Annotated[str | None, Query(max_length=WORD_CHARACTERS, description="Who observed it.")] = None,
    source: Word = None,
    promoted: Annotated[
        bool | None, Query(description="Those that became part of a rule, or those that did not.")
    ] = None,
    observed: Annotated[bool | None, Query(description="What agents observed, or the user's own notes.")] = None,
) -> Conditions:
    """Notes by what they are about and where they come from."""
    return NoteFilter(_plain(category), _plain(agent), _plain(source), promoted, observed).conditions()


def _plain(word: str | None) -> str | None:
    """A query's word as the database takes it; None of a blank one."""
    return storable(word).strip() or None if word else None


add_crud(router, "/places", places)
add_crud(router, "/events", events, listed=False, erases=False, bound=BoundEvents())  # these two are in `events`
add_crud(router, "/todos", todos, narrow=by_status)
add_crud(router, "/notes", notes, narrow=of_kind, bound=BoundTexts())
add_crud(router, "/episodes", episodes, narrow=of_time)


@router.post("/places/merge", responses=responses(404, 412))
async def merge_places(
    runtime: RuntimeDep, principal: Writer, response: Response, expected: ExpectedVersion, body: PlaceMergeIn
) -> PlaceMergeOut:
    """Let places become part of another one: names, address, radius, and all that refers to them. Their own routes
    answer 404 from then on; `unmerge` takes it back."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx, tried(tx, dry_run=body.dry_run):
        row, moves = await MERGES.merge(tx, body.keep_id, body.merge_ids, version=expected)
        found = await MERGES.shown(tx, row)
    if not body.dry_run:
        set_etag(response, found.version)
    return PlaceMergeOut(
        **found.model_dump(),
        merged_ids=list(dict.fromkeys(body.merge_ids)),
        fields=moves.fields,
        moves=moves.rows,
        left_aside=moves.left_aside,
        dry_run=body.dry_run,
    )


@router.post("/places/{place_id}/unmerge", responses=responses(404, 412))
async def unmerge_place(
    runtime: RuntimeDep,
    principal: Writer,
    response: Response,
    place_id: EntityId,
    expected: ExpectedVersion,
    body: PlaceUnmergeIn,
) -> PlaceUnmergeOut:
    """Take a merged place out again, as it was; what was changed since on the kept one stays."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        restored, keep = await MERGES.unmerge(tx, place_id, body.place_id, version=expected)
        found, kept = await MERGES.shown(tx, restored), await MERGES.shown(tx, keep)
    set_etag(response, found.version)
    return PlaceUnmergeOut(**found.model_dump(), kept=kept)


ROUTERS = (contacts_routes.router, events_routes.router, router)
