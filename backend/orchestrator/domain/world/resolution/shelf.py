"""Whose address book was made lately? A book is kept as long as nothing that it is made of has changed.

Making one of 5,000 people takes half a second, asking it a few milliseconds.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from orchestrator.db.kept import kept
from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts import groups
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts.known import KnownContact
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.domain.world.resolution.book import AddressBook
from orchestrator.domain.world.resolution.records import Group, Record
from orchestrator.language.names.address_book import NameBook, Person


@dataclass(frozen=True)
class OpenBook:
    """An address book with the contacts that it is made of."""

    book: AddressBook
    contacts: dict[str, KnownContact]


async def open_book(tx: Tx) -> OpenBook:
    """The owner's book, as this session sees their contacts."""
    return await kept(tx, "address book", await contacts_known.state(tx), partial(_read, tx))


async def _read(tx: Tx) -> OpenBook:
    known = await contacts_known.known(tx)
    return await asyncio.to_thread(_made, known, await groups.known(tx))


@dataclass(frozen=True)
class Directory:
    """People and places by what they are called, in one book."""

    people: Sequence[KnownContact]
    places: Sequence[KnownPlace]
    book: NameBook


async def directory(tx: Tx) -> Directory:
    """The owner's, as this session sees both."""
    known_places = await places.known(tx)
    called = tuple((one.id, one.name, *one.aliases) for one in known_places)

    async def read() -> Directory:
        people = await contacts_known.known(tx)
        return Directory(people, known_places, await asyncio.to_thread(_named, people, known_places))

    return await kept(tx, "directory", (await contacts_known.state(tx), called), read)


def _named(people: Sequence[KnownContact], known_places: Sequence[KnownPlace]) -> NameBook:
    named = [Person(str(one.id), one.name, one.aliases, one.nicknames, one.relations, one.groups) for one in people]
    return NameBook([*named, *(Person(str(one.id), one.name, one.aliases) for one in known_places)])


def _made(known: Sequence[KnownContact], named: Sequence[groups.KnownGroup]) -> OpenBook:
    records = [
        Record(
            id=str(one.id),
            name=one.name,
            aliases=one.aliases,
            nicknames=one.nicknames,
            relations=one.relations,
            groups=one.groups,
            organization=one.organization,
            emails=one.email_keys,
            is_user=one.is_user,
        )
        for one in known
    ]
    there = {one.id for one in known}
    together = [
        Group(
            name=one.name,
            members=tuple(str(member) for member in one.contact_ids if member in there),
            aliases=one.aliases,
            id=str(one.id),
            kind=one.selector[0] if one.selector is not None else None,
        )
        for one in named
    ]
    return OpenBook(AddressBook(records, together), {str(one.id): one for one in known})
