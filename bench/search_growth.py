"""How does searching grow with the home? One user of 1 000, 10 000 and 100 000 messages among others, vectors and all.

Messages are sentences of the evaluation set put together anew, so that words are as frequent as people use them; their
vectors are made by chance, which costs a search as much as real ones do.
"""

import asyncio
import random
import re
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
from sqlalchemy import text

from bench.figures import Figure, Part, percentile
from bench.home import database, user
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import IndexEntry, SearchQuery
from orchestrator.domain.foundation.search.service import index, search
from orchestrator.kit.ids import new_id
from orchestrator.llm.port import QueryVector

SIZES = (1_000, 10_000, 100_000)
P95_MS = {10_000: 25.0, 100_000: 40.0}
OTHERS, OF_EACH = 10, 1_000
BATCH = 5_000
THREADS = 20
SESSION = 25
MODEL, DIMENSIONS, VECTORS, PARTS = "bench", 896, 500, 3
WARM_UP = 20
ASKED = 200
WRITES = 60

_VECTORS = text("""
    insert into search_vectors (doc, part, user_id, model, digest, vector)
    select d.doc, p.part, d.user_id, :model, gen_random_uuid(), v.vector
      from search_documents d cross join generate_series(0, :parts - 1) as p (part)
      join bench_vectors v on v.number = (d.doc + 7 * p.part) % :vectors
     where not exists (select 1 from search_vectors s where s.doc = d.doc)
""")


def growth(texts: Sequence[str], questions: Sequence[str]) -> Part:
    """p50 and p95 of a search at each size, with vectors and by words alone."""
    return Part("retrieval: growth (one user among many)", tuple(asyncio.run(_measured(texts, questions))))


async def _measured(texts: Sequence[str], questions: Sequence[str]) -> list[Figure]:
    chance = random.Random(1)
    sentences = [one for said in texts for one in re.split(r"(?<=[.!?])\s+", said) if one]
    figures: list[Figure] = []
    async with database() as opened:
        await _make_vectors(opened)
        owner = await user(opened)
        for _ in range(OTHERS):
            await _fill(opened, await user(opened), sentences, 0, OF_EACH, chance)
        there = 0
        for size in SIZES:
            started = time.perf_counter()
            await _fill(opened, owner, sentences, there, size, chance)
            seconds = time.perf_counter() - started
            figures.append(Figure(f"{size:,}: written a second", (size - there) / seconds))
            there = size
            await _embed(opened)
            for named, dimensions in (("words", 0), ("words and vectors", DIMENSIONS)):
                times = await _search_times(opened, owner, questions, dimensions)
                bound = ("<=", P95_MS[size]) if size in P95_MS else None
                figures.append(Figure(f"{size:,}: {named}, p50", percentile(times, 0.5), "ms"))
                figures.append(Figure(f"{size:,}: {named}, p95", percentile(times, 0.95), "ms", bound))
            times = await _write_times(opened, owner, sentences, chance)
            figures.append(Figure(f"{size:,}: two messages of a turn written, p50", percentile(times, 0.5), "ms"))
    return figures


async def _fill(
    opened: Database, owner: UUID, sentences: Sequence[str], there: int, size: int, chance: random.Random
) -> None:
    """Talks of THREADS threads, a session a day."""
    groups = [UUID(int=owner.int % 2**64 + number) for number in range(THREADS)]
    for start in range(there, size, BATCH):
        entries = [_entry(number, groups, sentences, chance) for number in range(start, min(start + BATCH, size))]
        async with opened.unit_of_work_of(owner) as tx:
            await index(tx, entries)


def _entry(number: int, groups: Sequence[UUID], sentences: Sequence[str], chance: random.Random) -> IndexEntry:
    session, line = divmod(number, SESSION)
    at = datetime(2015, 1, 1, tzinfo=UTC) + timedelta(days=session, minutes=line)
    said = " ".join(chance.choice(sentences) for _ in range(PARTS - 1))
    speaker = chance.choice(("Ana", "Bruno", "Carla", "Duarte"))
    group = groups[session % THREADS]
    return IndexEntry("message", new_id(), "", said, at, "third_party", speaker, group, talk=True)


async def _make_vectors(opened: Database) -> None:
    made = np.random.default_rng(1).normal(size=(VECTORS, DIMENSIONS))
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    async with opened.unit_of_work() as session:
        await session.execute(text("create table bench_vectors (number integer primary key, vector halfvec)"))
        for number, row in enumerate(made.tolist()):
            values = {"number": number, "vector": str(row)}
            await session.execute(text("insert into bench_vectors values (:number, cast(:vector as halfvec))"), values)


async def _embed(opened: Database) -> None:
    async with opened.unit_of_work() as session:
        await session.execute(_VECTORS, {"model": MODEL, "parts": PARTS, "vectors": VECTORS})
    async with opened.unit_of_work() as session:
        await session.execute(text("analyze"))


async def _search_times(opened: Database, owner: UUID, questions: Sequence[str], dimensions: int) -> list[float]:
    """Milliseconds a search."""
    values = np.random.default_rng(2).normal(size=dimensions)
    vector = QueryVector(MODEL, (values / np.linalg.norm(values)).tolist()) if dimensions else None
    times: list[float] = []
    for asked in [*questions[:WARM_UP], *questions[-ASKED:]]:
        started = time.perf_counter()
        async with opened.unit_of_work_of(owner) as tx:
            await search(tx, SearchQuery(asked, kinds=("message",), limit=10, vector=vector))
        times.append((time.perf_counter() - started) * 1_000)
    return times[WARM_UP:]


async def _write_times(opened: Database, owner: UUID, sentences: Sequence[str], chance: random.Random) -> list[float]:
    """Milliseconds a unit of work that makes a question and its answer findable."""
    times: list[float] = []
    group, at = new_id(), datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(WRITES):
        pair = [
            IndexEntry(
                "message", new_id(), "", chance.choice(sentences), at + timedelta(minutes=number), origin, None, group
            )
            for origin in ("user", "agent")
        ]
        started = time.perf_counter()
        async with opened.unit_of_work_of(owner) as tx:
            await index(tx, pair)
        times.append((time.perf_counter() - started) * 1_000)
    return times[WARM_UP:]
