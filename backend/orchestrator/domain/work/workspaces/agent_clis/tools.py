"""The tools of command-line agents: `execute_<name>_cli` has one run on a copy once the user said yes; what it changed
waits as a second preview, `workspaces_apply`, which shows the difference.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import OutboundTool, Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.work.workspaces.agent_clis import runs
from orchestrator.domain.work.workspaces.agent_clis.runs import RUN, CliRun, RunCli
from orchestrator.domain.work.workspaces.differences import FileState, difference
from orchestrator.domain.work.workspaces.schemas import KIND
from orchestrator.domain.work.workspaces.service import ABSENT, Workspaces
from orchestrator.domain.work.workspaces.tools import GROUP, meant
from orchestrator.errors import NO_MATCH, ClientError, ToolFailed, ToolRejected
from orchestrator.integrations.sandbox.port import Sandbox
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.language.messages import say, say_counted
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.setting_values import AgentCli

APPLY = "workspaces_apply"
LONGEST_PROMPT = 20_000


class ExecuteCli(ToolArguments):
    """Arguments of `execute_<name>_cli`."""

    workspace: str = Field(default="", description="Its id or name; may be left out where there is only one.")
    prompt: str = Field(min_length=1, max_length=LONGEST_PROMPT, description="What the agent is to do in the folder.")


class ApplyChanges(ToolArguments):
    """Arguments of `workspaces_apply`."""

    run_id: str = Field(min_length=1, description="The run whose changes are applied.")


class CliTool:
    """What the tool of one command-line agent does."""

    def __init__(self, cli: AgentCli, workspaces: Workspaces, sandbox: Sandbox) -> None:
        self._cli, self._workspaces, self._sandbox = cli, workspaces, sandbox

    async def prepare(self, ctx: ToolContext, arguments: ExecuteCli) -> Prepared | NeedUserInput:
        """What would be run on a copy of which folder. Raises ToolRejected where nothing here can hold it."""
        row = await meant(self._workspaces, ctx, arguments.workspace)
        if isinstance(row, NeedUserInput):
            return row
        return await self._prepared(ctx, row.id, row.name, arguments.prompt)

    async def _prepared(self, ctx: ToolContext, workspace_id: UUID, workspace: str, prompt: str) -> Prepared:
        report = await self._sandbox.report()
        if report.backend not in {"bwrap", "landlock"}:
            raise ToolRejected("No sandbox holds on this machine, so command-line agents are not run.")
        if self._cli.hosts:
            hosts = ", ".join(self._cli.hosts)
            raise ToolRejected(f"{self._cli.name} needs {hosts}, and the sandbox ({report.backend}) grants no host.")
        frozen = {
            "id": str(new_id()),
            "workspace_id": str(workspace_id),
            "workspace": workspace,
            "prompt": prompt,
            "command": list(self._cli.argv),
        }
        title = say("workspaces.will_run", ctx.locale, cli=self._cli.name, workspace=workspace)
        summary = f"{title}: {prompt[:500]}"
        return Prepared(frozen, title, summary, editable_fields=("prompt",))

    async def revise(self, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
        """The same with the user's words. Raises ToolRejected."""
        if unknown := set(edits) - {"prompt"}:
            raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
        prompt = edits.get("prompt", frozen["prompt"])
        if not isinstance(prompt, str) or not 0 < len(prompt) <= LONGEST_PROMPT:
            raise ToolRejected(f"The prompt may have {LONGEST_PROMPT:,} characters.")
        return await self._prepared(ctx, UUID(frozen["workspace_id"]), str(frozen["workspace"]), prompt)

    async def execute(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        """Have the job run it, once."""
        run_id, workspace_id = UUID(frozen["id"]), UUID(frozen["workspace_id"])
        if list(self._cli.argv) != list(frozen["command"]):
            raise ToolFailed("The operator changed this command since it was shown.")
        try:
            await self._workspaces.get(ctx.tx, workspace_id)
        except ClientError as error:
            raise ToolFailed(error.detail) from error
        if await runs.find(ctx.tx, run_id) is None:
            row = CliRun(
                id=run_id,
                user_id=ctx.tx.owner_id,
                workspace_id=workspace_id,
                cli=self._cli.name,
                prompt=str(frozen["prompt"]),
            )
            ctx.tx.session.add(row)
            await ctx.tx.session.flush()
            await enqueue(ctx.tx.session, RUN, RunCli(run_id=run_id), owner_id=ctx.tx.owner_id, dedupe_key=str(run_id))
        return self._started(ctx, frozen)

    def _started(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        name = str(frozen["workspace"])
        return ToolResult(
            {"run_id": frozen["id"], "state": "queued"},
            say("workspaces.runs", ctx.locale, cli=self._cli.name, workspace=name),
            entity=EntityRef(KIND, UUID(frozen["workspace_id"]), name),
        )

    async def probe(self, ctx: ToolContext, key: str) -> "ToolResult | Literal['absent', 'unclear']":
        """The run's row says whether it was asked for."""
        preview = await Previews().get(ctx.tx, UUID(key))
        there = await runs.find(ctx.tx, UUID(preview.arguments["id"]))
        return self._started(ctx, preview.arguments) if there is not None else "absent"

    def spec(self) -> ToolSpec:
        """As it is offered."""
        return OutboundTool(
            name=runs.tool_of(self._cli.name),
            description=f"Have the command-line agent {self._cli.name} work on a copy of a workspace; "
            "what it changes is shown before it is applied.",
            group=GROUP,
            execute=self.execute,
            arguments=ExecuteCli,
            prepare=self.prepare,
            revise=self.revise,
            probe=self.probe,
            user_only=True,
            max_calls=1,
        )


async def applying(workspaces: Workspaces, tx: Tx, run: CliRun, locale: str) -> Prepared:
    """What the run changed, as it would be applied, with the difference by lines. Raises ToolRejected."""
    row = await workspaces.get(tx, run.workspace_id)
    before = {one["path"]: FileState(one["path"], one["before"], 0) for one in run.changes if one["before"]}
    after = {
        one["path"]: FileState(one["path"], one["after"], one["size_bytes"], executable=one["executable"])
        for one in run.changes
        if one["after"]
    }
    folder, most = workspaces.store.folder(run.workspace_id), workspaces.store.quota.file_bytes
    told = difference(before, after, lambda _, digest: folder.kept(digest, most=most))
    title = say_counted(
        "workspaces.will_apply", len(run.changes), locale, cli=run.cli, workspace=row.name, number=len(run.changes)
    )
    diff = "".join(one.diff or f"{one.change}: {one.path} ({one.note})\n" for one in told.files)
    frozen = {
        "run_id": str(run.id),
        "workspace_id": str(run.workspace_id),
        "workspace": row.name,
        "changes": run.changes,
        "diff": diff,
        "said": run.said,
    }
    return Prepared(frozen, title, title, origin=Origin.THIRD_PARTY)


class ApplyTool:
    """What `workspaces_apply` does."""

    def __init__(self, workspaces: Workspaces) -> None:
        self._workspaces = workspaces

    async def prepare(self, ctx: ToolContext, arguments: ApplyChanges) -> Prepared:
        """Raises ToolRejected."""
        named = parse_id(arguments.run_id)
        run = await runs.find(ctx.tx, named) if named is not None else None
        if run is None or run.state != "done" or not run.changes:
            raise ToolRejected("There is no such run with changes.", code=NO_MATCH)
        return await applying(self._workspaces, ctx.tx, run, ctx.locale)

    async def revise(self, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
        """There is nothing to edit."""
        if edits:
            raise ToolRejected("There is nothing to edit in what an agent changed.")
        return await self.prepare(ctx, ApplyChanges(run_id=str(frozen["run_id"])))

    async def execute(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        """Each file, where it is what the agent saw, or is so already. Raises ToolFailed before anything is written."""
        workspace_id, changes = UUID(frozen["workspace_id"]), frozen["changes"]
        await self._carry(ctx.tx, workspace_id, changes, "before", "after")
        return ToolResult(
            {"run_id": frozen["run_id"], "files": [one["path"] for one in changes]},
            say_counted(
                "workspaces.applied",
                len(changes),
                ctx.locale,
                workspace=str(frozen["workspace"]),
                number=len(changes),
            ),
            origin=Origin.THIRD_PARTY,
            entity=EntityRef(KIND, workspace_id, str(frozen["workspace"])),
            undo={"workspace_id": str(workspace_id), "changes": changes, "workspace": frozen["workspace"]},
        )

    async def undo(self, ctx: ToolContext, payload: Mapping[str, Any]) -> str:
        """All as it was. Raises ToolFailed."""
        await self._carry(ctx.tx, UUID(payload["workspace_id"]), payload["changes"], "after", "before")
        return say("workspaces.taken_back", ctx.locale, path=str(payload["workspace"]))

    async def _carry(
        self, tx: Tx, workspace_id: UUID, changes: Sequence[Mapping[str, Any]], was: str, becomes: str
    ) -> None:
        try:
            state = await self._workspaces.state(tx, workspace_id)
            contents: dict[str, bytes | None] = {}
            for one in changes:
                there = state.get(one["path"])
                if (there.sha256 if there is not None else None) not in {one[was], one[becomes]}:
                    raise ToolFailed(f"{one['path']} changed since: have the agent run again.")
                contents[one["path"]] = await self._content(workspace_id, one, becomes)
            for one in changes:
                await self._put(tx, workspace_id, one, contents[one["path"]], was)
        except ClientError as error:
            raise ToolFailed(error.detail) from error

    async def _content(self, workspace_id: UUID, one: Mapping[str, Any], becomes: str) -> bytes | None:
        if not one[becomes]:
            return None
        content = await self._workspaces.kept(workspace_id, one[becomes])
        if content is None:
            raise ToolFailed(f"What {one['path']} was to hold is not kept any more.")
        return content

    async def _put(self, tx: Tx, workspace_id: UUID, one: Mapping[str, Any], content: bytes | None, was: str) -> None:
        expected = one[was] or ABSENT
        if content is None:
            await self._workspaces.delete(tx, workspace_id, one["path"], expected=expected)
            return
        await self._workspaces.write_file(
            tx,
            workspace_id,
            one["path"],
            content,
            origin=Origin.THIRD_PARTY,
            expected=expected,
            executable=bool(one["executable"]),
        )

    def spec(self) -> WriteTool:
        """As it is offered."""
        return WriteTool(
            name=APPLY,
            description="Apply what a command-line agent changed in its copy of a workspace.",
            group=GROUP,
            execute=self.execute,
            arguments=ApplyChanges,
            prepare=self.prepare,
            revise=self.revise,
            undo=self.undo,
            user_only=True,
            timeout_s=120.0,
        )


def over(clis: Sequence[AgentCli], workspaces: Workspaces, sandbox: Sandbox) -> Sequence[ToolSpec]:
    """One for each, and the one that applies what they changed; none where the owner named none."""
    if not clis:
        return ()
    return (*(CliTool(one, workspaces, sandbox).spec() for one in clis), ApplyTool(workspaces).spec())
