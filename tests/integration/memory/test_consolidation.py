"""Does consolidation change nothing but what it asks, believe nothing more for hearing it twice, and stay in bounds?"""

import asyncio
import random
import time
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.integration.memory.test_consolidation_kills import consolidated, rows_of, told
from tests.support import talks
from tests.support.people import make_user
from tests.support.postgres import execute, scalar
from tests.support.talks import no_model
from tests.support.waiting import eventually

from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.domain.memory.consolidation.comparing import MOST_WAITING
from orchestrator.domain.memory.consolidation.schemas import CONSOLIDATE
from orchestrator.domain.memory.consolidation.slice import consolidation_jobs
from orchestrator.domain.memory.facts import service
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.review import proposing
from orchestrator.domain.memory.facts.schemas import FactFields
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize
from orchestrator.llm.embedding.fake import WordEmbedder
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.scheduled_jobs import Scheduled
from orchestrator.scheduling.worker import Worker

THINGS = "boat shed garden bicycle piano cellar roof kayak lamp clock ladder well mill gate bell stove".split()
NAMES = ("Ana", "Rui", "Zoë", "Łukasz", "José", "花子")
FORMS = (
    "The {a} near the {b} has {n} red doors", "{who} keeps the {a} behind the {b}", "I like the {a}",
    "I don't like the {a}", "Never lend the {a} to {who}", "{who} lives in the {a}", "O {a} de {who} fica no {b} 🎂",
    "El {a} está con {who}", "I live in {who}town", "{who} paints the {a} and the {b} on day {n}",
)  # fmt: skip
_ROWS = text("select * from user_facts where user_id = :u and asks is null order by id")
_PAIRS = text("select id, concerns, concerned_as from user_facts where user_id = :u and asks is not null order by id")


async def filled(database: Database, number: int, *, seed: int, things: int = len(THINGS)) -> UUID:
    """A user with so many facts, as an import brings them: nobody looked whether they go together."""
    dice = random.Random(seed)
    words = [*THINGS, *(f"thing{at}" for at in range(things - len(THINGS)))]
    owner = await make_user(database)
    rows = []
    for _ in range(number):
        said = dice.choice(FORMS).format(
            a=dice.choice(words), b=dice.choice(words), n=dice.randint(2, 4), who=dice.choice(NAMES)
        )
        learned = dice.random() < 0.3
        rows.append(
            UserFact(
                id=new_id(), user_id=owner, version=dice.randint(1, 3), text=said, folded=normalize(said),
                origin="own_data",
                trust="learned" if learned else "confirmed",
                confidence=dice.choice([0.3, 0.5, 0.7]) if learned else 1.0,
                importance=dice.randint(1, 10), tags=[], user_fields=[], subjects=[], subject_keys=[],
            )
        )  # fmt: skip
    async with database.unit_of_work() as session:
        session.add_all(rows)
    return owner


async def beliefs(database: Database, owner: UUID) -> list[Any]:
    async with database.unit_of_work() as session:
        return [tuple(row) for row in await session.execute(_ROWS, {"u": owner})]


async def asked(database: Database, owner: UUID) -> list[Any]:
    async with database.unit_of_work() as session:
        return list(await session.execute(_PAIRS, {"u": owner}))


async def dismiss_all(database: Database, owner: UUID) -> int:
    async with database.unit_of_work_of(owner) as tx:
        waiting = await tx.session.scalars(
            text("select id from user_facts where user_id = :u and asks is not null and hidden_at is null"),
            {"u": owner},
        )
        ids = list(waiting)
        for one in ids:
            await proposing.dismiss(tx, UUID(str(one)))
    return len(ids)


@pytest.mark.parametrize("seed", [1])
async def test_of_five_hundred_facts_none_is_changed_and_no_pair_is_asked_about_twice(
    database: Database, seed: int
) -> None:
    owner = await filled(database, 500, seed=seed, things=250)
    before = await beliefs(database, owner)
    for _ in range(2):
        await consolidated(database)
        assert await beliefs(database, owner) == before
        assert await dismiss_all(database, owner) <= MOST_WAITING
    questions = await asked(database, owner)
    assert len(questions) > 10
    seen: set[frozenset[Any]] = set()
    for one in questions:
        pairs = {frozenset((a, b)) for a in one.concerns for b in one.concerns if a != b}
        assert pairs.isdisjoint(seen)
        seen |= pairs


async def test_thousands_of_facts_of_one_user_are_compared_in_bounds(database: Database) -> None:
    """All of them with all others by the index: 10 000 take 10 s of one core; two by two it would be an hour."""
    owner = await filled(database, 10, seed=7)
    syllables = [a + b for a in "bdfglmnprst" for b in "aeiou"]
    dice = random.Random(8)
    words = ["".join(dice.choices(syllables, k=4)) for _ in range(4_000)]
    told_once = [f"The {' '.join(dice.sample(words, 4))} by the {dice.choice(THINGS)}" for _ in range(2_000)]
    insert = text(
        "insert into user_facts (id, user_id, text, folded, trust)"
        " select gen_random_uuid(), :u, said, said, 'confirmed'"
        " from unnest(cast(:texts as text[])) as said"
    )
    async with database.unit_of_work() as session:
        await session.execute(insert, {"u": owner, "texts": told_once})
    began = time.process_time()
    await consolidated(database)
    took = time.process_time() - began
    assert await scalar(database, "select count(*) from fact_looks where compared is not null") == 2_010
    assert took < 30, took
    began = time.process_time()
    await consolidated(database)
    assert time.process_time() - began < 5
    assert len(await asked(database, owner)) <= MOST_WAITING


async def test_two_users_at_once_and_statements_meanwhile(database: Database) -> None:
    one, other = await filled(database, 150, seed=4), await filled(database, 150, seed=5)

    async def states() -> None:
        for at in range(20):
            async with database.unit_of_work_of(one) as tx:
                await service.state(tx, FactFields(text=f"The well has {at} buckets"), zone="UTC")

    await asyncio.gather(consolidated(database), consolidated(database), states())
    for owner in (one, other):
        mine = {row[0] for row in await beliefs(database, owner)}
        for question in await asked(database, owner):
            assert set(question.concerns) <= mine
    waiting = "select count(*) from user_facts where asks is not null and hidden_at is null"
    once = await scalar(
        database, "select count(distinct fact) from user_facts, unnest(concerns) as fact where asks is not null"
    )
    all_of_them = await scalar(
        database, "select count(*) from user_facts, unnest(concerns) as fact where asks is not null"
    )
    assert await scalar(database, waiting) > 0
    assert once == all_of_them  # none waits in two


@pytest.mark.parametrize(
    ("texts", "trusts", "result"),
    [
        (("The barn has an owl", "The barn has an owl and a bat"), ("confirmed", "learned"), ("learned", 0.5)),
        (("The barn has an owl", "The barn has an owl and a bat"), ("learned", "confirmed"), ("confirmed", 1.0)),
        (("The barn has an owl", "The barn has an owl!"), ("learned", "learned"), ("learned", 0.5)),
    ],
)
async def test_two_of_the_same_are_no_evidence_of_each_other(
    database: Database, texts: tuple[str, str], trusts: tuple[str, str], result: tuple[str, float]
) -> None:
    one = await told(database, texts[0], "Something else entirely")
    await execute(database, "update user_facts set text = :t where id = :id", t=texts[1], id=one.facts[1])
    for fact, trust in zip(one.facts, trusts, strict=True):
        confidence = 1.0 if trust == "confirmed" else 0.5
        values = {"trust": trust, "confidence": confidence, "id": fact}
        await execute(
            database, "update user_facts set trust = :trust, confidence = :confidence where id = :id", **values
        )
    await consolidated(database)
    (question,) = await asked(database, one.owner)
    async with database.unit_of_work_of(one.owner) as tx:
        row = await proposing.ratify(tx, question.id)
    assert (row.trust, row.confidence) == result


async def test_what_is_learned_is_looked_after(database: Database) -> None:
    one = await told(database, "The tower has a bell", "The orchard has nine pears")
    await execute(database, "update user_facts set trust = 'learned', confidence = 0.5, last_confirmed_at = null")
    first, second = one.messages
    await worked(database)
    assert await scalar(database, "select count(*) from fact_reviews") == 0
    await execute(database, "update fact_looks set verified_at = verified_at - interval '2 days'")
    await execute(database, "update messages set content = 'So: nothing.' where id = :id", id=first)
    await execute(database, "delete from messages where id = :id", id=second)
    before = await rows_of(database, one.owner)
    await worked(database)
    assert await rows_of(database, one.owner) == before
    why = {
        fact: await scalar(database, "select reason from fact_reviews where fact_id = :id", id=fact)
        for fact in one.facts
    }
    assert why == {one.facts[0]: "source_changed", one.facts[1]: "source_gone"}


async def test_what_nothing_used_for_long_is_put_up_for_review(database: Database) -> None:
    one = await told(database, "The tower has a bell", "The orchard has nine pears")
    learned = "update user_facts set trust = 'learned', confidence = 0.5, last_confirmed_at = null, importance = 5"
    await execute(database, f"{learned}, recorded_at = recorded_at - interval '200 days'")
    await execute(database, "update user_facts set importance = 9 where id = :id", id=one.facts[0])
    await worked(database)
    assert await scalar(database, "select count(*) from fact_reviews") == 0  # the user was away, not the fact unused
    await execute(
        database,
        "insert into agent_runs (id, user_id, thread_id, message_id, question, zone, locale, state, lease_until,"
        " started_at) select gen_random_uuid(), user_id, thread_id, id, 'q', 'UTC', 'en', 'settled', steward_now(),"
        " steward_now() - make_interval(days => d) from messages, generate_series(1, 100) as d where id = :id",
        id=one.messages[0],
    )
    await execute(database, "update fact_looks set verified_at = verified_at - interval '2 days'")
    await worked(database)
    assert await scalar(database, "select fact_id from fact_reviews where reason = 'unused'") == one.facts[1]


@pytest.mark.parametrize("indexed", [False, True])
async def test_what_words_leave_open_vectors_decide(database: Database, indexed: bool) -> None:
    """Those of the index, else made now. The fake's are its words, the small ones too: what shares nearly all of these
    means the same."""
    one = await told(database, "In the hall of the house there is the vase of the aunt", "Something else")
    said = "In the hall of the house there is the lamp of the aunt"
    await execute(database, "update user_facts set text = :t where id = :id", t=said, id=one.facts[1])
    await worked(database)
    assert await asked(database, one.owner) == []
    embedder = WordEmbedder()
    if indexed:
        async with database.unit_of_work_of(one.owner) as tx:
            rows = await vectors.missing(tx, embedder.name, limit=100)
            alike = [vectors.Embedded(row.doc, row.digest, [[0.6, 0.8]]) for row in rows]
            await vectors.store(tx, embedder.name, alike)
    await execute(database, "update fact_looks set compared = null")
    await worked(database, embedder=embedder)
    assert len(await asked(database, one.owner)) == 1
    assert bool(embedder.documents) is not indexed


async def worked(database: Database, *, embedder: WordEmbedder | None = None) -> None:
    """By the job, in a worker."""
    async with database.unit_of_work() as session:
        await enqueue(session, CONSOLIDATE, Scheduled(tick_at=SystemClock().now()))
    worker = Worker(
        database, consolidation_jobs(no_model(), "UTC"), eraser=talks.ERASURE, retry_delay_s=0.05, embedder=embedder
    )
    unsettled = (
        "select count(*) from async_jobs where job_type = 'facts.consolidate' and state in ('pending', 'running')"
    )
    async with worker.working():
        await eventually(lambda: scalar(database, unsettled), lambda found: not found)
