"""Which todos do the user's own action items make? Each one, once, whatever becomes of it.

The todo is known by its action item: one that was done, changed, removed or erased is not made again, and what the user
changed in it stays theirs.
"""

from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.meetings.model import ActionItem
from orchestrator.domain.senses.meetings.schemas import KIND
from orchestrator.domain.world.todos.service import todos
from orchestrator.errors import NotFound

SOURCE = "meeting action item"
"""Of todos made here; their `external_id` is the action item's id."""


class OwnTodos:
    """The todos of one meeting, in one unit of work."""

    def __init__(self, tx: Tx, meeting_row_id: UUID, *, zone: str) -> None:
        self._tx = tx
        self._meeting_row_id = meeting_row_id
        self._zone = zone

    async def keep(self, row: ActionItem, due_at: str | None) -> None:
        """Make the item's todo, or say in it what the item says now; one that a tombstone stands for stays erased."""
        item = {
            "external_id": str(row.id),
            "source": SOURCE,
            "title": row.text,
            "notes": f"“{row.quote}”",
            "timezone": self._zone,
            "source_kind": KIND,
            "source_id": str(self._meeting_row_id),
            **({"due_at": due_at} if due_at is not None else {}),
        }
        (result,) = await todos.ingest(self._tx, [item], zone=self._zone)
        row.todo_id, row.todo_erased = result.id, result.status == "erased"
        if row.todo_hidden and result.id is not None:
            await todos.unhide(self._tx, result.id)
        row.todo_hidden = False

    async def withdraw(self, row: ActionItem) -> None:
        """The item is no longer the user's, or no longer there: hide its todo, unless the user touched it."""
        if row.todo_id is None or row.todo_hidden:
            return
        try:
            todo = await todos.get(self._tx, row.todo_id)
        except NotFound:
            row.todo_id, row.todo_erased = None, True
            return
        if todo.hidden_at is None and todo.done_at is None and not todo.user_fields:
            await todos.hide(self._tx, row.todo_id)
            row.todo_hidden = True
