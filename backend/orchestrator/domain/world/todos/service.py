"""What is to be done, until when, and what is late?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, ClassVar, Literal, cast
from uuid import UUID

from sqlalchemy import ColumnElement, func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.context import ContextLine
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.entities.service import THIRD_PARTY, EntityService
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.world.todos import repository
from orchestrator.domain.world.todos.repository import Todo
from orchestrator.domain.world.todos.schemas import REMIND, TodoFields, TodoOut, TodoReminder
from orchestrator.errors import InvalidRequest
from orchestrator.kit.ids import parse_id
from orchestrator.kit.zones import local, to_utc, to_wall
from orchestrator.language.messages import say
from orchestrator.language.render import clock
from orchestrator.language.text.normalize import normalize
from orchestrator.scheduling.async_jobs import enqueue

TodoStatus = Literal["open", "done", "overdue", "all"]


@dataclass(frozen=True)
class TodoFilter:
    """Which todos: by status (`overdue` needs `now`), due in [since, until) (aware)."""

    status: TodoStatus = "all"
    now: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None
    ids: tuple[UUID, ...] | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `todos`."""
        found: list[ColumnElement[bool]] = []
        if self.status in {"open", "overdue"}:
            found.append(Todo.done_at.is_(None))
        if self.status == "overdue":
            found.append(Todo.due_utc < self.now)
        if self.status == "done":
            found.append(Todo.done_at.is_not(None))
        if self.since is not None:
            found.append(Todo.due_utc >= self.since)
        if self.until is not None:
            found.append(Todo.due_utc < self.until)
        if self.ids is not None:
            found.append(Todo.id.in_(self.ids))
        return found


END_OF_DAY = time(23, 59)
ACTIVE_TODOS = 5
"""Of the todos due today, how many a prompt shows."""
_CONTACT = "contact"


class TodoService(EntityService[Todo, TodoFields]):
    """Todos."""

    kind: ClassVar[str] = "todo"
    fields = TodoFields
    out = TodoOut
    repository = repository.todos

    async def columns(self, tx: Tx, fields: TodoFields, zone: str) -> Mapping[str, Any]:
        del tx
        zone = fields.timezone or zone
        due = _wall("due_at", fields.due_at, zone)
        return {
            "title": fields.title,
            "notes": fields.notes,
            "due_at": due,
            "due_utc": to_utc(due, zone) if due is not None else None,
            "remind_at": _wall("remind_at", fields.remind_at, zone),
            "timezone": zone,
            "done_at": _wall("done_at", fields.done_at, zone),
            "priority": fields.priority,
            "source_kind": fields.source_kind,
            "source_id": fields.source_id,
            "folded": normalize(lines([fields.title, fields.notes])),
        }

    def entry(self, row: Todo) -> IndexEntry:
        text = lines([row.notes, *row.tags])
        return IndexEntry("todo", row.id, row.title, text, row.due_utc, origin=row.origin, external_id=row.external_id)

    async def after_write(self, tx: Tx, row: Todo, fields: TodoFields, changes: set[str]) -> bool:
        if "source_id" in changes and fields.source_kind and fields.source_id:
            source = (fields.source_kind, fields.source_id)
            await provenance.record(tx, source=source, derived=("todo", row.id))
        return False

    async def redact(self, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        """Todos that the user kept lose their link to a source that is gone."""
        rows = await repository.made_from(tx, erased)
        for row in rows:
            row.source_id = None
            await self._bump(tx.session, row)
        return {"todo": len(rows)} if rows else {}

    def erasable(self) -> Erasable:
        return replace(super().erasable(), redact=self.redact)

    async def _made(self, tx: Tx, fields: TodoFields, **how: Any) -> Todo:
        row = await super()._made(tx, fields, **how)
        await self.plan_reminder(tx.session, row)
        return row

    async def _bump(self, session: AsyncSession, row: Todo) -> None:
        await super()._bump(session, row)
        await self.plan_reminder(session, row)

    async def plan_reminder(self, session: AsyncSession, row: Todo) -> None:
        """Have the user reminded, in the unit of work of the write. Whether it still holds is looked at when its time
        comes, so that a todo that is done, hidden or erased needs no word here; one that moved takes its job along."""
        at = remind_utc(row)
        if at is None or row.done_at is not None or not await repository.is_ahead(session, at):
            return
        reminder = TodoReminder(todo_id=row.id, remind_at=at)
        await enqueue(session, REMIND, reminder, owner_id=row.user_id, run_after=at, dedupe_key=str(row.id))


todos = TodoService()


async def plan_reminders(tx: Tx, ids: Sequence[UUID]) -> None:
    """Have the user reminded of todos that came with an archive."""
    for row in await repository.todos.rows(tx, Todo.id.in_(ids), limit=len(ids)):
        await todos.plan_reminder(tx.session, row)


def remind_utc(row: Todo) -> datetime | None:
    """The instant of `remind_at`."""
    return to_utc(row.remind_at, row.timezone) if row.remind_at is not None else None


async def find(tx: Tx, wanted: TodoFilter, *, limit: int, q: str | None = None) -> list[Todo]:
    """The todos that match: what is due first comes first, then what is most important."""
    order = (
        Todo.done_at.is_not(None).asc(),
        Todo.due_utc.asc().nulls_last(),
        func.coalesce(Todo.priority, 5).asc(),
        Todo.id.asc(),
    )
    return await repository.todos.rows(tx, *wanted.conditions(), limit=limit, q=q, order_by=order)


async def count(tx: Tx, wanted: TodoFilter, *, q: str | None = None) -> int:
    """How many todos match."""
    return await repository.todos.count(tx, *wanted.conditions(), q=q)


async def active_state(tx: Tx, now: datetime, zone: str, locale: str) -> list[ContextLine]:
    """Todos due today, one line each, and how many are late; of imported ones the time alone."""
    today = to_wall(now, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    until = to_utc(today + timedelta(days=1), zone)
    late, due = await repository.pressing(tx, now=now, until=until, limit=ACTIVE_TODOS)
    found = []
    for row in due:
        title = say("todos.imported", locale) if row.origin == THIRD_PARTY else row.title
        told = f"{say('todos.due_today', locale, at=clock(to_wall(row.due_utc, zone), locale))}: {title}"
        found.append(ContextLine(told, (EntityRef("todo", row.id),)))
    return [*found, ContextLine(say("todos.overdue", locale, count=late))] if late else found


def _wall(field: str, value: datetime | date | None, zone: str) -> datetime | None:
    if value is None:
        return None
    try:
        return local(value, zone, at=END_OF_DAY)
    except (ValueError, OverflowError) as error:
        raise InvalidRequest.of_field(field, str(error)) from error


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """A contact was merged into another one: todos about it are about that one; answers their ids."""
    rows = await repository.made_from(tx, [(_CONTACT, from_id)])
    for row in rows:
        row.source_id = to_id
        row.version += 1
        row.updated_at = cast("Any", func.steward_now())
    await tx.session.flush()
    return [str(row.id) for row in rows]


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Those that are still about the kept contact are about the merged one again."""
    ids = [found for one in told if (found := parse_id(one)) is not None]
    for row in await todos.many(tx, ids):
        if (row.source_kind, row.source_id) == (_CONTACT, kept_id):
            row.source_id = merged_id
            row.version += 1
            row.updated_at = cast("Any", func.steward_now())
    await tx.session.flush()
