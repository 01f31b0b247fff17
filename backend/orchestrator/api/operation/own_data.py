"""`/me/data`: how much there is of everything that is the user's, and all of a kind erased at once."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.errors import NotFound, ScopeMissing
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/me/data", tags=["account"])
OFFERED = (
    "thread",
    "run",
    "contact",
    "contact_group",
    "place",
    "event",
    "todo",
    "document",
    "note",
    "fact",
    "episode",
    "knowledge",
    "interaction",
    "jotting",
    "meeting",
    "voice_sample",
    "event_photo",
    "photo_person",
    "location",
    "mission",
    "connection",
)
"""What one lived; not what Steward was set up with (agents, skills, servers)."""
AT_ONCE, MOST = 50, 500
"""Each takes along what was made from it, in one transaction that ingestion waits for."""


class OwnData(BaseModel):
    """How many there are, by kind; a kind of which there is none is left out."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"kinds": {"contact": 12, "event": 340, "thread": 25}}]})

    kinds: dict[str, int]


class EmptiedOut(ReceiptOut):
    """The receipt of what went now. `left`: how many of the kind are still there: ask again until there is none."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"deleted": {"event": 50, "todo": 2}, "rebuilt": {}, "redacted": {"message": 9}, "left": 290}]
        }
    )

    left: int = Field(ge=0)


@router.get("", summary="How much there is of mine", responses=responses())
async def count_own_data(principal: Annotated[Principal, require("read")], runtime: RuntimeDep) -> OwnData:
    """Of what `DELETE /me/data` takes."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        counts = await runtime.erasure.counts(tx)
    return OwnData(kinds={kind: counts[kind] for kind in OFFERED if kind in counts})


@router.delete("", summary="Erase all of a kind", responses=responses(404, 409))
async def erase_own_data(
    principal: Annotated[Principal, require("write")],
    runtime: RuntimeDep,
    kind: Annotated[str, Query(max_length=40, description="One that `GET /me/data` counts.")],
    limit: Annotated[int, Query(ge=1, le=MOST, description="At most so many now.")] = AT_ONCE,
    *,
    dry_run: DryRun = False,
) -> EmptiedOut:
    """For good, some at a time, each with everything derived from it, as its own DELETE does; `left` says how many are
    still there (of a dry run: would be). Facts need `curate` too: rules are among them. The account, its tokens and
    devices stay."""
    if kind not in OFFERED:
        raise NotFound("There is no such kind; `GET /me/data` names those that there are.")
    if kind == "fact" and not principal.may("curate"):
        raise ScopeMissing("This needs a token with scope `curate`: rules are among the facts.")
    erasure: Erasure = runtime.erasure
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        done = await erasure.erase_of_kind(tx, kind, most=limit, dry_run=dry_run)
    return EmptiedOut(**ReceiptOut.of(done.receipt).model_dump(), left=done.left)
