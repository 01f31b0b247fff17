"""How does a todo look in a tool's result?"""

from typing import Any

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.domain.world.todos.repository import Todo


def ref(row: Todo) -> EntityRef:
    """The todo as a reference."""
    return EntityRef("todo", row.id, row.title)


def todo_data(row: Todo) -> dict[str, Any]:
    """The todo as results have it: local ISO times in its zone."""
    return {
        "id": str(row.id),
        "title": row.title,
        "notes": row.notes,
        "due_at": row.due_at.isoformat() if row.due_at else None,
        "timezone": row.timezone,
        "done_at": row.done_at.isoformat() if row.done_at else None,
        "priority": row.priority,
        "origin": row.origin,
    }
