"""What do workspaces register? The tools that read and change their files, the sweep of folders whose rows are gone,
their part in erasures, and in archives their rows with their files. Earlier states stay where they were made."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.vocabulary import ToolGroup, Vocabulary
from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.carrier import Carrier
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import Own, ToolMeans
from orchestrator.domain.work.workspaces import carrying, erasing, names, repository, tools
from orchestrator.domain.work.workspaces.model import Workspace, WorkspaceFile, WorkspaceSnapshot
from orchestrator.domain.work.workspaces.schemas import SWEEP, FileOut
from orchestrator.domain.work.workspaces.service import Workspaces, file_out
from orchestrator.errors import InvalidRequest
from orchestrator.kit import patterns
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

SWEEP_EVERY_S = 3_600.0
_DIGEST = patterns.compile("[0-9a-f]{64}")


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
    workspaces = means.own.get(Workspaces)
    return tools.over(workspaces) if workspaces is not None else ()


def _carriers(own: Own) -> Sequence[Carrier]:
    workspaces = own.get(Workspaces)
    return (carrying.carrier(workspaces),) if workspaces is not None else ()


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
    jobs_with=lambda means, _: workspace_jobs(means.own.get(Workspaces)),
    scheduled=(ScheduledJob(SWEEP, Every(SWEEP_EVERY_S), source="the clock"),),
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
        WorkspaceSnapshot.__tablename__: "earlier states, whose contents stay in the folder where they were made"
    },
)
