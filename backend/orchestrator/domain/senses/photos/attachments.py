"""How do pictures that came along with "/event …", or with any words that make or change an event, become photos of it?

They are frozen with the preview as the documents that they are, and sent by the job once it is confirmed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal
from uuid import UUID

from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.db.tx import Tx
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.senses.photos import pictures, repository, uploading
from orchestrator.domain.world.documents.service import documents
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say_counted

TOOLS_WITH_PHOTOS = frozenset({"events_create", "events_update"})
FIELD = "photos"
"""Of the frozen arguments: ids of documents."""


def with_photos(tool: WriteTool) -> WriteTool:
    """The tool, which brings pictures into the library too."""

    async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
        assert tool.revise is not None
        made = await tool.revise(ctx, frozen, edits)
        return _carrying(made, _ids(frozen)) if isinstance(made, Prepared) else made

    async def execute(ctx: ToolContext, frozen: Any) -> ToolResult | NeedUserInput:
        return await _taken(ctx.tx, await tool.execute(ctx, frozen), frozen)

    async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
        assert tool.undo is not None
        told = await tool.undo(ctx, payload)
        if tool.name == "events_create":
            await repository.drop_uploads(ctx.tx, events=[UUID(payload["id"])])
        return told

    async def probe(ctx: ToolContext, key: str) -> ToolResult | Literal["absent", "unclear"]:
        assert tool.probe is not None
        found = await tool.probe(ctx, key)
        if isinstance(found, ToolResult):
            preview = await Previews().get(ctx.tx, UUID(key))
            await _taken(ctx.tx, found, preview.arguments)
        return found

    return replace(
        tool,
        revise=revise if tool.revise is not None else None,
        execute=execute,
        undo=undo if tool.undo is not None else None,
        probe=probe if tool.probe is not None else None,
        take_along=_along,
    )


async def _along(ctx: ToolContext, prepared: Prepared) -> Prepared:
    """The pictures among what came along are frozen too, and told."""
    rows = await documents.many(ctx.tx, list(ctx.attachments)) if ctx.attachments else []
    known = {row.id for row in rows if pictures.is_picture(row.media_type)}
    came = [one for one in ctx.attachments if one in known]
    every = list(dict.fromkeys([*_ids(prepared.arguments), *came]))
    if not every:
        return prepared
    told = say_counted("photos.along", len(every), ctx.locale, number=len(every))
    return replace(_carrying(prepared, every), summary=f"{prepared.summary}. {told}")


def _carrying(prepared: Prepared, ids: Sequence[UUID]) -> Prepared:
    if not ids:
        return prepared
    return replace(prepared, arguments={**prepared.arguments, FIELD: [str(one) for one in ids]})


def _ids(frozen: Mapping[str, Any]) -> list[UUID]:
    return [found for one in frozen.get(FIELD) or () if (found := parse_id(one)) is not None]


async def _taken(tx: Tx, result: ToolResult | NeedUserInput, frozen: Mapping[str, Any]) -> ToolResult | NeedUserInput:
    """Have the pictures that are still there sent."""
    if not isinstance(result, ToolResult) or result.entity is None:
        return result
    for row in await documents.many(tx, _ids(frozen)):
        if pictures.is_picture(row.media_type):
            await uploading.take_document(tx, result.entity.id, row.id, row.filename, row.media_type)
    return result
