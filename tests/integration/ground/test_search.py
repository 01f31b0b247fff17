"""Is what was said found again, in another language too, and only by whom it belongs to?"""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
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


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I have to call the dentist tomorrow", "dentista"),
        ("Tenho de ligar para o dentista amanhã", "did I mention the dentist?"),
        ("A reunião ficou para sexta", "reuniao"),
        ("Las reuniones son los martes", "¿cuándo es la reunión?"),
        ("We talked about mortgages", "mortgage"),
        ("naïve café", "NAIVE cafe"),
    ],
)
async def test_words_meet_across_forms_and_languages(reused_database: Database, said: str, asked: str) -> None:
    owner = await make_user(reused_database)
    wanted, other = entry(said), entry("something else entirely, about gardening")
    await put(reused_database, owner, wanted, other)
    assert await find(reused_database, owner, asked) == [wanted.id]


async def test_rare_words_and_the_newer_of_equals_come_first(reused_database: Database) -> None:
    owner = await make_user(reused_database)
    old = entry("the boat is ready", at=NOON - timedelta(days=9))
    new = entry("the boat is ready", at=NOON)
    rare = entry("the boat has a spinnaker", at=NOON - timedelta(days=30))
    await put(reused_database, owner, old, new, rare)
    assert await find(reused_database, owner, "boat with spinnaker") == [rare.id, new.id, old.id]


async def test_filters(reused_database: Database) -> None:
    owner, group = await make_user(reused_database), new_id()
    mine = entry("lunch was great", origin="user", group_id=group)
    hers = entry("lunch was late", origin="third_party", speaker="Ana Souza", at=NOON + timedelta(days=1))
    event = entry("", kind="event", title="Lunch", at=NOON + timedelta(days=2))
    await put(reused_database, owner, mine, hers, event)
    assert await find(reused_database, owner, "lunch", speaker="ana") == [hers.id]
    assert await find(reused_database, owner, "lunch", speaker="me") == [mine.id]
    assert await find(reused_database, owner, "lunch", kinds=("event",)) == [event.id]
    assert await find(reused_database, owner, "lunch", exclude_kinds=("event",)) == [hers.id, mine.id]
    assert await find(reused_database, owner, "lunch", since=NOON + timedelta(days=1)) == [event.id, hers.id]
    assert await find(reused_database, owner, "lunch", until=NOON + timedelta(days=1)) == [mine.id]
    assert await find(reused_database, owner, "", speaker="Ana") == [hers.id]
    assert await find(reused_database, owner, "?!") == []


async def test_a_thread_title_is_shown_but_not_searched(reused_database: Database) -> None:
    owner = await make_user(reused_database)
    message = entry("see you", title="Holiday in Lisbon", group_id=new_id())
    await put(reused_database, owner, message)
    assert await find(reused_database, owner, "Lisbon") == []
    async with reused_database.unit_of_work_of(owner) as tx:
        (hit,) = await search(tx, SearchQuery("see"))
    assert hit.title == "Holiday in Lisbon"


async def test_replacing_and_withdrawing_keep_the_books(reused_database: Database) -> None:
    owner = await make_user(reused_database)
    kept, gone = entry("alpha beta beta"), entry("alpha gamma")
    await put(reused_database, owner, kept, gone)
    changed = IndexEntry("message", kept.id, "", "delta beta", NOON)
    async with reused_database.unit_of_work_of(owner) as tx:
        await index(tx, [changed, changed])
        assert await withdraw(tx, "message", [gone.id, new_id()]) == 1
    assert await find(reused_database, owner, "alpha") == []
    assert await find(reused_database, owner, "gamma") == []
    assert await find(reused_database, owner, "delta") == [kept.id]
    assert await balances(reused_database) == BALANCED


async def test_what_a_savepoint_took_back_is_not_found(reused_database: Database) -> None:
    owner = await make_user(reused_database)
    kept = entry("alpha")
    await put(reused_database, owner, kept)
    async with reused_database.unit_of_work_of(owner) as tx:
        savepoint = await tx.session.begin_nested()
        await index(tx, [entry("beta")])
        await withdraw(tx, "message", [kept.id])
        await savepoint.rollback()
    assert await find(reused_database, owner, "beta") == []
    assert await find(reused_database, owner, "alpha") == [kept.id]
    assert await balances(reused_database) == BALANCED


async def test_nothing_crosses_users(reused_database: Database) -> None:
    ana, bea = await make_user(reused_database), await make_user(reused_database)
    secret = entry("the alpha secret")
    await put(reused_database, ana, secret)
    await put(reused_database, bea, entry("beta"))
    assert await find(reused_database, bea, "alpha secret") == []
    async with reused_database.unit_of_work_of(bea) as tx:
        assert await withdraw(tx, "message", [secret.id]) == 0
    assert await find(reused_database, ana, "alpha secret") == [secret.id]


async def test_writers_of_one_user_do_not_deadlock(database: Database) -> None:
    owner = await make_user(database)
    words = [f"word{number}" for number in range(40)]

    async def write(turn: int) -> None:
        mixed = words[turn:] + words[:turn]
        await put(database, owner, *(entry(" ".join(mixed)) for _ in range(5)))

    await asyncio.gather(*(write(turn) for turn in range(12)))
    assert len(await find(database, owner, "word7", limit=100)) == 60
    assert await balances(database) == BALANCED


async def test_a_snippet_shows_what_matched(reused_database: Database) -> None:
    owner = await make_user(reused_database)
    long = "filler words " * 200 + "the secret ingredient is cardamom, she said. " + "more words " * 200
    await put(reused_database, owner, entry(long), entry("x" * 5_000))
    async with reused_database.unit_of_work_of(owner) as tx:
        (hit,) = await search(tx, SearchQuery("cardamom"))
    assert "cardamom" in hit.snippet
    assert len(hit.snippet) <= 230
    assert hit.text == long
