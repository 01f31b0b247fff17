"""What of conversations goes into an archive?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.people.conversations.model import ConversationSummary, MessageRow, Thread

PORTABLES = (
    Portable(Thread.__tablename__, same=(ENTITY_SAME,)),
    Portable(ConversationSummary.__tablename__, same=(("from_id", "thread_id"), ("to_id", "thread_id"))),
    Portable(MessageRow.__tablename__, same=(("item_key", "thread_id"),)),
)
