"""Whose rows does a transaction touch? Those of one owner, who is told when it is opened and goes with it from there.

`async with database.unit_of_work_of(owner_id) as tx:`; every query of an owner's rows takes its session and its owner
from the one `tx`. What belongs to no one owner (accounts, the worker's own tables, migrations) takes a plain session.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession


@dataclass(frozen=True, slots=True)
class Tx:
    """A transaction of one owner: `session` carries it, `owner_id` is the id of the user whose rows are meant.

    Whoever meets rows of several owners in one transaction makes one for each: `Tx(session, row.user_id)`.
    """

    session: AsyncSession
    owner_id: UUID


@asynccontextmanager
async def owned(transaction: AbstractAsyncContextManager[AsyncSession], owner_id: UUID) -> AsyncIterator[Tx]:
    """`transaction`, opened for one owner."""
    async with transaction as session:
        yield Tx(session, owner_id)


@asynccontextmanager
async def tried(tx: Tx, *, dry_run: bool = True) -> AsyncIterator[None]:
    """What a dry run does in here is taken back at its end, and was seen as if it were so; else it stays. A lock that
    is to be kept is taken before."""
    savepoint = await tx.session.begin_nested() if dry_run else None
    try:
        yield
    finally:
        if savepoint is not None:
            await savepoint.rollback()
