"""How are contacts taken in that other systems hold? A contact that was merged, or keeps others, goes on as
`merged_ingest` says; an address book of thousands is written in a few statements."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from orchestrator.agent.types.origin import least_trusted
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult, IngestStatus
from orchestrator.domain.foundation.entities.service import THIRD_PARTY, EntityService, Ingested
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.world.contacts import grouping, owner_locale
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.links import sourced_links as said_links
from orchestrator.domain.world.contacts.links import sourced_places as said_places
from orchestrator.domain.world.contacts.links.sourced_links import Word, said_once, take_words
from orchestrator.domain.world.contacts.links.sourced_places import PlaceWord, take_places
from orchestrator.domain.world.contacts.merging import merge_steps, merged_ingest, waiting
from orchestrator.domain.world.contacts.merging import similarity as alike
from orchestrator.domain.world.contacts.merging.merged_ingest import Merged
from orchestrator.domain.world.contacts.merging.provenance_of_values import JOINED
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.phones import phone_key
from orchestrator.domain.world.contacts.schemas import DUPLICATES, ContactFields, Duplicates
from orchestrator.errors import InvalidRequest
from orchestrator.scheduling.async_jobs import enqueue

_LINKS = frozenset({"relationships", "places"})
_APART = frozenset({"external_id", "source", "tags"}) | _LINKS


class ContactIngestion(EntityService[Contact, ContactFields]):
    """The part of the service that takes in."""

    async def ingest(
        self, tx: Tx, items: Sequence[Any], *, zone: str, may_restore: bool = False, origin: str = THIRD_PARTY
    ) -> list[IngestResult]:
        await provenance.lock_ingestion(tx)
        merged = await merged_ingest.read(tx)
        targets = await self._merged_targets(tx, items, merged) if merged.pairs else {}
        plain = [item for index, item in enumerate(items) if index not in targets]
        async with grouping.together(tx):
            took = await super().ingest(tx, plain, zone=zone, may_restore=may_restore, origin=origin)
        rest = iter(took)
        results = [
            await self._deliver(tx, targets[index], item, zone, origin) if index in targets else next(rest)
            for index, item in enumerate(items)
        ]
        if any(one.status in {"created", "updated"} for one in results):
            await enqueue(tx.session, DUPLICATES, Duplicates(), owner_id=tx.owner_id, dedupe_key="look")
        new = [one.id for one in results if one.status == "created" and one.id is not None]
        same = await alike.matched(tx, new) if new else {}
        await waiting.put_aside(tx, {one: match.id for one, match in same.items() if match.certain})
        return [
            one.model_copy(update={"duplicate_of": same[one.id].id, "waits": same[one.id].certain})
            if one.id in same and one.status == "created"
            else one
            for one in results
        ]

    async def _ingest_one(
        self, tx: Tx, fields: ContactFields, row: Contact | None, *, zone: str, origin: str
    ) -> Ingested[Contact]:
        """An item without links needs no savepoint: it is refused before anything is written. So an address book of
        thousands is written in a few statements."""
        if _LINKS & fields.model_fields_set:
            return await super()._ingest_one(tx, fields, row, zone=zone, origin=origin)
        try:
            if row is None:
                row = await self._built(tx, fields, zone=zone, origin=origin)
                tx.session.add(row)
                await grouping.moved(tx, row, ())
                return Ingested(IngestResult(external_id=fields.external_id, id=row.id, status="created"), row)
            different = await self._refresh_plain(tx, row, fields, zone, origin=origin)
        except InvalidRequest as error:
            errors = error.errors or [{"loc": [], "message": error.detail}]
            return Ingested(IngestResult(external_id=fields.external_id, status="invalid", errors=errors))
        status: IngestStatus = "updated" if different else "unchanged"
        return Ingested(
            IngestResult(external_id=fields.external_id, id=row.id, status=status), row if different else None
        )

    async def _refresh_plain(self, tx: Tx, row: Contact, fields: ContactFields, zone: str, *, origin: str) -> bool:
        replaced = fields.model_fields_set - set(row.user_fields) - _APART
        values = {name: getattr(row, name) for name in ContactFields.model_fields if name not in _LINKS}
        values.update({name: getattr(fields, name) for name in replaced})
        merged = self.checked(values, replaced)
        columns = dict(await self.columns(tx, merged, zone))
        columns["tags"] = list(dict.fromkeys([*row.tags, *fields.tags]))
        return await self._store(tx, row, merged, columns, named=replaced, index=False, origin=origin)

    async def _merged_targets(self, tx: Tx, items: Sequence[Any], merged: Merged) -> dict[int, UUID]:
        """Of the items by index: the contact that each is about, where that was merged or keeps others."""
        keys = {
            index: (fields.source, fields.external_id)
            for index, item in enumerate(items)
            if not isinstance(fields := self._read(item), IngestResult) and fields.external_id is not None
        }
        rows = await self.repository.by_keys(tx, list(keys.values()))
        found = {index: merged.record_of(*key) for index, key in keys.items()}
        keeping = {index: rows[key].id for index, key in keys.items() if key in rows and rows[key].id in merged.kept}
        return {index: target for index, target in found.items() if target is not None} | keeping

    async def _deliver(self, tx: Tx, contact_id: UUID, item: Any, zone: str, origin: str) -> IngestResult:
        """One item for a contact that was merged or keeps others."""
        fields = self._read(item)
        if isinstance(fields, IngestResult):
            return fields

        async def refresh(columns: Mapping[str, Any], given: ContactFields) -> dict[str, Any]:
            replaced = given.model_fields_set - set(columns["user_fields"]) - _APART
            values = {name: columns[name] for name in ContactFields.model_fields if name not in _APART}
            values.update({name: getattr(given, name) for name in replaced})
            fresh = dict(await self.columns(tx, self.checked(values, replaced), zone))
            fresh["tags"] = list(dict.fromkeys([*columns["tags"], *given.tags]))
            if any(fresh.get(name, columns[name]) != columns[name] for name in JOINED):
                fresh["origin"] = least_trusted([columns["origin"], origin]).value
            return fresh

        region = await owner_locale.region(tx, zone)
        key = partial(phone_key, region=region)
        try:
            async with tx.session.begin_nested():
                row, after = await merged_ingest.deliver(tx, contact_id, fields, refresh, key)
                status: IngestStatus = "unchanged"
                if after is not None:
                    before = row.groups
                    merge_steps.set_columns(row, after, key)
                    merge_steps.bump(row)
                    await tx.session.flush()
                    await grouping.moved(tx, row, before)
                    status = "updated"
                if await _linked(tx, contact_id, row.id, fields):
                    status = "updated"
        except InvalidRequest as error:
            errors = error.errors or [{"loc": [], "message": error.detail}]
            return IngestResult(external_id=fields.external_id, status="invalid", errors=errors)
        if row.hidden_at is None and status == "updated":
            await search.index(tx, [self.entry(row)])
        return IngestResult(external_id=fields.external_id, id=row.id, status=status)


async def _linked(tx: Tx, contact_id: UUID, live: UUID, fields: ContactFields) -> bool:
    """What one record says of relationships and places, written at the contact that it is part of; True where that
    changed something. Raises InvalidRequest."""
    given = _LINKS & fields.model_fields_set
    if not given:
        return False
    touched = (await merged_ingest.read(tx)).touched.get(contact_id, frozenset())
    await merged_ingest.adopt(tx, contact_id, live)
    changed = False
    if said_links.FIELD in given - touched:
        await links.check_others(tx, live, fields.relationships)
        word = Word(live, said_once(fields.relationships))
        outcome = await take_words(tx, {contact_id: word})
        if told := outcome.notes.get(contact_id):
            raise InvalidRequest(told[0], errors=[{"loc": ["relationships"], "message": one} for one in told])
        changed = bool(outcome.changed)
    if said_places.FIELD in given - touched:
        await links.check_places(tx, [one.place_id for one in fields.places])
        said = {one.place_id: one.label for one in reversed(fields.places)}
        changed |= bool(await take_places(tx, {contact_id: PlaceWord(live, said)}))
    return changed
