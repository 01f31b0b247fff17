"""Does every table with a user go into an archive, or say why not? And does none that goes hold a secret?"""

import re

from orchestrator import catalog
from orchestrator.db.migrate import read_migrations

SECRET = re.compile(r"secret|sealed|password|token(?!s)|credential|salt")  # tokens are counted
_MADE = re.compile(r"^create table (\w+) \((.*?)^\)", re.MULTILINE | re.DOTALL)
_DROPPED = re.compile(r"^drop table (\w+)", re.MULTILINE)
_ADDED = re.compile(r"^alter table (\w+)(.*?);", re.MULTILINE | re.DOTALL)


def columns() -> dict[str, set[str]]:
    """The columns of each table, as the migrations leave them."""
    found: dict[str, set[str]] = {}
    for migration in read_migrations():
        sql = re.sub(r"--.*", "", migration.sql)
        for table in _DROPPED.findall(sql):
            found.pop(table, None)
        for table, body in _MADE.findall(sql):
            found[table] = set(re.findall(r"^\s{4}(\w+) ", body, re.MULTILINE))
        for table, changes in _ADDED.findall(sql):
            found.setdefault(table, set()).update(re.findall(r"add column (\w+)", changes))
    return found


def test_every_table_with_a_user_is_portable_or_left_out_with_a_reason() -> None:
    owned = {table for table, names in columns().items() if "user_id" in names}
    portable = [one.table for one in catalog.PORTABLES]
    assert len(portable) == len(set(portable))
    assert set(portable).isdisjoint(catalog.LEFT_OUT)
    assert owned - set(portable) - catalog.LEFT_OUT.keys() == set(), (
        "list it in its slice's manifest: portable or left_out"
    )
    assert (set(portable) | catalog.LEFT_OUT.keys()) <= owned, "no such table any more"


def test_no_portable_table_holds_a_secret() -> None:
    known = columns()
    found = {
        f"{one.table}.{name}"
        for one in catalog.PORTABLES
        for name in known[one.table]
        if SECRET.search(name) and name not in one.not_told
    }
    assert found == set()


def test_parts_come_after_their_wholes() -> None:
    order = [one.table for one in catalog.PORTABLES]
    for one in catalog.PORTABLES:
        if one.part_of is not None:
            assert order.index(one.part_of[0]) < order.index(one.table), one.table
