"""What does one more thing in a home cost what is done there every day? A turn (by the reader), a search, the week's
agenda, a briefing, an erasure and an export, at growing numbers of one user's messages, events and contacts.

    make bench ARGS=growth
    STEWARD_BENCH_GROWTH=1000,10000,100000 make bench ARGS=growth

An event for ten messages, and a contact for fifty. Steward runs in this process over a durable Postgres of its own, and
without vectors. Statements are counted at the engine, rows read are those of Postgres' own statistics (tables and
indexes), both a request. A figure may grow with the logarithm of the size: but for the export, which tells everything,
statements may not grow by more than a third from the first size to the last.
"""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import text
from tests.support.statements import counted
from tests.support.steward import Person, started

from bench.figures import Figure, Part, percentile
from orchestrator.db.postgres.embedded import EmbeddedPostgres

SIZES = tuple(int(size) for size in os.environ.get("STEWARD_BENCH_GROWTH", "1000,10000").split(","))
ROUNDS, WARM_UP = 20, 3
EXPORTS = 2
BATCH = 500
MESSAGES_AN_EVENT, MESSAGES_A_CONTACT = 10, 50
MOST_GROWTH = 1.34
SETTLES_S = 1.5
"""Postgres' processes tell their statistics once a second."""
BEGINS = datetime(2020, 1, 1, 9, tzinfo=UTC)
NAMES = ("Ana", "Bruno", "Carla", "Duarte", "Elsa", "Filipe", "Gil", "Helena")
THINGS = ("budget", "garden", "boiler", "passport", "school", "harvest", "lease", "violin", "tyres", "holiday")
_ROWS_READ = text("select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables")

Ask = Callable[[], Awaitable[object]]


@asynccontextmanager
async def _person() -> AsyncIterator[Person]:
    with TemporaryDirectory(prefix="steward-bench-", ignore_cleanup_errors=True) as folder:
        async with (
            EmbeddedPostgres(Path(folder) / "postgres") as server,
            started(Path(folder) / "home", server.url, llm_provider="reader", embed_model="off") as steward,
        ):
            yield await steward.with_every_scope(await steward.person("Rita"))


async def _fill(person: Person, first: int, last: int, chance: random.Random) -> None:
    """Messages `first` to `last`, in talks of BATCH, with their share of events and contacts."""
    for start in range(first, last, BATCH):
        numbers = range(start, min(start + BATCH, last))
        said = [_message(number, chance) for number in numbers]
        await person.post("/ingest/conversation", {"external_id": f"talk {start}", "source": "bench", "messages": said})
        events = [_event(number, chance) for number in numbers if number % MESSAGES_AN_EVENT == 0]
        await person.post("/ingest/event", events)
        people = [_contact(number) for number in numbers if number % MESSAGES_A_CONTACT == 0]
        await person.post("/ingest/contact", people)


def _message(number: int, chance: random.Random) -> dict[str, Any]:
    told = f"The {chance.choice(THINGS)} of {chance.choice(NAMES)} costs {number}, we said on day {number % 365}."
    at = BEGINS + timedelta(minutes=7 * number)
    return {"external_id": f"m{number}", "speaker": chance.choice(NAMES), "text": told, "at": at.isoformat()}


def _event(number: int, chance: random.Random) -> dict[str, Any]:
    at = BEGINS + timedelta(hours=number)
    return {
        "external_id": f"e{number}",
        "source": "bench",
        "title": f"{chance.choice(THINGS).title()} with {chance.choice(NAMES)} {number}",
        "start_at": at.isoformat(),
        "end_at": (at + timedelta(minutes=50)).isoformat(),
        "timezone": "UTC",
    }


def _contact(number: int) -> dict[str, Any]:
    return {"external_id": f"c{number}", "source": "bench", "display_name": f"{NAMES[number % len(NAMES)]} No{number}"}


def _asked(person: Person) -> dict[str, tuple[int, Ask]]:
    """What is measured, and how often."""
    week = {"since": (BEGINS + timedelta(days=20)).isoformat(), "until": (BEGINS + timedelta(days=27)).isoformat()}
    thread: list[str] = []

    async def turn() -> None:
        answer = await person.ask("When is my dentist appointment?", thread=thread[0] if thread else None)
        thread[:] = [answer["thread_id"]]

    async def erase() -> None:
        made = await person.post("/todos", {"title": "Repot the ficus"})
        assert (await person.send("DELETE", f"/todos/{made['id']}")).status_code == 200

    async def export() -> None:
        assert (await person.send("GET", "/export")).status_code == 200

    async def briefing() -> None:
        await person.post("/agents/daily-briefing/run?wait=true", {"date": "2020-01-21", "push": False})

    return {
        "turn": (ROUNDS, turn),
        "search": (ROUNDS, lambda: person.get("/search", q="what did Elsa say about the boiler")),
        "agenda": (ROUNDS, lambda: person.get("/events", **week)),
        "briefing": (ROUNDS, briefing),
        "a to-do made and erased": (ROUNDS, erase),
        "export": (EXPORTS, export),
    }


async def _measured() -> list[Figure]:
    figures: list[Figure] = []
    statements: dict[str, list[float]] = {}
    async with _person() as person:
        chance, there = random.Random(1), 0
        for size in SIZES:
            await _fill(person, there, size, chance)
            there = size
            await person.execute("analyze")
            for name, (rounds, ask) in _asked(person).items():
                for _ in range(min(WARM_UP, rounds)):
                    await ask()
                took, asked, read = await _round(person, ask, rounds)
                statements.setdefault(name, []).append(asked)
                note = f"p95 {percentile(took, 0.95):.1f} ms, {asked:.1f} statements, {read:,.0f} rows read"
                figures.append(Figure(f"{name}, {size:,} messages: p50", percentile(took, 0.5), "ms", note=note))
    for name, counts in statements.items():
        limit = ("<=", MOST_GROWTH) if name != "export" else None
        figures.append(Figure(f"{name}: statements, last size ÷ first", counts[-1] / counts[0], limit=limit))
    return figures


async def _round(person: Person, ask: Ask, rounds: int) -> tuple[list[float], float, float]:
    """Milliseconds each; statements and rows read, a request."""
    await asyncio.sleep(SETTLES_S)
    before = float(await person.scalar(str(_ROWS_READ)))
    took: list[float] = []
    with counted(person.database) as statements:
        for _ in range(rounds):
            started_at = time.perf_counter()
            await ask()
            took.append((time.perf_counter() - started_at) * 1_000)
        asked = statements() / rounds
    await asyncio.sleep(SETTLES_S)
    return took, asked, (float(await person.scalar(str(_ROWS_READ))) - before) / rounds


def run() -> Part:
    """The figures, size by size."""
    return Part("growth: one home", tuple(asyncio.run(_measured())))
