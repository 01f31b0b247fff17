"""How is a step done for each of several things? By the same agent with the same brief, a run each; what was done for
one thing is not done again when the step is begun anew, after a death, a question or a failure of another."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from orchestrator.domain.work.missions import repository
from orchestrator.domain.work.missions.model import MissionBrief
from orchestrator.domain.work.missions.planning.plan import MOST_ITEMS, PlanStep, filled
from orchestrator.domain.work.missions.running.briefing import ITEM
from orchestrator.domain.work.missions.running.task import Ended, Task
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.kit.text import shorten, storable
from orchestrator.language.messages import say

ITEM_CHARACTERS = 500
SUMMARY_CHARACTERS = 1_500
FAULTS_TOLD = 3


async def each(
    workshop: Workshop, make: Callable[[Task], Awaitable[Ended]], task: Task, lanes: asyncio.Semaphore
) -> Ended:
    """The step for all of its things: done only if it is for each. `lanes`: how many agents may be at work."""
    locale = task.mission.locale
    try:
        items = items_of(task.step, task.outputs)
    except KeyError as error:
        return Ended(fault=say("missions.fault.not_given", locale, what=str(error)))
    if not items:
        return Ended(fault=say("missions.fault.empty_list", locale))
    if len(items) > MOST_ITEMS:  # to do it for a part of them and say that it is done would be untrue
        return Ended(fault=say("missions.fault.long_list", locale, count=len(items), most=MOST_ITEMS))
    known = await _done(workshop, task)
    stop = asyncio.Event()

    async def one(item: str) -> Ended:
        if item in known:
            return known[item]
        async with lanes:
            if stop.is_set():
                return Ended(fault=say("missions.fault.not_begun", locale))
            ended = await make(replace(task, step=_step(task.step, item), item=item))
        if ended.overran or ended.cancelled or ended.asked:
            stop.set()
        return ended

    return _together(locale, items, await asyncio.gather(*(one(item) for item in items)))


def items_of(step: PlanStep, outputs: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What a step goes through, each thing once: its `items`, or what an earlier step gave, a list or a text of a line
    each. Raises KeyError where that gave none."""
    given: Any = filled(step.over, outputs) if step.over else step.items
    values = given if isinstance(given, list) else [line for line in str(given).splitlines() if line.strip()]
    told = [shorten(storable(str(one)).strip(), ITEM_CHARACTERS) for one in values]
    return list(dict.fromkeys(one for one in told if one))


def _step(step: PlanStep, item: str) -> PlanStep:
    changed = {"kind": "agent", "items": [], "over": "", "goal": f"{step.goal}\n\nDo it for this one: {item}"}
    return step.model_copy(update=changed)


async def _done(workshop: Workshop, task: Task) -> dict[str, Ended]:
    """What earlier attempts of this step gave, by the thing that it was for."""
    async with workshop.transaction(task.owner.id)() as tx:
        briefs = await repository.parts(tx, MissionBrief, task.mission.id)
    return {
        str(one.constraints[ITEM]): Ended(
            text=str(one.result.get("summary") or ""),
            output=dict(one.result.get("output") or {}),
            files=dict(one.result.get("files") or {}),
        )
        for one in briefs
        if one.step_key == task.step.id and one.status == "done" and one.constraints.get(ITEM)
    }


def _together(locale: str, items: Sequence[str], ended: Sequence[Ended]) -> Ended:
    pairs = list(zip(items, ended, strict=True))
    done = [(item, one) for item, one in pairs if one.fault is None and not one.asked and not one.cancelled]
    faults = [f"{shorten(item, 60)}: {one.fault}" for item, one in pairs if one.fault is not None]
    files: dict[str, str] = {}
    for _, one in done:
        files |= dict(one.files)
    whole = Ended(
        text="\n".join(f"- {item}: {shorten(' '.join(one.text.split()), SUMMARY_CHARACTERS)}" for item, one in done),
        output={"items": [{"item": item, "summary": one.text, **one.output} for item, one in done]},
        claims=[claim for _, one in done for claim in one.claims],
        files=files,
        tokens=sum(one.tokens for one in ended),
        overran=any(one.overran for one in ended),
    )
    if any(one.cancelled for one in ended):
        return replace(whole, cancelled=True, fault=say("missions.fault.stopped", locale))
    if any(one.asked for one in ended):
        return replace(whole, asked=True)
    if faults:
        told = say("missions.fault.of_list", locale, done=len(done), count=len(items))
        return replace(whole, fault=" ".join([told, *faults[:FAULTS_TOLD]]))
    return whole
