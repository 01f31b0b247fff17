"""How does a mission go on? By waves: each takes the steps whose needs are met, two at a time at most, and puts the
next wave off into the queue. Where each step stands is in its row, so that a process that dies at any statement
leaves a mission that goes on where it was.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError

from orchestrator.agent.ports.requests import Owner
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.domain.work.missions import ledger, repository
from orchestrator.domain.work.missions.model import (
    Mission,
    MissionExecution,
    MissionQuestion,
    MissionStep,
)
from orchestrator.domain.work.missions.planning.plan import Plan, PlanStep
from orchestrator.domain.work.missions.progress import move, put_off, tell_step
from orchestrator.domain.work.missions.running import effects, mapping, own_steps, questions, synthesis
from orchestrator.domain.work.missions.running.attempts import Attempts
from orchestrator.domain.work.missions.running.proposals import changes
from orchestrator.domain.work.missions.running.task import Ended, Task
from orchestrator.domain.work.missions.running.workshop import Workshop, owner_of
from orchestrator.domain.work.workspaces.agent_clis.runs import has_run
from orchestrator.kit.text import shorten, storable
from orchestrator.language.messages import say
from orchestrator.scheduling.handler import JobContext
from orchestrator.telemetry.logging import get_logger

PARALLEL = 2
LOOK_S = 0.5
"""How soon a wave hears that its mission was paused or cancelled."""
MOST_CRASHES = 10
"""So often a mission's process may die in a row before the mission waits for its user: it may be what ends it."""
FIRST_POLL_S, LONGEST_POLL_S = 2.0, 60.0
"""How soon it is looked whether the changes that wait were decided; the longer they wait, the more seldom."""
ERROR_CHARACTERS = 500
SETTLED = frozenset({"done", "failed", "skipped"})

log = get_logger(__name__)


@dataclass(frozen=True)
class Wave:
    """A mission as one wave took it up."""

    mission: Mission
    owner: Owner
    plan: Plan
    ready: Sequence[PlanStep]
    attempts: dict[str, int]
    outputs: dict[str, dict[str, Any]]
    lanes: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(PARALLEL))
    """So many agents are at work for it at once, whatever its steps go through."""


class Driver:
    """Drives missions, one wave a call; no state of its own."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._attempts = Attempts(workshop)
        self._clock = workshop.runs.services.clock

    async def wave(self, context: JobContext, mission_id: UUID) -> None:
        """Take it up, do what is ready, and see to what comes after."""
        assert context.owner_id is not None
        owner_id = context.owner_id
        transaction = self._workshop.transaction(owner_id)

        async def take() -> Wave | None:
            async with transaction() as tx:
                return await self._taken(tx, mission_id)

        wave = await retry_on_disconnect(take)
        if wave is None:
            return
        one_step = len(wave.ready[:PARALLEL]) == 1
        if wave.ready:
            watching = asyncio.create_task(self._watch(owner_id, mission_id, context), name=f"mission {mission_id}")
            try:
                kept = await asyncio.gather(*(self._step(wave, step, last=one_step) for step in wave.ready[:PARALLEL]))
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
            if one_step and all(kept):
                return

        async def after() -> None:
            async with transaction() as tx:
                if (mission := await self._still_ours(tx, wave)) is not None:
                    steps = {one.step_key: one for one in await repository.steps(tx, mission.id)}
                    await self._after(tx, mission, steps)

        await retry_on_disconnect(after)

    # --- taking it up

    async def _taken(self, tx: Tx, mission_id: UUID) -> Wave | None:
        mission = await repository.take_up(tx, mission_id)
        if mission is None:
            return None
        now = self._clock.now()
        steps = {one.step_key: one for one in await repository.steps(tx, mission.id)}
        left = await repository.left(tx, mission)
        if left.begun or any(one.state == "running" for one in steps.values()):
            await self._recover(tx, mission, steps.values())
        if mission.crashes > MOST_CRASHES:
            mission.crashes = 0
            mission.last_error = say("missions.error.crashes", mission.locale)
            await move(tx, mission, "paused", now)
            return None
        if left.asked:
            await questions.overdue(tx, mission, now)
        plan = Plan.model_validate(mission.graph)
        await self._answers_down(tx, mission, plan, steps)
        await self._skip(tx, plan, steps, mission)
        late = mission.deadline is not None and mission.deadline <= now
        held = await self._held(tx, mission, plan, steps)
        ready = [] if late or mission.overrun else [one for one in plan.steps if _is_ready(one, steps, held)]
        if ready and mission.state != "running":
            mission.started_at = mission.started_at or now
            await move(tx, mission, "running", now)
        for one in ready[:PARALLEL]:
            row = steps[one.id]
            row.state, row.attempts, row.error = "running", row.attempts + 1, None
            await tell_step(tx, mission, row)
        await tx.session.flush()
        return Wave(
            mission,
            await owner_of(tx, mission),
            plan,
            ready,
            {key: one.attempts for key, one in steps.items()},
            {key: dict(one.output) for key, one in steps.items() if one.state == "done"},
        )

    async def _recover(self, tx: Tx, mission: Mission, steps: Collection[MissionStep]) -> None:
        """What a driver that died left: what it had set aside is spent, what it had begun is looked up, its steps are
        to be done again."""
        if await ledger.settle_dead(tx, mission.id, mission.epoch):
            await tx.session.refresh(mission)
        await effects.probe(tx, mission.id)
        for brief in await repository.at_work(tx, mission.id):
            brief.status, brief.stop_reason, brief.finished_at = "interrupted", "interrupted", self._clock.now()
        running = [one for one in steps if one.state == "running"]
        for step in running:
            step.state = "pending"
            step.attempts = max(0, step.attempts - 1)  # the process failed, not the step
        if running:
            mission.crashes += 1
        await tx.session.flush()

    async def _answers_down(self, tx: Tx, mission: Mission, plan: Plan, steps: dict[str, MissionStep]) -> None:
        """Steps whose questions are answered go on; one that only asked is done, or failed where nobody answered."""
        if not any(row.state == "waiting" for row in steps.values()):
            return
        asked = await repository.parts(tx, MissionQuestion, mission.id)
        for key, row in steps.items():
            own = [one for one in asked if one.step_key == key]
            if row.state != "waiting" or any(one.answered_at is None for one in own):
                continue
            if plan.step(key).kind == "ask" and own:
                row.output = questions.chosen(own[-1])
                row.state = "done" if own[-1].answer else "failed"
                row.error = None if own[-1].answer else say("missions.error.nobody", mission.locale)
            else:
                row.state = "pending"
                row.attempts = max(0, row.attempts - 1)  # to ask is no failure
            await tell_step(tx, mission, row)
        await tx.session.flush()

    async def _skip(self, tx: Tx, plan: Plan, steps: dict[str, MissionStep], mission: Mission) -> None:
        """Steps that can't be done any more. A document is written from what there is."""
        changed = True
        while changed:
            changed = False
            for one in plan.steps:
                row, needs = steps[one.id], [steps[need].state for need in one.needs]
                if row.state != "pending" or not needs:
                    continue
                lost = sum(1 for state in needs if state in {"failed", "skipped"})
                if lost == 0 or (one.kind == "compose" and lost < len(needs)):
                    continue
                row.state, row.error, changed = "skipped", say("missions.error.needs", mission.locale), True
                await tell_step(tx, mission, row)
        await tx.session.flush()

    async def _held(self, tx: Tx, mission: Mission, plan: Plan, steps: dict[str, MissionStep]) -> frozenset[str]:
        """Steps that had a command-line agent run which is not decided: what needs them needs what it changed."""
        held = set()
        for one in plan.steps:
            if steps[one.id].state == "done" and any(has_run(tool) for tool in one.tools):
                made = await repository.called_in(tx, mission.id, [one.id])
                if (await changes(tx, [each for each in made if has_run(each.tool)])).waiting:
                    held.add(one.id)
        return frozenset(held)

    async def _watch(self, owner_id: UUID, mission_id: UUID, context: JobContext) -> None:
        """End what is under way between executions where the mission was paused or cancelled, or the worker stops."""
        while True:
            await asyncio.sleep(LOOK_S)
            stop = context.stopping()
            if not stop:
                try:
                    async with self._workshop.transaction(owner_id)() as tx:
                        mission = await repository.get(tx, mission_id)
                        stop = mission is None or mission.state not in repository.GOING_ON
                except (SQLAlchemyError, OSError):
                    continue
            if stop:
                for event in self._attempts.under_way.get(mission_id, set()):
                    event.set()

    # --- a step

    async def _step(self, wave: Wave, step: PlanStep, *, last: bool) -> bool:
        """`last`: of its wave, so that what comes after is stored with it. Answers whether that was done."""
        task = Task(wave.mission, wave.owner, step, wave.mission.epoch, wave.attempts[step.id], wave.outputs)

        async def keep(tx: Tx, ended: Ended) -> None:
            mission = await self._still_ours(tx, wave)
            if mission is None:
                return
            steps = {one.step_key: one for one in await repository.steps(tx, mission.id)}
            await self._keep(tx, mission, steps[step.id], step, ended)
            if last:
                await self._after(tx, mission, steps)

        try:
            if step.kind == "compose":
                ended = await own_steps.composed(self._workshop, task, wave.plan)
            elif step.kind == "ask":
                ended = await own_steps.asked(self._workshop, task)
            elif step.kind == "map":
                ended = await mapping.each(self._workshop, self._attempts.make, task, wave.lanes)
            else:
                async with wave.lanes:
                    ended = await self._attempts.make(task, keep)
        except Exception:  # a named border: what one step breaks must not end the mission
            log.exception("a step of a mission broke off", mission_id=str(wave.mission.id), step=step.id)
            ended = Ended(fault=say("missions.fault.internal", wave.mission.locale))

        if ended.kept:
            return last

        async def store() -> None:
            async with self._workshop.transaction(wave.owner.id)() as tx:
                await keep(tx, ended)

        await retry_on_disconnect(store)
        return last

    async def _still_ours(self, tx: Tx, wave: Wave) -> Mission | None:
        """The mission; None where another driver took it up."""
        mission = await repository.get(tx, wave.mission.id, for_update=True)
        return mission if mission is not None and mission.epoch == wave.mission.epoch else None

    async def _keep(self, tx: Tx, mission: Mission, row: MissionStep, step: PlanStep, ended: Ended) -> None:
        if ended.cancelled:
            row.state, row.attempts = "pending", max(0, row.attempts - 1)
        elif ended.asked:
            row.state = "waiting"
            await questions.next_asked(tx, mission, self._workshop.notifier, self._clock.now())  # others may take long
        elif ended.fault is not None:
            again = row.attempts <= step.retries and not ended.overran
            row.state = "pending" if again else "failed"
            row.error = storable(shorten(ended.fault, ERROR_CHARACTERS))
        else:
            row.state = "done"
            row.output = {"summary": ended.text, **ended.output, "files": dict(ended.files)}
        mission.crashes = 0
        await tell_step(tx, mission, row)
        await tx.session.flush()

    # --- afterwards

    async def _after(self, tx: Tx, mission: Mission, steps: dict[str, MissionStep]) -> None:
        if mission.state not in repository.GOING_ON:
            return
        now = self._clock.now()
        plan = Plan.model_validate(mission.graph)
        await self._skip(tx, plan, steps, mission)
        late = mission.deadline is not None and mission.deadline <= now
        if mission.overrun or late:
            why = "missions.error.overrun" if mission.overrun else "missions.error.deadline"
            await self._finish(tx, mission, now, why=say(why, mission.locale))
            return
        asked = await questions.next_asked(tx, mission, self._workshop.notifier, now)
        held = await self._held(tx, mission, plan, steps)
        if any(_is_ready(one, steps, held) for one in plan.steps):
            await put_off(tx, mission.id)
            return
        proposed = await changes(tx, await repository.parts(tx, MissionExecution, mission.id))
        if asked is None and not proposed.waiting:
            if all(one.state in SETTLED for one in steps.values()):
                await self._finish(tx, mission, now)
            else:
                await put_off(tx, mission.id)
            return
        await self._waits(tx, mission, asked, now)

    async def _waits(self, tx: Tx, mission: Mission, asked: MissionQuestion | None, now: datetime) -> None:
        """For the user: an answer, or a yes to what it proposes. An answer wakes it; a yes is looked for."""
        if mission.state != "waiting":
            await move(tx, mission, "waiting", now)
        if asked is None:
            once = f"changes:{mission.id}"
            await questions.call_user(tx, mission, self._workshop.notifier, once=once, body="agent.proposal_waits")
        waited = (now - mission.updated_at).total_seconds()
        poll = min(LONGEST_POLL_S, max(FIRST_POLL_S, waited / 10))
        due = now + timedelta(seconds=poll)
        if asked is not None and asked.deadline_at is not None:
            due = asked.deadline_at
        if mission.deadline is not None:
            due = min(due, mission.deadline)  # then it ends, whatever it still waits for
        await put_off(tx, mission.id, due)

    async def _finish(self, tx: Tx, mission: Mission, now: datetime, *, why: str = "") -> None:
        for one in await repository.steps(tx, mission.id):
            if one.state not in SETTLED:
                one.state = "failed" if one.state in {"running", "waiting"} else "skipped"
                one.error = one.error or why or None
        await tx.session.flush()
        state = await synthesis.end(tx, self._workshop, mission, why=why)
        mission.finished_at = now
        await move(tx, mission, state, now)
        final = {"state": state, "report": mission.report, "deliverables": mission.deliverables}
        await repository.tell(tx, mission.id, "final", final)


def _is_ready(step: PlanStep, steps: dict[str, MissionStep], held: Collection[str]) -> bool:
    if steps[step.id].state != "pending" or any(need in held for need in step.needs):
        return False
    states = [steps[need].state for need in step.needs]
    if step.kind == "compose":
        return all(state in SETTLED for state in states)
    return all(state == "done" for state in states)
