"""Cut at every statement, is a question filed or answered wholly or not at all, and is every source still there?"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.support import talks
from tests.support.jobs import context_of
from tests.support.people import make_user
from tests.support.postgres import PostgresServer
from tests.support.severed import Severed

from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.domain.memory.consolidation.comparing import compare
from orchestrator.domain.memory.consolidation.schemas import Tally
from orchestrator.domain.memory.facts import service
from orchestrator.domain.memory.facts.review import proposing, questions
from orchestrator.domain.memory.facts.schemas import FactFields, Source
from orchestrator.domain.people.conversations import service as conversations

SHORT, LONG = "The blue boat has five sails", "The blue boat has five sails and a red flag"
LATER = "I live in Lisbon"
MOST_STATEMENTS = 200
_FACTS = text(
    "select id, text, trust, superseded_at is not null as gone, superseded_by, hidden_at is not null as hidden,"
    " valid_to is not null as ended, asks, provenance from user_facts where user_id = :u order by id"
)
_DERIVED = text("select source_id, derived_id from derivations where user_id = :u and derived_kind = 'fact'")
Act = Callable[[Database], Awaitable[object]]


@dataclass
class Told:
    """A user with two facts and the messages that they were taken from."""

    owner: UUID
    facts: list[UUID]
    messages: list[UUID]


@pytest_asyncio.fixture
async def severed(postgres: PostgresServer) -> AsyncIterator[Severed]:
    url = await postgres.clone()
    database = Severed(url)
    yield database
    await database.close()
    await postgres.drop(url)


@pytest_asyncio.fixture
async def whole(severed: Severed) -> AsyncIterator[Database]:
    """The same database, never cut."""
    database = Database(severed.url)
    yield database
    await database.close()


async def told(database: Database, *texts: str) -> Told:
    owner = await make_user(database)
    facts, messages = [], []
    async with database.unit_of_work_of(owner) as tx:
        thread = await conversations.create(tx, title="Talk")
        for said in texts:
            message = await conversations.append(tx, thread, role="user", content=f"So: {said}.", origin=Origin.USER)
            source = Source("message", message, 4, 4 + len(said), said)
            fields = FactFields(text=said)
            stated = await service.state(tx, fields, zone="UTC", sources=(source,), ratified=False)
            facts.append(stated.row.id)
            messages.append(message)
    return Told(owner, facts, messages)


async def consolidated(database: Database) -> None:
    """What the job does, without a lease."""

    async def goes_on() -> bool:
        return True

    async with database.unit_of_work() as session:
        context = context_of(database, session, eraser=talks.ERASURE)
        await compare(context, None, Tally(), default_zone="UTC", goes_on=goes_on)


async def rows_of(database: Database, owner: UUID) -> list[Any]:
    async with database.unit_of_work() as session:
        return list(await session.execute(_FACTS, {"u": owner}))


async def question_of(database: Database, owner: UUID) -> UUID:
    (question,) = [row for row in await rows_of(database, owner) if row.asks and row.trust == "proposed"]
    return UUID(str(question.id))


async def sources_stand(database: Database, one: Told) -> None:
    """Both facts are there, with the span that each was taken from, and erasing a message would find them."""
    rows = {row.id: row for row in await rows_of(database, one.owner)}
    for fact, message in zip(one.facts, one.messages, strict=True):
        (source,) = rows[fact].provenance
        assert source["id"] == str(message)
        assert source["quote"]
    async with database.unit_of_work() as session:
        derived = {tuple(row) for row in await session.execute(_DERIVED, {"u": one.owner})}
    assert set(zip(one.messages, one.facts, strict=True)) <= derived


async def cut_everywhere(
    severed: Severed,
    whole: Database,
    prepare: Callable[[], Awaitable[tuple[Told, Act]]],
    check: Callable[[Told], Awaitable[bool]],
) -> int:
    """Act for one new user after the other, each time cut one statement later, until nothing is left to cut. After each
    cut all sources stand and `check` finds it done or not done, nothing between; done again, it is done. Answers at how
    many statements it was cut."""
    for number in range(1, MOST_STATEMENTS):
        one, act = await prepare()
        severed.at(number)
        was_cut = False
        try:
            await act(severed)
        except (DBAPIError, OSError):
            was_cut = True
        sent, _ = severed.sent, severed.at(None)
        await sources_stand(whole, one)
        done = await check(one)
        if sent < number:
            assert done
            assert not was_cut
            return number - 1
        assert was_cut
        if not done:
            await act(whole)
            assert await check(one)
        await sources_stand(whole, one)
    raise AssertionError("it never came to its end")


async def test_a_merge_is_whole_or_not_done(severed: Severed, whole: Database) -> None:
    async def prepare() -> tuple[Told, Act]:
        one = await told(whole, SHORT, LONG)
        await consolidated(whole)
        question = await question_of(whole, one.owner)

        async def ratify(database: Database) -> None:
            async with database.unit_of_work_of(one.owner) as tx:
                await proposing.ratify(tx, question)

        return one, ratify

    async def check(one: Told) -> bool:
        rows = {row.id: row for row in await rows_of(whole, one.owner)}
        (merged,) = [row for row in rows.values() if row.id not in one.facts]
        olds = [rows[fact] for fact in one.facts]
        if merged.trust == "proposed":
            assert not any(row.gone or row.superseded_by for row in olds)
            return False
        assert (merged.trust, merged.hidden) == ("confirmed", False)
        assert all(row.gone and row.superseded_by == merged.id for row in olds)
        assert {source["id"] for source in merged.provenance} == {str(message) for message in one.messages}
        return True

    assert await cut_everywhere(severed, whole, prepare, check) > 10


async def test_a_merge_is_taken_back_wholly_or_not(severed: Severed, whole: Database) -> None:
    async def prepare() -> tuple[Told, Act]:
        one = await told(whole, SHORT, LONG)
        await consolidated(whole)
        question = await question_of(whole, one.owner)
        async with whole.unit_of_work_of(one.owner) as tx:
            await proposing.ratify(tx, question)

        async def unmerge(database: Database) -> None:
            async with database.unit_of_work_of(one.owner) as tx:
                await questions.unmerge(tx, question)

        return one, unmerge

    async def check(one: Told) -> bool:
        rows = {row.id: row for row in await rows_of(whole, one.owner)}
        (merged,) = [row for row in rows.values() if row.id not in one.facts]
        back = [not rows[fact].gone for fact in one.facts]
        assert back in ([True, True], [False, False])
        assert (merged.hidden, merged.trust) == ((True, "proposed") if back[0] else (False, "confirmed"))
        return back[0]

    assert await cut_everywhere(severed, whole, prepare, check) > 10


async def test_which_holds_is_settled_wholly_or_not(severed: Severed, whole: Database) -> None:
    async def prepare() -> tuple[Told, Act]:
        one = await told(whole, "I live in Porto", "I collect stamps")
        async with whole.unit_of_work() as session:
            changed = text("update user_facts set text = :text where user_id = :u and id = :id")
            await session.execute(changed, {"text": LATER, "u": one.owner, "id": one.facts[1]})
        await consolidated(whole)
        question = await question_of(whole, one.owner)

        async def ratify(database: Database) -> None:
            async with database.unit_of_work_of(one.owner) as tx:
                await proposing.ratify(tx, question, choice=one.facts[0])

        return one, ratify

    async def check(one: Told) -> bool:
        rows = {row.id: row for row in await rows_of(whole, one.owner)}
        (question,) = [row for row in rows.values() if row.asks]
        held, wrong = (rows[fact] for fact in one.facts)
        assert not held.gone
        assert question.hidden == wrong.gone == (wrong.superseded_by == held.id)
        return bool(wrong.gone)

    assert await cut_everywhere(severed, whole, prepare, check) > 5


async def test_a_killed_job_leaves_whole_questions_and_every_fact(severed: Severed, whole: Database) -> None:
    async def prepare() -> tuple[Told, Act]:
        return await told(whole, SHORT, LONG), consolidated

    async def check(one: Told) -> bool:
        rows = {row.id: row for row in await rows_of(whole, one.owner)}
        assert not any(rows[fact].gone or rows[fact].hidden or rows[fact].ended for fact in one.facts)
        asked = [row for row in rows.values() if row.id not in one.facts]
        if not asked:
            return False
        (question,) = asked
        assert {source["id"] for source in question.provenance} == {str(fact) for fact in one.facts}
        async with whole.unit_of_work() as session:
            derived = {tuple(row) for row in await session.execute(_DERIVED, {"u": one.owner})}
        assert {(fact, question.id) for fact in one.facts} <= derived
        return True

    assert await cut_everywhere(severed, whole, prepare, check) > 15
