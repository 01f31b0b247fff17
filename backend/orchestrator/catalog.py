"""What is there? One line a slice in each list, in a fixed order: prompts and receipts never change by chance."""

from dataclasses import dataclass
from typing import Any

from orchestrator.agent.model_routing import ModelRouter
from orchestrator.agent.ports import AgentRunner
from orchestrator.agent.tool import ToolSpec
from orchestrator.domain.ground.provenance.erasable import Erasable
from orchestrator.domain.ground.search import jobs as search_jobs
from orchestrator.domain.ground.search import tools as search_tools
from orchestrator.domain.ground.web_search.tools import web_search_tools
from orchestrator.domain.memory.episodes import jobs as episodes_jobs
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.domain.memory.notes import tools as notes_tools
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.people.accounts import erasure as accounts_erasure
from orchestrator.domain.people.conversations import erasure as conversations_erasure
from orchestrator.domain.people.conversations import jobs as conversations_jobs
from orchestrator.domain.people.conversations import summaries
from orchestrator.domain.people.previews import jobs as previews_jobs
from orchestrator.domain.people.previews import redaction as previews_redaction
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.people.runs import redaction as runs_redaction
from orchestrator.domain.senses.locations import erasure as locations_erasure
from orchestrator.domain.senses.meetings import erasure as meetings_erasure
from orchestrator.domain.senses.meetings.jobs import meeting_jobs
from orchestrator.domain.whole.active_state.failed_jobs import failed_jobs
from orchestrator.domain.whole.active_state.service import Contribution
from orchestrator.domain.work.briefings import erasure as briefings_erasure
from orchestrator.domain.work.briefings import jobs as briefings_jobs
from orchestrator.domain.work.briefings import tools as briefings_tools
from orchestrator.domain.work.pushes import erasure as pushes_erasure
from orchestrator.domain.work.pushes import jobs as pushes_jobs
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.contacts import tools as contacts_tools
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events import service as events_service
from orchestrator.domain.world.events import tools as events_tools
from orchestrator.domain.world.places import tools as places_tools
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.resolution import tools as resolution_tools
from orchestrator.domain.world.todos import service as todos_service
from orchestrator.domain.world.todos import tools as todos_tools
from orchestrator.integrations.push.port import PushSender
from orchestrator.integrations.web_search.port import WebSearch
from orchestrator.scheduling import pruning
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.scheduled_jobs import ScheduledJob

TOOLS: tuple[ToolSpec, ...] = (
    *search_tools.TOOLS,
    *events_tools.TOOLS,
    *contacts_tools.TOOLS,
    *places_tools.TOOLS,
    *todos_tools.TOOLS,
    *notes_tools.TOOLS,
    *resolution_tools.TOOLS,
    *briefings_tools.TOOLS,
)


def tools(web: WebSearch | None = None) -> tuple[ToolSpec, ...]:
    """All tools of this process: those of the slices, and of the integrations that are configured."""
    return (*TOOLS, *web_search_tools(web)) if web is not None else TOOLS


ERASABLES: tuple[Erasable, ...] = (
    accounts_erasure.ERASABLE,
    conversations_erasure.ERASABLE,
    summaries.ERASABLE,
    runs_redaction.ERASABLE,
    previews_redaction.ERASABLE,
    places.erasable(),
    contacts.erasable(),
    events_service.events.erasable(),
    todos_service.todos.erasable(),
    notes.erasable(),
    episodes.erasable(),
    meetings_erasure.ERASABLE,
    locations_erasure.ERASABLE,
    pushes_erasure.ERASABLE,
    briefings_erasure.ERASABLE,
)

ACTIVE_STATE: tuple[Contribution, ...] = (
    Contribution("Waiting for the user's confirmation", previews.active_state),
    Contribution("Next events", events_service.active_state),
    Contribution("Todos due", todos_service.active_state),
    Contribution("Background work that failed", failed_jobs),
)

JOB_HANDLERS: tuple[JobHandler[Any], ...] = (*search_jobs.JOBS, *previews_jobs.JOBS, *pruning.JOBS)


@dataclass(frozen=True)
class JobMeans:
    """What jobs work with beside the database. `default_zone`: STEWARD_TIMEZONE; `set_zone`: where that was given."""

    push: PushSender
    models: ModelRouter
    agent: AgentRunner
    default_zone: str
    set_zone: str | None = None


def job_handlers(means: JobMeans) -> tuple[JobHandler[Any], ...]:
    """All handlers of this process: those that need the database alone, and those made with their means."""
    return (
        *JOB_HANDLERS,
        *conversations_jobs.conversation_jobs(means.models),
        *episodes_jobs.episode_jobs(means.models),
        *meeting_jobs(means.models, means.default_zone),
        *pushes_jobs.push_jobs(means.push, means.default_zone),
        *briefings_jobs.briefing_jobs(means.models, Pushes(means.default_zone), means.set_zone),
    )


SCHEDULED_JOBS: tuple[ScheduledJob, ...] = (
    *search_jobs.SCHEDULED,
    *previews_jobs.SCHEDULED,
    *pruning.SCHEDULED,
    *conversations_jobs.SCHEDULED,
    *episodes_jobs.SCHEDULED,
    *pushes_jobs.SCHEDULED,
    *briefings_jobs.SCHEDULED,
)
