"""Which places does the user know, what are they called, and which of them is meant by what somebody says?"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from orchestrator.agent.ports.places import PlaceDraft
from orchestrator.db.repository import Key
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult, lines
from orchestrator.domain.foundation.entities.service import OWN_DATA, THIRD_PARTY, EntityService, Ingested
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.world.places import repository
from orchestrator.domain.world.places.known import KnownPlace, Near, known_place, point, sketch
from orchestrator.domain.world.places.likeness import (
    SAME_NAME_WITHIN_M,
    USUAL_RADIUS_M,
    Same,
    Sketch,
    Why,
    address_key,
    metres,
    name_key,
    name_keys,
    same,
)
from orchestrator.domain.world.places.merge_records import erasing, merge_repository
from orchestrator.domain.world.places.merge_records.joining import folded
from orchestrator.domain.world.places.repository import Place
from orchestrator.domain.world.places.schemas import PlaceFields, PlaceOut
from orchestrator.errors import Conflict
from orchestrator.integrations.geocoding.port import Point
from orchestrator.integrations.geocoding.zones import zone_at
from orchestrator.language.text.normalize import tokens

KNOWN_LIMIT = 5_000
"""Places that a name is compared with; nobody knows more."""
_STRENGTH: Mapping[Why, int] = {"name": 3, "alias": 2, "near": 1, "address": 0}
_FILLED = ("category", "address", "lat", "lon", "radius_m", "description", "attribution")


class Canonical(NamedTuple):
    """The place that exists already, and why it is the one; not `sure`: it may be another one at that address."""

    place: Place
    why: Why
    sure: bool


class Kept(NamedTuple):
    """A place that was to be kept: the one that was there (`why`), or a new one."""

    place: Place
    created: bool
    why: Why | None = None


class PlaceService(EntityService[Place, PlaceFields]):
    """Places. New ones of an ingestion are written together where they have an id of their own: any other may be one
    that is there."""

    kind: ClassVar[str] = "place"
    written_together: ClassVar[bool] = True
    fields = PlaceFields
    out = PlaceOut
    repository = repository.places

    async def columns(self, tx: Tx, fields: PlaceFields, zone: str) -> Mapping[str, Any]:
        del tx, zone
        columns = fields.model_dump(exclude={"external_id", "source", "tags"})
        if fields.timezone is None and (at := point(fields.lat, fields.lon)) is not None:
            columns["timezone"] = await zone_at(at)
        return {**columns, "folded": folded(columns)}

    async def given(self, tx: Tx, row: Place) -> dict[str, Any]:
        """A zone that follows from the coordinates was given by nobody: where these change it follows anew."""
        values = await super().given(tx, row)
        at = point(row.lat, row.lon)
        if at is not None and "timezone" not in row.user_fields and row.timezone == await zone_at(at):
            values["timezone"] = None
        return values

    def entry(self, row: Place) -> IndexEntry:
        text = lines([*row.aliases, row.category, row.address, row.description, *row.tags])
        return IndexEntry("place", row.id, row.name, text, None, origin=row.origin, external_id=row.external_id)

    def _fresh(
        self,
        checked: Sequence[PlaceFields | IngestResult],
        known: Mapping[Key, Place],
        buried: Collection[tuple[str, str]],
    ) -> dict[int, PlaceFields]:
        fresh = super()._fresh(checked, known, buried)
        return {at: fields for at, fields in fresh.items() if fields.external_id is not None}

    async def ingest(
        self, tx: Tx, items: Sequence[Any], *, zone: str, may_restore: bool = False, origin: str = THIRD_PARTY
    ) -> list[IngestResult]:
        """As for all entities; what comes for a place that is part of another one changes nothing of that one."""
        asked = [one for one in items if isinstance(one, Mapping)]
        keys = [(one.get("source"), one["external_id"]) for one in asked if isinstance(one.get("external_id"), str)]
        merged = await merge_repository.by_keys(tx, keys)
        if not merged:
            return await super().ingest(tx, items, zone=zone, may_restore=may_restore, origin=origin)
        now = await merge_repository.living(tx, [one.merged_id for one in merged.values()])
        own = [merged.get((one.get("source"), one.get("external_id"))) if one in asked else None for one in items]
        rest = [one for one, record in zip(items, own, strict=True) if record is None]
        taken = iter(await super().ingest(tx, rest, zone=zone, may_restore=may_restore, origin=origin))
        return [
            next(taken)
            if record is None
            else IngestResult(external_id=record.external_id, id=now[record.merged_id], status="unchanged")
            for record in own
        ]

    async def create(
        self, tx: Tx, fields: PlaceFields, *, zone: str, origin: str = OWN_DATA, entity_id: UUID | None = None
    ) -> Place:
        """As for all entities; the key of what is part of another place is that one's. Raises Conflict."""
        if fields.external_id is not None:
            merged = await merge_repository.by_keys(tx, [(fields.source, fields.external_id)])
            for one in merged.values():
                kept = await living(tx, one.merged_id)
                raise Conflict(
                    "already_exists", "This place exists, as a part of another one.", extra={"id": str(kept)}
                )
        return await super().create(tx, fields, zone=zone, origin=origin, entity_id=entity_id)

    async def before_erase(self, tx: Tx, row: Place) -> Sequence[ErasedRow]:
        """What was merged into it goes with it."""
        return await erasing.merged_parts(tx, row.id)

    async def erase(self, tx: Tx, entity_id: UUID) -> Sequence[ErasedRow]:
        """Delete it for good, also where it is part of another one by now. Raises NotFound."""
        kept = await erasing.left_of(tx, entity_id)
        if kept is None:
            return await super().erase(tx, entity_id)
        gone = await erasing.merged_parts(tx, entity_id)
        await self._bump(tx.session, kept)
        if kept.hidden_at is None:
            await self._index(tx, [kept])
        return gone

    async def _ingest_one(
        self, tx: Tx, fields: PlaceFields, row: Place | None, *, zone: str, origin: str
    ) -> Ingested[Place]:
        """An item without an id of its own that is surely a place that is there makes no second one."""
        if row is None and fields.external_id is None:
            found = await canonical_place(tx, name=fields.name, address=fields.address, lat=fields.lat, lon=fields.lon)
            if found is not None and found.sure:
                filled = await self._fill(tx, found.place, fields, zone=zone)
                status = "updated" if filled else "unchanged"
                return Ingested(IngestResult(id=found.place.id, status=status), found.place if filled else None)
        return await super()._ingest_one(tx, fields, row, zone=zone, origin=origin)

    async def _fill(self, tx: Tx, row: Place, fields: PlaceFields, *, zone: str) -> bool:
        """What an imported place did not know; a place of the user's own takes nobody else's words by itself."""
        if row.origin != THIRD_PARTY:
            return False
        missing = {name for name in _FILLED if getattr(row, name) is None and getattr(fields, name) is not None}
        if fields.name not in {row.name, *row.aliases}:
            missing.add("aliases")
        missing -= set(row.user_fields)
        if not missing:
            return False
        values = await self.given(tx, row)
        values |= {name: getattr(fields, name) for name in missing}
        if "aliases" in missing:
            values["aliases"] = [*row.aliases, fields.name]
        merged = self.checked(values, missing)
        columns = dict(await self.columns(tx, merged, zone))
        return await self._store(tx, row, merged, columns, named=missing, index=False)


places = PlaceService()


async def known(tx: Tx) -> list[KnownPlace]:
    """All places that a phrase may name."""
    rows = await repository.places.rows(tx, limit=KNOWN_LIMIT)
    return [known_place(row) for row in rows]


async def living(tx: Tx, place_id: UUID) -> UUID:
    """The place that this one is part of by now; itself where it is none's."""
    return (await merge_repository.living(tx, [place_id]))[place_id]


async def described(tx: Tx, ids: Sequence[UUID]) -> list[KnownPlace]:
    """Those of `ids` that exist and are not hidden, in the order asked; one that is part of another one is that one."""
    rows = await _present(tx, ids)
    return [known_place(row) for row in dict.fromkeys(rows.values()) if row.hidden_at is None]


async def named(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, str]:
    """The names of those of `ids` that exist; of what is part of another one the name of that one."""
    return {one: row.name for one, row in (await _present(tx, ids)).items()}


async def _present(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, Place]:
    """The row of each of `ids`, of its own or of what it is part of by now, in the order asked."""
    rows = {row.id: row for row in await repository.places.many(tx, ids)}
    if missing := set(ids) - rows.keys():
        now = await merge_repository.living(tx, missing)
        moved = {row.id: row for row in await repository.places.many(tx, list(now.values()))}
        rows |= {one: moved[kept] for one, kept in now.items() if kept in moved}
    return {one: rows[one] for one in dict.fromkeys(ids) if one in rows}


async def origins(tx: Tx, ids: Sequence[UUID]) -> list[str]:
    """Whose words the names of those of `ids` are that exist."""
    return [row.origin for row in await repository.places.many(tx, ids)]


async def near(tx: Tx, around: Point, *, within_m: float) -> list[Near]:
    """The known places around a point, the nearest first; those to be ignored are left out."""
    return _near(await repository.in_box(tx, around, within_m), around, within_m)


async def near_each(tx: Tx, points: Sequence[Point], *, within_m: float, ignored: bool = False) -> list[list[Near]]:
    """The same around each of many points, by one look; `ignored`: with those to be ignored."""
    if not points:
        return []
    lats = [one.lat for one in points]
    rows = await repository.in_band(tx, min(lats), max(lats), within_m, limit=KNOWN_LIMIT)
    return [_near(rows, one, within_m, ignored=ignored) for one in points]


def _near(rows: Sequence[Place], around: Point, within_m: float, *, ignored: bool = False) -> list[Near]:
    found = [
        Near(known_place(row), away, row.radius_m or USUAL_RADIUS_M, row.timezone, row.ignored)
        for row in rows
        if (ignored or not row.ignored)
        and (at := point(row.lat, row.lon)) is not None
        and (away := metres(around, at)) <= within_m
    ]
    return sorted(found, key=lambda one: one.distance_m)


async def canonical_place(
    tx: Tx, *, name: str, address: str | None = None, lat: float | None = None, lon: float | None = None
) -> Canonical | None:
    """The known place that this one is: of the same name or alias, at the same address, or at the same spot with a
    name alike. None where there is none: then it is a new one. Of several the likeliest, the oldest of equals."""
    sought = Sketch(name, address=address, at=point(lat, lon))
    rows = await repository.perhaps_the_same(
        tx, name_key(name), _numbers(address), sought.at, within_m=SAME_NAME_WITHIN_M, limit=KNOWN_LIMIT
    )
    found = [(how, row) for row in rows if (how := same(sought, sketch(row))) is not None]
    if not found:
        return None
    how, row = max(found, key=lambda pair: _rank(pair[0], pair[1], sought))
    return Canonical(row, how.why, how.sure)


async def keep_place(
    tx: Tx, draft: PlaceDraft, *, zone: str, origin: str, category: str | None = None, entity_id: UUID | None = None
) -> Kept:
    """The place of a draft: the one that is there, which learns nothing but a name it was not known by and the
    coordinates and address it lacked, or a new one. The one way by which tools, commands and imports make places."""
    await provenance.lock_ingestion(tx)
    address = draft.address or None
    found = await canonical_place(tx, name=draft.name, address=address, lat=draft.lat, lon=draft.lon)
    if found is not None and found.sure:
        changes = learned(found.place, draft)
        row = await places.update(tx, found.place.id, changes, zone=zone) if changes else found.place
        return Kept(row, created=False, why=found.why)
    told = {
        "name": draft.name,
        "lat": draft.lat,
        "lon": draft.lon,
        "address": address,
        "category": category,
        "attribution": draft.attribution or None,
    }
    fields = places.checked({key: value for key, value in told.items() if value is not None})
    row = await places.create(tx, fields, zone=zone, origin=origin, entity_id=entity_id)
    return Kept(row, created=True)


async def keep_points(tx: Tx, items: Sequence[Mapping[str, Any]], *, zone: str) -> list[IngestResult]:
    """Named points of a tracker or a track file (fields of a place with `source`, `external_id` and coordinates), one
    result each: as `places.ingest`, but what is surely a place that is there makes no second one."""
    await provenance.lock_ingestion(tx)
    known = await repository.places.by_keys(tx, [(one["source"], one["external_id"]) for one in items])
    results = []
    for one in items:
        found = None
        if (one["source"], one["external_id"]) not in known:
            found = await canonical_place(tx, name=one["name"], lat=one["lat"], lon=one["lon"])
        if found is not None and found.sure:
            results.append(IngestResult(external_id=one["external_id"], id=found.place.id, status="unchanged"))
        else:
            results += await places.ingest(tx, [one], zone=zone)
    return results


def learned(row: Place, draft: PlaceDraft) -> dict[str, Any]:
    """What a place that is there learns from a draft that is the same: a further name, what it lacked."""
    changes: dict[str, Any] = {}
    key = name_key(draft.name)
    if key and key not in name_keys((row.name, *row.aliases)) and key != address_key(row.address or ""):
        changes["aliases"] = [*row.aliases, draft.name]
    if row.lat is None and draft.lat is not None:
        changes |= {"lat": draft.lat, "lon": draft.lon}
    if not row.address and draft.address:
        changes["address"] = draft.address
    if changes.keys() & {"lat", "address"} and draft.attribution and not row.attribution:
        changes["attribution"] = draft.attribution
    return changes


def _rank(how: Same, row: Place, sought: Sketch) -> tuple[bool, int, float, int]:
    """Sure ones first, by the stronger reason, the nearer; of equals the older."""
    at = point(row.lat, row.lon)
    away = metres(sought.at, at) if sought.at is not None and at is not None else 0.0
    return how.sure, _STRENGTH[how.why], -away, -row.id.int


def _numbers(address: str | None) -> list[str]:
    """The words of an address that have a number: one of them stands in the same one."""
    return [word for word in tokens(address or "") if any(char.isdigit() for char in word)]
