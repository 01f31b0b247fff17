"""Who takes part in an event that is stated, and which contact is that?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.events.schemas import ParticipantIn
from orchestrator.errors import InvalidRequest
from orchestrator.language.text.normalize import normalize


@dataclass(frozen=True)
class Acquaintances:
    """The user's contacts by what an import may tell of them: folded email, and folded full name, where one alone has
    it."""

    by_email: Mapping[str, tuple[UUID, str]]
    by_name: Mapping[str, UUID]


async def acquaintances(tx: Tx) -> Acquaintances:
    """Whom the user knows."""
    emails: dict[str, list[tuple[UUID, str]]] = {}
    names: dict[str, set[UUID]] = {}
    for one in await contacts_known.known(tx):
        for key in one.email_keys:
            emails.setdefault(key, []).append((one.id, one.name))
        for name in {normalize(each) for each in (one.name, *one.aliases) if len(each.split()) > 1}:
            names.setdefault(name, set()).add(one.id)
    return Acquaintances(
        {key: owners[0] for key, owners in emails.items() if len(owners) == 1},
        {name: next(iter(ids)) for name, ids in names.items() if len(ids) == 1},
    )


async def stored_people(
    tx: Tx, given: Sequence[ParticipantIn], known: Acquaintances | None
) -> list[dict[str, str | None]]:
    """Participants with the contact that has their email. Raises InvalidRequest for a contact that does not exist."""
    asked = [one.contact_id for one in given if one.contact_id is not None]
    living = await contacts_known.living(tx, asked) if asked else {}
    given = [_followed(one, living) for one in given]
    asked = [one.contact_id for one in given if one.contact_id is not None]
    names = await contacts.named(tx, asked) if asked else {}
    if missing := set(asked) - names.keys():
        raise InvalidRequest.of_field("participants", f"there is no such contact: {min(missing)}")
    emails = [one.email for one in given if one.contact_id is None and one.email]
    matched = known.by_email if known else await contacts.by_emails(tx, emails) if emails else {}
    people = []
    for one in given:
        contact_id, name = one.contact_id, one.name
        if contact_id is None and one.email and (match := matched.get(normalize(one.email))):
            contact_id, name = match[0], name or match[1]
        elif contact_id is not None:
            name = name or names[contact_id]
        elif known and not one.email:
            contact_id = known.by_name.get(normalize(name or ""))
        people.append(
            {
                "contact_id": str(contact_id) if contact_id else None,
                "name": name or one.email,
                "email": one.email,
                "role": one.role,
            }
        )
    return people


def _followed(one: ParticipantIn, living: Mapping[UUID, UUID]) -> ParticipantIn:
    """A participant who was merged into another contact since they were named is that one."""
    now = living.get(one.contact_id) if one.contact_id is not None else None
    return one if now is None or now == one.contact_id else one.model_copy(update={"contact_id": now})
