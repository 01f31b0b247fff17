"""Does the search index agree with itself? What every change of it must leave behind."""

from uuid import UUID

from sqlalchemy import text

from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import IndexEntry, SearchQuery
from orchestrator.domain.foundation.search.service import index, search
from orchestrator.domain.foundation.search.store.postings import CHUNK, POSTING, unpack


async def balances(database: Database) -> tuple[int, int, int, int]:
    """(documents by the totals less those there are, rows of postings whose count is wrong, records that no entry
    explains or entries without theirs, entries that still owe postings)"""
    async with database.unit_of_work() as session:
        documents = await session.execute(
            text("select coalesce(sum(documents), 0) - (select count(*) from search_documents) from search_totals")
        )
        rows = (await session.execute(text("select user_id, lexeme, chunk, entries, data from search_postings"))).all()
        kept = {
            (row.user_id, lexeme, row.position)
            for row in await session.execute(text("select user_id, position, lexemes from search_documents"))
            for lexeme in row.lexemes
        }
        owed = await session.execute(text("select count(*) from search_documents where state <> 'indexed'"))
    records = [
        (row.user_id, row.lexeme, int(one))
        for row in rows
        for one in unpack(row.data)["position"]
        if one // CHUNK == row.chunk
    ]
    wrong = [row for row in rows if row.entries * POSTING.itemsize != len(row.data) or not row.entries]
    strange = len(kept ^ set(records)) + len(records) - len(set(records))
    return int(documents.scalar_one()), len(wrong), strange, int(owed.scalar_one())


BALANCED = (0, 0, 0, 0)


async def put(database: Database, owner: UUID, *entries: IndexEntry) -> None:
    """Have these indexed."""
    async with database.unit_of_work_of(owner) as tx:
        await index(tx, entries)


async def find(database: Database, owner: UUID, words: str, **filters: object) -> list[UUID]:
    """What is found, the best first."""
    async with database.unit_of_work_of(owner) as tx:
        return [hit.id for hit in await search(tx, SearchQuery(words, **filters))]  # type: ignore[arg-type]
