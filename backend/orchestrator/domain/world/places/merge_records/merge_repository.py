"""The table `place_merges`: which places are part of which; and what reads and writes it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.merge_order import root
from orchestrator.domain.world.places.repository import Place

Key = tuple[str | None, str]
_COLUMNS = tuple(column.key for column in Place.__table__.columns if column.key != "user_id")
_TIMES = ("created_at", "updated_at", "hidden_at")


class PlaceMerge(Owned, Base):
    """`merged_id` is part of `keep_id` since then. `place`: its row as it was; `gain`: what the kept one has from it
    (`joining.Gain`); `referrers`: by kind, what pointed to it."""

    __tablename__ = "place_merges"

    keep_id: Mapped[UUID] = mapped_column()
    merged_id: Mapped[UUID] = mapped_column()
    source: Mapped[str | None] = mapped_column()
    external_id: Mapped[str | None] = mapped_column()
    place: Mapped[dict[str, Any]] = mapped_column()
    gain: Mapped[dict[str, Any]] = mapped_column()
    referrers: Mapped[dict[str, Any]] = mapped_column()


async def merges(tx: Tx) -> list[PlaceMerge]:
    """All merges of the user, oldest first, locked."""
    found = await tx.session.scalars(
        select(PlaceMerge).where(PlaceMerge.user_id == tx.owner_id).order_by(PlaceMerge.id).with_for_update()
    )
    return list(found)


async def pairs(tx: Tx) -> list[tuple[UUID, UUID]]:
    """(kept, merged) of all merges, oldest first."""
    found = await tx.session.execute(
        select(PlaceMerge.keep_id, PlaceMerge.merged_id)
        .where(PlaceMerge.user_id == tx.owner_id)
        .order_by(PlaceMerge.id)
    )
    return [(keep, merged) for keep, merged in found]


async def living(tx: Tx, ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The place that each of `ids` is part of now; itself where it is none's."""
    known = await pairs(tx) if ids else []
    return {one: root(one, known) for one in ids}


async def by_keys(tx: Tx, keys: Sequence[Key]) -> dict[Key, PlaceMerge]:
    """The merges of places that came with these (source, external_id)."""
    if not keys:
        return {}
    found = await tx.session.scalars(
        select(PlaceMerge).where(
            PlaceMerge.user_id == tx.owner_id,
            PlaceMerge.external_id.in_([external_id for _, external_id in keys]),
        )
    )
    there = {(row.source, row.external_id): row for row in found if row.external_id is not None}
    return {key: row for key, row in there.items() if key in set(keys)}


async def remove(tx: Tx, ids: Collection[UUID]) -> None:
    await tx.session.execute(delete(PlaceMerge).where(PlaceMerge.user_id == tx.owner_id, PlaceMerge.id.in_(ids)))


# Rows as JSON


def columns_of(row: Place) -> dict[str, Any]:
    """The row as JSON."""
    return {name: _json(getattr(row, name)) for name in _COLUMNS}


def row_of(owner_id: UUID, snapshot: Mapping[str, Any]) -> Place:
    """The row that a snapshot is of."""
    values = {name: snapshot[name] for name in _COLUMNS if name in snapshot}
    times = {name: datetime.fromisoformat(values[name]) for name in _TIMES if values.get(name)}
    return Place(user_id=owner_id, **{**values, **times, "id": UUID(str(values["id"]))})


def _json(value: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    return value.isoformat() if isinstance(value, datetime) else value
