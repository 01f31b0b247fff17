"""What would be proposed of the days of real trails? The days of `shared/data/gps`, and a year made of them, replayed
evening by evening on the product's own path, with a user who takes every other proposal and rejects the rest.

    make evals ARGS="proposals --data /work/shared/data/gps"
    make evals ARGS="proposals --year --users 1 --show"

The trails name no place. Each spot where a user stays is a place here; *home* is where they are most of the nights,
*work* where they are most of the working days else. `told`: home is marked as such, and the user's own card says where
they work; `untold`: Steward has to see it. At the end every sample is sent once more, every day is computed anew, and
every evening is gone through again: nothing may come of it.
"""

import argparse
import asyncio
import json
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from bench.home import database, user
from sqlalchemy import text
from tests.evals.stays import DATA

from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.senses.locations import service as locations
from orchestrator.domain.senses.locations.schemas import SampleFields
from orchestrator.domain.senses.locations.service import Batch
from orchestrator.domain.senses.stays import service as stays
from orchestrator.domain.senses.stays.detection import Fix, metres
from orchestrator.domain.senses.stays.verdicts import stays_verdict
from orchestrator.domain.work.proposed_events import repository, rules
from orchestrator.domain.work.proposed_events import service as proposed
from orchestrator.domain.work.proposed_events.proposing import propose
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.places.service import places
from orchestrator.kit.ids import new_id
from orchestrator.kit.zones import to_wall

ZONE = "Asia/Shanghai"
EVENING = time(15, 50)
SPOT_M = 150.0
DAYS_OF_A_YEAR = 365
DAYTIME, OFFICE = range(7, 22), range(9, 18)
LAST_WORKDAY = 4
Row = dict[str, Any]


@dataclass
class Life:
    """One user's days in order, with the spots where they stay; `home` and `work` are places in `spots`."""

    name: str
    days: dict[date, list[Row]]
    spots: list[tuple[float, float]] = field(default_factory=list)
    home: int | None = None
    work: int | None = None


@dataclass
class Tally:
    """What came of a replay."""

    days: int = 0
    of_day: Counter[int] = field(default_factory=Counter)
    total: int = 0
    home: int = 0
    work: int = 0
    most_open: int = 0
    again: int = 0
    states: Counter[str] = field(default_factory=Counter)


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 where a promise does not hold."""
    parser = argparse.ArgumentParser(
        prog="tests.evals proposals", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--year", action="store_true", help="a year made of each user's days")
    parser.add_argument("--users", type=int, default=None, help="so many of them")
    parser.add_argument("--untold", action="store_true", help="nobody says where home and work are")
    parser.add_argument("--show", action="store_true", help="each proposal")
    given = parser.parse_args(arguments)
    found = lives(given.data / "fixes.jsonl")[: given.users]
    tallies = asyncio.run(_replayed([_year(one) for one in found] if given.year else found, given))
    held = [_line(*each, told=not given.untold) for each in zip(found, tallies, strict=True)]
    return 0 if all(held) else 1


def _line(life: Life, tally: Tally, *, told: bool) -> bool:
    most = max(tally.of_day, default=0)
    states = " ".join(f"{state}: {number}" for state, number in sorted(tally.states.items()))
    each = tally.total / max(tally.days, 1)
    print(
        f"{life.name:<14} {tally.days:>4} days, {tally.total:>4} proposals ({each:.2f} a day), at most {most} a day,"
        f" {tally.most_open} open; home {tally.home}, work {tally.work}, again {tally.again} ({states})"
    )
    bounded = most <= rules.MOST_A_DAY and tally.most_open <= rules.MOST_OPEN and not tally.again
    return bounded and not (told and (tally.home or tally.work))


def lives(file: Path) -> list[Life]:
    """All users with their days."""
    found: defaultdict[str, dict[date, list[Row]]] = defaultdict(dict)
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        found[row["user"]].setdefault(date.fromisoformat(row["day"]), []).append(row)
    return [_known(Life(name, dict(sorted(days.items())))) for name, days in sorted(found.items())]


def _known(life: Life) -> Life:
    """The same with its spots, and which of them are home and work."""
    nights: Counter[int] = Counter()
    working: Counter[int] = Counter()
    for day, rows in life.days.items():
        for stay in stays_verdict({"id": "-", "fixes": rows})["stays"]:
            spot = _spot(life, stay["lat"], stay["lon"])
            for hour in range(int(stay["start"] // 3600), int(stay["end"] // 3600) + 1):
                at = to_wall(datetime.fromtimestamp(hour * 3600, UTC), ZONE)
                if at.hour not in DAYTIME:
                    nights[spot] += 1
                elif at.hour in OFFICE and day.weekday() <= LAST_WORKDAY:
                    working[spot] += 1
    life.home = nights.most_common(1)[0][0] if nights else None
    life.work = next((spot for spot, _ in working.most_common() if spot != life.home), None)
    return life


def _spot(life: Life, lat: float, lon: float) -> int:
    for number, (known_lat, known_lon) in enumerate(life.spots):
        if metres(Fix(0, lat, lon), Fix(0, known_lat, known_lon)) <= SPOT_M:
            return number
    life.spots.append((lat, lon))
    return len(life.spots) - 1


def _year(life: Life) -> Life:
    """Their days by chance, each on its own day of the week where there is one, for a year."""
    chance = random.Random(life.name)
    by_weekday: defaultdict[bool, list[date]] = defaultdict(list)
    for day in life.days:
        by_weekday[day.weekday() <= LAST_WORKDAY].append(day)
    first = next(iter(life.days))
    made: dict[date, list[Row]] = {}
    for number in range(DAYS_OF_A_YEAR):
        day = first + timedelta(days=number)
        source = chance.choice(by_weekday[day.weekday() <= LAST_WORKDAY] or list(life.days))
        apart = (day - source).total_seconds()
        made[day] = [{**row, "tst": row["tst"] + apart} for row in life.days[source]]
    return Life(life.name, made, life.spots, life.home, life.work)


async def _replayed(found: Sequence[Life], given: argparse.Namespace) -> list[Tally]:
    async with database() as opened:
        return [await Replay(opened, await user(opened), life, given).run() for life in found]


class Replay:
    """One life, evening by evening."""

    def __init__(self, opened: Database, owner_id: UUID, life: Life, given: argparse.Namespace) -> None:
        self._database, self._owner, self._life, self._given = opened, owner_id, life, given
        self._places: dict[UUID, int] = {}
        self._answers = 0
        self._tally = Tally(days=len(life.days))

    async def run(self) -> Tally:
        """All days, then everything once more."""
        await self._begin()
        for day, rows in self._life.days.items():
            await self._send(rows)
            await self._evening(day)
        await self._once_more()
        return self._tally

    async def _begin(self) -> None:
        async with self._tx() as tx:
            zoned = text("update users set timezone = :zone where id = :me")
            await tx.session.execute(zoned, {"me": self._owner, "zone": ZONE})
            for number, (lat, lon) in enumerate(self._life.spots):
                home = number == self._life.home and not self._given.untold
                told = {"name": f"Spot {number}", "lat": lat, "lon": lon, "radius_m": SPOT_M, "home_like": home}
                row = await places.create(tx, places.checked(told), zone=ZONE)
                self._places[row.id] = number
            if self._life.work is not None and not self._given.untold:
                await self._works_at(tx, next(one for one, spot in self._places.items() if spot == self._life.work))

    async def _works_at(self, tx: Tx, place_id: UUID) -> None:
        """The user's own card with the place where they work."""
        link = {"place_id": place_id, "label": "Work"}
        card = {"display_name": "Bench", "emails": [f"{self._owner}@example.org"], "places": [link]}
        await contacts.create(tx, contacts.checked(card), zone=ZONE)

    async def _send(self, rows: Sequence[Row]) -> None:
        samples = [
            SampleFields.model_validate(
                {
                    "captured_at": datetime.fromtimestamp(row["tst"], UTC).isoformat(),
                    "lat": row["lat"],
                    "lon": row["lon"],
                }
            )
            for row in rows
        ]
        async with self._tx() as tx:
            await locations.take_in(tx, samples, Batch(Origin.OWN_DATA, "owntracks", "phone"), now=datetime.now(UTC))

    async def _evening(self, day: date) -> None:
        """What is proposed at 15:50 UTC, and what the user says to it."""
        now = datetime.combine(day, EVENING, tzinfo=UTC)
        async with self._tx() as tx:
            made = await propose(tx, now=now, fallback=ZONE)
            rows = [row for one in made if (row := await repository.get(tx, one)) is not None]
            self._tally.most_open = max(self._tally.most_open, len(await proposed.waiting(tx, now, limit=100)))
            for row in rows:
                self._count(row)
                await self._answer(tx, row, now)

    def _count(self, row: ProposedEvent) -> None:
        spot = self._places.get(row.place_id) if row.place_id else None
        self._tally.total += 1
        self._tally.home += spot == self._life.home
        self._tally.work += spot == self._life.work
        if self._given.show:
            start, end = (to_wall(at, row.timezone) for at in (row.start_at, row.end_at))
            print(f"  {start:%a %Y-%m-%d %H:%M}–{end:%H:%M} {row.title} {row.confidence} {row.score:.2f}")

    async def _answer(self, tx: Tx, row: ProposedEvent, now: datetime) -> None:
        """Every third is left unanswered; of the others every other one is taken."""
        self._answers += 1
        if self._answers % 3 == 1:
            await proposed.accepted(tx, row, new_id(), (), now)
        elif self._answers % 3 == 2:
            await proposed.dismissed(tx, row, "not_an_event", now)

    async def _once_more(self) -> None:
        """A re-import of all, a recompute of all, and every evening again: none of them may bring back what was
        proposed."""
        async with self._tx() as tx:
            before = list(await repository.everything(tx))
        self._tally.of_day = Counter(Counter(row.day for row in before).values())
        self._tally.states = Counter(row.state for row in before)
        for rows in self._life.days.values():
            await self._send(rows)
        await self._computed_anew()
        for day in self._life.days:
            async with self._tx() as tx:
                made = await propose(tx, now=datetime.combine(day, EVENING, tzinfo=UTC), fallback=ZONE)
                fresh = [row for one in made if (row := await repository.get(tx, one)) is not None]
                self._tally.again += sum(_covered(row, before) for row in fresh)

    async def _computed_anew(self) -> None:
        async with self._tx() as tx:
            await tx.session.execute(_MARK_ALL, {"me": self._owner})
        while True:
            async with self._tx() as tx:
                if not await stays.settle(tx):
                    return

    def _tx(self) -> AbstractAsyncContextManager[Tx]:
        return self._database.unit_of_work_of(self._owner)


_MARK_ALL = text("""
    insert into location_changes (user_id, source, device, day)
    select distinct user_id, source, device, captured_at::date from locations where user_id = :me
    on conflict do nothing
""")


def _covered(row: ProposedEvent, before: Sequence[ProposedEvent]) -> bool:
    """Whether its time was proposed before."""
    return any(_both(row, one) >= rules.SAME * min(_length(row), _length(one)) for one in before)


def _both(row: ProposedEvent, other: ProposedEvent) -> timedelta:
    return min(row.end_at, other.end_at) - max(row.start_at, other.start_at)


def _length(row: ProposedEvent) -> timedelta:
    return row.end_at - row.start_at
