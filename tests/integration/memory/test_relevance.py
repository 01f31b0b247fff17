"""Is what the database orders what the formula says, and is a vector used that is at hand?"""

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.people import make_user

from orchestrator.agent.ports.context import Asked
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search import embedding
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.domain.memory.facts import reading, service
from orchestrator.domain.memory.facts.retrieval import candidates, relevance
from orchestrator.domain.memory.facts.retrieval.prompting import TOKENS, KnownFacts
from orchestrator.domain.memory.facts.retrieval.relevance import Sought
from orchestrator.domain.memory.facts.retrieval.scoring import Signals, days_unseen
from orchestrator.domain.memory.facts.retrieval.scoring import relevance as by_formula
from orchestrator.domain.memory.facts.schemas import FactFields
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.runs import service as runs
from orchestrator.domain.world.resolution.service import WorldResolver
from orchestrator.kit.ids import new_id
from orchestrator.kit.tokens import estimate
from orchestrator.llm.embedding.fake import WordEmbedder
from orchestrator.llm.port import QueryVector

NOW = datetime.now(UTC)
RESOLVER = WorldResolver(FactRules())


async def stated(database: Database, owner: UUID, said: str, **fields: Any) -> UUID:
    async with database.unit_of_work_of(owner) as tx:
        made = await service.state(tx, FactFields(text=said, **fields), zone="UTC")
    return made.row.id


async def lived(database: Database, owner: UUID, days: list[int]) -> None:
    """Turns so many days ago."""
    statement = text(
        "insert into agent_runs (id, user_id, question, zone, locale, state, lease_until, started_at)"
        " values (:id, :owner, 'hi', 'UTC', 'en', 'settled', :at, :at)"
    )
    async with database.unit_of_work() as session:
        for ago in days:
            await session.execute(statement, {"id": new_id(), "owner": owner, "at": NOW - timedelta(days=ago)})


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/Sao_Paulo"])
async def test_the_database_counts_as_the_formula_does(database: Database, zone: str) -> None:
    chance, owner = random.Random(zone), await make_user(database)
    await lived(database, owner, sorted(chance.sample(range(200), 60)))
    ids = [
        await stated(database, owner, f"Statement {number} of the ledger", importance=chance.randint(1, 10))
        for number in range(12)
    ]
    async with database.unit_of_work_of(owner) as tx:
        for one in ids:
            values = {"id": one, "told": NOW - timedelta(days=chance.randrange(200), hours=chance.randrange(24))}
            await tx.session.execute(
                text("update user_facts set recorded_at = :told, last_confirmed_at = null where id = :id"), values
            )
            for number in range(chance.randrange(4)):
                await reading.used(tx, [one], f"session {number}")
    async with database.unit_of_work_of(owner) as tx:
        days = await runs.days_of_use(tx, since=NOW - timedelta(days=400), zone=zone)
        assert len(days) >= 55
        worth = await candidates.standing(tx, candidates.believed(), days=days, zone=zone, limit=100)
        rows = {row.id: row for row in await reading.facts_now(tx)}
        used = {
            row.fact_id: (row.number, row.last)
            for row in await tx.session.execute(
                text("select fact_id, count(*) as number, max(used_at) as last from fact_uses group by fact_id")
            )
        }
    assert list(worth.values()) == sorted(worth.values(), reverse=True)
    for one in ids:
        number, last = used.get(one, (0, None))
        signals = Signals(days_unseen((rows[one].recorded_at, last), zone, days), number, rows[one].importance, 0.0)
        assert worth[one] == pytest.approx(by_formula(signals), abs=1e-6)


async def test_without_a_day_of_use_everything_is_fresh(database: Database, owner: UUID) -> None:
    one = await stated(database, owner, "The sea is calm", importance=10)
    async with database.unit_of_work_of(owner) as tx:
        found = await candidates.standing(tx, candidates.believed(), days=[], zone="UTC", limit=9)
    assert found == {one: pytest.approx(0.65)}


async def test_meaning_finds_what_no_word_does(database: Database) -> None:
    """The fake embedder takes texts for near that share words, stop words too: here "about" and "of"."""
    owner, embedder = await make_user(database), WordEmbedder()
    far = await stated(database, owner, "about of", importance=1)
    for number in range(60):
        await stated(database, owner, f"Ledger entry {number}: harbour fees, berths and pilots", importance=8)
    async with database.unit_of_work_of(owner) as tx:
        owed = await vectors.missing(tx, embedder.name, limit=500)
    made = await embedding.embedded(embedder, owed)
    async with database.unit_of_work_of(owner) as tx:
        await vectors.store(tx, embedder.name, made)
    vector = QueryVector(embedder.name, await embedder.embed_query("about of"))

    async def told(given: QueryVector | None) -> list[UUID]:
        async with database.unit_of_work_of(owner) as tx:
            part = await KnownFacts(RESOLVER).part(tx, Asked("about of", vector=given), NOW, "UTC", "en")
        assert part is not None
        assert estimate(part.text) <= TOKENS
        assert [ref.id for ref in part.read] == list(part.facts)
        return list(part.facts)

    assert far in await told(vector)
    assert far not in await told(None)
    assert len(await told(QueryVector("another", [1.0] * 64))) > 10, "vectors of another model are no reason to fail"


async def test_two_users_and_their_subjects(database: Database) -> None:
    ana, rui = await make_user(database), await make_user(database)
    both = await stated(database, ana, "A bord on est bien", subjects=["Voilier", "Ana"])
    half = await stated(database, ana, "Elle parle peu", subjects=["Ana"])
    await stated(database, rui, "Il est vert", subjects=["Voilier"])
    sought = Sought("le VOILIER d'Ana ?", NOW, "UTC")
    async with database.unit_of_work_of(ana) as tx:
        found = await relevance.relevant(tx, sought, RESOLVER, room=500, cost=lambda row: estimate(row.text))
    assert [(one.row.id, one.signals.similarity) for one in found.facts] == [(both, 1.0), (half, 0.5)]
    assert found.there == 2
