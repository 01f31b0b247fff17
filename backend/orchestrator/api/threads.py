"""`/threads`: conversations and their messages."""

from typing import Annotated, Literal

from fastapi import Query, Response

from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.conversations.schemas import MessageOut, ThreadOut, ThreadPatch
from orchestrator.domain.people.previews import drafts
from orchestrator.errors import VersionConflict
from orchestrator.kit.paging import Page
from orchestrator.kit.versions import is_expected
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/threads", tags=["threads"])
Asker = Annotated[Principal, require("ask")]


@router.get("", summary="Threads", responses=responses())
async def list_threads(
    principal: Asker,
    runtime: RuntimeDep,
    page: PageDep,
    archived: Annotated[bool | None, Query(description="Only archived ones, or only the others.")] = None,
) -> Listed[ThreadOut]:
    """The one with the newest message first; `q` looks into titles and texts."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await conversations.list_threads(tx, page, archived=archived))


@router.get("/{thread_id}", summary="One thread", responses=responses(404))
async def get_thread(principal: Asker, runtime: RuntimeDep, response: Response, thread_id: EntityId) -> ThreadOut:
    """Its title and times; the messages have their own list."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        thread = await conversations.get(tx, thread_id)
    set_etag(response, thread.version)
    return thread


@router.patch("/{thread_id}", summary="Rename or archive a thread", responses=responses(404, 412))
async def patch_thread(
    principal: Asker,
    runtime: RuntimeDep,
    response: Response,
    thread_id: EntityId,
    change: ThreadPatch,
    expected: ExpectedVersion,
) -> ThreadOut:
    """Absent fields stay; `archived_at` null brings it back."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        thread = await conversations.patch(tx, thread_id, change, expected_version=expected)
    set_etag(response, thread.version)
    return thread


@router.delete("/{thread_id}", summary="Erase a thread", responses=responses(404, 412))
async def erase_thread(
    principal: Asker, runtime: RuntimeDep, thread_id: EntityId, expected: ExpectedVersion, dry_run: DryRun = False
) -> ReceiptOut:
    """For good, with everything derived from its messages; the receipt counts by kind."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if expected is not None and not is_expected((await conversations.get(tx, thread_id)).version, expected):
            raise VersionConflict("The thread was changed since.")
        receipt = await runtime.eraser.erase(tx, "thread", thread_id, dry_run=dry_run)
    return ReceiptOut.of(receipt)


@router.get("/{thread_id}/messages", summary="A thread's messages", responses=responses(404))
async def list_messages(
    principal: Asker,
    runtime: RuntimeDep,
    page: PageDep,
    thread_id: EntityId,
    order: Annotated[Literal["oldest", "newest"], Query(description="Which end of the thread comes first.")] = "oldest",
) -> Listed[MessageOut]:
    """Oldest first, unless `order` says otherwise; a cursor goes on in its own list's order."""
    owner = principal.user_id
    async with runtime.database.unit_of_work_of(owner) as tx:
        found = await conversations.messages(tx, thread_id, page, newest_first=order == "newest")
        commands = await drafts.of_thread(tx, thread_id, now=runtime.clock.now())
    return listed(Page(drafts.with_standing(found.items, commands), found.next_cursor))
