"""In which order does a unit of work take its locks? Whoever keeps to it can't be in a deadlock with another who does.

1. The owner's lock (`lock_writers`), before any row of the owner's is locked or written: by whoever creates, changes,
   ingests, merges, confirms or erases. `OwnedRepository` takes it before it locks a row.
2. Rows; of one table by their id, ascending.
   (An import takes the lock of whose archive it is after its owner's, before any row: `db.portable`.)
3. Locks of what is written last: the search index, when the unit of work is about to commit.

Jobs, pushes and turns are taken up with `skip locked`, and hold one row each. What still meets (two owners' rows in one
statement, a foreign key) is tried again (`db.retry`). Decision record 0049; tests/support/lock_order.py watches it.
"""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx

_LOCK = text("select pg_advisory_xact_lock(hashtextextended('ingest:' || :owner, 0))")
_HELD = "steward_owners_locked"


def owners_locked(session: AsyncSession) -> Collection[UUID]:
    """Those whose locks this session took: it writes for them."""
    held: Collection[UUID] = session.info.get(_HELD, ())
    return held


async def lock_writers(tx: Tx) -> None:
    """Until this transaction ends, no other one changes what is this owner's."""
    held: set[UUID] = tx.session.info.setdefault(_HELD, set())
    if tx.owner_id in held:
        return
    await tx.session.execute(_LOCK, {"owner": str(tx.owner_id)})
    if not tx.session.in_nested_transaction():  # a savepoint that is rolled back gives back what was locked in it
        held.add(tx.owner_id)
