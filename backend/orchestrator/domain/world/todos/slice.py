"""What do todos register? Words mean one by its title, done ones too; reminders of those that come with an archive are
planned anew."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.todos import service, tools
from orchestrator.domain.world.todos.model import Todo
from orchestrator.domain.world.todos.service import todos
from orchestrator.language import render


def _titled(ctx: ToolContext, row: Todo) -> tuple[str, str, str]:
    due = render.day(row.due_at.date(), ctx.locale) if row.due_at is not None else ""
    return row.title, due, lines([row.title, row.notes])


SLICE = Slice(
    "todos",
    tools=tools.TOOLS,
    erasable=(todos.erasable(),),
    withdrawable=(withdrawable(todos, _titled),),
    portable=(
        Portable(Todo.__tablename__, same=(ENTITY_SAME,), check=todos.read_again, follow=service.plan_reminders),
    ),
    active_state=(Contribution("Todos due", service.active_state),),
    referrers=(Referrer("todo", service.repoint, service.restore),),
)
