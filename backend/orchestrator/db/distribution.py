"""Could this database be spread over machines by its owners, as Citus does it, and what is in the way?

A table can be distributed by its owner where every unique index and every foreign key to another distributed table
holds the owner (Citus' rule); rows of one owner then lie on one machine. What has no owner, or one that may be absent
or change, is a reference table (a copy everywhere) or stays on the coordinator. The catalogue is read, nothing changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

OWNER = "user_id"
REFERENCES = {
    "users": "every owner's rows refer to it",
    "api_tokens": "whose a token is, is asked by its digest alone",
    "push_devices": "a device is known by its address alone, and may change hands",
}
"""A copy lies on each machine: few rows, seldom written, and why they can't lie with their owner. What is referenced
comes first."""

_TABLES = text("""
    select c.relname as name, bool_or(a.attname is not null) as owned, bool_or(coalesce(a.attnotnull, false)) as always
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = :owner and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by 1 order by 1
""")
_UNIQUES = text("""
    select t.relname as name, c.relname as index_name, i.indisprimary as is_primary,
           (select string_agg(pg_get_indexdef(i.indexrelid, k, true), ', ' order by k)
              from generate_series(1, i.indnkeyatts) k) as columns,
           exists (select from unnest((i.indkey::int2[])[0:i.indnkeyatts - 1]) k
                     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k where a.attname = :owner) as holds,
           coalesce((select a.attname = :owner from pg_attribute a
                      where a.attrelid = i.indrelid and a.attnum = i.indkey[0]), false) as begins
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where i.indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition
     order by 1, 3 desc, 2
""")
_FOREIGN_KEYS = text("""
    select t.relname as name, k.conname as key, other.relname as target,
           exists (select from pg_attribute a
                    where a.attrelid = k.conrelid and a.attnum = k.conkey[1] and a.attname = :owner) as begins
      from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class other on other.oid = k.confrelid
     where k.contype = 'f' and t.relnamespace = 'public'::regnamespace and k.conparentid = 0
     order by 1, 2
""")


@dataclass(frozen=True)
class UniqueKey:
    """A unique index. `holds`: the owner is one of its columns, `begins`: the first."""

    name: str
    columns: str
    is_primary: bool
    holds: bool
    begins: bool


@dataclass(frozen=True)
class ForeignKey:
    """A reference to another table. `begins`: with the owner."""

    name: str
    target: str
    begins: bool


@dataclass(frozen=True)
class TableKeys:
    """A table as it is. `owned`: each row has an owner."""

    name: str
    owned: bool
    uniques: tuple[UniqueKey, ...]
    foreign_keys: tuple[ForeignKey, ...]

    @property
    def distributed(self) -> bool:
        """Whether its rows would go to their owners' machines."""
        return self.owned and self.name not in REFERENCES

    @property
    def in_the_way(self) -> tuple[str, ...]:
        """What has to be changed first, one sentence each."""
        if not self.distributed:
            return ()
        uniques = [
            f"{'primary key' if one.is_primary else 'unique index'} {one.name} ({one.columns}) lacks {OWNER}"
            for one in self.uniques
            if not one.holds
        ]
        keys = [
            f"foreign key {one.name} to {one.target} lacks {OWNER}"
            for one in self.foreign_keys
            if not one.begins and one.target not in REFERENCES
        ]
        return (*uniques, *keys)


@dataclass(frozen=True)
class Offenders:
    """How many keys of the tables that would be distributed lack the owner, and of how many."""

    uniques: int
    of_uniques: int
    foreign_keys: int
    of_foreign_keys: int


async def tables(session: AsyncSession) -> list[TableKeys]:
    """All tables of this database, by name."""
    owner = {"owner": OWNER}
    uniques: dict[str, list[UniqueKey]] = {}
    for row in await session.execute(_UNIQUES, owner):
        found = UniqueKey(row.index_name, row.columns, row.is_primary, row.holds, row.begins)
        uniques.setdefault(row.name, []).append(found)
    keys: dict[str, list[ForeignKey]] = {}
    for row in await session.execute(_FOREIGN_KEYS, owner):
        keys.setdefault(row.name, []).append(ForeignKey(row.key, row.target, row.begins))
    return [
        TableKeys(row.name, row.owned and row.always, tuple(uniques.get(row.name, ())), tuple(keys.get(row.name, ())))
        for row in await session.execute(_TABLES, owner)
    ]


def offenders(found: Sequence[TableKeys]) -> Offenders:
    """Count them."""
    spread = [table for table in found if table.distributed]
    uniques = [one for table in spread for one in table.uniques]
    keys = [one for table in spread for one in table.foreign_keys if one.target not in REFERENCES]
    return Offenders(
        uniques=sum(not one.holds for one in uniques),
        of_uniques=len(uniques),
        foreign_keys=sum(not one.begins for one in keys),
        of_foreign_keys=len(keys),
    )


def statements(found: Sequence[TableKeys]) -> list[str]:
    """What Citus would be told, in an order in which what is referenced comes first. What can't be distributed yet
    stands as a comment with what is in the way."""
    by_name = {table.name: table for table in found}
    lines = ["create extension if not exists citus;"]
    lines += [f"select create_reference_table('{name}');" for name in REFERENCES if name in by_name]
    first: str | None = None
    for table in _referenced_first([table for table in found if table.distributed]):
        if table.in_the_way:
            lines += [f"-- not yet {table.name}: {why}" for why in table.in_the_way]
            continue
        waits = sorted({one.target for one in table.foreign_keys if _not_yet(by_name.get(one.target))})
        if waits:
            lines.append(f"-- not yet {table.name}: it refers to {', '.join(waits)}")
            continue
        beside = "none" if first is None else first
        first = first or table.name
        lines.append(f"select create_distributed_table('{table.name}', '{OWNER}', colocate_with => '{beside}');")
    local = [table.name for table in found if not table.owned and table.name not in REFERENCES]
    return [*lines, *(f"-- stays on the coordinator: {name}" for name in local)]


def _not_yet(table: TableKeys | None) -> bool:
    return table is not None and table.distributed and bool(table.in_the_way)


def _referenced_first(found: Sequence[TableKeys]) -> list[TableKeys]:
    by_name = {table.name: table for table in found}
    ordered: dict[str, TableKeys] = {}
    entered: set[str] = set()

    def take(table: TableKeys) -> None:
        if table.name in entered:
            return
        entered.add(table.name)
        for key in table.foreign_keys:
            if key.target in by_name:
                take(by_name[key.target])
        ordered[table.name] = table

    for table in found:
        take(table)
    return list(ordered.values())
