"""What do conversations register? Words mean one by its title, and only where it is called a conversation, as it is
made of words. It can't be hidden: archiving is a mark of its own."""

from uuid import UUID

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import Vocabulary
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.asking.matching import scored
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.withdrawable import Found, Thing, Withdrawable
from orchestrator.domain.people.conversations import jobs, repository, service, summaries
from orchestrator.domain.people.conversations.command import NewCommand
from orchestrator.domain.people.conversations.model import ConversationSummary, MessageRow, Thread
from orchestrator.domain.people.conversations.schemas import ThreadOut
from orchestrator.errors import NotFound
from orchestrator.kit.paging import PageRequest
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.normalize import content_words

CANDIDATES = 200


def _thing(ctx: ToolContext, thread: ThreadOut) -> Thing:
    begun = render.day(to_wall(thread.created_at, ctx.zone).date(), ctx.locale)
    return Thing("thread", thread.id, thread.title, begun, thread.version, Origin(thread.origin))


async def _find(ctx: ToolContext, words: str) -> Found:
    """By title; not the one in which this is said, whose title may be these very words."""
    found: dict[UUID, Thing] = {}
    for query in dict.fromkeys([*content_words(words)[:1], ""]):
        page = await service.list_threads(ctx.tx, PageRequest(limit=CANDIDATES, q=query or None))
        found |= {thread.id: _thing(ctx, thread) for thread in page.items}
    others = [thing for thing in found.values() if thing.id != ctx.thread_id]
    return scored(words, [(thing, thing.title) for thing in others])


async def _get(ctx: ToolContext, thread_id: UUID) -> Thing | None:
    try:
        return _thing(ctx, await service.get(ctx.tx, thread_id))
    except NotFound:
        return None


_VOCABULARY = Vocabulary(needless_ids=frozenset({"thread_id"}))

SLICE = Slice(
    "conversations",
    vocabulary=_VOCABULARY,
    commands=(NewCommand(),),
    jobs_with=lambda means, _: jobs.conversation_jobs(means.models),
    scheduled=jobs.SCHEDULED,
    erasable=(
        Erasable(kind=service.THREAD_KIND, erase=service.erase_thread, keys=repository.thread_keys),
        Erasable(kind=summaries.KIND, erase=summaries.erase, rebuild=summaries.rebuild, keys=summaries.keys),
    ),
    withdrawable=(Withdrawable("thread", _find, _get, meant="named"),),
    portable=(
        Portable(Thread.__tablename__, same=(ENTITY_SAME,)),
        Portable(ConversationSummary.__tablename__, same=(("from_id", "thread_id"), ("to_id", "thread_id"))),
        Portable(MessageRow.__tablename__, same=(("item_key", "thread_id"),)),
    ),
)
