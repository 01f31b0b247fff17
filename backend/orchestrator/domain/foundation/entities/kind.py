"""What does a slice say about its kind of entity, and how is one read? What `service` does with them is the same for
all."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import ColumnElement

from orchestrator.db.repository import EntityRow, OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import EntityFields, EntityOut, field_errors
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.errors import InvalidRequest
from orchestrator.kit.paging import Page, PageRequest

M = TypeVar("M", bound=EntityRow)
F = TypeVar("F", bound=EntityFields)


class EntityKind(ABC, Generic[M, F]):
    """One kind of entity. `zone` (IANA) is always the zone that naive times without a zone of their own mean."""

    kind: ClassVar[str]
    fields: type[F]
    out: type[EntityOut]
    repository: OwnedRepository[M]

    # What a slice says

    @abstractmethod
    async def columns(self, tx: Tx, fields: F, zone: str) -> Mapping[str, Any]:
        """The row's columns for `fields`, which are complete. Raises InvalidRequest."""

    @abstractmethod
    def entry(self, row: M) -> IndexEntry:
        """What of the row can be found."""

    async def given(self, tx: Tx, row: M) -> dict[str, Any]:
        """The row's present values by the names of `fields`."""
        del tx
        return {name: getattr(row, name) for name in self.fields.model_fields}

    async def after_write(self, tx: Tx, row: M, fields: F, changes: set[str]) -> bool:
        """Write what stands in other tables, for the fields in `changes`; True where that changed something."""
        del tx, row, fields, changes
        return False

    async def before_erase(self, tx: Tx, row: M) -> Sequence[ErasedRow]:
        """Delete the row's parts in other tables; answers those that count."""
        del tx, row
        return ()

    async def present(self, tx: Tx, rows: Sequence[M]) -> list[EntityOut]:
        """Rows as clients see them."""
        del tx
        return [self.out.model_validate(row) for row in rows]

    async def read_again(self, tx: Tx, ids: Sequence[UUID]) -> None:
        """Read rows that came with an archive as a client and the index do. Raises whatever that raises."""
        rows = await self.many(tx, ids)
        await self.present(tx, rows)
        for row in rows:
            self.entry(row)

    # Reading

    async def get(self, tx: Tx, entity_id: UUID) -> M:
        """The row, hidden or not. Raises NotFound."""
        return await self.repository.get(tx, entity_id)

    async def many(self, tx: Tx, ids: Sequence[UUID]) -> list[M]:
        """Those of `ids` that exist, hidden or not, in the order asked."""
        return await self.repository.many(tx, ids)

    async def page(self, tx: Tx, page: PageRequest, *conditions: ColumnElement[bool], hidden: bool = False) -> Page[M]:
        """One page of the list. Raises InvalidRequest for a cursor of another list."""
        return await self.repository.page(tx, page, *conditions, hidden=hidden)

    async def count(self, tx: Tx) -> int:
        """How many there are, hidden ones apart."""
        return await self.repository.count(tx)

    async def version(self, tx: Tx, entity_id: UUID) -> int | None:
        """The present version; None where it is gone or hidden."""
        row = await self.repository.find(tx, entity_id)
        return None if row is None or row.hidden_at is not None else row.version

    def checked(self, values: Mapping[str, Any], named: set[str] | None = None) -> F:
        """`values` as the slice's fields; `named` are those that were said, the rest counts as default. Raises
        InvalidRequest."""
        cleaned = {
            name: value
            for name, value in values.items()
            if value is not None or self.fields.model_fields[name].is_required()
        }
        try:
            fields = self.fields.model_validate(cleaned)
        except ValidationError as error:
            errors = field_errors(error)
            raise InvalidRequest(f"This {self.kind} is not valid.", errors=errors) from error
        if named is not None:
            fields.model_fields_set.clear()
            fields.model_fields_set.update(named)
        return fields
