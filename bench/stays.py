"""How long does it take to compute stays? Of a year of samples, one a minute, and of one day in it that changed."""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import text

from bench.figures import Figure, Part, percentile
from bench.home import database, user
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.senses.stays import service

SAMPLES, DAYS = 500_000, 365
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
SPOTS = [(38.70 + 0.01 * number, -9.10 - 0.007 * number) for number in range(8)]
BATCH = 10_000
ASKED = 20
YEAR_S, DAY_MS = 60.0, 50.0

_ADD = text("""
    insert into locations (id, user_id, source, origin, device, captured_at, lat, lon, accuracy_m)
    select gen_random_uuid(), :owner, 'bench', 'own_data', 'phone', r.at, r.lat, r.lon, 12
      from jsonb_to_recordset(cast(:rows as jsonb)) as r (at timestamptz, lat double precision, lon double precision)
""")
_MARK = text("""
    insert into location_changes (user_id, source, device, day)
    select :owner, 'bench', 'phone', d::date
      from generate_series(cast(:first as date), cast(:last as date), interval '1 day') d on conflict do nothing
""")


def run() -> Part:
    """The year, then single days of it."""
    return Part("stays", tuple(asyncio.run(_measured())))


async def _measured() -> list[Figure]:
    async with database() as opened:
        owner = await user(opened)
        async with opened.unit_of_work_of(owner) as tx:
            rows = list(_year())
            for start in range(0, len(rows), BATCH):
                await tx.session.execute(_ADD, {"owner": owner, "rows": json.dumps(rows[start : start + BATCH])})
            await _mark(tx, BEGAN.date(), BEGAN.date() + timedelta(days=DAYS))
        began = time.monotonic()
        while await _settled(opened, owner):
            pass
        year = time.monotonic() - began
        async with opened.unit_of_work_of(owner) as tx:
            await tx.session.execute(text("analyze locations"))  # as autovacuum does within a minute of so many rows
            found = await tx.session.scalar(text("select count(*) from stays"))
        days = [await _day(opened, owner, number * 17) for number in range(1, ASKED + 1)]
    return [
        Figure("a year of 500,000 samples", year, "s", ("<=", YEAR_S), f"{found} stays"),
        Figure("a day in it, p50", percentile(days, 0.5), "ms", ("<=", DAY_MS)),
        Figure("a day in it, p95", percentile(days, 0.95), "ms"),
    ]


def _year() -> Iterator[dict[str, Any]]:
    """Nights at home, work, one more place in the evening; ten minutes on the way between two."""
    chance = random.Random(1)
    step = DAYS * 86_400 / SAMPLES
    for number in range(SAMPLES):
        at = BEGAN + timedelta(seconds=step * number)
        hour = at.hour + at.minute / 60
        evening = 2 + at.timetuple().tm_yday % (len(SPOTS) - 2)
        spot = 0 if hour < 8 or hour >= 22 else 1 if hour < 18 else evening
        way = min(hour % 2 * 6, 1) if at.hour in {8, 18, 22} else 1.0
        there, before = SPOTS[spot], SPOTS[{0: evening, 1: 0}.get(spot, 1)]
        lat, lon = (before[axis] + way * (there[axis] - before[axis]) for axis in (0, 1))
        yield {"at": at.isoformat(), "lat": lat + chance.gauss(0, 1e-4), "lon": lon + chance.gauss(0, 1e-4)}


async def _day(opened: Database, owner: Any, number: int) -> float:
    day = BEGAN.date() + timedelta(days=number)
    async with opened.unit_of_work_of(owner) as tx:
        await _mark(tx, day, day)
    began = time.monotonic()
    await _settled(opened, owner)
    return (time.monotonic() - began) * 1000


async def _settled(opened: Database, owner: Any) -> bool:
    async with opened.unit_of_work_of(owner) as tx:
        return bool(await service.settle(tx))


async def _mark(tx: Tx, first: date, last: date) -> None:
    await tx.session.execute(_MARK, {"owner": tx.owner_id, "first": first, "last": last})
