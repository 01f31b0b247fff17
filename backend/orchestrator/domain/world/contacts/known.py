"""Whom may a phrase mean, and what are they to the user?"""

import asyncio
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from orchestrator.db.kept import kept
from orchestrator.db.shared_reads import once
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.merge_order import root
from orchestrator.domain.foundation.entities.service import OWN_DATA
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.links.relations import relation_tags
from orchestrator.domain.world.contacts.merging import merge_repository
from orchestrator.domain.world.contacts.repository import Known

KNOWN_LIMIT = 20_000
"""Contacts that a name is compared with."""
BUILT_AT_ONCE = 1_000
"""Some ten milliseconds, in which nobody else is served."""


@dataclass(frozen=True)
class KnownContact:
    """A contact as resolution compares it; `relations`: what they are to the user."""

    id: UUID
    name: str
    aliases: tuple[str, ...]
    nicknames: tuple[str, ...]
    groups: tuple[str, ...]
    relations: tuple[str, ...]
    organization: str | None
    email: str | None
    email_keys: tuple[str, ...]
    is_user: bool
    origin: str = OWN_DATA


async def known(tx: Tx) -> Sequence[KnownContact]:
    """All contacts that a phrase may mean, with what they are to the user; read once, as long as none of them changes.

    That is said by the relationships of the user's own contact (the one with an email address of the account or of
    `me.identifiers`) and by `relation:` tags.
    """
    return await kept(tx, "known contacts", await state(tx), partial(_read, tx))


async def state(tx: Tx) -> Hashable:
    """What differs as soon as `known`, or a group, does: to keep what was made of them."""
    return await once(tx.session, ("state of the contacts", tx.owner_id), partial(_state, tx))


async def _state(tx: Tx) -> Hashable:
    await tx.session.flush()  # what this transaction changed is part of it
    return await repository.state(tx), await accounts.own_names(tx)


async def _read(tx: Tx) -> tuple[KnownContact, ...]:
    rows = await repository.known(tx, limit=KNOWN_LIMIT)
    own_names = await accounts.own_names(tx)
    own = {row.id for row in rows if own_names & set(row.email_keys)}
    relations: dict[UUID, list[str]] = {}
    for contact_id, label in await _relations(tx, own, [(row.id, row.tags) for row in rows]):
        relations.setdefault(contact_id, []).append(label)
    found: list[KnownContact] = []
    for start in range(0, len(rows), BUILT_AT_ONCE):
        found += [_contact(row, relations, own) for row in rows[start : start + BUILT_AT_ONCE]]
        await asyncio.sleep(0)
    return tuple(found)


def _contact(row: Known, relations: Mapping[UUID, Sequence[str]], own: Collection[UUID]) -> KnownContact:
    return KnownContact(
        id=row.id,
        name=row.display_name,
        aliases=tuple(row.aliases),
        nicknames=tuple(row.nicknames),
        groups=tuple(row.groups),
        relations=tuple(relations.get(row.id, ())),
        organization=row.organization,
        email=str(row.emails[0]["value"]) if row.emails else None,
        email_keys=tuple(row.email_keys),
        is_user=row.id in own,
        origin=row.origin,
    )


async def _relations(
    tx: Tx, own: Collection[UUID], tagged: Sequence[tuple[UUID, Sequence[str]]]
) -> list[tuple[UUID, str]]:
    """What contacts are to the user: by the relationships of the user's own contacts, then by tags; each once."""
    seen = await links.relationships(tx, sorted(own))
    found = [(one.contact_id, one.label) for related in seen.values() for one in related if one.label]
    found += [(contact_id, label) for contact_id, tags in tagged for label in relation_tags(tags)]
    return list(dict.fromkeys(found))


async def own_contact(tx: Tx) -> UUID | None:
    """The contact that is the user: it has an email address of theirs. None where there is none, or several."""
    own_names = await accounts.own_names(tx)
    found = await repository.by_email_keys(tx, sorted(name for name in own_names if "@" in name))
    return found[0].id if len(found) == 1 else None


async def living(tx: Tx, ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The contact that each of these is now: itself, or the one that it was merged into. Those that are nobody's are
    left out."""
    there = {row.id for row in await repository.contacts.many(tx, sorted(ids))}
    found = {one: one for one in there}
    if missing := set(ids) - there:
        pairs = [(keep, merged) for keep, merged, *_ in await merge_repository.kept(tx)]
        roots = {one: kept for one in missing if (kept := root(one, pairs)) != one}
        live = {row.id for row in await repository.contacts.many(tx, sorted(set(roots.values())))}
        found |= {one: kept for one, kept in roots.items() if kept in live}
    return found
