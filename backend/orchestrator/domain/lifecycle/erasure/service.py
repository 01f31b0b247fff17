"""What goes when something is erased for good? The row, its parts, its place in the index, and all made from it.

Implements the port `Eraser`: every DELETE of an entity, thread or connection, by route, tool or job, comes this way.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.ports.erasure import Receipt
from orchestrator.db.tx import Tx, tried
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.slices.erasable import REBUILT, Erasable, ErasedRow
from orchestrator.errors import NotFound


@dataclass(frozen=True)
class Emptied:
    """What went of a kind. `left`: how many of it are still there."""

    receipt: Receipt
    left: int


class Erasure:
    """Walks provenance over the kinds that slices registered."""

    def __init__(self, erasables: Sequence[Erasable]) -> None:
        self._erasables = tuple(erasables)
        self._by_kind = {one.kind: one for one in erasables if one.erase is not None}

    async def erase(self, tx: Tx, kind: str, entity_id: UUID, *, dry_run: bool = False) -> Receipt:
        """Erase the entity and everything derived from it. A dry run does the same and takes it back. Raises
        NotFound."""
        await provenance.lock_ingestion(tx)
        async with tried(tx, dry_run=dry_run):
            return await self._erase(tx, kind, entity_id)

    async def erase_buried(self, tx: Tx) -> Receipt:
        """Erase what tombstones say was erased before: what came back with a backup or an import."""
        await provenance.lock_ingestion(tx)
        total: list[Receipt] = []
        for one in self._by_kind.values():
            buried = await provenance.all_buried(tx, one.kind)
            if not buried or one.keys is None:
                continue
            for entity_id, source, external_id in await one.keys(tx):
                if provenance.digest_of(entity_id, source, external_id) in buried:
                    with suppress(NotFound):  # it went with another one
                        total.append(await self._erase(tx, one.kind, entity_id))
        return _sum(total)

    async def counts(self, tx: Tx) -> dict[str, int]:
        """How many there are of each kind that can be erased as a whole; none of those that are not there."""
        told = {one.kind: len(await one.keys(tx)) for one in self._by_kind.values() if one.keys is not None}
        return {kind: number for kind, number in told.items() if number}

    async def erase_of_kind(self, tx: Tx, kind: str, *, most: int, dry_run: bool = False) -> Emptied:
        """Erase the first `most` of a kind, each as `erase` does. A dry run does the same and takes it back. Raises
        NotFound for a kind that there is not."""
        known = self._by_kind.get(kind)
        if known is None or known.keys is None:
            raise NotFound(f"There is no {kind} that can be erased.")
        await provenance.lock_ingestion(tx)
        async with tried(tx, dry_run=dry_run):
            walk = _Walk(tx)
            for entity_id, _, _ in (await known.keys(tx))[:most]:
                if (kind, entity_id) not in walk.gone:
                    with suppress(NotFound):  # one that somebody else erased meanwhile
                        await self._take(walk, kind, entity_id)
            receipt = await self._closed(walk)
            return Emptied(receipt, len(await known.keys(tx)))

    async def _erase(self, tx: Tx, kind: str, entity_id: UUID) -> Receipt:
        if kind not in self._by_kind:
            raise NotFound(f"There is no {kind} that can be erased.")
        walk = _Walk(tx)
        await self._take(walk, kind, entity_id)
        return await self._closed(walk)

    async def _closed(self, walk: "_Walk") -> Receipt:
        """The receipt, once nothing quotes what the walk took."""
        await self._redact(walk)
        await provenance.forget(walk.tx, sorted(walk.gone))
        return Receipt(
            deleted=dict(Counter(row.kind for row in walk.erased)),
            rebuilt=dict(walk.rebuilt),
            redacted={name: number for name, number in walk.redacted.items() if number},
        )

    async def _redact(self, walk: "_Walk") -> None:
        """Clean what quotes the rows that are gone, or that were made anew; what was made from what is cleaned here is
        made anew in its turn, until nothing more quotes anything."""
        provenance.take_redacted(walk.tx.session)
        provenance.take_rewritten(walk.tx.session)
        while walk.quoted:
            quoted, walk.quoted = walk.quoted, []
            await walk.tx.session.flush()
            for one in self._erasables:
                if one.redact is not None:
                    walk.redacted.update(await one.redact(walk.tx, quoted))
            walk.quoted += [(REBUILT, one) for one in provenance.take_rewritten(walk.tx.session)]
            cleaned = provenance.take_redacted(walk.tx.session)
            for derived in await provenance.derived_from(walk.tx, cleaned):
                if derived not in walk.gone:
                    await self._without_source(walk, *derived)

    async def _take(self, walk: "_Walk", kind: str, entity_id: UUID) -> None:
        """Erase one entity with its parts, then what was made from any of them."""
        erase = self._by_kind[kind].erase
        assert erase is not None
        rows = await erase(walk.tx, entity_id)
        walk.erased += rows
        walk.gone |= {(row.kind, row.id) for row in rows}
        walk.quoted += [(row.kind, row.id) for row in rows]
        for name in dict.fromkeys(row.kind for row in rows):
            alike = [row for row in rows if row.kind == name]
            await search.withdraw(walk.tx, name, [row.id for row in alike if row.indexed])
            named = [row for row in alike if row.external_id is not None or row is rows[0]]  # parts go with the whole
            digests = [provenance.digest_of(row.id, row.source, row.external_id) for row in named]
            await provenance.add_tombstones(walk.tx, name, digests)
        refs = [(row.kind, row.id) for row in rows]
        for derived in await provenance.derived_from(walk.tx, refs):
            if derived not in walk.gone:
                await self._without_source(walk, *derived)

    async def _without_source(self, walk: "_Walk", kind: str, entity_id: UUID) -> None:
        """What becomes of a derived row: it stays (the user's own), is made again from what is left, or goes too."""
        known = self._by_kind.get(kind)
        if known is None or (kind, entity_id) in walk.anew:
            return
        if known.stays is not None and await known.stays(walk.tx, entity_id):
            return
        sources = await provenance.sources_of(walk.tx, kind, entity_id)
        if known.rebuild is not None and any(source not in walk.gone for source in sources):
            await known.rebuild(walk.tx, entity_id)
            walk.rebuilt[kind] += 1
            walk.anew.add((kind, entity_id))
            walk.quoted.append((REBUILT, entity_id))
            return
        try:
            await self._take(walk, kind, entity_id)
        except NotFound:
            return  # it was erased before, and only the record of its making was left


def _sum(receipts: Sequence[Receipt]) -> Receipt:
    deleted, rebuilt, redacted = Counter[str](), Counter[str](), Counter[str]()
    for one in receipts:
        deleted.update(one.deleted)
        rebuilt.update(one.rebuilt)
        redacted.update(one.redacted)
    return Receipt(dict(deleted), dict(rebuilt), dict(redacted))


class _Walk:
    """What one erasure has taken so far. `quoted`: rows that are gone or made anew and whose quotes are still there."""

    def __init__(self, tx: Tx) -> None:
        self.tx = tx
        self.erased: list[ErasedRow] = []
        self.gone: set[tuple[str, UUID]] = set()
        self.anew: set[tuple[str, UUID]] = set()
        self.quoted: list[tuple[str, UUID]] = []
        self.rebuilt: Counter[str] = Counter()
        self.redacted: Counter[str] = Counter()
