"""How is a meeting found? As itself by its title, people, summary and tasks, and by each stretch of what was said.

What is said stands in the index as a talk among people: a passage's neighbours tell what it is about.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.senses.meetings import repository
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting
from orchestrator.domain.senses.meetings.schemas import KIND
from orchestrator.domain.senses.meetings.summary.extractive import READER
from orchestrator.domain.senses.meetings.summary.passages import Passage
from orchestrator.language.messages import say

ORIGIN = "third_party"


def entry(meeting: Meeting, items: Sequence[ActionItem], locale: str, begins: datetime | None) -> IndexEntry:
    """The meeting itself. What the reader quoted of it is not repeated: its passages are found."""
    by_reader = meeting.generated_by in {None, READER}
    tasks = [f"{item.assignee}: {item.text}" if item.assignee else item.text for item in items]
    people = ", ".join(str(one["name"]) for one in meeting.attendees if one.get("name"))
    told = [people, "" if by_reader else meeting.summary or "", *([] if by_reader else tasks)]
    return IndexEntry(
        KIND,
        meeting.id,
        _title(meeting, locale),
        "\n".join(one for one in told if one),
        begins,
        origin=ORIGIN,
        external_id=meeting.external_id,
    )


def passage_entries(meeting: Meeting, passages: Sequence[Passage], locale: str, begins: datetime) -> list[IndexEntry]:
    """One entry a passage. Its id is that of its words and their place, so that what is read again is not indexed
    again."""
    title = _title(meeting, locale)
    return [
        IndexEntry(
            KIND,
            uuid5(meeting.id, f"{one.start_s}\n{one.speaker}\n{one.text}"),
            title,
            one.text,
            begins + timedelta(seconds=one.start_s),
            origin=ORIGIN,
            speaker=one.speaker or None,
            group_id=meeting.id,
            external_id=meeting.external_id,
            talk=True,
        )
        for one in passages
    ]


async def refresh(tx: Tx, meeting: Meeting, locale: str, begins: datetime | None) -> None:
    """Let the meeting itself be found as it stands now."""
    items = await repository.items(tx, meeting.id)
    await search.index(tx, [entry(meeting, items, locale, begins)])


async def withdraw(tx: Tx, meeting_row_id: UUID) -> None:
    """Nothing of the meeting is found any more."""
    await search.withdraw(tx, KIND, [meeting_row_id])
    await search.withdraw_parts(tx, KIND, meeting_row_id)


def _title(meeting: Meeting, locale: str) -> str:
    return meeting.title or say("meetings.untitled", locale)
