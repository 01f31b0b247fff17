"""Taking in what other systems hold (api.md, `/ingest/*`): one item or a list, idempotent by source and external id."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Body
from pydantic import BaseModel, Field

from orchestrator.agent.types.origin import Origin
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.people.conversations import ingestion as conversations
from orchestrator.domain.senses.locations import schemas as location_schemas
from orchestrator.domain.senses.locations import service as locations
from orchestrator.domain.world.contacts import schemas as contact_schemas
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.documents import schemas as document_schemas
from orchestrator.domain.world.documents.intake import Intake
from orchestrator.domain.world.events import schemas as event_schemas
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places import schemas as place_schemas
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.todos import schemas as todo_schemas
from orchestrator.domain.world.todos.service import todos
from orchestrator.errors import InvalidRequest
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["ingest"], prefix="/ingest")
Ingester = Annotated[Principal, require("ingest")]
Tracker = Annotated[Principal, require("ingest", "location")]
MAX_ITEMS = 1_000
_KEY = {"external_id": "1", "source": "example"}
_CONVERSATION = {
    "title": "Weekend",
    "messages": [
        {"external_id": "m1", "speaker": "me", "text": "Dinner on Friday?", "at": "2026-03-02T18:00:00Z"},
        {"external_id": "m2", "speaker": "Ana", "text": "Yes, at 8.", "at": "2026-03-02T18:01:00Z"},
    ],
}


DUPLICATES = "How many new contacts are likely somebody who was here before (`duplicate_of`)."
WAITING = "How many of those are somebody for sure: in no list until the user says whether they are (`waits`)."


class IngestOut(BaseModel):
    """What became of each item, in order."""

    results: list[IngestResult]
    duplicates: int = Field(default=0, description=DUPLICATES)
    waiting: int = Field(default=0, description=WAITING)


def _items(body: Any) -> Sequence[Any]:
    """Raises InvalidRequest."""
    if isinstance(body, dict):
        return [body]
    if not isinstance(body, list):
        raise InvalidRequest("Send one item (a JSON object) or a list of items.")
    if len(body) > MAX_ITEMS:
        raise InvalidRequest(f"At most {MAX_ITEMS} items at once; these are {len(body)}.")
    return body


def answered(results: Sequence[IngestResult]) -> IngestOut:
    """What became of the items. Raises InvalidRequest where there was one and none was valid."""
    if results and all(one.status == "invalid" for one in results):
        shown = [one.model_dump(mode="json") for one in results]
        raise InvalidRequest("No item was valid.", extra={"results": shown})
    return IngestOut(results=list(results), duplicates=doubled(results), waiting=waiting(results))


def doubled(results: Sequence[IngestResult]) -> int:
    """How many of them are likely somebody who was here before."""
    return sum(one.duplicate_of is not None for one in results)


def waiting(results: Sequence[IngestResult]) -> int:
    """How many of them wait for the user's word that they are."""
    return sum(one.waits for one in results)


def _body(example: Any) -> Any:
    item = {**_KEY, **example}
    return Body(examples=[item, [item]], description=f"One item, or a list of at most {MAX_ITEMS:,}.")


async def _ingest(runtime: Runtime, principal: Principal, service: EntityService[Any, Any], body: Any) -> IngestOut:
    items = _items(body)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        results = await service.ingest(tx, items, zone=principal.timezone, may_restore=principal.may("write"))
    return answered(results)


@router.post("/contact", responses=responses(413))
async def ingest_contact(
    runtime: RuntimeDep, principal: Ingester, body: Annotated[Any, _body(contact_schemas.EXAMPLE)]
) -> IngestOut:
    """Contacts: the fields of `POST /contacts`."""
    return await _ingest(runtime, principal, contacts, body)


@router.post("/place", responses=responses(413))
async def ingest_place(
    runtime: RuntimeDep, principal: Ingester, body: Annotated[Any, _body(place_schemas.EXAMPLE)]
) -> IngestOut:
    """Places: the fields of `POST /places`."""
    return await _ingest(runtime, principal, places, body)


@router.post("/event", responses=responses(413))
async def ingest_event(
    runtime: RuntimeDep, principal: Ingester, body: Annotated[Any, _body(event_schemas.EXAMPLE)]
) -> IngestOut:
    """Events: the fields of `POST /events`."""
    return await _ingest(runtime, principal, events, body)


@router.post("/todo", responses=responses(413))
async def ingest_todo(
    runtime: RuntimeDep, principal: Ingester, body: Annotated[Any, _body(todo_schemas.EXAMPLE)]
) -> IngestOut:
    """Todos: the fields of `POST /todos`."""
    return await _ingest(runtime, principal, todos, body)


@router.post("/document", responses=responses(413))
async def ingest_document(
    runtime: RuntimeDep, principal: Ingester, body: Annotated[Any, _body(document_schemas.EXAMPLE)]
) -> IngestOut:
    """Documents: `text`, or a file's bytes in `content_base64` with its `filename`; they are read afterwards."""
    return await _ingest(runtime, principal, Intake(runtime.files), body)


@router.post("/location", responses=responses(413))
async def ingest_location(
    runtime: RuntimeDep, principal: Tracker, body: Annotated[Any, _body(location_schemas.SAMPLE)]
) -> IngestOut:
    """Location samples; one without `external_id` is known by its source, device and instant."""
    samples = [location_schemas.read_sample(item) for item in _items(body)]
    batch = locations.Batch(Origin.THIRD_PARTY, may_restore=principal.may("write"))
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        results = await locations.take_in(tx, samples, batch, now=runtime.clock.now())
    return answered(results)


@router.post("/conversation", responses=responses(413))
async def ingest_conversation(
    runtime: RuntimeDep, principal: Ingester, body: Annotated[Any, _body(_CONVERSATION)]
) -> IngestOut:
    """Conversations, each a thread: messages are added or updated, absent ones stay."""
    items = _items(body)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        results = await conversations.ingest(tx, items, zone=principal.timezone, may_restore=principal.may("write"))
    return answered(results)
