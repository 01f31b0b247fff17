"""Which places does the user know, and what are they called?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.entities.schemas import lines
from orchestrator.domain.ground.entities.service import EntityService
from orchestrator.domain.ground.search.service import IndexEntry
from orchestrator.domain.world.places import repository
from orchestrator.domain.world.places.model import Place
from orchestrator.domain.world.places.schemas import PlaceFields, PlaceOut
from orchestrator.language.fold import fold

KNOWN_LIMIT = 5_000
"""Places that a name is compared with; nobody knows more."""


@dataclass(frozen=True)
class KnownPlace:
    """A place as resolution compares it."""

    id: UUID
    name: str
    aliases: tuple[str, ...]
    category: str | None
    address: str | None


class PlaceService(EntityService[Place, PlaceFields]):
    """Places."""

    kind: ClassVar[str] = "place"
    fields = PlaceFields
    out = PlaceOut
    repository = repository.places

    async def columns(self, session: AsyncSession, owner_id: UUID, fields: PlaceFields, zone: str) -> Mapping[str, Any]:
        del session, owner_id, zone
        columns = fields.model_dump(exclude={"external_id", "source", "tags"})
        text = lines([fields.name, *fields.aliases, fields.category, fields.address, fields.description])
        return {**columns, "folded": fold(text)}

    def entry(self, row: Place) -> IndexEntry:
        text = lines([*row.aliases, row.category, row.address, row.description, *row.tags])
        return IndexEntry("place", row.id, row.name, text, None, origin=row.origin, external_id=row.external_id)


places = PlaceService()


async def known(session: AsyncSession, owner_id: UUID) -> list[KnownPlace]:
    """All places that a phrase may name."""
    rows = await repository.places.rows(session, owner_id, limit=KNOWN_LIMIT)
    return [KnownPlace(row.id, row.name, tuple(row.aliases), row.category, row.address) for row in rows]


async def named(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> dict[UUID, str]:
    """The names of those of `ids` that exist."""
    return {row.id: row.name for row in await repository.places.many(session, owner_id, ids)}


async def origins(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID]) -> list[str]:
    """Whose words the names of those of `ids` are that exist."""
    return [row.origin for row in await repository.places.many(session, owner_id, ids)]
