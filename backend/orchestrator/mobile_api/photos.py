"""`/mobile/events/{id}/photos`: the photos of an event, and those that the phone took."""

from typing import Annotated

from fastapi import Request
from starlette.responses import Response

from orchestrator.domain.senses.photos import service as photos
from orchestrator.domain.senses.photos.schemas import KIND, EventPhotosOut
from orchestrator.mobile_api.routing import MobileRouter, reads
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.ids import EntityId
from orchestrator.web.photos import BODY, LATER, Filename, added
from orchestrator.web.problems import responses

router = MobileRouter(prefix="/mobile/events")
Mobile = Annotated[Principal, require("mobile")]


@router.get("/{event_id}/photos", summary="Photos of an event", responses=reads(404))
async def mobile_event_photos(principal: Mobile, runtime: RuntimeDep, event_id: EntityId) -> EventPhotosOut:
    """The earliest first, with who is on them; `thumbnail_url` is read with the same token."""
    return await photos.show(runtime.database.unit_of_work_of, runtime.photos, principal.user_id, event_id)


@router.post(
    "/{event_id}/photos",
    status_code=201,
    summary="Add a photo to an event",
    responses={**responses(404, 413, 415, 502, 503), **LATER},
    openapi_extra=BODY,
)
async def mobile_add_photo(
    principal: Mobile,
    runtime: RuntimeDep,
    event_id: EntityId,
    request: Request,
    response: Response,
    filename: Filename = None,
) -> EventPhotosOut:
    """Upload the original as the form field `file`, or link one that the library has. The same bytes again change
    nothing, so it may be sent until it is answered."""
    return await added(runtime, principal.user_id, event_id, request, response, filename)


@router.delete("/{event_id}/photos/{asset_id}", summary="Take a photo from an event", responses=responses(404))
async def mobile_unlink_photo(
    principal: Mobile, runtime: RuntimeDep, event_id: EntityId, asset_id: EntityId, *, dry_run: DryRun = False
) -> ReceiptOut:
    """The event shows it no more; the library keeps it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        link_id = await photos.link_id(tx, event_id, asset_id)
        return ReceiptOut.of(await runtime.eraser.erase(tx, KIND, link_id, dry_run=dry_run))
