"""The tables `derivations` and `tombstones`, and what reads and writes them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, select, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT, insert
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import new_id


class Derivation(Base):
    """`derived` was made from `source`."""

    __tablename__ = "derivations"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    source_kind: Mapped[str] = mapped_column()
    source_id: Mapped[UUID] = mapped_column()
    derived_kind: Mapped[str] = mapped_column()
    derived_id: Mapped[UUID] = mapped_column()
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))


class Tombstone(Base):
    """Something of this kind was erased; `digest` is of its source and external id."""

    __tablename__ = "tombstones"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    digest: Mapped[bytes] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))


_REFS = (bindparam("kinds", type_=ARRAY(TEXT())), bindparam("ids", type_=ARRAY(PgUUID(as_uuid=True))))


def _refs(owner_id: UUID, of: Sequence[tuple[str, UUID]]) -> dict[str, Any]:
    return {"owner": owner_id, "kinds": [kind for kind, _ in of], "ids": [entity_id for _, entity_id in of]}


async def add_derivations(tx: Tx, sources: Sequence[tuple[str, UUID]], derived: tuple[str, UUID]) -> None:
    await add_pairs(tx, [(source, derived) for source in sources])


async def add_derived(tx: Tx, source: tuple[str, UUID], kind: str, ids: Sequence[UUID]) -> None:
    named = {"user_id": tx.owner_id, "source_kind": source[0], "source_id": source[1], "derived_kind": kind}
    rows = [{"id": new_id(), "derived_id": one, **named} for one in ids]
    await tx.session.execute(insert(Derivation).on_conflict_do_nothing(), rows)


async def add_pairs(tx: Tx, pairs: Sequence[tuple[tuple[str, UUID], tuple[str, UUID]]]) -> None:
    rows = [
        {
            "id": new_id(),
            "user_id": tx.owner_id,
            "source_kind": source[0],
            "source_id": source[1],
            "derived_kind": derived[0],
            "derived_id": derived[1],
        }
        for source, derived in pairs
    ]
    await tx.session.execute(insert(Derivation).on_conflict_do_nothing(), rows)


async def drop_derivation(tx: Tx, source: tuple[str, UUID], derived: tuple[str, UUID]) -> None:
    await tx.session.execute(
        delete(Derivation).where(
            Derivation.user_id == tx.owner_id,
            Derivation.source_kind == source[0],
            Derivation.source_id == source[1],
            Derivation.derived_kind == derived[0],
            Derivation.derived_id == derived[1],
        )
    )


async def derived(tx: Tx, of: Sequence[tuple[str, UUID]]) -> list[tuple[str, UUID]]:
    statement = text("""
        select d.derived_kind, d.derived_id from unnest(:kinds, :ids) as o (kind, id)
          join derivations d on d.user_id = :owner and d.source_kind = o.kind and d.source_id = o.id
         group by d.derived_kind, d.derived_id order by min(d.created_at), d.derived_id
    """)
    found = await tx.session.execute(statement.bindparams(*_REFS), _refs(tx.owner_id, of))
    return [(kind, entity_id) for kind, entity_id in found]


async def sources(tx: Tx, of: tuple[str, UUID]) -> list[tuple[str, UUID]]:
    found = await tx.session.execute(
        select(Derivation.source_kind, Derivation.source_id)
        .where(Derivation.user_id == tx.owner_id, Derivation.derived_kind == of[0], Derivation.derived_id == of[1])
        .order_by(Derivation.id)
    )
    return [(kind, entity_id) for kind, entity_id in found]


async def sources_of_each(tx: Tx, kind: str, ids: Sequence[UUID]) -> list[tuple[UUID, str, UUID]]:
    statement = text("""
        select d.derived_id, d.source_kind, d.source_id from unnest(:kinds, :ids) as o (kind, id)
          join derivations d on d.user_id = :owner and d.derived_kind = o.kind and d.derived_id = o.id
         order by d.id
    """)
    found = await tx.session.execute(statement.bindparams(*_REFS), _refs(tx.owner_id, [(kind, one) for one in ids]))
    return [(derived_id, source_kind, source_id) for derived_id, source_kind, source_id in found]


async def drop_sources(tx: Tx, of: tuple[str, UUID]) -> None:
    await tx.session.execute(
        delete(Derivation).where(
            Derivation.user_id == tx.owner_id, Derivation.derived_kind == of[0], Derivation.derived_id == of[1]
        )
    )


async def drop_derivations(tx: Tx, of: Sequence[tuple[str, UUID]]) -> None:
    for side in ("source", "derived"):
        statement = text(f"""
            delete from derivations d using unnest(:kinds, :ids) as o (kind, id)
             where d.user_id = :owner and d.{side}_kind = o.kind and d.{side}_id = o.id
        """)  # noqa: S608  (one of two constants)
        await tx.session.execute(statement.bindparams(*_REFS), _refs(tx.owner_id, of))


async def find_tombstones(tx: Tx, kind: str, digests: Sequence[bytes]) -> list[bytes]:
    if not digests:
        return []
    found = await tx.session.scalars(
        select(Tombstone.digest).where(
            Tombstone.user_id == tx.owner_id, Tombstone.kind == kind, Tombstone.digest.in_(digests)
        )
    )
    return list(found)


async def all_tombstones(tx: Tx, kind: str) -> list[bytes]:
    found = await tx.session.scalars(
        select(Tombstone.digest).where(Tombstone.user_id == tx.owner_id, Tombstone.kind == kind)
    )
    return list(found)


async def add_tombstones(tx: Tx, kind: str, digests: Sequence[bytes]) -> None:
    rows = [{"user_id": tx.owner_id, "kind": kind, "digest": digest} for digest in digests]
    await tx.session.execute(insert(Tombstone).on_conflict_do_nothing(), rows)


async def drop_tombstone(tx: Tx, kind: str, digest: bytes) -> None:
    await tx.session.execute(
        delete(Tombstone).where(Tombstone.user_id == tx.owner_id, Tombstone.kind == kind, Tombstone.digest == digest)
    )
