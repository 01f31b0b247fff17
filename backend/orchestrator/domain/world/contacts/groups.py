"""Which people does the user think of together? Groups with a name, and who is in them.

Members are kept once, as names in `contacts.groups`: what is written here shows there, and what is written there shows
here (`grouping`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import EntityOut, lines
from orchestrator.domain.foundation.entities.service import OWN_DATA, EntityService
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.world.contacts import grouping, repository, texts
from orchestrator.domain.world.contacts.merging import erasing
from orchestrator.domain.world.contacts.model import Contact, ContactGroup
from orchestrator.domain.world.contacts.schemas import GroupFields, GroupOut
from orchestrator.errors import Conflict, FieldError, InvalidRequest
from orchestrator.kit.versions import Expected
from orchestrator.language.text.normalize import normalize

KNOWN_LIMIT = 2_000
"""Groups that a phrase is compared with."""


@dataclass(frozen=True)
class KnownGroup:
    """A group as resolution compares it. `selector`: (kind, value) of what its members were chosen by."""

    id: UUID
    name: str
    aliases: tuple[str, ...]
    contact_ids: tuple[UUID, ...]
    selector: tuple[str, str | None] | None
    origin: str


class GroupService(EntityService[ContactGroup, GroupFields]):
    """Groups of contacts."""

    kind: ClassVar[str] = grouping.KIND
    fields = GroupFields
    out = GroupOut
    repository = repository.groups

    async def columns(self, tx: Tx, fields: GroupFields, zone: str) -> Mapping[str, Any]:
        del tx, zone
        aliases = [alias for alias in fields.aliases if grouping.key_of(alias) != grouping.key_of(fields.name)]
        return {
            "name": fields.name,
            "name_key": grouping.key_of(fields.name),
            "aliases": aliases,
            "alias_keys": [grouping.key_of(alias) for alias in aliases],
            "selector": fields.selector.model_dump() if fields.selector is not None else None,
            "description": fields.description,
            "folded": normalize(lines([fields.name, *aliases, fields.description])),
            "implied": False,
        }

    def entry(self, row: ContactGroup) -> IndexEntry:
        return grouping.entry(row)

    async def given(self, tx: Tx, row: ContactGroup) -> dict[str, Any]:
        values = {name: getattr(row, name) for name in GroupFields.model_fields if name != "contact_ids"}
        return {**values, "contact_ids": (await _members(tx, [row]))[row.id]}

    async def create(
        self, tx: Tx, fields: GroupFields, *, zone: str, origin: str = OWN_DATA, entity_id: UUID | None = None
    ) -> ContactGroup:
        """Raises Conflict `already_exists` where there is a group of this name; one that was only named by contacts
        becomes this one, with its members."""
        await provenance.lock_ingestion(tx)
        there = await self._called(tx, fields.name)
        if there is None:
            return await super().create(tx, fields, zone=zone, origin=origin, entity_id=entity_id)
        if not there.implied or fields.external_id is not None or entity_id not in {None, there.id}:
            raise _taken(there)
        given = {name: getattr(fields, name) for name in fields.model_fields_set | {"name"}}
        if "contact_ids" in given:
            given["contact_ids"] = [*(await _members(tx, [there]))[there.id], *fields.contact_ids]
        there.origin = origin
        return await self.update(tx, there.id, given, zone=zone)

    async def update(
        self, tx: Tx, entity_id: UUID, changes: Mapping[str, Any], *, zone: str, version: Expected = None
    ) -> ContactGroup:
        """Raises NotFound, VersionConflict, InvalidRequest, Conflict `already_exists` for the name of another."""
        await provenance.lock_ingestion(tx)
        name = changes.get("name")
        if isinstance(name, str) and name.strip():
            there = await self._called(tx, name.strip())
            if there is not None and there.id != entity_id:
                raise _taken(there)
        return await super().update(tx, entity_id, changes, zone=zone, version=version)

    async def after_write(self, tx: Tx, row: ContactGroup, fields: GroupFields, changes: set[str]) -> bool:
        present = await repository.in_group(tx, row.name)
        before = {one.id for one in present if one.hidden_at is None}
        wanted = set(fields.contact_ids) if "contact_ids" in changes else before
        came = await repository.contacts.many(tx, sorted(wanted - before))
        if missing := wanted - before - {one.id for one in came}:
            errors: list[FieldError] = [
                {"loc": ["contact_ids"], "message": f"there is no such contact: {one}"} for one in sorted(missing)
            ]
            raise InvalidRequest("`contact_ids` names what does not exist.", errors=errors)
        stay = [one for one in present if one.id in wanted or one.hidden_at is not None]
        left = [one for one in present if one.id not in wanted and one.hidden_at is None]
        for one in left:
            one.groups = [name for name in one.groups if name != row.name]
        for one in stay if fields.name != row.name else ():
            one.groups = [fields.name if name == row.name else name for name in one.groups]
        for one in came:
            one.groups = [*(name for name in one.groups if name != fields.name), fields.name]
        if fields.name != row.name:
            await erasing.rename_group(tx, row.name, fields.name)
        changed = [*left, *came, *(stay if fields.name != row.name else ())]
        await _written(tx, changed)
        return bool(left or came)

    async def before_erase(self, tx: Tx, row: ContactGroup) -> Sequence[ErasedRow]:
        present = await repository.in_group(tx, row.name)
        for one in present:
            one.groups = [name for name in one.groups if name != row.name]
        await _written(tx, present)
        await erasing.rename_group(tx, row.name, None)
        return ()

    async def present(self, tx: Tx, rows: Sequence[ContactGroup]) -> list[EntityOut]:
        members = await _members(tx, rows)
        return [GroupOut.model_validate(row).model_copy(update={"contact_ids": members[row.id]}) for row in rows]

    async def _called(self, tx: Tx, name: str) -> ContactGroup | None:
        key = grouping.key_of(name)
        found = await repository.groups_called(tx, [key])
        return next((one for one in found if one.name_key == key), None)


contact_groups = GroupService()


async def known(tx: Tx) -> list[KnownGroup]:
    """All groups that a phrase may mean, with their members (hidden contacts apart)."""
    rows = await repository.groups.rows(tx, limit=KNOWN_LIMIT)
    members = await _members(tx, rows)
    return [
        KnownGroup(
            row.id,
            row.name,
            tuple(row.aliases),
            tuple(members[row.id]),
            (row.selector["kind"], row.selector.get("value")) if row.selector else None,
            row.origin,
        )
        for row in rows
    ]


async def called(tx: Tx, name: str) -> KnownGroup | None:
    """The group with this name or alias, however it is spelled; None where there is none."""
    key = grouping.key_of(name)
    rows = await repository.groups_called(tx, [key])
    row = next((one for one in rows if one.name_key == key), rows[0] if rows else None)
    if row is None or row.hidden_at is not None:
        return None
    members = (await _members(tx, [row]))[row.id]
    selector = (row.selector["kind"], row.selector.get("value")) if row.selector else None
    return KnownGroup(row.id, row.name, tuple(row.aliases), tuple(members), selector, row.origin)


async def _members(tx: Tx, rows: Sequence[ContactGroup]) -> dict[UUID, list[UUID]]:
    by_name = {row.name: row.id for row in rows}
    found: dict[UUID, list[UUID]] = {row.id: [] for row in rows}
    for contact_id, names in await repository.members(tx, list(by_name)):
        for name in names:
            if name in by_name:
                found[by_name[name]].append(contact_id)
    return found


async def _written(tx: Tx, rows: Sequence[Contact]) -> None:
    """Contacts whose groups were changed from this side, as the user's own act."""
    for row in rows:
        row.folded = texts.folded_row(row)
        row.user_fields = sorted({*row.user_fields, "groups"})
        row.version += 1
        row.updated_at = cast("Any", func.steward_now())
    await tx.session.flush()
    await search.index(tx, [texts.entry(row) for row in rows if row.hidden_at is None])


def _taken(there: ContactGroup) -> Conflict:
    return Conflict("already_exists", "There is a group of this name.", extra={"id": str(there.id)})
