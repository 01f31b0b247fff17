"""What becomes of events that leave their feed, and come back? And do series stay expanded ahead of time?"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import text
from tests.support.people import make_user

from orchestrator.db.session import Database
from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files.ingest import Feed, absent, take_in
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import count, find
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.series import service as series
from orchestrator.domain.world.events.service import active_state, events

ZONE = "Europe/Lisbon"


def feed_of(*uids: str, title: str = "Lesson") -> bytes:
    parts = [
        f"BEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:{title} {uid}\r\nDTSTART:20270{at + 1}01T100000Z\r\nEND:VEVENT\r\n"
        for at, uid in enumerate(uids)
    ]
    return ("BEGIN:VCALENDAR\r\n" + "".join(parts) + "END:VCALENDAR\r\n").encode()


async def refresh(database: Database, owner: UUID, file: bytes, source: str = "feed") -> tuple[list[str], Any]:
    async with database.unit_of_work_of(owner) as tx:
        items = ics.parse(file, zone=ZONE).items
        results = await take_in(tx, items, Feed(source, ZONE, calendar="School"))
        gone = await absent(tx, source=source, present={item.uid for item in items})
    return [one.status for one in results], gone


async def test_a_feed_is_not_believed_to_be_our_export(database: Database) -> None:
    owner = await make_user(database, zone=ZONE)
    async with database.unit_of_work_of(owner) as tx:
        row = await events.create(tx, EventFields(title="Own", start_at="2027-01-01T10:00:00"), zone=ZONE)
    forged = feed_of("x").replace(b"SUMMARY", f"X-STEWARD-ID:{row.id}\r\nSUMMARY".encode())
    assert (await refresh(database, owner, forged))[0] == ["created"]
    async with database.unit_of_work_of(owner) as tx:
        assert (await events.get(tx, row.id)).title == "Own"


async def test_series_are_expanded_ahead_and_told_in_the_active_state(database: Database) -> None:
    owner = await make_user(database, zone="UTC")
    now = datetime.now(UTC).replace(microsecond=0)
    start = (now - timedelta(days=700)).replace(hour=0, minute=0, second=0)
    fields = EventFields(
        title="Standup", start_at=start.replace(hour=23, minute=59), timezone="UTC", recurrence="FREQ=DAILY"
    )
    async with database.unit_of_work_of(owner) as tx:
        row = await events.create(tx, fields, zone="UTC")
        assert "Standup" in str(await active_state(tx, now, "UTC", "en"))
        # As after a long rest: nothing near is expanded any more.
        await tx.session.execute(text("delete from event_occurrences where event_id = :id"), {"id": row.id})
        await tx.session.execute(text("update event_series set years = '{}' where event_id = :id"), {"id": row.id})
        assert await active_state(tx, now, "UTC", "en") == []
        await series.expand_ahead(tx)
        assert "Standup" in str(await active_state(tx, now, "UTC", "en"))
        assert await count(tx, EventFilter(now, now + timedelta(days=10))) in {10, 11}


async def test_two_readers_expand_the_same_year_once(database: Database) -> None:
    owner = await make_user(database, zone="UTC")
    async with database.unit_of_work_of(owner) as tx:
        await events.create(
            tx, EventFields(title="Old", start_at="2001-01-01T10:00:00", recurrence="FREQ=WEEKLY"), zone="UTC"
        )
    wanted = EventFilter(datetime(2010, 1, 1, tzinfo=UTC), datetime(2010, 2, 1, tzinfo=UTC))
    async with database.unit_of_work_of(owner) as tx:
        first = await find(tx, wanted, limit=50)
    async with database.unit_of_work_of(owner) as tx:
        second = await find(tx, wanted, limit=50)
        years = (
            await tx.session.execute(text("select years from event_series where user_id = :o"), {"o": owner})
        ).scalar_one()
    assert [one.start_at for one in first] == [one.start_at for one in second]
    assert len(first) == 4
    assert len(years) == len(set(years))
