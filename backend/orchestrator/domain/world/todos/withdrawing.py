"""How is a todo taken away by words? By its title; done ones too."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.todos.model import Todo
from orchestrator.domain.world.todos.service import todos
from orchestrator.language import render


def _titled(ctx: ToolContext, row: Todo) -> tuple[str, str, str]:
    due = render.day(row.due_at.date(), ctx.locale) if row.due_at is not None else ""
    return row.title, due, lines([row.title, row.notes])


WITHDRAWABLE = withdrawable(todos, _titled)
