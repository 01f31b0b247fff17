"""How does a run of a command-line agent go? On a copy of the workspace, in the sandbox, with a key that this child
alone gets, once: what a crash broke off is `unknown`, for it may have cost money, and is asked for anew by the user.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.notifications import Notifier, Push
from orchestrator.agent.tools.freezing import freeze
from orchestrator.agent.types.limits import PREVIEW_LIFE_S
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.work.workspaces import names
from orchestrator.domain.work.workspaces.agent_clis import runs
from orchestrator.domain.work.workspaces.agent_clis.runs import RUN, CliRun, RunCli
from orchestrator.domain.work.workspaces.agent_clis.tools import ApplyTool, applying
from orchestrator.domain.work.workspaces.differences import FileState
from orchestrator.domain.work.workspaces.folder import Folder
from orchestrator.domain.work.workspaces.service import Workspaces
from orchestrator.errors import ClientError
from orchestrator.integrations.sandbox.port import MEGABYTE, Limits, Outcome, Program, Room, Sandbox
from orchestrator.kit.text import storable
from orchestrator.language.messages import say
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.setting_values import AgentCli

MOST_SAID = 20_000
LIMITS = Limits(
    wall_s=1_500.0,
    processor_s=1_500.0,
    memory_bytes=2_048 * MEGABYTE,
    address_space_bytes=None,  # node reserves far more than it uses
    processes=128,
    disk_bytes=1_024 * MEGABYTE,
    files=20_000,
    file_bytes=256 * MEGABYTE,
)
_BROKEN_OFF = "The server ended while it ran: whether it did all that it was asked is not known."


@dataclass(frozen=True)
class CliRunner:
    """Carries runs out. `clis`: those that the owner named."""

    clis: Sequence[AgentCli]
    workspaces: Workspaces
    sandbox: Sandbox
    notifier: Notifier

    def handler(self) -> JobHandler[Any]:
        return JobHandler(RUN, self.run)

    async def run(self, context: JobContext, payload: RunCli) -> None:
        """Once, whatever becomes of it."""
        owner_id = context.owner_id
        assert owner_id is not None
        async with context.unit_of_work_of(owner_id) as tx:
            if await runs.become(tx, payload.run_id, "unknown", of="running", detail=_BROKEN_OFF):
                return
            if not await runs.become(tx, payload.run_id, "running", of="queued"):
                return
            run = await runs.find(tx, payload.run_id)
            assert run is not None
            before = await self.workspaces.state(tx, run.workspace_id)
        try:
            outcome, changes = await self._carried_out(run, before)
        except (ClientError, OSError) as error:
            detail = error.detail if isinstance(error, ClientError) else str(error)
            await runs.become(context.tx, run.id, "failed", of="running", detail=detail)
            return
        await self._settle(context, run.id, outcome, changes)

    async def _carried_out(self, run: CliRun, before: dict[str, FileState]) -> tuple[Outcome, list[dict[str, Any]]]:
        cli = next((one for one in self.clis if one.name == run.cli), None)
        if cli is None:
            return Outcome("failed", None, why=f"STEWARD_AGENT_CLIS names no {run.cli} any more."), []
        environment = await asyncio.to_thread(_keys, cli)
        program = Program(cli.argv, environment, readable=_readable(cli), hosts=frozenset(cli.hosts), limits=LIMITS)
        async with self.sandbox.room() as room:
            await asyncio.to_thread(self._copy, run.workspace_id, before, room)
            outcome = await self.sandbox.run(program, room, stdin=run.prompt.encode())
            if not outcome.well:
                return outcome, []
            return outcome, await asyncio.to_thread(self._changed, run.workspace_id, before, room)

    def _copy(self, workspace_id: UUID, before: dict[str, FileState], room: Room) -> None:
        folder, target = self.workspaces.store.folder(workspace_id), room.box
        for path, state in before.items():
            content = folder.read(path, most=self.workspaces.store.quota.file_bytes)
            place = target / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            place.chmod(0o700 if state.executable else 0o600)

    def _changed(self, workspace_id: UUID, before: dict[str, FileState], room: Room) -> list[dict[str, Any]]:
        """What differs, its new contents kept with the workspace's own. Links and names that no file may have are left
        out; what exceeds the workspace's quota is refused whole. Raises ClientError."""
        quota, made, folder = self.workspaces.store.quota, Folder(room.box), self.workspaces.store.folder(workspace_id)
        there = [one for one in made.scan(most=quota.files + 1) if not names.is_shared(one.path)]
        if len(there) > quota.files or sum(one.size_bytes for one in there) > quota.size_bytes:
            raise ClientError("The agent left more than a workspace may hold.")
        changes: list[dict[str, Any]] = []
        for one in there:
            content = made.read(one.path, most=quota.file_bytes)
            if len(content) > quota.file_bytes:
                raise ClientError(f"{one.path} is larger than a file of a workspace may be.")
            digest, known = hashlib.sha256(content).hexdigest(), before.get(one.path)
            if known is not None and (known.sha256, known.executable) == (digest, one.executable):
                continue
            folder.keep_content(content)
            if known is not None:
                folder.keep(one.path)
            was = known.sha256 if known is not None else None
            changes.append(_change(one.path, was, digest, len(content), executable=one.executable))
        for path in sorted(before.keys() - {one.path for one in there}):
            folder.keep(path)
            changes.append(_change(path, before[path].sha256, None, 0, executable=before[path].executable))
        return changes

    async def _settle(self, context: JobContext, run_id: UUID, outcome: Outcome, changes: list[dict[str, Any]]) -> None:
        """What it said and changed is stored, and what it changed waits for the user."""
        tx = context.tx
        said = storable(outcome.stdout.decode(errors="replace"))[:MOST_SAID]
        fault = outcome.why or f"{outcome.ended}, status {outcome.code}"
        detail = "" if outcome.well else f"{fault}: {storable(outcome.stderr.decode(errors='replace'))[-1_000:]}"
        state = "done" if outcome.well else "failed"
        if not await runs.become(tx, run_id, state, of="running", said=said, detail=detail, changes=changes):
            return
        run = await runs.find(tx, run_id)
        if run is None or not changes:
            return
        await self._ask(context, tx, run)

    async def _ask(self, context: JobContext, tx: Tx, run: CliRun) -> None:
        reach = (await accounts.reach(tx.session, [tx.owner_id]))[tx.owner_id]
        prepared = await applying(self.workspaces, tx, run, reach.locale)
        preview = freeze(
            ApplyTool(self.workspaces).spec(),
            prepared,
            owner_id=tx.owner_id,
            zone=reach.timezone or "UTC",
            locale=reach.locale,
            now=context.clock.now(),
            life_s=PREVIEW_LIFE_S,
            tainted=True,
        )
        await Previews().add(tx.session, preview)
        run.preview_id = preview.id
        await tx.session.flush()
        url = f"/previews/{preview.id}"
        data = {"kind": "needs_input", "id": str(preview.id), "url": url}
        title = say("agent.needs_you", reach.locale)
        await self.notifier.notify(tx, Push(title, prepared.title, data, once=f"cli_run:{run.id}"))


def _change(path: str, before: str | None, after: str | None, size: int, *, executable: bool) -> dict[str, Any]:
    return {"path": path, "before": before, "after": after, "size_bytes": size, "executable": executable}


def _keys(cli: AgentCli) -> dict[str, str]:
    """From their files, for this one child. Raises OSError."""
    return {name: Path(path).read_text("utf-8").strip() for name, path in cli.keys}


def _readable(cli: AgentCli) -> tuple[Path, ...]:
    """The folder in which its program lies, where that is none of the system's."""
    folder = Path(cli.argv[0]).resolve().parent
    return () if folder.is_relative_to("/usr") or folder == Path("/bin") else (folder,)
