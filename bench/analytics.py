"""How long is looked at what agents did, when years of it are there? 100 000 interactions of one user, among another's.

As they come: two thirds Steward's own turns, which hold no words, the rest reported with prompt and response; eight
agents with a model each, 5 000 sessions over two years, a sixth corrected, every tenth without a latency.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import text

from bench.figures import Figure, Part, percentile, show
from bench.home import database, user
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.interactions import analytics
from orchestrator.domain.memory.interactions.filters import InteractionFilter

NUMBER = 100_000
MOST_MS = 300.0
ASKED = 7
ZONE = "Europe/Lisbon"
_FILL = text(
    """
    insert into interactions (id, user_id, source, origin, folded, session_id, agent, model, prompt, response,
                              was_corrected, correction, latency_ms, edit_count, friction_score, vibe_match, created_at,
                              updated_at, run_id, thread_id, rule_ids, response_characters)
    select gen_random_uuid(), :owner, 'bench', 'own_data', a.agent, 's' || (n % 5000), a.agent, 'model-' || (n % 8),
           case when a.own then '' else a.words end, case when a.own then '' else a.words || a.words end,
           c.corrected, case when c.corrected and not a.own then 'Use tabs, not spaces, in file ' || n end,
           case when n % 10 > 0 then (random() * 20000)::int end, n % 3, random(), n % 4 = 0,
           a.at, a.at, case when a.own then gen_random_uuid() end, case when a.own then gen_random_uuid() end,
           array[gen_random_uuid(), gen_random_uuid()], (random() * 2000)::int
      from generate_series(1, :number) as n
     cross join lateral (select n % 3 > 0 as own, 'agent-' || (n % 8) as agent,
                                repeat(md5(n::text), 30) as words,
                                steward_now() - make_interval(secs => n * 630.0) as at) a
     cross join lateral (select n % 6 = 0 as corrected) c
    """
)


async def _measured() -> list[Figure]:
    everything, year = InteractionFilter(), InteractionFilter(since=datetime.now(UTC) - timedelta(days=365))
    month = InteractionFilter(since=datetime.now(UTC) - timedelta(days=30))
    now = datetime.now(UTC)
    asked: dict[str, Callable[[Tx], Awaitable[object]]] = {
        "agents": lambda tx: analytics.agents(tx, everything),
        "agents, of a year": lambda tx: analytics.agents(tx, year),
        "friction": lambda tx: analytics.friction(tx, everything),
        "friction, of a month": lambda tx: analytics.friction(tx, month),
        "trends": lambda tx: analytics.trends(tx, everything, now=now, zone=ZONE),
        "style (for warm_agent)": analytics.style,
        "vibe map, drawn": lambda tx: analytics.vibe_map(tx, everything),
    }
    async with database() as opened:
        owner = await user(opened)
        for one, number in ((await user(opened), NUMBER // 10), (owner, NUMBER)):
            async with opened.unit_of_work() as session:
                await session.execute(_FILL, {"owner": one, "number": number})
        await _settle(opened)
        return [
            Figure(name, await _p50(opened, owner, ask), "ms", limit=("<=", MOST_MS)) for name, ask in asked.items()
        ]


async def _settle(opened: Database) -> None:
    """As autovacuum leaves it."""
    async with opened.engine.connect() as connection:
        committed = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await committed.execute(text("vacuum analyze interactions"))


async def _p50(opened: Database, owner: UUID, ask: Callable[[Tx], Awaitable[object]]) -> float:
    taken: list[float] = []
    for _ in range(ASKED + 1):
        began = time.perf_counter()
        async with opened.unit_of_work_of(owner) as tx:
            await ask(tx)
        taken.append((time.perf_counter() - began) * 1000)
    return percentile(taken[1:], 0.5)


def run() -> Part:
    """The part of `make bench`."""
    return Part(f"analytics: {NUMBER:,} interactions of one user", tuple(asyncio.run(_measured())))


if __name__ == "__main__":
    raise SystemExit(0 if show([run()]) else 1)
