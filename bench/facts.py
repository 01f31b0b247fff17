"""Does a model hear the fact that it needs? LoCoMo's gold facts as one user's, its questions as turns, 600 tokens.

All conversations are one home: the names tell apart whose fact is wanted. A question needs the facts with its evidence;
it has them where one of them is in the part `known_facts` of its prompt. The product, with the embedder at hand and
without, beside what it did before (the newest facts and those that share a word, by the formula with shared words for
similarity: `facts_peers.py`) and plain BM25, all under the same budget, in one run; and what the part costs a turn.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from sqlalchemy import text

from bench.data import folder, rows
from bench.facts_peers import Known, by_bm25, newest_and_words
from bench.figures import Figure, Part, median, show
from bench.home import database, user
from orchestrator.agent.ports.context import Asked
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search import embedding
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.retrieval.prompting import TOKENS, KnownFacts
from orchestrator.domain.memory.facts.schemas import FactFields
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.world.resolution.service import WorldResolver
from orchestrator.kit.ids import new_id
from orchestrator.llm.embedding.choice import choose_embedder
from orchestrator.llm.embedding.queries import QueryEmbedding

AT_LEAST = 1_000
"""Facts; where the gold ones are fewer, sentences of the sessions' events stand among them."""
DAYS = 120
"""Of use, over which they were told."""
IMPORTANCE = (4, 5, 5, 6, 7)
"""By chance: nothing says which of them will be asked for."""
FOUND = 0.80
SLOWER = 3.0
BATCH = 200


@dataclass(frozen=True)
class Question:
    """A question and the facts that answer it."""

    text: str
    needs: frozenset[UUID]


def told_and_asked(data: Path) -> tuple[list[Known], list[Question]]:
    """The facts, oldest first, and the questions that one of them answers."""
    chance = random.Random(1)
    known: list[Known] = []
    holding: dict[tuple[str, str], set[UUID]] = {}
    others: list[str] = []
    for row in rows(data / "locomo" / "sessions.jsonl"):
        for one in row["facts"]:
            fact_id = new_id()
            known.append(Known(fact_id, one["fact"], chance.choice(IMPORTANCE), chance.randrange(DAYS)))
            for turn in one["evidence"] if isinstance(one["evidence"], list) else [one["evidence"]]:
                holding.setdefault((row["conv"], turn), set()).add(fact_id)
        events = row.get("events") or {}
        others += [
            said
            for each in events.values()
            if isinstance(each, list)
            for said in each
            if isinstance(said, str) and said.strip()
        ]
    chance.shuffle(others)
    for said in others[: max(0, AT_LEAST - len(known))]:
        known.append(Known(new_id(), said, chance.choice(IMPORTANCE), chance.randrange(DAYS)))
    asked = []
    for row in rows(data / "locomo" / "qa.jsonl"):
        needs = frozenset[UUID]().union(*(holding.get((row["conv"], turn), ()) for turn in row["evidence"]))
        if needs:
            asked.append(Question(row["question"], needs))
    return sorted(known, key=lambda one: -one.days_ago), asked


async def _measured(known: Sequence[Known], asked: Sequence[Question]) -> list[Figure]:
    embedder = choose_embedder(None)
    queries = QueryEmbedding(embedder)
    heard = KnownFacts(WorldResolver(FactRules()))
    async with database() as opened:
        owner = await user(opened)
        now = datetime.now(UTC)
        await _used_daily(opened, owner, now)
        await _stored(opened, owner, known, now)
        await _embedded(opened, owner, embedder)
        await queries.vector("warm")

        async def before(question: str) -> list[UUID]:
            return await newest_and_words(opened, owner, question, now)

        async def product(question: str, *, meaning: bool) -> list[UUID]:
            vector = await queries.at_hand(question) if meaning else None
            async with opened.unit_of_work_of(owner) as tx:
                part = await heard.part(tx, Asked(question, vector=vector), now, "UTC", "en")
            return list(part.facts) if part is not None else []

        told: dict[str, list[float]] = {}
        times: dict[str, list[float]] = {}
        plain = by_bm25(known)
        for one in asked:
            for name, telling in (
                ("words", before(one.text)),
                ("no vectors", product(one.text, meaning=False)),
                ("vectors", product(one.text, meaning=True)),
            ):
                started = time.perf_counter()
                ids = await telling
                times.setdefault(name, []).append((time.perf_counter() - started) * 1000)
                told.setdefault(name, []).append(float(not one.needs.isdisjoint(ids)))
            told.setdefault("bm25", []).append(float(not one.needs.isdisjoint(plain(one.text))))
        await queries.close()
        if embedder is not None:
            await embedder.close()
    return _figures(told, times)


def _figures(told: Mapping[str, Sequence[float]], times: Mapping[str, Sequence[float]]) -> list[Figure]:
    share = {name: sum(each) / len(each) for name, each in told.items()}
    cost = {name: median(each) for name, each in times.items()}
    return [
        Figure("needed fact told: as before (newest, shared words)", share["words"]),
        Figure("needed fact told: BM25 alone", share["bm25"]),
        Figure("needed fact told: Steward, no vectors", share["no vectors"]),
        Figure("needed fact told: Steward", share["vectors"], limit=(">=", FOUND)),
        Figure("the part, p50: as before", cost["words"], "ms"),
        Figure("the part, p50: no vectors", cost["no vectors"], "ms"),
        Figure("the part, p50: with the question's vector", cost["vectors"], "ms"),
        Figure("times what it cost before", cost["vectors"] / cost["words"], limit=("<=", SLOWER)),
    ]


async def _stored(opened: Database, owner: UUID, known: Sequence[Known], now: datetime) -> None:
    for start in range(0, len(known), BATCH):
        async with opened.unit_of_work_of(owner) as tx:
            for one in known[start : start + BATCH]:
                fields = FactFields(text=one.text, importance=one.importance)
                row = await facts.built(tx, fields, zone="UTC", origin="own_data", entity_id=one.id)
                row.trust, row.recorded_at = "confirmed", now - timedelta(days=one.days_ago)
                row.provenance = []
                await facts.repository.add(tx.session, row)
                await facts.show(tx, row)


async def _used_daily(opened: Database, owner: UUID, now: datetime) -> None:
    statement = text(
        "insert into agent_runs (id, user_id, question, zone, locale, state, lease_until, started_at)"
        " values (:id, :owner, 'hi', 'UTC', 'en', 'settled', :at, :at)"
    )
    async with opened.unit_of_work() as session:
        for ago in range(DAYS):
            at = now - timedelta(days=ago)
            await session.execute(statement, {"id": new_id(), "owner": owner, "at": at})


async def _embedded(opened: Database, owner: UUID, embedder: object) -> None:
    assert embedder is not None
    while True:
        async with opened.unit_of_work_of(owner) as tx:
            owed = await vectors.missing(tx, embedder.name, limit=BATCH)  # type: ignore[attr-defined]
        if not owed:
            return
        made = await embedding.embedded(embedder, owed)  # type: ignore[arg-type]
        async with opened.unit_of_work_of(owner) as tx:
            await vectors.store(tx, embedder.name, made)  # type: ignore[attr-defined]


def run(data: Path | None = None) -> Part:
    """The part of `make bench`."""
    where = folder(data)
    if not (where / "locomo" / "sessions.jsonl").is_file():
        return Part("facts", skipped=f"no LoCoMo at {where} (--data DIR or STEWARD_BENCH_DATA names the folder)")
    known, asked = told_and_asked(where)
    title = f"facts: {len(known):,} of one user, {len(asked)} questions, {TOKENS} tokens a prompt"
    return Part(title, tuple(asyncio.run(_measured(known, asked))))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the evaluation sets")
    raise SystemExit(0 if show([run(parser.parse_args().data)]) else 1)
