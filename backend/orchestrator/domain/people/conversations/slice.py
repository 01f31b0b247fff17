"""What do conversations register? Words mean one by its title, and only where it is called a conversation, as it is
made of words. It can't be hidden: archiving is a mark of its own."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.runs.commands import CommandReply, CommandTurn
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import Vocabulary
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.asking.matching import scored
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.withdrawable import Found, Thing, Withdrawable
from orchestrator.domain.people.conversations import repository, service, summaries
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.conversations.model import ConversationSummary, MessageRow, Thread
from orchestrator.domain.people.conversations.schemas import SUMMARISE, SummariseThread, ThreadOut
from orchestrator.domain.people.conversations.summarizing import summarised
from orchestrator.errors import NotFound
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import PageRequest
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import content_words
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import CapReached
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import External, ScheduledJob
from orchestrator.telemetry.logging import get_logger

AFTER_CAP = timedelta(hours=1)
"""Caps count by UTC day, and may be raised at any time."""

log = get_logger(__name__)


def conversation_jobs(models: ModelRouter) -> tuple[JobHandler[Any], ...]:
    """The handler of `conversations.summarise`."""

    async def summarise(context: JobContext, payload: SummariseThread) -> None:
        """One summary; the next one is a job of its own. A model that fails makes the job fail: the window stays as it
        was, and the job is tried again, by itself and with the next answer in the thread."""
        assert context.owner_id is not None
        owner_id, thread_id = context.owner_id, payload.thread_id
        async with context.unit_of_work_of(owner_id) as tx:
            parts = await summaries.due(tx, thread_id)
        if not parts:
            return
        try:
            made = await summarised(models, owner_id, parts)
        except CapReached as error:
            log.info("a summary waits", thread_id=str(thread_id), why=str(error))
            later = context.clock.now() + AFTER_CAP
            await summaries.put_off(context.tx, thread_id, run_after=later)
            return
        await summaries.keep(context.tx, thread_id, parts, made)
        await summaries.owe(context.tx, thread_id)

    return (JobHandler(SUMMARISE, summarise),)


SCHEDULED = (
    ScheduledJob(SUMMARISE, External(), source="what takes a thread past its window: an answer, or what is ingested"),
)


class NewCommand:
    """`/new`, with the new thread's title after it where there shall be one. So the user begins afresh: with an empty
    thread of their own, whose id the answer gives."""

    name = "new"
    usage = "conversations.usage"

    async def answer(self, services: Services, words: str, commanded: CommandTurn) -> CommandReply:
        """The fresh thread's id is the answer's `thread_id`. A thread that this very question began is as fresh."""
        turn = commanded.turn
        if turn.thread_id is None:
            return CommandReply(say("conversations.client", turn.language))
        async with services.unit_of_work_of(turn.owner.id) as tx:
            if turn.request.thread_id is None:
                thread_id = turn.thread_id
                await conversations.retitle(tx, thread_id, conversations.title_of(words))
            else:
                title = conversations.title_of(words)
                thread_id = await conversations.create(tx, title=title)
        draft_id = str(new_id())
        state: dict[str, Any] = {
            "draft_id": draft_id,
            "phase": "confirmed",
            "extraction": {},
            "clarifications": [],
            "preview_id": None,
        }
        result = {
            "command": self.name,
            "state": "confirmed",
            "preview": None,
            "thread_id": str(thread_id),
            "command_state": state,
        }
        return CommandReply(say("conversations.fresh", turn.language), command_result=result, thread_id=thread_id)


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
    jobs_with=lambda means, _: conversation_jobs(means.models),
    scheduled=SCHEDULED,
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
