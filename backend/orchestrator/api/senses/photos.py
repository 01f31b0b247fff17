"""Photos over HTTP (api.md, Photos): those of an event, their thumbnails, and who is on them."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Path, Request
from pydantic import BeforeValidator
from starlette.responses import Response

from orchestrator.api.crud import Reader, Writer
from orchestrator.domain.senses.photos import proposing
from orchestrator.domain.senses.photos import service as photos
from orchestrator.domain.senses.photos.schemas import (
    KIND,
    ContactPersonsOut,
    EventPhotosOut,
    PersonOut,
    PhotoPersonIn,
    ProposedPhotosOut,
)
from orchestrator.integrations.photos.port import Picture
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.bodies.upload import BYTES, RAW
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import content_tag, is_known, tagged
from orchestrator.web.ids import EntityId, existing
from orchestrator.web.paging import Listed
from orchestrator.web.photos import BODY, LATER, Filename, added
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["photos"])
AssetId = Annotated[UUID, BeforeValidator(existing), Path(description="The library's id of the photo (UUID).")]
PersonId = Annotated[UUID, BeforeValidator(existing), Path(description="The library's id of the person (UUID).")]
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
    "Vary": "Authorization",
}
"""What another server gave is looked at, and nothing else; each time the token is asked for anew."""
_SHOWN = ("image/jpeg", "image/webp", "image/png", "image/avif", "image/gif")
_PICTURES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A small picture.",
        "content": {one: {"schema": BYTES} for one in (RAW, *_SHOWN)},
    },
    304: {"description": "As `If-None-Match` has it; no body."},
}


@router.get("/events/{event_id}/photos", responses=responses(404))
async def read_event_photos(
    runtime: RuntimeDep, principal: Reader, response: Response, event_id: EntityId
) -> EventPhotosOut:
    """The photos that the event shows, the earliest first, with who is on them by now. Where the library can't be
    asked, what is known."""
    unit_of = runtime.database.unit_of_work_of
    return tagged(response, await photos.show(unit_of, runtime.photos, principal.user_id, event_id))


@router.post(
    "/events/{event_id}/photos",
    status_code=201,
    responses={**responses(404, 413, 415, 502, 503), **LATER},
    openapi_extra=BODY,
)
async def add_event_photo(
    runtime: RuntimeDep,
    principal: Writer,
    event_id: EntityId,
    request: Request,
    response: Response,
    filename: Filename = None,
) -> EventPhotosOut:
    """Upload a photo, as the form field `file` or as the body itself, or link one that the library has, by `asset_id`.
    The same bytes again change nothing. What the library can't take now is sent again by itself (202); what it refuses
    is 502."""
    return await added(runtime, principal.user_id, event_id, request, response, filename)


@router.get("/events/{event_id}/photos/proposed", responses=responses(404, 502, 503))
async def propose_event_photos(runtime: RuntimeDep, principal: Reader, event_id: EntityId) -> ProposedPhotosOut:
    """Photos of the library that were taken while the event was, and near its place: none is linked by itself."""
    unit_of, now = runtime.database.unit_of_work_of, runtime.clock.now()
    return await proposing.proposed(unit_of, runtime.photos, principal.user_id, event_id, now)


@router.delete("/events/{event_id}/photos/{asset_id}", responses=responses(404))
async def unlink_event_photo(
    runtime: RuntimeDep, principal: Writer, event_id: EntityId, asset_id: AssetId, *, dry_run: DryRun = False
) -> ReceiptOut:
    """The event shows it no more, and it is not proposed again; the library keeps it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        link_id = await photos.link_id(tx, event_id, asset_id)
        return ReceiptOut.of(await runtime.eraser.erase(tx, KIND, link_id, dry_run=dry_run))


@router.get(
    "/photos/{asset_id}/thumbnail",
    response_class=Response,
    responses={**responses(404, 502, 503), **_PICTURES},
)
async def read_thumbnail(runtime: RuntimeDep, principal: Reader, asset_id: AssetId, request: Request) -> Response:
    """A small picture of a photo that an event shows, with an `ETag`; another user's is 404."""
    unit_of = runtime.database.unit_of_work_of
    return _shown(request, await photos.thumbnail(unit_of, runtime.photos, principal.user_id, asset_id))


def _shown(request: Request, picture: Picture) -> Response:
    """As it is, or that it is known."""
    headers = {**_SAFE, "ETag": content_tag(picture.content)}
    if is_known(request.headers.getlist("if-none-match"), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(picture.content, media_type=picture.media_type, headers=headers)


@router.get("/photos/people", responses=responses(502, 503))
async def list_people(runtime: RuntimeDep, principal: Reader) -> Listed[PersonOut]:
    """Whom the library recognises, those with a name first; a contact of the very same name is suggested."""
    found = await photos.people(runtime.database.unit_of_work_of, runtime.photos, principal.user_id)
    return Listed(items=found)


@router.get(
    "/photos/people/{person_id}/thumbnail",
    response_class=Response,
    responses={**responses(404, 502, 503), **_PICTURES},
)
async def read_person_thumbnail(
    runtime: RuntimeDep, principal: Reader, person_id: PersonId, request: Request
) -> Response:
    """The face of somebody whom the library recognises, with an `ETag`, for the one whose library it is."""
    unit_of = runtime.database.unit_of_work_of
    return _shown(request, await photos.person_thumbnail(unit_of, runtime.photos, principal.user_id, person_id))


@router.put("/contacts/{contact_id}/photo-person", responses=responses(404, 409, 502, 503))
async def set_photo_person(
    runtime: RuntimeDep, principal: Writer, contact_id: EntityId, body: PhotoPersonIn | None = None
) -> ContactPersonsOut:
    """Say which of the library's persons the contact is; null: none of them."""
    person_id = body.person_id if body is not None else None
    unit_of = runtime.database.unit_of_work_of
    return await photos.set_person(unit_of, runtime.photos, principal.user_id, contact_id, person_id)
