"""`/proposals`: what others say of the user, and what the user makes of it (api.md, Entities)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import BaseModel, ConfigDict
from starlette.responses import Response

from orchestrator.api.crud import Reader
from orchestrator.api.memory.facts import Curator, told
from orchestrator.api.ruled import refuse_text
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.review import proposing, questions
from orchestrator.domain.memory.facts.schemas import FactOut
from orchestrator.kit.paging import Page
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.etags import ExpectedVersion
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["memory"])
Asking = Annotated[
    bool | None, Query(description="Only Steward's own questions about facts (`asks`), or none of them.")
]


class Ratification(BaseModel):
    """Which of a proposal's `options` holds; the proposal's own text where it is absent."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [{}]})

    choice: UUID | None = None


@router.get("/proposals", responses=responses(), summary="What waits for the user's word")
async def list_proposals(
    runtime: RuntimeDep, principal: Reader, page: PageDep, asking: Asking = None
) -> Listed[FactOut]:
    """What agents, clients and models say of the user, believed by nobody yet, newest first."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await proposing.proposals(tx, page, asking=asking)
    return listed(Page([FactOut.model_validate(row) for row in found.items], found.next_cursor))


@router.post("/proposals/{entity_id}/ratify", responses=responses(404, 409, 412), summary="Make a proposal one's own")
async def ratify_proposal(
    runtime: RuntimeDep,
    principal: Curator,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    body: Ratification | None = None,
) -> FactOut:
    """It is believed from now on; what contradicts it ends. Those of `merges` become this one fact, and are readable
    under `known_at` and `replaces`; of `options` the first holds, or the `choice`. Answers the fact that now holds."""
    choice = body.choice if body is not None else None
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        proposed = FactOut.model_validate(await facts.get(tx, entity_id))
        await refuse_text(tx, proposed.model_dump(include={"kind", "text", "category", "subjects"}))
        row = await proposing.ratify(tx, entity_id, version=expected, choice=choice)
    return told(response, row)


@router.post("/proposals/{entity_id}/dismiss", responses=responses(404, 412), summary="Dismiss a proposal")
async def dismiss_proposal(
    runtime: RuntimeDep, principal: Curator, response: Response, entity_id: EntityId, expected: ExpectedVersion
) -> FactOut:
    """It waits no more, and the same is not filed again."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await proposing.dismiss(tx, entity_id, version=expected)
    return told(response, row)


@router.post("/facts/{entity_id}/unmerge", responses=responses(404, 412), summary="Take a merge back")
async def unmerge_facts(
    runtime: RuntimeDep, principal: Curator, entity_id: EntityId, expected: ExpectedVersion
) -> Listed[FactOut]:
    """What a ratified proposal merged holds again, as it was, and is not proposed again. Answers those facts."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        rows = await questions.unmerge(tx, entity_id, version=expected)
    return listed(Page([FactOut.model_validate(row) for row in rows], None))
