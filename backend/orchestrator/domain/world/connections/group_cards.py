"""Who belongs to the groups of an address book? Its group cards name their members, whose cards come in other parts of
the sync, or came long before: what they say is kept, and both ways lead to the same groups."""

from collections.abc import Collection as Some
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from orchestrator.db.tx import Tx
from orchestrator.domain.world.connections.model import GroupCard
from orchestrator.domain.world.contact_files.vcard import VCard
from orchestrator.domain.world.contacts.service import contacts

AT_ONCE = 500
Moves = dict[str, tuple[set[str], set[str]]]
"""By the UID of a member: the names of groups that they come into, and of those that they leave."""


async def keep(tx: Tx, collection_id: UUID, cards: Sequence[VCard]) -> Moves:
    """Keep what these group cards say now; answers what that changes."""
    told = {str(one.uid): one for one in cards if one.uid is not None}
    moves = await _moves(tx, collection_id, told)
    values: list[dict[str, Any]] = [
        {
            "collection_id": collection_id,
            "uid": uid,
            "user_id": tx.owner_id,
            "name": str(one.fields["display_name"]),
            "members": list(dict.fromkeys(one.members)),
        }
        for uid, one in told.items()
    ]
    if values:
        statement = insert(GroupCard)
        kept = {"name": statement.excluded.name, "members": statement.excluded.members}
        index = [GroupCard.user_id, GroupCard.collection_id, GroupCard.uid]
        await tx.session.execute(statement.on_conflict_do_update(index_elements=index, set_=kept), values)
    return moves


async def drop(tx: Tx, collection_id: UUID, uids: Some[str]) -> Moves:
    """These are gone from the server, where they are group cards; answers what that changes."""
    moves = await _moves(tx, collection_id, dict.fromkeys(uids))
    await tx.session.execute(delete(GroupCard).where(*_of(tx.owner_id, collection_id), GroupCard.uid.in_(list(uids))))
    return moves


async def of_members(tx: Tx, collection_id: UUID, uids: Some[str]) -> dict[str, list[str]]:
    """The names of the groups of these members, by UID."""
    wanted = set(uids)
    found: dict[str, list[str]] = {}
    rows = await tx.session.scalars(
        select(GroupCard)
        .where(*_of(tx.owner_id, collection_id), GroupCard.members.overlap(sorted(wanted)))
        .order_by(GroupCard.name, GroupCard.uid)
    )
    for one in rows:
        for uid in wanted & set(one.members):
            found.setdefault(uid, []).append(one.name)
    return found


async def regroup(tx: Tx, source: str, moves: Moves, zone: str) -> None:
    """Those of these members who are here come into their groups and leave them, unless the user says otherwise."""
    uids = sorted(moves)
    for at in range(0, len(uids), AT_ONCE):
        part = uids[at : at + AT_ONCE]
        rows = await contacts.repository.by_keys(tx, [(source, uid) for uid in part])
        items = []
        for (_, uid), row in rows.items():
            come, leave = moves[uid]
            kept = [name for name in row.groups if name not in leave]
            groups = list(dict.fromkeys([*kept, *sorted(come)]))
            if groups != row.groups:
                items.append({"source": source, "external_id": uid, "display_name": row.display_name, "groups": groups})
        if items:
            await contacts.ingest(tx, items, zone=zone)


async def _moves(tx: Tx, collection_id: UUID, told: Mapping[str, VCard | None]) -> Moves:
    rows = await tx.session.scalars(
        select(GroupCard).where(*_of(tx.owner_id, collection_id), GroupCard.uid.in_(list(told)))
    )
    before = {(member, one.name) for one in rows for member in one.members}
    after = {
        (member, str(one.fields["display_name"])) for one in told.values() if one is not None for member in one.members
    }
    found: Moves = {}
    for member, name in after - before:
        found.setdefault(member, (set(), set()))[0].add(name)
    for member, name in before - after:
        found.setdefault(member, (set(), set()))[1].add(name)
    return found


def _of(owner_id: UUID, collection_id: UUID) -> tuple[Any, ...]:
    return GroupCard.user_id == owner_id, GroupCard.collection_id == collection_id
