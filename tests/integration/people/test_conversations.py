"""Conversations: threads, their order, ingestion."""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.people import make_user
from tests.support.statements import counted

from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import MePatch
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.conversations.ingestion import ingest
from orchestrator.domain.people.conversations.schemas import MessageOut, ThreadPatch
from orchestrator.domain.people.conversations.service import erase_thread
from orchestrator.errors import InvalidRequest, NotFound, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import PageRequest

CHAT: dict[str, Any] = {
    "external_id": "c1",
    "source": "chat",
    "title": "Weekend",
    "messages": [
        {"external_id": "m2", "speaker": "Ana", "text": "Sushi at eight", "at": "2026-03-02T18:01:00Z"},
        {"external_id": "m1", "speaker": "ME", "text": "Dinner on Friday?", "at": "2026-03-02T15:00:00-03:00"},
        {"external_id": "m3", "speaker": "assistant", "text": "Booked", "at": "2026-03-02T18:01:00Z"},
        {"external_id": "m4", "speaker": "jose@x.org", "text": "Ok", "at": "2026-03-02T18:01:00Z"},
    ],
}


async def taken(database: Database, user: UUID, *items: object, may_restore: bool = False) -> list[IngestResult]:
    async with database.unit_of_work_of(user) as tx:
        return await ingest(tx, items, zone="America/Sao_Paulo", may_restore=may_restore)


async def read(database: Database, user: UUID, thread_id: UUID | None) -> list[MessageOut]:
    assert thread_id is not None
    async with database.unit_of_work_of(user) as tx:
        return list((await conversations.messages(tx, thread_id, PageRequest(limit=200))).items)


async def test_a_conversation_is_ordered_labelled_and_idempotent(database: Database) -> None:
    user = await make_user(database, email="owner@x.org")
    async with database.unit_of_work_of(user) as tx:
        await accounts.patch_me(tx, MePatch(identifiers=["José@X.org"]), scopes={"admin"}, write_tools=())
    (made,) = await taken(database, user, CHAT)
    assert made.status == "created"
    messages = await read(database, user, made.id)
    assert [message.external_id for message in messages] == ["m1", "m2", "m3", "m4"]
    assert [message.origin for message in messages] == ["user", "third_party", "agent", "user"]
    assert [message.role for message in messages] == ["user", "user", "assistant", "user"]
    (same,) = await taken(database, user, CHAT)
    assert (same.status, same.id) == ("unchanged", made.id)
    assert await read(database, user, made.id) == messages
    more = {
        **CHAT,
        "title": "Weekend!",
        "messages": [
            {"external_id": "m2", "speaker": "Ana", "text": "Ramen at nine", "at": "2026-03-02T18:01:00Z"},
            {"external_id": "m5", "speaker": "Ana", "text": "Bye", "at": "2026-03-02T18:01:00Z"},
            {"external_id": "m6", "speaker": "Agent", "text": "The flat is free", "at": "2026-03-02T18:02:00Z"},
        ],
    }
    (updated,) = await taken(database, user, more)
    assert (updated.status, updated.id) == ("updated", made.id)
    after = await read(database, user, made.id)
    said = ["Dinner on Friday?", "Ramen at nine", "Booked", "Ok", "Bye", "The flat is free"]
    assert [message.content for message in after] == said
    assert after[-1].origin == "third_party"
    assert [message.id for message in after[:4]] == [message.id for message in messages]
    async with database.unit_of_work_of(user) as tx:
        thread = await conversations.get(tx, made.id)  # type: ignore[arg-type]
        assert thread.title == "Weekend!"
        hits = await search.search(tx, SearchQuery("ramen"))
        assert [(hit.kind, hit.title, hit.speaker, hit.group_id) for hit in hits] == [
            ("message", "Weekend!", "Ana", made.id)
        ]
        assert await search.search(tx, SearchQuery("sushi")) == []


async def test_messages_without_an_id_are_the_same_by_what_they_say(database: Database) -> None:
    user = await make_user(database)
    said = {"speaker": "Ana", "text": "hi", "at": "2026-03-02T18:01:00Z"}
    chat = {"external_id": "c", "messages": [said, said]}
    (first,) = await taken(database, user, chat)
    (again,) = await taken(database, user, {**chat, "messages": [said, said, {**said, "text": "there"}]})
    assert (first.status, again.status) == ("created", "updated")
    assert [message.content for message in await read(database, user, first.id)] == ["hi", "hi", "there"]
    naive = {"messages": [{**said, "at": "2026-03-02T18:01:00"}]}
    (local,) = await taken(database, user, naive)
    assert (await read(database, user, local.id))[0].at.isoformat() == "2026-03-02T21:01:00+00:00"
    anonymous = {"messages": [said]}
    one, two = await taken(database, user, anonymous, anonymous)
    assert one.id != two.id


async def test_each_item_is_judged_for_itself(database: Database) -> None:
    user = await make_user(database)
    message = {"speaker": "Ana", "text": "hi", "at": "2026-03-02T18:01:00Z"}
    bad: list[object] = [
        None,
        7,
        "text",
        {"external_id": "a", "messages": [{**message, "text": "x" * 100_001}]},
        {"external_id": "b", "messages": [{**message, "at": "yesterday"}]},
        {"external_id": "b", "messages": [{**message, "at": "9999-12-31T23:59:59-12:00"}]},
        {"external_id": "c", "messages": [{**message, "speaker": ""}]},
        {"external_id": "d", "messages": {"0": message}},
        {"external_id": "e", "messages": [message] * 10_001},
        {"external_id": 5, "messages": []},
    ]
    results = await taken(database, user, *bad, {"external_id": "good", "messages": [message]})
    assert [result.status for result in results] == ["invalid"] * len(bad) + ["created"]
    assert all(result.errors and result.id is None for result in results[:-1])
    assert results[3].errors[0].loc == ["messages", 0, "text"]
    odd = {"external_id": "n\0\ud800", "messages": [{**message, "text": "a\0b", "speaker": "A\0"}]}
    (stored,) = await taken(database, user, odd)
    assert stored.status in {"created", "invalid"}


async def test_a_conversation_that_is_new_here_names_its_messages(database: Database) -> None:
    user = await make_user(database)
    bare = {"external_id": "c1", "source": "chat", "title": "Later"}
    (nothing,) = await taken(database, user, bare)
    assert (nothing.status, nothing.id, nothing.errors[0].loc) == ("invalid", None, ["messages"])
    (made,) = await taken(database, user, CHAT)
    (renamed,) = await taken(database, user, bare)
    assert (renamed.status, renamed.id) == ("updated", made.id)
    assert len(await read(database, user, made.id)) == 4
    assert made.id is not None
    async with database.unit_of_work_of(user) as tx:
        await erase_thread(tx, made.id)
        digests = [provenance.digest("chat", "c1")]
        await provenance.add_tombstones(tx, "thread", digests)
    (gone,) = await taken(database, user, {**bare, "restore": True}, may_restore=True)
    assert gone.status == "invalid"
    (still,) = await taken(database, user, CHAT)
    assert still.status == "erased"


async def test_one_conversation_told_twice_in_a_request_is_one(database: Database) -> None:
    user = await make_user(database)
    more = {**CHAT, "messages": [{"external_id": "m9", "speaker": "Ana", "text": "late", "at": "2026-03-03T00:00:00Z"}]}
    other = {**CHAT, "source": None}
    results = await taken(database, user, CHAT, other, more, {"external_id": "x"}, CHAT)
    assert [one.status for one in results] == ["created", "created", "updated", "invalid", "unchanged"]
    assert results[0].id == results[2].id == results[4].id != results[1].id
    assert [one.external_id for one in await read(database, user, results[0].id)][-1] == "m9"
    positions = [one.at for one in await read(database, user, results[0].id)]
    assert positions == sorted(positions)


async def test_a_conversation_that_a_request_renames_again_and_again_is_indexed_once_more(database: Database) -> None:
    user = await make_user(database)
    said = [
        {"external_id": str(at), "speaker": "Ana", "text": f"late {at}", "at": "2026-03-03T00:00:00Z"}
        for at in range(30)
    ]
    renamed = [{"external_id": "c1", "title": f"Trip {at}", "messages": [one]} for at, one in enumerate(said)]
    written = text("""
        select coalesce(sum(n_tup_ins + n_tup_upd), 0) from pg_stat_xact_user_tables where relname = 'search_documents'
    """)
    async with database.unit_of_work_of(user) as tx:
        before = await tx.session.scalar(written)  # the connection's earlier transactions are not yet taken off
        made = await ingest(tx, renamed, zone="UTC")
        assert await tx.session.scalar(written) - before <= 2 * len(said)
    assert [one.status for one in made] == ["created"] + ["updated"] * 29
    async with database.unit_of_work_of(user) as tx:
        found = await search.search(tx, SearchQuery("late", limit=100))
    assert (len(found), {one.title for one in found}) == (30, {"Trip 29"})


async def test_many_conversations_cost_no_statement_each(database: Database) -> None:
    user = await make_user(database)
    chats = [{**CHAT, "external_id": f"c{number}"} for number in range(60)]
    with counted(database) as statements:
        made = await taken(database, user, *chats)
    assert {one.status for one in made} == {"created"}
    assert statements() < 40
    chats = [
        {**one, "messages": [*CHAT["messages"], {**said_now(), "text": f"and {at}"}]} for at, one in enumerate(chats)
    ]
    with counted(database) as statements:
        changed = await taken(database, user, *chats)
    assert [(one.status, one.id) for one in changed] == [("updated", one.id) for one in made]
    assert statements() < 40
    async with database.unit_of_work_of(user) as tx:
        assert len(await search.search(tx, SearchQuery("sushi", limit=100))) == 60


def said_now() -> dict[str, str]:
    return {"external_id": "later", "speaker": "Ana", "at": "2026-03-05T10:00:00Z"}


async def test_ten_thousand_messages_are_written_together(database: Database) -> None:
    user = await make_user(database)
    messages = [
        {
            "external_id": f"m{number}",
            "speaker": ("me", "Ana", "Bruno")[number % 3],
            "text": f"message number {number} about the trip to Lisbon and the {number % 997}th thing",
            "at": f"2026-03-{1 + number // 1000:02}T{number % 24:02}:{number % 60:02}:00Z",
        }
        for number in range(10_000)
    ]
    with counted(database) as statements:
        (made,) = await taken(database, user, {"external_id": "big", "messages": messages})
    assert statements() < 100
    assert made.status == "created"
    (same,) = await taken(database, user, {"external_id": "big", "messages": messages})
    assert same.status == "unchanged"


async def test_an_erased_conversation_stays_erased_until_it_is_restored(database: Database) -> None:
    user, other = await make_user(database), await make_user(database)
    (made,) = await taken(database, user, CHAT)
    assert made.id is not None
    async with database.unit_of_work() as session:
        with pytest.raises(NotFound):
            await erase_thread(Tx(session, other), made.id)
        tx = Tx(session, user)
        gone = await erase_thread(tx, made.id)
        assert [row.kind for row in gone] == ["thread"] + ["message"] * 4
        assert (gone[0].source, gone[0].external_id) == ("chat", "c1")
        await provenance.add_tombstones(tx, "thread", [provenance.digest("chat", "c1")])
    assert [result.status for result in await taken(database, user, CHAT)] == ["erased"]
    restoring = {**CHAT, "restore": True}
    assert [result.status for result in await taken(database, user, restoring)] == ["erased"]
    assert [result.status for result in await taken(database, user, restoring, may_restore=True)] == ["created"]
    assert [result.status for result in await taken(database, other, CHAT)] == ["created"]


async def test_a_title_of_the_users_own_is_not_replaced(database: Database) -> None:
    user = await make_user(database)
    (made,) = await taken(database, user, CHAT)
    assert made.id is not None
    async with database.unit_of_work_of(user) as tx:
        thread = await conversations.patch(tx, made.id, ThreadPatch(title="Mine"), expected_version=1)
        assert thread.version == 2
        with pytest.raises(VersionConflict):
            await conversations.patch(tx, made.id, ThreadPatch(title="No"), expected_version=1)
    await taken(database, user, {**CHAT, "title": "Theirs"})
    async with database.unit_of_work_of(user) as tx:
        assert (await conversations.get(tx, made.id)).title == "Mine"
        hits = await search.search(tx, SearchQuery("sushi"))
        assert [hit.title for hit in hits] == ["Mine"]


async def test_lists_page_through_everything_once(database: Database) -> None:
    user, other = await make_user(database), await make_user(database)
    chats = [{**CHAT, "external_id": f"c{number}", "title": f"Chat {number} 100%"} for number in range(7)]
    await taken(database, user, *chats, {"external_id": "empty", "messages": []})
    await taken(database, other, CHAT)
    async with database.unit_of_work() as session:
        seen: list[UUID] = []
        cursor = None
        tx = Tx(session, user)
        while True:
            page = await conversations.list_threads(tx, PageRequest(limit=3, cursor=cursor))
            seen += [thread.id for thread in page.items]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert len(seen) == len(set(seen)) == 8
        found = await conversations.list_threads(tx, PageRequest(q="chat 3 100%"))
        assert [thread.title for thread in found.items] == ["Chat 3 100%"]
        said = await conversations.list_threads(tx, PageRequest(q="SUSHI"))
        assert len(said.items) == 7
        ids: list[str | None] = []
        cursor = None
        while True:
            messages = await conversations.messages(tx, seen[-1], PageRequest(limit=3, cursor=cursor))
            ids += [message.external_id for message in messages.items]
            cursor = messages.next_cursor
            if cursor is None:
                break
        assert ids == ["m1", "m2", "m3", "m4"]
        for wrong in ("x", "W10", "WyIxIiwiMiIsIjMiXQ"):
            with pytest.raises(InvalidRequest):
                await conversations.list_threads(tx, PageRequest(cursor=wrong))
            with pytest.raises(InvalidRequest):
                await conversations.messages(tx, seen[-1], PageRequest(cursor=wrong))
        with pytest.raises(NotFound):
            await conversations.messages(Tx(session, other), seen[-1], PageRequest())
        with pytest.raises(NotFound):
            await conversations.get(tx, new_id())


async def test_live_messages_keep_their_order_even_while_the_clock_stands_still(database: Database) -> None:
    user = await make_user(database)
    async with database.unit_of_work_of(user) as tx:
        thread = await conversations.create(tx)
        ids = [
            await conversations.append(tx, thread, role=role, content=content, origin=origin, metadata={"n": "a\0b"})
            for role, content, origin in (
                ("user", "one", Origin.USER),
                ("assistant", "two\0", Origin.THIRD_PARTY),
                ("user", "three", Origin.USER),
            )
        ]
        await tx.session.execute(text("update messages set at = '2026-01-01T00:00:00Z'"))
        await conversations.title_from(tx, thread, "  What is\n next? " + "x" * 100)
    async with database.unit_of_work() as session:
        tx = Tx(session, user)
        window = (await conversations.window(tx, thread, limit=2, before=ids[2])).messages
        assert [message.content for message in window] == ["one", "two"]
        assert window[1].origin is Origin.THIRD_PARTY
        assert dict(window[1].metadata) == {"n": "ab"}
        last = await conversations.window(tx, thread, limit=1)
        assert [message.content for message in last.messages] == ["three"]
        foreign = await conversations.window(Tx(session, await make_user(database)), thread, limit=5)
        assert (foreign.messages, foreign.summaries) == ((), ())
        title = (await conversations.get(tx, thread)).title
        assert title.startswith("What is next? xx")
        assert len(title) <= 80
