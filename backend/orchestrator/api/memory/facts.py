"""`/facts` (api.md, Entities): what is known of the user, then and now, and the user's acts on it.

Whoever may `write` may state, correct, change and retire; what makes or touches a hard rule, or confirms, needs
`curate`.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from orchestrator.api.crud import Reader, Writer
from orchestrator.api.memory.fact_queries import AsOf, KnownAt, ScopeQuery, Word, aware, exact_moment, plain, scope_of
from orchestrator.api.ruled import refuse_text
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import Lines, patch_of
from orchestrator.domain.memory.facts import reading, service
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.review import reviewing
from orchestrator.domain.memory.facts.schemas import (
    HARD_RULE,
    Category,
    FactEffect,
    FactFields,
    FactKind,
    FactOut,
    FactScope,
    FactText,
    Importance,
    Share,
    Trust,
)
from orchestrator.domain.people.conversations.schemas import AnyMoment
from orchestrator.errors import ScopeMissing, VersionConflict
from orchestrator.kit.paging import Page
from orchestrator.kit.versions import Expected, is_expected
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import known_already, responses
from orchestrator.web.routing import Router

router = Router(tags=["memory"])
Curator = Annotated[Principal, require("curate")]
CURATE = "curate"
Act = Callable[..., Awaitable[Any]]

FactPatch: Any = patch_of(FactFields, "FactPatch")


class FactCorrection(BaseModel):
    """What the fact should have said; what is absent is as it was."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [{"text": "I'm allergic to walnuts"}]})

    text: FactText
    kind: FactKind | None = None
    category: Category | None = None
    subjects: Lines | None = None
    scope: FactScope | None = None
    effect: FactEffect | None = None
    importance: Importance | None = None
    confidence: Share | None = None
    valid_from: AnyMoment | None = None
    valid_to: AnyMoment | None = None
    review_after: AnyMoment | None = None
    tags: Lines | None = None


class FactChange(FactCorrection):
    """What is so since `valid_from` (now where it is absent): until then the fact was true."""

    model_config = ConfigDict(
        extra="ignore", json_schema_extra={"examples": [{"text": "I live in Lisbon", "valid_from": "2026-05-01"}]}
    )


class FactRetirement(BaseModel):
    """Since when it holds no more: now where it is absent."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [{"valid_to": "2026-05-01"}]})

    valid_to: AnyMoment | None = Field(default=None)


@router.get("/facts", responses=responses(), summary="Facts")
async def list_facts(
    runtime: RuntimeDep,
    principal: Reader,
    page: PageDep,
    *,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    kind: FactKind | None = None,
    category: Word = None,
    tag: Word = None,
    trust: Trust | None = None,
    scope: ScopeQuery = None,
    subject: Word = None,
    review: Literal["due"] | None = None,
    past: Annotated[bool, Query(description="Those too that held before, and no longer did.")] = False,
) -> Listed[FactOut]:
    """What held at `as_of` by what was known at `known_at`, newest first; proposals only with `trust=proposed`.
    `review=due`: what the user should look at again, with the `reason`; `/confirm` or `/retire` settles it."""
    scope_type, scope_ref = scope_of(scope)
    wanted = FactFilter(
        as_of=exact_moment("as_of", as_of, principal.timezone),
        known_at=exact_moment("known_at", known_at, principal.timezone),
        kind=kind,
        category=plain(category),
        tag=plain(tag),
        trust=trust,
        scope_type=scope_type,
        scope_ref=scope_ref,
        subject=plain(subject),
        review_due=review is not None,
        past=past,
    )
    why: Mapping[UUID, str] = {}
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await reading.listed(tx, page, wanted)
        if wanted.review_due:
            why = await reviewing.reasons(tx, found.items, locale=principal.locale, zone=principal.timezone)
    shown = [FactOut.model_validate(row) for row in found.items]
    shown = [one.model_copy(update={"reason": why.get(one.id, one.reason)}) for one in shown]
    return listed(Page(shown, found.next_cursor))


@router.get("/facts/{entity_id}", responses=responses(404), summary="One fact")
async def read_fact(runtime: RuntimeDep, principal: Reader, response: Response, entity_id: EntityId) -> FactOut:
    """With its evidence: the exact spans that it was taken from. Its version is the `ETag`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return told(response, await facts.get(tx, entity_id))


@router.post(
    "/facts",
    status_code=201,
    responses=responses(409) | known_already(FactOut, "The very same is known: it counts for more now."),
    summary="State a fact",
)
async def create_fact(runtime: RuntimeDep, principal: Writer, response: Response, body: FactFields) -> FactOut:
    """As the user's own statement: believed at once. What contradicts it ends (`replaces`); the very same again makes
    the one that is there more important, and answers it with 200. A `hard_rule` needs `curate`."""
    _may_be(principal, body.kind)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await refuse_text(tx, body.model_dump(exclude_unset=True))
        stated = await service.state(tx, body, zone=principal.timezone)
    response.status_code = 200 if stated.known else 201
    return told(response, stated.row)


async def change_fact(
    runtime: RuntimeDep,
    principal: Writer,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    body: Any,
) -> FactOut:
    """Absent fields stay, null goes back to the default; `If-Match` refuses where it was changed meanwhile. What was
    believed before is kept for `known_at`."""
    changes = body.model_dump(exclude_unset=True)
    return await _acted(runtime, principal, response, service.edit, entity_id, expected, changes)


change_fact.__annotations__["body"] = FactPatch
router.patch("/facts/{entity_id}", responses=responses(403, 404, 409, 412, 413), summary="Change a fact's fields")(
    change_fact
)


@router.delete("/facts/{entity_id}", responses=responses(403, 404, 412), summary="Erase a fact")
async def erase_fact(
    runtime: RuntimeDep,
    principal: Writer,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    dry_run: DryRun = False,
) -> ReceiptOut:
    """For good, with what it corrected and everything derived from it; the receipt counts by kind."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await _must_be(tx, principal, entity_id)
        if not is_expected(row.version, expected):
            raise VersionConflict(f"The fact is at version {row.version}.")
        receipt = await runtime.eraser.erase(tx, facts.kind, entity_id, dry_run=dry_run)
    return ReceiptOut.of(receipt)


@router.post("/facts/{entity_id}/correct", responses=responses(403, 404, 409, 412, 413), summary="It was wrong")
async def correct_fact(
    runtime: RuntimeDep,
    principal: Writer,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    body: FactCorrection,
) -> FactOut:
    """The fact is superseded; answers the one that takes its place, from the same `valid_from` on."""
    return await _acted(runtime, principal, response, service.correct, entity_id, expected, _given(body))


@router.post(
    "/facts/{entity_id}/change", responses=responses(403, 404, 409, 412, 413), summary="It was true until then"
)
async def end_and_change_fact(
    runtime: RuntimeDep,
    principal: Writer,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    body: FactChange,
) -> FactOut:
    """The fact gets a `valid_to`; answers the one that holds from there on."""
    return await _acted(runtime, principal, response, service.change, entity_id, expected, _given(body))


@router.post("/facts/{entity_id}/retire", responses=responses(403, 404, 412), summary="It holds no more")
async def retire_fact(
    runtime: RuntimeDep,
    principal: Writer,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    body: FactRetirement | None = None,
) -> FactOut:
    """Nothing takes its place; it still was so until then."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await _must_be(tx, principal, entity_id)
        until = aware(body.valid_to, principal.timezone) if body is not None and body.valid_to is not None else None
        row = await service.retire(tx, entity_id, valid_to=until, version=expected)
    return told(response, row)


@router.post("/facts/{entity_id}/confirm", responses=responses(404, 412), summary="It still holds")
async def confirm_fact(
    runtime: RuntimeDep, principal: Curator, response: Response, entity_id: EntityId, expected: ExpectedVersion
) -> FactOut:
    """It is trusted now, and comes up for review later."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await service.confirm(tx, entity_id, version=expected)
    return told(response, row)


async def _acted(
    runtime: RuntimeDep,
    principal: Principal,
    response: Response,
    act: Act,
    entity_id: UUID,
    expected: Expected,
    changes: Mapping[str, Any],
) -> FactOut:
    """One of the acts that say something else of a fact. Raises NotFound, ScopeMissing, Conflict `rule_refused`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await refuse_text(tx, changes)
        await _must_be(tx, principal, entity_id, str(changes.get("kind") or ""))
        row = await act(tx, entity_id, changes, zone=principal.timezone, version=expected)
    return told(response, row)


def _given(body: FactCorrection) -> dict[str, Any]:
    """What the body says; null says nothing."""
    return body.model_dump(exclude_unset=True, exclude_none=True)


def told(response: Response, row: object) -> FactOut:
    """The fact as clients see it, its version as `ETag`."""
    found = FactOut.model_validate(row)
    set_etag(response, found.version)
    return found


def _may_be(principal: Principal, kind: str) -> None:
    if kind == HARD_RULE and not principal.may(CURATE):
        raise ScopeMissing("Hard rules need the scope `curate`.")


async def _must_be(tx: Tx, principal: Principal, entity_id: UUID, becomes: str = "") -> FactOut:
    """The fact, where the token may act on it. Raises NotFound, ScopeMissing."""
    row = FactOut.model_validate(await facts.get(tx, entity_id))
    _may_be(principal, row.kind)
    _may_be(principal, becomes)
    return row
