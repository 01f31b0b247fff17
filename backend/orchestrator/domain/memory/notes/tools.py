"""The tool that notes something down. There is none that reads notes: they are for people."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.memory.notes.schemas import NoteFields
from orchestrator.domain.memory.notes.service import notes
from orchestrator.errors import NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say

SHOWN_CHARACTERS = 120
EDITABLE = ("text", "category")


class AddNote(ToolArguments):
    """Arguments of `notes_add`."""

    text: str = Field(min_length=1, max_length=20_000, description="What to note, in the user's words.")
    category: str = Field(default="", max_length=100, description="One word, e.g. preference. May be left out.")


async def prepare(ctx: ToolContext, arguments: AddNote) -> Prepared | NeedUserInput:
    """The note as it will be written."""
    frozen = {"id": str(new_id()), "text": arguments.text, "category": arguments.category or None}
    return _preview(ctx, frozen)


async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
    """The same with the user's edits. Raises ToolRejected."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    return _preview(ctx, {**frozen, **edits})


async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; a second execution finds it written."""
    note_id = UUID(frozen["id"])
    there = await notes.many(ctx.tx, [note_id])
    row = (
        there[0]
        if there
        else await notes.create(ctx.tx, _fields(frozen), zone=ctx.zone, origin=str(ctx.origin), entity_id=note_id)
    )
    ref = EntityRef("note", row.id, shorten(row.text, SHOWN_CHARACTERS))
    return ToolResult(
        data={"note": {"id": str(row.id), "category": row.category}},
        summary=say("notes.added", ctx.locale, text=ref.title),
        origin=ctx.origin,
        evidence=frozenset({"entity"}),
        read=(ref,),
        entity=ref,
        version=row.version,
        undo={"id": str(row.id), "version": row.version},
    )


async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Hide it again."""
    try:
        row = await notes.hide(ctx.tx, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("notes.taken_back", ctx.locale, text=shorten(row.text, SHOWN_CHARACTERS))


async def version(ctx: ToolContext, note_id: UUID) -> int | None:
    """The note's present version."""
    return await notes.version(ctx.tx, note_id)


def _preview(ctx: ToolContext, frozen: dict[str, Any]) -> Prepared:
    title = say("notes.add", ctx.locale, text=shorten(_fields(frozen).text, SHOWN_CHARACTERS))
    return Prepared(frozen, title, title, EDITABLE)


def _fields(frozen: Mapping[str, Any]) -> NoteFields:
    """Raises ToolRejected where frozen (and edited) arguments are no note."""
    try:
        return NoteFields.model_validate({name: frozen[name] for name in EDITABLE if frozen[name] is not None})
    except ValueError as error:
        raise ToolRejected(f"This is no note: {error}") from error


TOOLS: tuple[ToolSpec, ...] = (
    WriteTool(
        name="notes_add",
        description="Note something down about the user.",
        group="notes",
        keeps_text=True,
        execute=execute,
        arguments=AddNote,
        prepare=prepare,
        revise=revise,
        undo=undo,
        version=version,
        examples=(("remember that Rui is vegetarian", {"text": "Rui is vegetarian"}),),
    ),
)
