"""What did an agent's run come to? What it gave is taken as far as code finds it so: its claims, whether the step is
done, and how that is told."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from orchestrator.agent.runs.delegated import Delegated
from orchestrator.agent.tools.freezing import canonical
from orchestrator.domain.work.missions.model import MissionBrief, MissionExecution
from orchestrator.domain.work.missions.running.briefing import ITEM
from orchestrator.domain.work.missions.running.checks import Outcome, fault_of
from orchestrator.domain.work.missions.running.proof.claims import (
    CLAIM_CHARACTERS,
    Checked,
    Proof,
    checked,
    without_lies,
)
from orchestrator.domain.work.missions.running.step_tools import Gathered
from orchestrator.domain.work.missions.running.task import Ended, Task
from orchestrator.kit.text import shorten, storable, storable_json
from orchestrator.language.messages import is_message, say
from orchestrator.llm.loose_json import parse_object

TEXT_CHARACTERS = 8_000
ENDED = "final_answer"


def with_children(brief_id: UUID, briefs: Sequence[MissionBrief]) -> set[UUID]:
    """A brief and all that came of it."""
    found = {brief_id}
    for one in briefs:  # as they came: a child after its parent
        if one.parent_id in found:
            found.add(one.id)
    return found


def earlier_attempts(brief: MissionBrief, briefs: Sequence[MissionBrief]) -> set[UUID]:
    """The briefs of attempts at the same before this one, and all that came of them: what they found is not told beside
    what this one did."""
    if brief.parent_id is not None:
        return set()

    def what(one: MissionBrief) -> tuple[str, UUID | None, str, object]:
        return one.step_key, one.parent_id, one.agent.casefold(), one.constraints.get(ITEM)

    same = [one.id for one in briefs if one.id < brief.id and what(one) == what(brief)]
    return {found for one in same for found in with_children(one, briefs)}


def judged(task: Task, gathered: Gathered, done: Delegated | str, made: Sequence[MissionExecution]) -> Ended:
    """How the attempt ended. `made`: the calls that count for it; a text instead of `done`: why it was not begun."""
    locale = task.mission.locale
    if isinstance(done, str):
        return Ended(fault=done)
    if done.stop == "cancelled":
        return Ended(cancelled=True, fault=say("missions.fault.stopped", locale))
    if done.result is not None and done.result.state.unavailable and not gathered.submitted:
        return Ended(fault=say("missions.fault.no_model", locale))
    text, output, given = _given(gathered, done, made, fixed=bool(task.step.calls))
    proof = Proof(made, gathered.files, locale, known=_known(task))
    claims = checked(given, proof)
    if gathered.submitted and (honest := without_lies(text, proof)) != text:  # no report and no next step is told it
        if not honest:
            untrue = say("missions.fault.no_call_did_it", locale)
            claims = [Checked(shorten(text, CLAIM_CHARACTERS), "struck", untrue), *claims]
        text = honest or _called(made)
    ended = Ended(text=text, output=output, claims=claims, files=gathered.files)
    if done.stop != ENDED:
        bound = f"missions.fault.bound.{done.stop}"
        return replace(ended, fault=say(bound if is_message(bound) else "missions.fault.bound.other", locale))
    left = Outcome(text, output, made, claims, gathered.files)
    return replace(ended, fault=fault_of(task.step, left, locale))


def _known(task: Task) -> str:
    """What an agent was told of before it called anything: a name of it may stand in its claims."""
    return "\n".join([task.mission.goal, task.step.goal, task.item, task.owner.name, canonical(dict(task.outputs))])


def _given(
    gathered: Gathered, done: Delegated, made: Sequence[MissionExecution], *, fixed: bool
) -> tuple[str, dict[str, Any], list[Any]]:
    """Its text, its fields and its claims. A text that was not submitted is one claim on all that it called."""
    if fixed:
        return _called(made), {}, []
    if gathered.submitted:
        return gathered.summary, gathered.output, gathered.claims
    text = shorten(done.text, TEXT_CHARACTERS)
    told = parse_object(text) or {}
    if isinstance(told.get("summary"), str):
        output = told.get("output")
        claims = told.get("claims")
        return (
            str(told["summary"]),
            dict(output) if isinstance(output, Mapping) else {},
            list(claims) if isinstance(claims, list) else [],
        )
    evidence = [{"tool": one.tool} for one in made if one.state in {"done", "waiting"}]
    return text, {}, [{"text": text, "evidence": evidence[:5]}] if text.strip() else []


def _called(made: Sequence[MissionExecution]) -> str:
    return "\n".join(f"{one.tool}: {one.summary}" for one in made)


def status(ended: Ended) -> str:
    """Of its brief."""
    if ended.asked:
        return "waiting"
    if ended.cancelled:
        return "interrupted"
    return "failed" if ended.fault else "done"


def stored(ended: Ended) -> dict[str, Any]:
    """As its brief keeps it."""
    told = {
        "summary": shorten(storable(ended.text), TEXT_CHARACTERS),
        "output": dict(ended.output),
        "fault": ended.fault,
        "files": dict(ended.files),
    }
    clean = storable_json(told)
    assert isinstance(clean, dict)
    return clean
