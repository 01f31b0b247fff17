"""Which general words become more precise once it is known who somebody is? Whose "Child" turns out to be somebody's
brother is a son. Only words that were derived from the other side change; what somebody said stays as it was said."""

from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.links.relations import labels_said
from orchestrator.domain.world.contacts.model import Relationship
from orchestrator.language.people import kinship
from orchestrator.language.people.kinship import Gender


async def refine(tx: Tx, ids: Collection[UUID], *, fresh: Collection[UUID] = ()) -> set[UUID]:
    """Write the precise word wherever one of these contacts is called by the general one. `fresh`: relationships that
    were just written, as they are to be. Answers the contacts whose relationships changed; their versions are left
    to the caller."""
    rows = await repository.all_relationships(tx, ids)
    edges = [(row.contact_id, row.other_id, row.label, row.reciprocal_label) for row in rows]
    tags = {row.id: row.tags for row in await repository.contacts.many(tx, sorted(ids))}
    said = labels_said(edges, tags)
    by_end: dict[UUID, list[Relationship]] = defaultdict(list)
    for row in rows:
        if row.id not in fresh:
            by_end[row.contact_id].append(row)
            by_end[row.other_id].append(row)
    changed: set[UUID] = set()
    for contact_id in ids:
        gender = kinship.gender_of(said.get(contact_id, ()))
        for row in by_end[contact_id] if gender is not None else ():
            if _precise(row, contact_id, gender):
                changed |= {row.contact_id, row.other_id}
    if changed:
        await tx.session.flush()
    return changed


def _precise(row: Relationship, contact_id: UUID, gender: Gender | None) -> bool:
    mine = row.reciprocal_label if row.contact_id == contact_id else row.label
    back = row.label if row.contact_id == contact_id else row.reciprocal_label
    if mine is None or back is None:
        return False
    kin = kinship.kin_of(back)
    language = kin.language if kin is not None else "en"
    if mine != kinship.reciprocal(back, None, language):
        return False
    word = kinship.reciprocal(back, gender, language)
    if word is None or word == mine:
        return False
    if row.contact_id == contact_id:
        row.reciprocal_label = word
    else:
        row.label = word
    return True
