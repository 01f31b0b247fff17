"""Runs without a thread: the client keeps the conversation; what is known of an answer when it comes back."""

import hashlib
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from tests.support.people import make_user
from tests.support.postgres import scalar

from orchestrator.agent.ports.requests import Owner, TurnRequest
from orchestrator.agent.runs.recovery import interrupted_bundle
from orchestrator.agent.types.bundle import Bundle, Explanation, RunOut
from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.people.runs import redaction, service
from orchestrator.domain.people.runs.service import Recalled, Turns
from orchestrator.errors import NotFound
from orchestrator.kit.ids import new_id

TURNS = Turns()


def sha(words: str) -> bytes:
    return hashlib.sha256(words.encode()).digest()


def request_of(user: UUID, **fields: Any) -> TurnRequest:
    owner = Owner(user, "Test", "t@x.org", "UTC", "en", frozenset({"ask"}))
    return TurnRequest(owner=owner, question="Dentist?", zone="UTC", locale="en", history=(), **fields)


async def begun(database: Database, user: UUID, *, lease_s: float = 9, **fields: Any) -> UUID:
    async with database.unit_of_work() as session:
        accepted = await TURNS.accept(session, request_of(user, **fields), lease_s=lease_s)
    assert (accepted.kind, accepted.thread_id, accepted.message_id) == ("new", None, None)
    assert accepted.run_id is not None
    return accepted.run_id


async def answered(
    database: Database,
    user: UUID,
    said: str,
    *,
    conversation: str = "talk",
    origin: Origin = Origin.AGENT,
    read: tuple[UUID, ...] = (),
    **metadata: Any,
) -> UUID:
    """A settled run whose answer is known again by `said` and `conversation`."""
    run_id = await begun(database, user)
    told = Bundle(thread_id="", message_id="", status="answered", answer=said, run=RunOut(id=str(run_id)))
    refs = [{"type": "event", "id": str(one)} for one in read]
    async with database.unit_of_work_of(user) as tx:
        stored = await TURNS.finish(
            tx, run_id, bundle=told, metadata={**metadata, "read": refs}, origin=origin,
            explanation=Explanation()
        )  # fmt: skip
        assert stored is not None
        assert (stored.thread_id, stored.message_id) == ("", "")
        await service.bind_answer(tx, run_id, answer=sha(said), conversation=sha(conversation))
    return run_id


async def recalled(database: Database, user: UUID, *said: str, conversation: str = "talk") -> Recalled:
    async with database.unit_of_work_of(user) as tx:
        return await service.recall(tx, answers=[sha(one) for one in said], conversation=sha(conversation))


async def count(database: Database, table: str) -> int:
    return int(await scalar(database, f"select count(*) from {table}") or 0)


async def test_an_answer_is_known_again_by_its_user_alone(database: Database) -> None:
    ana, bruno = await make_user(database), await make_user(database)
    run = await answered(database, ana, "Friday.", origin=Origin.THIRD_PARTY, previews=["p"])
    known = await recalled(database, ana, "Friday.", "Monday.")
    assert known.last is not None
    assert (known.last.run_id, known.last.origin, known.last.metadata) == (run, Origin.THIRD_PARTY, {"previews": ["p"]})
    assert set(known.answers) == {sha("Friday.")}
    assert (await recalled(database, ana, "Friday.", conversation="other")).last is None
    assert (await recalled(database, ana)).answers == {}
    assert await recalled(database, bruno, "Friday.") == Recalled({}, None)
    assert await count(database, "messages") == await count(database, "threads") == 0


async def test_of_equal_answers_the_newest_counts_and_the_least_trusted_label(database: Database, ana: UUID) -> None:
    await answered(database, ana, "Friday.", origin=Origin.THIRD_PARTY, previews=["old"])
    newest = await answered(database, ana, "Friday.", previews=["new"])
    known = await recalled(database, ana, "Friday.")
    assert known.last is not None
    assert (known.last.run_id, known.last.metadata) == (newest, {"previews": ["new"]})
    assert known.answers[sha("Friday.")].origin is Origin.THIRD_PARTY


async def test_an_answer_that_never_reached_its_client_is_not_known(database: Database, ana: UUID) -> None:
    run_id = await begun(database, ana)
    told = Bundle(thread_id="", message_id="", status="answered", answer="Friday.", run=RunOut(id=str(run_id)))
    async with database.unit_of_work_of(ana) as tx:
        await TURNS.finish(tx, run_id, bundle=told, metadata={}, origin=Origin.AGENT, explanation=Explanation())
    assert (await recalled(database, ana, "Friday.")).answers == {}


async def test_erasing_what_it_read_follows_the_answers(database: Database, ana: UUID) -> None:
    event = new_id()
    first = await answered(database, ana, "The gala is on Friday.", conversation="a", read=(event,), previews=["p"])
    second = await answered(database, ana, "It is at eight.", conversation="b", read=(first,))
    other = await answered(database, ana, "Hello.", conversation="c")
    async with database.unit_of_work_of(ana) as tx:
        assert await redaction.redact(tx, [("event", event)]) == {"run": 2}
    known = await recalled(database, ana, "The gala is on Friday.", "It is at eight.", "Hello.", conversation="a")
    notices = {one.run_id: (one.notice is not None, dict(one.metadata)) for one in known.answers.values()}
    assert notices == {first: (True, {}), second: (True, {}), other: (False, {})}
    assert known.last is not None
    assert known.last.metadata == {}


async def test_one_that_broke_off_is_closed_and_repeated_by_its_key(database: Database, ana: UUID) -> None:
    run_id = await begun(database, ana, lease_s=-1, client_message_id="v1:k")
    async with database.unit_of_work_of(ana) as tx:
        (dead,) = [run for run in await TURNS.unfinished(tx.session, limit=9) if run.run_id == run_id]
        assert dead.thread_id is None
        closed = await TURNS.finish(
            tx, run_id, bundle=interrupted_bundle(dead), metadata={}, origin=Origin.AGENT,
            explanation=Explanation()
        )  # fmt: skip
    assert closed is not None
    async with database.unit_of_work_of(ana) as tx:
        again = await TURNS.accept(tx.session, request_of(ana, client_message_id="v1:k"), lease_s=9)
        explained = await service.explain(tx, run_id)
    assert (again.kind, again.run_id) == ("repeated", run_id)
    assert (explained.stop_reason, explained.thread_id, explained.message_id) == ("interrupted", None, None)


async def test_two_at_once_do_not_wait_for_each_other(database: Database, ana: UUID) -> None:
    assert await begun(database, ana) != await begun(database, ana)


async def test_erasing_a_run(database: Database) -> None:
    ana, bruno = await make_user(database), await make_user(database)
    run_id = await answered(database, ana, "Friday.")
    async with database.unit_of_work() as session:
        tx = Tx(session, bruno)
        with pytest.raises(NotFound):
            await redaction.erase_run(tx, run_id)
        assert await redaction.keys(Tx(session, ana)) == [(run_id, None, None)]
        assert await redaction.keys(tx) == []
        (gone,) = await redaction.erase_run(Tx(session, ana), run_id)
    assert (gone.kind, gone.id) == ("run", run_id)
    assert await count(database, "agent_runs") == await count(database, "run_answers") == 0


async def test_a_run_has_thread_and_message_or_neither(database: Database, ana: UUID) -> None:
    await begun(database, ana)
    async with database.unit_of_work() as session:
        values = {"id": new_id(), "owner": ana}
        await session.execute(text("insert into threads (id, user_id) values (:id, :owner)"), values)
        with pytest.raises(IntegrityError):
            await session.execute(text("update agent_runs set thread_id = (select id from threads)"))
        await session.rollback()
