"""Whom and which places shall entries be about? Names and ids of contacts and places, as the index compares them."""

from collections.abc import Sequence
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.schemas import Subject
from orchestrator.domain.world.contacts.known import KnownContact
from orchestrator.domain.world.resolution.shelf import directory
from orchestrator.kit.ids import parse_id
from orchestrator.language.names.address_book import NameBook
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import normalize, tokens


async def subjects_of(tx: Tx, phrases: Sequence[str]) -> tuple[Subject, ...]:
    """One subject a phrase: a name, or the id of a contact or place. A name that nobody is known by is looked for as it
    is written; one of several people is any of them."""
    if not phrases:
        return ()
    there = await directory(tx)
    people, known_places, book = there.people, there.places, there.book
    people_by_id = {one.id: one for one in people}
    place_names = {one.id: (one.name, *one.aliases) for one in known_places}

    def names(known: UUID) -> tuple[str, ...]:
        # Only of those that are meant: whether a first name is somebody's alone takes a look at everybody.
        contact = people_by_id.get(known)
        return _names(contact, book) if contact is not None else place_names.get(known, ())

    own = {one.id for one in people if one.is_user}
    found: list[Subject] = []
    for phrase in phrases:
        if normalize(phrase) in SELF_WORDS:
            found.append(Subject((), own=True))
        elif (named := parse_id(phrase)) is not None:
            found.append(Subject(names(named), named, own=named in own))
        else:
            ids = [UUID(key) for key in book.match(phrase).ids]
            found.append(Subject((phrase,)))
            found += [Subject(names(one) if len(ids) == 1 else (), one, own=one in own) for one in ids]
    return tuple(found)


def _names(contact: KnownContact, book: NameBook) -> tuple[str, ...]:
    """What a contact is called, by the first name too where nobody else is."""
    given = next(iter(tokens(contact.name)), "")
    alone = bool(given) and book.match(given).ids == (str(contact.id),)
    return tuple(dict.fromkeys([contact.name, *contact.aliases, *contact.nicknames, *([given] if alone else [])]))
