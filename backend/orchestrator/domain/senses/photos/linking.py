"""Which photos does an event show, and who is on them? Links, and what the library says of the linked ones."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.photos import repository
from orchestrator.domain.senses.photos.access import PhotoAccess, owns_library
from orchestrator.domain.senses.photos.model import EventPhoto
from orchestrator.domain.senses.photos.schemas import KIND, PERSON, SOURCE
from orchestrator.domain.world.events.service import events
from orchestrator.integrations.photos.port import Asset, LibraryFailed
from orchestrator.kit.ids import new_id

UnitOf = Callable[[UUID], AbstractAsyncContextManager[Tx]]
"""A transaction for the rows of one owner."""
EVENT = "event"


@dataclass(frozen=True)
class Linked:
    """A link as it is asked about; `known`: what is stored of it."""

    id: UUID
    asset_id: UUID
    known: object


async def link(tx: Tx, event_id: UUID, asset: Asset) -> EventPhoto:
    """Let an event show a photo, as the user's own act; one that it shows already stays. Raises NotFound."""
    await provenance.lock_ingestion(tx)
    await events.get(tx, event_id)
    await provenance.remove_tombstone(tx, KIND, str(event_id), str(asset.id))
    row = await repository.linked(tx, event_id, asset.id)
    if row is None:
        row = EventPhoto(id=new_id(), user_id=tx.owner_id, event_id=event_id, asset_id=asset.id)
        tx.session.add(row)
        await tx.session.flush()
        await provenance.record(tx, source=(EVENT, event_id), derived=(KIND, row.id))
    await note(tx, row, asset)
    return row


async def move(tx: Tx, from_event: UUID, to_event: UUID) -> None:
    """Another event stands for this one: it shows the photos of both."""
    there = {row.asset_id for row in await repository.photos_of(tx, [to_event])}
    moved = [row for row in await repository.photos_of(tx, [from_event]) if row.asset_id not in there]
    await repository.move(tx, from_event, to_event, photos=[row.id for row in moved])
    for row in moved:
        await provenance.unlink(tx, source=(EVENT, from_event), derived=(KIND, row.id))
        await provenance.record(tx, source=(EVENT, to_event), derived=(KIND, row.id))


async def note(tx: Tx, row: EventPhoto, asset: Asset | None) -> None:
    """What the library says of it; None: it has it no more, then who was on it stays known. Who was erased here is not
    told again, and of a library that is another's nobody is."""
    row.gone = asset is None or asset.trashed
    if asset is not None:
        row.taken_at = asset.taken_at
        shown = [one for one in asset.people if not one.hidden] if await owns_library(tx) else []
        keys = [(SOURCE, str(one.id)) for one in shown]
        buried = await provenance.buried(tx, PERSON, keys) if keys else set()
        people = [(one.id, one.name) for one in shown if (SOURCE, str(one.id)) not in buried]
        await repository.replace_faces(tx, row.id, people)
    row.refreshed_at = await tx.session.scalar(func.steward_now().select())
    await tx.session.flush()


async def known_of(tx: Tx, rows: Sequence[EventPhoto]) -> list[Linked]:
    """The links with what is stored of them."""
    faces = await repository.faces_of(tx, [row.id for row in rows])
    return [
        Linked(row.id, row.asset_id, (row.gone, row.taken_at, {(one.person_id, one.name) for one in faces[row.id]}))
        for row in rows
    ]


async def refresh(
    unit_of: UnitOf, access: PhotoAccess, owner_id: UUID, photos: Sequence[Linked], *, within_s: float, all_of: bool
) -> int:
    """Ask the library about linked photos, no longer than so; answers how many it told of. What is as it was is stored
    with `all_of` alone. A library that fails is left alone for a while, and what is known stays."""
    found = await _asked(access, photos, within_s) if photos and not access.rests else {}
    told = [one for one in photos if one.id in found and (all_of or _differs(one, found[one.id]))]
    if told:
        async with unit_of(owner_id) as tx:
            await provenance.lock_ingestion(tx)
            for one in told:
                row = await repository.photo(tx, one.id)
                if row is not None:
                    await note(tx, row, found[one.id])
    return len(found)


def _differs(one: Linked, asset: Asset | None) -> bool:
    if asset is None:
        return one.known[0] is not True  # type: ignore[index]
    people = {(each.id, each.name) for each in asset.people if not each.hidden}
    return one.known != (asset.trashed, asset.taken_at, people)


async def _asked(access: PhotoAccess, photos: Sequence[Linked], within_s: float) -> dict[UUID, Asset | None]:
    """By link, those that were told in time; None: the library has it no more."""
    asking = {asyncio.create_task(access.library.asset(one.asset_id)): one.id for one in photos}
    done, late = await asyncio.wait(asking, timeout=within_s)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    failed = [task for task in done if isinstance(task.exception(), LibraryFailed)]
    if late or failed:
        access.rest()
    return {asking[task]: task.result() for task in done if task not in failed}
