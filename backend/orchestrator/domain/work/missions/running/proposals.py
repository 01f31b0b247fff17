"""What became of the changes that a mission proposed? Each preview is followed to the one that stands; a run of a
command-line agent that was allowed to what it changed, which waits for a yes of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.work.missions.model import MissionExecution
from orchestrator.domain.work.workspaces.agent_clis import runs
from orchestrator.domain.work.workspaces.agent_clis.runs import CliRun
from orchestrator.kit.ids import parse_id

DECIDED = frozenset({"confirmed", "undone", "cancelled", "expired", "superseded", "unknown"})
WAITING = frozenset({"pending", "executing"})


@dataclass
class Changes:
    """`told`: (summary, state) of each; `failed`: (command-line agent, why) of runs that came to nothing; `previews`:
    those that stand; `files`: paths of what was applied."""

    told: list[tuple[str, str]] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    previews: list[UUID] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def waiting(self) -> bool:
        """Whether one of them waits for the user, or is being carried out."""
        return any(state in WAITING for _, state in self.told)


async def changes(tx: Tx, executions: Sequence[MissionExecution]) -> Changes:
    """As they are now."""
    store, found, seen = Previews(), Changes(), set[UUID]()
    for one in executions:
        preview_id, applies = one.preview_id, None
        while preview_id is not None and preview_id not in seen:
            seen.add(preview_id)
            preview = await store.find(tx, preview_id)
            if preview is None:
                break
            if preview.superseded_by is not None:
                preview_id = preview.superseded_by
                continue
            found.previews.append(preview.id)
            if applies is not None and preview.state == "confirmed":
                found.files += [str(change["path"]) for change in applies.changes if change["after"]]
            run = None
            if preview.state == "confirmed" and runs.has_run(preview.tool):
                run = await runs.find(tx, parse_id(str(preview.arguments.get("id"))) or preview.id)
            under_way = run is not None and run.state in runs.UNDER_WAY
            found.told.append(
                (preview.summary or preview.title or one.tool, "executing" if under_way else preview.state)
            )
            preview_id, applies = _next(found, run)
    return found


def _next(found: Changes, run: CliRun | None) -> tuple[UUID | None, CliRun | None]:
    """The preview of what a run changed, if it is over and changed anything."""
    if run is None or run.state in runs.UNDER_WAY:
        return None, None
    if run.state != "done":
        found.failed.append((run.cli, run.detail))
    return run.preview_id, run
