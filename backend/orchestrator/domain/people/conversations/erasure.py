"""What goes with an erased thread? Its messages and summaries, and by the database's own cascade its runs and
previews."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.foundation.provenance.erasable import Erasable, ErasedRow
from orchestrator.domain.people.conversations import repository, summaries
from orchestrator.domain.people.conversations.ingestion import THREAD_KIND
from orchestrator.domain.people.conversations.service import KIND
from orchestrator.errors import NotFound


async def erase_thread(session: AsyncSession, owner_id: UUID, thread_id: UUID) -> Sequence[ErasedRow]:
    """Delete the thread; answers it, its messages and summaries. Raises NotFound."""
    thread = await repository.get_thread(session, owner_id, thread_id, for_update=True)
    if thread is None:
        raise NotFound("There is no such thread.")
    gone = await repository.message_ids(session, owner_id, thread_id)
    told = await summaries.parts_of(session, owner_id, thread_id)
    await repository.delete_thread(session, owner_id, thread_id)
    source = (thread.source or "") if thread.external_id is not None else None
    first = ErasedRow(THREAD_KIND, thread_id, source=source, external_id=thread.external_id, indexed=False)
    return [first, *(ErasedRow(KIND, message_id) for message_id in gone), *told]


ERASABLE = Erasable(kind=THREAD_KIND, erase=erase_thread, keys=repository.thread_keys)
