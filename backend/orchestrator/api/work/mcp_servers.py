"""`/mcp-servers` over HTTP: the MCP servers that Steward uses, and which of their tools were approved."""

from typing import Annotated

from fastapi import Path
from starlette.responses import Response

from orchestrator.domain.work.mcp_servers import authorizing, service
from orchestrator.domain.work.mcp_servers.schemas import (
    KIND,
    Authorizing,
    CameBack,
    McpServerIn,
    McpServerOut,
    McpServerPatch,
    ToolApproval,
    ToolPatch,
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

router = Router(tags=["mcp servers"], prefix="/mcp-servers")
Admin = Annotated[Principal, require("admin")]
ToolName = Annotated[str, Path(max_length=200, description="The tool's `name`, or what it is `offered_as`.")]


@router.get("", responses=responses())
async def list_mcp_servers(runtime: RuntimeDep, principal: Admin, page: PageDep) -> Listed[McpServerOut]:
    """The user's own, newest first; `q` looks into names, commands and addresses."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await service.listed(tx, runtime.reach, page))


@router.post("", status_code=201, responses=responses(409))
async def create_mcp_server(
    runtime: RuntimeDep, principal: Admin, response: Response, body: McpServerIn
) -> McpServerOut:
    """It is started at once and its tools are listed, all of them off until you approve them. Answered within 10 s
    whatever the server does: `state` and `last_error` say how it is."""
    if body.url is not None:
        await service.check_address(runtime.reach, body.url, secret=body.secret is not None)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        server_id = await service.create(tx, runtime.reach, body)
    await runtime.mcp_servers.check(principal.user_id, server_id)
    return await _told(runtime, principal, response, server_id)


@router.get("/{entity_id}", responses=responses(404))
async def read_mcp_server(
    runtime: RuntimeDep, principal: Admin, response: Response, entity_id: EntityId
) -> McpServerOut:
    """With its state and its tools, and what of these is another than what you approved; never with its secret."""
    return await _told(runtime, principal, response, entity_id)


@router.patch("/{entity_id}", responses=responses(404, 409, 412))
async def change_mcp_server(
    runtime: RuntimeDep,
    principal: Admin,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    body: McpServerPatch,
) -> McpServerOut:
    """Absent fields stay. It is started anew; where its command or address changed, its tools are off until you approve
    them again."""
    changes = {name: getattr(body, name) for name in body.model_fields_set}
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        there = await service.get(tx, runtime.reach, entity_id)
    url, secret = changes.get("url") or there.url, changes.get("secret", there.has_secret)
    if url is not None and there.transport == "http":
        await service.check_address(runtime.reach, url, secret=bool(secret))
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await service.change(tx, runtime.reach, entity_id, changes, version=expected)
    await runtime.mcp_servers.forget(entity_id)
    await runtime.mcp_servers.check(principal.user_id, entity_id)
    return await _told(runtime, principal, response, entity_id)


@router.delete("/{entity_id}", responses=responses(404, 412))
async def erase_mcp_server(
    runtime: RuntimeDep,
    principal: Admin,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    dry_run: DryRun = False,
) -> ReceiptOut:
    """For good, with its secret and what was approved of it; it is ended."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if expected is not None:
            found = await service.get(tx, runtime.reach, entity_id)
            if not is_expected(found.version, expected):
                raise VersionConflict(f"The server is at version {found.version}.")
        receipt = await runtime.eraser.erase(tx, KIND, entity_id, dry_run=dry_run)
    if not dry_run:
        await runtime.mcp_servers.forget(entity_id)
    return ReceiptOut.of(receipt)


@router.post("/{entity_id}/check", responses=responses(404))
async def check_mcp_server(
    runtime: RuntimeDep, principal: Admin, response: Response, entity_id: EntityId
) -> McpServerOut:
    """Ask it now, and start it where it is not running; one in quarantine is tried once more. Answered within 10 s."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await service.get(tx, runtime.reach, entity_id)
    await runtime.mcp_servers.check(principal.user_id, entity_id)
    return await _told(runtime, principal, response, entity_id)


@router.post("/{entity_id}/approve", responses=responses(404))
async def approve_mcp_tools(
    runtime: RuntimeDep, principal: Admin, response: Response, entity_id: EntityId, body: ToolApproval
) -> McpServerOut:
    """The tools of these pins may be offered to the model from now on, as they are; 422 where one has changed since."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await service.approve(tx, entity_id, body.pins)
    return await _told(runtime, principal, response, entity_id)


@router.post("/{entity_id}/authorize", responses=responses(404, 502))
async def authorize_mcp_server(runtime: RuntimeDep, principal: Admin, entity_id: EntityId) -> Authorizing:
    """Begin OAuth (code with PKCE) for an http server: open `url` in your browser; it comes back to Steward's page, the
    whole address of which goes to `/authorized` within 10 minutes."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        oauth = await authorizing.of(tx, runtime.reach, entity_id)
    settings = runtime.settings
    redirect_uri = f"{settings.public_url or f'http://localhost:{settings.port}'}/"
    url, pending = await oauth.begin(redirect_uri)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await authorizing.waits(tx, runtime.reach, entity_id, pending)
    return Authorizing(url=url, redirect_uri=redirect_uri)


@router.post("/{entity_id}/authorized", responses=responses(404, 502))
async def authorized_mcp_server(
    runtime: RuntimeDep, principal: Admin, response: Response, entity_id: EntityId, body: CameBack
) -> McpServerOut:
    """The browser came back: the tokens are fetched and kept encrypted, for this server alone, and it is asked."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        oauth = await authorizing.of(tx, runtime.reach, entity_id)
        pending = await authorizing.pending(tx, runtime.reach, entity_id)
    granted = await oauth.finish(pending, body.url)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await authorizing.granted(tx, runtime.reach, entity_id, granted)
    await runtime.mcp_servers.forget(entity_id)
    await runtime.mcp_servers.check(principal.user_id, entity_id)
    return await _told(runtime, principal, response, entity_id)


@router.patch("/{entity_id}/tools/{tool}", responses=responses(404))
async def change_mcp_tool(
    runtime: RuntimeDep, principal: Admin, response: Response, entity_id: EntityId, tool: ToolName, *, body: ToolPatch
) -> McpServerOut:
    """Say what calling it does: `outbound` waits for your yes each time, `read` does not."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await service.mark(tx, entity_id, tool, body.effect)
    return await _told(runtime, principal, response, entity_id)


async def _told(runtime: RuntimeDep, principal: Principal, response: Response, server_id: EntityId) -> McpServerOut:
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await service.get(tx, runtime.reach, server_id)
    set_etag(response, found.version)
    return found
