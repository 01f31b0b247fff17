"""The table `locations` (db_migrations/0026), and what reads and writes it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Double, Text, bindparam, delete, func, insert, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import ARRAY, distinct_on
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import DateTime

from orchestrator.db.base import Base, Owned
from orchestrator.db.tx import Tx


class Location(Owned, Base):
    """One sample. Degrees (WGS 84), metres, metres a second; `battery` 0 to 1. '' in `source` and `device`: not
    told."""

    __tablename__ = "locations"

    external_id: Mapped[str | None]
    source: Mapped[str] = mapped_column(default="")
    origin: Mapped[str]
    version: Mapped[int] = mapped_column(default=1)
    tags: Mapped[list[str]] = mapped_column(default=list)
    device: Mapped[str] = mapped_column(default="")
    captured_at: Mapped[datetime]
    lat: Mapped[float] = mapped_column(Double)
    lon: Mapped[float] = mapped_column(Double)
    accuracy_m: Mapped[float | None] = mapped_column(Double)
    altitude_m: Mapped[float | None] = mapped_column(Double)
    vertical_accuracy_m: Mapped[float | None] = mapped_column(Double)
    speed_mps: Mapped[float | None] = mapped_column(Double)
    course_deg: Mapped[float | None] = mapped_column(Double)
    battery: Mapped[float | None] = mapped_column(Double)
    battery_state: Mapped[str | None]
    motion: Mapped[list[str]] = mapped_column(default=list)


SampleKey = tuple[str, str, datetime]
"""(source, device, instant): what a sample without an external id is known by."""
ExternalKey = tuple[str, str]
"""(source, external id)"""
# Lateral: each sample is looked up in the index. As a plain join it was planned for a small table, and the plan was
# kept while a long file made that a large one: 1.5 s a batch instead of 0.01.
_KNOWN = text(
    """
    select l.id, l.source, l.device, l.captured_at
      from unnest(:sources, :devices, :moments) as k (source, device, captured_at),
           lateral (
               select id, source, device, captured_at from locations
                where user_id = :owner and source = k.source and device = k.device and captured_at = k.captured_at
                  and external_id is null
                limit 1
           ) l
    """
).bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("sources", type_=ARRAY(Text())),
    bindparam("devices", type_=ARRAY(Text())),
    bindparam("moments", type_=ARRAY(DateTime(timezone=True))),
)


async def known_samples(tx: Tx, keys: Sequence[SampleKey]) -> dict[SampleKey, UUID]:
    """The ids of those that are stored."""
    if not keys:
        return {}
    values = {
        "owner": tx.owner_id,
        "sources": [source for source, _, _ in keys],
        "devices": [device for _, device, _ in keys],
        "moments": [moment for _, _, moment in keys],
    }
    return {(row.source, row.device, row.captured_at): row.id for row in await tx.session.execute(_KNOWN, values)}


async def by_external_ids(tx: Tx, keys: Sequence[ExternalKey]) -> dict[ExternalKey, Location]:
    """The rows with these external ids."""
    if not keys:
        return {}
    statement = select(Location).where(
        Location.user_id == tx.owner_id, Location.external_id.in_({external_id for _, external_id in keys})
    )
    wanted = set(keys)
    found = {(row.source, row.external_id or ""): row for row in await tx.session.scalars(statement)}
    return {key: row for key, row in found.items() if key in wanted}


async def add(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert samples."""
    if rows:
        await tx.session.execute(insert(Location), [{**row, "user_id": tx.owner_id} for row in rows])


async def change(tx: Tx, location_id: UUID, values: Mapping[str, Any]) -> None:
    """Replace columns of one, as its next version."""
    await tx.session.execute(
        update(Location)
        .where(Location.user_id == tx.owner_id, Location.id == location_id)
        .values(**values, version=Location.version + 1, updated_at=func.steward_now())
        .execution_options(synchronize_session=False)
    )


async def page(
    tx: Tx,
    *,
    after: tuple[datetime, UUID] | None,
    limit: int,
    since: datetime | None,
    until: datetime | None,
    device: str | None,
    q: str | None,
) -> Sequence[Location]:
    """Samples in [since, until), the newest first; `q` looks into the names of devices."""
    statement = select(Location).where(Location.user_id == tx.owner_id)
    if after is not None:
        statement = statement.where(tuple_(Location.captured_at, Location.id) < after)
    if since is not None:
        statement = statement.where(Location.captured_at >= since)
    if until is not None:
        statement = statement.where(Location.captured_at < until)
    if device is not None:
        statement = statement.where(Location.device == device)
    if q:
        statement = statement.where(Location.device.icontains(q, autoescape=True))
    ordered = statement.order_by(Location.captured_at.desc(), Location.id.desc()).limit(limit)
    return (await tx.session.scalars(ordered)).all()


async def newest_of_others(tx: Tx, *, source: str, device: str, since: datetime) -> Sequence[Location]:
    """The newest sample after `since` of each other device of this source."""
    statement = (
        select(Location)
        .ext(distinct_on(Location.device))
        .where(
            Location.user_id == tx.owner_id,
            Location.source == source,
            Location.device.not_in(("", device)),
            Location.captured_at > since,
        )
        .order_by(Location.device, Location.captured_at.desc())
    )
    return (await tx.session.scalars(statement)).all()


async def get(tx: Tx, location_id: UUID) -> Location | None:
    """The owner's sample."""
    return await tx.session.scalar(select(Location).where(Location.user_id == tx.owner_id, Location.id == location_id))


async def erase(tx: Tx, location_id: UUID) -> Location | None:
    """Delete it; answers it as it was, None where there is none."""
    statement = (
        delete(Location)
        .where(Location.user_id == tx.owner_id, Location.id == location_id)
        .returning(Location)
        .execution_options(synchronize_session=False)
    )
    return (await tx.session.scalars(statement)).one_or_none()


async def all_keys(tx: Tx) -> list[tuple[UUID, str, str | None, str, datetime]]:
    """(id, source, external id, device, instant) of all samples."""
    columns = (Location.id, Location.source, Location.external_id, Location.device, Location.captured_at)
    found = await tx.session.execute(select(*columns).where(Location.user_id == tx.owner_id))
    return [(row.id, row.source, row.external_id, row.device, row.captured_at) for row in found]
