"""How are the rows of an entity read and written? One repository for all of them; each query names the owner."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, cast
from uuid import UUID

from sqlalchemy import ColumnElement, Select, bindparam, delete, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Entity
from orchestrator.db.cursors import foreign_cursor
from orchestrator.db.folding import words_of
from orchestrator.db.locks import lock_writers
from orchestrator.db.tx import Tx
from orchestrator.errors import NotFound
from orchestrator.kit.paging import Page, PageRequest, decode_cursor, encode_cursor


class EntityRow(Entity, Base):
    """An entity that lists can be searched in: `folded` is the text that `?q=` looks into."""

    __abstract__ = True
    __mapper_args__ = {"eager_defaults": True}  # noqa: RUF012  (SQLAlchemy reads the class attribute)

    folded: Mapped[str] = mapped_column(default="")


M = TypeVar("M", bound=EntityRow)
Key = tuple[str | None, str]
"""(source, external_id)"""


@dataclass(frozen=True)
class Order:
    """The order of a list: by a column that is never null, then by id. `read` turns the cursor's text into a value."""

    column: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    descending: bool = False


BY_ID = Order("id", UUID, descending=True)
"""Newest first: ids are made in the order of time."""


class OwnedRepository(Generic[M]):
    """Reads and writes the rows of `model`; `name` is what an error calls one."""

    def __init__(self, model: type[M], name: str, *, order: Order = BY_ID) -> None:
        self.model = model
        self.name = name
        self.order = order

    # What every turn asks several times is built once: to build it takes as long as to send it.
    @cached_property
    def _one(self) -> Select[M]:
        return self._of_owner.where(self.model.id == bindparam("id"))

    @cached_property
    def _one_for_update(self) -> Select[M]:
        return self._one.with_for_update().execution_options(populate_existing=True)

    @cached_property
    def _many(self) -> Select[M]:
        return self._of_owner.where(self.model.id.in_(bindparam("ids", expanding=True)))

    @cached_property
    def _of_owner(self) -> Select[M]:
        return select(self.model).where(self.model.user_id == bindparam("owner"))

    async def get(self, tx: Tx, entity_id: UUID, *, for_update: bool = False) -> M:
        """The row, hidden or not. Raises NotFound."""
        row = await self.find(tx, entity_id, for_update=for_update)
        if row is None:
            raise NotFound(f"There is no such {self.name}.")
        return row

    async def find(self, tx: Tx, entity_id: UUID, *, for_update: bool = False) -> M | None:
        """The row, or None; with `for_update` it is locked and read anew."""
        if for_update:
            await lock_writers(tx)
        statement = self._one_for_update if for_update else self._one
        return (await tx.session.scalars(statement, {"owner": tx.owner_id, "id": entity_id})).one_or_none()

    async def many(self, tx: Tx, ids: Sequence[UUID]) -> list[M]:
        """Those of `ids` that exist, in the order asked."""
        if not ids:
            return []
        found = await tx.session.scalars(self._many, {"owner": tx.owner_id, "ids": list(ids)})
        rows = {row.id: row for row in found}
        return [rows[one] for one in dict.fromkeys(ids) if one in rows]

    async def by_keys(self, tx: Tx, keys: Sequence[Key]) -> dict[Key, M]:
        """The rows with these external ids, locked until the transaction ends."""
        if not keys:
            return {}
        await lock_writers(tx)
        statement = (
            self.owned(tx.owner_id)
            .where(self.model.external_id.in_({external_id for _, external_id in keys}))
            .order_by(self.model.id)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
        wanted = set(keys)
        found = {(row.source, cast("str", row.external_id)): row for row in await tx.session.scalars(statement)}
        return {key: row for key, row in found.items() if key in wanted}

    async def keys(self, tx: Tx) -> list[tuple[UUID, str | None, str | None]]:
        """(id, source, external_id) of all rows, hidden ones too."""
        model = self.model
        found = await tx.session.execute(
            select(model.id, model.source, model.external_id).where(model.user_id == tx.owner_id).order_by(model.id)
        )
        return [(row.id, row.source, row.external_id) for row in found]

    async def rows(
        self,
        tx: Tx,
        *conditions: ColumnElement[bool],
        limit: int,
        q: str | None = None,
        hidden: bool = False,
        order_by: Sequence[ColumnElement[Any]] = (),
    ) -> list[M]:
        """The first rows that match, in the list's order unless told another."""
        statement = self._matching(self.owned(tx.owner_id), conditions, q=q, hidden=hidden)
        statement = statement.order_by(*(order_by or self._order_by())).limit(limit)
        return list(await tx.session.scalars(statement))

    async def count(self, tx: Tx, *conditions: ColumnElement[bool], q: str | None = None, hidden: bool = False) -> int:
        """How many rows match."""
        statement = select(func.count()).select_from(self.model).where(self.model.user_id == tx.owner_id)
        return int((await tx.session.execute(self._matching(statement, conditions, q=q, hidden=hidden))).scalar_one())

    async def page(self, tx: Tx, page: PageRequest, *conditions: ColumnElement[bool], hidden: bool = False) -> Page[M]:
        """One page of the rows that match. Raises InvalidRequest for a cursor that this list did not give."""
        statement = self._matching(self.owned(tx.owner_id), conditions, q=page.q, hidden=hidden)
        if page.cursor is not None:
            statement = statement.where(self._after(page.cursor))
        rows = list(await tx.session.scalars(statement.order_by(*self._order_by()).limit(page.limit + 1)))
        if len(rows) <= page.limit:
            return Page(rows)
        last = rows[page.limit - 1]
        key = self.order.write(getattr(last, self.order.column))
        return Page(rows[: page.limit], encode_cursor(key, str(last.id)))

    async def add(self, session: AsyncSession, row: M) -> None:
        session.add(row)
        await session.flush()

    async def delete(self, tx: Tx, entity_id: UUID) -> None:
        await tx.session.execute(
            delete(self.model).where(self.model.user_id == tx.owner_id, self.model.id == entity_id)
        )

    def owned(self, owner_id: UUID) -> Select[M]:
        """All rows of the owner, hidden ones too: the beginning of every query."""
        return select(self.model).where(self.model.user_id == owner_id)

    def _matching(
        self, statement: Select[Any], conditions: Sequence[ColumnElement[bool]], *, q: str | None, hidden: bool
    ) -> Select[Any]:
        if not hidden:
            statement = statement.where(self.model.hidden_at.is_(None))
        for word in words_of(q or ""):
            statement = statement.where(self._says(word))
        return statement.where(*conditions)

    def _says(self, word: str) -> ColumnElement[bool]:
        """The condition that a folded word of `?q=` stands in a row."""
        return self.model.folded.contains(word, autoescape=True)

    def _order_by(self) -> tuple[ColumnElement[Any], ...]:
        columns = (getattr(self.model, self.order.column), self.model.id)
        return tuple(column.desc() if self.order.descending else column.asc() for column in columns)

    def _after(self, cursor: str) -> ColumnElement[bool]:
        parts = decode_cursor(cursor, 2)
        try:
            key = (self.order.read(parts[0]), UUID(parts[1])) if parts else None
        except ValueError:
            key = None
        if key is None:
            raise foreign_cursor()
        columns = tuple_(getattr(self.model, self.order.column), self.model.id)
        return columns < key if self.order.descending else columns > key


def changed(row: object, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of `values` that differ from what `row` holds."""
    return {name: value for name, value in values.items() if getattr(row, name) != value}
