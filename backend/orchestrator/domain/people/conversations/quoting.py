"""What was said in these messages, word for word, and where? For showing what something was taken from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.people.conversations import repository


@dataclass(frozen=True)
class QuotedMessage:
    """A message and where it stands; `title`: its thread's."""

    id: UUID
    thread_id: UUID
    title: str
    speaker: str | None
    text: str
    at: datetime


async def messages(tx: Tx, ids: Sequence[UUID]) -> list[QuotedMessage]:
    """Those of `ids` that are there."""
    rows = await repository.findable(tx, list(dict.fromkeys(ids))) if ids else ()
    return [QuotedMessage(row.id, row.thread_id, row.title, row.speaker, row.content, row.at) for row in rows]
