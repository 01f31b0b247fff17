"""A kept transcript as worker processes read it, bounded in time and memory: whatever it says, nobody else waits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.domain.senses.meetings.schemas import AttendeeIn
from orchestrator.domain.senses.meetings.summary import in_worker
from orchestrator.domain.senses.meetings.summary.action_items import Item
from orchestrator.domain.senses.meetings.summary.attendees import Participant
from orchestrator.domain.senses.meetings.summary.drafts import Draft
from orchestrator.domain.senses.meetings.summary.fragments import Turn
from orchestrator.domain.senses.meetings.summary.passages import Passage
from orchestrator.language.detect import LANGUAGES_LOADED
from orchestrator.worker_processes.service import WorkerProcesses
from orchestrator.worker_processes.task import MEGABYTE, Limits, Task

PROCESSOR_S, WALL_S = 60.0, 900.0
"""Of one call. A day of talk takes seconds; the longest submission that may come (32 MB) a third of a minute."""
_ADVICE = "Submit the meeting in parts, or without what is no speech, and have it summarised anew."
_LIMITS = Limits(processor_s=PROCESSOR_S, wall_s=WALL_S)
READ = Task(f"{in_worker.__name__}:read", "Reading this transcript", _ADVICE, _LIMITS, LANGUAGES_LOADED)
SUMMARIZE = Task(
    f"{in_worker.__name__}:summarize",
    "Summarising this transcript",
    _ADVICE,
    # The second opinion on dates, where it is installed, has a thread and an empty folder (language/time).
    replace(_LIMITS, starts_programs=True, written_bytes=MEGABYTE),
    LANGUAGES_LOADED,
)
FOUND = Task(
    f"{in_worker.__name__}:found", "Reading this transcript for the search", _ADVICE, _LIMITS, LANGUAGES_LOADED
)


@dataclass(frozen=True)
class Read:
    """What a transcript says beside its words; `turns`: none where they were not wanted."""

    calendar_event_id: str | None
    length_s: float
    attendees: tuple[AttendeeIn, ...]
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Asked:
    """What the summary of a transcript is made with. `said_at`: when it was, as wall time of the user; None where
    nobody said."""

    participants: Sequence[Participant]
    user: Participant
    locale: str
    said_at: datetime | None


async def read(processes: WorkerProcesses, owner_id: UUID, kept: str, *, turns: bool) -> Read:
    """What the submission holds that is kept as JSON. Raises OutOfLimits, WorkerEnded."""
    told, *rest = await processes.in_job(READ, {"turns": turns}, kept.encode(), owner_id=owner_id)
    return Read(
        calendar_event_id=told["calendar_event_id"],
        length_s=told["length_s"],
        attendees=tuple(AttendeeIn.model_validate(one) for one in told["attendees"]),
        speakers=tuple(told["speakers"]),
        turns=tuple(Turn(*one) for one in rest),
    )


async def found(
    processes: WorkerProcesses, owner_id: UUID, kept: str, names: Mapping[str, str]
) -> tuple[list[dict[str, Any]], list[Passage]]:
    """The decisions (`{"speaker", "quote", "start_s"}`) and the stretches that are found. Raises OutOfLimits,
    WorkerEnded."""
    decided, *rest = await processes.in_job(FOUND, {"names": dict(names)}, kept.encode(), owner_id=owner_id)
    return decided, [Passage(*one) for one in rest]


async def summarize(
    processes: WorkerProcesses, owner_id: UUID, kept: str, asked: Asked, draft: Draft | None
) -> tuple[Draft, tuple[Item, ...]]:
    """The draft, which is the reader's where there is no model's, and those of its action items that hold. Raises
    OutOfLimits, WorkerEnded."""
    argument: dict[str, Any] = {
        "draft": in_worker.told_draft(draft) if draft is not None else None,
        "participants": [in_worker.told_participant(one) for one in asked.participants],
        "user": in_worker.told_participant(asked.user),
        "locale": asked.locale,
        "said_at": asked.said_at.isoformat() if asked.said_at is not None else None,
    }
    told, *items = await processes.in_job(SUMMARIZE, argument, kept.encode(), owner_id=owner_id)
    made = draft or Draft(told["summary"], (), told["generated_by"])
    return made, tuple(Item(**one) for one in items)
