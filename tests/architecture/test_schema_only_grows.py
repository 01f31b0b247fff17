"""Does a process that runs already go on with the schema of the version after it (docs/decisions/0135)?

`make bench ARGS=upgrade` tries it with the last landing's code; here each migration is read for what would break one.
"""

import re

import pytest

from orchestrator.db.migrate import Migration, read_migrations

LANDED = 171
"""Up to this one every home has them: nothing runs beside a schema that lacks them."""
CONTRACT = re.compile(r"(?m)^-- migrate: contract after (\d{4})$")
"""What a version takes away that no process needs since the migration of that number: it has to have landed before."""
BREAKS = {
    "another name": r"\brename (?:column |constraint )?\w+ to\b|\brename to\b",
    "a column or table less": r"\bdrop (?:table|column|view|sequence|type)\b",
    "another type": r"\balter (?:column )?\w+ (?:set data )?type\b",
    "a value that older inserts lack": r"\balter (?:column )?\w+ (?:set not null|drop default)\b",
    "a column that older inserts lack": (
        r"\badd (?:column )?(?:if not exists )?\w+ (?![^,;]*\bdefault\b)[^,;]*\bnot null\b(?![^,;]*\bdefault\b)"
    ),
    "a function less": r"\bdrop function\b",
}


def breaks(sql: str) -> list[str]:
    """What in a migration a process of the version before could not live with. What is made in the same file is
    nobody's yet."""
    bare = re.sub(r"--[^\n]*", "", sql)
    bare = re.sub(r"(?s)\$(\w*)\$.*?\$\1\$", "''", bare)  # bodies of functions
    own = set(re.findall(r"(?i)\bcreate (?:unlogged )?table (?:if not exists )?(\w+)", bare))
    found = []
    for statement in bare.split(";"):
        table = re.match(r"(?is)\s*alter table (?:only |if exists )*(\w+)", statement)
        if table and table[1] in own:
            continue
        if re.match(r"(?is)\s*create (?:unlogged )?table\b", statement):
            continue
        found += [what for what, pattern in BREAKS.items() if re.search(rf"(?is){pattern}", statement)]
    return found


def newer() -> list[Migration]:
    return [each for each in read_migrations() if each.number > LANDED]


def test_migrations_only_add() -> None:
    for migration in newer():
        if CONTRACT.search(migration.sql):
            continue
        assert breaks(migration.sql) == [], f"{migration.name}: in two versions, please (docs/decisions/0135)"


def test_what_is_taken_away_was_needless_a_landing_before() -> None:
    for migration in newer():
        for number in CONTRACT.findall(migration.sql):
            assert int(number) <= LANDED, f"{migration.name}: a process of before {number} may run still"


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("alter table todos rename column title to name", "another name"),
        ("alter table todos rename to tasks", "another name"),
        ("alter table todos drop column title", "a column or table less"),
        ("drop table if exists todos", "a column or table less"),
        ("alter table todos alter column rank type bigint", "another type"),
        ("alter table todos alter rank set not null", "a value that older inserts lack"),
        ("alter table todos add column rank integer not null", "a column that older inserts lack"),
        ("alter table todos add rank integer not null check (rank > 0)", "a column that older inserts lack"),
        ("drop function steward_index_anew()", "a function less"),
    ],
)
def test_what_breaks_is_told(sql: str, what: str) -> None:
    assert breaks(f"create table other (id uuid not null);\n{sql};") == [what]


@pytest.mark.parametrize(
    "sql",
    [
        "alter table todos add column rank integer not null default 0",
        "alter table todos add column rank integer default 0 not null",
        "alter table todos add column note text, add column rank integer not null default 0",
        "create table ranks (id uuid not null); alter table ranks add column note text not null",
        "create function f() returns void language sql as $$ drop table x $$",
        "create index on todos (rank) where rank is not null",
        "-- drop table todos\nselect 1",
    ],
)
def test_what_is_added_is_none_of_it(sql: str) -> None:
    assert breaks(sql) == []
