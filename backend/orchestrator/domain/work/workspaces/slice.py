"""What do workspaces register? The tools that read and change their files, the sweep of folders whose rows are gone,
their part in erasures, and in archives their rows with their files. Earlier states stay where they were made."""

import io
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.vocabulary import ToolGroup, Vocabulary
from orchestrator.db.portable import Portable
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.carrier import Carrier, Place
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import JobMeans, Own, ToolMeans
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.work.workspaces import erasing, names, repository, tools
from orchestrator.domain.work.workspaces.agent_clis import tools as cli_tools
from orchestrator.domain.work.workspaces.agent_clis.jobs import CliRunner
from orchestrator.domain.work.workspaces.agent_clis.runs import RUN, CliRun
from orchestrator.domain.work.workspaces.file_states import file_out
from orchestrator.domain.work.workspaces.folder import Clash
from orchestrator.domain.work.workspaces.model import Workspace, WorkspaceFile, WorkspaceSnapshot
from orchestrator.domain.work.workspaces.schemas import SWEEP, FileOut
from orchestrator.domain.work.workspaces.service import Workspaces
from orchestrator.errors import InvalidRequest
from orchestrator.integrations.sandbox.port import UntrustedCode
from orchestrator.kit import patterns
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, External, Scheduled, ScheduledJob
from orchestrator.setting_values import AgentClis
from orchestrator.telemetry.logging import get_logger

SWEEP_EVERY_S = 3_600.0
_DIGEST = patterns.compile("[0-9a-f]{64}")
log = get_logger(__name__)


def workspace_jobs(workspaces: Workspaces | None) -> Sequence[JobHandler[Any]]:
    """The handler of the sweep; without the store nothing is swept."""

    async def swept(context: JobContext, _: Scheduled) -> Ended | None:
        if workspaces is None:
            return None
        async with context.unit_of_work() as session:
            gone = await erasing.sweep(session, workspaces.store)
        return Ended("ok", f"{gone} folders were removed") if gone else Ended("idle")

    return (JobHandler(SWEEP, swept),)


def _tools(means: ToolMeans) -> Sequence[ToolSpec]:
    workspaces, untrusted = means.own.get(Workspaces), means.own.get(UntrustedCode)
    if workspaces is None:
        return ()
    named = means.own.get(AgentClis)
    agents = cli_tools.over(named, workspaces, untrusted.sandbox) if named and untrusted is not None else ()
    return (*tools.over(workspaces), *agents)


def _jobs(means: JobMeans) -> Sequence[JobHandler[Any]]:
    workspaces, untrusted = means.own.get(Workspaces), means.own.get(UntrustedCode)
    found = list(workspace_jobs(workspaces))
    if workspaces is not None and untrusted is not None:
        clis = means.own.get(AgentClis) or AgentClis()
        found.append(CliRunner(clis, workspaces, untrusted.sandbox, Pushes(means.default_zone)).handler())
    return found


def _carriers(own: Own) -> Sequence[Carrier]:
    workspaces = own.get(Workspaces)
    return (_carrier(workspaces),) if workspaces is not None else ()


def _carrier(workspaces: Workspaces) -> Carrier:
    """Over the folders of this home."""
    store = workspaces.store

    def opened(owner_id: UUID, row: Mapping[str, Any]) -> IO[bytes] | None:
        del owner_id
        folder = store.folder(UUID(row["workspace_id"]))
        try:
            digest, _ = folder.digest(row["path"])
            content = folder.read(row["path"], most=store.quota.file_bytes)
        except OSError:
            return None
        return io.BytesIO(content) if digest == row["sha256"] and len(content) <= store.quota.file_bytes else None

    async def placed(tx: Tx, file_id: UUID) -> Place:
        rows = await repository.files_by_id(tx, [file_id])
        return partial(_into_folder, workspaces, rows[0]) if rows else _nowhere

    async def refresh(database: Database, owner_id: UUID) -> None:
        async with database.unit_of_work_of(owner_id) as tx:
            for row in await workspaces.all(tx):
                await workspaces.list_files(tx, row.id)

    return Carrier(
        WorkspaceFile.__tablename__, opened, placed, named_by=("id", "workspace_id", "path", "sha256"), refresh=refresh
    )


def _nowhere(path: Path) -> None:
    path.unlink(missing_ok=True)


def _into_folder(workspaces: Workspaces, row: WorkspaceFile, path: Path) -> None:
    """Its row is committed, so nothing may be raised any more: what can't be written counts as lost."""
    folder = workspaces.store.folder(row.workspace_id)
    try:
        folder.make()
        folder.write(row.path, path.read_bytes(), executable=row.executable)
    except (OSError, Clash) as error:  # a full disk, a name that is a folder's here
        log.warning("workspaces.file_not_placed", workspace_id=str(row.workspace_id), error=type(error).__name__)
    path.unlink(missing_ok=True)


async def must_be_files(tx: Tx, ids: Sequence[UUID]) -> None:
    """Rows that came: their paths lead nowhere else, their digests are some. Raises InvalidRequest."""
    for row in await repository.files_by_id(tx, ids):
        shown: FileOut = file_out(row)
        if names.writable(shown.path) != shown.path or not _DIGEST.fullmatch(shown.sha256) or shown.size_bytes < 0:
            raise InvalidRequest.of_field("path", f"{shown.path[:100]!r} is no file of a workspace")


SLICE = Slice(
    "workspaces",
    vocabulary=Vocabulary(
        groups=(
            ToolGroup(
                tools.GROUP,
                apart=True,
                words="workspace folder file mission pasta arquivo ficheiro missão carpeta archivo misión trabajo",
            ),
        ),
    ),
    tools_with=_tools,
    jobs_with=lambda means, _: _jobs(means),
    scheduled=(
        ScheduledJob(SWEEP, Every(SWEEP_EVERY_S), source="the clock"),
        ScheduledJob(RUN, External(), source="a command-line agent whose run the user confirmed"),
    ),
    erasable_with=lambda own: erasing.erasables(own.get(Workspaces)),
    portable=(
        Portable(Workspace.__tablename__, same=(("mission_id",),)),
        Portable(
            WorkspaceFile.__tablename__,
            same=(("workspace_id", "path"),),
            not_told={"seen": "null"},
            check=must_be_files,
            has_files=True,
        ),
    ),
    carriers_with=_carriers,
    left_out={
        WorkspaceSnapshot.__tablename__: "earlier states, whose contents stay in the folder where they were made",
        CliRun.__tablename__: "runs of programs of this machine; what they changed stays where they ran",
    },
)
