"""What do events register? In an archive series with their expansion: what is read of them stands there. What waits to
be written elsewhere waits where it arrives."""

from orchestrator.agent.types.vocabulary import (
    ASKED,
    CHANGED,
    DATA_INTENT,
    RULE_SURE,
    SEARCH_INTENT,
    FollowUp,
    Intent,
    RoutingRule,
    ToolGroup,
    Vocabulary,
)
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.world.events import jobs, repointing, service
from orchestrator.domain.world.events.commands.command import EventCommand
from orchestrator.domain.world.events.model import Event, EventImport, EventOccurrence, EventSeries, EventWrite
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.sync import write_back
from orchestrator.domain.world.events.tools import specs
from orchestrator.domain.world.events.tools.removal import WITHDRAWABLE
from orchestrator.language.intents import Topic

_OF_EVENT = (Event.__tablename__, "event_id")
_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "events",
            intents=frozenset({SEARCH_INTENT, "event_management", "place_query"}),
            words=(
                "calendar event meeting appointment agenda schedule busy free calendário evento reunião "
                "compromisso consulta marcação horário livre calendario evento reunión compromiso cita hora "
                "libre"
            ),
        ),
    ),
    intents=(Intent("event_management", 30, looks_up=True, changes=True),),
    rules=(
        RoutingRule(180, ASKED, frozenset({Topic.AGENDA}), DATA_INTENT, RULE_SURE, "asks about the agenda"),
        RoutingRule(
            210,
            CHANGED,
            frozenset({Topic.AGENDA}),
            "event_management",
            RULE_SURE,
            "a change to the agenda",
            change=True,
        ),
    ),
    records=frozenset({Topic.AGENDA}),
    follow_ups=(FollowUp("event", 10, title="title", somewhere=True),),
    targets=frozenset({"event"}),
    computed=frozenset({"start_at", "end_at"}),
    instructions={
        "time_span": "This needs a count over a time span: call get_events with action 'most' or 'count', then answer."
    },
)

SLICE = Slice(
    "events",
    vocabulary=_VOCABULARY,
    tools=specs.TOOLS,
    commands=(EventCommand(),),
    jobs=jobs.JOBS,
    scheduled=jobs.SCHEDULED,
    erasable=(events.erasable(),),
    withdrawable=(WITHDRAWABLE,),
    portable=(
        Portable(Event.__tablename__, same=(ENTITY_SAME,), check=events.read_again),
        Portable(EventSeries.__tablename__, key=("event_id",), newer=None, part_of=_OF_EVENT),
        Portable(EventOccurrence.__tablename__, key=("event_id", "recurrence_id"), newer=None, part_of=_OF_EVENT),
        Portable(EventImport.__tablename__, key=("event_id",), newer=None, part_of=_OF_EVENT),
        Portable(
            EventWrite.__tablename__, key=("event_id",), newer=None, part_of=_OF_EVENT, follow=write_back.send_came
        ),
    ),
    left_out={"event_calendars": "told anew by the connection when it is read"},
    active_state=(Contribution("Next events", service.active_state),),
    referrers=(Referrer("event", repointing.repoint, repointing.restore),),
)
