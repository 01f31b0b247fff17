"""What the tool `forget` does: erase a fact for good, always shown before."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.erasure import Receipt
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import HARD_RULE
from orchestrator.domain.memory.facts.tools.finding import SHOWN_CHARACTERS, meant, ref
from orchestrator.domain.memory.facts.tools.remember_tool import version
from orchestrator.errors import CHANGED, ToolRejected
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say


class Forget(ToolArguments):
    """Arguments of `forget`."""

    fact: str = Field(default="", max_length=500, description="What to forget: its words or id; 'that' = the last one.")


async def prepare(ctx: ToolContext, arguments: Forget) -> Prepared | NeedUserInput:
    """The dry run's receipt. Raises ToolRejected."""
    found = await meant(ctx, arguments.fact, nothing="facts.none")
    if isinstance(found, NeedUserInput):
        return found
    if found.kind == HARD_RULE:
        raise ToolRejected("This is a rule of the user's: end it with `rules_end`.")
    return await _forgetting(ctx, found)


async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
    """Shown again where it changed since. Raises ToolRejected."""
    if edits:
        raise ToolRejected("There is nothing to edit in an erasure.")
    return await prepare(ctx, Forget(fact=frozen["id"]))


async def _forgetting(ctx: ToolContext, row: UserFact) -> Prepared:
    receipt = await ctx.eraser.erase(ctx.tx, facts.kind, row.id, dry_run=True)
    title = say("facts.forget", ctx.locale, text=shorten(row.text, SHOWN_CHARACTERS))
    more = _deleted(receipt) - 1
    parts = [title, say("facts.final", ctx.locale), *([say("facts.also", ctx.locale, count=more)] if more > 0 else [])]
    frozen = {"id": str(row.id), "deleted": _deleted(receipt)}
    return Prepared(frozen, title, ". ".join(parts), (), ref(row), row.version)


async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Erase what was shown; nothing where more would go by now. Raises ToolRejected, NotFound."""
    async with ctx.tx.session.begin_nested():
        receipt = await ctx.eraser.erase(ctx.tx, facts.kind, UUID(frozen["id"]))
        if _deleted(receipt) > frozen["deleted"]:
            raise ToolRejected("More would go by now than was shown.", code=CHANGED)
    return ToolResult(
        data={"deleted": dict(receipt.deleted)},
        summary=say("facts.forgotten", ctx.locale),
        origin=ctx.origin,
        evidence=frozenset({"entity"}),
        entity=EntityRef(facts.kind, UUID(frozen["id"])),
    )


def _deleted(receipt: Receipt) -> int:
    return sum(receipt.deleted.values())


ERASING_S = 60.0
FORGET = WriteTool(
    name="forget",
    description="Forget a remembered fact for good. Only if the user says so; it can't be undone.",
    group="memory",
    execute=execute,
    arguments=Forget,
    prepare=prepare,
    revise=revise,
    version=version,
    timeout_s=ERASING_S,
    examples=(("forget that I'm allergic to nuts", {"fact": "allergic to nuts"}),),
    irreversible=True,
)
