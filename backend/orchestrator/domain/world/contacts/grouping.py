"""What follows for groups when a contact says which ones it is in? Names become those of groups that exist; a group is
made with the first contact that names it and, unless the user made it theirs, goes with the last."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.model import Contact, ContactGroup
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize

KIND = "contact_group"
_PUT_OFF = "steward_groups_put_off"


def entry(row: ContactGroup) -> IndexEntry:
    """The group in the index."""
    text = lines([*row.aliases, row.description, *row.tags])
    return IndexEntry(KIND, row.id, row.name, text, None, origin=row.origin, external_id=row.external_id)


def key_of(name: str) -> str:
    """What names of groups are compared by; a name of emoji or signs alone stands for itself."""
    return normalize(name) or name


async def spelled(tx: Tx, names: Sequence[str]) -> list[str]:
    """The names as the groups that there are spell them (`the readers` -> `Book club`), without repetitions."""
    put_off = _put_off(tx.session)
    chosen = put_off.spelled if put_off is not None else {}
    if missing := [name for name in names if key_of(name) not in chosen]:
        known = await _known(tx, missing)
        for name in missing:
            group = known.get(key_of(name))
            chosen.setdefault(key_of(name), group.name if group is not None else name)
    return list(dict.fromkeys(chosen[key_of(name)] for name in names))


async def moved(tx: Tx, row: Contact, before: Sequence[str]) -> list[UUID]:
    """The contact was in `before` and is now in `row.groups`, spelled as they are: make, touch and drop groups.
    Answers the ids of those that went with their last member."""
    if set(row.groups) == set(before):
        return []
    if (put_off := _put_off(tx.session)) is not None:
        put_off.moves.append((row.groups, before, row.origin))
        return []
    return await _move(tx, [(row.groups, before, row.origin)])


@asynccontextmanager
async def together(tx: Tx) -> AsyncIterator[None]:
    """What many contacts say of their groups is done once, at the end: an import names the same few thousands of
    times."""
    tx.session.info[_PUT_OFF] = put_off = _PutOff()
    try:
        yield
    finally:
        del tx.session.info[_PUT_OFF]
    await _move(tx, put_off.moves)


@dataclass
class _PutOff:
    """`spelled`: the names chosen so far, by key; `moves`: (groups now, before, origin of the contact)."""

    spelled: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[Sequence[str], Sequence[str], str]] = field(default_factory=list)


def _put_off(session: AsyncSession) -> _PutOff | None:
    found: _PutOff | None = session.info.get(_PUT_OFF)
    return found


async def _move(tx: Tx, moves: Sequence[tuple[Sequence[str], Sequence[str], str]]) -> list[UUID]:
    came = {name: origin for now, before, origin in reversed(moves) for name in now if name not in before}
    left = {name for now, before, _ in moves for name in before if name not in now}
    if not came and not left:
        return []
    known = await _known(tx, [*came, *left])
    made = [_implied(tx.owner_id, name, origin) for name, origin in came.items() if key_of(name) not in known]
    tx.session.add_all(made)
    await tx.session.flush()
    await search.index(tx, [entry(one) for one in made])
    touched = {known[key].id for name in (*came, *left) if (key := key_of(name)) in known}
    await repository.touch_groups(tx, sorted(touched))
    emptied = [known[key] for name in sorted(left) if (key := key_of(name)) in known]
    gone = [group.id for group in emptied if group.implied and not await repository.any_in_group(tx, group.name)]
    for group_id in gone:
        await repository.groups.delete(tx, group_id)
    await search.withdraw(tx, KIND, gone)
    return gone


async def _known(tx: Tx, names: Sequence[str]) -> dict[str, ContactGroup]:
    """The group with each of these names, by their keys; a name goes before another's alias."""
    keys = {key_of(name) for name in names}
    found = await repository.groups_called(tx, sorted(keys))
    by_alias = {key: group for group in reversed(found) for key in group.alias_keys if key in keys}
    return by_alias | {group.name_key: group for group in found if group.name_key in keys}


def _implied(owner_id: UUID, name: str, origin: str) -> ContactGroup:
    key = key_of(name)
    return ContactGroup(
        id=new_id(),
        user_id=owner_id,
        origin=origin,
        version=1,
        tags=[],
        user_fields=[],
        folded=key,
        name=name,
        name_key=key,
        aliases=[],
        alias_keys=[],
        implied=True,
    )
