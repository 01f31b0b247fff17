"""What are the photos of an event? As they are linked, asked about anew while somebody looks."""

import asyncio
from collections.abc import Mapping, Sequence
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.photos import linking, persons, repository, uploading
from orchestrator.domain.senses.photos.access import PhotoAccess, configured, owns_library
from orchestrator.domain.senses.photos.linking import UnitOf
from orchestrator.domain.senses.photos.model import EventPhoto, PhotoFace, PhotoPerson
from orchestrator.domain.senses.photos.schemas import (
    ContactPersonsOut,
    EventPhotosOut,
    FaceOut,
    PersonOut,
    PhotoOut,
)
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.service import events
from orchestrator.errors import IntegrationFailed, NotFound
from orchestrator.integrations.photos.port import LibraryFailed, Picture

LOOKED_S = 3.0
"""So long somebody who looks at photos waits for what is new of them."""
MOST_LOOKED_AT = 200
_LATE = "Immich did not take the photo in time. It is tried again later."
_NOT_THEIRS = "There is no such photo in the library."


async def show(unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID, event_id: UUID) -> EventPhotosOut:
    """The photos of an event, with who is on them now. Raises NotFound."""
    async with unit_of(owner_id) as tx:
        await events.get(tx, event_id)
        rows = await repository.photos_of(tx, [event_id])
        known = await linking.known_of(tx, rows[:MOST_LOOKED_AT])
    if access is not None:
        await linking.refresh(unit_of, access, owner_id, known, within_s=LOOKED_S, all_of=False)
    async with unit_of(owner_id) as tx:
        return await stored(tx, event_id)


async def stored(tx: Tx, event_id: UUID) -> EventPhotosOut:
    """The photos of an event as they are known."""
    rows = await repository.photos_of(tx, [event_id])
    uploads = await repository.uploads_of(tx, event_id)
    return EventPhotosOut(
        items=await told(tx, rows),
        pending=sum(row.state == "pending" for row in uploads),
        last_error=next((row.last_error for row in uploads if row.last_error), None),
    )


async def told(tx: Tx, rows: Sequence[EventPhoto]) -> list[PhotoOut]:
    """Photos as they are told, with the contacts that the user said are on them."""
    faces = await repository.faces_of(tx, [row.id for row in rows])
    people = await contacts_by_person(tx)
    return [
        PhotoOut(
            asset_id=row.asset_id,
            taken_at=row.taken_at,
            thumbnail_url=None if row.gone else thumbnail_path(row.asset_id),
            faces=[_face(one, people) for one in faces[row.id]],
        )
        for row in rows
    ]


async def contacts_by_person(tx: Tx) -> dict[UUID, UUID]:
    """Which contact each person of the library is."""
    return {person_id: link.contact_id for person_id, link in (await links_by_person(tx)).items()}


async def links_by_person(tx: Tx) -> dict[UUID, PhotoPerson]:
    """The user's word for which contact each person of the library is."""
    return {row.person_id: row for row in await repository.persons(tx)}


def _face(row: PhotoFace, people: Mapping[UUID, UUID]) -> FaceOut:
    return FaceOut(person_id=row.person_id, name=row.name, contact_id=people.get(row.person_id))


def thumbnail_path(asset_id: UUID) -> str:
    return f"/photos/{asset_id}/thumbnail"


async def check_event(unit_of: UnitOf, owner_id: UUID, event_id: UUID) -> None:
    """Raises NotFound."""
    async with unit_of(owner_id) as tx:
        await events.get(tx, event_id)


async def upload(
    unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID, event_id: UUID, content: bytes, filename: str | None
) -> tuple[EventPhotosOut, bool]:
    """Bring a photo into the library; whether it is there by now. Raises NotFound, UnsupportedMedia, NotConfigured,
    IntegrationFailed where the library refuses it."""
    access = configured(access)
    async with unit_of(owner_id) as tx:
        upload_id = await uploading.take(tx, event_id, content, filename, wait_s=max(access.retry_s, 1.0))
    try:
        async with asyncio.timeout(access.sent_s):
            made = await uploading.attempt(unit_of, access, owner_id, upload_id)
    except TimeoutError:
        made = await uploading.failed(unit_of, owner_id, upload_id, LibraryFailed(_LATE))
    if made.failure is not None and made.failure.final:
        raise IntegrationFailed(made.failure.detail)
    async with unit_of(owner_id) as tx:
        return await stored(tx, event_id), made.failure is None


async def link(
    unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID, event_id: UUID, asset_id: UUID
) -> EventPhotosOut:
    """Let an event show a photo that the library has. Raises NotFound, NotConfigured, IntegrationFailed."""
    access = configured(access)
    async with unit_of(owner_id) as tx:
        await events.get(tx, event_id)
        if not await owns_library(tx) and not await repository.is_linked(tx, asset_id):
            raise NotFound(_NOT_THEIRS)
    asset = await access.library.asset(asset_id)
    if asset is None:
        raise NotFound(_NOT_THEIRS)
    async with unit_of(owner_id) as tx:
        await linking.link(tx, event_id, asset)
        return await stored(tx, event_id)


async def link_id(tx: Tx, event_id: UUID, asset_id: UUID) -> UUID:
    """The link of an event to a photo. Raises NotFound."""
    await events.get(tx, event_id)
    row = await repository.linked(tx, event_id, asset_id)
    if row is None:
        raise NotFound("The event does not show this photo.")
    return row.id


async def thumbnail(unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID, asset_id: UUID) -> Picture:
    """Of a photo that an event of the user's shows; whose library it is may look at all that is their own in it. Raises
    NotFound, NotConfigured, IntegrationFailed."""
    async with unit_of(owner_id) as tx:
        shown, own = await repository.is_linked(tx, asset_id), await owns_library(tx)
    if not shown and (access is None or not own or not await _is_own(access, asset_id)):
        raise NotFound(_NOT_THEIRS)
    picture = await configured(access).library.thumbnail(asset_id)
    if picture is None:
        raise NotFound("The library has no picture of it, or not yet.")
    return picture


async def person_thumbnail(unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID, person_id: UUID) -> Picture:
    """The face of one of the library's persons, for the one whose library it is. Raises NotFound, NotConfigured,
    IntegrationFailed."""
    async with unit_of(owner_id) as tx:
        own = await owns_library(tx)
    picture = await configured(access).library.person_thumbnail(person_id) if own else None
    if picture is None:
        raise NotFound("The library has no such person, or no picture of them.")
    return picture


async def _is_own(access: PhotoAccess, asset_id: UUID) -> bool:
    """Whether it is of the account itself, not one that somebody shares with it."""
    asset = await access.library.asset(asset_id)
    return asset is not None and asset.owner_id == await access.library.account_id()


async def people(unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID) -> list[PersonOut]:
    """Whom the library recognises. Raises NotConfigured, IntegrationFailed."""
    access = configured(access)
    async with unit_of(owner_id) as tx:
        if not await owns_library(tx):
            return []
    found = await access.library.people(limit=persons.MOST_PEOPLE)
    async with unit_of(owner_id) as tx:
        return await persons.listed(tx, found)


async def set_person(
    unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID, contact_id: UUID, person_id: UUID | None
) -> ContactPersonsOut:
    """The user says who of the library's persons a contact is; None: nobody. Raises NotFound, Conflict, NotConfigured,
    IntegrationFailed."""
    async with unit_of(owner_id) as tx:
        await contacts.get(tx, contact_id)
        own = await owns_library(tx)
    person = None
    if person_id is not None:
        access = configured(access)
        person = await access.library.person(person_id) if own else None
        if person is None:
            raise NotFound("There is no such person in the library.")
    async with unit_of(owner_id) as tx:
        return await persons.set_person(tx, contact_id, person)
