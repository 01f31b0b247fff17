"""What is gathered of a day, stored once a date, set off once a morning, and withdrawn with its sources?

The clock is that of the database; a transaction moves its own.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from tests.support.people import make_user
from tests.support.postgres import execute, scalar
from tests.support.pushes import device, worked
from tests.support.waiting import eventually

from orchestrator import catalog
from orchestrator.agent.ports.erasure import Receipt
from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.briefings import service
from orchestrator.domain.work.briefings.asking import Written
from orchestrator.domain.work.briefings.schemas import BriefingOut
from orchestrator.domain.work.briefings.service import Draft
from orchestrator.domain.work.briefings.slice import briefing_jobs
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.todos.service import todos
from orchestrator.integrations.push.fake import KeptPushes
from orchestrator.kit.clock import SystemClock
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling.worker import Worker

ERASURE = Erasure(catalog.ERASABLES)
ZONE = "America/Sao_Paulo"
FRIDAY = date(2026, 11, 27)
SEVEN = datetime(2026, 11, 27, 10, tzinfo=UTC)
"""Seven in São Paulo."""


async def moved_to(session: AsyncSession, moment: datetime) -> None:
    """Let it be that moment, in this transaction."""
    offset = (moment - datetime.now(UTC)).total_seconds()
    await session.execute(text("select set_config('steward.clock_offset_s', :s, true)"), {"s": str(offset)})


@asynccontextmanager
async def at(database: Database, moment: datetime = SEVEN) -> AsyncIterator[AsyncSession]:
    async with database.unit_of_work() as session:
        await moved_to(session, moment)
        yield session


async def make(
    database: Database, owner: UUID, slice_: EntityService[Any, Any], moment: datetime | None = None, **fields: Any
) -> UUID:
    """Make an entity, a week before unless told when."""
    async with at(database, moment or SEVEN - timedelta(days=7)) as session:
        row = await slice_.create(Tx(session, owner), slice_.fields.model_validate(fields), zone=ZONE)
        return UUID(str(row.id))


async def update(
    database: Database, owner: UUID, slice_: EntityService[Any, Any], entity: UUID, moment: datetime, **changes: Any
) -> None:
    async with at(database, moment) as session:
        await slice_.update(Tx(session, owner), entity, changes, zone=ZONE)


async def someone(database: Database, zone: str | None = ZONE, **columns: Any) -> UUID:
    """A user who has been here for a while."""
    owner = await make_user(database, zone=zone or "UTC")
    values = {"created_at": SEVEN - timedelta(days=90), "last_active_at": SEVEN - timedelta(days=1), **columns}
    values["timezone"] = zone
    named = ", ".join(f"{name} = :{name}" for name in values)
    await execute(database, f"update users set {named} where id = :owner", owner=owner, **values)
    return owner


async def drafted(database: Database, owner: UUID, day: date | None = None, moment: datetime = SEVEN) -> Draft:
    async with at(database, moment) as session:
        return await service.draft(Tx(session, owner), day, fallback=None)


async def lines(database: Database, owner: UUID, day: date | None = None, moment: datetime = SEVEN) -> list[str]:
    """The texts, each behind its section."""
    return [f"{line.section}: {line.text}" for line in (await drafted(database, owner, day, moment)).lines]


async def stored(
    database: Database, owner: UUID, said: Written | None = None, *, push: bool = False, made: Draft | None = None
) -> BriefingOut:
    made = made or await drafted(database, owner)
    async with at(database) as session:
        tx = Tx(session, owner)
        briefing = await service.store(tx, made, said, notifier=Pushes(ZONE) if push else None)
        return await service.show(tx, briefing)


async def latest(database: Database, owner: UUID) -> BriefingOut:
    async with database.unit_of_work_of(owner) as tx:
        return await service.latest(tx, fallback=None)


async def erase(database: Database, owner: UUID, kind: str, entity: UUID, *, dry_run: bool = False) -> Receipt:
    async with database.unit_of_work_of(owner) as tx:
        return await ERASURE.erase(tx, kind, entity, dry_run=dry_run)


# --- gathering


async def test_events_of_today_and_tomorrow_in_the_users_zone(database: Database) -> None:
    ana = await someone(database)
    make_event = [
        {"title": "Dentist", "start_at": "2026-11-27T10:00", "end_at": "2026-11-27T11:00"},
        {"title": "Over midnight", "start_at": "2026-11-26T23:00", "end_at": "2026-11-27T01:00"},
        {"title": "Ended at midnight", "start_at": "2026-11-26T23:00", "end_at": "2026-11-27T00:00"},
        {"title": "Tokyo call", "start_at": "2026-11-28T09:00", "timezone": "Asia/Tokyo"},  # Friday 21:00 here
        {"title": "Holiday in Samoa", "start_at": "2026-11-27", "timezone": "Pacific/Apia"},
        {"title": "Yesterday in Hawaii", "start_at": "2026-11-26", "timezone": "Pacific/Honolulu"},
        {"title": "Fair", "start_at": "2026-11-25", "end_at": "2026-11-29"},
        {"title": "Breakfast", "start_at": "2026-11-28T08:30"},
        {"title": "Cinema", "start_at": "2026-11-29T20:00"},
        {"title": "Off", "start_at": "2026-11-27T15:00", "status": "cancelled"},
    ]
    for fields in make_event:
        await make(database, ana, events, **fields)
    assert await lines(database, ana) == [
        "today: All day, until Sat, 28 Nov: “Fair”",
        "today: All day: “Holiday in Samoa”",
        "today: Until 01:00: “Over midnight”",
        "today: 10:00–11:00: “Dentist”",
        "today: 21:00 (09:00 in Tokyo): “Tokyo call”",
        "tomorrow: Tomorrow, 08:30: “Breakfast”",
    ]


async def test_every_line_has_a_source_that_there_is(database: Database) -> None:
    ana = await someone(database)
    home = await make(database, ana, places, name="Home")
    ids = {
        "event": await make(database, ana, events, title="Dinner", start_at="2026-11-27T19:30", place_id=str(home)),
        "todo": await make(database, ana, todos, title="Milk", due_at="2026-11-27"),
        "contact": await make(database, ana, contacts, display_name="Bia", birthday="1990-11-30"),
        "place": home,
    }
    found = (await drafted(database, ana)).lines
    assert {(source.type, source.id) for line in found for source in line.sources} == set(ids.items())
    assert [line.text for line in found] == [
        "19:30: “Dinner” at Home",
        "“Milk”: due today",
        "Bia: birthday Mon, 30 Nov, turns 36",
    ]


async def test_what_changed_since_yesterday(database: Database) -> None:
    ana = await someone(database)
    recently, earlier = SEVEN - timedelta(hours=3), SEVEN - timedelta(days=2)
    trip = await make(database, ana, events, title="Trip", start_at="2026-12-05T09:00")
    call = await make(database, ana, events, title="Call", start_at="2026-11-27T15:00")
    off = await make(database, ana, events, title="Party", start_at="2026-12-03T20:00")
    old = await make(database, ana, events, title="Old news", start_at="2026-12-03T20:00")
    gone = await make(database, ana, events, title="Gone", start_at="2026-11-20T20:00")
    await make(database, ana, events, recently, title="Concert", start_at="2026-12-10T21:00")
    await make(database, ana, events, earlier, title="Known", start_at="2026-12-10T21:00")
    await update(database, ana, events, trip, recently, start_at="2026-12-06T10:00")
    await update(database, ana, events, call, recently, start_at="2026-11-27T16:00")
    await update(database, ana, events, off, recently, status="cancelled")
    await update(database, ana, events, gone, recently, status="cancelled")
    await update(database, ana, events, old, earlier, status="cancelled")
    await update(database, ana, events, old, recently, description="not the news")
    assert await lines(database, ana) == [
        "today: 16:00: “Call” (new time, was 15:00)",
        "changes: Called off: “Party”, Thu, 3 Dec, 20:00",
        "changes: New time: “Trip”, Sun, 6 Dec, 10:00 (was Sat, 5 Dec, 09:00)",
        "changes: New: “Concert”, Thu, 10 Dec, 21:00",
    ]
    newcomer = await someone(database, created_at=SEVEN - timedelta(hours=2))
    await make(database, newcomer, events, recently, title="Concert", start_at="2026-12-10T21:00")
    assert await lines(database, newcomer) == [], "to whom nothing was told, nothing is new"


async def test_what_changed_of_series_is_told_by_the_next_day(database: Database) -> None:
    ana = await someone(database)
    recently = SEVEN - timedelta(hours=3)
    weekly = {"recurrence": ["RRULE:FREQ=WEEKLY"]}
    off = await make(database, ana, events, title="Choir", start_at="2026-01-05T19:00", **weekly)
    moved = await make(database, ana, events, title="Standup", start_at="2026-01-05T09:00", **weekly)
    today = await make(database, ana, events, title="Yoga", start_at="2026-01-02T18:00", **weekly)
    over = {"recurrence": ["RRULE:FREQ=WEEKLY;COUNT=3"]}
    past = await make(database, ana, events, title="Course", start_at="2026-01-05T19:00", **over)
    await update(database, ana, events, off, recently, status="cancelled")
    await update(database, ana, events, past, recently, status="cancelled")
    await update(database, ana, events, moved, recently, start_at="2026-01-05T10:00")
    await update(database, ana, events, today, recently, start_at="2026-01-02T18:30")
    assert await lines(database, ana) == [
        "today: 18:30: “Yoga” (new time, was 18:00)",
        "changes: New time: “Standup”, Mon, 30 Nov, 10:00 (was 09:00)",
        "changes: Called off: “Choir”, Mon, 30 Nov, 19:00",
    ]


async def test_single_days_of_series_that_changed_are_told(database: Database) -> None:
    ana = await someone(database)
    recently, before = SEVEN - timedelta(hours=3), SEVEN - timedelta(days=3)
    weekly = {"recurrence": ["RRULE:FREQ=WEEKLY"]}
    choir = await make(database, ana, events, title="Choir", start_at="2026-01-05T19:00", **weekly)
    yoga = await make(database, ana, events, title="Yoga", start_at="2026-01-02T18:00", **weekly)
    chess = await make(database, ana, events, title="Chess", start_at="2026-01-02T20:00", **weekly)
    known = {"recurrence_id": "2026-11-30T19:00", "status": "cancelled"}
    await update(database, ana, events, choir, before, overrides=[known])
    moved = {"recurrence_id": "2026-12-07T19:00", "start_at": "2026-12-08T20:00"}
    off = {"recurrence_id": "2026-12-14T19:00", "status": "cancelled"}
    renamed = {"recurrence_id": "2026-12-21T19:00", "title": "Carols"}
    await update(database, ana, events, choir, recently, overrides=[known, moved, off, renamed])
    today = {"recurrence_id": "2026-11-27T18:00", "start_at": "2026-11-27T18:30"}
    await update(database, ana, events, yoga, recently, overrides=[today])
    none = {"recurrence_id": "2026-11-27T20:00", "status": "cancelled"}
    await update(database, ana, events, chess, recently, overrides=[none])
    assert await lines(database, ana) == [
        "today: 18:30: “Yoga” (new time, was 18:00)",
        "changes: Called off: “Chess”, today, 20:00",
        "changes: New time: “Choir”, Tue, 8 Dec, 20:00 (was Mon, 7 Dec, 19:00)",
        "changes: Called off: “Choir”, Mon, 14 Dec, 19:00",
    ]
    await update(database, ana, events, choir, recently, overrides=[known, renamed])
    assert [one for one in await lines(database, ana) if "Choir" in one] == []


async def test_todos_due_and_overdue_by_the_users_clock(database: Database) -> None:
    ana = await someone(database)
    for fields in (
        {"title": "Taxes", "due_at": "2026-11-20"},
        {"title": "Rent", "due_at": "2026-11-27T06:59"},  # a minute ago
        {"title": "Ancient", "due_at": "2020-01-01"},
        {"title": "Milk", "due_at": "2026-11-27"},
        {"title": "Call Tokyo", "due_at": "2026-11-27T20:00", "timezone": "Asia/Tokyo"},  # 08:00 here
        {"title": "Flowers", "due_at": "2026-11-28"},
        {"title": "Some day", "due_at": "2026-12-24"},
        {"title": "Whenever"},
        {"title": "Done", "due_at": "2026-11-27", "done_at": "2026-11-26T10:00"},
    ):
        await make(database, ana, todos, **fields)
    assert await lines(database, ana) == [
        "overdue: “Rent”: overdue since today, 06:59",
        "overdue: “Taxes”: overdue since Fri, 20 Nov",
        "overdue: “Ancient”: overdue since Wed, 1 Jan 2020",
        "due: “Call Tokyo”: due today, 08:00",
        "due: “Milk”: due today",
        "due: “Flowers”: due tomorrow",
    ]


async def test_birthdays_of_the_week(database: Database) -> None:
    ana = await someone(database)
    for name, birthday in (("Bia", "1990-11-27"), ("Rui", "--12-04"), ("Zé", "--12-05"), ("Leap", "2000-02-29")):
        await make(database, ana, contacts, display_name=name, birthday=birthday)
    assert await lines(database, ana) == [
        "birthdays: Bia: birthday today, turns 36",
        "birthdays: Rui: birthday Fri, 4 Dec",
    ]
    common, leap = date(2027, 2, 25), date(2028, 2, 25)
    assert (await lines(database, ana, common))[-1] == "birthdays: Leap: birthday Sun, 28 Feb, turns 27"
    assert (await lines(database, ana, leap))[-1] == "birthdays: Leap: birthday Tue, 29 Feb, turns 28"


# --- storing


async def test_made_again_it_keeps_its_id_and_is_pushed_once(database: Database) -> None:
    ana = await someone(database)
    await device(database, ana)
    quiet = await stored(database, ana)
    assert quiet.push.state == "none"
    first = await stored(database, ana, push=True)
    await make(database, ana, events, title="Dentist", start_at="2026-11-27T10:00")
    again = await stored(database, ana, push=True)
    assert quiet.id == first.id == again.id
    assert [item.text for item in again.items] == ["10:00: “Dentist”"]
    assert first.push.state == again.push.state == "queued"
    assert await scalar(database, "select count(*) from pushes where user_id = :ana", ana=ana) == 1
    sender = KeptPushes()
    await execute(database, "update pushes set due_at = steward_now() where user_id = :ana", ana=ana)
    await execute(database, "update async_jobs set run_after = steward_now() where user_id = :ana", ana=ana)
    await worked(database, sender)
    (message,) = sender.sent
    assert message.data == {"kind": "daily_briefing", "id": str(first.id), "url": f"/briefings/{first.id}"}
    assert (message.title, message.body) == ("Your briefing for Friday, 27 November 2026", "Nothing on your calendar.")
    assert (await latest(database, ana)).push.state == "sent"


async def test_erased_while_a_model_writes_is_not_told(database: Database) -> None:
    ana = await someone(database)
    dentist = await make(database, ana, events, title="Dentist", start_at="2026-11-27T10:00")
    await make(database, ana, events, title="Lunch", start_at="2026-11-27T12:30")
    made = await drafted(database, ana)
    said = Written(
        "small",
        (
            (made.lines[:1], "The dentist is at 10:00."),
            (made.lines[1:], "Lunch is at 12:30."),
        ),
    )
    await erase(database, ana, "event", dentist)
    told = await stored(database, ana, said, made=made)
    assert ([item.text for item in told.items], told.generated_by) == (["Lunch is at 12:30."], "small")
    assert "entist" not in told.model_dump_json()


# --- erasure


async def test_what_is_erased_goes_out_of_briefings_and_pushes(database: Database) -> None:
    ana, ben = await someone(database), await someone(database)
    await device(database, ana)
    dentist = await make(database, ana, events, title="Dentist", start_at="2026-11-27T10:00")
    lunch = await make(database, ana, events, title="Lunch", start_at="2026-11-27T12:30")
    milk = await make(database, ana, todos, title="Milk", due_at="2026-11-27")
    made = await drafted(database, ana)
    said = Written("small", ((made.lines[:2], "Dentist at 10:00, then Lunch at 12:30."),))
    before = await stored(database, ana, said, push=True, made=made)
    assert [item.text for item in before.items] == ["Dentist at 10:00, then Lunch at 12:30.", "“Milk”: due today"]
    dry = await erase(database, ana, "event", dentist, dry_run=True)
    assert await latest(database, ana) == before
    receipt = await erase(database, ana, "event", dentist)
    assert dry == receipt
    assert (receipt.deleted, receipt.redacted) == ({"event": 1}, {"briefing": 1, "push": 1})
    after = await latest(database, ana)
    assert [item.text for item in after.items] == ["12:30: “Lunch”", "“Milk”: due today"]
    assert "entist" not in after.model_dump_json()
    assert "**Today, Fri, 27 Nov**\n\n- 12:30: “Lunch”" in after.markdown
    assert after.push.state == "none"  # it told when the first event begins, and was not sent yet
    assert (await erase(database, ana, "todo", milk)).redacted == {"briefing": 1}
    assert (await erase(database, ana, "event", lunch)).redacted == {"briefing": 1}
    assert (await latest(database, ana)).markdown.startswith("Nothing is on your calendar today")
    other = await make(database, ben, events, title="Dentist", start_at="2026-11-27T10:00")
    await stored(database, ben)
    await erase(database, ben, "event", other)
    stale = await scalar(
        database, "select count(*) from briefings b where b::text ilike '%dentist%' or b::text ilike '%milk%'"
    )
    assert stale == 0


async def test_an_event_at_an_erased_place_is_told_without_it(database: Database) -> None:
    ana = await someone(database)
    home = await make(database, ana, places, name="Hideaway")
    await make(database, ana, events, title="Dinner", start_at="2026-11-27T19:30", place_id=str(home))
    assert [item.text for item in (await stored(database, ana)).items] == ["19:30: “Dinner” at Hideaway"]
    await erase(database, ana, "place", home)
    assert [item.text for item in (await latest(database, ana)).items] == ["19:30: “Dinner”"]


# --- mornings


async def set_off(database: Database, moment: datetime, fallback: str | None = None) -> int:
    async with at(database, moment) as session:
        return await service.set_off(session, fallback=fallback)


async def mornings(database: Database) -> list[tuple[UUID, date]]:
    async with database.unit_of_work() as session:
        found = await session.execute(
            text("select user_id, (payload->>'date')::date as d from async_jobs where job_type = 'briefings.make'")
        )
        return sorted((row.user_id, row.d) for row in found)


async def test_each_user_at_their_own_time_once(database: Database) -> None:
    ana = await someone(database)
    tomo = await someone(database, "Asia/Tokyo", briefing_time="18:30")  # half an hour before
    lisa = await someone(database, "Europe/Lisbon", briefing_time="11:00")  # not yet
    mia = await someone(database, captured_timezone="Asia/Tokyo", briefing_time="19:00")  # where her phone is
    zoe = await someone(database, None, briefing_time="23:00")  # five o'clock UTC is over
    await someone(database, last_active_at=SEVEN - timedelta(days=31))
    await someone(database, last_active_at=None)
    assert [await set_off(database, SEVEN) for _ in range(3)] == [4, 0, 0]
    assert await mornings(database) == sorted((one, FRIDAY) for one in (ana, tomo, mia, zoe))
    nora = await someone(database, None, briefing_time="08:00")
    assert await set_off(database, SEVEN, ZONE) == 0
    assert await set_off(database, SEVEN + timedelta(hours=1), ZONE) == 2
    assert {(lisa, FRIDAY), (nora, FRIDAY)} <= {*await mornings(database)}
    assert await set_off(database, SEVEN + timedelta(hours=13, minutes=59), ZONE) == 0
    assert await set_off(database, SEVEN + timedelta(days=1), ZONE) == 3


async def test_replicas_that_look_at_once_set_off_one(database: Database) -> None:
    for _ in range(20):
        await someone(database)
    found = await asyncio.gather(*(set_off(database, SEVEN) for _ in range(8)))
    assert sum(found) == 20
    assert len(await mornings(database)) == 20


# --- the jobs


async def test_a_morning_that_is_over_when_its_job_runs_is_not_told(database: Database) -> None:
    now = datetime.now(UTC)
    ana = await someone(database, zone_where_it_is_noon(now), created_at=now - timedelta(days=9), last_active_at=now)
    async with database.unit_of_work() as session:
        await service.set_off(session, fallback=None)
    await execute(
        database,
        "update async_jobs set payload = jsonb_set(payload, '{date}', to_jsonb((payload->>'date')::date - 1))"
        " where job_type = 'briefings.make'",
    )
    await execute(database, "update briefings set date = date - 1 where user_id = :ana", ana=ana)
    handlers = briefing_jobs(ModelRouter([], reader=ReaderModel(), clock=SystemClock()), Pushes(ZONE), None)
    async with Worker(database, handlers, eraser=NothingToErase(), retry_delay_s=0.2).working():
        at_work = "job_type = 'briefings.make' and state in ('pending', 'running')"
        count = f"select count(*) from async_jobs where {at_work}"
        await eventually(lambda: scalar(database, count), lambda found: not found)
    assert await scalar(database, "select count(*) from briefings") == 0
    assert await scalar(database, "select count(*) from pushes") == 0
    async with database.unit_of_work() as session:
        assert await service.set_off(session, fallback=None) == 1  # today's


def zone_where_it_is_noon(now: datetime) -> str:
    """So that no test runs over a midnight."""
    ahead = 12 - now.hour
    return f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"


async def test_activity_is_a_turn_or_a_device(database: Database) -> None:
    ana = await someone(database, last_active_at=None)
    now = datetime.now(UTC)
    async with database.unit_of_work() as session:
        assert await accounts.mornings(session, active_since=now - timedelta(days=30)) == []
    await device(database, ana, timezone="Asia/Tokyo")
    async with database.unit_of_work() as session:
        (found,) = await accounts.mornings(session, active_since=now - timedelta(days=30))
    assert (found.user_id, found.timezone) == (ana, "Asia/Tokyo")
