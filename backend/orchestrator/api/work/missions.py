"""`/missions`: goals that agents work on; the user reads the plan and its cost, approves its hash, answers, and reads a
report that opens with what was not done."""

from typing import Annotated
from uuid import UUID

from orchestrator.api.crud import Writer
from orchestrator.db.tx import Tx
from orchestrator.domain.work.missions import service, views
from orchestrator.domain.work.missions.schemas import KIND, MissionOut
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedTag, check_shown
from orchestrator.web.ids import EntityId
from orchestrator.web.missions import Door, add_missions
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/missions", tags=["missions"])
Looker = Annotated[Principal, require("read", "write")]
Approver = Annotated[Principal, require("curate")]

add_missions(router, Door(looks=Looker, writes=Writer, approves=Approver))


async def _shown(tx: Tx, mission_id: UUID) -> MissionOut:
    """Raises NotFound."""
    return await views.shown(tx, await service.get(tx, mission_id))


@router.delete("/{entity_id}", summary="Erase a mission", responses=responses(404, 412))
async def erase_mission(
    runtime: RuntimeDep, principal: Writer, entity_id: EntityId, expected: ExpectedTag, *, dry_run: DryRun = False
) -> ReceiptOut:
    """With all that it says and its workspace; what it taught, and what it changed, stays."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await check_shown(expected, lambda: _shown(tx, entity_id))
        return ReceiptOut.of(await runtime.eraser.erase(tx, KIND, entity_id, dry_run=dry_run))
