"""Which contact is a person whom the library recognises? The user says so; of one name alone it is suggested."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.photos import repository
from orchestrator.domain.senses.photos.model import PhotoPerson
from orchestrator.domain.senses.photos.schemas import PERSON, SOURCE, ContactPersonsOut, PersonOut
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.errors import Conflict
from orchestrator.integrations.photos.port import Person
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize

CONTACT = "contact"
MOST_PEOPLE = 5_000


async def listed(tx: Tx, people: Sequence[Person]) -> list[PersonOut]:
    """The library's people with the contacts that they are, or may be; those with a name first."""
    linked = {row.person_id: row.contact_id for row in await repository.persons(tx)}
    taken, names = set(linked.values()), await _by_name(tx)
    found = []
    for one in sorted(people, key=lambda each: (not each.name, normalize(each.name))):
        alike = names[normalize(one.name)] if one.name and one.id not in linked else ()
        fitting = alike[0] if len(alike) == 1 and alike[0] not in taken else None
        found.append(
            PersonOut(
                person_id=one.id,
                name=one.name,
                thumbnail_url=thumbnail_path(one.id),
                contact_id=linked.get(one.id),
                suggested_contact_id=fitting,
            )
        )
    return found


async def _by_name(tx: Tx) -> dict[str, list[UUID]]:
    """Contacts by each of their names, folded."""
    found: dict[str, list[UUID]] = defaultdict(list)
    for one in await contacts_known.known(tx):
        for name in {normalize(each) for each in (one.name, *one.aliases)}:
            found[name].append(one.id)
    return found


async def set_person(tx: Tx, contact_id: UUID, person: Person | None) -> ContactPersonsOut:
    """The user says that the contact is this person of the library; None: none of them. Raises NotFound, Conflict where
    that person is another contact."""
    await provenance.lock_ingestion(tx)
    row = await contacts.get(tx, contact_id)
    before = await repository.persons_of(tx, [row.id])
    for one in before:
        if person is None or one.person_id != person.id:
            await provenance.unlink(tx, source=(CONTACT, row.id), derived=(PERSON, one.id))
            await repository.drop_person(tx, one.id)
    if person is not None and all(one.person_id != person.id for one in before):
        await _add(tx, row.id, person)
    return await shown(tx, row.id)


async def _add(tx: Tx, contact_id: UUID, person: Person) -> None:
    other = next((one for one in await repository.persons(tx) if one.person_id == person.id), None)
    if other is not None:
        told = {"contact_id": str(other.contact_id)}
        raise Conflict("already_exists", "This person of the library is another contact.", extra=told)
    await provenance.remove_tombstone(tx, PERSON, SOURCE, str(person.id))
    row = PhotoPerson(id=new_id(), user_id=tx.owner_id, contact_id=contact_id, person_id=person.id, name=person.name)
    tx.session.add(row)
    await tx.session.flush()
    await provenance.record(tx, source=(CONTACT, contact_id), derived=(PERSON, row.id))


async def shown(tx: Tx, contact_id: UUID) -> ContactPersonsOut:
    """The persons that a contact is."""
    rows = await repository.persons_of(tx, [contact_id])
    persons = [
        PersonOut(
            person_id=row.person_id, name=row.name, thumbnail_url=thumbnail_path(row.person_id), contact_id=contact_id
        )
        for row in rows
    ]
    return ContactPersonsOut(contact_id=contact_id, persons=persons)


def thumbnail_path(person_id: UUID) -> str:
    """Where the person's face is."""
    return f"/photos/people/{person_id}/thumbnail"
