"""What goes when a photo's link, its event, its document or a contact is erased, and what moves when contacts merge.

The photo itself stays in the library, which is not ours.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.senses.photos import repository
from orchestrator.domain.senses.photos.linking import EVENT
from orchestrator.domain.senses.photos.persons import CONTACT
from orchestrator.domain.senses.photos.schemas import KIND, PERSON, SOURCE, UPLOADED
from orchestrator.errors import NotFound
from orchestrator.kit.ids import parse_id

DOCUMENT = "document"


async def erase_photo(tx: Tx, photo_id: UUID) -> Sequence[ErasedRow]:
    """The link, with who was seen on it. Raises NotFound."""
    row = await repository.photo(tx, photo_id)
    if row is None:
        raise NotFound("The event does not show this photo.")
    told = ErasedRow(KIND, row.id, source=str(row.event_id), external_id=str(row.asset_id), indexed=False)
    tx.session.expunge(row)
    await repository.drop_photo(tx, told.id)
    return [told]


async def photo_keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    return [(photo_id, str(event_id), str(asset_id)) for photo_id, event_id, asset_id in await repository.keys(tx)]


async def erase_person(tx: Tx, row_id: UUID) -> Sequence[ErasedRow]:
    """That a person of the library is a contact, and that they are on any photo. Raises NotFound."""
    rows = await repository.person_rows(tx, [row_id])
    if not rows:
        raise NotFound("There is no such person.")
    (row,) = rows
    told = ErasedRow(PERSON, row.id, source=SOURCE, external_id=str(row.person_id), indexed=False)
    await repository.drop_faces_of(tx, row.person_id)
    tx.session.expunge(row)
    await repository.drop_person(tx, told.id)
    return [told]


async def person_keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    return [(row.id, SOURCE, str(row.person_id)) for row in await repository.persons(tx)]


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """What was on its way goes with its event and with its document."""
    gone = [entity_id for kind, entity_id in erased if kind == EVENT]
    papers = [entity_id for kind, entity_id in erased if kind == DOCUMENT]
    dropped = await repository.drop_uploads(tx, events=gone, of=papers) if gone or papers else 0
    return {UPLOADED: dropped} if dropped else {}


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """A contact was merged into another one, who is now all persons that both were; answers an entry a person."""
    rows = await repository.persons_of(tx, [from_id])
    for row in rows:
        row.contact_id = to_id
        await _derived(tx, row.id, from_id, to_id)
    await tx.session.flush()
    return [{"person": str(row.id)} for row in rows]


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Who was the merged contact is them again, where nobody said otherwise since."""
    ids = [found for one in told if (found := parse_id(one.get("person"))) is not None]
    for row in await repository.person_rows(tx, ids):
        if row.contact_id == kept_id:
            row.contact_id = merged_id
            await _derived(tx, row.id, kept_id, merged_id)
    await tx.session.flush()


async def _derived(tx: Tx, row_id: UUID, from_id: UUID, to_id: UUID) -> None:
    await provenance.unlink(tx, source=(CONTACT, from_id), derived=(PERSON, row_id))
    await provenance.record(tx, source=(CONTACT, to_id), derived=(PERSON, row_id))
