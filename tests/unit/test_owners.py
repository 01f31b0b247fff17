"""Is a statement that leaves the owner out found, and one that names them let through? (tests/support/owners.py)"""

import pytest
from tests.support.owners import EXEMPT, Reader

from orchestrator.kit import patterns

READER = Reader(["events", "todos"])

CARRIED = (
    "select * from events where events.user_id = $1::UUID and id = $2",
    "select 1 from events e join todos t on t.user_id = e.user_id and t.event_id = e.id where e.user_id = $1",
    "select 1 from events e join users u on u.id = e.user_id where u.id = $1",
    "select 1 from events e where user_id = $1 and exists"
    " (select from todos t where t.event_id = e.id and t.user_id = e.user_id)",
    "with x as (select * from events where user_id = $1) select * from x join todos using (user_id)",
    "insert into todos (id, user_id) values ($1,$2)",
    "delete from todos t using events e where t.user_id = $1 and e.id = t.event_id and e.user_id = t.user_id",
    "select 1 from events where (user_id, id) in (select $1, event_id from todos where user_id = $1)",
    "select 1 from events where user_id = any($1)",
    "select 1 from events where (user_id = $1 and hidden) or (user_id = $1 and id = $2)",
    "update todos t set title = v.title from (values ($1,$2)) v (id, title) where t.id = v.id and t.user_id = $3",
    "select id from users where id = $1",
    "insert into events as h (user_id, id) select $1, r.id from unnest($2::TEXT[]) as a (line)"
    " cross join lateral jsonb_populate_record(null::events, a.line::jsonb) as r on conflict do nothing returning h.id",
)
LACKING = (
    ("UPDATE events SET title = $1 WHERE events.id = $2::UUID", ("events",)),
    ("update events set user_id = $1 where id = $2", ("events",)),
    ("select 1 from events e join todos t on t.event_id = e.id where e.user_id = $1", ("todos",)),
    ("select 1 from events e join todos t on t.user_id = e.user_id", ("events", "todos")),
    ("select 1 from events e join users u on u.id = e.user_id", ("events",)),
    ("select 1 from events e where user_id = $1 and exists (select from todos t where t.event_id = e.id)", ("todos",)),
    ("insert into todos (id) values ($1)", ("todos",)),
    ("select 1 from events where user_id = $1 or hidden", ("events",)),
    ("select 1 from events where user_id <> $1", ("events",)),
    ("with gone as (delete from todos where id = $1 returning id) select * from gone", ("todos",)),
    ("select (select count(*) from todos) from events where user_id = $1", ("todos",)),
)


@pytest.mark.parametrize("statement", CARRIED)
def test_a_statement_that_carries_the_owner_is_let_through(statement: str) -> None:
    assert READER.lacking(statement) == ()


@pytest.mark.parametrize(("statement", "tables"), LACKING)
def test_a_table_without_its_owner_is_named(statement: str, tables: tuple[str, ...]) -> None:
    assert set(READER.lacking(statement)) == set(tables)


def test_what_is_exempt_says_why() -> None:
    named = patterns.compile(r"[\w/]+\.py:\w+")
    assert all(named.fullmatch(one) and len(why) > len("because") for one, why in EXEMPT.items())
