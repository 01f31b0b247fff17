"""Learnings over Postgres: runs at once, ten thousand learnings, runs that are gone, what other agents are told."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import pytest_asyncio
from sqlalchemy import text
from tests.support.accounts import make_owner
from tests.support.postgres import execute

from orchestrator.agent.ports.lessons import CallError, Learned, Lesson, ToldLesson
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.knowledge import hashing
from orchestrator.domain.memory.knowledge.learning import KnownLessons
from orchestrator.domain.memory.knowledge.service import approved_for
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.kit.ids import new_id

ERROR = CallError("todos_create", "todos", "Parameter 'due' is unknown.", "Parameter 'due' is unknown. Known: x.")
FOUND = Learned(ERROR, ("give 'when' in place of 'due'",))
MANY = 10_000


@pytest_asyncio.fixture
async def owner(database: Database) -> UUID:
    return await make_owner(database)


async def a_run(database: Database, owner: UUID) -> UUID:
    """A run that is under way."""
    run = new_id()
    added = """
        insert into agent_runs (id, user_id, question, zone, locale, lease_until)
        values (:id, :owner, 'q', 'UTC', 'en', steward_now() + :lease)
    """
    await execute(database, added, id=run, owner=owner, lease=timedelta(minutes=5))
    return run


async def note(
    database: Database,
    owner: UUID,
    run: UUID,
    *,
    told: Sequence[ToldLesson] = (),
    learned: Sequence[Learned] = (FOUND,),
) -> Sequence[UUID]:
    async with database.unit_of_work_of(owner) as tx:
        return await KnownLessons().note(tx, run, told=told, learned=learned)


async def known(database: Database, owner: UUID, *errors: CallError) -> Sequence[Lesson | None]:
    async with database.unit_of_work_of(owner) as tx:
        return await KnownLessons().known(tx, errors)


async def one_row(database: Database, owner: UUID, columns: str = "uses, successes, confidence") -> tuple[object, ...]:
    async with database.unit_of_work() as session:
        found = await session.execute(text(f"select {columns} from knowledge where user_id = :owner"), {"owner": owner})
        return tuple(found.one())


async def test_runs_at_once_learn_the_same_once(database: Database, owner: UUID) -> None:
    runs = [await a_run(database, owner) for _ in range(5)]
    kept = await asyncio.gather(*(note(database, owner, run) for run in runs))
    assert len({one for (one,) in kept}) == 1
    assert await one_row(database, owner) == (4, 4, 0.85)  # the first one learned it, the others confirm it


async def test_a_run_counts_once_whatever_is_repeated(database: Database, owner: UUID) -> None:
    await note(database, owner, await a_run(database, owner))
    run = await a_run(database, owner)
    for _ in range(3):
        await note(database, owner, run, learned=[FOUND, FOUND])
    assert await one_row(database, owner) == (1, 1, 0.7)


async def test_a_run_that_was_erased_meanwhile_teaches_nothing(database: Database, owner: UUID) -> None:
    assert await note(database, owner, new_id()) == ()
    async with database.unit_of_work() as session:
        other, _ = await accounts.create_user(session, f"{new_id()}@example.org", "Rui")
    assert await note(database, owner, await a_run(database, other.id)) == ()
    assert await known(database, owner, ERROR) == [None]


async def test_what_was_told_and_erased_meanwhile_counts_nothing(database: Database, owner: UUID) -> None:
    gone = ToldLesson(Lesson(new_id(), "x"), "todos_create", 0, helped=True)
    assert await note(database, owner, await a_run(database, owner), told=[gone], learned=[]) == []


async def test_uses_go_with_their_run(database: Database, owner: UUID) -> None:
    await note(database, owner, await a_run(database, owner))
    run = await a_run(database, owner)
    await note(database, owner, run)
    async with database.unit_of_work() as session:
        await session.execute(text("delete from agent_runs where id = :id"), {"id": run})
        left = await session.scalar(text("select count(*) from knowledge_uses where user_id = :o"), {"o": owner})
    assert left == 0
    assert await one_row(database, owner) == (1, 1, 0.7)


async def test_an_error_among_ten_thousand_is_found_by_its_index(database: Database, owner: UUID) -> None:
    run = await a_run(database, owner)
    await note(database, owner, run)
    many = """
        insert into knowledge (id, user_id, error, fix, scope_type, error_hash, digest)
        select gen_random_uuid(), :owner, 'e' || n, 'f', 'universal', sha256(('e' || n)::bytea), sha256(n::text::bytea)
        from generate_series(1, :many) n
    """
    same = """
        insert into knowledge (id, user_id, error, fix, scope_type, error_hash, digest, tool)
        select gen_random_uuid(), :owner, 'e', 'f' || n, 'universal', :hash, sha256(('s' || n)::bytea), 'other'
        from generate_series(1, 300) n
    """
    async with database.unit_of_work() as session:
        await session.execute(text(many), {"owner": owner, "many": MANY})
        await session.execute(text(same), {"owner": owner, "hash": hashing.error_hash("e")})
        await session.execute(text("analyze knowledge"))
    (lesson,) = await known(database, owner, ERROR)
    assert lesson is not None
    assert lesson.changes == frozenset(FOUND.changes)
    plan = "explain select id from knowledge where user_id = :owner and error_hash in (:one, :other)"
    async with database.unit_of_work() as session:
        values = {"owner": owner, "one": hashing.error_hash("a"), "other": hashing.error_hash("b")}
        told = "\n".join(await session.scalars(text(plan), values))
    assert "ix_knowledge_error_hash" in told


async def test_what_other_agents_are_told(tx: Tx, owner: UUID) -> None:
    rows = [
        ("approved", 1.0, "project", "Falcon Heavy"),
        ("approved", 1.0, "project", "Sparrow"),
        ("approved", 1.0, "language", "python"),
        ("approved", 1.0, "universal", None),
        ("reviewed", 0.95, "universal", None),
        ("learning", 0.85, "project", "Falcon Heavy"),
    ]
    added = """
        insert into knowledge (id, user_id, error, fix, state, confidence, scope_type, scope_ref, error_hash, digest)
        values (:id, :owner, 'e', :fix, :state, :confidence, :scope, :ref, '', :digest)
    """
    for at, (state, confidence, scope, ref) in enumerate(rows):
        values = {"state": state, "confidence": confidence, "scope": scope, "ref": ref, "digest": bytes([at])}
        fix = f"{scope} {ref} {state}"
        await tx.session.execute(text(added), {"id": new_id(), "owner": owner, "fix": fix, **values})
    told = {
        context: [one.fix for one in await approved_for(tx, context)]
        for context in (None, "/home/ana/falcon-heavy (Python)", "sparrows", "SPARROW")
    }
    universal = "universal None approved"
    assert told == {
        None: [universal],
        "/home/ana/falcon-heavy (Python)": ["project Falcon Heavy approved", "language python approved", universal],
        "sparrows": [universal],
        "SPARROW": ["project Sparrow approved", universal],
    }
