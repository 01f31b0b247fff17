"""`/connections` over HTTP: feeds, CalDAV and CardDAV accounts that are read into events and contacts."""

from typing import Annotated

from starlette.responses import Response

from orchestrator.domain.world.connections import service
from orchestrator.domain.world.connections.schemas import (
    KIND,
    ConnectionIn,
    ConnectionOut,
    ConnectionPatch,
    SyncingOut,
)
from orchestrator.errors import VersionConflict
from orchestrator.kit.versions import is_expected
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["connections"], prefix="/connections")
Admin = Annotated[Principal, require("admin")]


@router.get("", responses=responses())
async def list_connections(runtime: RuntimeDep, principal: Admin, page: PageDep) -> Listed[ConnectionOut]:
    """The user's own, newest first; `q` looks into names and addresses."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await service.listed(tx, page))


@router.post("", status_code=201, responses=responses(409))
async def create_connection(
    runtime: RuntimeDep, principal: Admin, response: Response, body: ConnectionIn
) -> ConnectionOut:
    """It is read at once by a job, then each hour. Addresses in private networks have to stand in
    STEWARD_PRIVATE_HOSTS."""
    await runtime.reach.check(body.url, secret=body.secret is not None)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        made = await service.create(tx, runtime.reach, body)
    set_etag(response, made.version)
    return made


@router.get("/{entity_id}", responses=responses(404))
async def read_connection(
    runtime: RuntimeDep, principal: Admin, response: Response, entity_id: EntityId
) -> ConnectionOut:
    """With its state and what came of the last sync; never with its secret."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await service.get(tx, entity_id)
    set_etag(response, found.version)
    return found


@router.patch("/{entity_id}", responses=responses(404, 409, 412))
async def change_connection(
    runtime: RuntimeDep,
    principal: Admin,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    body: ConnectionPatch,
) -> ConnectionOut:
    """Absent fields stay, null clears; it is read again at once."""
    changes = {name: getattr(body, name) for name in body.model_fields_set}
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        there = await service.get(tx, entity_id)
    secret = changes.get("secret") if "secret" in changes else there.has_secret
    await runtime.reach.check(changes.get("url") or there.url, secret=bool(secret))
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        made = await service.change(tx, runtime.reach, entity_id, changes, version=expected)
    set_etag(response, made.version)
    return made


@router.delete("/{entity_id}", responses=responses(404, 412))
async def erase_connection(
    runtime: RuntimeDep,
    principal: Admin,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    dry_run: DryRun = False,
) -> ReceiptOut:
    """For good, with its secret and what was read from it; what the user edited or confirmed stays. Nothing is changed
    on its server."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if expected is not None:
            found = await service.get(tx, entity_id)
            if not is_expected(found.version, expected):
                raise VersionConflict(f"The connection is at version {found.version}.")
        receipt = await runtime.eraser.erase(tx, KIND, entity_id, dry_run=dry_run)
    return ReceiptOut.of(receipt)


@router.post("/{entity_id}/sync", status_code=202, responses=responses(404))
async def sync_connection(runtime: RuntimeDep, principal: Admin, entity_id: EntityId) -> SyncingOut:
    """Have it read now; `GET /jobs/{id}` tells how far it is, the connection what came of it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await service.sync(tx, entity_id)
