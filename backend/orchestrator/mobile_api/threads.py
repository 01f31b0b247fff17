"""`/mobile/threads`: the app's list of conversations, and one of them with everything that waits in it.

Previews and clarifications are those that are stored, so they are there after a restart of app or server.
"""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Query
from pydantic import BaseModel, Field

from orchestrator.agent.ports.previews import WAITING_AT_ONCE
from orchestrator.agent.previews.reply_parser import still_open
from orchestrator.agent.types.bundle import NeedUserInputOut, PreviewOut
from orchestrator.agent.types.clarification import directives
from orchestrator.db.tx import owned
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.conversations.glances import Glance, glances
from orchestrator.domain.people.conversations.schemas import MessageOut, ThreadOut
from orchestrator.domain.people.previews import drafts
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.people.runs import service as runs
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.mobile_api.routing import MobileRouter, reads
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed

router = MobileRouter(prefix="/mobile/threads")
Mobile = Annotated[Principal, require("mobile")]
SERVERS_OWN = frozenset({"clarification", "context", "understood"})
"""Metadata by which the next turn goes on: `need_user_input` is their form for a client."""


class ThreadItem(BaseModel):
    """One line of the list. `snippet`: how its last message begins; `needs_user`: a preview waits, or its last message
    asks something."""

    id: UUID
    title: str
    source: str | None = Field(description="Where an ingested conversation is from; null for one with Steward.")
    last_message_at: datetime | None
    archived_at: datetime | None
    snippet: str
    snippet_role: str | None = Field(description="`user` or `assistant`; null without a message.")
    waiting_previews: int
    needs_user: bool


class MobileMessage(BaseModel):
    """One message; `metadata` holds what a client renders: `actions`, `linked_items`, `previews` (ids), `status`, …"""

    id: UUID
    role: str
    content: str
    origin: str
    speaker: str | None
    at: datetime
    run_id: UUID | None
    metadata: dict[str, Any]


class ActiveCommand(BaseModel):
    """A slash command that has not ended: what its card is rebuilt from."""

    pending_event_id: UUID | None = None
    pending_contact_id: UUID | None = None
    command_state: dict[str, Any]


class ThreadView(BaseModel):
    """A thread as its screen shows it."""

    id: UUID
    title: str
    source: str | None
    last_message_at: datetime | None
    archived_at: datetime | None
    version: int
    messages: list[MobileMessage] = Field(description="The newest ones, or those before `cursor`; oldest first.")
    next_cursor: str | None = Field(description="For the messages before these; null where there are none.")
    previews: list[PreviewOut] = Field(description="Those that wait, newest first.")
    need_user_input: NeedUserInputOut | None = Field(description="What the last message asks and nobody answered.")
    ui_directives: list[dict[str, Any]]
    active_command: ActiveCommand | None
    active_run_id: UUID | None = Field(description="The run that is at work on the last question; null where none is.")


@router.get("", summary="Threads, as the app lists them", responses=reads())
async def list_threads(
    principal: Mobile,
    runtime: RuntimeDep,
    page: PageDep,
    archived: Annotated[bool | None, Query(description="Only archived ones, or only the others.")] = None,
) -> Listed[ThreadItem]:
    """The one with the newest message first; `q` looks into titles and texts. Who pages on meets each thread once."""
    owner = principal.user_id
    async with owned(runtime.database.snapshot(), owner) as tx:
        found = await conversations.list_threads(tx, page, archived=archived)
        ids = [thread.id for thread in found.items]
        seen = await glances(tx, ids)
        waiting = await previews.waiting_in(tx, ids)
    items = [_item(thread, seen[thread.id], waiting.get(thread.id, [])) for thread in found.items]
    return listed(Page(items, found.next_cursor))


@router.get("/{thread_id}", summary="One thread, with what waits in it", responses=reads(404))
async def show_thread(principal: Mobile, runtime: RuntimeDep, page: PageDep, thread_id: EntityId) -> ThreadView:
    """Its newest messages (`cursor`: the ones before them), the previews that wait, and what it asks of the user."""
    owner = principal.user_id
    async with owned(runtime.database.snapshot(), owner) as tx:
        thread = await conversations.get(tx, thread_id)
        said = await conversations.messages(tx, thread_id, page, newest_first=True)
        all_waiting = PageRequest(limit=WAITING_AT_ONCE)
        waiting = await previews.list_previews(tx, all_waiting, state="pending", thread_id=thread_id)
        glance = (await glances(tx, [thread_id]))[thread_id]
        under_way = await runs.under_way(tx, thread_id)
        commands = await drafts.of_thread(tx, thread_id, now=runtime.clock.now())
    asks = still_open(glance.asks, glance.clarification, [one.id for one in waiting.items])
    return ThreadView(
        **thread.model_dump(include={"id", "title", "source", "last_message_at", "archived_at", "version"}),
        messages=[_message(one) for one in reversed(drafts.with_standing(said.items, commands))],
        next_cursor=said.next_cursor,
        previews=list(waiting.items),
        need_user_input=asks,
        ui_directives=directives(asks, waiting.items),
        active_command=next((ActiveCommand.model_validate(one.pending) for one in commands if one.waits), None),
        active_run_id=under_way,
    )


def _item(thread: ThreadOut, glance: Glance, waiting: list[str]) -> ThreadItem:
    asks = still_open(glance.asks, glance.clarification, waiting)
    return ThreadItem(
        **thread.model_dump(include={"id", "title", "source", "last_message_at", "archived_at"}),
        snippet=glance.snippet,
        snippet_role=glance.role,
        waiting_previews=len(waiting),
        needs_user=bool(waiting) or asks is not None,
    )


def _message(message: MessageOut) -> MobileMessage:
    fields = message.model_dump(include={"id", "role", "content", "origin", "speaker", "at", "run_id"})
    kept = {name: value for name, value in message.metadata.items() if name not in SERVERS_OWN}
    return MobileMessage(**fields, metadata=kept)
