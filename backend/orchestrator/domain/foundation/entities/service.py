"""What happens to an entity between its making and its erasure? The part that all kinds share.

A slice says what its fields are, how they become columns, and what of it can be found; reading, changing, hiding,
ingestion, the index and erasure are here, once.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, cast
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.types.origin import least_trusted
from orchestrator.db.repository import Key, changed
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.kind import EntityKind, F, M
from orchestrator.domain.foundation.entities.schemas import EntityFields, IngestResult, field_errors
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.slices.erasable import Erasable, ErasedRow
from orchestrator.errors import Conflict, InvalidRequest, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.versions import Expected, is_expected

OWN_DATA = "own_data"
THIRD_PARTY = "third_party"
AT_ONCE = 100
"""Items of an ingestion that are read, built and written before others have their turn."""
_IDENTITY = frozenset({"external_id", "source", "tags"})


@dataclass(frozen=True)
class Ingested(Generic[M]):
    """One item taken in: what became of it, and its row where it has one that changed."""

    result: IngestResult
    row: M | None = None


class EntityService(EntityKind[M, F]):
    """One kind of entity, from its making to its erasure.

    `written_together`: new items of an ingestion are written in one statement, which holds where nothing but `columns`
    can refuse one, and `columns` writes nothing. `searchable`: its entries stand in the index.
    """

    written_together: ClassVar[bool] = False
    searchable: ClassVar[bool] = True

    # Changing by the user

    async def create(self, tx: Tx, fields: F, *, zone: str, origin: str = OWN_DATA, entity_id: UUID | None = None) -> M:
        """Make it, as the user's own act. Raises InvalidRequest, Conflict `already_exists` (its key or `entity_id`)."""
        await provenance.lock_ingestion(tx)
        if fields.external_id is not None:
            key = (fields.source, fields.external_id)
            if there := (await self.repository.by_keys(tx, [key])).get(key):
                raise Conflict("already_exists", f"This {self.kind} exists.", extra={"id": str(there.id)})
            await provenance.remove_tombstone(tx, self.kind, fields.source or "", fields.external_id)
        if entity_id is not None and await self.repository.find(tx, entity_id) is not None:
            raise Conflict("already_exists", f"This {self.kind} exists.", extra={"id": str(entity_id)})
        row = await self._made(tx, fields, zone=zone, origin=origin, entity_id=entity_id, by_user=True)
        await self._index(tx, [row])
        return row

    async def update(
        self, tx: Tx, entity_id: UUID, changes: Mapping[str, Any], *, zone: str, version: Expected = None
    ) -> M:
        """Change what `changes` names (null = back to the default), as the user's own act: ingestion will not replace
        those. Raises NotFound, VersionConflict where `version` is not the present one, InvalidRequest."""
        row = await self._locked(tx, entity_id, version)
        wanted = {name: value for name, value in changes.items() if name in self.fields.model_fields}
        wanted = {name: value for name, value in wanted.items() if name not in {"external_id", "source"}}
        fields = self.checked({**await self.given(tx, row), **wanted}, set(wanted))
        columns = dict(await self.columns(tx, fields, zone))
        if "tags" in wanted:
            columns["tags"] = fields.tags
        columns["user_fields"] = sorted({*row.user_fields, *wanted})
        await self._store(tx, row, fields, columns, named=set(wanted))
        return row

    async def hide(self, tx: Tx, entity_id: UUID, *, version: Expected = None) -> M:
        """Take it out of lists and search, undoably. Raises NotFound, VersionConflict."""
        row = await self._locked(tx, entity_id, version)
        if row.hidden_at is None:
            row.hidden_at = cast("Any", func.steward_now())
            await self._bump(tx.session, row)
            await search.withdraw(tx, self.kind, [row.id])
        return row

    async def unhide(self, tx: Tx, entity_id: UUID, *, version: Expected = None) -> M:
        """Bring it back. Raises NotFound, VersionConflict."""
        row = await self._locked(tx, entity_id, version)
        if row.hidden_at is not None:
            row.hidden_at = None
            await self._bump(tx.session, row)
            await self._index(tx, [row])
        return row

    async def retag(self, tx: Tx, row: M, tags: Sequence[str]) -> None:
        """Give it tags that nobody wrote (world/tagging): it is found by them, and is no newer version, so that what
        waits for it still holds."""
        row.tags = list(tags)
        await tx.session.flush()
        if row.hidden_at is None:
            await self._index(tx, [row])

    # Ingestion

    async def ingest(
        self, tx: Tx, items: Sequence[Any], *, zone: str, may_restore: bool = False, origin: str = THIRD_PARTY
    ) -> list[IngestResult]:
        """Take in items, each in a savepoint of its own (new ones of some kinds together); one result an item, in
        order. Never raises for an item.

        An item is created, or its fields replace those of the row with its (source, external_id), except what the user
        changed; tags merge. A tombstone answers `erased`, unless the item says `"restore": true` and `may_restore`.
        """
        await provenance.lock_ingestion(tx)
        checked: list[F | IngestResult] = []
        for start in range(0, len(items), AT_ONCE):
            checked += [self._read(item) for item in items[start : start + AT_ONCE]]
            await asyncio.sleep(0)
        keys = [
            (one.source, one.external_id)
            for one in checked
            if not isinstance(one, IngestResult) and one.external_id is not None
        ]
        known = await self.repository.by_keys(tx, keys)
        buried = await provenance.buried(tx, self.kind, [(key[0] or "", key[1]) for key in keys])
        together = await self._written(tx, self._fresh(checked, known, buried), zone=zone, origin=origin)
        results: list[IngestResult] = []
        rows: dict[UUID, M] = {}
        for at, (item, fields) in enumerate(zip(items, checked, strict=True)):
            if isinstance(fields, IngestResult):
                results.append(fields)
                continue
            key = (fields.source, fields.external_id) if fields.external_id is not None else None
            if key is not None and (key[0] or "", key[1]) in buried:
                if not (may_restore and isinstance(item, Mapping) and item.get("restore") is True):
                    results.append(IngestResult(external_id=fields.external_id, status="erased"))
                    continue
                await provenance.remove_tombstone(tx, self.kind, key[0] or "", key[1])
                buried.discard((key[0] or "", key[1]))
            taken = together.get(at) or await self._ingest_one(
                tx, fields, known.get(key) if key else None, zone=zone, origin=origin
            )
            results.append(taken.result)
            if at % AT_ONCE == AT_ONCE - 1:
                await tx.session.flush()
                await asyncio.sleep(0)
            if taken.row is not None:
                rows[taken.row.id] = taken.row
                if key is not None:
                    known[key] = taken.row
        await self._index(tx, [row for row in rows.values() if row.hidden_at is None])
        return results

    # Erasure

    async def erase(self, tx: Tx, entity_id: UUID) -> Sequence[ErasedRow]:
        """Delete it for good. Raises NotFound."""
        row = await self.repository.get(tx, entity_id, for_update=True)
        parts = await self.before_erase(tx, row)
        erased = ErasedRow(self.kind, row.id, row.source, row.external_id)
        tx.session.expunge(row)
        await self.repository.delete(tx, entity_id)
        return [erased, *parts]

    async def stays(self, tx: Tx, entity_id: UUID) -> bool:
        """A row that the user made, confirmed or edited is a source of its own."""
        row = await self.repository.find(tx, entity_id)
        return row is not None and (row.origin in {"user", OWN_DATA} or bool(row.user_fields))

    def erasable(self) -> Erasable:
        """What the slice's manifest registers."""
        return Erasable(kind=self.kind, erase=self.erase, stays=self.stays, keys=self.repository.keys)

    # Inside

    def _read(self, item: Any) -> F | IngestResult:
        given = item.get("external_id") if isinstance(item, Mapping) else None
        external_id = given if isinstance(given, str) else None
        if not isinstance(item, Mapping):
            return IngestResult(status="invalid", errors=[{"loc": [], "message": "an item is a JSON object"}])
        try:
            return self.fields.model_validate(dict(item))
        except ValidationError as error:
            return IngestResult(external_id=external_id, status="invalid", errors=field_errors(error))

    def _fresh(
        self, checked: Sequence[F | IngestResult], known: Mapping[Key, M], buried: Collection[tuple[str, str]]
    ) -> dict[int, F]:
        """Where those items stand that can be written together: neither known, nor erased, nor there twice."""
        found: dict[int, F] = {}
        seen = set(known)
        for at, fields in enumerate(checked if self.written_together else ()):
            if isinstance(fields, IngestResult):
                continue
            key = (fields.source, fields.external_id) if fields.external_id is not None else None
            if key is None or (key not in seen and (key[0] or "", key[1]) not in buried):
                found[at] = fields
            if key is not None:
                seen.add(key)
        return found

    async def _written(self, tx: Tx, new: Mapping[int, F], *, zone: str, origin: str) -> dict[int, Ingested[M]]:
        """What became of new items, by where they stand."""
        found: dict[int, Ingested[M]] = {}
        rows: list[M] = []
        places = list(new)
        for start in range(0, len(places), AT_ONCE):
            for at in places[start : start + AT_ONCE]:
                fields = new[at]
                try:
                    row = await self._built(tx, fields, zone=zone, origin=origin)
                except InvalidRequest as error:
                    found[at] = Ingested(_refused(fields, error))
                    continue
                rows.append(row)
                tx.session.add(row)
                result = IngestResult(external_id=fields.external_id, id=row.id, status="created")
                found[at] = Ingested(result, row)
            await asyncio.sleep(0)  # others' turn: reading and building are computing alone
            await tx.session.flush()
        if rows:
            await self.after_made(tx, rows)
        return found

    async def after_made(self, tx: Tx, rows: Sequence[M]) -> None:
        """Write what stands in other tables, for rows that were written together."""
        del tx, rows

    async def _ingest_one(self, tx: Tx, fields: F, row: M | None, *, zone: str, origin: str) -> Ingested[M]:
        try:
            async with tx.session.begin_nested():
                if row is None:
                    made = await self._made(tx, fields, zone=zone, origin=origin)
                    return Ingested(IngestResult(external_id=fields.external_id, id=made.id, status="created"), made)
                status = await self._refresh(tx, row, fields, zone, origin=origin)
        except InvalidRequest as error:
            if row is not None:
                await tx.session.refresh(row)
            return Ingested(_refused(fields, error))
        result = IngestResult(external_id=fields.external_id, id=row.id, status="updated" if status else "unchanged")
        return Ingested(result, row if status else None)

    async def _refresh(self, tx: Tx, row: M, fields: F, zone: str, *, origin: str) -> bool:
        """Replace what the source gave and the user did not change; True where that changed something: then the row is
        made of others' words too (`origin`)."""
        replaced = fields.model_fields_set - set(row.user_fields) - _IDENTITY
        values = await self.given(tx, row)
        values.update({name: getattr(fields, name) for name in replaced})
        merged = self.checked(values, replaced)
        columns = dict(await self.columns(tx, merged, zone))
        columns["tags"] = list(dict.fromkeys([*row.tags, *fields.tags]))
        return await self._store(tx, row, merged, columns, named=replaced, index=False, origin=origin)

    async def _made(
        self, tx: Tx, fields: F, *, zone: str, origin: str, entity_id: UUID | None = None, by_user: bool = False
    ) -> M:
        row = await self._built(tx, fields, zone=zone, origin=origin, entity_id=entity_id, by_user=by_user)
        await self.repository.add(tx.session, row)
        await self.after_write(tx, row, fields, set(fields.model_fields_set))
        return row

    async def _built(
        self, tx: Tx, fields: F, *, zone: str, origin: str, entity_id: UUID | None = None, by_user: bool = False
    ) -> M:
        columns = await self.columns(tx, fields, zone)
        return self.repository.model(
            id=entity_id or new_id(),
            user_id=tx.owner_id,
            external_id=fields.external_id,
            source=fields.source,
            origin=origin,
            version=1,
            tags=fields.tags,
            user_fields=sorted(fields.model_fields_set - _IDENTITY) if by_user else [],
            **columns,
        )

    async def _store(
        self,
        tx: Tx,
        row: M,
        fields: F,
        columns: Mapping[str, Any],
        *,
        named: set[str],
        index: bool = True,
        origin: str | None = None,
    ) -> bool:
        different = changed(row, columns)
        user_fields = different.pop("user_fields", None)
        elsewhere = await self.after_write(tx, row, fields, named)
        if user_fields is not None:
            row.user_fields = user_fields
        if not different and not elsewhere:
            await tx.session.flush()
            return False
        if origin is not None:
            row.origin = least_trusted([row.origin, origin]).value
        for name, value in different.items():
            setattr(row, name, value)
        await self._bump(tx.session, row)
        if index and row.hidden_at is None:
            await self._index(tx, [row])
        return True

    async def _index(self, tx: Tx, rows: Sequence[M]) -> None:
        if self.searchable:
            await search.index(tx, [self.entry(row) for row in rows])

    async def _bump(self, session: AsyncSession, row: M) -> None:
        row.version += 1
        row.updated_at = cast("Any", func.steward_now())
        await session.flush()

    async def _locked(self, tx: Tx, entity_id: UUID, version: Expected) -> M:
        row = await self.repository.get(tx, entity_id, for_update=True)
        if not is_expected(row.version, version):
            raise VersionConflict(f"The {self.kind} is at version {row.version}.")
        return row


def _refused(fields: EntityFields, error: InvalidRequest) -> IngestResult:
    errors = error.errors or [{"loc": [], "message": error.detail}]
    return IngestResult(external_id=fields.external_id, status="invalid", errors=errors)
