"""What was derived from this, what was this derived from, and was it erased for good?"""

import hashlib
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.locks import lock_writers
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import repository

Ref = tuple[str, UUID]
Key = tuple[str, str]
_REDACTED = "steward_redacted"
_REWRITTEN = "rewritten_rows"


async def lock_ingestion(tx: Tx) -> None:
    """Until this transaction ends, no other one ingests for or erases from this user.

    Two deliveries of one item would both find nothing and both create it; an item under erasure would come back.
    """
    await lock_writers(tx)


async def record(tx: Tx, *, source: Ref, derived: Ref) -> None:
    """Remember that `derived` was made from `source`; nothing where that is known."""
    await repository.add_derivations(tx, [source], derived)


async def record_all(tx: Tx, *, sources: Sequence[Ref], derived: Ref) -> None:
    """Remember that `derived` was made from all of `sources`."""
    if sources:
        await repository.add_derivations(tx, sources, derived)


async def record_each(tx: Tx, *, source: Ref, kind: str, ids: Sequence[UUID]) -> None:
    """Remember that each of these entities of a kind was made from `source`."""
    if ids:
        await repository.add_derived(tx, source, kind, ids)


async def record_pairs(tx: Tx, pairs: Sequence[tuple[Ref, Ref]]) -> None:
    """Remember of each pair that the second was made from the first."""
    if pairs:
        await repository.add_pairs(tx, pairs)


def redacted(session: AsyncSession, kind: str, entity_id: UUID) -> None:
    """Say that this row's words are taken away in this unit of work: what was made from it quotes it no longer."""
    session.info.setdefault(_REDACTED, []).append((kind, entity_id))


def take_redacted(session: AsyncSession) -> list[Ref]:
    """What `redacted` was told of since the last time."""
    taken: list[Ref] = session.info.pop(_REDACTED, [])
    return taken


def rewritten(session: AsyncSession, entity_id: UUID) -> None:
    """Say that what this row says is made anew after this unit of work: what quotes it is cleaned."""
    session.info.setdefault(_REWRITTEN, []).append(entity_id)


def take_rewritten(session: AsyncSession) -> list[UUID]:
    """What `rewritten` was told of since the last time."""
    taken: list[UUID] = session.info.pop(_REWRITTEN, [])
    return taken


async def unlink(tx: Tx, *, source: Ref, derived: Ref) -> None:
    """`derived` is no longer made from `source`; both stay."""
    await repository.drop_derivation(tx, source, derived)


async def derived_from(tx: Tx, sources: Sequence[Ref]) -> list[Ref]:
    """What was made from any of these, in the order in which it was recorded."""
    return await repository.derived(tx, sources) if sources else []


async def sources_of(tx: Tx, kind: str, entity_id: UUID) -> list[Ref]:
    """What this was made from."""
    return await repository.sources(tx, (kind, entity_id))


async def sources_of_each(tx: Tx, kind: str, ids: Sequence[UUID]) -> dict[UUID, list[Ref]]:
    """What each of these was made from; those made from nothing that is known are left out."""
    found: dict[UUID, list[Ref]] = {}
    rows = await repository.sources_of_each(tx, kind, ids) if ids else ()
    for derived_id, source_kind, source_id in rows:
        found.setdefault(derived_id, []).append((source_kind, source_id))
    return found


async def forget_sources(tx: Tx, kind: str, entity_id: UUID) -> None:
    """Drop what this was derived from: it is made anew, from other sources."""
    await repository.drop_sources(tx, (kind, entity_id))


async def forget(tx: Tx, gone: Sequence[Ref]) -> None:
    """Drop every derivation that any of these is part of, on either side: the rows themselves are gone."""
    if gone:
        await repository.drop_derivations(tx, gone)


async def buried(tx: Tx, kind: str, keys: Sequence[Key]) -> set[Key]:
    """Those of `keys` (source, external id) that were erased and may not come back by themselves."""
    digests = {digest(source, external_id): (source, external_id) for source, external_id in keys}
    found = await repository.find_tombstones(tx, kind, sorted(digests))
    return {digests[one] for one in found}


async def gone(tx: Tx, kind: str, ids: Sequence[UUID]) -> bool:
    """Whether one of these, that came from nowhere else, was erased: what was being made of it is not to be kept."""
    return bool(ids) and bool(await buried(tx, kind, [("", str(one)) for one in ids]))


async def all_buried(tx: Tx, kind: str) -> frozenset[bytes]:
    """The digests of everything of this kind that was erased; compare with `digest_of`."""
    return frozenset(await repository.all_tombstones(tx, kind))


async def add_tombstones(tx: Tx, kind: str, digests: Sequence[bytes]) -> None:
    """Remember that these (`digest_of`) were erased for good."""
    if digests:
        await repository.add_tombstones(tx, kind, sorted(set(digests)))


async def remove_tombstone(tx: Tx, kind: str, source: str, external_id: str) -> None:
    """Let it come back; nothing where it was never erased."""
    await repository.drop_tombstone(tx, kind, digest(source, external_id))


def digest_of(entity_id: UUID, source: str | None, external_id: str | None) -> bytes:
    """What a tombstone keeps of an entity: its key, or its own id where it has none."""
    return digest(source or "", external_id) if external_id is not None else digest("", str(entity_id))


def digest(source: str, external_id: str) -> bytes:
    """What a tombstone keeps of a key."""
    return hashlib.sha256(f"{len(source)}:{source}{external_id}".encode()).digest()
