"""A fact's evidence and history over HTTP: where it was taken from, and what was believed before and after it."""

from orchestrator.api.crud import Reader
from orchestrator.domain.memory.facts import history
from orchestrator.domain.memory.facts.history import FactEvidence, FactHistory
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.ids import EntityId
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/facts", tags=["memory"])


@router.get("/{entity_id}/evidence", responses=responses(404), summary="What a fact was taken from")
async def show_evidence(runtime: RuntimeDep, principal: Reader, entity_id: EntityId) -> FactEvidence:
    """Each quote with the words around it in its source, where that still says so."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await history.evidence(tx, entity_id)


@router.get("/{entity_id}/history", responses=responses(404), summary="A fact's history")
async def show_history(runtime: RuntimeDep, principal: Reader, entity_id: EntityId) -> FactHistory:
    """All that it corrected, changed or ended, and what did so to it, in the order in which it was believed."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await history.history(tx, entity_id)
