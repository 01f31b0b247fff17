"""The days of each device whose samples changed since its stays were computed, and their samples as fixes.

A change is marked in the unit of work that makes it, and the mark goes in the one that computes the stays: neither a
crash nor a batch that comes meanwhile loses a day.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Date, cast, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.db.tx import Tx
from orchestrator.domain.senses.locations.repository import Location
from orchestrator.domain.senses.locations.schemas import COMPUTE_STAYS, ComputeStays
from orchestrator.scheduling.async_jobs import debounce

QUIET_S, AT_LATEST_S = 5.0, 60.0
"""A phone that was offline sends many batches: computed once they all are there."""
MARKED_AT_ONCE = 2_000
_DAY_OF = cast(func.timezone("UTC", Location.captured_at), Date)


_TRAIL = text(
    """
    select coalesce(array_agg(extract(epoch from captured_at)::double precision order by captured_at, id), '{}') as at,
           coalesce(array_agg(lat order by captured_at, id), '{}') as lat,
           coalesce(array_agg(lon order by captured_at, id), '{}') as lon,
           coalesce(array_agg(accuracy_m order by captured_at, id), '{}') as accuracy_m,
           coalesce(array_agg(distinct origin), '{}') as origins
      from locations
     where user_id = :owner and source = :source and device = :device
       and captured_at between coalesce(cast(:since as timestamptz), '-infinity')
                           and coalesce(cast(:until as timestamptz), 'infinity')
    """
)


class LocationChange(Base):
    """A day (UTC) whose samples changed."""

    __tablename__ = "location_changes"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)


class Track(NamedTuple):
    """Whose trail it is: one device, as one source tells it."""

    source: str
    device: str


class TrackDay(NamedTuple):
    """One day (UTC) of a trail."""

    track: Track
    day: date


class Trail(NamedTuple):
    """The samples of a part of a trail, column by column: seconds since 1970, degrees, metres; and whose words they
    are. A year is half a million of them, for which rows of objects cost too much."""

    at: Sequence[float]
    lat: Sequence[float]
    lon: Sequence[float]
    accuracy_m: Sequence[float | None]
    origins: frozenset[str]


async def mark(tx: Tx, days: Iterable[TrackDay]) -> None:
    """Remember that samples of these days came, changed or went, and have the stays computed."""
    rows = [
        {"user_id": tx.owner_id, "source": one.track.source, "device": one.track.device, "day": one.day}
        for one in sorted(set(days))
    ]
    for start in range(0, len(rows), MARKED_AT_ONCE):
        await tx.session.execute(
            insert(LocationChange).values(rows[start : start + MARKED_AT_ONCE]).on_conflict_do_nothing()
        )
    if rows:
        await compute_later(tx)


async def mark_arrived(tx: Tx, ids: Sequence[UUID]) -> None:
    """The same for samples that an archive brought."""
    columns = (Location.source, Location.device, _DAY_OF.label("day"))
    found = await tx.session.execute(
        select(*columns).where(Location.user_id == tx.owner_id, Location.id.in_(ids)).distinct()
    )
    await mark(tx, [TrackDay(Track(row.source, row.device), row.day) for row in found])


async def compute_later(tx: Tx) -> None:
    """Have the stays of all marked days computed."""
    await debounce(
        tx.session,
        COMPUTE_STAYS,
        ComputeStays(),
        dedupe_key="all",
        wait_s=QUIET_S,
        max_wait_s=AT_LATEST_S,
        owner_id=tx.owner_id,
    )


async def marked(tx: Tx, *, limit: int) -> list[TrackDay]:
    """The marked days, in the order of trails and time."""
    key = (LocationChange.source, LocationChange.device, LocationChange.day)
    statement = select(*key).where(LocationChange.user_id == tx.owner_id).order_by(*key).limit(limit)
    return [TrackDay(Track(row.source, row.device), row.day) for row in await tx.session.execute(statement)]


async def unmark(tx: Tx, track: Track, first: date, last: date) -> None:
    """The stays of these days, both included, are computed."""
    await tx.session.execute(
        delete(LocationChange).where(
            LocationChange.user_id == tx.owner_id,
            LocationChange.source == track.source,
            LocationChange.device == track.device,
            LocationChange.day.between(first, last),
        )
    )


async def trail(tx: Tx, track: Track, since: datetime | None, until: datetime | None) -> Trail:
    """The samples of a trail from `since` to `until`, both included, in the order of time."""
    values = {"owner": tx.owner_id, **track._asdict(), "since": since, "until": until}
    row = (await tx.session.execute(_TRAIL, values)).one()
    return Trail(row.at, row.lat, row.lon, row.accuracy_m, frozenset(row.origins))


async def neighbour(tx: Tx, track: Track, moment: datetime, *, later: int) -> datetime | None:
    """When the sample was measured that is so many later than `moment` (earlier where negative), as far as there are
    so many; None where there is none."""
    after = later > 0
    beyond = Location.captured_at > moment if after else Location.captured_at < moment
    order = Location.captured_at if after else Location.captured_at.desc()
    statement = (
        select(Location.captured_at)
        .where(
            Location.user_id == tx.owner_id,
            Location.source == track.source,
            Location.device == track.device,
            beyond,
        )
        .order_by(order)
        .limit(abs(later))
    )
    found = list(await tx.session.scalars(statement))
    return found[-1] if found else None


async def measured_at(tx: Tx, track: Track, moment: datetime) -> bool:
    """Whether a sample of the trail was measured at that very moment."""
    statement = select(Location.id).where(
        Location.user_id == tx.owner_id,
        Location.source == track.source,
        Location.device == track.device,
        Location.captured_at == moment,
    )
    return await tx.session.scalar(statement.limit(1)) is not None


async def sample_ids(tx: Tx, track: Track, since: datetime, until: datetime, *, limit: int) -> list[UUID]:
    """The samples of a trail from `since` to `until`, both included: what a stay was made of."""
    statement = select(Location.id).where(
        Location.user_id == tx.owner_id,
        Location.source == track.source,
        Location.device == track.device,
        Location.captured_at.between(since, until),
    )
    return list(await tx.session.scalars(statement.limit(limit)))
