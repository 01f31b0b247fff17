"""What becomes of missions that quote something that is erased? The calls that read it lose what they found, the claims
on it go, and what was written from it, files too, is withdrawn; what was done stays done."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.work.missions import repository
from orchestrator.domain.work.missions.files import MissionFiles
from orchestrator.domain.work.missions.model import Mission, MissionBrief, MissionClaim
from orchestrator.domain.work.missions.schemas import KIND
from orchestrator.language.messages import say


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]], files: MissionFiles | None) -> Mapping[str, int]:
    """Counts `mission`."""
    gone = [entity_id for _, entity_id in erased]
    rows = await repository.reading(tx, gone)
    touched = {row.mission_id for row in rows}
    for row in rows:
        row.data, row.arguments, row.summary, row.read_ids = {}, {}, "", []
    for mission_id in sorted(touched):
        mission = await repository.get(tx, mission_id, for_update=True)
        if mission is not None:
            await _wordless(tx, mission, {str(row.id) for row in rows}, files)
    await tx.session.flush()
    return {KIND: len(touched)} if touched else {}


async def _wordless(tx: Tx, mission: Mission, executions: set[str], files: MissionFiles | None) -> None:
    """All that an agent said or wrote after it had read what is gone."""
    notice = say("missions.redacted", mission.locale)
    for claim in await repository.parts(tx, MissionClaim, mission.id):
        quoted = {str(one.get("id")) for one in claim.evidence}
        if quoted & executions or not claim.evidence:
            await tx.session.delete(claim)
    for brief in await repository.parts(tx, MissionBrief, mission.id):
        brief.context, brief.result = "", {}
    for step in await repository.steps(tx, mission.id):
        step.output = {"summary": notice} if step.output else {}
    if mission.report is not None:
        mission.report = notice
    if files is not None and mission.workspace_id is not None:
        for one in mission.deliverables:
            await files.remove(tx, mission.workspace_id, str(one["path"]))
    mission.deliverables = []
