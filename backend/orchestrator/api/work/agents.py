"""`/agents`: who works for the user; those that come with Steward can be changed, not deleted."""

from collections.abc import Sequence
from uuid import UUID

from starlette.responses import Response

from orchestrator.api.crud import Reader, Writer
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.work.agents import service as agents
from orchestrator.domain.work.agents.schemas import KIND, AgentFields, AgentOut, AgentPatch
from orchestrator.domain.work.agents.service import There
from orchestrator.errors import VersionConflict
from orchestrator.kit.versions import is_expected
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/agents", tags=["missions"])


async def _there(runtime: Runtime, owner_id: UUID, named: Sequence[str] | None) -> There:
    """The tools that there are, of this build, and of the named ones those of the user's own servers; all skills."""
    services = runtime.missions.runs.services
    own = [one for one in named or () if one not in runtime.tools and await services.tool(owner_id, one) is not None]
    async with runtime.database.unit_of_work_of(owner_id) as tx:
        skills = await runtime.skills.names(tx)
    return There(runtime.tools | frozenset(own), skills)


@router.get("", summary="Agents", responses=responses())
async def list_agents(runtime: RuntimeDep, principal: Reader, page: PageDep) -> Listed[AgentOut]:
    """By name; those that come with Steward are there from the start."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await agents.page(tx, page))


@router.post("", summary="Create an agent", status_code=201, responses=responses(409))
async def create_agent(runtime: RuntimeDep, principal: Writer, response: Response, body: AgentFields) -> AgentOut:
    """`tools` name existing tools, `skills` existing skills, `collaborators` existing agents."""
    there = await _there(runtime, principal.user_id, body.tools)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await agents.create(tx, body, there=there)
        set_etag(response, row.version)
        return AgentOut.model_validate(row)


@router.get("/{entity_id}", summary="One agent", responses=responses(404))
async def read_agent(runtime: RuntimeDep, principal: Reader, response: Response, entity_id: EntityId) -> AgentOut:
    """With its version as `ETag`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await agents.get(tx, entity_id)
        set_etag(response, row.version)
        return AgentOut.model_validate(row)


@router.patch("/{entity_id}", summary="Change an agent", responses=responses(404, 409, 412))
async def change_agent(
    runtime: RuntimeDep,
    principal: Writer,
    response: Response,
    entity_id: EntityId,
    version: ExpectedVersion,
    body: AgentPatch,
) -> AgentOut:
    """Only the fields that are given change."""
    there = await _there(runtime, principal.user_id, body.tools)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await agents.change(tx, entity_id, body, there=there, version=version)
        set_etag(response, row.version)
        return AgentOut.model_validate(row)


@router.delete("/{entity_id}", summary="Erase an agent", responses=responses(404, 409, 412))
async def erase_agent(
    runtime: RuntimeDep,
    principal: Writer,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    dry_run: DryRun = False,
) -> ReceiptOut:
    """One of the user's own; a shipped one is 409."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if expected is not None and not is_expected((await agents.get(tx, entity_id)).version, expected):
            raise VersionConflict("The agent was changed since.")
        return ReceiptOut.of(await runtime.eraser.erase(tx, KIND, entity_id, dry_run=dry_run))
