"""`/previews`: frozen writes that wait for the user, and what became of them."""

from typing import Annotated, Any

from fastapi import Query, Response
from pydantic import BaseModel, ConfigDict, Field

from orchestrator.agent.types.bundle import PreviewOut, PreviewState
from orchestrator.domain.people.previews import service as previews
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.etags import ExpectedTag, check_shown, tagged
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/previews", tags=["previews"])
Asker = Annotated[Principal, require("ask")]
EDITS_LIMIT = 100


class Confirmation(BaseModel):
    """What the user saw and what they changed in it; both may be absent."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"digest": "…"}, {"edits": {"title": "Dinner with Ana"}}]}
    )

    digest: str | None = Field(default=None, max_length=200, description="The digest of the preview that was seen.")
    edits: dict[str, Any] | None = Field(default=None, max_length=EDITS_LIMIT)


class Proposing(BaseModel):
    """A change as the tool that makes it takes it: what a user's own hand proposes on a page."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"tool": "todos_create", "arguments": {"title": "Water the plants"}},
                {
                    "tool": "events_update",
                    "arguments": {"event": "019a2b3c-1111-7000-8000-000000000001", "start_at": "2027-03-12T13:00"},
                },
            ]
        },
    )

    tool: str = Field(min_length=1, max_length=100, description="The name of a tool that changes something.")
    arguments: dict[str, Any] = Field(
        max_length=EDITS_LIMIT, description="Its arguments; of a series' occurrence `event` is `id@recurrence_id`."
    )


class PreviewEdits(BaseModel):
    """The user's own values for editable fields."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"edits": {"title": "Dinner with Ana"}}]})

    edits: dict[str, Any] = Field(min_length=1, max_length=EDITS_LIMIT)


@router.get("", summary="Previews", responses=responses())
async def list_previews(
    principal: Asker,
    runtime: RuntimeDep,
    page: PageDep,
    state: Annotated[PreviewState | None, Query(description="Only those in this state.")] = None,
) -> Listed[PreviewOut]:
    """Newest first."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await previews.list_previews(tx, page, state=state))


@router.post("", status_code=201, summary="Propose a change", responses=responses(409))
async def propose_change(principal: Asker, runtime: RuntimeDep, proposed: Proposing) -> PreviewOut:
    """Freezes what the tool would do, and lets it wait: what overlaps and which rule holds it stand in the summary.
    Never executes. The very same change again answers the preview that waits already."""
    owner = principal.owner()
    async with runtime.database.unit_of_work_of(owner.id) as tx:
        return await runtime.confirmer.direct.propose(tx, owner, proposed.tool, proposed.arguments)


@router.get("/{preview_id}", summary="One preview", responses=responses(404))
async def get_preview(principal: Asker, runtime: RuntimeDep, response: Response, preview_id: EntityId) -> PreviewOut:
    """As it is now."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return tagged(response, await previews.show(tx, preview_id))


@router.patch("/{preview_id}", summary="Edit a preview", responses=responses(404, 409, 412))
async def edit_preview(
    principal: Asker, runtime: RuntimeDep, preview_id: EntityId, expected: ExpectedTag, change: PreviewEdits
) -> PreviewOut:
    """Freezes a new preview, which is answered; the old one is superseded. Never executes."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await check_shown(expected, lambda: previews.show(tx, preview_id))
    return await runtime.confirmer.edit(principal.owner(), preview_id, change.edits)


@router.post("/{preview_id}/confirm", summary="Do it", responses=responses(404, 409))
async def confirm_preview(
    principal: Asker, runtime: RuntimeDep, preview_id: EntityId, confirmation: Confirmation | None = None
) -> PreviewOut:
    """Executes exactly what was frozen, once; a confirmed or undone one is answered as it is."""
    seen = confirmation or Confirmation()
    return await runtime.confirmer.confirm(principal.owner(), preview_id, digest=seen.digest, edits=seen.edits)


@router.post("/{preview_id}/cancel", summary="Drop it", responses=responses(404, 409))
async def cancel_preview(principal: Asker, runtime: RuntimeDep, preview_id: EntityId) -> PreviewOut:
    """Nothing is executed."""
    return await runtime.confirmer.cancel(principal.owner(), preview_id)


@router.post("/{preview_id}/undo", summary="Take it back", responses=responses(404, 409))
async def undo_preview(principal: Asker, runtime: RuntimeDep, preview_id: EntityId) -> PreviewOut:
    """Within 10 minutes, where the inverse is exact."""
    return await runtime.confirmer.undo(principal.owner(), preview_id)
