"""`/runs`: how turns were decided."""

from typing import Annotated

from fastapi import Query, Response

from orchestrator.domain.memory.interactions import own_turns
from orchestrator.domain.people.runs import service as runs
from orchestrator.domain.people.runs.schemas import Feedback, RunExplained, RunListed
from orchestrator.errors import NotFound
from orchestrator.kit.ids import parse_id
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedTag, check_shown, tagged
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/runs", tags=["runs"])
Asker = Annotated[Principal, require("ask")]


@router.get("", summary="Runs", responses=responses(404))
async def list_runs(
    principal: Asker,
    runtime: RuntimeDep,
    page: PageDep,
    thread_id: Annotated[str | None, Query(description="Only those of this thread.")] = None,
) -> Listed[RunListed]:
    """Newest first; `q` looks into the question, the intent and the names of proposed tools."""
    thread = parse_id(thread_id) if thread_id else None
    if thread_id and thread is None:
        raise NotFound("There is no such thread.")
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await runs.list_runs(tx, page, thread_id=thread))


@router.get("/{run_id}", summary="Why the answer is as it is", responses=responses(404))
async def explain_run(principal: Asker, runtime: RuntimeDep, response: Response, run_id: EntityId) -> RunExplained:
    """Route, tier, visible tools, each proposal with its verdict and why, checks, tokens and times."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return tagged(response, await runs.explain(tx, run_id))


@router.delete("/{run_id}", summary="Erase a run", responses=responses(404, 412))
async def erase_run(
    principal: Asker, runtime: RuntimeDep, run_id: EntityId, expected: ExpectedTag, dry_run: DryRun = False
) -> ReceiptOut:
    """For good, with its question, answer and previews. Only one without a thread: a thread's runs go with it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await check_shown(expected, lambda: runs.explain(tx, run_id))
        receipt = await runtime.eraser.erase(tx, "run", run_id, dry_run=dry_run)
    return ReceiptOut.of(receipt)


@router.post("/{run_id}/cancel", summary="End a run", responses=responses(404))
async def cancel_run(principal: Asker, runtime: RuntimeDep, run_id: EntityId) -> RunExplained:
    """Between executions: one that began commits. A settled run is answered as it is."""
    await runtime.agent.cancel(principal.user_id, run_id)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await runs.explain(tx, run_id)


@router.post("/{run_id}/feedback", summary="Rate an answer", responses=responses(404))
async def rate_run(principal: Asker, runtime: RuntimeDep, run_id: EntityId, feedback: Feedback) -> Feedback:
    """A second rating replaces the first. A `bad` answer counts as corrected (`/analytics`); `good` takes that back,
    and what the next message seemed to say against it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        rated = await runs.rate(tx, run_id, feedback)
        await own_turns.rated(tx, run_id, feedback.rating)
        return rated
