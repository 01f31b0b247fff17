"""What is there? One line a slice in each list, in a fixed order: prompts and receipts never change by chance."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from orchestrator.agent.ports import AgentRunner
from orchestrator.agent.tools.spec import ToolSpec, WriteTool
from orchestrator.commands.command import Command
from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.provenance import portable as provenance_portable
from orchestrator.domain.foundation.provenance.erasable import Erasable
from orchestrator.domain.foundation.search import jobs as search_jobs
from orchestrator.domain.foundation.search import portable as search_portable
from orchestrator.domain.foundation.search import tools as search_tools
from orchestrator.domain.foundation.web_search.tools import web_search_tools
from orchestrator.domain.foundation.withdrawal.withdrawable import Withdrawable
from orchestrator.domain.lifecycle.active_state.failed_jobs import failed_jobs
from orchestrator.domain.lifecycle.active_state.service import Contribution
from orchestrator.domain.lifecycle.withdrawal.tools import withdrawal_tools
from orchestrator.domain.memory.consolidation import jobs as consolidation_jobs
from orchestrator.domain.memory.consolidation import tools as consolidation_tools
from orchestrator.domain.memory.episodes import jobs as episodes_jobs
from orchestrator.domain.memory.episodes import portable as episodes_portable
from orchestrator.domain.memory.episodes import tools as episodes_tools
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.domain.memory.fact_learning import jobs as facts_extraction_jobs
from orchestrator.domain.memory.facts import portable as facts_portable
from orchestrator.domain.memory.facts.service import facts
from orchestrator.domain.memory.facts.tools import specs as facts_tools
from orchestrator.domain.memory.idle import jobs as idle_jobs
from orchestrator.domain.memory.interactions import jobs as interactions_jobs
from orchestrator.domain.memory.interactions import own_turns
from orchestrator.domain.memory.interactions import portable as interactions_portable
from orchestrator.domain.memory.interactions import vibe_maps as interactions_vibe_maps
from orchestrator.domain.memory.interactions.service import CALLS_ERASABLE, interactions
from orchestrator.domain.memory.knowledge import portable as knowledge_portable
from orchestrator.domain.memory.knowledge.service import knowledge
from orchestrator.domain.memory.notes import portable as notes_portable
from orchestrator.domain.memory.notes import tools as notes_tools
from orchestrator.domain.memory.notes import withdrawing as notes_withdrawing
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.memory.rules import merged_people as facts_merged_people
from orchestrator.domain.memory.rules import tools as rule_tools
from orchestrator.domain.memory.scratchpad import erasure as scratchpad_erasure
from orchestrator.domain.memory.scratchpad import jobs as scratchpad_jobs
from orchestrator.domain.memory.scratchpad import portable as scratchpad_portable
from orchestrator.domain.people.accounts import erasure as accounts_erasure
from orchestrator.domain.people.conversations import erasure as conversations_erasure
from orchestrator.domain.people.conversations import jobs as conversations_jobs
from orchestrator.domain.people.conversations import portable as conversations_portable
from orchestrator.domain.people.conversations import summaries
from orchestrator.domain.people.conversations import withdrawing as conversations_withdrawing
from orchestrator.domain.people.conversations.command import NewCommand
from orchestrator.domain.people.previews import jobs as previews_jobs
from orchestrator.domain.people.previews import portable as previews_portable
from orchestrator.domain.people.previews import redaction as previews_redaction
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.people.runs import portable as runs_portable
from orchestrator.domain.people.runs import redaction as runs_redaction
from orchestrator.domain.senses.locations import erasure as locations_erasure
from orchestrator.domain.senses.locations import portable as locations_portable
from orchestrator.domain.senses.meetings import erasure as meetings_erasure
from orchestrator.domain.senses.meetings import jobs as meetings_jobs
from orchestrator.domain.senses.meetings import merged_people as meetings_merged_people
from orchestrator.domain.senses.meetings import portable as meetings_portable
from orchestrator.domain.work.briefings import erasure as briefings_erasure
from orchestrator.domain.work.briefings import jobs as briefings_jobs
from orchestrator.domain.work.briefings import portable as briefings_portable
from orchestrator.domain.work.briefings import tools as briefings_tools
from orchestrator.domain.work.pushes import erasure as pushes_erasure
from orchestrator.domain.work.pushes import jobs as pushes_jobs
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.connections import jobs as connections_jobs
from orchestrator.domain.world.connections import portable as connections_portable
from orchestrator.domain.world.connections import service as connections
from orchestrator.domain.world.connections.calendar_tool import with_calendars
from orchestrator.domain.world.connections.calendars import CalendarWriter
from orchestrator.domain.world.connections.service import Reach
from orchestrator.domain.world.contact_files import places as vcard_places
from orchestrator.domain.world.contacts import jobs as contacts_jobs
from orchestrator.domain.world.contacts import portable as contacts_portable
from orchestrator.domain.world.contacts import withdrawing as contacts_withdrawing
from orchestrator.domain.world.contacts.graph import tool as contacts_graph
from orchestrator.domain.world.contacts.graph.command import ContactCommand
from orchestrator.domain.world.contacts.groups import contact_groups
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.contacts.tools import create_tool as contacts_tools
from orchestrator.domain.world.contacts.tools import relate_tools as contacts_relate_tools
from orchestrator.domain.world.contacts.tools.merge_tools import merge_tool
from orchestrator.domain.world.contacts.tools.unmerge_tool import unmerge_tool
from orchestrator.domain.world.documents import jobs as documents_jobs
from orchestrator.domain.world.documents import merged_people as documents_merged_people
from orchestrator.domain.world.documents import portable as documents_portable
from orchestrator.domain.world.documents import tools as documents_tools
from orchestrator.domain.world.documents import withdrawing as documents_withdrawing
from orchestrator.domain.world.documents.service import Documents, documents
from orchestrator.domain.world.documents.service import places_of as places_of_parts
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.domain.world.events import jobs as events_jobs
from orchestrator.domain.world.events import merged_people as events_merged_people
from orchestrator.domain.world.events import portable as events_portable
from orchestrator.domain.world.events import service as events_service
from orchestrator.domain.world.events import withdrawing as events_withdrawing
from orchestrator.domain.world.events.commands.command import EventCommand
from orchestrator.domain.world.events.tools import specs as events_tools
from orchestrator.domain.world.geolocation import erasure as whereabouts_erasure
from orchestrator.domain.world.geolocation import tools as whereabouts_tools
from orchestrator.domain.world.geolocation.nearby_tool import nearby_tools
from orchestrator.domain.world.geolocation.service import Whereabouts
from orchestrator.domain.world.places import portable as places_portable
from orchestrator.domain.world.places import tools as places_tools
from orchestrator.domain.world.places import withdrawing as places_withdrawing
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.resolution import tools as resolution_tools
from orchestrator.domain.world.tagging import jobs as tagging_jobs
from orchestrator.domain.world.tagging import portable as tagging_portable
from orchestrator.domain.world.tagging import service as tagging
from orchestrator.domain.world.todos import merged_source as todos_merged_source
from orchestrator.domain.world.todos import portable as todos_portable
from orchestrator.domain.world.todos import service as todos_service
from orchestrator.domain.world.todos import tools as todos_tools
from orchestrator.domain.world.todos import withdrawing as todos_withdrawing
from orchestrator.integrations.push.port import PushSender
from orchestrator.integrations.web_search.port import WebSearch
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling import pruning
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.scheduled_jobs import ScheduledJob
from orchestrator.worker_processes.service import WorkerProcesses

MERGES = Merges(
    (
        events_merged_people.REFERRER,
        todos_merged_source.REFERRER,
        documents_merged_people.REFERRER,
        meetings_merged_people.REFERRER,
        facts_merged_people.REFERRER,
    )
)
"""Merging contacts, with all slices that keep ids of contacts."""
MERGE_TOOL = merge_tool(MERGES)

WITHDRAWABLES: tuple[Withdrawable, ...] = (
    events_withdrawing.WITHDRAWABLE,
    todos_withdrawing.WITHDRAWABLE,
    contacts_withdrawing.WITHDRAWABLE,
    places_withdrawing.WITHDRAWABLE,
    documents_withdrawing.WITHDRAWABLE,
    notes_withdrawing.WITHDRAWABLE,
    conversations_withdrawing.WITHDRAWABLE,
)
"""What can be removed and erased by words, and how each kind is found."""

TOOLS: tuple[ToolSpec, ...] = (
    *search_tools.tools(places_of_parts),
    *events_tools.TOOLS,
    *contacts_tools.TOOLS,
    *contacts_relate_tools.TOOLS,
    MERGE_TOOL,
    unmerge_tool(MERGES),
    *contacts_graph.TOOLS,
    *places_tools.TOOLS,
    *whereabouts_tools.TOOLS,
    *todos_tools.TOOLS,
    *documents_tools.TOOLS,
    *notes_tools.TOOLS,
    *facts_tools.TOOLS,
    *episodes_tools.TOOLS,
    *rule_tools.TOOLS,
    *consolidation_tools.TOOLS,
    *resolution_tools.TOOLS,
    *briefings_tools.TOOLS,
    *withdrawal_tools(WITHDRAWABLES),
)


def tools(
    web: WebSearch | None = None, whereabouts: Whereabouts | None = None, calendars: CalendarWriter | None = None
) -> tuple[ToolSpec, ...]:
    """All tools of this process: those of the slices, and of the integrations that are there."""
    found = [*TOOLS]
    if calendars is not None:
        found = [
            with_calendars(one, calendars) if isinstance(one, WriteTool) and one.name == "events_create" else one
            for one in found
        ]
    found += nearby_tools(whereabouts) if whereabouts is not None else ()
    found += web_search_tools(web) if web is not None else ()
    return tuple(found)


COMMANDS: tuple[Command, ...] = (EventCommand(), ContactCommand(), NewCommand())
"""Slash commands, in the order in which they are told."""

ERASABLES: tuple[Erasable, ...] = (
    accounts_erasure.ERASABLE,
    conversations_erasure.ERASABLE,
    summaries.ERASABLE,
    runs_redaction.ERASABLE,
    previews_redaction.ERASABLE,
    replace(places.erasable(), rebuild=vcard_places.rebuild),
    whereabouts_erasure.ERASABLE,
    contacts.erasable(),
    contact_groups.erasable(),
    events_service.events.erasable(),
    todos_service.todos.erasable(),
    documents.erasable(),
    notes.erasable(),
    facts.erasable(),
    episodes.erasable(),
    knowledge.erasable(),
    interactions.erasable(),
    own_turns.ERASABLE,
    CALLS_ERASABLE,
    interactions_vibe_maps.ERASABLE,
    scratchpad_erasure.ERASABLE,
    meetings_erasure.ERASABLE,
    locations_erasure.ERASABLE,
    pushes_erasure.ERASABLE,
    briefings_erasure.ERASABLE,
    tagging.erasable((events_service.events, contacts, documents)),
    connections.ERASABLE,
)


def erasables(files: FileStore | None) -> tuple[Erasable, ...]:
    """The same, for a process that knows where the documents' files lie: those of erased ones go with them."""
    of_files = Documents(files).erasable()
    return tuple(of_files if one.kind == of_files.kind else one for one in ERASABLES)


PORTABLES: tuple[Portable, ...] = (
    *connections_portable.PORTABLES,
    *places_portable.PORTABLES,
    *contacts_portable.PORTABLES,
    *events_portable.PORTABLES,
    *todos_portable.PORTABLES,
    *documents_portable.PORTABLES,
    *notes_portable.PORTABLES,
    *facts_portable.PORTABLES,
    *tagging_portable.PORTABLES,
    *locations_portable.PORTABLES,
    *conversations_portable.PORTABLES,
    *runs_portable.PORTABLES,
    *previews_portable.PORTABLES,
    *knowledge_portable.PORTABLES,
    *episodes_portable.PORTABLES,
    *interactions_portable.PORTABLES,
    *scratchpad_portable.PORTABLES,
    *meetings_portable.PORTABLES,
    *briefings_portable.PORTABLES,
    *search_portable.PORTABLES,
    *provenance_portable.PORTABLES,
)
"""What goes into an archive, in the order in which it is stored: what others point to comes before them."""

LEFT_OUT: Mapping[str, str] = {
    "api_tokens": "a secret: whoever holds the archive must not get in by it",
    "pairing_codes": "a secret of a few minutes",
    "async_jobs": "work under way here; what the rows still wait for is planned where they arrive",
    "model_usage": "what this home's models cost",
    "push_devices": "this home's phones: one registers itself where its user signs in",
    "pushes": "what was sent to this home's phones",
    "push_deliveries": "what was sent to this home's phones",
    "event_calendars": "told anew by the connection when it is read",
    "geocoder_answers": "a cache",
    "fact_looks": "what was looked at here: facts that arrive are looked at anew",
    "vibe_maps": "made of the interactions where they arrive",
    "search_postings": "made of the index's entries where they arrive",
    "search_totals": "made of the index's entries where they arrive",
    "search_ends": "made of the index's entries where they arrive",
    "search_sessions": "made of the index's entries where they arrive",
    "search_vectors": "made of the index's entries where they arrive, by the model that is there",
}
"""The tables with a user that no archive holds, and why."""

ACTIVE_STATE: tuple[Contribution, ...] = (
    Contribution("Waiting for the user's confirmation", previews.active_state),
    Contribution("Next events", events_service.active_state),
    Contribution("Todos due", todos_service.active_state),
    Contribution("Background work that failed", failed_jobs),
)

JOB_HANDLERS: tuple[JobHandler[Any], ...] = (
    *search_jobs.JOBS,
    *previews_jobs.JOBS,
    *events_jobs.JOBS,
    *scratchpad_jobs.JOBS,
    *interactions_jobs.JOBS,
    *pruning.JOBS,
)


@dataclass(frozen=True)
class JobMeans:
    """What jobs work with beside the database. `processes`: where third parties' bulk is read; `default_zone`:
    STEWARD_TIMEZONE; `set_zone`: where that was given."""

    push: PushSender
    models: ModelRouter
    agent: AgentRunner
    files: FileStore
    reach: Reach
    processes: WorkerProcesses
    default_zone: str
    set_zone: str | None = None


def job_handlers(means: JobMeans) -> tuple[JobHandler[Any], ...]:
    """All handlers of this process: those that need the database alone, and those made with their means."""
    return (
        *JOB_HANDLERS,
        *conversations_jobs.conversation_jobs(means.models),
        *episodes_jobs.episode_jobs(means.models),
        *facts_extraction_jobs.extraction_jobs(means.models, means.default_zone),
        *interactions_jobs.inference_jobs(means.models),
        *consolidation_jobs.consolidation_jobs(means.models, means.default_zone),
        *idle_jobs.idle_jobs(means.models, means.default_zone),
        *tagging_jobs.tagging_jobs(means.models),
        *meetings_jobs.meeting_jobs(means.models, means.processes, means.default_zone),
        *contacts_jobs.contact_jobs(MERGES, MERGE_TOOL),
        *documents_jobs.document_jobs(means.models, means.files, means.processes),
        *connections_jobs.connection_jobs(means.reach, means.processes, means.default_zone),
        *pushes_jobs.push_jobs(means.push, means.default_zone),
        *briefings_jobs.briefing_jobs(means.models, Pushes(means.default_zone), means.set_zone),
    )


SCHEDULED_JOBS: tuple[ScheduledJob, ...] = (
    *search_jobs.SCHEDULED,
    *previews_jobs.SCHEDULED,
    *events_jobs.SCHEDULED,
    *scratchpad_jobs.SCHEDULED,
    *interactions_jobs.SCHEDULED,
    *pruning.SCHEDULED,
    *contacts_jobs.SCHEDULED,
    *documents_jobs.SCHEDULED,
    *connections_jobs.SCHEDULED,
    *meetings_jobs.SCHEDULED,
    *conversations_jobs.SCHEDULED,
    *episodes_jobs.SCHEDULED,
    *facts_extraction_jobs.SCHEDULED,
    *consolidation_jobs.SCHEDULED,
    *idle_jobs.SCHEDULED,
    *tagging_jobs.SCHEDULED,
    *pushes_jobs.SCHEDULED,
    *briefings_jobs.SCHEDULED,
)
