"""What do events register? In an archive series with their expansion: what is read of them stands there. What waits to
be written elsewhere waits where it arrives. When contacts are merged, the one that stays takes part; when places are,
events are at the one that stays."""

from collections.abc import Collection
from typing import Any, cast
from uuid import UUID

from sqlalchemy import func

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
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.world.contacts.merging.referrers import repointed, restored
from orchestrator.domain.world.events import repository, service
from orchestrator.domain.world.events.commands.command import EventCommand
from orchestrator.domain.world.events.model import Event, EventImport, EventOccurrence, EventSeries, EventWrite
from orchestrator.domain.world.events.people import participants_keys
from orchestrator.domain.world.events.schemas import EXPAND
from orchestrator.domain.world.events.series import occurrences
from orchestrator.domain.world.events.series import service as series
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.sync import write_back
from orchestrator.domain.world.events.tools import specs
from orchestrator.domain.world.events.tools.removal import WITHDRAWABLE
from orchestrator.kit.ids import parse_id
from orchestrator.language.speech_acts.intents import Topic
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

_WHOLE = ""
"""Stands for the event itself, where an occurrence is named by its `recurrence_id`."""


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """The other contact takes part instead; answers an entry an event."""
    told = []
    for row in await repository.with_participant(tx, from_id):
        spots: dict[str, list[dict[str, Any]]] = {}
        row.participants, spots[_WHOLE] = repointed(row.participants, from_id, to_id)
        changed = []
        for one in row.overrides:
            if "participants" in one:
                people, spots[str(one.get("recurrence_id"))] = repointed(one["participants"], from_id, to_id)
                changed.append({**one, "participants": people})
            else:
                changed.append(one)
        row.overrides = changed
        await _written(tx, row)
        told.append({"event": str(row.id), "spots": {name: entries for name, entries in spots.items() if entries}})
    return told


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Who took part before takes part again, in the events that are still there."""
    for entry in told:
        event_id = parse_id(entry["event"])
        row = await events.repository.find(tx, event_id, for_update=True) if event_id else None
        if row is None:
            continue
        spots = entry["spots"]
        row.participants = restored(row.participants, spots.get(_WHOLE, ()), merged_id, kept_id)
        row.overrides = [
            {**one, "participants": restored(one["participants"], spots[name], merged_id, kept_id)}
            if "participants" in one and (name := str(one.get("recurrence_id"))) in spots
            else one
            for one in row.overrides
        ]
        await _written(tx, row)


async def _written(tx: Tx, row: Event) -> None:
    row.participant_keys = participants_keys([*row.participants, *series.people_of(row.overrides)])
    row.version += 1
    row.updated_at = cast("Any", func.steward_now())
    await tx.session.flush()
    await series.keep(tx.session, row)
    if row.hidden_at is None:
        await search.index(tx, [events.entry(row)])


# At places


async def repoint_place(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """They are at the other place; answers an entry an event."""
    told = []
    for row in await repository.at_place(tx, from_id):
        spots = _spots(row, from_id)
        await _placed(tx, row, spots, to_id)
        told.append({"event": str(row.id), "spots": sorted(spots)})
    return told


async def restore_place(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Those that are at the kept place still are where they were."""
    before = {one["event"]: set(one["spots"]) for one in told}
    for row in await repository.at_place(tx, kept_id):
        if spots := before.get(str(row.id), set()) & _spots(row, kept_id):
            await _placed(tx, row, spots, merged_id)


def _spots(row: Event, place_id: UUID) -> set[str]:
    """What of an event is at the place: itself, occurrences of its series."""
    own = {str(one.get("recurrence_id")) for one in row.overrides if one.get("place_id") == str(place_id)}
    return own | ({_WHOLE} if row.place_id == place_id else set())


async def _placed(tx: Tx, row: Event, spots: Collection[str], place_id: UUID) -> None:
    if _WHOLE in spots:
        row.place_id = place_id
    row.overrides = [
        {**one, "place_id": str(place_id)} if "place_id" in one and str(one.get("recurrence_id")) in spots else one
        for one in row.overrides
    ]
    row.version += 1
    row.updated_at = cast("Any", func.steward_now())
    await tx.session.flush()
    await series.keep(tx.session, row)


EVERY_S = 6 * 3_600.0


async def expand(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `events.expand`; each user's series are a transaction. Four times a day those whose next years came
    near, so that a turn need not look."""
    async with context.unit_of_work() as session:
        owners = await occurrences.owners(session)
    for owner_id in owners:
        if context.stopping():
            break
        async with context.unit_of_work_of(owner_id) as tx:
            await series.expand_ahead(tx)
    return Ended("ok", f"the series of {len(owners)} users are expanded")


JOBS = (JobHandler(EXPAND, expand),)
SCHEDULED = (ScheduledJob(EXPAND, Every(EVERY_S), source="the clock"),)


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
    jobs=JOBS,
    scheduled=SCHEDULED,
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
    referrers=(Referrer("event", repoint, restore),),
    place_referrers=(Referrer("event", repoint_place, restore_place),),
)
