"""How does a row of a table become a line of an archive, and a line a row again?

Postgres itself writes and reads the lines, so that every type comes back as it was: instants to the microsecond, bytes,
arrays, intervals, JSON. Each statement names the owner; a line never says whose it is.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx

Follow = Callable[[Tx, Sequence[UUID]], Awaitable[None]]
"""(session, owner_id, ids of rows that came): enqueue what they still wait for, in the same unit of work."""
Write = Callable[[Tx, Sequence[Mapping[str, Any]]], Awaitable[None]]
"""(session, owner_id, rows): store rows that are more than rows (the search index)."""
Check = Callable[[Tx, Sequence[UUID]], Awaitable[None]]
"""(session, owner_id, ids of rows that came): read them as a client would; raises what their reading raises."""

READ_AT_ONCE = 500
OWNER = "user_id"


@dataclass(frozen=True)
class Portable:
    """One table's part in exports and imports.

    `key`: its primary key, the owner may be left out. `same`: other sets of columns by which two rows are one and the
    same, the first column of each never null. `newer`: the column that says which of two versions of a row is the later
    one; None = the row that is there stays. `not_told`: columns that mean nothing elsewhere, with the SQL for their
    value where they arrive. `part_of`: (table, column): belongs to that row and comes and goes with its version.
    `with_any`: the id of the row, of any table, that a row comes with. `only`: the columns that are told, where these
    are few. `before`: is given the ids of all rows that came, before the first of these is stored. `has_files`: a row
    has a file, `files/<id>` in an archive, whose digest is its column `sha256`. `follow`, `write`, `check`: see there.
    """

    table: str
    key: tuple[str, ...] = ("id",)
    same: tuple[tuple[str, ...], ...] = ()
    newer: str | None = "updated_at"
    not_told: Mapping[str, str] = field(default_factory=dict)
    part_of: tuple[str, str] | None = None
    with_any: Callable[[Mapping[str, Any]], UUID | None] | None = None
    only: tuple[str, ...] = ()
    before: Follow | None = None
    follow: Follow | None = None
    write: Write | None = None
    check: Check | None = None
    has_files: bool = False

    @property
    def has_id(self) -> bool:
        """Whether other rows may name it by an id of its own."""
        return self.key == ("id",)


ENTITY_SAME = ("external_id", "source")
"""By what an ingested entity is known again."""


async def told_columns(session: AsyncSession, portable: Portable) -> tuple[str, ...]:
    """The columns that a line holds, in the table's order."""
    found = await session.scalars(
        text("""
            select attname from pg_attribute
             where attrelid = to_regclass(:table) and attnum > 0 and not attisdropped
               and attgenerated = '' and attidentity = '' order by attnum
        """),
        {"table": f"public.{portable.table}"},
    )
    hidden = {OWNER, *portable.not_told}
    return tuple(name for name in found if name not in hidden and (not portable.only or name in portable.only))


async def read(tx: Tx, portable: Portable) -> AsyncIterator[list[str]]:
    """All rows of the owner as lines of JSON, in the order of their keys, a batch at a time."""
    columns = _listed(await told_columns(tx.session, portable))
    statement = f"""
        select row_to_json(r)::text
          from (select {columns} from public.{portable.table} where {OWNER} = :owner) r
         order by {_listed([name for name in portable.key if name != OWNER])}
    """  # noqa: S608  (names that slices declare)
    stream = await tx.session.stream_scalars(text(statement), {"owner": tx.owner_id}, execution_options=_STREAMED)
    async for lines in stream.partitions(READ_AT_ONCE):
        yield list(lines)


_STREAMED = {"yield_per": READ_AT_ONCE}
_LINES = bindparam("lines", type_=ARRAY(TEXT()))
_UUIDS = ARRAY(PgUUID(as_uuid=True))


async def lock_archive(tx: Tx, made_by: UUID) -> None:
    """Until this transaction ends, nobody else takes in an archive that this user made: two at once would find its ids
    free and both keep them, and what is known by its id alone (a file) would be one."""
    lock = text("select pg_advisory_xact_lock(hashtextextended('archive:' || :user, 0))")
    await tx.session.execute(lock, {"user": str(made_by)})


class Strangers:
    """Which ids of an archive are another user's here. Asked for a table's ids at once: keys begin with the owner, so
    that a look over all owners is a look at the whole table. Use one at a time in a transaction."""

    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def any(self) -> bool:
        """Whether there is another user at all. Then this opens the list of ids."""
        others = text("select exists (select from users where id <> :owner)")
        if not await self._tx.session.scalar(others, {"owner": self._tx.owner_id}):
            return False
        await self._tx.session.execute(text("create temporary table steward_told (id uuid) on commit drop"))
        return True

    async def note(self, lines: Sequence[str]) -> None:
        """The ids of these lines are to be looked for. Raises DBAPIError where one is no row."""
        noting = text("insert into steward_told select (a.line::jsonb ->> 'id')::uuid from unnest(:lines) as a (line)")
        await self._tx.session.execute(noting.bindparams(_LINES), {"lines": list(lines)})

    async def taken(self, portable: Portable) -> list[UUID]:
        """Those of the noted ids that are another user's in this table; the list is empty afterwards."""
        await self._tx.session.execute(text("analyze steward_told"))
        statement = text(f"""
            select h.id from steward_told a join public.{portable.table} h on h.id = a.id where h.{OWNER} <> :owner
        """)  # noqa: S608
        found = list(await self._tx.session.scalars(statement, {"owner": self._tx.owner_id}))
        await self._tx.session.execute(text("truncate steward_told"))
        return found


async def known_by(tx: Tx, portable: Portable, same: Sequence[str], lines: Sequence[str]) -> list[tuple[UUID, UUID]]:
    """(id of the line, id here) of lines that are a row which stands here under another id."""
    first, *others = same
    equal = [f'h."{first}" = r."{first}"', *(f'h."{name}" is not distinct from r."{name}"' for name in others)]
    statement = text(f"""
        select r.id, h.id from {_arriving(portable)}
          join public.{portable.table} h on h.{OWNER} = :owner and {" and ".join(equal)}
         where h.id <> r.id and not exists
               (select from public.{portable.table} o where o.{OWNER} = :owner and o.id = r.id)
    """).bindparams(_LINES)  # noqa: S608
    return [(line, here) for line, here in await tx.session.execute(statement, {"lines": lines, "owner": tx.owner_id})]


@dataclass(frozen=True)
class Stored:
    """What became of some lines; `ids`: of the rows that were made or replaced, where they have one."""

    created: int = 0
    updated: int = 0
    ids: tuple[UUID, ...] = ()


async def store(tx: Tx, portable: Portable, columns: Sequence[str], lines: Sequence[str]) -> Stored:
    """Write lines that hold `columns`: new rows, and those that are later than what is here. Raises DBAPIError where
    one can't be a row."""
    found = await tx.session.execute(_storing(portable, columns), {"lines": list(lines), "owner": tx.owner_id})
    created, ids = 0, []
    updated = 0
    for is_new, entity_id in found:
        created, updated = created + is_new, updated + (not is_new)
        if entity_id is not None:
            ids.append(entity_id)
    return Stored(created, updated, tuple(ids))


async def twice(session: AsyncSession, portable: Portable, lines: Sequence[str]) -> int | None:
    """The place (from 0) of the first line whose row stands before it already. Raises DBAPIError where one is no
    row."""
    key = ", ".join(f"a.line::jsonb ->> '{name}'" for name in portable.key if name != OWNER)
    place: int | None = await session.scalar(
        text(f"""
            select min(place) from (
                select place, row_number() over (partition by {key} order by place) as seen
                  from unnest(:lines) with ordinality as a (line, place)) s
             where seen > 1
        """).bindparams(_LINES),  # noqa: S608
        {"lines": list(lines)},
    )
    return place - 1 if place is not None else None


async def weights(tx: Tx, portable: Portable, ids: Sequence[UUID]) -> dict[UUID, int]:
    """How many bytes each of these rows is as text."""
    statement = text(
        f"""select id, octet_length(h::text) as weight from public.{portable.table} h
             where id = any(:ids) and {OWNER} = :owner"""  # noqa: S608
    ).bindparams(bindparam("ids", type_=_UUIDS))
    found = await tx.session.execute(statement, {"ids": list(ids), "owner": tx.owner_id})
    return {row.id: row.weight for row in found}


def _storing(portable: Portable, columns: Sequence[str]) -> TextClause:
    values = {OWNER: ":owner"} | {name: f'r."{name}"' for name in columns} | dict(portable.not_told)
    key = _listed([OWNER, *(name for name in portable.key if name != OWNER)])
    clause = "on conflict do nothing"
    if portable.newer is not None:
        changed = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in portable.key)
        clause = f"""on conflict ({key}) do update set {changed}
            where h."{portable.newer}" < excluded."{portable.newer}" """
    with_whole = ""
    if portable.part_of is not None:
        whole, column = portable.part_of
        with_whole = f"""where r."{column}" in (select id from steward_came where of = '{whole}')"""  # noqa: S608
    returned = f'h."{portable.key[0]}"' if len(portable.key) == 1 else "null::uuid"
    return text(f"""
        insert into public.{portable.table} as h ({_listed(list(values))})
        select {", ".join(values.values())} from {_arriving(portable)} {with_whole}
        {clause} returning h.xmax = 0, {returned}
    """).bindparams(_LINES)  # noqa: S608


def _arriving(portable: Portable) -> str:
    return f"""unnest(:lines) as a (line)
        cross join lateral jsonb_populate_record(null::public.{portable.table}, a.line::jsonb) as r"""


async def begin(session: AsyncSession) -> None:
    """Keep note, until this transaction ends, of the rows that came: what is part of them comes with them."""
    await session.execute(text("create temporary table steward_came (of text, id uuid) on commit drop"))
    await session.execute(text("create index on steward_came (id)"))


async def came(session: AsyncSession, portable: Portable, ids: Sequence[UUID]) -> None:
    """These rows were made, or replaced by a later version."""
    await session.execute(
        text("insert into steward_came select :of, unnest(:ids)").bindparams(bindparam("ids", type_=_UUIDS)),
        {"of": portable.table, "ids": list(ids)},
    )


async def came_of(session: AsyncSession, ids: Sequence[UUID]) -> set[UUID]:
    """Those of these that came, of any table."""
    statement = text("select distinct id from steward_came where id = any(:ids)").bindparams(
        bindparam("ids", type_=_UUIDS)
    )
    return set(await session.scalars(statement, {"ids": list(ids)}))


async def all_that_came(session: AsyncSession) -> AsyncIterator[list[UUID]]:
    """The ids of them, of all tables, a batch at a time."""
    last = UUID(int=0)
    while True:
        batch = list(
            await session.scalars(
                text("select distinct id from steward_came where id > :last order by id limit :most"),
                {"last": last, "most": READ_AT_ONCE},
            )
        )
        if not batch:
            return
        last = batch[-1]
        yield batch


async def drop_parts(tx: Tx, portable: Portable) -> None:
    """Delete the parts of rows whose later version came."""
    assert portable.part_of is not None
    whole, column = portable.part_of
    statement = f"""
        delete from public.{portable.table}
         where {OWNER} = :owner and "{column}" in (select id from steward_came where of = :whole)
    """  # noqa: S608
    await tx.session.execute(text(statement), {"owner": tx.owner_id, "whole": whole})


async def out_of_range(tx: Tx, names: Sequence[str]) -> list[str]:
    """`table.column` of every instant, date or number of the owner's that Postgres keeps and Python can't read."""
    columns = await tx.session.execute(
        text("""
            select c.relname, a.attname, a.atttypid::regtype::text
              from pg_attribute a join pg_class c on c.oid = a.attrelid
             where c.relnamespace = 'public'::regnamespace and c.relname = any(:tables)
               and a.attnum > 0 and not a.attisdropped and a.atttypid::regtype::text = any(:types) order by 1, 2
        """).bindparams(bindparam("tables", type_=ARRAY(TEXT())), bindparam("types", type_=ARRAY(TEXT()))),
        {"tables": list(names), "types": [*_BEYOND]},
    )
    tests: dict[str, list[tuple[str, str]]] = {}
    for table, column, kind in columns:
        tests.setdefault(table, []).append((column, _BEYOND[kind].format(column=f'"{column}"')))
    found = []
    for table, of_it in tests.items():
        told = ", ".join(f"coalesce(bool_or({test}), false)" for _, test in of_it)
        statement = f"select {told} from {table} where {OWNER} = :owner"  # noqa: S608  (names from the catalogue)
        row = (await tx.session.execute(text(statement), {"owner": tx.owner_id})).one()
        found += [f"{table}.{column}" for (column, _), beyond in zip(of_it, row, strict=True) if beyond]
    return found


_TIMES = "({column} < '0001-01-01' or {column} >= '10000-01-01')"
_BEYOND = {
    **dict.fromkeys(("timestamp with time zone", "timestamp without time zone", "date"), _TIMES),
    **dict.fromkeys(("double precision", "real"), "{column} in ('NaN', 'Infinity', '-Infinity')"),
}
"""By type: what Python has no value for, or JSON no number."""


def row_of(line: str) -> dict[str, Any]:
    """A line as plain values."""
    row: dict[str, Any] = json.loads(line)
    return row


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
