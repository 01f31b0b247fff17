"""Is what was said found again, in another language too, and only by whom it belongs to?"""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from tests.support.corpora import cases
from tests.support.index_books import BALANCED, balances, find, put
from tests.support.people import make_user

from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import IndexEntry, SearchQuery
from orchestrator.domain.foundation.search.service import index, search, withdraw
from orchestrator.kit.ids import new_id

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def entry(text: str, *, kind: str = "message", at: datetime | None = NOON, **fields: object) -> IndexEntry:
    values = {"id": new_id(), "title": "", **fields}
    return IndexEntry(kind=kind, text=text, at=at, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(("said", "asked"), cases("search", "words_meet_across_forms_and_languages"))
async def test_words_meet_across_forms_and_languages(database: Database, said: str, asked: str, owner: UUID) -> None:
    wanted, other = entry(said), entry("something else entirely, about gardening")
    await put(database, owner, wanted, other)
    assert await find(database, owner, asked) == [wanted.id]


async def test_rare_words_and_the_newer_of_equals_come_first(database: Database, owner: UUID) -> None:
    old = entry("the boat is ready", at=NOON - timedelta(days=9))
    new = entry("the boat is ready", at=NOON)
    rare = entry("the boat has a spinnaker", at=NOON - timedelta(days=30))
    await put(database, owner, old, new, rare)
    assert await find(database, owner, "boat with spinnaker") == [rare.id, new.id, old.id]


async def test_filters(database: Database, owner: UUID) -> None:
    group = new_id()
    mine = entry("lunch was great", origin="user", group_id=group)
    hers = entry("lunch was late", origin="third_party", speaker="Ana Souza", at=NOON + timedelta(days=1))
    event = entry("", kind="event", title="Lunch", at=NOON + timedelta(days=2))
    await put(database, owner, mine, hers, event)
    assert await find(database, owner, "lunch", speaker="ana") == [hers.id]
    assert await find(database, owner, "lunch", speaker="me") == [mine.id]
    assert await find(database, owner, "lunch", kinds=("event",)) == [event.id]
    assert await find(database, owner, "lunch", exclude_kinds=("event",)) == [hers.id, mine.id]
    assert await find(database, owner, "lunch", since=NOON + timedelta(days=1)) == [event.id, hers.id]
    assert await find(database, owner, "lunch", until=NOON + timedelta(days=1)) == [mine.id]
    assert await find(database, owner, "", speaker="Ana") == [hers.id]
    assert await find(database, owner, "?!") == []


async def test_replacing_and_withdrawing_keep_the_books(database: Database, owner: UUID) -> None:
    kept, gone = entry("alpha beta beta"), entry("alpha gamma")
    await put(database, owner, kept, gone)
    changed = IndexEntry("message", kept.id, "", "delta beta", NOON)
    async with database.unit_of_work_of(owner) as tx:
        await index(tx, [changed, changed])
        assert await withdraw(tx, "message", [gone.id, new_id()]) == 1
    assert await find(database, owner, "alpha") == []
    assert await find(database, owner, "gamma") == []
    assert await find(database, owner, "delta") == [kept.id]
    assert await balances(database) == BALANCED


async def test_what_a_savepoint_took_back_is_not_found(database: Database, owner: UUID) -> None:
    kept = entry("alpha")
    await put(database, owner, kept)
    async with database.unit_of_work_of(owner) as tx:
        savepoint = await tx.session.begin_nested()
        await index(tx, [entry("beta")])
        await withdraw(tx, "message", [kept.id])
        await savepoint.rollback()
    assert await find(database, owner, "beta") == []
    assert await find(database, owner, "alpha") == [kept.id]
    assert await balances(database) == BALANCED


async def test_nothing_crosses_users(database: Database) -> None:
    ana, bea = await make_user(database), await make_user(database)
    secret = entry("the alpha secret")
    await put(database, ana, secret)
    await put(database, bea, entry("beta"))
    assert await find(database, bea, "alpha secret") == []
    async with database.unit_of_work_of(bea) as tx:
        assert await withdraw(tx, "message", [secret.id]) == 0
    assert await find(database, ana, "alpha secret") == [secret.id]


async def test_a_snippet_shows_what_matched(database: Database, owner: UUID) -> None:
    long = "filler words " * 200 + "the secret ingredient is cardamom, she said. " + "more words " * 200
    await put(database, owner, entry(long), entry("x" * 5_000))
    async with database.unit_of_work_of(owner) as tx:
        (hit,) = await search(tx, SearchQuery("cardamom"))
    assert "cardamom" in hit.snippet
    assert len(hit.snippet) <= 230
    assert hit.text == long
