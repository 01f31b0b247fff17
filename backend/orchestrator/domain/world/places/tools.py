"""The tools of places: `get_places` reads, `places_create` proposes a new one."""

from typing import Any

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.world.places.common_names import commonly_named
from orchestrator.domain.world.places.repository import Place
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.places.write_tools import (
    CreatePlace,
    execute_create,
    prepare_create,
    revise_create,
    undo_create,
    version,
)
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import PageRequest

MAX_PLACES = 100


class GetPlaces(ToolArguments):
    """Arguments of `get_places`."""

    query: str = Field(default="", description="Words of the name, address or category.")
    ids: list[str] = Field(default_factory=list, max_length=MAX_PLACES, description="Place ids from an earlier result.")
    limit: int = Field(default=10, ge=1, le=MAX_PLACES)


async def get_places(ctx: ToolContext, arguments: GetPlaces) -> ToolResult:
    """Places by id, by name or words, or all; `meant`: the id of the one that the words mean for sure ("my home")."""
    ids = [found for text in arguments.ids if (found := parse_id(text)) is not None]
    context: tuple[EntityRef, ...] = ()
    if ids:
        rows = await places.many(ctx.tx, ids)
        total = len(rows)
    elif arguments.query:
        named = await ctx.resolver.resolve_place(ctx.tx, arguments.query, locale=ctx.locale)
        wanted = SearchQuery(arguments.query, kinds=("place",), limit=MAX_PLACES)
        found_ids = [ref.id for ref in named.entities]
        context = named.entities if named.status == "resolved" else ()
        if named.status == "unknown" and len(only := await commonly_named(ctx.tx, arguments.query)) == 1:
            context = (EntityRef("place", only[0].id, only[0].name),)
            found_ids = [only[0].id]
        if named.status != "resolved":
            found_ids += [hit.id for hit in await search(ctx.tx, wanted) if hit.id not in found_ids]
        rows = await places.many(ctx.tx, found_ids)
        total = len(rows)
    else:
        rows = list((await places.page(ctx.tx, PageRequest(limit=arguments.limit))).items)
        total = await places.count(ctx.tx)
    rows = [row for row in rows if row.hidden_at is None][: arguments.limit]
    refs = tuple(EntityRef("place", row.id, row.name) for row in rows)
    return ToolResult(
        data={"places": [_data(row) for row in rows], "total": total, "meant": [str(one.id) for one in context]},
        summary=f"{total} places",
        origin=least_trusted(row.origin for row in rows),
        empty=not rows,
        inspected=refs if ids or len(refs) == 1 else (),
        evidence=frozenset({"retrieval", "entity"} if ids else {"retrieval"}),
        context=context or (refs if len(refs) == 1 else ()),
        read=refs,
    )


def _data(row: Place) -> dict[str, Any]:
    return {
        "id": str(row.id),
        "name": row.name,
        "aliases": row.aliases,
        "category": row.category,
        "address": row.address,
        "description": row.description,
        "lat": row.lat,
        "lon": row.lon,
        "origin": row.origin,
    }


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_places",
        description="Read the places the user knows: addresses, categories.",
        group="places",
        execute=get_places,
        arguments=GetPlaces,
    ),
    WriteTool(
        name="places_create",
        description="Add a place that the user names, e.g. where they are now.",
        group="places",
        execute=execute_create,
        arguments=CreatePlace,
        prepare=prepare_create,
        revise=revise_create,
        undo=undo_create,
        version=version,
        examples=(("save this place as the gym", {"name": "the gym", "here": True}),),
    ),
)
