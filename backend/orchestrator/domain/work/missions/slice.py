"""What do missions register? The command that begins one, the jobs that plan and carry them out, their tables in
archives, and their part in erasures: what quotes a thing that is gone loses its words."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import Own
from orchestrator.domain.work.missions import redaction, repository, service
from orchestrator.domain.work.missions.command import MissionCommand
from orchestrator.domain.work.missions.jobs import SCHEDULED, mission_jobs
from orchestrator.domain.work.missions.model import (
    Mission,
    MissionBrief,
    MissionClaim,
    MissionDelegation,
    MissionExecution,
    MissionLesson,
    MissionQuestion,
    MissionStep,
)
from orchestrator.domain.work.missions.running.driving import put_off
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.domain.work.missions.schemas import KIND


async def _go_on(tx: Tx, ids: Sequence[UUID]) -> None:
    """Missions that came with an archive and were under way go on here."""
    for mission_id in ids:
        mission = await repository.get(tx, mission_id)
        if mission is not None and mission.state in repository.GOING_ON:
            await put_off(tx, mission_id)


async def _redact(own: Own, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    workshop = own.get(Workshop)
    return await redaction.redact(tx, erased, workshop.files if workshop is not None else None)


def _erasable(own: Own) -> Sequence[Erasable]:
    async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        return await _redact(own, tx, erased)

    return (Erasable(kind=KIND, erase=service.erase, redact=redact),)


_PART_OF = (Mission.__tablename__, "mission_id")
_RESERVED = {"reserved_tokens": "0", "reserved_money": "0", "reserved_ms": "0", "reserved_calls": "0", "epoch": "0"}

SLICE = Slice(
    "missions",
    commands_with=lambda own: [MissionCommand(workshop)] if (workshop := own.get(Workshop)) is not None else [],
    jobs_with=lambda means, _: mission_jobs(means.own),
    scheduled=SCHEDULED,
    erasable_with=_erasable,
    portable=(
        Portable(Mission.__tablename__, not_told=_RESERVED, follow=_go_on),
        Portable(MissionStep.__tablename__, part_of=_PART_OF),
        Portable(MissionBrief.__tablename__, not_told={"reserved_tokens": "0"}, part_of=_PART_OF),
        Portable(MissionDelegation.__tablename__, part_of=_PART_OF),
        Portable(MissionExecution.__tablename__, part_of=_PART_OF),
        Portable(MissionQuestion.__tablename__, part_of=_PART_OF),
        Portable(MissionClaim.__tablename__, part_of=_PART_OF),
        Portable(MissionLesson.__tablename__),
    ),
    left_out={
        "mission_reservations": "calls under way here; what they may use is told by the ledger",
        "mission_events": "what streams told while a mission went on; where it stands is in its own rows",
    },
)
