"""Reads and writes the tables of the slice; each query names the owner, but for the sweep over all users."""

from collections.abc import Collection as Some
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.world.connections.model import Collection, Connection, RemoteObject, Removal
from orchestrator.kit.ids import new_id

AT_ONCE = 1_000


async def add(session: AsyncSession, row: Connection) -> None:
    session.add(row)
    await session.flush()


async def find(tx: Tx, connection_id: UUID, *, for_update: bool = False) -> Connection | None:
    statement = select(Connection).where(Connection.user_id == tx.owner_id, Connection.id == connection_id)
    if for_update:
        statement = statement.with_for_update().execution_options(populate_existing=True)
    return (await tx.session.scalars(statement)).one_or_none()


async def page(tx: Tx, *, after: UUID | None, limit: int, q: str | None = None) -> list[Connection]:
    statement = select(Connection).where(Connection.user_id == tx.owner_id)
    if after is not None:
        statement = statement.where(Connection.id < after)
    for word in (q or "").lower().split():
        told = func.lower(func.concat_ws(" ", Connection.name, Connection.url, Connection.kind))
        statement = statement.where(told.contains(word, autoescape=True))
    return list(await tx.session.scalars(statement.order_by(Connection.id.desc()).limit(limit)))


async def same(tx: Tx, kind: str, url: str, username: str | None) -> Connection | None:
    statement = select(Connection).where(
        Connection.user_id == tx.owner_id,
        Connection.kind == kind,
        Connection.url == url,
        Connection.username.is_not_distinct_from(username),
    )
    return (await tx.session.scalars(statement.limit(1))).one_or_none()


async def ids(tx: Tx) -> list[UUID]:
    """Of all connections of the user, the oldest first."""
    found = select(Connection.id).where(Connection.user_id == tx.owner_id).order_by(Connection.id)
    return list(await tx.session.scalars(found))


async def kinds(tx: Tx) -> dict[UUID, str]:
    """The kind of each connection of the user."""
    found = await tx.session.execute(select(Connection.id, Connection.kind).where(Connection.user_id == tx.owner_id))
    return {one.id: one.kind for one in found}


async def remove(tx: Tx, connection_id: UUID) -> None:
    await tx.session.execute(
        delete(Connection).where(Connection.user_id == tx.owner_id, Connection.id == connection_id)
    )


async def due(session: AsyncSession, *, limit: int) -> list[tuple[UUID, UUID]]:
    """(owner, connection) of those whose time has come, of all users."""
    found = await session.execute(
        select(Connection.user_id, Connection.id)
        .where(Connection.next_sync_at <= func.steward_now())
        .order_by(Connection.next_sync_at)
        .limit(limit)
    )
    return [(row.user_id, row.id) for row in found]


async def unwell(session: AsyncSession) -> list[Connection]:
    """Those of all users that could not be read the last time."""
    statement = select(Connection).where(Connection.state.in_(("failing", "needs_attention")))
    return list(await session.scalars(statement.order_by(Connection.id)))


async def now(session: AsyncSession) -> datetime:
    found: datetime = (await session.execute(select(func.steward_now()))).scalar_one()
    return found


# Collections


async def collections(tx: Tx, connection_ids: Sequence[UUID], *, gone: bool = False) -> list[Collection]:
    """Those that the servers have; with those that they had, where `gone`."""
    statement = select(Collection).where(
        Collection.user_id == tx.owner_id, Collection.connection_id.in_(connection_ids)
    )
    if not gone:
        statement = statement.where(Collection.present)
    return list(await tx.session.scalars(statement.order_by(Collection.name, Collection.id)))


async def writable(tx: Tx) -> list[tuple[Collection, Connection]]:
    """The calendars that may be written to, with their connections."""
    found = await tx.session.execute(
        select(Collection, Connection)
        .join(Connection, Connection.id == Collection.connection_id)
        .where(
            Collection.user_id == tx.owner_id,
            Connection.user_id == tx.owner_id,
            Collection.present,
            Connection.writable,
        )
        .order_by(Collection.name, Collection.id)
    )
    return [(row[0], row[1]) for row in found]


async def collection(tx: Tx, collection_id: UUID) -> tuple[Collection, Connection] | None:
    """A collection with its connection."""
    found = await tx.session.execute(
        select(Collection, Connection)
        .join(Connection, Connection.id == Collection.connection_id)
        .where(Collection.user_id == tx.owner_id, Connection.user_id == tx.owner_id, Collection.id == collection_id)
    )
    row = found.one_or_none()
    return (row[0], row[1]) if row is not None else None


async def keep_collections(
    tx: Tx, connection_id: UUID, named: Mapping[str, str]
) -> tuple[list[Collection], list[Collection]]:
    """The collections of this connection as the server has them now (`named`: names by href), and those that it has no
    longer."""
    found = await tx.session.scalars(
        select(Collection)
        .where(Collection.user_id == tx.owner_id, Collection.connection_id == connection_id)
        .order_by(Collection.id)
    )
    there = {row.href: row for row in found}
    for href, name in named.items():
        row = there.get(href)
        if row is None:
            row = Collection(id=new_id(), user_id=tx.owner_id, connection_id=connection_id, href=href, name=name)
            tx.session.add(row)
            there[href] = row
        row.name, row.present = name, True
    gone = [row for href, row in there.items() if href not in named and row.present]
    await tx.session.flush()
    return [there[href] for href in named], gone


async def lose_collection(tx: Tx, collection_id: UUID) -> None:
    """The server has it no longer."""
    await tx.session.execute(
        update(Collection)
        .where(Collection.user_id == tx.owner_id, Collection.id == collection_id)
        .values(present=False, sync_token=None)
    )


async def keep_token(tx: Tx, collection_id: UUID, token: str | None) -> None:
    await tx.session.execute(
        update(Collection)
        .where(Collection.user_id == tx.owner_id, Collection.id == collection_id)
        .values(sync_token=token, updated_at=func.steward_now())
    )


# Objects


async def objects(tx: Tx, collection_id: UUID) -> dict[str, RemoteObject]:
    """Those that the server has, by href."""
    found = await tx.session.scalars(
        select(RemoteObject).where(
            RemoteObject.user_id == tx.owner_id,
            RemoteObject.collection_id == collection_id,
            RemoteObject.hid.is_(False),
        )
    )
    return {row.href: row for row in found}


async def object_of(tx: Tx, collection_id: UUID, uid: str) -> RemoteObject | None:
    """The object with this UID that the server has."""
    found = await tx.session.scalars(
        select(RemoteObject)
        .where(*_of(tx.owner_id, collection_id), RemoteObject.uid == uid, RemoteObject.hid.is_(False))
        .order_by(RemoteObject.href)
        .limit(1)
    )
    return found.one_or_none()


async def etags(tx: Tx, collection_id: UUID, hrefs: Some[str]) -> dict[str, str]:
    """The etags of these objects as they are kept now, by href."""
    found = await tx.session.execute(
        select(RemoteObject.href, RemoteObject.etag).where(
            *_of(tx.owner_id, collection_id), RemoteObject.href.in_(list(hrefs))
        )
    )
    return {one.href: one.etag for one in found}


async def keep_objects(tx: Tx, collection_id: UUID, read: Sequence[tuple[str, str, str]]) -> None:
    """(href, etag, uid) as they were read."""
    values: list[dict[str, Any]] = [
        {"collection_id": collection_id, "href": href, "user_id": tx.owner_id, "etag": etag, "uid": uid, "hid": False}
        for href, etag, uid in read
    ]
    if not values:
        return
    statement = insert(RemoteObject)
    new = statement.excluded
    await tx.session.execute(
        statement.on_conflict_do_update(
            index_elements=[RemoteObject.user_id, RemoteObject.collection_id, RemoteObject.href],
            set_={"etag": new.etag, "uid": new.uid, "hid": False},
        ),
        values,
    )


async def drop_objects(tx: Tx, collection_id: UUID, hrefs: Some[str]) -> None:
    for part in _parts(hrefs):
        await tx.session.execute(
            delete(RemoteObject).where(*_of(tx.owner_id, collection_id), RemoteObject.href.in_(part))
        )


async def hide_objects(tx: Tx, collection_id: UUID, hrefs: Some[str]) -> None:
    """Their contacts were hidden."""
    for part in _parts(hrefs):
        await tx.session.execute(
            update(RemoteObject)
            .where(*_of(tx.owner_id, collection_id), RemoteObject.href.in_(part))
            .values(hid=True, etag="")
        )


async def returned(tx: Tx, collection_id: UUID, uids: Some[str]) -> set[str]:
    """Those of `uids` that were hidden because they were gone; forgotten here."""
    found: set[str] = set()
    for part in _parts(uids):
        gone = await tx.session.scalars(
            delete(RemoteObject)
            .where(*_of(tx.owner_id, collection_id), RemoteObject.hid, RemoteObject.uid.in_(part))
            .returning(RemoteObject.uid)
        )
        found |= set(gone)
    return found


async def add_removal(tx: Tx, collection_id: UUID, href: str, etag: str | None) -> UUID:
    """This object is to be taken away; answers the removal."""
    values = {"id": new_id(), "user_id": tx.owner_id, "collection_id": collection_id, "href": href, "etag": etag}
    statement = insert(Removal).values(values)
    again = statement.on_conflict_do_update(
        index_elements=[Removal.user_id, Removal.collection_id, Removal.href],
        set_={"etag": etag, "refused": None},
    )
    return (await tx.session.scalars(again.returning(Removal.id))).one()


async def removal(tx: Tx, removal_id: UUID) -> Removal | None:
    found = await tx.session.scalars(select(Removal).where(Removal.user_id == tx.owner_id, Removal.id == removal_id))
    return found.one_or_none()


async def removals(tx: Tx, collection_ids: Sequence[UUID]) -> list[UUID]:
    """Those that wait for these collections."""
    found = await tx.session.scalars(
        select(Removal.id)
        .where(Removal.user_id == tx.owner_id, Removal.collection_id.in_(collection_ids), Removal.refused.is_(None))
        .order_by(Removal.id)
    )
    return list(found)


async def refuse_removal(tx: Tx, removal_id: UUID, why: str) -> None:
    """It stays there, for this reason."""
    await tx.session.execute(
        update(Removal).where(Removal.user_id == tx.owner_id, Removal.id == removal_id).values(refused=why)
    )


async def drop_removal(tx: Tx, removal_id: UUID) -> None:
    await tx.session.execute(delete(Removal).where(Removal.user_id == tx.owner_id, Removal.id == removal_id))


def _of(owner_id: UUID, collection_id: UUID) -> tuple[Any, ...]:
    return RemoteObject.user_id == owner_id, RemoteObject.collection_id == collection_id


def _parts(values: Some[str]) -> list[list[str]]:
    listed = sorted(set(values))
    return [listed[at : at + AT_ONCE] for at in range(0, len(listed), AT_ONCE)]
