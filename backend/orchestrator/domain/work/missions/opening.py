"""What do the doors ask beside single transactions? To begin a mission and have it planned, and to follow what happens
to it."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.domain.work.missions import preparing, repository, service, views
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.domain.work.missions.schemas import OVER, MissionFields, MissionOut

LOOK_S = 0.3
"""How soon a listener hears what happened, in whatever process."""


async def begin(workshop: Workshop, owner: Owner, fields: MissionFields) -> MissionOut:
    """A new mission; without a model its plan is there at once. Raises InvalidRequest."""
    async with workshop.transaction(owner.id)() as tx:
        mission = await service.create(tx, workshop, owner, fields)
    return await _prepared(workshop, owner.id, mission.id)


async def plan_again(workshop: Workshop, owner_id: UUID, mission_id: UUID, feedback: str) -> MissionOut:
    """Another plan. Raises NotFound, Conflict."""
    async with workshop.transaction(owner_id)() as tx:
        await service.replan(tx, workshop, mission_id, feedback)
    return await _prepared(workshop, owner_id, mission_id)


async def _prepared(workshop: Workshop, owner_id: UUID, mission_id: UUID) -> MissionOut:
    if not workshop.models:
        await preparing.prepare(workshop, owner_id, mission_id)
    async with workshop.transaction(owner_id)() as tx:
        return await views.shown(tx, await service.get(tx, mission_id))


async def follow(workshop: Workshop, owner_id: UUID, mission_id: UUID) -> AsyncIterator[TurnEvent]:
    """What happened to it and happens, until it is over. Raises NotFound before the first."""
    after = 0
    while True:
        async with workshop.transaction(owner_id)() as tx:
            mission = await service.get(tx, mission_id)
            events = await repository.told(tx, mission_id, after)
        for event in events:
            after = event.id
            yield TurnEvent(event.name, event.data)
        if not events and mission.state in OVER:
            return
        if len(events) < repository.STREAMED_AT_ONCE:
            await asyncio.sleep(LOOK_S)
