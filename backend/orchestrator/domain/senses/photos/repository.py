"""Reads and writes the tables of photos."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Interval, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import undefer

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.photos.model import EventPhoto, PhotoFace, PhotoPerson, PhotoUpload
from orchestrator.kit.ids import new_id

# Links


async def photos_of(tx: Tx, event_ids: Collection[UUID]) -> Sequence[EventPhoto]:
    """Of these events, the earliest taken first."""
    statement = select(EventPhoto).where(EventPhoto.user_id == tx.owner_id, EventPhoto.event_id.in_(event_ids))
    order = (EventPhoto.taken_at.asc().nulls_last(), EventPhoto.id)
    return (await tx.session.scalars(statement.order_by(*order))).all()


async def photo(tx: Tx, photo_id: UUID) -> EventPhoto | None:
    statement = select(EventPhoto).where(EventPhoto.user_id == tx.owner_id, EventPhoto.id == photo_id)
    return (await tx.session.scalars(statement)).one_or_none()


async def linked(tx: Tx, event_id: UUID, asset_id: UUID) -> EventPhoto | None:
    """The link of an event to an asset."""
    statement = select(EventPhoto).where(EventPhoto.user_id == tx.owner_id, EventPhoto.event_id == event_id)
    return (await tx.session.scalars(statement.where(EventPhoto.asset_id == asset_id))).one_or_none()


async def is_linked(tx: Tx, asset_id: UUID) -> bool:
    """Whether any event of the user's shows it."""
    statement = select(EventPhoto.id).where(EventPhoto.user_id == tx.owner_id, EventPhoto.asset_id == asset_id)
    return await tx.session.scalar(statement.limit(1)) is not None


async def stalest(tx: Tx, *, older_than: timedelta, limit: int) -> Sequence[EventPhoto]:
    """Those that the library was not asked about for so long, the longest first."""
    due = func.coalesce(EventPhoto.refreshed_at, EventPhoto.created_at) < func.steward_now() - literal(
        older_than, Interval()
    )
    statement = select(EventPhoto).where(EventPhoto.user_id == tx.owner_id, due)
    order = (EventPhoto.refreshed_at.asc().nulls_first(), EventPhoto.id)
    return (await tx.session.scalars(statement.order_by(*order).limit(limit))).all()


async def keys(tx: Tx) -> Sequence[tuple[UUID, UUID, UUID]]:
    """(id, event, asset) of every link."""
    found = await tx.session.execute(
        select(EventPhoto.id, EventPhoto.event_id, EventPhoto.asset_id).where(EventPhoto.user_id == tx.owner_id)
    )
    return [(photo_id, event_id, asset_id) for photo_id, event_id, asset_id in found]


async def drop_photo(tx: Tx, photo_id: UUID) -> None:
    await tx.session.execute(delete(EventPhoto).where(EventPhoto.user_id == tx.owner_id, EventPhoto.id == photo_id))


# Faces


async def faces_of(tx: Tx, photo_ids: Collection[UUID]) -> dict[UUID, list[PhotoFace]]:
    """By photo, in the library's order."""
    found: dict[UUID, list[PhotoFace]] = {one: [] for one in photo_ids}
    statement = select(PhotoFace).where(PhotoFace.user_id == tx.owner_id, PhotoFace.photo_id.in_(photo_ids))
    for row in await tx.session.scalars(statement.order_by(PhotoFace.photo_id, PhotoFace.place)):
        found[row.photo_id].append(row)
    return found


async def replace_faces(tx: Tx, photo_id: UUID, people: Sequence[tuple[UUID, str]]) -> None:
    """(person, name) of all on a photo."""
    await tx.session.execute(delete(PhotoFace).where(PhotoFace.user_id == tx.owner_id, PhotoFace.photo_id == photo_id))
    if people:
        common = {"user_id": tx.owner_id, "photo_id": photo_id}
        rows = [
            {"id": new_id(), **common, "person_id": person_id, "name": name, "place": place}
            for place, (person_id, name) in enumerate(people)
        ]
        await tx.session.execute(insert(PhotoFace).values(rows))


async def drop_faces_of(tx: Tx, person_id: UUID) -> list[UUID]:
    """The photos that a person was on, which do not say so any more."""
    statement = delete(PhotoFace).where(PhotoFace.user_id == tx.owner_id, PhotoFace.person_id == person_id)
    return list(await tx.session.scalars(statement.returning(PhotoFace.photo_id)))


async def photos_with(tx: Tx, person_ids: Collection[UUID]) -> set[UUID]:
    """The photos that one of these persons is on."""
    statement = select(PhotoFace.photo_id).where(PhotoFace.user_id == tx.owner_id, PhotoFace.person_id.in_(person_ids))
    return set(await tx.session.scalars(statement))


# Persons


async def persons(tx: Tx) -> Sequence[PhotoPerson]:
    """All that the user said are contacts."""
    statement = select(PhotoPerson).where(PhotoPerson.user_id == tx.owner_id)
    return (await tx.session.scalars(statement.order_by(PhotoPerson.id))).all()


async def persons_of(tx: Tx, contact_ids: Collection[UUID]) -> Sequence[PhotoPerson]:
    statement = select(PhotoPerson).where(PhotoPerson.user_id == tx.owner_id, PhotoPerson.contact_id.in_(contact_ids))
    return (await tx.session.scalars(statement.order_by(PhotoPerson.id))).all()


async def person_rows(tx: Tx, ids: Collection[UUID]) -> Sequence[PhotoPerson]:
    """By the rows' own ids."""
    statement = select(PhotoPerson).where(PhotoPerson.user_id == tx.owner_id, PhotoPerson.id.in_(ids))
    return (await tx.session.scalars(statement.order_by(PhotoPerson.id))).all()


async def drop_person(tx: Tx, row_id: UUID) -> None:
    await tx.session.execute(delete(PhotoPerson).where(PhotoPerson.user_id == tx.owner_id, PhotoPerson.id == row_id))


# Uploads


async def add_upload(tx: Tx, values: dict[str, Any], *, same: Sequence[str]) -> UUID:
    """Have a photo uploaded; one that is on its way, or was refused, is tried anew. `same`: by what it is known."""
    row = insert(PhotoUpload).values(id=new_id(), user_id=tx.owner_id, **values)
    anew = {"state": "pending", "attempts": 0, "last_error": None, "updated_at": func.steward_now()}
    anew |= {name: getattr(row.excluded, name) for name in ("content", "filename", "media_type")}
    statement = row.on_conflict_do_update(index_elements=["user_id", "event_id", *same], set_=anew)
    found: UUID = (await tx.session.scalars(statement.returning(PhotoUpload.id))).one()
    return found


async def upload(tx: Tx, upload_id: UUID, *, whole: bool = False) -> PhotoUpload | None:
    """With its bytes where `whole`."""
    statement = select(PhotoUpload).where(PhotoUpload.user_id == tx.owner_id, PhotoUpload.id == upload_id)
    if whole:
        statement = statement.options(undefer(PhotoUpload.content))
    return (await tx.session.scalars(statement)).one_or_none()


async def uploads_of(tx: Tx, event_id: UUID) -> Sequence[PhotoUpload]:
    """Of an event, the one that was changed last first."""
    statement = select(PhotoUpload).where(PhotoUpload.user_id == tx.owner_id, PhotoUpload.event_id == event_id)
    return (await tx.session.scalars(statement.order_by(PhotoUpload.updated_at.desc(), PhotoUpload.id))).all()


async def pending(tx: Tx, ids: Collection[UUID] | None = None) -> Sequence[UUID]:
    """Those that wait, of these or of all."""
    statement = select(PhotoUpload.id).where(PhotoUpload.user_id == tx.owner_id, PhotoUpload.state == "pending")
    if ids is not None:
        statement = statement.where(PhotoUpload.id.in_(ids))
    return (await tx.session.scalars(statement.order_by(PhotoUpload.id))).all()


async def note_failure(tx: Tx, upload_id: UUID, error: str, *, final: bool) -> int | None:
    """How often it was tried by now; None where it is not on its way any more."""
    values: dict[str, Any] = {
        "attempts": PhotoUpload.attempts + 1,
        "last_error": error,
        "state": "failed" if final else "pending",
        "updated_at": func.steward_now(),
    }
    statement = update(PhotoUpload).where(PhotoUpload.user_id == tx.owner_id, PhotoUpload.id == upload_id)
    tried: int | None = await tx.session.scalar(statement.values(**values).returning(PhotoUpload.attempts))
    return tried


async def drop_uploads(
    tx: Tx, *, ids: Collection[UUID] = (), events: Collection[UUID] = (), of: Collection[UUID] = ()
) -> int:
    """By their own ids, by event, by document; answers how many."""
    which = PhotoUpload.id.in_(ids) | PhotoUpload.event_id.in_(events) | PhotoUpload.document_id.in_(of)
    found = await tx.session.execute(delete(PhotoUpload).where(PhotoUpload.user_id == tx.owner_id, which))
    return int(cast("Any", found).rowcount)


async def drop_refused(tx: Tx, *, older_than: timedelta) -> None:
    """Those that the library refused so long ago that nobody needs to be told any more."""
    old = PhotoUpload.updated_at < func.steward_now() - literal(older_than, Interval())
    await tx.session.execute(
        delete(PhotoUpload).where(PhotoUpload.user_id == tx.owner_id, PhotoUpload.state == "failed", old)
    )


async def move(tx: Tx, from_event: UUID, to_event: UUID, *, photos: Collection[UUID]) -> None:
    """Let these links, and all uploads of an event, be another event's; uploads that are on their way there stay."""
    await tx.session.execute(
        update(EventPhoto)
        .where(EventPhoto.user_id == tx.owner_id, EventPhoto.id.in_(photos))
        .values(event_id=to_event, updated_at=func.steward_now())
        .execution_options(synchronize_session="fetch")
    )
    there = {(row.sha1, row.document_id) for row in await uploads_of(tx, to_event)}
    mine = await uploads_of(tx, from_event)
    await drop_uploads(tx, ids=[row.id for row in mine if (row.sha1, row.document_id) in there])
    await tx.session.execute(
        update(PhotoUpload)
        .where(PhotoUpload.user_id == tx.owner_id, PhotoUpload.event_id == from_event)
        .values(event_id=to_event)
        .execution_options(synchronize_session=False)
    )
