"""Is it time to remind the user of this todo? Looked at anew at `remind_at`: what was done, hidden, erased or moved
since reminds nobody."""

from datetime import datetime, timedelta
from uuid import UUID

from orchestrator.agent.ports import Notifier, Push
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.todos.schemas import TodoReminder
from orchestrator.domain.world.todos.service import remind_utc, todos
from orchestrator.kit.clock import rfc3339
from orchestrator.language.messages import say

LATEST = timedelta(days=1)
"""What no worker saw for longer, or came back with an old backup, is not pushed any more."""


async def remind(tx: Tx, reminder: TodoReminder, notifier: Notifier, *, now: datetime) -> UUID | None:
    """Push the reminder where it still holds; answers the push. Once for each todo and moment."""
    found = await todos.many(tx, [reminder.todo_id])
    todo = found[0] if found else None
    if todo is None or todo.hidden_at is not None or todo.done_at is not None:
        return None
    if remind_utc(todo) != reminder.remind_at or now - reminder.remind_at > LATEST:
        return None
    reach = (await accounts.reach(tx.session, [tx.owner_id]))[tx.owner_id]
    locale = (await FactRules().rules(tx)).locale(reach.locale)
    push = Push(
        title=say("todos.reminder", locale),
        body=todo.title,
        data={"kind": "todo_reminder", "id": str(todo.id), "url": f"/todos/{todo.id}"},
        once=f"todo_reminder:{todo.id}:{rfc3339(reminder.remind_at)}",
        sources=(("todo", todo.id),),
    )
    return await notifier.notify(tx, push)
