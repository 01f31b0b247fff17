"""What does one more thing in a home cost what is done there every day? A turn (by the reader), searches for words that
are frequent, rare and nowhere, the week's agenda, a briefing, erasures and an export, at growing numbers of one user's
messages, events, contacts and interactions.

    make bench ARGS=growth
    STEWARD_BENCH_GROWTH=1000,10000,100000 make bench ARGS=growth

An event and (beyond the first size) an interaction for each message, a contact for ten; another user has a thousand
messages of the same words. How it gets there: `growth_fill.py`. Steward runs in this process over a durable Postgres of
its own, and without vectors. Statements are counted at the engine, rows and blocks read are those of Postgres' own
statistics (tables and indexes), processor time is this process', all a request. A figure may grow with the logarithm of
the size: but for the export, which tells everything, statements may not grow by more than a third from the first size
to the last.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import text
from tests.support.statements import counted
from tests.support.steward import Person, started

from bench.figures import Figure, Part, percentile
from bench.growth_fill import BEGINS, BLOCK, copy_block, take_in_block
from orchestrator.db.postgres.embedded import EmbeddedPostgres

SIZES = tuple(int(size) for size in os.environ.get("STEWARD_BENCH_GROWTH", "1000,10000").split(","))
ROUNDS, WARM_UP = 10, 2
MOST_GROWTH = 1.34
SETTLES_S = 1.5
"""Postgres' processes tell their statistics once a second."""
ANSWER_S = 600.0
RARE = "zirconium"
_READ = text("""
    select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables),
           (select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
                       + coalesce(toast_blks_read + toast_blks_hit, 0)) from pg_statio_user_tables)
""")

Ask = Callable[[], Awaitable[object]]


@dataclass(frozen=True)
class Cost:
    """Of a request: milliseconds of each, then means."""

    took: list[float]
    statements: float
    rows: float
    blocks: float
    processor_ms: float


@asynccontextmanager
async def _people() -> AsyncIterator[tuple[Person, Person]]:
    """Who is measured, and somebody else."""
    with TemporaryDirectory(prefix="steward-bench-", ignore_cleanup_errors=True) as folder:
        async with (
            EmbeddedPostgres(Path(folder) / "postgres") as server,
            started(Path(folder) / "home", server.url, llm_provider="reader", embed_model="off") as steward,
        ):
            found = [await steward.with_every_scope(await steward.person(name)) for name in ("Rita", "Otto")]
            for one in found:
                one.client.timeout = ANSWER_S
            yield found[0], found[1]


def _asked(person: Person) -> dict[str, tuple[int, Ask]]:
    """What is measured, and how often."""
    week = {"since": (BEGINS + timedelta(days=20)).isoformat(), "until": (BEGINS + timedelta(days=27)).isoformat()}
    thread: list[str] = []

    async def turn() -> None:
        answer = await person.ask("When is my dentist appointment?", thread=thread[0] if thread else None)
        thread[:] = [answer["thread_id"]]

    async def erase_todo() -> None:
        made = await person.post("/todos", {"title": "Repot the ficus"})
        assert (await person.send("DELETE", f"/todos/{made['id']}")).status_code == 200

    async def erase_contact() -> None:
        made = await person.post("/contacts", {"display_name": "Zacharias Quist"})
        assert (await person.send("DELETE", f"/contacts/{made['id']}")).status_code == 200

    async def export() -> None:
        async with person.client.stream("GET", "/export") as answer:
            assert answer.status_code == 200
            async for _ in answer.aiter_bytes():
                pass

    async def briefing() -> None:
        await person.post("/agents/daily-briefing/run?wait=true", {"date": "2020-01-21", "push": False})

    return {
        "turn": (ROUNDS, turn),
        "search, a sentence": (ROUNDS, lambda: person.get("/search", q="what did Elsa say about the boiler")),
        "search, a frequent word": (ROUNDS, lambda: person.get("/search", q="boiler")),
        "search, a rare word": (ROUNDS, lambda: person.get("/search", q=RARE)),
        "search, a word that is nowhere": (ROUNDS, lambda: person.get("/search", q="xylograph")),
        "interactions, a word that is nowhere": (3, lambda: person.get("/interactions", q="xylograph")),
        "events, a word that is nowhere": (3, lambda: person.get("/events", q="xylograph")),
        "contacts, a word that is nowhere": (3, lambda: person.get("/contacts", q="xylograph")),
        "agenda": (ROUNDS, lambda: person.get("/events", **week)),
        "briefing": (ROUNDS, briefing),
        "a to-do made and erased": (ROUNDS, erase_todo),
        "a contact made and erased": (ROUNDS, erase_contact),
        "export": (1, export),
    }


async def _measured() -> list[Figure]:
    figures: list[Figure] = []
    statements: dict[str, list[float]] = {}
    async with _people() as (person, other):
        await take_in_block(other)
        await take_in_block(person)
        await person.post("/notes", {"text": f"The stone of the ring is {RARE}."})
        copies = 1
        for size in SIZES:
            wanted = max(1, size // BLOCK)
            if wanted > copies:
                await copy_block(person, copies, wanted)
                copies = wanted
            await person.execute("analyze")
            for name, (rounds, ask) in _asked(person).items():
                for _ in range(min(WARM_UP, rounds - 1)):
                    await ask()
                cost = await _round(person, ask, rounds)
                statements.setdefault(name, []).append(cost.statements)
                figures.append(_figure(f"{name}, {size:,} messages", cost))
    for name, counts in statements.items():
        limit = ("<=", MOST_GROWTH) if name != "export" else None
        figures.append(Figure(f"{name}: statements, last size ÷ first", counts[-1] / counts[0], limit=limit))
    return figures


def _figure(name: str, cost: Cost) -> Figure:
    note = (
        f"{cost.statements:.1f} statements, {cost.rows:,.0f} rows, {cost.blocks:,.0f} blocks,"
        f" p50 {percentile(cost.took, 0.5):.0f} ms, resident {_resident_mb()} MB"
    )
    print(f"{name}: {cost.processor_ms:.1f} ms of the processor; {note}", flush=True)
    return Figure(f"{name}: processor time", cost.processor_ms, "ms", note=note)


def _resident_mb() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1]) if Path("/proc/self/statm").exists() else 0
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


async def _round(person: Person, ask: Ask, rounds: int) -> Cost:
    rows, blocks = await _read(person)
    took: list[float] = []
    used = time.process_time()
    with counted(person.database) as statements:
        for _ in range(rounds):
            started_at = time.perf_counter()
            await ask()
            took.append((time.perf_counter() - started_at) * 1_000)
        asked = statements() / rounds
    used = time.process_time() - used
    after = await _read(person)
    return Cost(took, asked, (after[0] - rows) / rounds, (after[1] - blocks) / rounds, used * 1_000 / rounds)


async def _read(person: Person) -> tuple[float, float]:
    """Rows and blocks that were read since the database began, once everybody has told."""
    await asyncio.sleep(SETTLES_S)
    async with person.database.unit_of_work() as session:
        rows, blocks = (await session.execute(_READ)).one()
    return float(rows), float(blocks)


def run() -> Part:
    """The figures, size by size."""
    return Part("growth: one home", tuple(asyncio.run(_measured())))
