"""`/rules`: what binds the agent, and the user's own direct writes (api.md, Rules: typed effects)."""

from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from orchestrator.agent.rules.effects import EFFECTS
from orchestrator.agent.rules.ruleset import EVERY_TOOL
from orchestrator.api.memory.fact_queries import ScopeQuery, scope_of
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import patch_of
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.schemas import HARD_RULE
from orchestrator.domain.memory.rules import preview as rule_preview
from orchestrator.domain.memory.rules import service as rule_service
from orchestrator.domain.memory.rules.schemas import PreviewIn, RuleFields, RuleOut, RulePreview
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.errors import FieldError, InvalidRequest, VersionConflict
from orchestrator.kit.paging import Page
from orchestrator.kit.versions import is_expected
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import known_already, responses
from orchestrator.web.routing import Router

router = Router(prefix="/rules", tags=["memory"])
Reader = Annotated[Principal, require("read", "curate")]
Curator = Annotated[Principal, require("curate")]
RulePatch: Any = patch_of(RuleFields, "RulePatch")


@router.get("", responses=responses(), summary="Rules")
async def list_rules(
    runtime: RuntimeDep,
    principal: Reader,
    page: PageDep,
    effect: Annotated[str | None, Query(max_length=100, description="Only those with this effect.")] = None,
    scope: ScopeQuery = None,
) -> Listed[RuleOut]:
    """Those that bind now, newest first."""
    scope_type, scope_ref = scope_of(scope)
    if effect and effect not in EFFECTS:
        raise _wrong(["query", "effect"], f"one of {', '.join(EFFECTS)}")
    wanted = FactFilter(kind=HARD_RULE, scope_type=scope_type, scope_ref=scope_ref, effect=effect)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await rule_service.page(tx, page, wanted)
        items = await rule_service.told(tx, found.items)
    return listed(Page(items, found.next_cursor))


@router.post("/preview", responses=responses(413), summary="What notes or words would become as a rule")
async def preview_rule(runtime: RuntimeDep, principal: Curator, body: PreviewIn) -> RulePreview:
    """Notes are composed by the model where one is configured, else read from their words; `text` is read as it stands.
    Nothing is stored: `POST /rules` with what is answered, changed or not, approves it."""
    return await rule_preview.composed(
        runtime.database.unit_of_work,
        runtime.models,
        runtime.resolver,
        principal.user_id,
        body.note_ids,
        text=body.text,
        locale=principal.locale,
    )


@router.get("/{entity_id}", responses=responses(404), summary="One rule")
async def read_rule(runtime: RuntimeDep, principal: Reader, response: Response, entity_id: EntityId) -> RuleOut:
    """With its version as `ETag`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await rule_service.get(tx, entity_id)
        return await _told(tx, response, row)


@router.post(
    "",
    status_code=201,
    responses=responses(409) | known_already(RuleOut, "The very same is there."),
    summary="Make a rule",
)
async def create_rule(runtime: RuntimeDep, principal: Curator, response: Response, body: RuleFields) -> RuleOut:
    """It binds at once. The very same again is the one that is there (200). `note_ids`: what it is made of."""
    _known_tool(runtime.tools, body.effect.model_dump() if body.effect is not None else None)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row, fresh = await rule_service.create(tx, body, zone=principal.timezone)
        await Pushes(runtime.settings.timezone).reconsider(tx)
        response.status_code = 201 if fresh else 200
        return await _told(tx, response, row)


async def change_rule(
    runtime: RuntimeDep,
    principal: Curator,
    response: Response,
    entity_id: EntityId,
    expected: ExpectedVersion,
    body: Any,
) -> RuleOut:
    """Absent fields stay, null clears; it binds as changed at once."""
    changes = body.model_dump(exclude_unset=True)
    _known_tool(runtime.tools, changes.get("effect"))
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await rule_service.update(tx, entity_id, changes, zone=principal.timezone, version=expected)
        await Pushes(runtime.settings.timezone).reconsider(tx)
        return await _told(tx, response, row)


change_rule.__annotations__["body"] = RulePatch
router.patch("/{entity_id}", responses=responses(404, 412, 413), summary="Change a rule")(change_rule)


@router.delete("/{entity_id}", responses=responses(404, 412), summary="Erase a rule")
async def erase_rule(
    runtime: RuntimeDep,
    principal: Curator,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    dry_run: DryRun = False,
) -> ReceiptOut:
    """It binds no more from the next request on. To keep that it was there: `POST /facts/{id}/retire`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        row = await rule_service.get(tx, entity_id)
        if not is_expected(row.version, expected):
            raise VersionConflict(f"The rule is at version {row.version}.")
        receipt = await runtime.eraser.erase(tx, facts.kind, entity_id, dry_run=dry_run)
        if not dry_run:
            await Pushes(runtime.settings.timezone).reconsider(tx)
    return ReceiptOut.of(receipt)


async def _told(tx: Tx, response: Response, row: Any) -> RuleOut:
    (rule,) = await rule_service.told(tx, [row])
    set_etag(response, rule.version)
    return rule


def _known_tool(tools: frozenset[str], effect: Any) -> None:
    """Raises InvalidRequest for the policy of a tool that is not there."""
    if not isinstance(effect, dict) or effect.get("type") != "tool_policy":
        return
    parameters = effect.get("parameters")
    tool = parameters.get("tool") if isinstance(parameters, dict) else None
    if isinstance(tool, str) and tool.strip() not in {*tools, EVERY_TOOL}:
        raise _wrong(["effect", "parameters", "tool"], f"there is no such tool; there are: {', '.join(sorted(tools))}")


def _wrong(loc: list[str | int], message: str) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": loc, "message": message}]
    return InvalidRequest(f"`{loc[-1]}`: {message}.", errors=errors)
