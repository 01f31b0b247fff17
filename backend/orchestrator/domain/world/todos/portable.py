"""What of todos goes into an archive? The reminders of those that come are planned anew."""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.world.todos.model import Todo
from orchestrator.domain.world.todos.service import plan_reminders, todos

PORTABLES = (Portable(Todo.__tablename__, same=(ENTITY_SAME,), check=todos.read_again, follow=plan_reminders),)
