"""What goes when a voice, its contact or its meeting is erased, and what moves when contacts are merged."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.senses.meetings.schemas import KIND as MEETING
from orchestrator.domain.senses.voices import learning, repository
from orchestrator.domain.senses.voices.learning import CONTACT
from orchestrator.domain.senses.voices.model import VoiceSample
from orchestrator.domain.senses.voices.schemas import KIND
from orchestrator.errors import NotFound
from orchestrator.kit.ids import parse_id


async def erase_sample(tx: Tx, sample_id: UUID) -> Sequence[ErasedRow]:
    """One sample, whose contact's clusters are made anew without it. Raises NotFound."""
    rows = await repository.sampled(tx, [sample_id])
    if not rows:
        raise NotFound("There is no such voice sample.")
    return await _erased(tx, rows)


async def erase_voice(tx: Tx, contact_id: UUID) -> Sequence[ErasedRow]:
    """All that is kept of a contact's voice: samples, clusters, rejections and the consent."""
    rows = await repository.samples_of(tx, contact_id)
    refused = await repository.rejections_of(tx, contacts=[contact_id])
    await repository.drop_rejections(tx, [one.id for one in refused])
    await repository.drop_consent(tx, contact_id)
    return await _erased(tx, rows)


async def no_keys(_: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    """A contact that was erased from here may be opted in again: the samples alone never come back."""
    return ()


async def _erased(tx: Tx, rows: Sequence[VoiceSample]) -> list[ErasedRow]:
    touched = {(row.contact_id, row.model) for row in rows}
    told = [ErasedRow(KIND, row.id, source="", external_id=str(row.id), indexed=False) for row in rows]
    for row in rows:
        tx.session.expunge(row)
    await repository.drop_samples(tx, [one.id for one in told])
    await learning.rebuild(tx, touched)
    return told


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Rejections and consents go with their contact or meeting; the samples are derived from both, and gone."""
    people = [one for kind, one in erased if kind == CONTACT]
    meetings = [one for kind, one in erased if kind == MEETING]
    if not people and not meetings:
        return {}
    refused = [one.id for one in await repository.rejections_of(tx, contacts=people, meetings=meetings)]
    if refused:
        await repository.drop_rejections(tx, refused)
    for one in people:
        await repository.drop_consent(tx, one)
    return {"voice_rejection": len(refused)} if refused else {}


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """A contact was merged into another one, whose voice it is now; answers an entry a row."""
    rows = await repository.samples_of(tx, from_id)
    refused = await repository.rejections_of(tx, contacts=[from_id])
    allowed = await repository.enabled(tx)
    told: list[Any] = [{"sample": str(row.id)} for row in rows]
    told += [{"rejection": str(row.id)} for row in refused]
    await learning.assign(tx, rows, to_id)
    for one in refused:
        one.contact_id = to_id
    if from_id in allowed:
        told.append({"consent": True, "kept": to_id in allowed})
        await repository.set_consent(tx, to_id, enabled=True)
    await repository.drop_consent(tx, from_id)
    await tx.session.flush()
    await learning.rebuild(tx, {(one, row.model) for row in rows for one in (from_id, to_id)})
    return told


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """The samples that were the merged contact's are theirs again, where nobody said otherwise since."""
    ids = {name: [found for one in told if (found := parse_id(one.get(name)))] for name in ("sample", "rejection")}
    rows = [row for row in await repository.sampled(tx, ids["sample"]) if row.contact_id == kept_id]
    await learning.assign(tx, rows, merged_id)
    for one in await repository.rejected(tx, ids["rejection"]):
        one.contact_id = merged_id if one.contact_id == kept_id else one.contact_id
    for one in told:
        if one.get("consent"):
            await repository.set_consent(tx, merged_id, enabled=True)
            if not one["kept"]:
                await repository.drop_consent(tx, kept_id)
    await tx.session.flush()
    await learning.rebuild(tx, {(one, row.model) for row in rows for one in (merged_id, kept_id)})


async def learn_anew(tx: Tx, ids: Sequence[UUID]) -> None:
    """Samples came with an archive: make the clusters of all whose they are."""
    rows = await repository.sampled(tx, ids)
    await learning.rebuild(tx, {(row.contact_id, row.model) for row in rows})
