"""What was derived from this, what was this derived from, and was it erased for good?"""

import hashlib
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.provenance import repository

Ref = tuple[str, UUID]
Key = tuple[str, str]
_REDACTED = "steward_redacted"


async def lock_ingestion(session: AsyncSession, owner_id: UUID) -> None:
    """Until this transaction ends, no other one ingests for or erases from this user.

    Two deliveries of one item would both find nothing and both create it; an item under erasure would come back.
    """
    await repository.lock(session, owner_id)


async def record(session: AsyncSession, owner_id: UUID, *, source: Ref, derived: Ref) -> None:
    """Remember that `derived` was made from `source`; nothing where that is known."""
    await repository.add_derivations(session, owner_id, [source], derived)


async def record_all(session: AsyncSession, owner_id: UUID, *, sources: Sequence[Ref], derived: Ref) -> None:
    """Remember that `derived` was made from all of `sources`."""
    if sources:
        await repository.add_derivations(session, owner_id, sources, derived)


def redacted(session: AsyncSession, kind: str, entity_id: UUID) -> None:
    """Say that this row's words are taken away in this unit of work: what was made from it quotes it no longer."""
    session.info.setdefault(_REDACTED, []).append((kind, entity_id))


def take_redacted(session: AsyncSession) -> list[Ref]:
    """What `redacted` was told of since the last time."""
    taken: list[Ref] = session.info.pop(_REDACTED, [])
    return taken


async def unlink(session: AsyncSession, owner_id: UUID, *, source: Ref, derived: Ref) -> None:
    """`derived` is no longer made from `source`; both stay."""
    await repository.drop_derivation(session, owner_id, source, derived)


async def derived_from(session: AsyncSession, owner_id: UUID, sources: Sequence[Ref]) -> list[Ref]:
    """What was made from any of these, in the order in which it was recorded."""
    return await repository.derived(session, owner_id, sources) if sources else []


async def sources_of(session: AsyncSession, owner_id: UUID, kind: str, entity_id: UUID) -> list[Ref]:
    """What this was made from."""
    return await repository.sources(session, owner_id, (kind, entity_id))


async def forget_sources(session: AsyncSession, owner_id: UUID, kind: str, entity_id: UUID) -> None:
    """Drop what this was derived from: it is made anew, from other sources."""
    await repository.drop_sources(session, owner_id, (kind, entity_id))


async def forget(session: AsyncSession, owner_id: UUID, gone: Sequence[Ref]) -> None:
    """Drop every derivation that any of these is part of, on either side: the rows themselves are gone."""
    if gone:
        await repository.drop_derivations(session, owner_id, gone)


async def buried(session: AsyncSession, owner_id: UUID, kind: str, keys: Sequence[Key]) -> set[Key]:
    """Those of `keys` (source, external id) that were erased and may not come back by themselves."""
    digests = {digest(source, external_id): (source, external_id) for source, external_id in keys}
    found = await repository.find_tombstones(session, owner_id, kind, sorted(digests))
    return {digests[one] for one in found}


async def all_buried(session: AsyncSession, owner_id: UUID, kind: str) -> frozenset[bytes]:
    """The digests of everything of this kind that was erased; compare with `digest_of`."""
    return frozenset(await repository.all_tombstones(session, owner_id, kind))


async def bury(session: AsyncSession, owner_id: UUID, kind: str, digests: Sequence[bytes]) -> None:
    """Remember that these (`digest_of`) were erased for good."""
    if digests:
        await repository.add_tombstones(session, owner_id, kind, sorted(set(digests)))


async def lift(session: AsyncSession, owner_id: UUID, kind: str, source: str, external_id: str) -> None:
    """Let it come back; nothing where it was never erased."""
    await repository.drop_tombstone(session, owner_id, kind, digest(source, external_id))


def digest_of(entity_id: UUID, source: str | None, external_id: str | None) -> bytes:
    """What a tombstone keeps of an entity: its key, or its own id where it has none."""
    return digest(source or "", external_id) if external_id is not None else digest("", str(entity_id))


def digest(source: str, external_id: str) -> bytes:
    """What a tombstone keeps of a key."""
    return hashlib.sha256(f"{len(source)}:{source}{external_id}".encode()).digest()
