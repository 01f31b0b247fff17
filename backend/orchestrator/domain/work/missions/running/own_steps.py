"""What does a step do that needs no agent? A document that code writes from what earlier steps found, or a question of
the plan's own."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.work.missions import repository
from orchestrator.domain.work.missions.model import MissionClaim, MissionExecution
from orchestrator.domain.work.missions.planning.plan import Plan
from orchestrator.domain.work.missions.running import questions, rendering
from orchestrator.domain.work.missions.running.proof.claims import Checked, Proof, checked
from orchestrator.domain.work.missions.running.questions import Wanted
from orchestrator.domain.work.missions.running.rendering import Sources
from orchestrator.domain.work.missions.running.task import Ended, Task
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import storable
from orchestrator.kit.zones import to_wall
from orchestrator.language.messages import say


async def composed(workshop: Workshop, task: Task, plan: Plan) -> Ended:
    """A document that code writes from what the calls of earlier steps found."""
    mission, step = task.mission, task.step
    async with workshop.transaction(task.owner.id)() as tx:
        executions = await repository.parts(tx, MissionExecution, mission.id)
        steps = {one.step_key: one for one in await repository.steps(tx, mission.id)}
    by_step = {need: _last(need, executions) for need in step.needs}
    failed = [plan.step(need).goal for need in step.needs if steps[need].state != "done"]
    now = to_wall(workshop.runs.services.clock.now(), mission.timezone)
    sources = Sources(mission.goal, mission.locale, now, by_step, task.outputs, failed)
    document = await asyncio.to_thread(rendering.rendered, step.template, sources)
    used = [one for rows in by_step.values() for one in rows]
    origin = least_trusted([Origin.AGENT, *(one.origin for one in used)])
    async with workshop.transaction(task.owner.id)() as tx:
        sha256 = await workshop.files.write(
            tx, mission.workspace_id, step.check.path, storable(document.text), origin=origin
        )
    files = {step.check.path: sha256}
    claims = await asyncio.to_thread(checked, document.claims, Proof(used, files, mission.locale, known=mission.goal))
    await _store_claims(workshop, task, claims)
    summary = say("missions.doc.written", mission.locale, path=step.check.path, count=len(document.claims))
    return Ended(text=summary, claims=claims, files=files)


async def _store_claims(workshop: Workshop, task: Task, claims: Sequence[Checked]) -> None:
    """Once: a wave that is done again writes the same document."""
    async with workshop.transaction(task.owner.id)() as tx:
        await repository.forget_claims(tx, task.mission.id, task.step.id)
        for one in claims:
            tx.session.add(
                MissionClaim(
                    id=new_id(),
                    user_id=tx.owner_id,
                    mission_id=task.mission.id,
                    step_key=task.step.id,
                    text=one.text,
                    label=one.label,
                    why=one.why,
                    evidence=[dict(each) for each in one.evidence],
                )
            )
        await tx.session.flush()


async def asked(workshop: Workshop, task: Task) -> Ended:
    """A question that the plan itself asks; answered from what is known where that says it."""
    mission, step = task.mission, task.step
    assert step.question is not None
    options = list(step.question.options)
    async with workshop.transaction(task.owner.id)() as tx:
        executions = await repository.parts(tx, MissionExecution, mission.id)
        if step.question.options_from == "free_weekends":
            used = _last(step.needs[0], executions) if step.needs else []
            since, until = (datetime.fromisoformat(step.inputs[name][1:]) for name in ("since", "until"))
            options = rendering.free_weekends(used, since, until, mission.locale)
        default = step.question.default or (str(options[0]["id"]) if options else None)
        wanted = Wanted(step.question.text, options, default, timedelta(hours=step.question.hours))
        now = workshop.runs.services.clock.now()
        row = await questions.ask(tx, mission, wanted, step_key=step.id, brief_id=None, now=now)
        if row.answered_at is None and (known := await questions.known_answer(tx, wanted, "")) is not None:
            await questions.answered(tx, row, known.answer, known.by, now, known.source)
        if row.answered_at is None:
            return Ended(asked=True)
        output = questions.chosen(row)
    fault = None if output["answer"] else say("missions.error.nobody", mission.locale)
    return Ended(text=str(output["answer"]), output=output, fault=fault)


def _last(step_key: str, executions: Sequence[MissionExecution]) -> list[MissionExecution]:
    """The calls of a step's last attempt that made any which went through."""
    own = [one for one in executions if one.step_key == step_key and one.state == "done"]
    return [one for one in own if one.brief_id == own[-1].brief_id] if own else []
