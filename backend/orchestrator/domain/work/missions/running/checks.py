"""Does it hold? The checks of steps and of the whole mission, made by code alone; what code can't look at is not taken
for met."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from orchestrator.agent.tools.arguments.schema import contract_of
from orchestrator.agent.tools.arguments.work import OutOfSteps, bounded_steps
from orchestrator.domain.work.missions.model import MissionExecution
from orchestrator.domain.work.missions.planning.plan import PlanStep
from orchestrator.domain.work.missions.running.bound_tools import GUIDES
from orchestrator.domain.work.missions.running.proof.claims import Checked
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import content_words, normalize

TOLD = 200
"""Characters of how a form is broken: a value is quoted in it."""
_THERE = frozenset({"done", "waiting"})
_ITEM = patterns.compile(r"(?m)^\s*(?:[-*•]|\d+[.)])\s+\S")


@dataclass(frozen=True)
class Outcome:
    """What a step left. `files`: sha256 by path."""

    text: str = ""
    output: Mapping[str, Any] = field(default_factory=dict)
    executions: Sequence[MissionExecution] = ()
    claims: Sequence[Checked] = ()
    files: Mapping[str, str] = field(default_factory=dict)


def fault_of(step: PlanStep, left: Outcome, locale: str) -> str | None:
    """Why the step is not done, in the words of whom it is done for; None where its check holds."""
    fault = _fault(step, left, locale)
    if fault is not None:
        return fault
    if step.output and step.kind == "agent" and not step.calls:
        wrong = _wrong_form(step.output, left.output, locale)
        return say("missions.fault.form", locale, wrong=wrong) if wrong else None
    return None


def _wrong_form(schema: Mapping[str, Any], output: Mapping[str, Any], locale: str) -> str:
    """Where and how what was given breaks a schema, which is a model's as well; "" where it does not."""
    try:
        with bounded_steps():
            path, wrong = contract_of(schema).complaint(dict(output))
    except OutOfSteps:
        return say("missions.fault.slow_form", locale)
    return shorten(f"{path}: {wrong}" if path else wrong, TOLD)


def _fault(step: PlanStep, left: Outcome, locale: str) -> str | None:
    check = step.check
    if check.kind == "calls":
        made = [one for one in left.executions if one.state in _THERE and _counts(check.tool, one.tool)]
        return None if len(made) >= check.at_least else _no_call(check.tool, locale)
    if check.kind == "file":
        return None if check.path in left.files else say("missions.fault.no_file", locale, path=check.path)
    if check.kind == "answered":
        return None if left.output.get("answer") else say("missions.error.nobody", locale)
    return _fault_of_text(step, left, locale)


def _counts(wanted: str, called: str) -> bool:
    """Any call will do where none is named, but not the reading of instructions: that does nothing of the step yet."""
    return called == wanted if wanted else called not in GUIDES


def _no_call(tool: str, locale: str) -> str:
    return say("missions.fault.no_call", locale, tool=tool) if tool else say("missions.fault.no_call_at_all", locale)


def _fault_of_text(step: PlanStep, left: Outcome, locale: str) -> str | None:
    check = step.check
    if check.kind == "text" and any(one.label == "struck" for one in left.claims):
        return say("missions.fault.no_call_did_it", locale)
    if check.kind == "text" and not left.text.strip():
        return say("missions.fault.no_text", locale)
    if check.kind == "contains" and (missing := words_missing(check.text, left.text)):
        return say("missions.fault.unsaid", locale, words=", ".join(missing))
    if check.kind == "claims":
        proved = sum(1 for one in left.claims if one.label in {"verified", "supported"})
        if proved < check.at_least:
            return say("missions.fault.unproved", locale, proved=proved, asked=check.at_least)
    return None


def unmet(
    checks: Sequence[Any], *, text: str, files: Mapping[str, str], executions: Sequence[MissionExecution]
) -> list[str]:
    """The mission's own checks that do not hold, as they are told. A check in words holds where the deliverable has
    all of its content words: that is what code can see of it."""
    found = []
    for one in checks:
        if isinstance(one, str):
            if words_missing(one, text):
                found.append(one)
            continue
        kind = one.get("kind")
        if kind == "contains" and words_missing(str(one.get("text") or ""), text):
            found.append(f"contains: {one.get('text')}")
        elif kind == "file" and one.get("path") not in files:
            found.append(f"file: {one.get('path')}")
        elif kind == "calls":
            made = [each for each in executions if each.state in _THERE and one.get("tool") in {"", each.tool}]
            if len(made) < int(one.get("at_least") or 1):
                found.append(f"calls: {one.get('tool')}")
        elif kind == "items" and len(_ITEM.findall(text)) < int(one.get("at_least") or 1):
            found.append(f"items: {one.get('at_least')}")
    return found


def words_missing(wanted: str, text: str) -> list[str]:
    """The content words of a check that a text does not have."""
    told = normalize(text)
    return [word for word in dict.fromkeys(content_words(wanted)) if word not in told]
