"""Address books over HTTP (api.md): `POST /ingest/vcard` takes a file in, `GET /export/contacts.vcf` gives all out."""

from typing import Annotated

from fastapi import Query, Request
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from orchestrator.api.bulk.ingest import DUPLICATES, WAITING, Ingester, answered, doubled, waiting
from orchestrator.api.crud import Reader
from orchestrator.domain.world.contact_files import reading as vcard_reading
from orchestrator.domain.world.contact_files import service as vcard_files
from orchestrator.domain.world.contact_files import vcard
from orchestrator.domain.world.contact_files.service import SOURCE, CardResult
from orchestrator.domain.world.contacts.schemas import Shelf
from orchestrator.errors import InvalidRequest
from orchestrator.kit.text import storable
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.bodies.upload import file_body, whole_file
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["ingest"])
_CARD = "text/vcard"
_EXAMPLE = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:1\r\nFN:Ana Souza\r\nEMAIL:ana@example.org\r\nEND:VCARD\r\n"
_FILE = file_body("contacts.vcf", _EXAMPLE, megabytes=32)


class CardsOut(BaseModel):
    """What became of each card, in order."""

    results: list[CardResult]
    duplicates: int = Field(default=0, description=DUPLICATES)
    waiting: int = Field(default=0, description=WAITING)


@router.post("/ingest/vcard", responses=responses(413, 503), openapi_extra=_FILE)
async def ingest_vcard(
    runtime: RuntimeDep,
    principal: Ingester,
    request: Request,
    source: Annotated[str, Query(max_length=500, description="Unique together with the UIDs.")] = SOURCE,
    *,
    restore: Annotated[bool, Query(description="Lift tombstones, with scope `write`.")] = False,
) -> CardsOut:
    """A vCard file (2.1, 3.0, 4.0), raw (of whatever content type) or as the form field `file`: one result a card.
    Taken in again it changes nothing, and never what the user changed. Photos are skipped; addresses become places."""
    data = await whole_file(request)
    cards = await vcard_reading.read(runtime.processes.in_request, principal.user_id, data)
    if len(cards) > vcard.MOST_CARDS:
        raise InvalidRequest(f"A file has at most {vcard.MOST_CARDS:,} cards: send this one in parts.")
    if not cards:
        raise InvalidRequest("There is no vCard in this file: a card begins with BEGIN:VCARD.")
    shelf = Shelf(
        zone=principal.timezone,
        source=storable(source).strip() or SOURCE,
        restore=restore,
        may_restore=principal.may("write"),
    )
    results = await vcard_files.ingest_file(runtime.database, principal.user_id, cards, shelf)
    answered(results)
    return CardsOut(results=results, duplicates=doubled(results), waiting=waiting(results))


@router.get(
    "/export/contacts.vcf",
    response_class=StreamingResponse,
    responses={
        **responses(),
        200: {"content": {_CARD: {"schema": {"type": "string"}}}, "description": "A vCard file."},
    },
)
async def export_contacts(runtime: RuntimeDep, principal: Reader) -> StreamingResponse:
    """All contacts as one vCard 4.0 file; taken in again it changes nothing."""
    return StreamingResponse(
        vcard_files.export(runtime.database, principal.user_id),
        media_type=_CARD,
        headers={"Content-Disposition": 'attachment; filename="contacts.vcf"', "Cache-Control": "private, no-store"},
    )
