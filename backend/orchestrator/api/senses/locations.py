"""`/locations`: where the user was, as their devices measured it; read only (samples come by `/mobile/location` and
`/ingest/location`)."""

from typing import Annotated

from fastapi import Query, Response

from orchestrator.api.crud import Reader
from orchestrator.api.times import Since, Until, moment
from orchestrator.domain.senses.locations import service as locations
from orchestrator.domain.senses.locations.schemas import LocationOut
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.etags import set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/locations", tags=["entities"])


@router.get("", summary="Locations", responses=responses())
async def list_locations(
    runtime: RuntimeDep,
    principal: Reader,
    page: PageDep,
    since: Since = None,
    until: Until = None,
    device: Annotated[str | None, Query(max_length=500, description="Only those of this device.")] = None,
) -> Listed[LocationOut]:
    """The newest first; `q` looks into the names of devices."""
    begins, ends = moment("since", since, principal.timezone), moment("until", until, principal.timezone)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await locations.list_locations(tx, page, since=begins, until=ends, device=device)
    return listed(found)


@router.get("/{entity_id}", summary="One location", responses=responses(404))
async def read_location(runtime: RuntimeDep, principal: Reader, response: Response, entity_id: EntityId) -> LocationOut:
    """With its version as `ETag`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await locations.show(tx, entity_id)
    set_etag(response, found.version)
    return found
