"""Is a table read for an archive a batch at a time, however many rows it has?"""

from sqlalchemy import text
from tests.support.people import make_user

from orchestrator.db.portable import READ_AT_ONCE, Portable, read
from orchestrator.db.session import Database
from orchestrator.db.tx import owned

ROWS = 2 * READ_AT_ONCE + 1


async def test_rows_come_in_batches_and_each_of_them_once(database: Database) -> None:
    user = await make_user(database)
    made = text(
        "insert into notes (id, user_id, text) select gen_random_uuid(), :me, 'n' from generate_series(1, :rows)"
    )
    async with database.unit_of_work() as session:
        await session.execute(made, {"me": user, "rows": ROWS})
    async with owned(database.snapshot(), user) as tx:
        batches = [lines async for lines in read(tx, Portable("notes"))]
    assert [len(lines) for lines in batches] == [READ_AT_ONCE, READ_AT_ONCE, 1]
    assert len({line for lines in batches for line in lines}) == ROWS
