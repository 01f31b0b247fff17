"""Is a push that waited still worth sending? A call to something that waits is not, once nothing waits there."""

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.previews.reply_parser import still_open
from orchestrator.domain.people.conversations.glances import glances
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.work.pushes.model import PushRow
from orchestrator.errors import NotFound
from orchestrator.kit.ids import parse_id


async def still_needed(session: AsyncSession, push: PushRow) -> bool:
    """False for a call whose preview was decided, or whose thread neither asks nor proposes anything any more."""
    opens = parse_id(push.opens)
    if push.kind != "needs_input" or opens is None:
        return True
    if push.url.startswith("/previews/"):
        try:
            return (await previews.show(session, push.user_id, opens)).state == "pending"
        except NotFound:
            return False
    waiting = (await previews.waiting_in(session, push.user_id, [opens])).get(opens, [])
    glance = (await glances(session, push.user_id, [opens]))[opens]
    return bool(waiting) or still_open(glance.asks, glance.clarification, waiting) is not None
