"""Reads and writes `derivations` and `tombstones`."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import and_, delete, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.provenance.model import Derivation, Tombstone
from orchestrator.kit.ids import new_id

_LOCK = text("select pg_advisory_xact_lock(hashtextextended('ingest:' || :owner, 0))")


async def lock(session: AsyncSession, owner_id: UUID) -> None:
    await session.execute(_LOCK, {"owner": str(owner_id)})


async def add_derivation(
    session: AsyncSession, owner_id: UUID, source: tuple[str, UUID], derived: tuple[str, UUID]
) -> None:
    row = {
        "id": new_id(),
        "user_id": owner_id,
        "source_kind": source[0],
        "source_id": source[1],
        "derived_kind": derived[0],
        "derived_id": derived[1],
    }
    await session.execute(insert(Derivation).values(row).on_conflict_do_nothing())


async def derived(session: AsyncSession, owner_id: UUID, source: tuple[str, UUID]) -> list[tuple[str, UUID]]:
    found = await session.execute(
        select(Derivation.derived_kind, Derivation.derived_id)
        .where(Derivation.user_id == owner_id, Derivation.source_kind == source[0], Derivation.source_id == source[1])
        .order_by(Derivation.id)
    )
    return [(kind, entity_id) for kind, entity_id in found]


async def sources(session: AsyncSession, owner_id: UUID, of: tuple[str, UUID]) -> list[tuple[str, UUID]]:
    found = await session.execute(
        select(Derivation.source_kind, Derivation.source_id)
        .where(Derivation.user_id == owner_id, Derivation.derived_kind == of[0], Derivation.derived_id == of[1])
        .order_by(Derivation.id)
    )
    return [(kind, entity_id) for kind, entity_id in found]


async def drop_derivations(session: AsyncSession, owner_id: UUID, of: tuple[str, UUID]) -> None:
    await session.execute(
        delete(Derivation).where(
            Derivation.user_id == owner_id,
            or_(
                and_(Derivation.source_kind == of[0], Derivation.source_id == of[1]),
                and_(Derivation.derived_kind == of[0], Derivation.derived_id == of[1]),
            ),
        )
    )


async def find_tombstones(session: AsyncSession, owner_id: UUID, kind: str, digests: Sequence[bytes]) -> list[bytes]:
    if not digests:
        return []
    found = await session.scalars(
        select(Tombstone.digest).where(
            Tombstone.user_id == owner_id, Tombstone.kind == kind, Tombstone.digest.in_(digests)
        )
    )
    return list(found)


async def add_tombstone(session: AsyncSession, owner_id: UUID, kind: str, digest: bytes) -> None:
    row = {"user_id": owner_id, "kind": kind, "digest": digest}
    await session.execute(insert(Tombstone).values(row).on_conflict_do_nothing())


async def drop_tombstone(session: AsyncSession, owner_id: UUID, kind: str, digest: bytes) -> None:
    await session.execute(
        delete(Tombstone).where(Tombstone.user_id == owner_id, Tombstone.kind == kind, Tombstone.digest == digest)
    )
