"""What was agreed in meetings and is still to be done?"""

from datetime import timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.senses.meetings import repository
from orchestrator.domain.senses.meetings.schemas import OpenActionItem
from orchestrator.domain.world.todos.service import todos

FRESH = timedelta(days=30)
"""Nobody can tick off what somebody else is to do; after so long it is news no more."""
LOOKED_AT = 500


async def open_action_items(session: AsyncSession, owner_id: UUID, *, limit: int = 20) -> list[OpenActionItem]:
    """Those of the newest meetings first; without those whose todo is done, removed or erased, and without other
    people's that are over 30 days old."""
    rows = await repository.recent_items(session, owner_id, within=FRESH, limit=LOOKED_AT)
    made = {item.shown_todo for item, _ in rows if item.shown_todo is not None}
    found = await todos.many(session, owner_id, sorted(made))
    still_open = {todo.id for todo in found if todo.done_at is None and todo.hidden_at is None}
    return [
        OpenActionItem(
            text=item.text,
            assignee=item.assignee,
            mine=item.mine,
            meeting_row_id=meeting.id,
            event_id=meeting.event_id,
            title=meeting.title or "",
            at=meeting.started_at,
            todo_id=item.shown_todo,
        )
        for item, meeting in rows
        if item.shown_todo is None or item.shown_todo in still_open
    ][:limit]
