"""The tools that turn names into contacts and places."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.resolution import Resolution
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.places.service import places

MAX_NAMES = 20


class ResolveContacts(ToolArguments):
    """Arguments of `resolve_contacts`."""

    names: list[str] = Field(
        min_length=1,
        max_length=MAX_NAMES,
        description="Names or phrases, copied: ['Ana', 'my sister', 'everyone at Acme'].",
    )


class ResolvePlace(ToolArguments):
    """Arguments of `resolve_place`."""

    name: str = Field(min_length=1, description="The place's name or whose it is: 'the office', 'Jordan's house'.")


async def resolve_contacts(ctx: ToolContext, arguments: ResolveContacts) -> ToolResult:
    """Who is meant by each name; several people where a phrase means them all."""
    found = await ctx.resolver.resolve_people(ctx.tx, arguments.names, locale=ctx.locale)
    return await _result(ctx, found)


async def resolve_place(ctx: ToolContext, arguments: ResolvePlace) -> ToolResult:
    """Which place is meant."""
    one = await ctx.resolver.resolve_place(ctx.tx, arguments.name, locale=ctx.locale)
    return await _result(ctx, [one])


async def _result(ctx: ToolContext, found: Sequence[Resolution]) -> ToolResult:
    refs = tuple(ref for one in found for ref in one.entities)
    resolved = tuple(ref for one in found if one.status == "resolved" for ref in one.entities)
    return ToolResult(
        data={"resolutions": [_shown(one) for one in found]},
        origin=await _origin(ctx, refs),
        summary=", ".join(f"{one.phrase}: {one.status}" for one in found),
        empty=not refs,
        evidence=frozenset({"entity"}),
        context=resolved,
        read=refs,
    )


async def _origin(ctx: ToolContext, refs: Sequence[EntityRef]) -> Origin:
    """An imported name is others' text."""
    people = await contacts.many(ctx.tx, [ref.id for ref in refs if ref.type == "contact"])
    where = await places.many(ctx.tx, [ref.id for ref in refs if ref.type == "place"])
    return least_trusted(row.origin for row in (*people, *where))


def _shown(one: Resolution) -> dict[str, Any]:
    return {
        "phrase": one.phrase,
        "status": one.status,
        "entities": [{"id": str(ref.id), "name": ref.title} for ref in one.entities],
        "why": one.why,
        "group": _group(one),
        "options": [{"id": option.id, "label": option.label} for option in one.options],
    }


def _group(one: Resolution) -> dict[str, Any] | None:
    """The people together, where the phrase means a group. `inferred`: nothing stored says that these are all."""
    if one.group is None:
        return None
    group_id = str(one.group.group_id) if one.group.group_id is not None else None
    return {"name": one.group.name, "id": group_id, "inferred": one.group.inferred}


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="resolve_contacts",
        description="Find which contacts names, relations or groups mean ('Ana', 'my sister', 'my family').",
        group="resolution",
        execute=resolve_contacts,
        arguments=ResolveContacts,
    ),
    ReadTool(
        name="resolve_place",
        description="Find which known place a name means.",
        group="resolution",
        execute=resolve_place,
        arguments=ResolvePlace,
    ),
)
