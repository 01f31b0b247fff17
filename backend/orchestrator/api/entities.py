"""Contacts, places, events, todos, notes and episodes over HTTP (api.md, Entities)."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Query
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from orchestrator.api.crud import Conditions, Reader, Writer, add_crud
from orchestrator.domain.memory.episodes.service import EpisodeFilter, episodes
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.world.contacts import links
from orchestrator.domain.world.contacts.schemas import ContactOut, PlaceLinkIO, RelationshipIO
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.service import EventFilter, events
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.todos.service import TodoFilter, TodoStatus, todos
from orchestrator.errors import InvalidRequest
from orchestrator.kit.zones import local, to_utc, wall_time
from orchestrator.web.auth import Principal
from orchestrator.web.erasure import ReceiptOut
from orchestrator.web.etags import set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

router = Router(tags=["entities"])

Since = Annotated[str | None, Query(max_length=40, description="From then on: RFC 3339, local time or a date.")]
Until = Annotated[str | None, Query(max_length=40, description="Before then: RFC 3339, local time or a date.")]


def moment(name: str, text: str | None, zone: str) -> datetime | None:
    """A query's time as an instant; without an offset it is the user's. Raises InvalidRequest."""
    if not text:
        return None
    try:
        value = wall_time(text.strip().replace(" ", "+") if "T" in text else text)  # a `+` that was not encoded
        return to_utc(local(value, zone), zone) if value is not None else None
    except (ValueError, OverflowError) as error:
        raise InvalidRequest(
            f"`{name}` is no time.", errors=[{"loc": ["query", name], "message": str(error)}]
        ) from error


async def in_range(principal: Reader, since: Since = None, until: Until = None) -> Conditions:
    """Events that overlap the range, cancelled ones too: a list shows their status."""
    zone = principal.timezone
    wanted = EventFilter(moment("since", since, zone), moment("until", until, zone), include_cancelled=True)
    return wanted.conditions()


async def of_time(principal: Reader, since: Since = None, until: Until = None) -> Conditions:
    """Episodes that overlap the range."""
    zone = principal.timezone
    return EpisodeFilter(moment("since", since, zone), moment("until", until, zone)).conditions()


async def by_status(
    runtime: RuntimeDep, status: Annotated[TodoStatus, Query(description="Which todos.")] = "all"
) -> Conditions:
    """Todos by what became of them."""
    return TodoFilter(status, now=runtime.clock.now()).conditions()


add_crud(router, "/contacts", contacts)
add_crud(router, "/places", places)
add_crud(router, "/events", events, narrow=in_range)
add_crud(router, "/todos", todos, narrow=by_status)
add_crud(router, "/notes", notes)
add_crud(router, "/episodes", episodes, narrow=of_time)


@router.get("/contacts/{contact_id}/relationships", responses=responses(404))
async def list_relationships(runtime: RuntimeDep, principal: Reader, contact_id: EntityId) -> Listed[RelationshipIO]:
    """What others are to this contact."""
    async with runtime.database.unit_of_work() as session:
        await contacts.get(session, principal.user_id, contact_id)
        found = await links.relationships(session, principal.user_id, [contact_id])
    return Listed(items=found[contact_id])


@router.post("/contacts/{contact_id}/relationships", status_code=201, responses=responses(404))
async def relate(
    runtime: RuntimeDep, principal: Writer, response: Response, contact_id: EntityId, body: RelationshipIO
) -> ContactOut:
    """Say what another contact is to this one; it replaces what was said of the two before."""
    async with runtime.database.unit_of_work() as session:
        await links.relate(session, principal.user_id, contact_id, body)
        return await _contact(session, principal, contact_id, response)


@router.delete("/contacts/{contact_id}/relationships/{other_id}", responses=responses(404))
async def unrelate(runtime: RuntimeDep, principal: Writer, contact_id: EntityId, other_id: EntityId) -> ReceiptOut:
    """Take away what these two are to each other."""
    async with runtime.database.unit_of_work() as session:
        gone = await links.unrelate(session, principal.user_id, contact_id, other_id)
    return ReceiptOut(deleted={"contact_relationship": gone}, rebuilt={}, redacted={})


@router.get("/contacts/{contact_id}/places", responses=responses(404))
async def list_contact_places(runtime: RuntimeDep, principal: Reader, contact_id: EntityId) -> Listed[PlaceLinkIO]:
    """The places of this contact."""
    async with runtime.database.unit_of_work() as session:
        await contacts.get(session, principal.user_id, contact_id)
        found = await links.place_links(session, principal.user_id, [contact_id])
    return Listed(items=found[contact_id])


@router.post("/contacts/{contact_id}/places", status_code=201, responses=responses(404))
async def settle(
    runtime: RuntimeDep, principal: Writer, response: Response, contact_id: EntityId, body: PlaceLinkIO
) -> ContactOut:
    """Link a place to this contact; its label replaces the one before."""
    async with runtime.database.unit_of_work() as session:
        await links.settle(session, principal.user_id, contact_id, body)
        return await _contact(session, principal, contact_id, response)


@router.delete("/contacts/{contact_id}/places/{place_id}", responses=responses(404))
async def unsettle(runtime: RuntimeDep, principal: Writer, contact_id: EntityId, place_id: EntityId) -> ReceiptOut:
    """Unlink a place from this contact."""
    async with runtime.database.unit_of_work() as session:
        gone = await links.unsettle(session, principal.user_id, contact_id, place_id)
    return ReceiptOut(deleted={"contact_place": gone}, rebuilt={}, redacted={})


async def _contact(session: AsyncSession, principal: Principal, contact_id: UUID, response: Response) -> ContactOut:
    row = await contacts.get(session, principal.user_id, contact_id)
    await session.refresh(row)
    (found,) = await contacts.present(session, principal.user_id, [row])
    set_etag(response, found.version)
    return ContactOut.model_validate(found)


ROUTERS = (router,)
