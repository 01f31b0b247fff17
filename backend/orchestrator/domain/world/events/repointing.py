"""What becomes of the participants of events when one contact is merged into another, and when it comes back?"""

from typing import Any, cast
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.world.contacts.merging.referrers import repointed, restored
from orchestrator.domain.world.events import repository
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.people import participants_keys
from orchestrator.domain.world.events.series import service as series
from orchestrator.domain.world.events.service import events
from orchestrator.kit.ids import parse_id

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
