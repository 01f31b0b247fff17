"""Which tools are bound to a mission's agent? Those of skills to the ones that it was given, by name and what each is
for: their instructions by the tool that turns have, and no other skill's; what a third party wrote taints its run as it
does a turn. Those of workspaces to the mission's own folder, of however many its user has, where none is named."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.context import ContextPart
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.db.tx import Tx
from orchestrator.domain.work.skills.service import Skills
from orchestrator.domain.work.skills.telling import PART
from orchestrator.domain.work.skills.tools import USE
from orchestrator.domain.work.workspaces.tools import GROUP
from orchestrator.errors import ToolRejected

SKILLS_PART = PART
"""What turns are told of all skills; an agent is told of its own."""
GUIDES = frozenset({USE, "read_skill_file"})
_FOLDER = "workspace"
_TOOLS = (*sorted(GUIDES), "run_skill_script")


async def skills_part(tx: Tx, names: Sequence[str]) -> ContextPart:
    """The agent's skills. One that is not in force is told as such: it says why when it is called."""
    there = {one.name: one.line for one in await Skills(None).offered(tx, names)}
    lines = [f"- {there.get(name, f'{name}: (not in force)')}" for name in names]
    heading = f"Your skills: instructions for tasks like these. Call {USE} with the name before you do such a task."
    return ContextPart("own_skills", "\n".join([heading, *lines]))


def with_skills(
    there: Mapping[str, ToolSpec], named: Sequence[ToolSpec], agent: str, skills: Sequence[str]
) -> list[ToolSpec]:
    """The step's tools with those of skills, bound to the agent's own; as they are where it was given none."""
    if not skills:
        return list(named)
    bound = [_bound(tool, agent, skills) for name in _TOOLS if isinstance(tool := there.get(name), ReadTool)]
    return [*(tool for tool in named if tool.name not in _TOOLS), *bound]


def _bound(tool: ReadTool, agent: str, skills: Sequence[str]) -> ReadTool:
    execute = tool.execute
    own = {one.casefold() for one in skills}

    async def of_its_own(ctx: ToolContext, arguments: Any) -> ToolResult | Any:
        if str(arguments.name).strip().removeprefix("/").casefold() not in own:
            raise ToolRejected(f"{agent} has these skills alone: {', '.join(skills)}.")
        return await execute(ctx, arguments)

    return replace(tool, execute=of_its_own)


def in_folder(tools: Sequence[ToolSpec], workspace_id: UUID | None) -> list[ToolSpec]:
    """The tools, those over workspaces bound to this one where nothing is said."""
    return [_in_it(one, str(workspace_id)) if workspace_id is not None and _over_folders(one) else one for one in tools]


def _over_folders(tool: ToolSpec) -> bool:
    return tool.group == GROUP and tool.arguments is not None and _FOLDER in tool.arguments.model_fields


def _in_it(tool: ToolSpec, workspace_id: str) -> ToolSpec:
    def filled(arguments: Any) -> Any:
        named = getattr(arguments, _FOLDER).strip()
        return arguments if named else arguments.model_copy(update={_FOLDER: workspace_id})

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
