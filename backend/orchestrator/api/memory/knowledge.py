"""`/knowledge`: learnings and what became of them (api.md, Entities; product.md, Learnings → knowledge).

Whoever may `write` may file one, change what it says and erase it; a step up the ladder, in confidence or in scope, is
the user's and needs `curate`.
"""

from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from orchestrator.api.crud import Reader, Writer
from orchestrator.api.ruled import refuse_text
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import patch_of
from orchestrator.domain.memory.knowledge.filters import LearningFilter
from orchestrator.domain.memory.knowledge.ladder import SCOPES, ScopeType, State
from orchestrator.domain.memory.knowledge.schemas import LearningFields, LearningOut, Promotion
from orchestrator.domain.memory.knowledge.service import knowledge
from orchestrator.errors import InvalidRequest, VersionConflict
from orchestrator.kit.paging import Page
from orchestrator.kit.text import storable
from orchestrator.kit.versions import is_expected
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/knowledge", tags=["memory"])
Curator = Annotated[Principal, require("curate")]
REF_CHARACTERS = 500
_SCOPE = f"A scope's type ({', '.join(SCOPES)}), or `type:ref` (`project:steward`)."
Word = Annotated[str | None, Query(max_length=REF_CHARACTERS)]
LearningPatch: Any = patch_of(LearningFields, "LearningPatch")


@router.get("", responses=responses(), summary="Learnings and knowledge")
async def list_learnings(
    runtime: RuntimeDep,
    principal: Reader,
    page: PageDep,
    *,
    state: State | None = None,
    scope: Annotated[str | None, Query(max_length=REF_CHARACTERS, description=_SCOPE)] = None,
    tool: Word = None,
    doubted: Annotated[bool | None, Query(description="Those that failed three times in a row, or the others.")] = None,
) -> Listed[LearningOut]:
    """Newest first; `q` looks into error, fix, tool and scope. `state=approved` is what other agents are told."""
    scope_type, scope_ref = _scope(scope)
    which = LearningFilter(state, scope_type, scope_ref, storable(tool) if tool else None, doubted)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await knowledge.page(tx, page, *which.conditions())
        items = [LearningOut.model_validate(one) for one in await knowledge.present(tx, found.items)]
    return listed(Page(items, found.next_cursor))


@router.post("", status_code=201, responses=responses(409, 413), summary="File a learning")
async def create_learning(
    runtime: RuntimeDep, principal: Writer, response: Response, body: LearningFields
) -> LearningOut:
    """An error and what helps, at 0.7 like all of them; `review` and `approve` say more. The same error and fix in the
    same scope: 409 `already_exists` with its `id`; what a `never_store` rule forbids: 409 `rule_refused`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await refuse_text(tx, {"text": f"{body.error}\n{body.fix}"})
        row = await knowledge.file(tx, body, zone=principal.timezone, known_as=principal.token_name)
        return await _told(tx, response, row)


@router.get("/{entity_id}", responses=responses(404), summary="One learning")
async def read_learning(runtime: RuntimeDep, principal: Reader, response: Response, entity_id: EntityId) -> LearningOut:
    """With its way so far, and its version as `ETag`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await knowledge.get(tx, entity_id)
        return await _told(tx, response, row)


async def change_learning(
    runtime: RuntimeDep,
    principal: Writer,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    body: Any,
) -> LearningOut:
    """Other words for `error`, `fix` or `tool` begin anew at 0.7: use, review and approval were of the old ones."""
    changes = body.model_dump(exclude_unset=True)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await refuse_text(tx, {"text": f"{changes.get('error') or ''}\n{changes.get('fix') or ''}"})
        row = await knowledge.edit(
            tx, entity_id, changes, zone=principal.timezone, known_as=principal.token_name, version=expected
        )
        return await _told(tx, response, row)


change_learning.__annotations__["body"] = LearningPatch
router.patch("/{entity_id}", responses=responses(404, 409, 412, 413), summary="Change a learning")(change_learning)


@router.delete("/{entity_id}", responses=responses(404, 412), summary="Erase a learning")
async def erase_learning(
    runtime: RuntimeDep,
    principal: Writer,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    dry_run: DryRun = False,
) -> ReceiptOut:
    """For good: one that Steward found out itself is not learned again."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await knowledge.get(tx, entity_id)
        if not is_expected(row.version, expected):
            raise VersionConflict(f"The learning is at version {row.version}.")
        receipt = await runtime.eraser.erase(tx, knowledge.kind, entity_id, dry_run=dry_run)
    return ReceiptOut.of(receipt)


@router.post("/{entity_id}/review", responses=responses(404, 412), summary="Review a learning")
async def review_learning(
    runtime: RuntimeDep, principal: Curator, response: Response, entity_id: EntityId, expected: ExpectedVersion
) -> LearningOut:
    """You looked at it and it is right: 0.95. One that is approved stays so."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await knowledge.review(tx, entity_id, known_as=principal.token_name, version=expected)
        return await _told(tx, response, row)


@router.post("/{entity_id}/approve", responses=responses(404, 412), summary="Make a learning knowledge")
async def approve_learning(
    runtime: RuntimeDep, principal: Curator, response: Response, entity_id: EntityId, expected: ExpectedVersion
) -> LearningOut:
    """1.0, and other agents are told of it where it holds."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await knowledge.approve(tx, entity_id, known_as=principal.token_name, version=expected)
        return await _told(tx, response, row)


@router.post("/{entity_id}/promote", responses=responses(404, 409, 412), summary="Let a learning hold in a wider scope")
async def promote_learning(
    runtime: RuntimeDep,
    principal: Curator,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    body: Promotion | None = None,
) -> LearningOut:
    """One step: `project` → `language` (with its `ref`) → `universal`; then 409 `not_promotable`."""
    ref = body.ref if body is not None else None
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await knowledge.promote(tx, entity_id, ref, known_as=principal.token_name, version=expected)
        return await _told(tx, response, row)


async def _told(tx: Tx, response: Response, row: Any) -> LearningOut:
    (found,) = await knowledge.present(tx, [row])
    set_etag(response, found.version)
    return LearningOut.model_validate(found)


def _scope(text: str | None) -> tuple[ScopeType | None, str | None]:
    if not text:
        return None, None
    kind, _, ref = storable(text).partition(":")
    found = next((scope for scope in SCOPES if scope == kind), None)
    if found is None:
        raise InvalidRequest.of_field("scope", f"its type is one of {', '.join(SCOPES)}", loc=["query", "scope"])
    return found, ref or None
