"""Whose address book was made lately? A book is kept as long as nothing that it is made of has changed.

Making one of 5,000 people takes half a second, asking it a few milliseconds. It is in memory only, and made anew from
the tables whenever their state differs from that which it was made of.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts import groups
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts.known import KnownContact
from orchestrator.domain.world.resolution.book import AddressBook
from orchestrator.domain.world.resolution.records import Group, Record

MAX_BOOKS = 16
"""Owners whose books are kept; one of 5,000 people takes some 20 MB."""


@dataclass(frozen=True)
class OpenBook:
    """An address book with the contacts that it is made of."""

    book: AddressBook
    contacts: dict[str, KnownContact]


class Shelf:
    """The books of the owners who asked last."""

    def __init__(self) -> None:
        self._books: OrderedDict[UUID, tuple[Any, OpenBook]] = OrderedDict()

    async def book(self, tx: Tx) -> OpenBook:
        """The owner's book, as this session sees their contacts."""
        state = (await contacts_known.state(tx), await accounts.own_names(tx))
        kept = self._books.get(tx.owner_id)
        if kept is not None and kept[0] == state:
            self._books.move_to_end(tx.owner_id)
            return kept[1]
        known = await contacts_known.known(tx)
        made = await asyncio.to_thread(_made, known, await groups.known(tx))
        self._books[tx.owner_id] = (state, made)
        self._books.move_to_end(tx.owner_id)
        while len(self._books) > MAX_BOOKS:
            self._books.popitem(last=False)
        return made


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
