"""What of meetings goes into an archive? The order of arrival begins anew: what is submitted later counts as later."""

from orchestrator.db.portable import Portable
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting, Transcript
from orchestrator.domain.senses.meetings.service import summarize_unsummarized

PORTABLES = (
    Portable(Meeting.__tablename__, same=(("external_id",),), not_told={"job_id": "null"}),
    Portable(
        Transcript.__tablename__,
        key=("meeting_id",),
        newer="received_at",
        not_told={"arrival": "0"},
        follow=summarize_unsummarized,
    ),
    Portable(ActionItem.__tablename__),
)
