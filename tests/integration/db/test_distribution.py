"""Do keys hold their owner, so that owners can be spread over machines? The number that don't may only fall."""

import pytest
from sqlalchemy import text
from sqlglot.errors import SqlglotError
from tests.support.owners import EXEMPT, PACKAGE_FOLDER, Reader, watched, written
from tests.support.people import make_user

from orchestrator.db.distribution import REFERENCES, TableKeys, offenders, statements, tables
from orchestrator.db.session import Database
from orchestrator.domain.world.documents.repository import documents, there
from orchestrator.kit.ids import new_id

WITHOUT_OWNER = {
    "async_jobs": "a system's job is nobody's",
    "geocoder_usage": "how much is asked of a public service in all",
    "job_workers": "who works",
    "scheduled_job_runs": "what was done for all",
    "scheduled_jobs": "what is done for all",
    "schema_migrations": "what the schema is",
}
"""Tables that stay on the coordinator, and why; beside them stand the reference tables."""


async def catalogue(database: Database) -> list[TableKeys]:
    async with database.unit_of_work() as session:
        return await tables(session)


async def test_every_key_begins_with_the_owner(reused_database: Database) -> None:
    """A new table's: `primary key (user_id, id)`, `references x (user_id, id)`."""
    found = await catalogue(reused_database)
    assert {table.name for table in found if not table.distributed} == {*WITHOUT_OWNER, *REFERENCES}
    counted = offenders(found)
    assert (counted.uniques, counted.foreign_keys) == (0, 0), [line for line in statements(found) if "lacks" in line]
    assert counted.of_uniques > 100
    assert counted.of_foreign_keys > 60
    late = [
        f"{table.name}.{one.name}" for table in found if table.distributed for one in table.uniques if not one.begins
    ]
    assert not late


async def test_the_plan_names_each_table_once_and_what_is_in_its_way(reused_database: Database) -> None:
    found = await catalogue(reused_database)
    lines = statements(found)
    for table in found:
        named = [line for line in lines if f"'{table.name}'," in line or f"'{table.name}')" in line]
        told = [
            line for line in lines if line.startswith(f"-- not yet {table.name}:") or line.endswith(f": {table.name}")
        ]
        assert bool(named) != bool(told), table.name
    assert lines[1] == "select create_reference_table('users');"
    assert "-- stays on the coordinator: async_jobs" in lines, "system jobs have no owner"
    assert "-- stays on the coordinator: schema_migrations" in lines


async def changed(database: Database, *changes: str) -> list[TableKeys]:
    """The catalogue after these statements, which are taken back."""
    async with database.unit_of_work() as session:
        for change in changes:
            await session.execute(text(change))
        found = await tables(session)
        await session.rollback()
    return found


async def test_what_is_referenced_comes_first_and_all_lie_together(reused_database: Database) -> None:
    found = await changed(
        reused_database,
        "create table zz_wholes (user_id uuid not null references users, id uuid, primary key (user_id, id))",
        "create table aa_parts (user_id uuid not null references users, id uuid, whole uuid,"
        " foreign key (user_id, whole) references zz_wholes (user_id, id))",
    )
    lines = [line for line in statements(found) if line.startswith("select create_distributed_table")]
    order = [line.split("'")[1] for line in lines]
    assert order.index("zz_wholes") < order.index("aa_parts")
    assert "colocate_with => 'none'" in lines[0]
    assert all(f"colocate_with => '{order[0]}'" in line for line in lines[1:])


async def test_what_refers_to_a_table_that_cannot_yet_waits_too(reused_database: Database) -> None:
    found = await changed(
        reused_database,
        "create table zz_wholes (user_id uuid not null references users, id uuid primary key, unique (user_id, id))",
        "create table aa_parts (user_id uuid not null references users, whole uuid,"
        " foreign key (user_id, whole) references zz_wholes (user_id, id))",
    )
    assert "-- not yet aa_parts: it refers to zz_wholes" in statements(found)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("alter table zz add primary key (id)", "primary key zz_pkey (id) lacks user_id"),
        (
            "alter table events add unique (id); alter table zz add foreign key (other) references events (id)",
            "foreign key zz_other_fkey to events lacks",
        ),
        ("create unique index zz_lower on zz (lower(name))", "unique index zz_lower (lower(name)) lacks user_id"),
        ("create unique index zz_more on zz (id) include (user_id)", "unique index zz_more (id) lacks user_id"),
    ],
)
async def test_a_key_without_the_owner_is_found(reused_database: Database, change: str, told: str) -> None:
    made = "create table zz (user_id uuid not null references users, id uuid, other uuid, name text)"
    before = await changed(reused_database, made)
    assert offenders(before).uniques == offenders(await catalogue(reused_database)).uniques
    after = await changed(reused_database, made, *change.split("; "))
    assert [line for line in statements(after) if line.startswith("-- not yet zz:") and told in line]
    assert offenders(after) != offenders(before)


async def test_a_statement_without_its_owner_is_found_where_it_is_asked(reused_database: Database) -> None:
    reader = Reader(table.name for table in await catalogue(reused_database) if table.distributed)
    me = await make_user(reused_database)
    with watched(reader) as unowned:
        async with reused_database.unit_of_work_of(me) as tx:
            await documents.find(tx, new_id())
            await there(tx.session, [new_id()])
            await tx.session.execute(text("select id from events"))  # a test may
    assert unowned.read
    assert list(unowned.found) == [("domain/world/documents/repository.py:there", "documents")]
    assert not unowned.told, "it is exempt"


async def test_every_statement_that_is_written_out_carries_its_owner(reused_database: Database) -> None:
    reader = Reader(table.name for table in await catalogue(reused_database) if table.distributed)
    read = 0
    lacking: list[str] = []
    for where, statement in written(PACKAGE_FOLDER / "domain"):
        try:
            tables_lacking = reader.lacking(statement)
        except SqlglotError:  # a part of a statement, or a sentence
            continue
        read += 1
        if tables_lacking and where not in EXEMPT:
            lacking.append(f"{where} asks {', '.join(tables_lacking)}: {' '.join(statement.split())[:200]}")
    assert read > 90
    assert not lacking, "\n".join(lacking)
