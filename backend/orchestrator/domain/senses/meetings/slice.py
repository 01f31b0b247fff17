"""What do meetings register? In an archive the order of arrival begins anew: what is submitted later is later."""

from orchestrator.agent.types.vocabulary import GENERAL_INTENT, SEARCH_INTENT, ToolGroup, Vocabulary
from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.senses.meetings import erasure, jobs, repository, service, tools
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting, Transcript
from orchestrator.domain.senses.meetings.schemas import KIND

_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            tools.GROUP,
            intents=frozenset({SEARCH_INTENT, "document_search", GENERAL_INTENT}),
            words="meeting transcript decided agreed promised action items spoke speakers reunião decidido combinado "
            "prometeu tarefas falou falaram reunión decidido acordado prometió tareas hablaron",
        ),
    ),
)

SLICE = Slice(
    "meetings",
    vocabulary=_VOCABULARY,
    tools=tools.TOOLS,
    jobs_with=lambda means, _: jobs.meeting_jobs(means.models, means.processes, means.default_zone),
    scheduled=jobs.SCHEDULED,
    erasable=(Erasable(kind=KIND, erase=erasure.erase, redact=erasure.redact, keys=repository.keys),),
    portable=(
        Portable(Meeting.__tablename__, same=(("external_id",),), not_told={"job_id": "null"}),
        Portable(
            Transcript.__tablename__,
            key=("meeting_id",),
            newer="received_at",
            not_told={"arrival": "0"},
            follow=service.read_anew,
        ),
        Portable(ActionItem.__tablename__),
    ),
    referrers=(Referrer("meeting", service.repoint, service.restore),),
)
