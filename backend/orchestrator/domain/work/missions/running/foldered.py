"""Which folder does a mission's agent mean where it names none? The mission's own, of however many its user has."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolSpec
from orchestrator.domain.work.workspaces.tools import GROUP

_FIELD = "workspace"


def in_folder(tools: Sequence[ToolSpec], workspace_id: UUID | None) -> list[ToolSpec]:
    """The tools, those over workspaces bound to this one where nothing is said."""
    return [_bound(one, str(workspace_id)) if workspace_id is not None and _over_folders(one) else one for one in tools]


def _over_folders(tool: ToolSpec) -> bool:
    return tool.group == GROUP and tool.arguments is not None and _FIELD in tool.arguments.model_fields


def _bound(tool: ToolSpec, workspace_id: str) -> ToolSpec:
    def filled(arguments: Any) -> Any:
        named = getattr(arguments, _FIELD).strip()
        return arguments if named else arguments.model_copy(update={_FIELD: workspace_id})

    if isinstance(tool, ReadTool):
        execute = tool.execute

        async def read(ctx: ToolContext, arguments: Any) -> Any:
            return await execute(ctx, filled(arguments))

        return replace(tool, execute=read)
    prepare = tool.prepare
    if prepare is None:
        return tool

    async def prepared(ctx: ToolContext, arguments: Any) -> Any:
        return await prepare(ctx, filled(arguments))

    return replace(tool, prepare=prepared)
