"""Reads and writes `contacts` and their links."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, delete, func, literal_column, or_, select, text, update
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.orm.util import identity_key

from orchestrator.db.repository import Key, OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts.model import Contact, ContactGroup, ContactPlace, Relationship
from orchestrator.kit.ids import parse_id

CARD_SOURCES = ("vcard", "carddav")
"""What the sources of vCards begin with."""
READ_AT_ONCE = 400
"""Rows: some ten milliseconds, in which nobody else is served."""


class ContactRepository(OwnedRepository[Contact]):
    """Contacts. A vCard that Steward wrote is known by the contact's own id."""

    async def by_keys(self, tx: Tx, keys: Sequence[Key]) -> dict[Key, Contact]:
        found = await super().by_keys(tx, keys)
        ids = {
            contact_id: key
            for key in keys
            if key not in found
            and (key[0] or "").startswith(CARD_SOURCES)
            and (contact_id := parse_id(key[1])) is not None
        }
        statement = self.owned(tx.owner_id).where(Contact.id.in_(ids)).order_by(Contact.id).with_for_update()
        own = await tx.session.scalars(statement.execution_options(populate_existing=True)) if ids else ()
        return found | {ids[row.id]: row for row in own}


contacts = ContactRepository(Contact, "contact")
groups = OwnedRepository(ContactGroup, "contact group")


class Known(NamedTuple):
    """What names are compared with, and what tells two contacts apart."""

    id: UUID
    display_name: str
    aliases: list[str]
    nicknames: list[str]
    groups: list[str]
    tags: list[str]
    organization: str | None
    emails: list[dict[str, str]]
    email_keys: list[str]
    origin: str


async def known(tx: Tx, *, limit: int) -> list[Known]:
    """All contacts that are shown, by their id."""
    return await _paged(tx, Known, Contact.hidden_at.is_(None), limit=limit)


class Compared(NamedTuple):
    """What tells whether two contacts are one person."""

    id: UUID
    display_name: str
    email_keys: list[str]
    phone_keys: list[str]
    nicknames: list[str]
    birthday: str | None
    organization: str | None
    user_fields: list[str]
    origin: str
    source: str | None
    external_id: str | None
    waits_for: UUID | None


C = TypeVar("C", Known, Compared)


async def compared(tx: Tx, *, limit: int) -> list[Compared]:
    """All contacts that are shown or wait, by their id."""
    there = or_(Contact.hidden_at.is_(None), Contact.waits_for.is_not(None))
    return await _paged(tx, Compared, there, limit=limit)


async def _paged(tx: Tx, kind: type[C], there: ColumnElement[bool], *, limit: int) -> list[C]:
    """A page at a time: thousands of rows hold up nobody else."""
    columns = [getattr(Contact, name) for name in kind._fields]
    found: list[C] = []
    last = UUID(int=0)
    while len(found) < limit:
        page = await tx.session.execute(
            select(*columns)
            .where(Contact.user_id == tx.owner_id, there, Contact.id > last)
            .order_by(Contact.id)
            .limit(min(READ_AT_ONCE, limit - len(found)))
        )
        rows = [kind(*row) for row in page]
        if not rows:
            break
        found += rows
        last = rows[-1].id
    return found


_day_born = func.right(Contact.birthday, literal_column("5"))  # MM-DD; written out, as the index has it (0171)

# Asked at every turn, so written out (docs/decisions/0007).
_STATE = text(
    """
    select c.number, c.versions, c.written, g.number, g.versions, g.written, r.number, r.written
      from (select count(*) as number, sum(version) as versions, sum(xmin::text::bigint)::bigint as written
              from contacts where user_id = :owner) c,
           (select count(*) as number, sum(version) as versions, sum(xmin::text::bigint)::bigint as written
              from contact_groups where user_id = :owner) g,
           (select count(*) as number, sum(xmin::text::bigint)::bigint as written
              from contact_relationships where user_id = :owner) r
    """
).bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)))


async def state(tx: Tx) -> tuple[int | None, ...]:
    """What differs as soon as a contact, a group or a relationship was written, hidden or erased: counts, versions, and
    the transactions that wrote the rows."""
    return tuple((await tx.session.execute(_STATE, {"owner": tx.owner_id})).one())


async def sharing(tx: Tx, rows: Sequence[Contact]) -> list[Contact]:
    """Those that have an address, a number, an id of a source, a name or a birthday in common with any of these."""
    emails = sorted({key for row in rows for key in row.email_keys})
    phones = sorted({key for row in rows for key in row.phone_keys})
    named = sorted({row.external_id for row in rows if row.external_id is not None})
    days = sorted({row.birthday[-len("MM-DD") :] for row in rows if row.birthday is not None})
    names = sorted({row.display_name.lower() for row in rows})
    statement = contacts.owned(tx.owner_id).where(
        Contact.hidden_at.is_(None),
        or_(
            Contact.email_keys.overlap(emails),
            Contact.phone_keys.overlap(phones),
            Contact.external_id.in_(named),
            _day_born.in_(days),
            func.lower(Contact.display_name).in_(names),
        ),
    )
    return list(await tx.session.scalars(statement))


async def by_email_keys(tx: Tx, keys: Sequence[str]) -> list[Contact]:
    found = await tx.session.scalars(
        contacts.owned(tx.owner_id)
        .where(Contact.hidden_at.is_(None), Contact.email_keys.overlap(list(keys)))
        .order_by(Contact.id)
    )
    return list(found)


async def born_on(tx: Tx, days: Sequence[str], *, limit: int) -> list[Contact]:
    """Contacts whose birthday is on one of these days (`MM-DD`)."""
    found = await tx.session.scalars(
        contacts.owned(tx.owner_id)
        .where(Contact.hidden_at.is_(None), _day_born.in_(days))
        .order_by(Contact.display_name, Contact.id)
        .limit(limit)
    )
    return list(found)


async def next_born(tx: Tx, day: str, *, limit: int) -> list[Contact]:
    """Contacts whose birthday is noted, by the day of the year, from one (`MM-DD`) on."""
    found = await tx.session.scalars(
        contacts.owned(tx.owner_id)
        .where(Contact.hidden_at.is_(None), Contact.birthday.is_not(None))
        .order_by(_day_born < day, _day_born, Contact.id)
        .limit(limit)
    )
    return list(found)


async def relationships(tx: Tx, ids: Sequence[UUID]) -> list[Relationship]:
    """The links of any of `ids`, on either side, to contacts that are not hidden."""
    if not ids:
        return []
    hidden = select(Contact.id).where(Contact.user_id == tx.owner_id, Contact.hidden_at.is_not(None))
    found = await tx.session.scalars(
        select(Relationship)
        .where(
            Relationship.user_id == tx.owner_id,
            or_(Relationship.contact_id.in_(ids), Relationship.other_id.in_(ids)),
            or_(Relationship.contact_id.not_in(hidden), Relationship.contact_id.in_(ids)),
            or_(Relationship.other_id.not_in(hidden), Relationship.other_id.in_(ids)),
        )
        .order_by(Relationship.id)
    )
    return list(found)


async def all_relationships(tx: Tx, ids: Collection[UUID]) -> list[Relationship]:
    """The links of any of `ids`, on either side, those to hidden contacts too."""
    if not ids:
        return []
    found = await tx.session.scalars(
        select(Relationship)
        .where(
            Relationship.user_id == tx.owner_id,
            or_(Relationship.contact_id.in_(ids), Relationship.other_id.in_(ids)),
        )
        .order_by(Relationship.id)
    )
    return list(found)


async def places(tx: Tx, ids: Sequence[UUID]) -> list[ContactPlace]:
    if not ids:
        return []
    found = await tx.session.scalars(
        select(ContactPlace)
        .where(ContactPlace.user_id == tx.owner_id, ContactPlace.contact_id.in_(ids))
        .order_by(ContactPlace.id)
    )
    return list(found)


async def at_place(tx: Tx, place_id: UUID) -> list[ContactPlace]:
    found = await tx.session.scalars(
        select(ContactPlace)
        .where(ContactPlace.user_id == tx.owner_id, ContactPlace.place_id == place_id)
        .order_by(ContactPlace.id)
    )
    return list(found)


async def drop_relationships(tx: Tx, ids: Sequence[UUID]) -> None:
    await tx.session.execute(delete(Relationship).where(Relationship.user_id == tx.owner_id, Relationship.id.in_(ids)))


async def drop_places(tx: Tx, ids: Sequence[UUID]) -> None:
    await tx.session.execute(delete(ContactPlace).where(ContactPlace.user_id == tx.owner_id, ContactPlace.id.in_(ids)))


async def touch(tx: Tx, ids: Collection[UUID]) -> None:
    """A new version for contacts of which a link changed, locked in the order of their ids, so that two writers
    never cross."""
    if not ids:
        return
    named = Contact.user_id == tx.owner_id, Contact.id.in_(ids)
    await tx.session.flush()
    await tx.session.execute(select(Contact.id).where(*named).order_by(Contact.id).with_for_update())
    changed = await tx.session.execute(
        update(Contact)
        .where(*named)
        .values(version=Contact.version + 1, updated_at=func.steward_now())
        .returning(Contact.id, Contact.version, Contact.updated_at)
        .execution_options(synchronize_session=False)
    )
    # Rows of this session have it too. "evaluate" compares each of them with each of `ids`: an import has thousands.
    for contact_id, version, updated_at in changed:
        row = tx.session.sync_session.identity_map.get(identity_key(Contact, (contact_id, tx.owner_id)))
        if row is not None:
            set_committed_value(row, "version", version)
            set_committed_value(row, "updated_at", updated_at)


async def mark(tx: Tx, ids: Sequence[UUID], field: str) -> None:
    """The user said this field of these contacts: no ingestion replaces it."""
    await tx.session.execute(
        update(Contact)
        .where(Contact.user_id == tx.owner_id, Contact.id.in_(ids), ~Contact.user_fields.contains([field]))
        .values(user_fields=func.array_append(Contact.user_fields, field))
        .execution_options(synchronize_session=False)
    )


async def groups_called(tx: Tx, keys: Sequence[str]) -> list[ContactGroup]:
    """The groups with one of these folded names, as name or alias."""
    if not keys:
        return []
    found = await tx.session.scalars(
        groups.owned(tx.owner_id)
        .where(or_(ContactGroup.name_key.in_(keys), ContactGroup.alias_keys.overlap(list(keys))))
        .order_by(ContactGroup.id)
    )
    return list(found)


async def members(tx: Tx, names: Sequence[str]) -> list[tuple[UUID, list[str]]]:
    """(id, groups) of the contacts in any of these groups, hidden ones apart, by id."""
    if not names:
        return []
    found = await tx.session.execute(
        select(Contact.id, Contact.groups)
        .where(Contact.user_id == tx.owner_id, Contact.hidden_at.is_(None), Contact.groups.overlap(list(names)))
        .order_by(Contact.id)
    )
    return [(contact_id, named) for contact_id, named in found]


async def in_group(tx: Tx, name: str) -> list[Contact]:
    """All contacts of a group, hidden ones too, locked."""
    found = await tx.session.scalars(
        contacts.owned(tx.owner_id).where(Contact.groups.contains([name])).order_by(Contact.id).with_for_update()
    )
    return list(found)


async def any_in_group(tx: Tx, name: str) -> bool:
    """Whether a contact is in the group, hidden or not."""
    found = await tx.session.execute(
        select(Contact.id).where(Contact.user_id == tx.owner_id, Contact.groups.contains([name])).limit(1)
    )
    return found.first() is not None


async def touch_groups(tx: Tx, ids: Sequence[UUID]) -> None:
    """A new version for groups whose members changed, in the order of their ids."""
    for one in sorted(ids):
        await tx.session.execute(
            update(ContactGroup)
            .where(ContactGroup.user_id == tx.owner_id, ContactGroup.id == one)
            .values(version=ContactGroup.version + 1, updated_at=func.steward_now())
        )
