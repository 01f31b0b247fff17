"""How does a mission end? Its checks are made, its report is written by code, opening with what was not done; what it
taught is kept."""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.review import proposing
from orchestrator.domain.memory.facts.schemas import FactFields, Source
from orchestrator.domain.work.missions import repository
from orchestrator.domain.work.missions.files import digest
from orchestrator.domain.work.missions.model import (
    Mission,
    MissionClaim,
    MissionExecution,
    MissionLesson,
    MissionQuestion,
    MissionStep,
)
from orchestrator.domain.work.missions.planning.plan import Plan
from orchestrator.domain.work.missions.running.checks import unmet
from orchestrator.domain.work.missions.running.proposals import DECIDED, Changes, changes
from orchestrator.domain.work.missions.running.questions import chosen
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.errors import InvalidRequest
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten, storable
from orchestrator.language.messages import say

SUMMARY_CHARACTERS = 1_500
MOST_FINDINGS = 30
MINUTE_MS = 60_000
MICROS = 1_000_000
ANSWERED = "neutral"
MISSION = "mission"


async def end(tx: Tx, workshop: Workshop, mission: Mission, *, why: str = "") -> str:
    """Settle the mission: report, deliverables, lessons; answers its last state. `why`: what ended it before its time.
    Holds its row."""
    steps = await repository.steps(tx, mission.id)
    not_done = await _settle(tx, workshop, mission, steps, why)
    done = any(one.state == "done" for one in steps)
    state = "done" if not not_done and done else "partial" if done else "failed"
    mission.last_error = why or (not_done[0] if state == "failed" and not_done else None)
    await _learn(tx, mission, steps)
    return state


async def cancelled(tx: Tx, workshop: Workshop, mission: Mission) -> None:
    """The report of one that the user ended, whether it had begun or not: what was done until then, what waits, what it
    cost. Holds its row."""
    why = say("missions.report.cancelled", mission.locale)
    await _settle(tx, workshop, mission, await repository.steps(tx, mission.id), why)


async def _settle(tx: Tx, workshop: Workshop, mission: Mission, steps: Sequence[MissionStep], why: str) -> list[str]:
    """Deliverables and report; answers what was not done."""
    goals = _goals(mission)
    executions = await repository.parts(tx, MissionExecution, mission.id)
    claims = await repository.parts(tx, MissionClaim, mission.id)
    proposed = await changes(tx, executions)
    files = await _deliverables(tx, workshop, mission, steps, proposed.files)
    text = await _text(tx, workshop, mission, steps, files)
    known = {one["path"]: one["sha256"] for one in files}
    failed_checks = unmet(mission.checks, text=text, files=known, executions=executions)
    not_done = _not_done(mission, steps, goals, proposed, failed_checks, executions, why)
    mission.deliverables = files
    told = _report(mission, steps, goals, claims, not_done, files, proposed)
    questions = await repository.parts(tx, MissionQuestion, mission.id)
    mission.report = storable(told + _answers(mission, questions) + _costs(mission))
    return not_done


def _goals(mission: Mission) -> Mapping[str, str]:
    """What each step of the plan is for; nothing where there is no plan yet."""
    plan = Plan.model_validate(mission.graph) if mission.graph else None
    return {one.id: one.goal for one in plan.steps} if plan is not None else {}


async def _deliverables(
    tx: Tx, workshop: Workshop, mission: Mission, steps: Sequence[MissionStep], applied: Sequence[str]
) -> list[dict[str, Any]]:
    """The files that are there, with the hash that they have now; `applied`: what a command-line agent changed."""
    written = [path for one in steps if one.state == "done" for path in (one.output.get("files") or {})]
    paths = dict.fromkeys([*written, *applied])
    found = []
    for path in paths:
        if mission.workspace_id is None:
            break
        content = await workshop.files.read(tx, mission.workspace_id, path)
        if content is not None:
            found.append({"path": path, "sha256": digest(content)})
    return found


async def _text(
    tx: Tx, workshop: Workshop, mission: Mission, steps: Sequence[MissionStep], files: Sequence[Mapping[str, Any]]
) -> str:
    """All that it made, as one text for the checks."""
    texts = [str(one.output.get("summary") or "") for one in steps if one.state == "done"]
    for one in files:
        assert mission.workspace_id is not None
        content = await workshop.files.read(tx, mission.workspace_id, str(one["path"]))
        texts.append((content or b"").decode(errors="replace"))
    return "\n".join(texts)


def _not_done(
    mission: Mission,
    steps: Sequence[MissionStep],
    goals: Mapping[str, str],
    proposed: Changes,
    failed_checks: Sequence[str],
    executions: Sequence[MissionExecution],
    why: str,
) -> list[str]:
    locale = mission.locale
    found = [why] if why else []
    for one in steps:
        if one.state != "done":
            reason = one.error or say("missions.report.not_begun", locale)
            found.append(f"{goals[one.step_key]}: {reason}")
    for summary, state in proposed.told:
        if state != "confirmed":
            key = "missions.report.not_confirmed" if state in DECIDED else "missions.report.still_waits"
            found.append(say(key, locale, summary=summary))
    found += [
        say("missions.report.cli_failed", locale, cli=cli, why=" ".join(why.split())) for cli, why in proposed.failed
    ]
    found += [say("missions.report.check", locale, check=one) for one in failed_checks]
    unknown = [one for one in executions if one.state == "unknown"]
    found += [say("missions.report.unknown", locale, tool=one.tool) for one in unknown]
    if mission.overrun:
        found.append(say("missions.report.overrun", locale))
    return found


def _report(
    mission: Mission,
    steps: Sequence[MissionStep],
    goals: Mapping[str, str],
    claims: Sequence[MissionClaim],
    not_done: Sequence[str],
    files: Sequence[Mapping[str, Any]],
    proposed: Changes,
) -> str:
    """Markdown; what was not done stands first."""
    locale = mission.locale
    lines = [f"## {say('missions.report.not_done', locale)}", ""]
    lines += [f"- {one}" for one in not_done] or [say("missions.report.all_done", locale)]
    lines += ["", f"## {say('missions.report.done', locale)}", ""]
    done = [one for one in steps if one.state == "done"]
    for one in done:
        summary = " ".join(str(one.output.get("summary") or "").split())
        told = f": {shorten(summary, SUMMARY_CHARACTERS)}" if summary else ""
        lines.append(f"- {goals[one.step_key]}{told}")
    if not done:
        lines.append(say("missions.report.nothing", locale))
    lines += [f"- {summary}" for summary, state in proposed.told if state == "confirmed"]
    if files:
        lines += ["", f"## {say('missions.report.files', locale)}", ""]
        lines += [f"- {one['path']} (sha256 {str(one['sha256'])[:12]})" for one in files]
    shown = [one for one in claims if one.label != "struck"]
    if shown:
        lines += ["", f"## {say('missions.report.findings', locale)}", ""]
        lines += [
            f"- [{say(f'missions.label.{one.label}', locale)}] {' '.join(one.text.split())}"
            for one in shown[:MOST_FINDINGS]
        ]
        if len(shown) > MOST_FINDINGS:
            lines.append(say("missions.report.more", locale, count=len(shown) - MOST_FINDINGS))
    return "\n".join(lines)


def _answers(mission: Mission, questions: Sequence[MissionQuestion]) -> str:
    told = [one for one in questions if one.answer]
    if not told:
        return ""
    lines = [f"- {one.question} → {chosen(one)['answer']} ({one.answered_by})" for one in told]
    return "\n".join(["", "", f"## {say('missions.report.answers', mission.locale)}", "", *lines])


def _costs(mission: Mission) -> str:
    money = f"{mission.spent_money / MICROS:.4f} {mission.currency}" if mission.spent_money else "0"
    used = say(
        "missions.report.costs",
        mission.locale,
        tokens=mission.spent_tokens,
        calls=mission.spent_calls,
        minutes=round(mission.spent_ms / MINUTE_MS, 2),
        money=money,
    )
    return f"\n\n{used}\n"


async def _learn(tx: Tx, mission: Mission, steps: Sequence[MissionStep]) -> None:
    """What went wrong and what the user answered, for the next mission. A mission is learnt from once."""
    if await repository.lessons(tx, mission.id):
        return
    plan = Plan.model_validate(mission.graph)
    questions = await repository.parts(tx, MissionQuestion, mission.id)
    found: list[tuple[str, str]] = []
    for one in steps:
        step = plan.step(one.step_key)
        if one.state == "failed" and one.error:
            found.append((f"{step.agent}: {step.goal}: {one.error}", "failure"))
        elif one.state == "done" and one.attempts > 1:
            found.append((f"{step.agent}: {step.goal}: done at attempt {one.attempts}", "success"))
    found += [
        (f"{one.question} → {chosen(one)['answer']}", ANSWERED)
        for one in questions
        if one.answered_by == "user" and one.purpose == "question"
    ]
    for lesson, outcome in found:
        tx.session.add(
            MissionLesson(
                id=new_id(),
                user_id=tx.owner_id,
                mission_id=mission.id,
                lesson=storable(shorten(lesson, SUMMARY_CHARACTERS)),
                outcome=outcome,
                proposed=outcome == ANSWERED and await _proposed(tx, mission, lesson),
            )
        )
    await tx.session.flush()


async def _proposed(tx: Tx, mission: Mission, lesson: str) -> bool:
    """What the user answered may hold beyond this mission: that waits for their word among the proposals, since the
    question was an agent's."""
    told = say("missions.learnt", mission.locale, lesson=shorten(" ".join(lesson.split()), SUMMARY_CHARACTERS))
    source = Source(MISSION, mission.id)
    try:
        await proposing.propose(tx, FactFields(text=told), agent=MISSION, zone=mission.timezone, sources=(source,))
    except InvalidRequest:
        return False
    return True
