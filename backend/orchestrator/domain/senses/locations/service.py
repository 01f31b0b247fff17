"""Where was the user? Samples are taken in once, however often and in whatever order their devices send them.

They stay raw: no model reads them but as stays (`senses/stays`), and the search index does not hold them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from orchestrator.agent.types.origin import Origin
from orchestrator.db.cursors import moment_cursor, moment_mark
from orchestrator.db.retry import repeated
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult, ItemError
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.senses.locations import changes, repository
from orchestrator.domain.senses.locations.changes import Track, TrackDay
from orchestrator.domain.senses.locations.repository import ExternalKey, Location, SampleKey
from orchestrator.domain.senses.locations.schemas import MOST_SAMPLES, LocationFields, LocationOut, Read, SampleFields
from orchestrator.errors import NotFound
from orchestrator.kit.clock import Clock, rfc3339
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import Page, PageRequest

KIND = "location"
MOBILE_SOURCE = "mobile"
AT_ONCE = MOST_SAMPLES
LATELY = timedelta(days=1)
AHEAD = timedelta(minutes=5)
"""So far a device's clock may be ahead of ours (contracts/location_ingest.md)."""
_MEASURED = (
    *("device", "captured_at", "lat", "lon", "accuracy_m", "altitude_m", "vertical_accuracy_m", "speed_mps"),
    *("course_deg", "battery", "battery_state", "motion"),
)


@dataclass(frozen=True)
class Batch:
    """Whose words samples are, and what those that do not say it are from. `may_restore`: `"restore": true` lifts a
    tombstone."""

    origin: Origin
    source: str = ""
    device: str = ""
    may_restore: bool = False


async def take_in(tx: Tx, samples: Sequence[Read], batch: Batch, *, now: datetime) -> list[IngestResult]:
    """One result a sample, in order. Never raises for a sample: one that can't be true is `invalid`.

    The same device and instant (or external id) again is `unchanged`; what an external id names is replaced where it
    differs. `now` (aware): what lies over five minutes ahead of it is invalid.
    """
    await provenance.lock_ingestion(tx)
    taking = _Taking(tx, batch, now)
    await taking.look_up([one for one in samples if isinstance(one, SampleFields)])
    results = [one if isinstance(one, IngestResult) else await taking.take(one) for one in samples]
    await repository.add(tx, taking.fresh)
    await changes.mark(tx, taking.touched)
    return results


async def take_in_all(
    database: Database, owner_id: UUID, samples: Sequence[Read], batch: Batch, *, clock: Clock
) -> list[IngestResult]:
    """As `take_in`, for any number of them, a transaction each thousand: a long file holds up no other delivery, and
    what is stored when it is broken off is `unchanged` the next time."""
    results: list[IngestResult] = []
    for start in range(0, len(samples), AT_ONCE):
        part = samples[start : start + AT_ONCE]
        results += await repeated(partial(_take_part, database, owner_id, part, batch, now=clock.now()))
    return results


async def _take_part(
    database: Database, owner_id: UUID, samples: Sequence[Read], batch: Batch, *, now: datetime
) -> list[IngestResult]:
    async with database.unit_of_work_of(owner_id) as tx:
        return await take_in(tx, samples, batch, now=now)


async def elsewhere(tx: Tx, *, source: str, device: str, now: datetime) -> list[LocationOut]:
    """Where the user's other devices of this source were last, of those that told it within a day."""
    rows = await repository.newest_of_others(tx, source=source, device=device, since=now - LATELY)
    return [_out(row) for row in rows]


async def list_locations(
    tx: Tx,
    page: PageRequest,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    device: str | None = None,
) -> Page[LocationOut]:
    """Samples in [since, until), the newest first. Raises InvalidRequest for a foreign cursor."""
    rows = await repository.page(
        tx, after=moment_mark(page.cursor), limit=page.limit + 1, since=since, until=until, device=device, q=page.q
    )
    there = rows[: page.limit]
    more = len(rows) > page.limit
    cursor = moment_cursor(there[-1].captured_at, there[-1].id) if more else None
    return Page([_out(row) for row in there], cursor)


async def show(tx: Tx, location_id: UUID) -> LocationOut:
    """One sample. Raises NotFound."""
    row = await repository.get(tx, location_id)
    if row is None:
        raise NotFound("There is no such location.")
    return _out(row)


def tombstone_key(device: str, captured_at: datetime, external_id: str | None) -> str:
    """What an erased sample is known by when it comes again, beside its source."""
    return external_id if external_id is not None else f"{device}@{rfc3339(captured_at)}"


class _Taking:
    """One batch on its way in, under the lock of the user's ingestion: what is known is looked up once."""

    def __init__(self, tx: Tx, batch: Batch, now: datetime) -> None:
        self._tx = tx
        self._batch = batch
        self._latest = now + AHEAD
        self._rows: dict[int, dict[str, Any]] = {}
        self._samples: dict[SampleKey, UUID] = {}
        self._external: dict[ExternalKey, dict[str, Any]] = {}
        self._buried: set[ExternalKey] = set()
        self._made: dict[UUID, dict[str, Any]] = {}
        self._changed: set[TrackDay] = set()

    @property
    def fresh(self) -> list[dict[str, Any]]:
        """The rows to be inserted."""
        return list(self._made.values())

    @property
    def touched(self) -> set[TrackDay]:
        """The days whose samples came or changed."""
        return self._changed | {_day_of(row) for row in self._made.values()}

    async def look_up(self, samples: Sequence[SampleFields]) -> None:
        self._rows = {id(one): self._columns(one) for one in samples}
        values = list(self._rows.values())
        named = [_external_key(row) for row in values if row["external_id"] is not None]
        unnamed = [_sample_key(row) for row in values if row["external_id"] is None]
        self._samples = await repository.known_samples(self._tx, unnamed)
        known = await repository.by_external_ids(self._tx, named)
        self._external = {key: _values(row) for key, row in known.items()}
        keys = [_tombstone(row) for row in values]
        self._buried = await provenance.buried(self._tx, KIND, keys)

    async def take(self, sample: SampleFields) -> IngestResult:
        row = self._rows[id(sample)]
        external_id: str | None = row["external_id"]
        if sample.captured_at > self._latest:
            error = ItemError(loc=["captured_at"], message="the time is over five minutes ahead of Steward's clock")
            return IngestResult(external_id=external_id, status="invalid", errors=[error])
        if (key := _tombstone(row)) in self._buried:
            if not (self._batch.may_restore and isinstance(sample, LocationFields) and sample.restore):
                return IngestResult(external_id=external_id, status="erased")
            await provenance.remove_tombstone(self._tx, KIND, *key)
            self._buried.discard(key)
        if external_id is None:
            return self._unnamed(row)
        return await self._named(sample, row, external_id)

    def _unnamed(self, row: dict[str, Any]) -> IngestResult:
        known = self._samples.get(_sample_key(row))
        if known is not None:
            return IngestResult(id=known, status="unchanged")
        self._samples[_sample_key(row)] = row["id"]
        self._made[row["id"]] = row
        return IngestResult(id=row["id"], status="created")

    async def _named(self, sample: SampleFields, row: dict[str, Any], external_id: str) -> IngestResult:
        known = self._external.get(_external_key(row))
        if known is None:
            self._external[_external_key(row)] = row
            self._made[row["id"]] = row
            return IngestResult(external_id=external_id, id=row["id"], status="created")
        given = [name for name in _MEASURED if name in sample.model_fields_set]
        wanted = {name: row[name] for name in given} | {"tags": list(dict.fromkeys([*known["tags"], *row["tags"]]))}
        different = {name: value for name, value in wanted.items() if known[name] != value}
        if not different:
            return IngestResult(external_id=external_id, id=known["id"], status="unchanged")
        before = _day_of(known)
        known.update(different)  # of one of this batch: the row itself
        if known["id"] not in self._made:
            self._changed |= {before, _day_of(known)}
            await repository.change(self._tx, known["id"], different)
        return IngestResult(external_id=external_id, id=known["id"], status="updated")

    def _columns(self, sample: SampleFields) -> dict[str, Any]:
        """The row that the sample would be."""
        named = sample if isinstance(sample, LocationFields) else None
        return {
            "id": new_id(),
            "external_id": named.external_id if named else None,
            "source": (named.source if named else None) or self._batch.source,
            "origin": self._batch.origin.value,
            "tags": named.tags if named else [],
            **{name: getattr(sample, name) for name in _MEASURED},
            "device": sample.device or self._batch.device,
        }


def _sample_key(row: dict[str, Any]) -> SampleKey:
    return row["source"], row["device"], row["captured_at"]


def _external_key(row: dict[str, Any]) -> ExternalKey:
    return row["source"], row["external_id"]


def _tombstone(row: dict[str, Any]) -> ExternalKey:
    return row["source"], tombstone_key(row["device"], row["captured_at"], row["external_id"])


def _values(row: Location) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("id", "source", "tags", *_MEASURED)}


def _day_of(row: Mapping[str, Any]) -> TrackDay:
    return TrackDay(Track(row["source"], row["device"]), row["captured_at"].astimezone(UTC).date())


def _out(row: Location) -> LocationOut:
    return LocationOut.model_validate(row).model_copy(
        update={"source": row.source or None, "device": row.device or None}
    )


async def erase_location(tx: Tx, location_id: UUID) -> Sequence[ErasedRow]:
    """Delete it; a tombstone keeps the device that still holds it from bringing it back. Raises NotFound."""
    row = await repository.erase(tx, location_id)
    if row is None:
        raise NotFound("There is no such location.")
    await changes.mark(tx, [TrackDay(Track(row.source, row.device), row.captured_at.astimezone(UTC).date())])
    key = tombstone_key(row.device, row.captured_at, row.external_id)
    return [ErasedRow(KIND, row.id, source=row.source, external_id=key, indexed=False)]


async def keys(tx: Tx) -> list[tuple[UUID, str | None, str | None]]:
    """(id, source, key) of every sample."""
    return [
        (location_id, source, tombstone_key(device, captured_at, external_id))
        for location_id, source, external_id, device, captured_at in await repository.all_keys(tx)
    ]
